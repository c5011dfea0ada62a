"""What own races and powers can do beyond those of the box: coins, recruits, discounts and own tokens."""

from __future__ import annotations

import pytest

from elbowroom.engine.events import CoinsGiven
from elbowroom.rules.content import Content, add_content
from elbowroom.rules.refusals import Refused
from tests.scenario import box, rule, scenario


def with_race(traits: str, head: str = "") -> Content:
    """The box with Gnomes: 6 tokens on the banner, 16 of their own."""
    text = f"{head}\n[race.gnomes]\ntokens = 6\ntokens_in_box = 16\n{traits}\n"
    return add_content(box(), text, "gnomes.toml")


def with_power(traits: str, content: Content | None = None) -> Content:
    """The box with the power Odd: 4 tokens on the badge."""
    return add_content(content or box(), f"[power.odd]\ntokens = 4\n{traits}\n", "odd.toml")


# Tokens of one's own, and limits.


@rule("RUL-61")
def test_a_race_with_tokens_of_its_own_lies_beside_those_of_the_box() -> None:
    """No banner leaves the box for it."""
    content = with_race("")
    assert len(content.races) == 15
    given = scenario("map valley\ncolumn Hill Gnomes\nAnn <- to move\nBob\n", content)
    assert given.play("pick 1").hand("gnomes") == 10
    assert given.tray("gnomes") == 16


@rule("RUL-61")
def test_a_combo_brings_no_more_tokens_than_the_race_has_in_the_box() -> None:
    """Twelve on the banner and seven on the badge are nineteen; Dwarves have eight in all."""
    text = "rulebook = false\n[race.gnomes]\ntokens = 12\ntokens_in_box = 20\n[power.odd]\ntokens = 7\n"
    content = add_content(box(), text, "free.toml")
    many = scenario("map valley\ncolumn Odd Gnomes\nAnn <- to move\nBob\n", content)
    assert many.play("pick 1").hand("gnomes") == 19
    few = scenario("map valley\ncolumn Odd Dwarves\nAnn <- to move\nBob\n", content)
    assert few.play("pick 1").hand("dwarves") == 8


@rule("RUL-61")
def test_an_entry_of_the_box_can_be_written_anew() -> None:
    """It keeps its place and its tokens, and does what the file says."""
    orcs = "[race.orcs]\nreplaces = true\ntokens = 6\ncoins.hill = 2\n"
    text = f"{orcs}[power.hill]\nreplaces = true\ntokens = 5\n"
    content = add_content(box(), text, "anew.toml")
    assert [race.id for race in content.races] == [race.id for race in box().races]
    given = scenario("map four-regions\nAnn Hill Orcs : cave 1 <- to move\nBob\n", content)
    assert given.tray("orcs") == 10 - 1
    assert given.preview() == {"orcs regions": 1, "orcs hill": 2}


@rule("RUL-61", "BIV-7")
def test_an_entry_may_bring_two_kinds_of_markers() -> None:
    """Each is placed at its own moment; a badge with two more makes four."""
    tents = '{ name = "tent", count = 2, placed = "redeployment", defence = 1 }'
    flags = '{ name = "flag", count = 3, placed = "every region" }'
    towers = '{ name = "tower", count = 1, placed = "one per turn", defence = 1 }'
    carts = '{ name = "cart", count = 2, placed = "redeployment", defence = 1 }'
    content = with_power(f"marker = [{towers}, {carts}]", with_race(f"marker = [{flags}, {tents}]"))
    given = scenario(
        """
        map   valley
        tribes -
        Ann   Odd Gnomes, 6 in hand : down 1    <- to move
        Bob   Forest Orcs, 9 in hand : grove 1
        """,
        content,
    )
    after = given.play("conquer fen", "end", "redeploy down:3 fen:4", "encamp fen:1", "encamp down:1 fen:1")
    after = after.play("fortify down")
    assert after.region("fen") == "Ann 4 + flag + tent + cart"  # one tent in a region at most
    assert after.region("down") == "Ann 3 + tower + cart"


# Coins.


@rule("RUL-62")
def test_regions_abandoned_kept_and_held_by_one_token_are_paid_for() -> None:
    """What was abandoned counts at scoring, what was held before the turn, and where one token stands."""
    content = with_race("coins.abandoned = 3\ncoins.kept = 2\ncoins.lone = 1")
    given = scenario(
        """
        map   four-regions
        Ann   Forest Gnomes : moor 2, cave 1, bog 1    <- to move
        Bob   Hill Elves
        """,
        content,
    )
    kept = given.play("expand")
    assert kept.preview()["gnomes kept"] == 2 * 3
    moved = given.play("abandon bog", "expand", "conquer bog")
    assert moved.preview() == {
        "gnomes regions": 3,
        "gnomes abandoned": 3,
        "gnomes kept": 2 * 2,  # the bog was taken anew
        "gnomes lone": 2,  # moor and cave
    }


