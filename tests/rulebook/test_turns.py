"""The length of the game, whose turn it is, and what comes first at the start and the end of a turn."""

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
    """The first player advances the marker at the start of each game turn and then takes their turn."""
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
    assert picked.refusal("decline") == "decline_too_late"
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
    assert given.play("expand").refusal("decline") == "decline_too_late"


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
    """Whether they expanded or declined, the player then scores."""
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
    """A player whose race went in decline picks a new combo on their next turn, as on a first turn."""
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
    """A player with tokens in hand may end their turn without entering the map."""
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


@rule("RUL-10", "TRN-6")
@pytest.mark.parametrize(("players", "game_turns"), [(2, 10), (3, 10), (4, 9), (5, 8)])
def test_the_maps_have_ten_ten_nine_and_eight_game_turns(players: int, game_turns: int) -> None:
    """The last space of the track is the last game turn."""
    names = ["Ann", "Bob", "Cid", "Dora", "Eve"][:players]
    text = "\n".join(
        [
            f"players {' '.join(names)}",
            f"game-turn {game_turns}",
            f"first {names[0]}",
            f"{names[-1]} Seafaring Orcs : 1 1 <- to move",
        ]
    )
    given = scenario(text)
    assert given.view().game_turns == game_turns
    assert given.play("decline").to_move == "nobody"
    before = scenario(text.replace(f"game-turn {game_turns}", f"game-turn {game_turns - 1}"))
    assert before.play("decline").to_move != "nobody"


@rule("RUL-18", "SKE-3")
def test_recruits_come_before_the_redeployment() -> None:
    """New Skeletons are deployed together with the others."""
    given = scenario("""
        map   four-regions
        Ann   Forest Skeletons          : moor 1, cave 1
        Bob
        turn  Ann conquer, acted, non-empty 2
    """)
    asked = given.play("end")
    assert asked.codes() == ["recruited"]
    assert asked.phase == "redeploy"
    assert asked.play("redeploy moor:2 cave:1").region("moor") == "Ann 2"


@rule("RUL-18", "RUL-5")
def test_encampments_are_placed_before_the_amazons_leave() -> None:
    """Redeployment, then Encampments, then the Amazons come off."""
    given = scenario("""
        map   four-regions
        Ann   Bivouacking Amazons, 3 in hand : moor 1, cave 1  <- to move
        Bob
        turn  Ann conquer, acted
    """)
    camping = given.play("end")
    assert camping.phase == "encamp"
    leaving = camping.play("encamp moor:5")
    assert leaving.phase == "give_up"
    assert leaving.play("leave cave").to_move == "Bob"


@rule("RUL-18", "RUL-5")
def test_a_fortress_is_built_before_the_amazons_leave() -> None:
    """Redeployment, then the Fortress, then the Amazons come off."""
    given = scenario("""
        map   four-regions
        Ann   Fortified Amazons, 3 in hand : moor 1, cave 1
        Bob
        turn  Ann conquer, acted
    """)
    building = given.play("end")
    assert building.phase == "fortify"
    assert building.play("fortify moor").phase == "give_up"


@rule("RUL-18", "RUL-5")
def test_heroes_are_placed_after_the_amazons_have_left() -> None:
    """A Hero cannot be sent to a region that is given up."""
    given = scenario("""
        map   four-regions
        Ann   Heroic Amazons, 3 in hand : moor 1, cave 1, bog 1, hill 1
        Bob
        turn  Ann conquer, acted
    """)
    leaving = given.play("end")
    assert leaving.phase == "give_up"
    stationing = leaving.play("leave moor")
    assert stationing.phase == "station"
    assert stationing.refusal("station moor") == "not_your_region"
    assert stationing.coins("Ann") == 5  # scoring comes after the Heroes
    after = stationing.play("station cave bog")
    assert after.coins("Ann") == 5 + 3


