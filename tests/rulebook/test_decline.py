"""Going in decline."""

from __future__ import annotations

import pytest

from elbowroom.engine.events import Vanished
from tests.scenario import rule, scenario

REST = "Swamp Humans | Stout Wizards | Merchant Dwarves | Heroic Tritons | Berserk Skeletons"
DECLINING = f"""
    map     four-regions
    column  Flying Giants | {REST}
    Ann     Hill Ratmen               : moor 4, cave 3       <- to move
    Ann     Trolls, in decline        : hill 1 + lair
    Bob     Forest Elves              : bog 2
"""


@rule("DEC-1", "DEC-11", "DEC-12")
def test_a_player_spends_his_turn_on_the_decline() -> None:
    """Instead of expanding, a player may use their turn to put their active race in decline."""
    after = scenario(DECLINING).play("decline")
    assert after.races("Ann") == ["ratmen in decline"]
    assert after.to_move == "Bob"
    assert after.phase == "ready"
    assert "conquered" not in after.codes()
    assert "deployed" not in after.codes()
    assert after.codes()[-2:] == ["scored", "turn_began"]


@rule("DEC-1", "DEC-11", "RUL-26")
def test_a_player_who_expands_cannot_decline_any_more() -> None:
    """No conquest on the turn of decline: the two exclude each other."""
    given = scenario(DECLINING)
    assert given.play("expand").refusal("decline") == "decline_too_late"
    assert given.play("expand", "end").refusal("decline") == "decline_too_late"
    assert given.play("abandon moor").refusal("decline") == "decline_too_late"


@rule("DEC-1", "RUL-26")
def test_a_combo_cannot_decline_on_the_turn_it_was_picked() -> None:
    """Not on the turn the combo was picked."""
    given = scenario(f"""
        map     four-regions
        column  Flying Giants | {REST}
        Ann     <- to move
        Bob
    """)
    picked = given.play("pick 1", "banner orcs", "badge wealthy")
    assert picked.refusal("decline") == "decline_too_late"
    assert picked.play("conquer moor").refusal("decline") == "decline_too_late"


@rule("DEC-2")
def test_the_new_combo_is_picked_on_the_next_turn() -> None:
    """The new combo is picked at the start of the player's next turn, not on the turn of decline."""
    after = scenario(DECLINING).play("decline")
    assert after.view().players[0].active is None
    assert after.to_move == "Bob"
    next_turn = after.play("expand", "end")
    assert next_turn.to_move == "Ann"
    assert next_turn.phase == "pick"
    assert all(action.startswith("pick") for action in next_turn.legal)


@rule("DEC-3", "GEN-7")
def test_banner_and_tokens_lie_on_their_grey_side() -> None:
    """The player turns the race banner to its grey side."""
    given = scenario(DECLINING)
    assert not given.race("ratmen").in_decline
    after = given.play("decline")
    assert after.race("ratmen").in_decline
    held = [region for region in after.view("Bob").regions if region.race == "ratmen"]
    assert [region.in_decline for region in held] == [True, True]
    before = [region for region in given.view("Bob").regions if region.race == "ratmen"]
    assert [region.in_decline for region in before] == [False, False]


@rule("DEC-4")
def test_the_badge_is_discarded_and_its_power_ends() -> None:
    """The player discards the badge paired with the race and its power ends."""
    given = scenario(DECLINING)
    assert given.view().discarded_badges == ()
    after = given.play("decline")
    assert after.view().discarded_badges == ("hill",)
    assert after.race("ratmen").power is None
    assert after.coins("Ann") == 5 + 2  # No coin for the hill.


@rule("DEC-4", "RUL-31")
def test_the_spirit_badge_stays() -> None:
    """The badge is discarded unless that power says otherwise: Spirit does."""
    given = scenario("""
        map     four-regions
        Ann     Spirit Ratmen             : moor 4, cave 3       <- to move
        Bob     Forest Elves              : bog 2
    """)
    after = given.play("decline")
    assert after.races("Ann") == ["spirit ratmen in decline"]
    assert after.view().discarded_badges == ()