@rule("RUL-62")
@pytest.mark.parametrize(
    ("who", "coins"),
    [("empty", 1), ("tribe", 1), ("active", 1), ("declined", 1), ("occupied", 3), ("region", 4), ("hill", 2)],
)
def test_conquests_are_paid_for_by_what_stood_there(who: str, coins: int) -> None:
    """An empty region, a lost tribe, an active race and a race in decline: one conquest each."""
    content = with_race(f"coins.conquest.{who} = 1")
    given = scenario(
        """
        map   valley
        tribes grove
        Ann   Swamp Gnomes, 14 in hand : field 1    <- to move
        Bob   Hill Elves : down 1
        Bob   Ratmen, in decline : dell 1
        """,
        content,
    )
    after = given.play("conquer grove", "conquer down", "conquer dell", "conquer fen")
    assert after.preview()["gnomes conquest"] == coins


@rule("RUL-62", "RUL-17")
def test_a_substituted_token_was_an_active_race() -> None:
    """The region is empty for a moment, but what stood in it counts."""
    content = with_power("coins.conquest.active = 2\ncoins.conquest.empty = 1")
    given = scenario(
        """
        map   four-regions
        Ann   Odd Sorcerers, 1 in hand : moor 1    <- to move
        Bob   Hill Elves : cave 1
        """,
        content,
    )
    assert given.play("substitute cave").preview()["sorcerers conquest"] == 2


@rule("RUL-62")
def test_regions_beyond_a_number_are_paid_for() -> None:
    """Two coins for each region above two."""
    content = with_race("coins.beyond = { regions = 2, each = 2 }")
    text = "map four-regions\nAnn Forest Gnomes : {} <- to move\nBob Hill Elves\n"
    assert "gnomes beyond" not in scenario(text.format("moor 1, cave 1"), content).preview()
    assert scenario(text.format("moor 1, cave 1, bog 1, hill 1"), content).preview()["gnomes beyond"] == 4


@rule("RUL-63", "RUL-56")
def test_coins_for_what_happens_in_a_turn_end_with_decline() -> None:
    """Lone tokens and many regions go on paying if coins are kept; kept regions do not."""
    coins = "coins.kept = 5\ncoins.lone = 1\ncoins.beyond = { regions = 1, each = 1 }"
    content = with_race(f"{coins}\nin_decline.keeps = ['coins']")
    given = scenario(
        """
        map   four-regions
        coins Ann 0, Bob 0
        Ann   Forest Gnomes : moor 3, cave 1    <- to move
        Bob   Hill Elves
        """,
        content,
    )
    assert given.play("decline").coins("Ann") == 2 + 2 + 1  # regions, lone tokens, one beyond


@rule("RUL-68")
@pytest.mark.parametrize(("turn", "coins"), [(1, 0), (2, 4)])
def test_a_number_may_count_in_even_game_turns_only(turn: int, coins: int) -> None:
    """Two coins for each region, in every second game turn."""
    content = with_race('coins.region = { n = 2, when = "even turn" }')
    text = (
        f"map four-regions\ngame-turn {turn}\nAnn Forest Gnomes : moor 1, bog 1 <- to move\nBob Hill Elves\n"
    )
    assert scenario(text, content).preview().get("gnomes region", 0) == coins


@rule("RUL-68")
def test_a_number_may_count_by_the_regions_held() -> None:
    """With at most two regions each is cheaper, with at least three each pays."""
    cheaper = 'discount.region = { n = 1, when = "at most 2 regions" }'
    content = with_race(f'{cheaper}\ncoins.turn = {{ n = 3, when = "at least 3 regions" }}')
    given = scenario(
        """
        map   four-regions
        Ann   Forest Gnomes, 5 in hand : moor 1, cave 1    <- to move
        Bob   Hill Elves
        """,
        content,
    )
    assert given.cost("bog") == 1
    assert given.cost_parts("bog") == {"base": 2, "gnomes": -1}
    assert "gnomes turn" not in given.preview()
    after = given.play("conquer bog")
    assert after.cost("hill") == 2
    assert after.preview()["gnomes turn"] == 3


@rule("RUL-68")
@pytest.mark.parametrize(("turn", "coins"), [(1, 2), (2, 0)])
def test_regions_beyond_a_number_may_count_in_odd_game_turns_only(turn: int, coins: int) -> None:
    content = with_race('coins.beyond = { regions = 1, each = 2, when = "odd turn" }')
    text = (
        f"map four-regions\ngame-turn {turn}\nAnn Forest Gnomes : moor 1, bog 1 <- to move\nBob Hill Elves\n"
    )
    assert scenario(text, content).preview().get("gnomes beyond", 0) == coins


@rule("RUL-68")
def test_discounts_that_grow_may_have_a_condition() -> None:
    """Both end with the third region: each earlier conquest, and each own region beside the target."""
    when = 'when = "at most 2 regions"'
    content = with_power(
        f"discount.each.conquest = {{ less = 1, most = 2, {when} }}\n"
        f"discount.each.neighbour = {{ less = 2, most = 2, {when} }}"
    )
    given = scenario(
        """
        map   valley
        tribes grove
        Ann   Odd Orcs, 9 in hand : field 1    <- to move
        Bob   Swamp Elves : fen 3
        """,
        content,
    )
    once = given.play("conquer grove")
    assert once.cost_parts("down")["odd"] == -1
    assert once.cost_parts("fen")["odd"] == -3
    assert "odd" not in once.play("conquer down").cost_parts("fen")