@rule("RUL-18", "DIP-1")
def test_the_diplomat_names_an_ally_after_scoring_and_before_the_victims_withdraw() -> None:
    """Scoring, then the peace, then the victims."""
    given = scenario("""
        map   valley-3
        Ann   Diplomat Orcs, 6 in hand  : shore 1       <- to move
        Bob   Forest Elves              : wood 2, dell 1, peak 1
        Cid
    """)
    asked = given.play("conquer wood", "end", "redeploy shore:1 wood:6")
    assert asked.phase == "ally"
    assert asked.coins("Ann") == 5 + 3  # two regions, and one conquest for the Orcs
    assert asked.race("elves").withdrawn == 2
    assert asked.play("ally Cid").phase == "withdraw"


@rule("RUL-18", "STO-1")
def test_the_stout_may_decline_after_scoring_and_before_the_victims_withdraw() -> None:
    """Scoring, then the decline, then the victims."""
    given = scenario("""
        map   four-regions
        Ann   Stout Orcs, 6 in hand     : hill 1        <- to move
        Bob   Forest Elves              : bog 3, cave 1, moor 1
    """)
    asked = given.play("conquer bog", "end", "redeploy hill:1 bog:6")
    assert asked.phase == "retire"
    assert asked.coins("Ann") == 5 + 3
    declined = asked.play("decline")
    assert declined.phase == "withdraw"
    assert declined.races("Ann") == ["orcs in decline"]
    assert declined.coins("Ann") == 5 + 3
    after = declined.play("withdraw cave:1 moor:2")
    assert after.to_move == "Bob"
    assert after.phase == "ready"


@rule("RUL-18", "RUL-14", "DEC-8")
def test_own_ghouls_driven_out_are_gone_if_the_stout_then_decline() -> None:
    """The decline comes before the withdrawal, and takes the earlier race with its tokens."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline        : bog 3, cave 1, moor 1
        Ann   Stout Orcs, 3 in hand     : hill 1        <- to move
        Bob
    """)
    asked = given.play("conquer bog", "end", "redeploy hill:1 bog:3")
    assert asked.race("ghouls").withdrawn == 2
    assert asked.play("stay").phase == "withdraw"
    after = asked.play("decline")
    assert after.races("Ann") == ["orcs in decline"]
    assert after.tray("ghouls") == 10
    assert after.to_move == "Bob"


@rule("RUL-18", "END-3", "LOS-3")
def test_victims_of_the_last_turn_withdraw_before_the_game_ends() -> None:
    """Their tokens are on the map again when a tie is broken."""
    given = scenario("""
        map       four-regions
        game-turn 10
        first     Ann
        Ann       Forest Elves          : bog 3, cave 1, moor 1
        Bob       Swamp Orcs, 5 in hand : hill 1        <- to move
    """)
    asked = given.play("conquer bog", "end", "redeploy hill:1 bog:5")
    assert (asked.to_move, asked.phase) == ("Ann", "withdraw")
    after = asked.play("withdraw moor:3")
    assert after.to_move == "nobody"
    assert {place.seat: place.tokens for place in after.game.ranking()} == {0: 5, 1: 6}


@rule("RUL-18", "RUL-38", "LOS-3")
def test_victims_withdraw_clockwise_from_the_player_whose_turn_it_was() -> None:
    """After Bob's turn Cid withdraws before Ann."""
    given = scenario("""
        map   valley-3
        tribes -
        Ann   Forest Elves              : shore 2, cliff 1, beach 1
        Bob   Hill Orcs, 8 in hand      : wood 1        <- to move
        Cid   Swamp Humans              : grove 2, field 1, down 1
    """)
    first = given.play("conquer shore", "conquer grove", "end", "redeploy wood:7")
    assert (first.phase, first.to_move) == ("withdraw", "Cid")
    second = first.play("withdraw down")
    assert (second.phase, second.to_move) == ("withdraw", "Ann")
    after = second.play("withdraw cliff:2")
    assert (after.phase, after.to_move) == ("ready", "Cid")


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
