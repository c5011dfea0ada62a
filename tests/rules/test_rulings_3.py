"""Rulings 35 to 51 and the table options: banners that come back, coins, own races in each other's way."""

from __future__ import annotations

import pytest

from elbowroom.engine.game import new_game
from elbowroom.rules.content import add_content
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from tests.scenario import Scenario, box, rule, scenario

SHORT_COLUMN = """
    map      four-regions
    options  left_out=amazons,dwarves,ghouls,halflings,sorcerers,tritons,wizards,skeletons
    column   Hill Trolls 2 | Swamp Giants | Flying Ratmen
    {badges}
    Ann      Forest Orcs, 3 in hand    : bog 1         <- to move
    Bob      Elves, in decline         : hill 1
    Bob      Merchant Humans           : moor 1
"""
OTHER_BADGES = (
    "alchemist berserk bivouacking commando diplomat dragon_master fortified heroic mounted "
    "pillaging seafaring spirit stout underworld wealthy"
)


@rule("RUL-35", "DEC-9", "DEC-10", "PCK-13")
def test_a_returning_banner_fills_the_lowest_empty_slot_if_fewer_than_six_combos_show() -> None:
    """It comes with the next badge, below the combos that lie there."""
    given = scenario(SHORT_COLUMN.format(badges=""))
    after = given.play("conquer hill")
    assert after.to_move == "chance"
    assert "badge heroic" in after.legal
    shown = after.play("badge heroic")
    assert shown.column() == ["hill trolls 2", "swamp giants", "flying ratmen", "heroic elves"]
    assert shown.view().returned_banners == ()
    assert (shown.to_move, shown.phase) == ("Ann", "conquer")


@rule("RUL-35", "PCK-14")
def test_the_badge_of_a_returning_banner_comes_from_the_discards_if_the_stack_is_used_up() -> None:
    """The discarded badges are shuffled to form a new stack."""
    given = scenario(SHORT_COLUMN.format(badges=f"badges -\n    discards {OTHER_BADGES}"))
    after = given.play("conquer hill")
    assert after.legal == [f"badge {badge}" for badge in OTHER_BADGES.split()]
    shown = after.play("badge stout")
    assert shown.column()[-1] == "stout elves"
    assert shown.view().discarded_badges == ()


@rule("RUL-35", "DEC-9")
def test_a_returning_banner_goes_under_the_stack_if_six_combos_show() -> None:
    """The column does not change, and the banner comes after all the others."""
    given = scenario("""
        map      four-regions
        column   Hill Trolls | Swamp Giants | Flying Ratmen | Stout Ghouls | Heroic Dwarves | Spirit Wizards
        Ann      Forest Orcs, 3 in hand    : bog 1         <- to move
        Bob      Elves, in decline         : hill 1
    """)
    after = given.play("conquer hill")
    assert after.column() == given.column()
    assert after.view().returned_banners == ("elves",)
    assert (after.to_move, after.phase) == ("Ann", "conquer")
    drawn = after.play("end", "redeploy bog:2 hill:2", "pick 1")
    assert (drawn.to_move, drawn.phase) == ("chance", "banner")
    assert "banner elves" not in drawn.legal


@rule("RUL-35")
def test_banners_under_the_stack_are_shown_in_the_order_in_which_they_came() -> None:
    """Once the stack itself is used up, the banner that came back first is the next."""
    given = scenario("""
        map      four-regions
        column   Hill Trolls | Swamp Giants | Flying Ratmen | Stout Ghouls | Heroic Dwarves | Spirit Wizards
        banners  -
        returned tritons amazons elves halflings humans skeletons sorcerers
        Ann      <- to move
        Bob      Forest Orcs               : bog 1
    """)
    after = given.play("pick 1")
    assert after.phase == "badge"
    assert after.play("badge diplomat").column()[-1] == "diplomat tritons"


COINS = """
    map      four-regions
    {options}
    game-turn 10
    first    Ann
    coins    Ann 12, Bob 8
    Ann      Forest Orcs               : bog 1
    Bob      Swamp Elves               : hill 1        <- to move
"""