@rule("DEC-5", "DEC-6")
def test_one_token_stays_in_each_region_and_the_rest_goes_to_the_tray() -> None:
    """In each region exactly 1 token is left; all other tokens of that race go back to the storage tray."""
    given = scenario(DECLINING)
    after = given.play("decline")
    assert (after.region("moor"), after.region("cave")) == ("Ann 1", "Ann 1")
    assert after.tray("ratmen") == given.tray("ratmen") + 3 + 2
    assert after.hand("ratmen") == 0


@rule("DEC-6", "RUL-43")
def test_tokens_in_hand_go_to_the_tray_too() -> None:
    """All other tokens of that race go back to the storage tray, those in hand included."""
    given = scenario("""
        map     four-regions
        Ann     Hill Amazons, 4 in hand   : moor 2       <- to move
        Bob     Forest Elves              : bog 2
    """)
    assert given.phase == "ready"
    after = given.play("decline")
    assert after.region("moor") == "Ann 1"
    assert after.tray("amazons") == 14


@rule("DEC-6", "DEC-9", "RUL-43")
def test_a_race_with_tokens_only_in_hand_leaves_at_once() -> None:
    """A race that declines with no token on the map leaves; its banner goes back."""
    given = scenario("""
        map     valley
        Ann     Hill Ratmen               : beach 3
        Bob     Commando Orcs, 8 in hand  : cliff 1       <- to move
    """)
    driven_out = given.play("conquer beach", "end", "redeploy beach:8")
    assert driven_out.hand("ratmen") == 2
    after = driven_out.play("decline")
    assert after.races("Ann") == []
    assert after.tray("ratmen") == 13
    assert after.view().returned_banners == ("ratmen",)
    assert after.view().discarded_badges == ("hill",)
    assert after.coins("Ann") == 5


@rule("DEC-7", "DEC-8")
def test_an_earlier_race_in_decline_leaves_the_map() -> None:
    """If they already have an earlier race in decline, all its tokens go back to the tray."""
    after = scenario(DECLINING).play("decline")
    assert after.races("Ann") == ["ratmen in decline"]
    assert after.region("hill") == "empty"
    assert after.tray("trolls") == 10
    assert after.coins("Ann") == 5 + 2  # Nothing for the trolls any more.


@rule("DEC-7")
def test_races_in_decline_of_other_players_stay() -> None:
    """A player may have only one race in decline: others' races are not touched."""
    given = scenario("""
        map     four-regions
        Ann     Hill Ratmen               : moor 4       <- to move
        Ann     Trolls, in decline        : hill 1 + lair
        Bob     Forest Elves              : bog 2
        Bob     Giants, in decline        : cave 1
    """)
    after = given.play("decline")
    assert after.races("Bob") == ["forest elves", "giants in decline"]
    assert after.region("cave") == "Bob 1"


@rule("DEC-7", "SPI-1", "SPI-3")
def test_a_spirit_race_does_not_count_and_stays() -> None:
    """The limit of one race in decline does not count a Spirit race; the other one leaves."""
    given = scenario("""
        map     four-regions
        Ann     Hill Ratmen                : moor 4       <- to move
        Ann     Spirit Trolls, in decline  : hill 1 + lair
        Ann     Giants, in decline         : cave 1
        Bob     Forest Elves               : bog 2
    """)
    after = given.play("decline")
    assert after.races("Ann") == ["ratmen in decline", "spirit trolls in decline"]
    assert after.region("cave") == "empty"
    assert after.coins("Ann") == 5 + 1 + 1
    assert "giants" in after.view().returned_banners


@rule("DEC-8")
def test_the_earlier_race_leaves_before_the_new_tokens_are_turned() -> None:
    """All tokens of the earlier race go back to the tray before the new tokens are turned."""
    after = scenario(DECLINING).play("decline")
    codes = after.codes()
    assert codes.index("vanished") < codes.index("scored")
    assert [event.race for event in after.events if isinstance(event, Vanished)] == ["trolls"]


