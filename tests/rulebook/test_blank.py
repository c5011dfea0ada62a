"""The blank banner and the blank badge: races and special powers of the players' own invention."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from elbowroom.engine.game import Game
from elbowroom.engine.invariants import check_state
from elbowroom.rules.content import Content, add_content, base_content
from elbowroom.rules.refusals import Refused
from tests.scenario import box, rule, scenario

RACES = tuple(race.id for race in base_content().races)
POWERS = tuple(power.id for power in base_content().powers)

GNOMES = """
[race.gnomes]
name = "Gnomes"
text.en = "Gnomes dig where others mine, and leave their mushrooms behind."
tokens = 6
tokens_of = "elves"
coins.mine = 1
discount.cavern = 1
marker = { name = "mushroom", defence = 1, count = 4, placed = "one per turn" }
in_decline.keeps = ["coins", "marker"]
"""

SINGING = """
[power.singing]
tokens = 3
coins.magic = 2
coins.choir = 1
discount.beside.forest = 1
marker = { name = "choir", defence = 1, count = 3, placed = "redeployment", per_region = 2, company = true }
"""


@cache
def invented(*texts: str) -> Content:
    """The box of the tests with something more in it."""
    content = box()
    for text in texts:
        content = add_content(content, text, "mine.toml")
    return content


def refused(*texts: str) -> str:
    """The sentence with which a text is refused; fails if it is not refused."""
    with pytest.raises(Refused) as caught:
        invented(*texts)
    assert caught.value.code == "content"
    return str(caught.value)


def play_some_turns(text: str, content: Content, decisions: int = 80) -> Game:
    """Play on with random decisions; after each, the state is sound and reads back from its text."""
    game, choice = Game.from_text(text, content, seed=11), Random(11)
    for _ in range(decisions):
        if game.is_over:
            break
        game.apply(choice.choice(game.legal()))
        check_state(game.state)
        assert Game.from_text(game.to_text(), content).to_text() == game.to_text()
    return game


# The blank banner.


@rule("BLK-1")
def test_an_invented_race_plays_with_the_benefits_it_was_given() -> None:
    """What is written on the blank banner is what the race does."""
    given = scenario(
        """
        map     valley
        coins   Ann 5, Bob 5
        column  Hill Gnomes
        Ann     <- to move
        Bob     Forest Orcs : grove 1
        """,
        invented(GNOMES),
    )
    picked = given.play("pick 1")
    assert picked.hand("gnomes") == 6 + 4
    playing = scenario(
        """
        map     valley
        coins   Ann 5, Bob 5
        Ann     Hill Gnomes, 6 in hand : down 1    <- to move
        Bob     Forest Orcs : grove 1
        """,
        invented(GNOMES),
    )
    assert playing.cost("fen") == 1  # a cavern
    assert playing.cost("peak") == 2
    assert playing.cost("field") == 2
    after = playing.play("conquer fen", "conquer field", "end", "redeploy down:3 fen:1 field:3")
    assert after.phase == "fortify"
    after = after.play("fortify field")
    assert after.region("field") == "Ann 3 + mushroom"
    assert after.coins("Ann") == 5 + 3 + 2 + 1  # regions, mines, a hill


@rule("BLK-1", "GEN-6")
def test_an_invented_race_keeps_in_decline_what_its_banner_says() -> None:
    """Coins and markers last if the banner says so, and nothing else does."""
    given = scenario(
        """
        map    valley
        coins  Ann 5, Bob 5
        Ann    Hill Gnomes : down 2 + mushroom, field 1    <- to move
        Bob    Forest Orcs, 1 in hand : grove 1
        """,
        invented(GNOMES),
    )
    after = given.play("decline")
    assert after.coins("Ann") == 5 + 2 + 2
    assert after.region("down") == "Ann 1 + mushroom"


@rule("BLK-2")
@pytest.mark.parametrize("power", POWERS)
def test_an_invented_race_can_be_paired_with_every_power(power: str) -> None:
    """Whichever badge lies beside it, there are tokens enough and the combo can be played."""
    content = invented(GNOMES)
    text = f"map valley\ncolumn {power.replace('_', ' ').title()} Gnomes\nAnn <- to move\nBob\n"
    picked = scenario(text, content).play("pick 1")
    assert picked.races("Ann") == [f"{power} gnomes"]
    assert picked.hand("gnomes") == 6 + content.power(power).traits.tokens
    play_some_turns(text, content)


@rule("BLK-3")
def test_the_number_on_the_blank_banner_is_never_above_ten() -> None:
    """Ten is accepted, eleven refused."""
    ten = '[race.gnomes]\ntokens = 10\ntokens_of = "skeletons"\n'
    assert invented(ten).race("gnomes").traits.tokens == 10
    eleven = '[race.gnomes]\ntokens = 11\ntokens_of = "skeletons"\n'
    assert "tokens: 11 is not between 0 and 10" in refused(eleven)


@rule("BLK-4")
@pytest.mark.parametrize("lender", RACES)
def test_an_invented_race_borrows_the_tokens_of_a_race_that_has_enough(lender: str) -> None:
    """Enough for its banner and the largest badge; with one more it is refused."""
    in_box = base_content().race(lender).tokens_in_box
    most = min(10, in_box - 5)
    enough = f'[race.gnomes]\ntokens = {most}\ntokens_of = "{lender}"\n'
    assert invented(enough).race("gnomes").tokens_in_box == in_box
    assert scenario("map four-regions\nAnn <- to move\nBob\n", invented(enough)).tray("gnomes") == in_box
    if most < 10:
        assert f"{lender} has {in_box} tokens" in refused(enough.replace(f"= {most}\n", f"= {most + 1}\n"))


@rule("BLK-4")
def test_an_invented_race_must_say_whose_tokens_it_borrows() -> None:
    """A known race, and one whose tokens nobody else has borrowed."""
    assert "elves, giants" in refused("[race.gnomes]\ntokens = 6\n")
    assert "Did you mean elves?" in refused('[race.gnomes]\ntokens = 6\ntokens_of = "elfs"\n')
    twice = '[race.imps]\ntokens = 5\ntokens_of = "elves"\n'
    assert "borrowed by another race" in refused(GNOMES, twice)


@rule("BLK-4", "AMA-2")
def test_tokens_that_only_attack_must_be_there_too() -> None:
    """Six and four that only attack need a race with fifteen tokens, as Amazons have."""
    ask = '[race.gnomes]\ntokens = 6\nattack_only = 4\ntokens_of = "{}"\n'
    assert invented(ask.format("amazons")).race("gnomes").tokens_in_box == 15
    assert "ratmen has 13 tokens, but 15" in refused(ask.format("ratmen"))


@rule("BLK-5")
def test_the_banner_of_the_race_whose_tokens_are_borrowed_is_taken_out() -> None:
    """There are fourteen banners as before, and the lender's is not among them."""
    given = scenario("map four-regions\nAnn <- to move\nBob\n", invented(GNOMES))
    view = given.view()
    banners = sorted([*(combo.race for combo in view.column), *view.unrevealed_banners])
    assert banners == sorted([*(race for race in RACES if race != "elves"), "gnomes"])
    assert "elves" not in view.tray
    with pytest.raises(Refused):
        scenario("map four-regions\nAnn Hill Elves : moor 1 <- to move\nBob\n", invented(GNOMES))