def shown_coins(given: Scenario, viewer: str | None) -> list[int | None]:
    """The totals that a viewer sees, seat by seat."""
    return [player.coins for player in given.view(viewer).players]


@rule("RUL-36", "SCO-5", "SCO-6")
def test_totals_of_others_are_not_displayed_before_the_end() -> None:
    """A player sees his own, a spectator none; at the end everyone sees all."""
    given = scenario(COINS.format(options=""))
    assert shown_coins(given, "Ann") == [12, None]
    assert shown_coins(given, "Bob") == [None, 8]
    assert shown_coins(given, None) == [None, None]
    over = given.play("expand", "end")
    assert over.to_move == "nobody"
    assert shown_coins(over, "Ann") == [12, 9]
    assert shown_coins(over, None) == [12, 9]


@rule("RUL-36")
def test_with_open_coins_everyone_sees_every_total() -> None:
    """The table option `open_coins`."""
    given = scenario(COINS.format(options="options open_coins"))
    assert shown_coins(given, "Ann") == [12, 8]
    assert shown_coins(given, None) == [12, 8]


@rule("RUL-36")
def test_gains_and_payments_are_public_events() -> None:
    """Whoever counts along knows what everyone has."""
    given = scenario("""
        map      four-regions
        column   Hill Trolls | Swamp Giants 3 | Flying Ratmen | Stout Ghouls | Heroic Dwarves | Spirit Wizards
        coins    Ann 5, Bob 5
        Ann      <- to move
        Bob      Forest Orcs               : bog 1
    """)
    picked = next(event for event in given.play("pick 2").events if event.code == "picked")
    assert (picked.params["paid"], picked.params["gained"]) == (1, 3)
    entered = given.play("pick 2", "banner elves", "badge merchant", "conquer moor", "end")
    scored = next(event for event in entered.events if event.code == "scored")
    assert (scored.params["seat"], scored.params["coins"]) == (0, 2)  # a region, and it is a swamp


@rule("RUL-36", "SET-12")
def test_the_stash_does_not_run_out() -> None:
    """Coins are paid beyond the 515 of the box."""
    given = scenario("""
        map      four-regions
        coins    Ann 400, Bob 400
        Ann      Swamp Orcs                : bog 1         <- to move
        Bob
    """)
    assert given.play("expand", "end").coins("Ann") == 402


@rule("RUL-36")
def test_the_order_of_unrevealed_banners_and_badges_is_hidden() -> None:
    """Any unrevealed banner may be the next, and the list of them tells no order."""
    game = new_game(2, seed=7)
    view = game.view(None)
    box_order = [race.id for race in box().races]
    assert list(view.unrevealed_banners) == [race for race in box_order if race in view.unrevealed_banners]
    chance = game.clone()
    chance.apply("pick 1")
    legal = [chance.text_of(action) for action in chance.legal()]
    assert legal == [f"banner {race}" for race in view.unrevealed_banners]


@rule("RUL-37", "TRN-1")
def test_the_first_player_is_drawn_at_random_and_recorded() -> None:
    """Each seat is a possible outcome of chance, and the record keeps the one that came."""
    game = new_game(3)
    assert [game.text_of(action) for action in game.legal()] == ["first 1", "first 2", "first 3"]
    game.apply("first 2")
    assert game.text_of(game.history[0]) == "first 2"
    assert game.view(None).first_player == 1
    starts = {new_game(3, seed=seed).view(None).first_player for seed in range(30)}
    assert starts == {0, 1, 2}


@rule("RUL-37")
def test_the_table_may_choose_the_first_player() -> None:
    """With the table option `first_player` nothing is drawn for it."""
    game = new_game(3, options=Options(first_player=2))
    assert game.phase == "banner"
    assert game.view(None).first_player == 2
    seeded = new_game(3, seed=1, options=Options(first_player=2))
    assert (seeded.phase, seeded.to_move) == ("pick", 2)
    with pytest.raises(Refused) as caught:
        new_game(3, options=Options(first_player=3))
    assert caught.value.code == "first_player"