@rule("DEC-9", "RUL-35")
def test_the_banner_of_a_vanished_race_goes_under_the_stack() -> None:
    """The banner of a race that has vanished goes to the bottom of the banner stack."""
    given = scenario(f"""
        map       four-regions
        column    Flying Giants | {REST}
        banners   amazons
        returned  ghouls orcs halflings sorcerers
        Ann       Hill Ratmen              : moor 4       <- to move
        Ann       Trolls, in decline       : hill 1 + lair
        Bob       Forest Elves             : bog 2
    """)
    declined = given.play("decline")
    assert len(declined.column()) == 6
    assert declined.view().returned_banners == ("ghouls", "orcs", "halflings", "sorcerers", "trolls")
    picking = declined.play("expand", "end", "pick 1")
    assert picking.legal == ["banner amazons"]  # The stack proper comes first.


@rule("DEC-9")
def test_a_returned_banner_comes_up_after_all_those_above_it() -> None:
    """Banners under the stack come up in the order in which they went there."""
    given = scenario(f"""
        map       four-regions
        column    Flying Giants | {REST}
        banners   -
        returned  ghouls orcs halflings sorcerers amazons trolls
        Ann       <- to move
        Ann       Ratmen, in decline       : moor 1
        Bob       Forest Elves             : bog 2
    """)
    picked = given.play("pick 1")
    assert picked.phase == "badge"
    shown = picked.play("badge alchemist")
    assert shown.column()[-1] == "alchemist ghouls"
    assert shown.view().returned_banners == ("orcs", "halflings", "sorcerers", "amazons", "trolls")


FIVE_PLAYERS = """
    map       valley-5
    column    Flying Ghouls | Mounted Tritons 2 | Heroic Wizards
    discards  diplomat
    Ann       Spirit Dwarves, in decline  : shore 1
    Ann       Amazons, in decline         : cliff 1
    Ann       Commando Trolls, {hand} in hand : down 1 + lair       <- to move
    Bob       Hill Elves                  : beach 2
    Bob       Giants, in decline          : wood 1
    Cid       Forest Halflings            : dell 2
    Cid       Humans, in decline          : grove 1
    Dee       Swamp Orcs                  : peak 2
    Dee       Ratmen, in decline          : field 1
    Eve       Stout Skeletons             : fen 2
    Eve       Sorcerers, in decline       : lake 1
"""


@rule("DEC-9", "RUL-35", "PCK-13")
def test_a_returning_banner_fills_an_empty_slot() -> None:
    """If the column has an empty slot, the banner goes there, with the next badge."""
    given = scenario(FIVE_PLAYERS.format(hand=0))
    assert len(given.column()) == 3
    declined = given.play("decline")
    assert sorted(declined.races("Ann")) == ["spirit dwarves in decline", "trolls in decline"]
    assert declined.to_move == "chance"
    after = declined.play("badge berserk")
    assert after.column() == ["flying ghouls", "mounted tritons 2", "heroic wizards", "berserk amazons"]
    assert after.to_move == "Bob"


@rule("DEC-10", "DEC-9", "RUL-35")
def test_a_race_wiped_off_the_map_gives_its_banner_back() -> None:
    """The banner also goes back when a conquest wipes the last token of a race in decline off the map."""
    given = scenario(FIVE_PLAYERS.format(hand=6))
    conquered = given.play("conquer field")
    assert conquered.races("Dee") == ["swamp orcs"]
    assert conquered.tray("ratmen") == 13
    assert conquered.to_move == "chance"
    after = conquered.play("badge berserk")
    assert after.column()[-1] == "berserk ratmen"
    assert after.to_move == "Ann"
    assert after.phase == "conquer"
    assert after.hand("trolls") == 4