@rule("RUL-68")
def test_a_number_may_count_while_no_active_race_was_attacked() -> None:
    """A race in decline may be attacked, an active one may not, not even in vain."""
    content = with_race('coins.turn = { n = 3, when = "attacked no active race" }')
    given = scenario(
        """
        map   four-regions
        Ann   Forest Gnomes, 6 in hand : moor 1    <- to move
        Bob   Hill Elves : bog 1
        Bob   Ratmen, in decline : cave 1
        """,
        content,
    )
    peaceful = given.play("conquer cave")
    assert peaceful.preview()["gnomes turn"] == 3
    assert "gnomes turn" not in peaceful.play("conquer bog").preview()


# Recruits.


@rule("RUL-64")
@pytest.mark.parametrize(
    ("recruits", "tokens"),
    [
        ("recruits.turn = 2", 2),
        ("recruits.held.hill = 1", 1),
        ("recruits.conquest.active = 2", 2),
        ("recruits.conquest.hill = 3", 3),
        ("recruits.killed = 2", 4),
        ("recruits.declined_races = 3", 0),
        ("recruits.non_empty = 2", 1),
        ("recruits.turn = 1\nrecruits.killed = 1", 3),
    ],
)
def test_recruits_come_before_redeployment(recruits: str, tokens: int) -> None:
    """For the turn, regions held, conquests, tokens that others lost, races in decline on the map."""
    given = scenario(
        """
        map   four-regions
        Ann   Forest Gnomes, 8 in hand : moor 1    <- to move
        Bob   Hill Trolls : cave 1
        Bob   Ratmen, in decline : bog 1
        """,
        with_race(recruits),
    )
    after = given.play("conquer cave", "conquer bog", "end")
    assert 16 - after.tray("gnomes") - 9 == tokens


@rule("RUL-64")
def test_recruits_on_readying_can_conquer_at_once() -> None:
    """They come to hand when the troops are readied, for regions held and every race in decline."""
    content = with_race('recruits = { turn = 1, held.hill = 1, declined_races = 2, at = "start" }')
    given = scenario(
        """
        map   four-regions
        Ann   Forest Gnomes : cave 3    <- to move
        Bob   Ghouls, in decline : bog 1
        Bob   Hill Elves : moor 1
        """,
        content,
    )
    after = given.play("expand")
    assert after.hand("gnomes") == 2 + 1 + 1 + 2


@rule("RUL-64")
def test_there_are_no_recruits_on_readying_in_the_turn_of_the_pick_and_none_above_the_tray() -> None:
    """The first turn has no readying; later the tray gives what it has."""
    content = with_race('recruits = { turn = 3, at = "start" }')
    first = scenario("map valley\ncolumn Hill Gnomes\nAnn <- to move\nBob\n", content).play("pick 1")
    assert first.hand("gnomes") == 10
    full = scenario("map valley\nAnn Hill Gnomes : down 15 <- to move\nBob Forest Orcs\n", content)
    assert full.play("expand").hand("gnomes") == 14 + 1


@rule("RUL-65", "RUL-5")
def test_recruits_for_the_attack_leave_after_redeployment() -> None:
    """They go to the tray; if too few tokens are spare, regions are given up for them."""
    content = with_race('recruits = { turn = 3, at = "start", for = "attack" }')
    given = scenario(
        """
        map   four-regions
        tribes -
        Ann   Forest Gnomes : moor 1    <- to move
        Bob   Hill Elves
        """,
        content,
    )
    ready = given.play("expand")
    assert ready.hand("gnomes") == 3
    unused = ready.play("end")
    assert (unused.hand("gnomes"), unused.tray("gnomes"), "dismissed" in unused.codes()) == (0, 15, True)
    taken = ready.play("conquer cave", "end")
    assert taken.phase == "give_up"
    left = taken.play("leave moor")
    assert (left.region("cave"), left.hand("gnomes"), left.tray("gnomes")) == ("Ann 1", 0, 15)


# What a region costs.


@rule("RUL-66")
@pytest.mark.parametrize(
    ("who", "regions"),
    [
        ("empty", ["fen"]),
        ("tribe", ["grove"]),
        ("active", ["down"]),
        ("declined", ["dell"]),
        ("occupied", ["grove", "down", "dell"]),
    ],
)
def test_a_discount_may_depend_on_what_stands_in_the_region(who: str, regions: list[str]) -> None:
    """One token less, or with a number below 0 one more."""
    text = """
        map   valley
        tribes grove
        Ann   Swamp Gnomes, 9 in hand : field 1    <- to move
        Bob   Hill Elves : down 1
        Bob   Ratmen, in decline : dell 1
    """
    plain = {"fen": 2, "grove": 3, "down": 3, "dell": 3}
    cheaper = scenario(text, with_race(f"discount.{who} = 1"))
    dearer = scenario(text, with_race(f"discount.{who} = -2"))
    for region, cost in plain.items():
        assert cheaper.cost(region) == cost - (region in regions)
        assert dearer.cost(region) == cost + 2 * (region in regions)
        assert dearer.cost_parts(region).get("gnomes", 0) == 2 * (region in regions)