WITHDRAWAL = """
    map      valley
    {options}
    tribes   -
    Ann      Forest Orcs, {hand} in hand   : wood 1        <- to move
    Bob      {victim}
"""


@rule("RUL-38", "LOS-3")
def test_the_victim_decides_where_his_tokens_withdraw() -> None:
    """Without the table option he is asked before the next turn begins."""
    given = scenario(WITHDRAWAL.format(options="", hand=6, victim="Hill Humans : shore 4, down 2, field 1"))
    after = given.play("conquer shore", "end", "redeploy wood:1 shore:6")
    assert (after.to_move, after.phase) == ("Bob", "withdraw")
    assert after.play("withdraw down:3").region("down") == "Bob 5"


@rule("RUL-38")
def test_with_auto_withdraw_each_token_goes_to_the_weakest_region() -> None:
    """The program puts them, one by one, where the region is cheapest to conquer."""
    given = scenario(
        WITHDRAWAL.format(
            options="options auto_withdraw", hand=6, victim="Hill Humans : shore 4, down 2, field 1, peak 1"
        )
    )
    after = given.play("conquer shore", "end", "redeploy wood:1 shore:6")
    assert (after.to_move, after.phase) == ("Bob", "ready")
    assert after.region("field") == "Bob 3"
    assert after.region("down") == "Bob 2"
    assert after.region("peak") == "Bob 2"  # the mountain defends too


@rule("RUL-38", "BIV-7")
def test_with_auto_withdraw_encampments_go_to_the_weakest_regions_too() -> None:
    """Tokens first, then the Encampments of the lost region."""
    given = scenario(
        WITHDRAWAL.format(
            options="options auto_withdraw",
            hand=8,
            victim="Bivouacking Humans : shore 2 + 3 encampment, down 1, field 1",
        )
    )
    after = given.play("conquer shore", "end", "redeploy wood:1 shore:8")
    assert (after.to_move, after.phase) == ("Bob", "ready")
    assert after.region("field") == "Bob 2 + encampment"
    assert after.region("down") == "Bob 1 + 2 encampment"


@rule("RUL-38")
def test_with_auto_withdraw_no_token_is_wasted_on_an_immune_region() -> None:
    """A region that nobody can conquer is not the weakest."""
    given = scenario(
        WITHDRAWAL.format(
            options="options auto_withdraw",
            hand=6,
            victim="Heroic Humans : shore 3, dell 1 + hero, grove 1 + hero, down 2, fen 2",
        )
    )
    after = given.play("conquer shore", "end", "redeploy wood:1 shore:6")
    assert after.region("dell") == "Bob 1 + hero"
    assert after.region("fen") == "Bob 3"
    assert after.region("down") == "Bob 3"


@rule("RUL-39", "EXP-1", "RED-1")
def test_readying_takes_all_tokens_but_one_of_each_region() -> None:
    """Nobody is made to use them: what is not used is redeployed."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs               : moor 4, cave 2    <- to move
        Bob
    """)
    readied = given.play("expand")
    assert readied.hand("orcs") == 4
    assert (readied.region("moor"), readied.region("cave")) == ("Ann 1", "Ann 1")
    after = readied.play("end", "redeploy moor:4 cave:2")
    assert (after.region("moor"), after.region("cave"), after.to_move) == ("Ann 4", "Ann 2", "Bob")


@rule("RUL-40", "TRI-1", "GEN-12")
def test_a_sea_or_lake_is_not_coastal() -> None:
    """Seafaring Tritons pay less for the shore, not for the water beside it."""
    given = scenario("""
        map   rulings-waters
        Ann   Seafaring Tritons, 6 in hand  : gulf 1        <- to move
        Bob
    """)
    assert given.cost("quay") == 1
    assert given.cost("pool") == 2  # a lake that borders a sea


@rule("RUL-40", "UND-3")
def test_water_is_never_adjacent_by_cavern() -> None:
    """Even a race that sails and tunnels reaches a lake only from a region beside it."""
    content = add_content(
        box(),
        """
        [race.divers]
        tokens = 5
        tokens_of = "tritons"
        reach = ["water"]
        """,
        "divers.toml",
    )
    given = scenario(
        """
        map   rulings-waters
        Ann   Underworld Divers, 6 in hand  : grot 1        <- to move
        Bob
        """,
        content,
    )
    assert given.targets() == ["mouth"]
    assert given.reasons("pool") == ["not_adjacent"]
    assert "pool" in given.play("conquer mouth", "conquer quay").targets()


