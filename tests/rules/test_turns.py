"""Turn order and length of the game."""

from __future__ import annotations

import pytest

from elbowroom.engine.game import new_game
from elbowroom.rules.options import Options
from tests.scenario import rule, scenario

THREE_PLAYERS = """
    map       valley-3
    first     {first}
    game-turn {game_turn}
    Ann       Hill Orcs               : beach 2
    Bob       Forest Elves            : grove 2
    Cid       Swamp Ratmen            : fen 2
    {to_move}       <- to move
"""
PASS = ("expand", "end")


@rule("TRN-1", "RUL-37")
def test_chance_names_the_first_player() -> None:
    """The player with the most pointed ears starts: anyone may turn out to be the one."""
    game = new_game(players=3)
    assert game.phase == "first_player"
    assert [game.text_of(a) for a in game.legal()] == ["first 1", "first 2", "first 3"]
    game.apply("first 3")
    while game.phase != "pick":
        game.apply(game.legal()[0])
    assert game.to_move == 2
    assert game.view(None).first_player == 2


@rule("RUL-37")
def test_the_table_may_choose_the_first_player() -> None:
    """The first player is drawn at random, or chosen by the table."""
    starts = [new_game(players=4, seed=seed, options=Options(first_player=2)).to_move for seed in range(5)]
    assert starts == [2] * 5
    assert {new_game(players=4, seed=seed).to_move for seed in range(40)} == {0, 1, 2, 3}


@rule("TRN-2")
def test_play_passes_clockwise() -> None:
    """Play passes clockwise."""
    given = scenario(THREE_PLAYERS.format(first="Ann", game_turn=2, to_move="Ann"))
    after_ann = given.play(*PASS)
    assert after_ann.to_move == "Bob"
    after_bob = after_ann.play(*PASS)
    assert after_bob.to_move == "Cid"
    assert after_bob.play(*PASS).to_move == "Ann"


@rule("TRN-3", "TRN-4")
def test_the_marker_advances_when_everyone_has_had_a_turn() -> None:
    """The first player advances the marker at the start of each game turn and then takes his turn."""
    given = scenario(THREE_PLAYERS.format(first="Bob", game_turn=2, to_move="Cid"))
    after_cid = given.play(*PASS)
    assert after_cid.view().game_turn == 2  # Ann has not had her turn.
    assert after_cid.to_move == "Ann"
    after_ann = after_cid.play(*PASS)
    assert after_ann.view().game_turn == 3
    assert after_ann.to_move == "Bob"
    assert after_ann.codes()[-2:] == ["game_turn_began", "turn_began"]
    assert after_ann.play(*PASS).view().game_turn == 3


@rule("TRN-5", "END-1")
def test_everyone_plays_one_turn_in_the_last_game_turn() -> None:
    """With the marker on the last space everyone plays exactly one turn, then the game ends."""
    given = scenario(THREE_PLAYERS.format(first="Bob", game_turn=9, to_move="Ann"))
    last = given.play(*PASS)
    assert last.view().game_turn == last.view().game_turns == 10
    assert last.to_move == "Bob"
    after_bob = last.play(*PASS)
    after_cid = after_bob.play(*PASS)
    assert not after_cid.game.is_over
    assert after_cid.to_move == "Ann"
    over = after_cid.play(*PASS)
    assert over.game.is_over
    assert over.to_move == "nobody"
    assert over.codes()[-1] == "game_over"
    assert over.legal == []


@rule("TRN-6")
@pytest.mark.parametrize(("players", "game_turns"), [(2, 10), (3, 10), (4, 9), (5, 8)])
def test_a_whole_game_lasts_as_many_game_turns_as_the_track(players: int, game_turns: int) -> None:
    """The track has 8, 9 or 10 game turns, depending on the map."""
    game = new_game(players=players, seed=3)
    turns: list[tuple[int, int]] = []
    while not game.is_over:
        view = game.view(None)
        if (view.game_turn, view.seat) not in turns:
            turns.append((view.game_turn, view.seat))
        game.apply(game.legal()[-1])
    assert len(turns) == len(set(turns)) == players * game_turns
    assert turns[-1][0] == game_turns


