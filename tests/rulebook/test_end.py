"""End of the game and tie-break."""

from __future__ import annotations

import pytest

from tests.scenario import Scenario, rule, scenario


def places(given: Scenario) -> list[tuple[int, str]]:
    """The places with the players' names."""
    return [(found.place, given.game.names[found.seat]) for found in given.game.ranking()]


@rule("END-1", "TRN-5")
def test_the_game_ends_after_the_last_players_turn() -> None:
    """After the last player's turn in the last game turn, everyone reveals and counts their coins."""
    given = scenario("""
        map       four-regions
        game-turn 10
        coins     Ann 20, Bob 20
        Ann       Hill Ratmen             : moor 2       <- to move
        Bob       Forest Elves            : bog 2
    """)
    after_ann = given.play("expand", "end")
    assert not after_ann.game.is_over
    assert [player.coins for player in after_ann.view().players] == [None, None]
    over = after_ann.play("expand", "end")
    assert over.game.is_over
    assert over.to_move == "nobody"
    assert over.legal == []
    assert [player.coins for player in over.view().players] == [21, 21]


@rule("END-1")
def test_the_marker_does_not_leave_the_track() -> None:
    """No game turn begins after the last."""
    given = scenario("""
        map       four-regions
        game-turn 10
        Ann       Hill Ratmen             : moor 2
        Bob       Forest Elves            : bog 2       <- to move
    """)
    over = given.play("decline")
    assert over.game.is_over
    assert over.view().game_turn == 10
    assert over.coins("Bob") == 6


@rule("END-2")
def test_the_highest_total_wins() -> None:
    """The player with the highest total coin value wins, however few tokens they have."""
    given = scenario("""
        map       valley-3
        game-turn 10
        coins     Ann 30, Bob 41, Cid 35
        Ann       Hill Ratmen             : beach 9
        Bob       Forest Elves            : fen 1
        Cid       Swamp Orcs              : peak 2       <- to move
    """)
    over = given.play("expand", "end")
    assert over.game.is_over
    assert places(over) == [(1, "Bob"), (2, "Cid"), (3, "Ann")]
    assert [place.coins for place in over.game.ranking()] == [41, 36, 30]


@rule("END-3")
def test_a_tie_goes_to_the_player_with_more_tokens_on_the_board() -> None:
    """If players tie, the one with the most race tokens on the board, active plus in decline, wins."""
    tied = scenario("""
        map       valley
        game-turn 10
        coins     Ann 41, Bob 38
        Ann       Hill Ratmen             : beach 4
        Bob       Forest Elves            : fen 3       <- to move
        Bob       Giants, in decline      : peak 1, dell 1
    """)
    over = tied.play("expand", "end")
    assert [place.coins for place in over.game.ranking()] == [41, 41]
    assert places(over) == [(1, "Bob"), (2, "Ann")]
    assert [place.tokens for place in over.game.ranking()] == [5, 4]


@rule("END-3")
def test_only_the_tied_players_are_compared() -> None:
    """Tokens of a player with fewer coins do not matter."""
    given = scenario("""
        map       valley-3
        game-turn 10
        coins     Ann 30, Bob 41, Cid 40
        Ann       Hill Ratmen             : beach 12
        Bob       Forest Elves            : fen 2
        Cid       Swamp Orcs              : peak 3       <- to move
    """)
    assert places(given.play("expand", "end")) == [(1, "Cid"), (2, "Bob"), (3, "Ann")]


@rule("END-3", "RUL-7")
def test_tokens_in_hand_and_encampments_do_not_break_a_tie() -> None:
    """Only race tokens on the map count: no Encampments, no tokens in hand."""
    given = scenario("""
        map       valley
        game-turn 10
        coins     Ann 41, Bob 40
        Ann       Bivouacking Ratmen, 7 in hand : beach 2 + 5 encampment
        Bob       Forest Elves                  : fen 3       <- to move
    """)
    over = given.play("expand", "end")
    assert [(place.coins, place.tokens) for place in over.game.ranking()] == [(41, 3), (41, 2)]
    assert places(over) == [(1, "Bob"), (2, "Ann")]


@rule("END-3", "RUL-5")
def test_amazons_off_the_map_do_not_break_a_tie() -> None:
    """The four Amazon tokens that came off the map never count in the tie-break."""
    given = scenario("""
        map       valley
        game-turn 10
        coins     Ann 41, Bob 40
        Ann       Hill Ratmen             : beach 4
        Bob       Forest Amazons          : fen 7       <- to move
    """)
    over = given.play("expand", "end")
    assert places(over) == [(1, "Ann"), (2, "Bob")]
    assert [place.tokens for place in over.game.ranking()] == [4, 3]


@rule("RUL-7")
def test_a_tie_after_the_tie_break_is_a_shared_victory() -> None:
    """Players who tie in coins and tokens share the victory."""
    given = scenario("""
        map       valley-3
        game-turn 10
        coins     Ann 41, Bob 12, Cid 40
        Ann       Hill Ratmen             : beach 4
        Bob       Forest Elves            : fen 2
        Cid       Swamp Orcs              : peak 4       <- to move
    """)
    assert places(given.play("expand", "end")) == [(1, "Ann"), (1, "Cid"), (3, "Bob")]


@rule("END-3", "LOS-3")
def test_the_victims_of_the_last_turn_withdraw_before_the_count() -> None:
    """Withdrawn tokens stand on the map again when the tokens are counted."""
    given = scenario("""
        map       valley
        game-turn 10
        coins     Ann 42, Bob 40
        Ann       Hill Ratmen             : beach 3, fen 1
        Bob       Commando Elves, 4 in hand : cliff 1       <- to move
    """)
    over = given.play("conquer beach", "end", "redeploy beach:4")
    assert over.game.is_over
    assert over.region("fen") == "Ann 3"
    assert [(place.coins, place.tokens) for place in over.game.ranking()] == [(42, 5), (42, 3)]


LAST_TURN = """
    map       four-regions
    game-turn 10
    first     Ann
    coins     Ann {ann}, Bob {bob}
    Ann       Forest Amazons, 4 in hand  : moor {held}
    Bob       Bivouacking Orcs           : hill 2 + 5 encampment   <- to move
"""


@rule("RUL-7", "END-3")
def test_players_who_tie_after_the_tie_break_share_the_victory() -> None:
    """Encampments and tokens in hand do not count; equal coins and equal tokens are a shared first place."""
    given = scenario(LAST_TURN.format(ann=10, bob=9, held=2))
    after = given.play("expand", "end", "encamp hill:5")
    assert after.to_move == "nobody"
    assert [(p.place, p.seat, p.coins, p.tokens) for p in after.game.ranking()] == [
        (1, 0, 10, 2),
        (1, 1, 10, 2),
    ]


@rule("RUL-7", "END-3")
@pytest.mark.parametrize(("held", "winner"), [(1, 1), (3, 0)])
def test_only_race_tokens_on_the_map_break_a_tie(held: int, winner: int) -> None:
    """Four Amazons in hand do not help one, five Encampments do not help the other."""
    given = scenario(LAST_TURN.format(ann=10, bob=9, held=held))
    ranking = given.play("expand", "end", "encamp hill:5").game.ranking()
    assert [p.place for p in ranking] == [1, 2]
    assert ranking[0].seat == winner
