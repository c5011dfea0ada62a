"""Honesty: an agent decides from the public position alone, whatever the dealer will draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elbowroom.agents import AGENTS, LEVELS, agent_named
from elbowroom.agents.agent import Budget
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import CHANCE, Game, new_game
from elbowroom.rules.content import add_content, base_content

if TYPE_CHECKING:
    from elbowroom.rules.content import Content

KEYS = (b"kind", b"cruel", b"strange")
WORK = Budget(work=120)
DECISIONS = {
    "random": 400,
    "gentle": 120,
    "easy": 100,
    "normal": 80,
    "hard": 30,
    "greedy": 120,
    "planner": 60,
    "expert-1": 40,
    "expert": 40,
}
"""How long each agent is watched; random plays whole games."""

GNOMES = """
[race.gnomes]
tokens = 6
tokens_of = "ratmen"
coins.mine = 1
marker = { name = "burrow", defence = 1, count = 4, placed = "one per turn", per_region = 1 }
in_decline.keeps = ["marker"]
"""


def with_dealer(game: Game, key: bytes) -> Game:
    """The same position in the hands of another dealer."""
    return Game(game.state.clone(), game.names, Dealer(key))


def watch(name: str, game: Game, decisions: int) -> None:
    """Triplets of the agent sit in every seat, each with a game that has a dealer of its own to spy on."""
    triplets = [[agent_named(name, 7 + seat) for _ in KEYS] for seat in range(int(game.setup.players))]
    for _ in range(decisions):
        if game.is_over:
            break
        seat = game.to_move
        assert seat is not None
        assert seat != CHANCE
        before = game.to_text()
        chosen = set()
        for agent, key in zip(triplets[seat], KEYS, strict=True):
            own = with_dealer(game, key)
            chosen.add(agent.choose(own, WORK))
            assert own.to_text() == before
            assert own.history == []
        assert len(chosen) == 1, f"{name} decides by the dealer's key in\n{before}"
        (action,) = chosen
        assert action in game.legal()
        game.apply(action)


def first_pick_gnomes(players: int, content: Content) -> Game:
    """A game in which gnomes turn up first and the first player has picked them."""
    game = new_game(players, content=content)
    game.apply("first P1")
    while game.to_move == CHANCE:
        texts = [game.text_of(action) for action in game.legal()]
        game.apply("banner gnomes" if "banner gnomes" in texts else texts[0])
    game.apply("pick 1")
    game.deal_with(Dealer(b"fair"))
    return game


def test_every_agent_is_watched() -> None:
    assert set(DECISIONS) == {*AGENTS, *LEVELS}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", DECISIONS)
def test_the_dealers_key_changes_no_decision(name: str, players: int) -> None:
    watch(name, new_game(players, dealer=Dealer(b"fair")), DECISIONS[name])


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("name", DECISIONS)
def test_an_invented_race_is_played_as_honestly(name: str, players: int) -> None:
    game = first_pick_gnomes(players, add_content(base_content(), GNOMES, "gnomes.toml"))
    assert "gnomes" in game.to_text()
    watch(name, game, DECISIONS[name] // 2)


def test_another_key_does_deal_another_future() -> None:
    """The test above would notice: what the dealers would draw next differs."""
    game = new_game(2, dealer=Dealer(b"fair"))
    futures = set()
    for key in KEYS:
        other = with_dealer(game, key)
        other.apply("pick 1")
        futures.add(other.to_text())
    assert len(futures) > 1


def test_the_copy_that_agents_are_given_has_no_dealer() -> None:
    copy = new_game(3, dealer=Dealer(b"fair")).clone()
    copy.apply("pick 1")
    assert copy.to_move == CHANCE
