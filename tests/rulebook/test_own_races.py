"""A player's own races in each other's way: their tokens, markers and immunity (rulings only)."""

from __future__ import annotations

import pytest

from tests.scenario import rule, scenario


@rule("RUL-1", "LOS-8")
def test_an_own_token_in_decline_does_not_add_to_the_cost() -> None:
    """Only the tokens of other players and lost tribes defend a region."""
    given = scenario("""
        map   four-regions
        Ann   Ratmen, in decline        : cave 1
        Ann   Forest Orcs, 4 in hand    : bog 1        <- to move
        Bob   Hill Elves                : hill 1
    """)
    assert given.cost_parts("cave") == {"base": 2}
    assert given.cost("hill") == 3
    after = given.play("conquer cave")
    assert after.region("cave") == "Ann 2"
    assert after.tray("ratmen") == 13


@rule("RUL-1")
def test_the_own_active_race_does_not_defend_itself_against_the_own_ghouls() -> None:
    """No own token adds to the cost: not those of the active race when the own Ghouls come."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline, 3 in hand : cave 1
        Ann   Forest Orcs                   : moor 4
        Bob   Hill Elves                    : bog 4
        turn  Ann conquer, race ghouls, acted
    """)
    assert given.cost("moor") == 2
    assert given.cost("bog") == 6


@rule("RUL-1")
def test_the_own_ghouls_do_not_defend_themselves_against_the_own_active_race() -> None:
    """No own token adds to the cost: not those of the Ghouls in decline when the active race comes."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline        : cave 4
        Ann   Forest Orcs, 3 in hand    : moor 1       <- to move
        Bob   Hill Elves                : hill 1
    """)
    assert given.cost("cave") == 2


@rule("RUL-2")
def test_conquering_an_own_token_in_decline_is_a_non_empty_conquest() -> None:
    """A region that holds any race token is non-empty, whoever owns the token."""
    given = scenario("""
        map   four-regions
        Ann   Ratmen, in decline        : cave 1
        Ann   Forest Orcs, 4 in hand    : bog 1        <- to move
        Bob
    """)
    assert given.play("conquer cave").preview()["orcs non_empty_conquest"] == 1
    assert "orcs non_empty_conquest" not in given.play("conquer hill").preview()


@rule("RUL-2")
def test_own_tokens_in_decline_count_for_the_skeletons_recruits() -> None:
    """Two non-empty regions bring a new Skeleton, even if they were the player's own."""
    given = scenario("""
        map   four-regions
        Ann   Ratmen, in decline            : cave 1, bog 1
        Ann   Forest Skeletons, 4 in hand   : moor 1        <- to move
        Bob
    """)
    after = given.play("conquer cave", "conquer bog", "end")
    assert "recruited" in after.codes()
    assert after.tray("skeletons") == 20 - 5 - 1


@rule("RUL-19", "GHO-4", "LOS-2")
def test_the_own_active_race_hit_by_own_ghouls_loses_one_token_and_fights_on_with_the_rest() -> None:
    """The rest is back in hand and usable in the same turn."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline, 2 in hand : moor 1
        Ann   Forest Orcs                   : cave 4, bog 1
        Bob   Swamp Elves
        turn  Ann conquer, race ghouls, acted
    """)
    hit = given.play("conquer cave")
    assert hit.hand("orcs") == 3
    assert hit.tray("orcs") == 10 - 5 + 1
    active = hit.play("end", "redeploy moor:1 cave:2", "expand")
    assert active.view().acting_race == "orcs"
    assert active.play("conquer hill").region("hill") == "Ann 2"


@rule("RUL-19", "FST-6")
def test_an_active_race_that_lost_everything_to_own_ghouls_enters_again() -> None:
    """Its next conquest in that turn is a first conquest."""
    given = scenario("""
        map   valley
        tribes -
        Ann   Ghouls, in decline, 2 in hand : wood 1
        Ann   Forest Orcs                   : dell 4
        Bob   Swamp Elves
        turn  Ann conquer, race ghouls, acted
    """)
    after = given.play("conquer dell", "end", "redeploy wood:1 dell:2", "expand")
    assert after.hand("orcs") == 3
    assert after.reasons("field") == ["not_border"]
    assert "down" in after.targets()


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
