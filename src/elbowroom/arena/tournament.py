"""A tournament: which matches are played, so that neither seats nor chance favour anybody.

`backends` plays the matches, `report` sums them up.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, count, permutations
from typing import TYPE_CHECKING

from elbowroom.agents import agent_named
from elbowroom.arena.match import Match
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elbowroom.agents.agent import Budget

    Lineup = tuple[str, ...]


@dataclass(frozen=True)
class Tournament:
    """Who plays whom, how often, with which seed and budget: all that is needed to play it again anywhere."""

    agents: tuple[str, ...]
    players: int = 2
    games: int = 100
    """Games of the whole tournament; in pairs, of each pair."""
    seed: int = 1
    budget: Budget | None = None
    in_pairs: bool = False
    """Each pair of agents plays, instead of all at one table."""

    def __post_init__(self) -> None:
        """Refuse what cannot be played, before anything is."""
        for name in self.agents:
            agent_named(name, 0)
        if len(set(self.agents)) < 2:
            raise Refused("too_few_agents", agents=list(self.agents))
        if not MIN_PLAYERS <= self.players <= MAX_PLAYERS:
            raise Refused("player_count", players=self.players)
        if len(self.agents) > self.players and not self.in_pairs:
            raise Refused("more_agents_than_seats", agents=len(self.agents), players=self.players)

    def matches(self) -> list[Match]:
        """The matches in order, deal by deal: all seatings of a deal have the same chance.

        A match has the same number whatever the number of games, so a tournament can be prolonged.
        """
        groups = [self.agents]
        if self.in_pairs:
            groups = list(combinations(dict.fromkeys(self.agents), 2))
        left = [self.games] * len(groups)
        matches: list[Match] = []
        number = 0
        for deal in count():
            for group, agents in enumerate(groups):
                for seating in _seatings(agents, self.players, deal):
                    if left[group]:
                        left[group] -= 1
                        matches.append(self._match(number, deal, seating))
                    number += 1
            if not any(left):
                break
        return matches

    def _match(self, number: int, deal: int, seating: Lineup) -> Match:
        return Match(
            number=number,
            seed=self.seed,
            players=self.players,
            agents=seating,
            options=Options(),
            deal=deal,
            budget=self.budget,
        )


def lineups(agents: Lineup, players: int) -> list[Lineup]:
    """The line-ups of a table.

    All agents if they fill it; of two agents, each once alone against the other; else the agents repeat in
    rotation, and each of them begins once.
    """
    if len(agents) == 2 and players > 2:
        one, other = agents
        return [(one, *[other] * (players - 1)), (other, *[one] * (players - 1))]
    if len(agents) == players:
        return [agents]
    return [
        tuple(agents[(start + seat) % len(agents)] for seat in range(players)) for start in range(len(agents))
    ]


def _seatings(agents: Lineup, players: int, deal: int) -> Iterator[Lineup]:
    """Each line-up in each rotation; who sits beside whom changes from deal to deal."""
    for first, *rest in lineups(agents, players):
        orders = sorted(set(permutations(rest)))
        order = (first, *orders[deal % len(orders)])
        yield from dict.fromkeys(order[shift:] + order[:shift] for shift in range(players))