@rule("RUL-41")
@pytest.mark.parametrize(
    ("combo", "marker", "cost"),
    [
        ("Forest Trolls", "lair", 3),
        ("Fortified Elves", "fortress", 3),
        ("Bivouacking Elves", "2 encampment", 4),
    ],
)
def test_the_own_active_races_markers_defend_it_against_the_own_ghouls(
    combo: str, marker: str, cost: int
) -> None:
    """Lair, Fortress and Encampments count in the cost, and none stays with the Ghouls."""
    given = scenario(f"""
        map   four-regions
        Ann   Ghouls, in decline, 4 in hand : moor 1
        Ann   {combo}                       : cave 2 + {marker}
        Bob
        turn  Ann conquer, race ghouls, acted
    """)
    assert given.cost("cave") == cost
    assert given.play("conquer cave").region("cave") == f"Ann {cost}"


@rule("RUL-41", "FTF-7")
def test_the_own_ghouls_fortress_defends_against_the_own_active_race_and_falls() -> None:
    """The region changes hands between a player's own races: the Fortress counts and is removed."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline        : cave 2 + fortress
        Ann   Forest Orcs, 5 in hand    : moor 1       <- to move
        Bob
    """)
    assert given.cost("cave") == 3
    assert given.play("conquer cave").region("cave") == "Ann 3"


@rule("RUL-42")
@pytest.mark.parametrize(
    ("combo", "marker"),
    [("Hill Halflings, 2 placed", "hole"), ("Heroic Orcs", "hero"), ("Dragon Master Orcs", "dragon")],
)
def test_own_ghouls_may_take_a_region_that_is_immune_against_enemies(combo: str, marker: str) -> None:
    """The Hole is gone, Hero and Dragon return to their owner."""
    text = """
        map   four-regions
        {ghouls}   Ghouls, in decline, 6 in hand : moor 1
        Ann   {combo}                       : cave 2 + {marker}, bog 1
        Bob   Forest Humans
        turn  {ghouls} conquer, race ghouls, acted
    """
    enemy = scenario(text.format(ghouls="Bob", combo=combo, marker=marker))
    assert enemy.reasons("cave") == ["immune"]
    own = scenario(text.format(ghouls="Ann", combo=combo, marker=marker))
    after = own.play("conquer cave")
    assert after.region("cave") == "Ann 2"
    active = after.play("end", "redeploy moor:5 cave:2", "expand", "end")
    if marker == "hole":
        assert active.region("bog") == "Ann 2"
    elif marker == "hero":
        assert active.region("bog") == "Ann 2 + hero"


@rule("RUL-42", "DRA-3")
def test_a_dragon_returned_by_the_own_ghouls_can_be_used_the_same_turn() -> None:
    """It is in its owner's hands again."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline, 2 in hand : moor 1
        Ann   Dragon Master Orcs            : cave 2 + dragon, bog 1
        Bob   Forest Elves                  : hill 7
        turn  Ann conquer, race ghouls, acted
    """)
    after = given.play("conquer cave", "end", "redeploy moor:1 cave:2", "expand", "dragon hill")
    assert after.region("hill") == "Ann 1 + dragon"


@rule("RUL-42", "RUL-19", "ELF-1")
def test_own_elves_hit_by_own_ghouls_lose_a_token() -> None:
    """The Elves' benefit is against enemies."""
    text = """
        map   four-regions
        {ghouls}   Ghouls, in decline, 9 in hand : moor 1
        Ann   Hill Elves                    : cave 3, bog 1
        Bob   Forest Humans
        turn  {ghouls} conquer, race ghouls, acted
    """
    own = scenario(text.format(ghouls="Ann")).play("conquer cave")
    assert own.tray("elves") == 11 - 4 + 1
    assert own.hand("elves") == 2
    enemy = scenario(text.format(ghouls="Bob")).play("conquer cave")
    assert enemy.tray("elves") == 11 - 4
    assert enemy.race("elves").withdrawn == 3