@rule("DEC-10")
def test_a_race_in_decline_with_a_token_left_keeps_its_banner() -> None:
    """Only the last token takes the banner along."""
    given = scenario("""
        map     four-regions
        Ann     Hill Ratmen, 9 in hand    : moor 1       <- to move
        Bob     Elves, in decline         : cave 1, bog 1
    """)
    after = given.play("conquer cave")
    assert after.races("Bob") == ["elves in decline"]
    assert after.view().returned_banners == ()
    gone = after.play("conquer bog")
    assert gone.races("Bob") == []
    assert gone.view().returned_banners == ("elves",)
    assert "vanished" in gone.codes()


@rule("DEC-10", "RUL-31")
def test_a_wiped_out_spirit_race_gives_its_badge_back_too() -> None:
    """The Spirit badge is discarded when that race leaves the map."""
    given = scenario("""
        map     four-regions
        Ann     Hill Ratmen, 9 in hand      : moor 1       <- to move
        Bob     Spirit Elves, in decline    : cave 1
    """)
    after = given.play("conquer cave")
    assert after.view().returned_banners == ("elves",)
    assert after.view().discarded_badges == ("spirit",)


@rule("DEC-12")
def test_no_redeployment_follows_a_decline() -> None:
    """A decline turn ends immediately after its scoring."""
    given = scenario("""
        map     four-regions
        Ann     Bivouacking Skeletons     : moor 4, cave 3       <- to move
        Bob     Forest Elves              : bog 2
    """)
    after = given.play("decline")
    assert after.codes()[-2:] == ["scored", "turn_began"]
    assert after.to_move == "Bob"


@rule("DEC-13")
@pytest.mark.parametrize(
    ("held", "coins"), [("moor 3", 1), ("moor 3, cave 1", 2), ("moor 3, cave 1, bog 1", 3)]
)
def test_the_decline_turn_scores_a_coin_for_each_region(held: str, coins: int) -> None:
    """On the decline turn they score 1 coin for each region held by the newly declined tokens."""
    given = scenario(f"""
        map     four-regions
        Ann     Commando Ratmen           : {held}       <- to move
        Bob     Forest Elves              : hill 2
    """)
    assert given.play("decline").coins("Ann") == 5 + coins


@rule("DEC-14", "GEN-6")
@pytest.mark.parametrize(
    "combo", ["Merchant Humans", "Alchemist Wizards", "Swamp Wizards", "Wealthy Orcs", "Fortified Humans"]
)
def test_the_decline_turn_pays_no_bonus(combo: str) -> None:
    """On the decline turn they get no bonus from the declined race or the discarded power."""
    marker = " + fortress" if combo.startswith("Fortified") else ""
    given = scenario(f"""
        map     valley
        Ann     {combo}                   : shore 2{marker}, beach 2       <- to move
        Bob     Forest Elves              : fen 2
    """)
    assert given.play("decline").coins("Ann") == 5 + 2


@rule("DEC-14", "DWA-2")
def test_dwarves_are_paid_for_their_mines_on_the_decline_turn() -> None:
    """No bonus on the decline turn, unless that race says so."""
    given = scenario("""
        map     valley
        Ann     Merchant Dwarves          : cliff 2, shore 2       <- to move
        Bob     Forest Elves              : fen 2
    """)
    assert given.play("decline").coins("Ann") == 5 + 2 + 1


@rule("DEC-8")
def test_the_earlier_dwarves_are_gone_when_the_decline_turn_is_scored() -> None:
    """The earlier race leaves before scoring, with its bonus."""
    given = scenario("""
        map     valley
        Ann     Merchant Ratmen           : beach 2       <- to move
        Ann     Dwarves, in decline       : cliff 1, down 1
        Bob     Forest Elves              : fen 2
    """)
    assert given.play("decline").coins("Ann") == 5 + 1