@rule("TRN-7")
def test_the_first_turn_is_pick_conquer_score() -> None:
    """In the first game turn each player, in this order, picks a combo, conquers regions, and scores."""
    given = scenario("""
        map     four-regions
        column  Hill Orcs | Forest Elves | Swamp Ratmen | Merchant Humans | Stout Giants | Flying Wizards
        Ann     <- to move
        Bob
    """)
    assert given.phase == "pick"
    picked = given.play("pick 1", "banner trolls", "badge spirit")
    assert picked.to_move == "Ann"
    assert picked.phase == "conquer"
    assert picked.refusal("decline") == "unknown_verb"
    after = picked.play("conquer moor", "conquer cave", "end", "redeploy moor:8")
    assert after.coins("Ann") == 5 + 2 + 1  # Two regions, one of them a hill.
    assert after.to_move == "Bob"
    assert after.phase == "pick"


@rule("TRN-8")
def test_a_player_with_an_active_race_expands_or_declines() -> None:
    """On a later turn a player with an active race must expand by conquest, or put that race in decline."""
    given = scenario("""
        map   four-regions
        Ann   Hill Orcs                 : moor 2, cave 1       <- to move
        Bob   Forest Elves              : hill 2
    """)
    assert given.legal == ["abandon moor", "abandon cave", "expand", "decline"]
    assert given.refusal("pick 1") == "unknown_verb"
    assert given.refusal("end") == "unknown_verb"
    assert given.play("expand").refusal("decline") == "unknown_verb"


@rule("TRN-8", "RUL-13", "DEC-7")
def test_a_player_whose_active_race_is_wiped_out_declines_or_passes() -> None:
    """A wiped-out active race still takes a turn to decline; nothing can be picked on that turn."""
    given = scenario("""
        map   four-regions
        Ann   Hill Orcs                              <- to move
        Ann   Trolls, in decline        : moor 1 + lair
        Bob   Forest Elves              : hill 2
    """)
    assert given.legal == ["expand", "decline"]
    passed = given.play("expand", "end")
    assert passed.coins("Ann") == 6  # The trolls' region.
    assert passed.races("Ann") == ["hill orcs", "trolls in decline"]
    declined = given.play("decline")
    assert declined.races("Ann") == []  # The orcs have no token, and the trolls made room for them.
    assert declined.coins("Ann") == 5
    assert declined.region("moor") == "empty"


@rule("TRN-9")
@pytest.mark.parametrize("actions", [("expand", "end", "redeploy moor:2"), ("decline",)])
def test_the_player_scores_whichever_he_chose(actions: tuple[str, ...]) -> None:
    """Whether he expanded or declined, the player then scores."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs               : moor 2, cave 1       <- to move
        Bob   Hill Elves                : hill 2
    """)
    after = given.play(*actions)
    assert after.codes().count("scored") == 1
    assert after.coins("Ann") == 5 + 2
    assert after.to_move == "Bob"


@rule("TRN-10", "DEC-2", "FST-1")
def test_the_turn_after_a_decline_is_played_by_the_first_turn_rules() -> None:
    """A player whose race went in decline picks a new combo on his next turn, as on a first turn."""
    given = scenario("""
        map     valley
        column  Hill Giants | Swamp Ratmen | Merchant Humans | Stout Dwarves | Flying Wizards | Spirit Tritons
        Ann     Forest Orcs             : dell 2       <- to move
        Bob     Commando Elves          : fen 2
    """)
    next_turn = given.play("decline", "expand", "end")
    assert next_turn.to_move == "Ann"
    assert next_turn.phase == "pick"
    picked = next_turn.play("pick 1", "banner trolls", "badge wealthy")
    assert picked.refusal("conquer wood") == "not_border"
    assert picked.refusal("conquer field") == "not_border"
    after = picked.play("conquer beach", "end")
    assert after.coins("Ann") == 5 + 1 + 2
    assert after.races("Ann") == ["hill giants", "orcs in decline"]


@rule("RUL-44")
def test_a_player_need_not_enter_the_map() -> None:
    """A player with tokens in hand may end his turn without entering the map."""
    given = scenario("""
        map     four-regions
        column  Hill Orcs | Forest Elves | Swamp Ratmen | Merchant Humans | Stout Giants | Flying Wizards
        Ann     <- to move
        Bob
    """)
    after = given.play("pick 1", "banner trolls", "badge spirit", "end")
    assert after.to_move == "Bob"
    assert after.hand("orcs") == 9
    assert after.coins("Ann") == 5


@rule("GEN-13", "TRN-9")
def test_only_the_player_whose_turn_ends_scores() -> None:
    """The end of the turn is the end of the owner's own turn, not the end of the game turn."""
    given = scenario("""
        map   four-regions
        Ann   Alchemist Orcs            : moor 1
        Bob   Hill Elves                : hill 1       <- to move
    """)
    after = given.play("expand", "end")
    assert after.view().game_turn == 2
    assert after.coins("Bob") == 5 + 2
    assert after.coins("Ann") == 5