@rule("RUL-43")
@pytest.mark.parametrize("race", ["Orcs", "Ghouls"])
def test_a_race_that_declines_with_tokens_only_in_hand_leaves_at_once(race: str) -> None:
    """Its tokens go to the tray, its banner back to the stack, and its badge to the discards."""
    given = scenario(f"""
        map   four-regions
        Ann   Hill {race}, 4 in hand
        Bob   Forest Elves              : bog 1
        turn  Ann ready
    """)
    after = given.play("decline")
    assert after.races("Ann") == []
    assert after.tray(race.lower()) == 10
    assert after.view().returned_banners == (race.lower(),)
    assert after.view().discarded_badges == ("hill",)
    assert after.play("expand", "end").phase == "pick"


@rule("RUL-43", "RUL-31")
def test_a_spirit_race_that_declines_off_the_map_gives_its_badge_back() -> None:
    """With no token on the map even the Spirits leave, and the badge is discarded."""
    given = scenario("""
        map   four-regions
        Ann   Spirit Orcs, 4 in hand
        Bob
        turn  Ann ready
    """)
    after = given.play("decline")
    assert after.races("Ann") == []
    assert after.view().discarded_badges == ("spirit",)


@rule("RUL-43", "GHO-1")
def test_ghoul_tokens_in_hand_do_not_join_those_on_the_map_on_decline() -> None:
    """All tokens on the map stay; those in hand go to the tray."""
    given = scenario("""
        map   four-regions
        Ann   Hill Ghouls, 2 in hand    : moor 3, cave 1
        Bob
        turn  Ann ready
    """)
    after = given.play("decline")
    assert (after.region("moor"), after.region("cave")) == ("Ann 3", "Ann 1")
    assert after.hand("ghouls") == 0
    assert after.tray("ghouls") == 10 - 4


@rule("RUL-44")
def test_a_player_with_tokens_in_hand_may_end_his_turn_without_entering_the_map() -> None:
    """The tokens wait; next turn they still come by first conquest."""
    given = scenario("""
        map   valley
        Ann   Hill Orcs, 9 in hand
        Bob   Forest Elves              : wood 1
        turn  Ann conquer, acted, first turn
    """)
    after = given.play("end")
    assert after.to_move == "Bob"
    assert after.hand("orcs") == 9
    again = after.play("expand", "end", "expand")
    assert again.reasons("dell") == ["not_border"]
    assert "down" in again.targets()


@rule("RUL-45", "GEN-9")
def test_a_mountain_is_empty_only_without_any_token() -> None:
    """No lost tribe and no race token of anyone, the conqueror's own in decline included."""
    bare = scenario("""
        map   valley
        Ann   Forest Orcs, 5 in hand    : beach 1       <- to move
        Bob
    """)
    assert bare.play("conquer peak").preview() == {"orcs regions": 2}
    own = scenario("""
        map   valley
        Ann   Ratmen, in decline        : peak 1
        Ann   Forest Orcs, 5 in hand    : beach 1       <- to move
        Bob
    """)
    assert own.cost("peak") == 3
    assert own.play("conquer peak").preview() == {"orcs regions": 2, "orcs non_empty_conquest": 1}


@rule("RUL-46", "HAL-1")
def test_seafaring_halflings_may_enter_on_the_lake_or_a_sea() -> None:
    """Any region at all, water included."""
    given = scenario("""
        map   valley
        Ann   Seafaring Halflings, 9 in hand
        Bob
        turn  Ann conquer, acted, first turn
    """)
    assert given.play("conquer lake").region("lake") == "Ann 2 + hole"
    assert given.play("conquer sea").region("sea") == "Ann 2 + hole"
    plain = scenario("""
        map   valley
        Ann   Hill Halflings, 9 in hand
        Bob
        turn  Ann conquer, acted, first turn
    """)
    assert plain.reasons("lake") == ["water"]