@rule("DEC-15", "SCO-3")
def test_from_the_next_turn_on_both_races_score() -> None:
    """From the next turn on they score both their new race and whatever is left of the race in decline."""
    given = scenario(f"""
        map     four-regions
        column  Forest Giants | {REST}
        Ann     Hill Ratmen               : moor 4, cave 3       <- to move
        Bob     Mounted Elves             : bog 3
    """)
    declined = given.play("decline")
    assert declined.coins("Ann") == 7
    next_turn = declined.play("expand", "conquer cave", "end", "redeploy bog:2")
    assert next_turn.race("ratmen").regions == (1,)  # What Bob left of them.
    after = next_turn.play("pick 1", "banner orcs", "badge spirit", "conquer hill", "end")
    assert after.coins("Ann") == 7 + 1 + 1
    assert after.races("Ann") == ["forest giants", "ratmen in decline"]


@rule("GEN-6", "TRO-3", "HER-4")
def test_lairs_stay_and_other_markers_leave() -> None:
    """The benefits end with the decline, unless stated otherwise."""
    given = scenario("""
        map     four-regions
        Ann     Heroic Trolls             : moor 4 + lair + hero, cave 3 + lair + hero       <- to move
        Bob     Forest Elves              : bog 2
    """)
    after = given.play("decline")
    assert after.region("moor") == "Ann 1 + lair"
    assert after.region("cave") == "Ann 1 + lair"


@rule("DEC-11", "STO-1", "RUL-26")
def test_only_a_stout_race_declines_after_conquests() -> None:
    """After a normal turn and its scoring a Stout race may decline at once."""
    given = scenario("""
        map     four-regions
        Ann     Stout Humans              : moor 4       <- to move
        Bob     Forest Elves              : hill 2
    """)
    ended = given.play("expand", "conquer cave", "end", "redeploy moor:3")
    assert ended.coins("Ann") == 5 + 2
    assert ended.legal == ["stay", "decline"]
    after = ended.play("decline")
    assert after.races("Ann") == ["humans in decline"]
    assert after.coins("Ann") == 7  # Not scored a second time.
    assert after.to_move == "Bob"


@rule("RUL-13")
def test_the_owner_of_a_wiped_out_race_may_decline_it_and_loses_his_earlier_race() -> None:
    """Declining nothing is a decline like any other: the earlier race in decline goes."""
    given = scenario("""
        map   four-regions
        coins Ann 0, Bob 0
        Ann   Ratmen, in decline        : moor 1, cave 1
        Ann   Forest Orcs               # no token is left
        Bob   Hill Elves                : hill 1
        turn  Ann ready
    """)
    assert given.legal == ["expand", "decline"]
    after = given.play("decline")
    assert after.region("moor") == "empty"
    assert after.races("Ann") == []
    assert after.coins("Ann") == 0
    assert after.to_move == "Bob"
    again = after.play("expand", "end")
    assert again.to_move == "Ann"
    assert again.phase == "pick"


@rule("RUL-13")
def test_the_owner_of_a_wiped_out_race_may_pass_and_score_what_he_has() -> None:
    """They keep their race in decline, cannot pick, and are asked again next turn."""
    given = scenario("""
        map   four-regions
        coins Ann 0, Bob 0
        Ann   Ratmen, in decline        : moor 1, cave 1
        Ann   Forest Orcs
        Bob   Hill Elves                : hill 1
        turn  Ann ready
    """)
    assert given.refusal("pick 1") == "unknown_verb"
    after = given.play("expand", "end")
    assert after.to_move == "Bob"
    assert after.coins("Ann") == 2
    assert after.races("Ann") == ["forest orcs", "ratmen in decline"]
    assert after.play("expand", "end").phase == "ready"


@rule("RUL-13", "SPI-1")
def test_declining_a_wiped_out_spirit_race_removes_no_other() -> None:
    """A Spirit race does not count toward the limit, even with nothing on the map."""
    given = scenario("""
        map   four-regions
        Ann   Ratmen, in decline        : moor 1
        Ann   Spirit Orcs
        Bob
        turn  Ann ready
    """)
    assert given.play("decline").races("Ann") == ["ratmen in decline"]