@rule("RUL-66")
def test_each_conquest_may_make_the_next_one_cheaper() -> None:
    """One token less for each non-empty region taken earlier this turn, two at most."""
    content = with_power("discount.each.conquest = { less = 1, most = 2 }")
    given = scenario(
        """
        map   valley
        tribes grove dell
        Ann   Odd Skeletons, 10 in hand : field 1    <- to move
        Bob   Swamp Elves : peak 1, down 1
        """,
        content,
    )
    assert given.cost("dell") == 3
    once = given.play("conquer grove")
    assert once.cost_parts("dell") == {"base": 2, "lost_tribe": 1, "odd": -1}
    thrice = once.play("conquer dell", "conquer down")
    assert thrice.cost_parts("peak") == {"base": 2, "mountain": 1, "tokens": 1, "odd": -2}


@rule("RUL-66")
def test_own_regions_around_a_target_may_make_it_cheaper() -> None:
    """One token less for each own region beside it after the first, but never below one."""
    content = with_power("discount.each.neighbour = { less = 2, most = 3 }")
    given = scenario(
        """
        map   valley
        tribes -
        Ann   Odd Orcs, 9 in hand : field 1    <- to move
        Bob   Swamp Elves : fen 3
        """,
        content,
    )
    assert given.cost("fen") == 5
    beside = given.play("conquer down")
    assert beside.cost_parts("fen") == {"base": 2, "tokens": 3, "odd": -2}
    assert beside.play("conquer grove").cost_parts("fen")["odd"] == -3


@rule("RUL-67")
@pytest.mark.parametrize(
    ("ignored", "told", "peak", "down", "grove"),
    [
        ("tokens", "down", 5, 2, 3),
        ("markers", "peak", 4, 5, 3),
        ("mountain", "peak", 5, 5, 3),
        ("tribe", "grove", 6, 5, 2),
    ],
)
def test_a_part_of_the_price_may_be_ignored(
    ignored: str, told: str, peak: int, down: int, grove: int
) -> None:
    """Tokens, markers, the mountain or the lost tribe are not paid for."""
    given = scenario(
        """
        map   valley
        tribes grove
        Ann   Odd Orcs, 9 in hand : field 1    <- to move
        Bob   Fortified Trolls : down 3, peak 1 + lair + fortress
        """,
        with_power(f'ignores = ["{ignored}"]'),
    )
    assert (given.cost("peak"), given.cost("down"), given.cost("grove")) == (peak, down, grove)
    assert given.cost_parts(told)["odd"] < 0


@rule("RUL-67")
def test_banner_and_badge_ignore_the_same_part_once() -> None:
    """Nobody is paid for conquering."""
    content = with_power('ignores = ["tokens"]', with_race('ignores = ["tokens"]'))
    given = scenario(
        """
        map   four-regions
        Ann   Odd Gnomes, 2 in hand : moor 1    <- to move
        Bob   Hill Elves : cave 4
        """,
        content,
    )
    assert given.cost_parts("cave") == {"base": 2, "tokens": 4, "gnomes": -4}


@rule("RUL-66", "GEN-6")
def test_discounts_end_with_decline_even_for_those_who_conquer_on() -> None:
    """A race in decline pays the plain price."""
    content = with_race('discount.region = 1\ndiscount.empty = 1\nin_decline.keeps = ["conquest"]')
    given = scenario(
        """
        map   four-regions
        tribes -
        Ann   Gnomes, in decline, 4 in hand : moor 1
        Ann   Hill Orcs : hill 1
        Bob   Swamp Elves
        turn  Ann conquer, race gnomes, acted
        """,
        content,
    )
    assert given.cost_parts("cave") == {"base": 2}


# Losses, coins that change hands, and what an attack costs.


@rule("RUL-69")
@pytest.mark.parametrize(("losses", "lost", "withdrawn"), [(-1, -1, 4), (0, 0, 3), (1, 1, 2), (2, 2, 1)])
def test_a_race_may_lose_none_or_two_or_even_gain_when_it_is_conquered(
    losses: int, lost: int, withdrawn: int
) -> None:
    """Three tokens stand in the region; the others withdraw."""
    given = scenario(
        """
        map   four-regions
        Ann   Hill Orcs, 8 in hand : moor 1    <- to move
        Bob   Forest Gnomes : cave 3, hill 1
        """,
        with_race(f"losses = {losses}"),
    )
    after = given.play("conquer cave")
    assert after.tray("gnomes") == 12 + lost
    assert after.race("gnomes").withdrawn == withdrawn


@rule("RUL-69")
def test_banner_and_badge_may_differ_about_losses() -> None:
    """Who loses fewer counts before who loses more."""
    for banner, badge, lost in ((2, 0, 0), (2, 1, 2), (-1, 2, -1)):
        content = with_power(f"losses = {badge}", with_race(f"losses = {banner}"))
        gnomes = "Bob Odd Gnomes : cave 3, hill 1"
        text = f"map four-regions\nAnn Hill Orcs, 8 in hand : moor 1 <- to move\n{gnomes}\n"
        assert scenario(text, content).play("conquer cave").tray("gnomes") == 12 + lost


