"""Stout: in decline at once, after a normal turn."""

from __future__ import annotations

from tests.scenario import rule, scenario

COLUMN = "Hill Elves | Flying Humans | Wealthy Ratmen | Merchant Orcs | Swamp Wizards | Forest Tritons"


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_four_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Stout Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 4


@rule("STO-1", "RUL-18")
def test_after_conquests_and_scoring_he_may_decline_at_once() -> None:
    """The turn is scored once, as an active race; then the race may go in decline."""
    given = scenario("""
        map    four-regions
        coins  Ann 5, Bob 5
        Ann    Stout Orcs, 3 in hand : moor 1         <- to move
        Bob    Hill Trolls : cave 1, hill 1 + lair
    """)
    scored = given.play("conquer cave", "end", "redeploy moor:1 cave:3")
    assert (scored.to_move, scored.phase) == ("Ann", "retire")
    assert scored.coins("Ann") == 5 + 2 + 1  # two regions, one non-empty conquest
    assert scored.legal == ["stay", "decline"]
    after = scored.play("decline")
    assert after.coins("Ann") == 8
    assert after.races("Ann") == ["orcs in decline"]
    assert after.region("cave") == "Ann 1"
    assert after.tray("orcs") == 8
    assert after.view().discarded_badges == ("stout",)
    assert after.to_move == "Bob"
    next_turn = after.play("expand", "end")
    assert (next_turn.to_move, next_turn.phase) == ("Ann", "pick")


@rule("STO-1")
def test_he_may_stay_active() -> None:
    """They need not decline, and are asked again after their next turn."""
    given = scenario("""
        map  four-regions
        Ann  Stout Orcs : moor 2                      <- to move
        Bob  Hill Trolls : hill 1 + lair
    """)
    after = given.play("expand", "end", "stay")
    assert after.to_move == "Bob"
    assert after.races("Ann") == ["stout orcs"]
    assert after.region("moor") == "Ann 2"
    assert after.play("expand", "end", "expand", "end").phase == "retire"


@rule("STO-1", "RUL-26")
def test_a_stout_race_may_decline_on_its_first_turn() -> None:
    """Picked, on the map, scored and in decline in a single turn."""
    given = scenario("""
        map     four-regions
        coins   Ann 5, Bob 5
        column  Stout Giants | Hill Elves | Flying Humans | Wealthy Ratmen | Merchant Orcs | Swamp Wizards
        Ann     <- to move
        Bob     Forest Trolls : hill 1 + lair
    """)
    after = given.play("pick 1", "banner amazons", "badge alchemist", "conquer moor", "end", "decline")
    assert after.coins("Ann") == 6
    assert after.races("Ann") == ["giants in decline"]
    assert after.region("moor") == "Ann 1"
    next_turn = after.play("expand", "end")
    assert (next_turn.to_move, next_turn.phase) == ("Ann", "pick")


@rule("RUL-26")
def test_other_races_are_not_asked() -> None:
    """After scoring the turn of any other race is over."""
    given = scenario("""
        map  four-regions
        Ann  Swamp Orcs : moor 2                      <- to move
        Bob  Hill Trolls : hill 1 + lair
    """)
    assert given.play("expand", "end").to_move == "Bob"


@rule("DEC-12", "STO-1")
def test_an_ordinary_decline_is_possible_and_asks_nothing_more() -> None:
    """A turn spent on the decline ends after its scoring."""
    given = scenario("""
        map    four-regions
        coins  Ann 5, Bob 5
        Ann    Stout Orcs : moor 2                    <- to move
        Bob    Hill Trolls : hill 1 + lair
    """)
    after = given.play("decline")
    assert after.coins("Ann") == 6
    assert after.to_move == "Bob"


@rule("STO-1", "DEC-8")
def test_the_earlier_race_in_decline_is_scored_a_last_time() -> None:
    """It leaves when the Stout race declines, which is after scoring."""
    given = scenario("""
        map    four-regions
        coins  Ann 5, Bob 5
        Ann    Giants, in decline : bog 1
        Ann    Stout Orcs : moor 1                    <- to move
        Bob    Hill Trolls : hill 1 + lair
    """)
    after = given.play("expand", "end", "decline")
    assert after.coins("Ann") == 5 + 2
    assert after.region("bog") == "empty"
    assert after.races("Ann") == ["orcs in decline"]


@rule("RUL-18")
def test_the_decline_comes_before_the_victims_withdraw() -> None:
    """First they decide, then their victims put their tokens back."""
    given = scenario("""
        map  four-regions
        Ann  Stout Orcs, 5 in hand : moor 1           <- to move
        Bob  Hill Elves : cave 3, bog 1, hill 1
    """)
    deciding = given.play("conquer cave", "end", "redeploy moor:1 cave:5")
    assert (deciding.to_move, deciding.phase) == ("Ann", "retire")
    after = deciding.play("decline")
    assert (after.to_move, after.phase) == ("Bob", "withdraw")
    after = after.play("withdraw bog:3")
    assert after.region("cave") == "Ann 1"
    assert after.region("bog") == "Bob 4"


@rule("STO-1", "RUL-43")
def test_a_stout_race_that_never_entered_leaves_at_once() -> None:
    """With no token on the map nothing stays behind."""
    given = scenario("""
        map  four-regions
        Ann  Stout Orcs, 9 in hand                    <- to move
        Bob  Hill Trolls : hill 1 + lair
    """)
    after = given.play("end", "decline")
    assert after.races("Ann") == []
    assert after.tray("orcs") == 10
    assert after.view().returned_banners == ("orcs",)


@rule("STO-1", "GHO-1")
def test_stout_ghouls_keep_their_tokens_and_conquer_on_their_next_turn() -> None:
    """They decline after scoring, and act again before the next active race."""
    given = scenario(f"""
        map     four-regions
        column  {COLUMN}
        Ann     Stout Ghouls : moor 3                 <- to move
        Bob     Seafaring Trolls : hill 1 + lair
    """)
    after = given.play("expand", "end", "decline")
    assert after.region("moor") == "Ann 3"
    after = after.play("expand", "end", "pick 1", "banner amazons", "badge alchemist", "expand")
    assert after.view().acting_race == "ghouls"
    assert after.play("conquer cave").region("cave") == "Ann 2"


@rule("STO-1", "WEA-1")
def test_a_wealthy_race_picked_after_a_stout_one_is_paid_at_the_end_of_its_first_turn() -> None:
    """The decline costs no turn: the next turn picks the new race and pays its seven coins."""
    given = scenario("""
        map     four-regions
        coins   Ann 5, Bob 5
        column  Wealthy Elves | Flying Humans | Hill Ratmen | Merchant Orcs | Swamp Wizards | Forest Tritons
        Ann     Stout Giants : moor 2                 <- to move
        Bob     Seafaring Trolls : hill 1 + lair
    """)
    declined = given.play("expand", "end", "decline", "expand", "end")
    assert declined.coins("Ann") == 6
    after = declined.play("pick 1", "banner amazons", "badge alchemist", "conquer cave", "end")
    assert after.coins("Ann") == 6 + 1 + 1 + 7


def test_the_badge_gives_no_other_answer_beside_a_lone_enemy_token() -> None:
    """They conquer as everyone does."""
    given = scenario("""
        map  four-regions
        Ann  Stout Orcs, 5 in hand : moor 1    <- to move
        Bob  Hill Elves : cave 1
    """)
    assert given.legal == ["conquer cave", "end"]