# The blank badge.


@rule("BLK-6")
def test_an_invented_power_plays_with_the_benefits_it_was_given() -> None:
    """What is written on the blank badge is what the power does."""
    given = scenario(
        """
        map    valley
        coins  Ann 5, Bob 5
        Ann    Singing Orcs, 6 in hand : grove 1, wood 1    <- to move
        Bob    Hill Elves : down 1
        """,
        invented(SINGING),
    )
    assert given.cost("field") == 1  # beside a forest it holds
    assert given.cost("beach") == 2
    after = given.play("conquer field", "end", "redeploy wood:1 grove:6 field:1")
    assert after.phase == "encamp"
    assert after.view().left == 3
    assert after.refusal("encamp wood:3") == "not_legal"  # at most two of them share a region
    after = after.play("encamp wood:2")
    assert after.region("wood") == "Ann 1 + 2 choir"
    assert after.coins("Ann") == 5 + 3 + 2 + 2  # regions, a magic region, two choirs


@rule("BLK-6")
def test_an_invented_badge_lies_among_the_others() -> None:
    """There are twenty-one badges to be drawn, and its number adds to any banner."""
    given = scenario("map four-regions\ncolumn Singing Orcs\nAnn <- to move\nBob\n", invented(SINGING))
    assert len(given.view().column) + len(given.view().unrevealed_badges) == 21
    assert given.play("pick 1").hand("orcs") == 5 + 3


