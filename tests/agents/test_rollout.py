"""Rollouts: the same luck for different turns, a quick player to the end, and who has won then."""

from __future__ import annotations

from elbowroom.agents.cached_plan import CachedPlan
from elbowroom.agents.rollout import (
    BEAM_WIDTH,
    SEARCH_WORK,
    Luck,
    Met,
    QuickPlayer,
    margin_of,
    play_on,
    roll_out,
    win_share,
)
from elbowroom.agents.turn_search import search_turn
from elbowroom.agents.weights import network_of, shipped_weights
from elbowroom.engine import decisions, turn
from elbowroom.engine.chance import Generator
from elbowroom.engine.game import new_game
from elbowroom.engine.playout import play_out
from elbowroom.engine.ranking import ranking
from elbowroom.engine.state import State


def opening(players: int = 2) -> State:
    """A game in which the first player picks."""
    return new_game(players, seed=3).state.clone()


def draws(luck: Luck, kinds: list[int]) -> list[tuple[int, int]]:
    """What luck draws for these kinds of chance, one after the other, from full stacks."""
    state = opening()
    drawn = []
    for kind in kinds:
        state.phase = kind
        state.legal = turn.legal(state)
        drawn.append((kind, int(luck.outcome(state))))
    return drawn


def of_kind(drawn: list[tuple[int, int]], kind: int) -> list[int]:
    return [outcome for found, outcome in drawn if found == kind]


def test_more_rolls_of_the_die_do_not_change_which_banners_come() -> None:
    banner, badge, die = decisions.BANNER, decisions.BADGE, decisions.DIE
    few = draws(Luck(5, 0), [banner, badge] * 6 + [die])
    many = draws(Luck(5, 0), [banner, die, badge, die, die] * 6)
    for kind in (banner, badge):
        assert of_kind(few, kind) == of_kind(many, kind)
    assert of_kind(many, die)[0] == of_kind(few, die)[0]


def test_rolls_of_one_turn_do_not_change_those_of_the_next() -> None:
    rolls = []
    for count in (1, 5):
        state, luck = opening(), Luck(5, 0)
        state.phase = decisions.DIE
        state.legal = turn.legal(state)
        for _ in range(count):
            luck.outcome(state)
        state.seat = 1 - state.seat
        rolls.append([int(luck.outcome(state)) for _ in range(12)])
    assert rolls[0] == rolls[1]


def test_luck_depends_on_the_key_and_the_number() -> None:
    kinds = [decisions.BANNER] * 20
    all_luck = [tuple(draws(Luck(key, number), kinds)) for key in (5, 6) for number in (0, 1)]
    assert len(set(all_luck)) == 4


def test_a_rollout_with_the_same_luck_ends_in_the_same_way() -> None:
    state, player = opening(), QuickPlayer(network_of(shipped_weights()))
    before = state.clone()
    first = roll_out(state, [0], 0, player, 9, 0, 4)
    again = roll_out(state, [0], 0, player, 9, 2, 2)
    assert first[2:] == again
    assert len(set(first)) > 1
    assert state.coins == before.coins
    assert state.phase == before.phase


def test_what_earlier_rollouts_met_makes_the_next_quicker_but_not_different() -> None:
    network, met = network_of(shipped_weights()), Met()
    player, state = QuickPlayer(network), opening()
    apart = [roll_out(state, [0], 0, player, 9, number, 1)[0] for number in range(12)]
    alone = network.evaluations
    together = [roll_out(state, [0], 0, player, 9, number, 4, met) for number in (0, 4, 8)]
    assert [result for part in together for result in part] == apart
    assert network.evaluations - alone < alone


def test_the_quick_player_plays_as_one_who_keeps_plans_and_checks_each_step() -> None:
    network = network_of(shipped_weights())
    for players in (2, 3):
        quick, careful = opening(players), opening(players)
        play_on(quick, QuickPlayer(network, slack=0.0), Luck(1, players))
        luck, plan = Luck(1, players), CachedPlan()
        while careful.phase != decisions.OVER:
            if careful.phase <= decisions.LAST_CHANCE:
                turn.apply(careful, luck.outcome(careful))
                continue
            plan.start_turn(careful)
            bit = plan.next_bit(careful)
            if bit is None:
                bit = plan.keep(careful, search_turn(careful, network, BEAM_WIDTH, SEARCH_WORK)[0].bits)
            turn.apply(careful, bit)
        assert quick.coins == careful.coins


def test_the_quick_player_does_not_always_answer_alike_but_takes_no_plan_that_is_much_worse() -> None:
    network, state = network_of(shipped_weights()), opening()
    plans = search_turn(state, network, BEAM_WIDTH, SEARCH_WORK)
    value_of = {tuple(plan.bits): plan.value for plan in reversed(plans)}
    player = QuickPlayer(network, slack=1.0)
    chosen = [value_of[tuple(player.plan(state, Luck(1, number)))] for number in range(40)]
    assert len(set(chosen)) > 1
    assert min(chosen) >= plans[0].value - 1
    assert player.plan(state, Luck(1, 7)) == player.plan(state, Luck(1, 7))
    assert QuickPlayer(network, slack=0.0).plan(state, Luck(1, 7)) == plans[0].bits


def test_margins_and_wins_agree_with_the_ranking_also_when_players_tie() -> None:
    shared = 0
    for seed in range(60):
        state = opening(3)
        play_out(state, Generator(seed))
        if seed % 2:  # all three tie on coins, and sometimes on tokens
            for seat in range(3):
                state.coins[seat] = 20
        ranks = ranking(state)
        winners = {rank.seat for rank in ranks if rank.place == 1}
        shared += len(winners) > 1
        for rank in ranks:
            best = max(other.coins for other in ranks if other.seat != rank.seat)
            assert margin_of(state, rank.seat) == rank.coins - best
            share = 1 / len(winners) if rank.seat in winners else 0.0
            assert win_share(state, rank.seat) == share
    assert shared