@rule("RUL-69")
@pytest.mark.parametrize(
    ("kills", "first", "second"),
    [
        ("kills = 0", 0, 0),
        ("kills = 2", 2, 1),
        ("kills = 3", 2, 1),
        ("kills = { tokens = 2, once = true }", 2, 1),
    ],
)
def test_a_race_may_kill_more_or_fewer_tokens(kills: str, first: int, second: int) -> None:
    """At most those that are there; `once` means the first region that a victim loses in a turn."""
    given = scenario(
        """
        map   four-regions
        Ann   Hill Gnomes, 9 in hand : moor 1    <- to move
        Bob   Forest Orcs : cave 2, bog 1, hill 1
        """,
        with_race(kills),
    )
    once = given.play("conquer cave")
    assert once.tray("orcs") == 6 + first
    assert once.play("conquer bog").tray("orcs") == 6 + first + second


@rule("RUL-69")
def test_kills_once_are_told_in_the_position() -> None:
    """After the first region the victim loses the ordinary token."""
    given = scenario(
        """
        map   four-regions
        Ann   Hill Gnomes, 12 in hand : moor 1    <- to move
        Bob   Forest Orcs : cave 3, bog 3
        """,
        with_race("kills = { tokens = 2, once = true }"),
    )
    once = given.play("conquer cave")
    assert "hit Bob" in once.game.to_text()
    assert once.play("conquer bog").tray("orcs") == 4 + 2 + 1


@rule("RUL-69", "LOS-6")
def test_a_race_in_decline_loses_its_token_even_to_those_who_kill_none() -> None:
    """It could not withdraw; and a race that loses none loses none to those who kill."""
    given = scenario(
        """
        map   four-regions
        Ann   Hill Gnomes, 9 in hand : moor 1    <- to move
        Bob   Ratmen, in decline : cave 1, hill 1
        Bob   Forest Elves : bog 3
        """,
        with_race("kills = 0"),
    )
    assert given.play("conquer cave").tray("ratmen") == 12
    elves = scenario(given.game.to_text(), with_race("kills = 3"))
    after = elves.play("conquer cave", "conquer bog")
    assert after.tray("elves") == given.tray("elves")


@rule("RUL-71")
def test_who_conquers_may_lose_tokens_but_one_always_stays() -> None:
    """Two of the tokens that took the region go to the tray."""
    content = with_race("attacker_loses = 2")
    text = "map four-regions\nAnn {} Orcs, 8 in hand : moor 1 <- to move\nBob Forest Gnomes : cave 2, bog 1\n"
    after = scenario(text.format("Hill"), content).play("conquer cave")
    assert (after.region("cave"), after.tray("orcs")) == ("Ann 2", 3)
    assert "tokens_lost" in after.codes()
    dragon = scenario(text.format("Dragon Master"), content)
    assert dragon.play("dragon cave").region("cave") == "Ann 1 + dragon"


@rule("RUL-77")
def test_a_victim_gives_coins_or_what_there_is() -> None:
    """Three for each region of an active race; the last one brings what is left, and decline nothing."""
    given = scenario(
        """
        map   four-regions
        coins Ann 5, Bob 4
        Ann   Hill Gnomes, 10 in hand : moor 1    <- to move
        Bob   Forest Orcs : cave 1, bog 1
        Bob   Ratmen, in decline : hill 1
        """,
        with_race("takes.victim = 3"),
    )
    once = given.play("conquer cave")
    assert (once.coins("Ann"), once.coins("Bob")) == (8, 1)
    after = once.play("conquer bog", "conquer hill")
    assert (after.coins("Ann"), after.coins("Bob")) == (9, 0)


@rule("RUL-77")
def test_an_attacker_gives_coins_also_for_a_substitution() -> None:
    """Who conquers a region of the race pays, however; its owner's other race does not."""
    given = scenario(
        """
        map   four-regions
        coins Ann 3, Bob 5
        Ann   Hill Sorcerers, 5 in hand : moor 1    <- to move
        Bob   Forest Gnomes : cave 1, bog 1
        """,
        with_race("takes.attacker = 2"),
    )
    once = given.play("substitute cave")
    assert (once.coins("Ann"), once.coins("Bob")) == (1, 7)
    after = once.play("conquer bog")
    assert (after.coins("Ann"), after.coins("Bob")) == (0, 8)


@rule("RUL-77")
def test_the_victim_gives_before_the_attacker_does() -> None:
    """Bob has one coin and Ann none: she gets his and has to give it back, which everybody is told."""
    content = with_power("takes.victim = 2", with_race("takes.attacker = 3"))
    given = scenario(
        """
        map   four-regions
        coins Ann 0, Bob 1
        Ann   Odd Orcs, 8 in hand : moor 1    <- to move
        Bob   Forest Gnomes : cave 1
        """,
        content,
    )
    after = given.play("conquer cave")
    assert (after.coins("Ann"), after.coins("Bob")) == (0, 1)
    given_coins = [event for event in after.events if isinstance(event, CoinsGiven)]
    assert [(event.seat, event.to, event.coins) for event in given_coins] == [(1, 0, 1), (0, 1, 1)]