@rule("BLK-7")
@pytest.mark.parametrize("race", RACES)
def test_an_invented_power_can_be_paired_with_every_race(race: str) -> None:
    """Whichever banner lies beside it, there are tokens enough and the combo can be played."""
    content = invented(SINGING)
    text = f"map valley\ncolumn Singing {race.title()}\nAnn <- to move\nBob\n"
    picked = scenario(text, content).play("pick 1")
    traits = content.race(race).traits
    assert picked.hand(race) == traits.tokens + traits.attack_only + 3
    play_some_turns(text, content)


@rule("BLK-8")
def test_the_number_on_the_blank_badge_is_never_above_five() -> None:
    """Five is accepted, six refused."""
    assert invented("[power.singing]\ntokens = 5\n").power("singing").traits.tokens == 5
    assert "tokens: 6 is not between 0 and 5" in refused("[power.singing]\ntokens = 6\n")


@rule("BLK-7", "BLK-8", "GEN-2")
def test_a_badge_whose_attacking_tokens_would_run_out_is_refused() -> None:
    """Dwarves have eight tokens: a badge that gives more than five to any race cannot be paired with them."""
    assert refused("[power.horde]\ntokens = 5\nattack_only = 3\n")


# Both together, and what two inventions do to each other.


@rule("BLK-2", "BLK-7")
def test_an_invented_race_and_an_invented_power_can_be_paired() -> None:
    """The two benefits cumulate like any others."""
    content = invented(GNOMES, SINGING)
    given = scenario(
        """
        map    valley
        Ann    Singing Gnomes : grove 1 + choir, field 1 + mushroom    <- to move
        Bob    Hill Orcs : down 1
        """,
        content,
    )
    assert given.preview() == {"gnomes regions": 2, "gnomes mine": 1, "gnomes magic": 2, "gnomes choir": 1}
    play_some_turns("map valley\ncolumn Singing Gnomes\nAnn <- to move\nBob\n", content)


@rule("BLK-2", "BLK-7")
def test_whole_games_with_both_can_be_played() -> None:
    """From the first turn to the last."""
    content = invented(GNOMES, SINGING)
    for column in ("Singing Orcs | Hill Gnomes", "Singing Gnomes | Bivouacking Ghouls"):
        game = play_some_turns(f"map valley\ncolumn {column}\nAnn <- to move\nBob\n", content, 5000)
        assert game.is_over


@rule("BLK-6")
def test_an_unknown_word_on_a_badge_is_refused() -> None:
    """A power does only what the words of the rules can say."""
    assert "`wod` is not known" in refused("[power.singing]\ntokens = 3\ncoins.wod = 1\n")
    assert "tokens" in refused("[power.singing]\ncoins.forest = 1\n")


@rule("BLK-1", "BLK-6")
def test_an_invention_needs_a_name_of_its_own() -> None:
    """Nothing in the box may bear its name already."""
    assert "already called orcs" in refused('[race.orcs]\ntokens = 5\ntokens_of = "elves"\n')
    assert "already called hill" in refused("[power.hill]\ntokens = 4\n")


TENTS = """
[race.gnomes]
tokens = 6
tokens_of = "skeletons"
marker = {{ name = "tent", defence = 1, count = 4, placed = "redeployment", per_region = {} }}
"""


@rule("BLK-2", "BIV-7")
def test_tents_and_encampments_of_a_lost_region_are_each_put_back() -> None:
    """Bivouacking beside a banner with camps of its own: one tent and two encampments come back."""
    given = scenario(
        """
        map  four-regions
        Ann  Bivouacking Gnomes : moor 1, cave 1 + tent + 2 encampment
        Bob  Forest Elves, 9 in hand : bog 1    <- to move
        """,
        invented(TENTS.format(4)),
    )
    fallen = given.play("conquer cave", "end", "redeploy bog:4 cave:6")
    assert (fallen.phase, fallen.view().placing, fallen.view().left) == ("reencamp", "tent", 1)
    both = fallen.play("encamp moor:1")
    assert (both.phase, both.view().placing, both.view().left) == ("reencamp", "encampment", 2)
    assert both.play("encamp moor:2").region("moor") == "Ann 1 + tent + 2 encampment"