@rule("RUL-47", "GHO-3", "TRN-10")
def test_a_turn_begins_with_the_pick_then_the_ghouls_then_the_active_race() -> None:
    """The new combo is chosen before the Ghouls in decline act."""
    given = scenario("""
        map    four-regions
        column Hill Trolls | Swamp Giants | Flying Ratmen | Stout Orcs | Heroic Dwarves | Spirit Wizards
        Ann    Forest Elves             : hill 1        <- to move
        Bob    Ghouls, in decline       : moor 3
    """)
    picking = given.play("expand", "end")
    assert (picking.to_move, picking.phase) == ("Bob", "pick")
    ghouls = picking.play("pick 1", "banner humans", "badge merchant")
    assert (ghouls.phase, ghouls.view().acting_race) == ("ready", "ghouls")
    trolls = ghouls.play("expand", "conquer cave", "end", "redeploy moor:1 cave:2")
    assert (trolls.phase, trolls.view().acting_race) == ("conquer", "trolls")
    assert trolls.play("conquer moor").region("moor") == "Bob 2 + lair"


GHOULS_FIRST = """
    map   four-regions
    Ann   Ghouls, in decline, 3 in hand : cave 1
    Ann   Hill Orcs                     : moor 1
    Bob   Forest Elves                  : bog 1
    turn  Ann conquer, race ghouls, acted
"""


@rule("RUL-47", "GEN-11", "ORC-1")
def test_the_ghouls_conquests_pay_the_active_race_nothing() -> None:
    """The Orcs are paid for what the Orcs conquered."""
    given = scenario(GHOULS_FIRST)
    after = given.play("conquer bog", "end", "redeploy cave:1 bog:3", "expand", "end")
    assert after.to_move == "Bob"
    assert after.coins("Ann") == 5 + 3


@rule("RUL-47", "GEN-11", "ORC-1")
def test_the_preview_does_not_pay_the_active_race_for_the_ghouls_conquests() -> None:
    """What the turn would score now is what it will score if nothing more happens."""
    conquered = scenario(GHOULS_FIRST).play("conquer bog")
    assert conquered.preview() == {"ghouls regions": 2, "orcs regions": 1}


@rule("RUL-48", "RUL-5")
def test_encampments_of_a_region_the_amazons_empty_go_aside() -> None:
    """They wait for the next redeployment."""
    given = scenario("""
        map   four-regions
        Ann   Bivouacking Amazons, 3 in hand : moor 1, cave 1
        Bob   Forest Elves                   : hill 1
        turn  Ann conquer, acted
    """)
    after = given.play("end", "encamp moor:4 cave:1", "leave moor")
    assert (after.region("moor"), after.region("cave")) == ("empty", "Ann 1 + encampment")
    later = after.play("expand", "end", "expand", "end")
    assert later.phase == "encamp"
    assert later.view().left == 5


@rule("RUL-48", "RUL-5", "FTF-2")
def test_the_fortress_of_a_region_the_amazons_empty_is_removed() -> None:
    """It neither stays nor pays."""
    given = scenario("""
        map   four-regions
        coins Ann 0, Bob 0
        Ann   Fortified Amazons, 3 in hand : moor 1 + fortress, cave 1
        Bob
        turn  Ann conquer, acted
    """)
    after = given.play("end", "done", "leave moor")
    assert after.region("moor") == "empty"
    assert after.coins("Ann") == 1


@rule("RUL-49", "SEA-1")
def test_water_held_by_a_token_costs_a_seafaring_race_as_any_region_and_is_non_empty() -> None:
    """Two and the tokens there; the bonus for non-empty regions is paid."""
    given = scenario("""
        map   valley
        Ann   Seafaring Orcs, 6 in hand     : wood 1        <- to move
        Bob   Ghouls, in decline            : lake 2
    """)
    assert given.cost("lake") == 4
    after = given.play("conquer lake")
    assert after.preview() == {"orcs regions": 2, "orcs non_empty_conquest": 1}