@rule("RUL-77", "RUL-15")
def test_no_coins_move_for_a_failed_attempt_nor_between_the_own_races() -> None:
    """Only a region that changes players does."""
    content = with_power("takes.victim = 2", with_race("takes.attacker = 3"))
    attempt = scenario(
        """
        map   four-regions
        coins Ann 5, Bob 5
        Ann   Odd Orcs, 1 in hand : moor 1    <- to move
        Bob   Forest Gnomes : cave 1
        """,
        content,
    )
    failed = attempt.play("conquer cave", "die 0")
    assert "coins_given" not in failed.codes()
    own = scenario(
        """
        map   four-regions
        coins Ann 5, Bob 5
        Ann   Ghouls, in decline, 4 in hand : moor 1
        Ann   Swamp Gnomes : cave 1, bog 1
        Bob   Hill Elves
        turn  Ann conquer, race ghouls, acted
        """,
        content,
    )
    after = own.play("conquer cave")
    assert (after.coins("Ann"), after.codes().count("coins_given")) == (5, 0)


@rule("RUL-77")
def test_a_race_in_decline_takes_no_coins() -> None:
    """Whoever conquers its regions pays nothing."""
    given = scenario(
        """
        map   four-regions
        coins Ann 5, Bob 5
        Ann   Hill Orcs, 8 in hand : moor 1    <- to move
        Bob   Gnomes, in decline : cave 1
        """,
        with_race("takes.attacker = 3"),
    )
    assert given.play("conquer cave").coins("Ann") == 5


# Reach.


@rule("RUL-72")
def test_linked_regions_are_adjacent_to_each_other() -> None:
    """From one mine region to any other, and no further; the discount beside a region follows."""
    given = scenario(
        """
        map   valley
        tribes -
        Ann   Swamp Gnomes, 9 in hand : down 1    <- to move
        Bob   Hill Elves
        """,
        with_race('links = ["mine"]\ndiscount.beside.hill = 1'),
    )
    assert "cliff" in given.targets()
    assert "shore" not in given.targets()
    assert given.cost_parts("cliff") == {"base": 2, "mountain": 1, "gnomes": -1}


@rule("RUL-73")
def test_a_leap_reaches_two_steps_and_may_need_a_place_to_start() -> None:
    """The lake and seas can be leapt over but not entered."""
    text = """
        map   valley
        tribes -
        Ann   Swamp Gnomes, 9 in hand : fen 1    <- to move
        Bob   Hill Elves
    """
    free = scenario(text, with_race("leaps = 1"))
    assert sorted(free.targets()) == ["dell", "down", "field", "grove", "peak", "wood"]
    bound = scenario(text, with_race('leaps = 1\nstarts_from = ["mountain"]'))
    assert sorted(bound.targets()) == ["down", "field", "grove"]
    assert free.reasons("shore") == ["not_adjacent"]


# Peace.


@rule("DIP-3", "RUL-72", "RUL-73")
def test_peace_binds_links_and_leaps() -> None:
    """However near a region of the other becomes, the ally may not attack it."""
    given = scenario(
        """
        map    valley
        tribes -
        peace  Bob spares Ann
        Ann    Hill Orcs : cliff 1, dell 1
        Bob    Odd Gnomes, 9 in hand : down 1    <- to move
        """,
        with_power("leaps = 1", with_race('links = ["mine"]')),
    )
    assert given.reasons("cliff") == ["peace"]
    assert given.reasons("dell") == ["peace"]
    assert "wood" not in given.targets()
    assert "beach" in given.targets()


@rule("DIP-2", "RUL-68", "RUL-15")
def test_who_attacked_nobody_is_paid_and_may_name_an_ally() -> None:
    """An own race that may make peace: a failed attempt on Bob costs both the coins and Bob's peace."""
    coins = 'coins.turn = { n = 3, when = "attacked no active race" }'
    given = scenario(
        """
        map   four-regions
        coins Ann 0, Bob 0
        Ann   Hill Gnomes, 2 in hand : moor 1    <- to move
        Bob   Forest Orcs : cave 1
        """,
        with_race(f'{coins}\nmay = ["make peace"]'),
    )
    quiet = given.play("end")
    assert (quiet.phase, quiet.coins("Ann")) == ("ally", 1 + 3)
    assert quiet.play("ally Bob").view().peace == ((1, 0),)
    loud = given.play("conquer cave", "die 0")
    assert (loud.to_move, loud.coins("Ann")) == ("Bob", 1)


# Standing defence and immunity.


@rule("RUL-74")
def test_a_race_may_defend_places_without_markers() -> None:
    """Its hills cost two more while it is active; its owner's own races pay that, too."""
    content = with_race("defence.hill = 2")
    given = scenario(
        """
        map   four-regions
        Ann   Hill Orcs, 8 in hand : moor 1    <- to move
        Bob   Forest Gnomes : cave 1, bog 1
        """,
        content,
    )
    assert given.cost_parts("cave") == {"base": 2, "tokens": 1, "gnomes": 2}
    declined = scenario(
        "map four-regions\nAnn Hill Orcs, 8 in hand : moor 1 <- to move\nBob Gnomes, in decline : cave 1\n",
        content,
    )
    assert declined.cost("cave") == 3


@rule("RUL-74")
def test_a_marker_may_guard_the_regions_beside_it() -> None:
    """Regions of its race beside it cost one more, once for each kind; its own region does not."""
    totem = 'marker = { name = "totem", count = 3, placed = "one per turn", guards = 1 }'
    given = scenario(
        """
        map   four-regions
        Ann   Flying Orcs, 8 in hand : hill 1    <- to move
        Bob   Forest Gnomes : moor 1 + totem, cave 1, bog 1 + totem
        """,
        with_race(totem),
    )
    assert given.cost("cave") == 4
    assert given.cost("moor") == 3


