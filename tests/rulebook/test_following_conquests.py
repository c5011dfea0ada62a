"""Following conquests: as many as the tokens allow, each next to what the race holds."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("FOL-1")
def test_a_player_conquers_as_often_as_his_tokens_allow() -> None:
    """A player may make as many conquests in a turn as their available tokens allow."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 6 in hand    : moor 1       <- to move
        Bob
    """)
    after = given.play("conquer cave", "conquer bog", "conquer hill")
    assert after.race("orcs").regions == (1, 2, 3, 4)
    assert after.hand("orcs") == 0
    assert after.legal == ["end"]


@rule("FOL-1")
def test_a_player_may_stop_at_any_time() -> None:
    """Nobody is made to conquer."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 6 in hand    : moor 1       <- to move
        Bob   Hill Ratmen               : hill 1
    """)
    after = given.play("end")
    assert after.region("moor") == "Ann 7"


@rule("FOL-2")
def test_each_further_region_borders_one_already_held() -> None:
    """Each further region must share a border with a region already held by their active tokens."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 8 in hand    : moor 1       <- to move
        Bob
    """)
    assert given.targets() == ["cave"]
    assert given.refusal("conquer bog") == "not_adjacent"
    after = given.play("conquer cave")
    assert after.targets() == ["bog"]  # Held since this very turn.
    assert after.refusal("conquer moor") == "already_held"


@rule("FOL-2")
def test_tokens_in_decline_give_no_adjacency() -> None:
    """A region next to the player's tokens in decline only is out of reach."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 8 in hand    : moor 1       <- to move
        Ann   Elves, in decline         : bog 1
        Bob
    """)
    assert given.targets() == ["cave"]
    assert given.refusal("conquer hill") == "not_adjacent"


@rule("FOL-2")
def test_regions_across_water_are_not_adjacent() -> None:
    """Two regions that only touch the same lake do not share a border."""
    given = scenario("""
        map   valley
        Ann   Forest Orcs, 8 in hand    : wood 1       <- to move
        Bob
    """)
    assert given.refusal("conquer field") == "not_adjacent"


@rule("FOL-2")
def test_an_abandoned_region_gives_no_adjacency() -> None:
    """Adjacency is counted from regions held now."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs               : moor 5, bog 2       <- to move
        Bob
    """)
    after = given.play("abandon bog", "expand")
    assert after.refusal("conquer hill") == "not_adjacent"
    assert after.targets() == ["cave"]


@rule("FOL-3")
def test_a_flying_race_needs_no_adjacency() -> None:
    """A power can lift the adjacency rule: a Flying race conquers any region."""
    given = scenario("""
        map   four-regions
        Ann   Flying Orcs, 8 in hand    : moor 1       <- to move
        Bob
    """)
    assert given.targets() == ["cave", "bog", "hill"]
    assert given.play("conquer hill").region("hill") == "Ann 2"


@rule("FOL-3")
def test_caverns_are_adjacent_for_an_underworld_race() -> None:
    """A power can lift the adjacency rule: caverns count as adjacent to each other."""
    text = """
        map   valley
        Ann   {power} Orcs, 8 in hand    : wood 1       <- to move
        Bob
    """
    given = scenario(text.format(power="Underworld"))
    assert {"peak", "fen"} <= set(given.targets())
    assert given.refusal("conquer down") == "not_adjacent"
    assert not {"peak", "fen"} & set(scenario(text.format(power="Forest")).targets())