@rule("RUL-38", "BLK-1")
def test_the_program_puts_no_more_tents_into_a_region_than_it_can_hold() -> None:
    """With automatic withdrawal a tent without a place stays aside."""
    given = scenario(
        """
        map      four-regions
        options  auto_withdraw
        Ann      Hill Gnomes : moor 1 + tent, cave 1 + tent
        Bob      Forest Elves, 5 in hand : bog 1    <- to move
        """,
        invented(TENTS.format(1)),
    )
    after = given.play("conquer cave", "end", "redeploy bog:2 cave:4")
    assert after.region("moor") == "Ann 1 + tent"


@rule("BLK-1", "DEC-10")
def test_a_race_that_keeps_its_tokens_but_conquers_no_more_leaves_with_its_last_region() -> None:
    """Tokens that can never come back to the map do not keep the banner from returning."""
    keeping = '[race.gnomes]\ntokens = 6\ntokens_of = "skeletons"\nin_decline.keeps = ["tokens"]\n'
    given = scenario(
        """
        map  four-regions
        Ann  Gnomes, in decline : cave 3
        Ann  Hill Dwarves : moor 1
        Bob  Forest Elves, 9 in hand : bog 1    <- to move
        """,
        invented(keeping),
    )
    after = given.play("conquer cave", "end", "redeploy bog:5 cave:5")
    assert after.races("Ann") == ["hill dwarves"]
    assert after.tray("gnomes") == 20


@rule("BLK-1")
def test_a_race_that_conquers_in_decline_with_single_tokens_can_be_written_down() -> None:
    """Tokens gathered by redeploying stand together, and the position reads back."""
    conquering = '[race.gnomes]\ntokens = 6\ntokens_of = "skeletons"\nin_decline.keeps = ["conquest"]\n'
    given = scenario(
        """
        map   four-regions
        Ann   Gnomes, in decline : cave 1, hill 1
        Ann   Hill Dwarves : moor 1
        Bob   Forest Elves : bog 1
        turn  Ann ready, race gnomes
        """,
        invented(conquering),
    )
    after = given.play("abandon hill", "expand", "end")
    assert after.region("cave") == "Ann 2"
    assert after.play("expand").region("cave") == "Ann 2"


@rule("BLK-1", "LOS-3")
def test_a_race_that_keeps_its_tokens_in_decline_withdraws_them() -> None:
    """While regions are left to it, the tokens of a lost one go there, and the position reads back."""
    keeping = '[race.gnomes]\ntokens = 6\ntokens_of = "skeletons"\nin_decline.keeps = ["tokens"]\n'
    given = scenario(
        """
        map  four-regions
        Ann  Gnomes, in decline : cave 3, hill 1
        Ann  Hill Dwarves : moor 1
        Bob  Forest Elves, 6 in hand : bog 1    <- to move
        """,
        invented(keeping),
    )
    taken = given.play("conquer cave")
    assert taken.race("gnomes").withdrawn == 2
    after = taken.play("end", "redeploy bog:2 cave:5")
    assert after.region("hill") == "Ann 3"


@rule("BLK-2", "BIV-7")
def test_encampments_of_two_victims_go_back_to_their_own_owners() -> None:
    """A banner that uses the same pieces as Bivouacking: each victim puts back what they lost."""
    camping = """
[race.gnomes]
tokens = 6
tokens_of = "skeletons"
marker = { name="encampment", defence=1, count=5, placed="redeployment", per_region=5, company=true }
"""
    given = scenario(
        """
        map  valley-3
        Ann  Hill Gnomes : fen 1 + encampment, shore 1
        Bob  Forest Elves, 9 in hand : field 1    <- to move
        Cat  Bivouacking Orcs : down 1 + 2 encampment, beach 1
        """,
        invented(camping),
    )
    after = given.play("conquer fen", "conquer down", "end", "redeploy field:2 fen:4 down:4")
    assert (after.to_move, after.phase, after.view().left) == ("Cat", "reencamp", 2)
    after = after.play("encamp beach:2")
    assert (after.to_move, after.phase, after.view().left) == ("Ann", "reencamp", 1)
    after = after.play("encamp shore:1")
    assert after.region("beach") == "Cat 1 + 2 encampment"
    assert after.region("shore") == "Ann 1 + encampment"