@rule("RUL-74", "RUL-41")
def test_standing_defence_counts_against_the_own_races_of_its_player() -> None:
    """Ghouls in decline pay for the hill of their owner's Gnomes; the tokens there do not count (RUL-1)."""
    given = scenario(
        """
        map   four-regions
        Ann   Ghouls, in decline, 4 in hand : moor 1
        Ann   Swamp Gnomes : cave 3
        Bob   Hill Elves
        turn  Ann conquer, race ghouls, acted
        """,
        with_race("defence.hill = 2"),
    )
    assert given.cost_parts("cave") == {"base": 2, "gnomes": 2}


@rule("RUL-74")
def test_guarding_markers_of_two_kinds_add_up_and_a_kept_one_guards_in_decline() -> None:
    """Another race of the same player beside the marker is not guarded."""
    totem = '{ name = "totem", count = 2, placed = "one per turn", guards = 1 }'
    drum = '{ name = "drum", count = 2, placed = "every region", guards = 2 }'
    content = with_race(f'marker = [{totem}, {drum}]\nin_decline.keeps = ["marker"]')
    both = scenario(
        """
        map   four-regions
        Ann   Flying Orcs, 8 in hand : hill 1    <- to move
        Bob   Forest Gnomes : moor 1 + totem + drum, cave 1
        """,
        content,
    )
    assert both.cost("cave") == 3 + 1 + 2
    kept = scenario(
        """
        map   four-regions
        Ann   Hill Orcs, 8 in hand : hill 1    <- to move
        Bob   Gnomes, in decline : cave 1, bog 1 + totem
        Bob   Forest Elves : moor 1
        """,
        content,
    )
    assert kept.cost("cave") == 3 + 1
    assert kept.cost("moor") == 3
    other = scenario(kept.game.to_text().replace("cave 1, bog 1 + totem", "cave 1 + totem"), content)
    assert other.cost("moor") == 3


@rule("RUL-75", "RUL-42")
def test_standing_immunity_stops_a_substitution_but_not_the_own_races() -> None:
    """The Sorcerers may not replace the token on the hill; Ghouls of the Gnomes' player may conquer it."""
    content = with_race('immune = ["hill"]')
    sorcerers = scenario(
        """
        map   four-regions
        Ann   Swamp Sorcerers, 8 in hand : moor 1    <- to move
        Bob   Forest Gnomes : cave 1, bog 1
        """,
        content,
    )
    assert sorcerers.refusal("substitute cave")
    assert "substitute" not in sorcerers.legal
    ghouls = scenario(
        """
        map   four-regions
        Ann   Ghouls, in decline, 4 in hand : moor 1
        Ann   Swamp Gnomes : cave 3
        Bob   Hill Elves
        turn  Ann conquer, race ghouls, acted
        """,
        content,
    )
    assert "cave" in ghouls.targets()


@rule("RUL-75", "RUL-42")
def test_a_race_may_be_immune_in_places_and_in_decline() -> None:
    """Nobody else may take such a region, not even with the dragon."""
    content = with_race('immune = ["hill"]\nin_decline.immune = true')
    text = "map four-regions\nAnn Dragon Master Orcs, 8 in hand : moor 1 <- to move\nBob {} : cave 1\n"
    active = scenario(text.format("Forest Gnomes"), content)
    assert active.reasons("cave") == ["immune_race"]
    assert active.refusal("dragon cave")
    declined = scenario(text.format("Gnomes, in decline"), content)
    assert declined.reasons("cave") == ["immune_race"]
    assert declined.legal == ["end"]


@rule("RUL-76")
def test_a_race_in_decline_may_be_defenceless() -> None:
    """Its regions cost as if they were empty, and that once, whatever the attacker ignores."""
    content = with_power('ignores = ["tokens"]', with_race('in_decline.defence = "none"'))
    text = "map four-regions\nAnn {} Orcs, 8 in hand : moor 1 <- to move\nBob Gnomes, in decline : cave 1\n"
    plain = scenario(text.format("Hill"), content)
    assert plain.cost_parts("cave") == {"base": 2, "tokens": 1, "gnomes": -1}
    assert scenario(text.format("Odd"), content).cost("cave") == 2


@rule("RUL-79")
def test_markers_may_stand_only_where_their_places_are() -> None:
    """The tower may be built on hills only; a race without one is not asked."""
    tower = 'marker = { name = "tower", count = 3, placed = "one per turn", where = ["hill"] }'
    given = scenario(
        """
        map   four-regions
        Ann   Forest Gnomes, 4 in hand : moor 1    <- to move
        Bob   Hill Elves
        """,
        with_race(tower),
    )
    assert given.play("end").to_move == "Bob"
    built = given.play("conquer cave", "end", "redeploy moor:2 cave:3")
    assert built.legal == ["fortify cave", "done"]


# Garrisons.