@rule("RUL-13", "SPI-3")
def test_declining_a_wiped_out_race_spares_the_spirits() -> None:
    """The Spirit race in decline stays, the other one goes."""
    given = scenario("""
        map   four-regions
        Ann   Spirit Elves, in decline  : hill 1
        Ann   Ratmen, in decline        : moor 1
        Ann   Forest Orcs
        Bob
        turn  Ann ready
    """)
    assert given.play("decline").races("Ann") == ["spirit elves in decline"]


@rule("RUL-20")
@pytest.mark.parametrize(("race", "marker"), [("Trolls", "lair"), ("Ratmen", "fortress")])
def test_lair_and_fortress_of_a_vanished_race_go_with_it(race: str, marker: str) -> None:
    """When the race leaves the map, nothing of it stays."""
    given = scenario(f"""
        map   four-regions
        Ann   {race}, in decline        : moor 1 + {marker}
        Ann   Forest Orcs               : hill 1        <- to move
        Bob
    """)
    assert given.play("decline").region("moor") == "empty"


@rule("RUL-26", "DEC-1")
def test_declining_is_the_first_and_only_act_of_a_turn() -> None:
    """Not after troops are readied, not after a region is abandoned."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs               : moor 3, cave 2    <- to move
        Bob   Hill Elves                : hill 1
    """)
    assert "decline" in given.legal
    assert given.play("abandon moor").refusal("decline") == "decline_too_late"
    assert given.play("expand").refusal("decline") == "decline_too_late"
    assert given.play("decline").to_move == "Bob"


@rule("RUL-26", "GHO-1")
def test_ghouls_decline_as_they_stand() -> None:
    """Nothing is readied or moved on the way into decline."""
    given = scenario("""
        map   four-regions
        Ann   Forest Ghouls             : moor 4, cave 2, bog 1    <- to move
        Bob
    """)
    after = given.play("decline")
    assert [after.region(r) for r in ("moor", "cave", "bog")] == ["Ann 4", "Ann 2", "Ann 1"]


@rule("RUL-26")
def test_declining_is_offered_before_the_own_ghouls_move_and_not_after() -> None:
    """A Ghoul move of that turn rules a decline out."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline        : moor 2
        Ann   Hill Orcs                 : hill 2
        Bob
        turn  Ann ready, race ghouls
    """)
    declined = given.play("decline")
    assert declined.races("Ann") == ["orcs in decline"]
    assert declined.region("moor") == "empty"
    moved = given.play("expand", "end")
    assert moved.view().acting_race == "orcs"
    assert moved.refusal("decline") == "decline_too_late"


@rule("RUL-26", "RUL-47")
def test_no_decline_on_the_turn_the_combo_was_picked() -> None:
    """Neither before the first conquest nor before the own Ghouls act."""
    given = scenario("""
        map    four-regions
        column Hill Orcs | Forest Elves | Swamp Humans | Flying Trolls | Berserk Giants | Stout Ratmen
        Ann    Ghouls, in decline       : moor 2        <- to move
        Bob
    """)
    picked = given.play("pick 1", "banner amazons", "badge heroic")
    assert (picked.phase, picked.view().acting_race) == ("ready", "ghouls")
    assert picked.refusal("decline") == "decline_too_late"
    entering = picked.play("expand", "end")
    assert (entering.phase, entering.view().acting_race) == ("conquer", "orcs")
    assert entering.refusal("decline") == "decline_too_late"


@rule("RUL-26", "STO-1")
def test_the_stout_may_decline_on_the_turn_they_were_picked() -> None:
    """They do so after scoring, as an exception."""
    given = scenario("""
        map   four-regions
        Ann   Stout Orcs, 9 in hand
        Bob
        turn  Ann conquer, acted, first turn
    """)
    asked = given.play("conquer moor", "end")
    assert asked.phase == "retire"
    assert asked.play("decline").races("Ann") == ["orcs in decline"]


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