@rule("RUL-50", "SPI-4", "LOS-8")
def test_spirits_fall_to_their_owners_own_conquest_too() -> None:
    """Only through conquest do they leave, the owner's own included."""
    given = scenario("""
        map   four-regions
        Ann   Spirit Elves, in decline  : hill 1
        Ann   Forest Orcs, 3 in hand    : bog 1         <- to move
        Bob
    """)
    after = given.play("conquer hill")
    assert after.region("hill") == "Ann 2"
    assert after.races("Ann") == ["forest orcs"]
    assert after.view().discarded_badges == ("spirit",)


@rule("RUL-51", "DIP-3")
def test_an_opponent_without_an_active_race_may_be_named_and_his_next_race_is_bound() -> None:
    """The peace binds the race he picks."""
    given = scenario("""
        map    four-regions
        column Hill Trolls | Swamp Giants | Flying Ratmen | Stout Ghouls | Heroic Dwarves | Spirit Wizards
        Ann    Diplomat Orcs            : moor 1        <- to move
        Bob    Elves, in decline        : hill 1
    """)
    asked = given.play("expand", "end")
    assert asked.legal == ["ally 2", "done"]
    peace = asked.play("ally Bob", "pick 1", "banner humans", "badge merchant")
    assert (peace.to_move, peace.phase) == ("Bob", "conquer")
    assert peace.reasons("moor") == ["peace"]
    war = asked.play("done", "pick 1", "banner humans", "badge merchant")
    assert war.reasons("moor") == []


OWN = """
    map      four-regions
    {options}
    Ann      Ghouls, in decline        : cave 3
    Ann      Forest Orcs, 6 in hand    : moor 1        <- to move
    Bob
"""


@rule("RUL-1")
def test_with_own_tokens_defend_each_own_token_adds_one() -> None:
    """The table option `own_tokens_defend`, off by default."""
    assert scenario(OWN.format(options="")).cost("cave") == 2
    given = scenario(OWN.format(options="options own_tokens_defend"))
    assert given.cost_parts("cave") == {"base": 2, "tokens": 3}
    assert given.play("conquer cave").region("cave") == "Ann 5"


@rule("RUL-1")
def test_with_own_tokens_defend_the_own_active_race_resists_the_own_ghouls() -> None:
    """It holds both ways, and for what can be attempted at all."""
    given = scenario("""
        map      four-regions
        options  own_tokens_defend
        Ann      Ghouls, in decline, 1 in hand : moor 1
        Ann      Forest Orcs                   : cave 3
        Bob
        turn     Ann conquer, race ghouls, acted
    """)
    assert given.cost("cave") == 5
    assert given.refusal("conquer cave") == "too_few_tokens"


@rule("RUL-23")
def test_banners_and_badges_left_out_stay_in_the_box() -> None:
    """The table option `left_out`: neither in the column nor in the stacks."""
    out = ("ghouls", "sorcerers", "diplomat", "berserk")
    for seed in range(5):
        view = new_game(2, seed=seed, options=Options(left_out=out)).view(None)
        races = [combo.race for combo in view.column] + list(view.unrevealed_banners)
        powers = [combo.power for combo in view.column] + list(view.unrevealed_badges)
        assert len(races) == 14 - 2
        assert len(powers) == 20 - 2
        assert not set(out) & {*races, *powers}


@rule("RUL-23")
def test_nothing_is_left_out_by_default() -> None:
    """All fourteen banners and twenty badges are dealt."""
    view = new_game(2, seed=3).view(None)
    assert len(view.column) + len(view.unrevealed_banners) == 14
    assert len(view.column) + len(view.unrevealed_badges) == 20


@rule("RUL-23")
@pytest.mark.parametrize(
    ("left_out", "code"),
    [
        (("gouls",), "left_out_unknown"),
        (tuple(race.id for race in box().races[:10]), "too_few_banners"),
        (tuple(power.id for power in box().powers[:19]), "too_few_badges"),
    ],
)
def test_what_is_left_out_must_be_known_and_leave_enough_to_play(
    left_out: tuple[str, ...], code: str
) -> None:
    """A table that could run out of combos is refused."""
    with pytest.raises(Refused) as caught:
        new_game(2, options=Options(left_out=left_out))
    assert caught.value.code == code