@rule("RUL-70")
def test_a_garrison_is_needed_and_stays() -> None:
    """Every conquest takes two at least, and on readying two stay."""
    given = scenario(
        """
        map   four-regions
        Ann   Commando Gnomes : moor 5    <- to move
        Bob   Hill Elves
        """,
        with_race("garrison.least = 2"),
    )
    ready = given.play("expand")
    assert ready.hand("gnomes") == 3
    assert ready.cost("cave") == 2  # 2 - 1, but two are needed
    after = ready.play("conquer cave")
    assert after.reasons("bog") == ["too_few_tokens"]  # one token makes no attempt
    ended = after.play("end")
    assert ended.play("redeploy moor:3 cave:2").region("cave") == "Ann 2"
    assert ended.refusal("redeploy moor:4 cave:1") == "redeploy_leaves_one"
    with pytest.raises(Refused, match="at least 2"):
        ended.game.parse("redeploy moor:4 cave:1")


@rule("RUL-70", "RUL-17")
def test_a_garrison_is_filled_up_from_the_hand_or_the_region_is_abandoned() -> None:
    """A substitution brings one token and needs another; the dragon takes two along."""
    content = with_power("garrison.least = 2")
    text = "map four-regions\nAnn Odd Sorcerers, {} in hand : moor 2 <- to move\nBob Hill Orcs : cave 1\n"
    assert scenario(text.format(2), content).play("substitute cave").region("cave") == "Ann 2"
    assert "substitute" not in scenario(text.format(0) + "turn Ann conquer, acted\n", content).legal
    lossy = with_power("garrison.least = 3", with_race("attacker_loses = 3"))
    attack = "map four-regions\nAnn Odd Orcs, 4 in hand : moor 3 <- to move\nBob Hill Gnomes : cave 1\n"
    fallen = scenario(attack, lossy).play("conquer cave")
    assert (fallen.region("cave"), fallen.hand("orcs")) == ("empty", 2)


@rule("RUL-78")
def test_all_above_one_may_stay_in_hand() -> None:
    """After the conquests, and when tokens withdraw, one stands in each region and the rest is in hand."""
    given = scenario(
        """
        map   four-regions
        Ann   Forest Gnomes, 6 in hand : moor 1    <- to move
        Bob   Hill Orcs, 8 in hand : hill 1
        """,
        with_race("garrison.most = 1"),
    )
    after = given.play("conquer cave", "end")
    assert (after.region("cave"), after.hand("gnomes"), after.to_move) == ("Ann 1", 5, "Bob")


@rule("RUL-78")
def test_a_race_may_not_redeploy() -> None:
    """Tokens stay where they conquered, those in hand stay in hand; who must leave comes off the map."""
    given = scenario(
        """
        map   four-regions
        Ann   Forest Gnomes, 6 in hand : moor 1    <- to move
        Bob   Hill Orcs, 8 in hand : hill 1
        """,
        with_race("redeploys = false"),
    )
    after = given.play("conquer cave", "end")
    assert (after.region("cave"), after.hand("gnomes"), after.to_move) == ("Ann 2", 4, "Bob")
    amazons = with_power("redeploys = false")
    text = "map four-regions\nAnn Odd Amazons, 5 in hand : moor 3 <- to move\nBob Hill Orcs : hill 1\n"
    gone = scenario(text, amazons).play("conquer cave", "end")
    assert (gone.region("moor"), gone.region("cave"), gone.hand("amazons")) == ("Ann 1", "Ann 1", 6)


@rule("RUL-78", "RUL-43")
def test_tokens_that_stayed_in_hand_come_back_on_readying_and_go_to_the_tray_on_decline() -> None:
    """Five stayed in hand: with those of the map they are readied, or all but those on the map leave."""
    given = scenario(
        """
        map   four-regions
        Ann   Forest Gnomes, 5 in hand : moor 1, cave 3
        Bob   Hill Orcs : hill 1
        turn  Ann ready
        """,
        with_race("redeploys = false"),
    )
    assert given.play("expand").hand("gnomes") == 5 + 2
    gone = given.play("decline")
    assert (gone.region("cave"), gone.tray("gnomes")) == ("Ann 1", 16 - 2)


@rule("RUL-78", "LOS-3")
def test_withdrawn_tokens_go_to_the_hand_of_those_who_keep_one_in_a_region() -> None:
    """Bob is not asked where they go."""
    given = scenario(
        """
        map   four-regions
        Ann   Hill Orcs, 8 in hand : hill 1    <- to move
        Bob   Forest Gnomes : moor 1, cave 1, bog 3
        """,
        with_race("garrison.most = 1"),
    )
    after = given.play("conquer bog", "end", "redeploy hill:1 bog:8")
    assert (after.to_move, after.phase, after.hand("gnomes")) == ("Bob", "ready", 2)
    assert after.region("cave") == "Bob 1"


@rule("RUL-78", "FST-6")
def test_a_race_may_abandon_everything_when_it_is_readied() -> None:
    """All regions are left and count as abandoned; the next conquest is a first one."""
    given = scenario(
        """
        map   valley
        tribes -
        Ann   Swamp Gnomes : field 3, dell 1    <- to move
        Bob   Hill Elves
        """,
        with_race('abandons = "all"\ncoins.abandoned = 1'),
    )
    after = given.play("expand")
    assert after.hand("gnomes") == 4
    assert after.reasons("field") == ["not_border"]
    assert after.preview() == {"gnomes abandoned": 2}
    assert given.play("decline").region("field") == "Ann 1"
