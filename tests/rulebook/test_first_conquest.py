"""First conquest: where a race that holds no region comes onto the map."""

from __future__ import annotations

from tests.scenario import rule, scenario

BORDER = ["shore", "cliff", "beach", "grove", "peak", "fen", "down"]
INLAND = ["wood", "dell", "field"]


@rule("FST-1", "FST-2")
def test_the_first_conquest_is_a_border_region() -> None:
    """A race that comes onto the map for the first time must make its first conquest in a border region."""
    given = scenario("""
        map     valley
        tribes  -
        Ann     Hill Ratmen, 12 in hand       <- to move
        Bob
    """)
    assert given.targets() == BORDER
    assert given.attempts() == []
    assert [given.refusal(f"conquer {region}") for region in INLAND] == ["not_border"] * 3


@rule("FST-2")
def test_a_border_region_touches_the_edge_or_a_sea_that_does() -> None:
    """A border region touches the edge, or its shore lies on a sea that touches the edge of the board."""
    given = scenario("""
        map   fst-inland-sea     # ocean (edge) - strand - heath - basin (a sea inland) - quay - rim (edge)
        Ann   Hill Ratmen, 12 in hand       <- to move
        Bob
    """)
    assert given.targets() == ["strand", "rim"]
    assert given.refusal("conquer heath") == "not_border"
    assert given.refusal("conquer quay") == "not_border"


@rule("FST-2")
def test_the_lake_makes_no_border() -> None:
    """A region beside a lake inside the map is no border region."""
    given = scenario("""
        map   valley
        Ann   Hill Ratmen, 12 in hand       <- to move
        Bob
    """)
    assert given.refusal("conquer wood") == "not_border"
    assert given.refusal("conquer lake") == "water"


@rule("FST-3")
def test_a_shore_stays_a_border_region_while_the_sea_is_occupied() -> None:
    """A shore region stays a border region even while that sea is occupied by a Seafaring race."""
    given = scenario("""
        map   valley
        Ann   Hill Ratmen, 12 in hand       <- to move
        Bob   Seafaring Orcs : sea 3
    """)
    assert "shore" in given.targets()
    assert given.play("conquer shore").region("shore") == "Ann 2"


@rule("FST-4", "EXP-2")
def test_a_race_on_the_map_is_not_bound_to_border_regions() -> None:
    """The first-conquest rule does not apply to later conquests of a race that is already on the map."""
    entering = scenario("""
        map   valley
        Ann   Hill Ratmen, 12 in hand       <- to move
        Bob
    """)
    assert entering.play("conquer shore", "conquer wood").region("wood") == "Ann 2"
    expanding = scenario("""
        map   valley
        Ann   Hill Ratmen : wood 9       <- to move
        Bob
    """)
    assert expanding.play("expand").targets() == ["shore", "cliff", "dell", "grove"]


@rule("FST-4", "FOL-2")
def test_a_border_region_out_of_reach_is_no_target_once_on_the_map() -> None:
    """After the first conquest a border region is taken only by adjacency."""
    given = scenario("""
        map   valley
        Ann   Hill Ratmen, 10 in hand : shore 2       <- to move
        Bob
    """)
    assert given.refusal("conquer fen") == "not_adjacent"


@rule("FST-5", "EXP-6")
def test_a_player_who_abandoned_everything_enters_anew() -> None:
    """The first-conquest rule applies again to a player who has abandoned all their regions."""
    given = scenario("""
        map     valley
        tribes  -
        Ann     Hill Ratmen : wood 6, dell 4       <- to move
        Bob
    """)
    after = given.play("abandon wood", "abandon dell", "expand")
    assert after.hand("ratmen") == 10
    assert after.targets() == BORDER
    assert after.refusal("conquer wood") == "not_border"


@rule("FST-5")
def test_a_player_who_keeps_one_region_does_not_enter_anew() -> None:
    """The first-conquest rule applies again only to a player who has abandoned all their regions."""
    given = scenario("""
        map     valley
        Ann     Hill Ratmen : wood 6, dell 4       <- to move
        Bob
    """)
    after = given.play("abandon wood", "expand")
    assert "field" in after.targets()
    assert after.refusal("conquer fen") == "not_adjacent"


@rule("FST-6", "LOS-5")
def test_a_player_who_lost_everything_enters_anew() -> None:
    """The first-conquest rule applies again to a player who lost all their regions and has tokens in hand."""
    given = scenario("""
        map     valley
        tribes  -
        Ann     Hill Ratmen             : dell 4
        Bob     Commando Orcs, 8 in hand : cliff 1       <- to move
    """)
    after = given.play("conquer dell", "end", "redeploy dell:8")
    assert after.to_move == "Ann"
    assert after.hand("ratmen") == 3
    entering = after.play("expand")
    assert set(entering.targets()) <= set(BORDER)
    assert entering.refusal("conquer field") == "not_border"
    assert entering.play("conquer beach").region("beach") == "Ann 2"


@rule("FST-6")
def test_tokens_in_decline_do_not_spare_the_entry() -> None:
    """A player with active tokens only in hand enters by a border region, whatever they have in decline."""
    given = scenario("""
        map     valley
        Ann     Hill Ratmen, 10 in hand       <- to move
        Ann     Trolls, in decline      : dell 1 + lair
        Bob
    """)
    assert given.refusal("conquer wood") == "not_border"
    assert "beach" in given.targets()


@rule("FST-7")
def test_halflings_ignore_the_border() -> None:
    """Halflings may make their first conquest inland, but not in water."""
    given = scenario("""
        map     valley
        Ann     Hill Halflings, 10 in hand       <- to move
        Bob
    """)
    assert sorted(given.targets()) == sorted(BORDER + INLAND)
    assert given.play("conquer wood").region("wood") == "Ann 2 + hole"
    assert given.refusal("conquer lake") == "water"


@rule("FST-8")
def test_a_flying_race_ignores_the_border() -> None:
    """A Flying race may make its first conquest inland."""
    given = scenario("""
        map     valley
        Ann     Flying Ratmen, 12 in hand       <- to move
        Bob
    """)
    assert sorted(given.targets()) == sorted(BORDER + INLAND)
    assert given.play("conquer dell").region("dell") == "Ann 3"


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
