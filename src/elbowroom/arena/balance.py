"""Is a player's own race or special power balanced? The games that tell, and how one of them is played.

A `BalancePlan` lists the games; `play_balance_game` plays one of them, anywhere; results belong together by
their numbers, in any order, so a plan can be stopped and resumed after any game. `balance_report` sums up.

The games of a deal share their luck. In most of them the first player is given a combo to begin with, so
that what is measured does not depend on who would have picked it:

* `free`: nobody is given anything; everybody picks as they like,
* `with`: the first player begins with the entry,
* `more`, `fewer`: the same, and the entry has one token more or less: what is a token worth?
* `without`: the first player begins with an entry of the box instead, and the player's own is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from elbowroom.agents import agent_named
from elbowroom.arena.match import play_game
from elbowroom.arena.result_files import own_sources, program_digest
from elbowroom.arena.statistics import summarise
from elbowroom.arena.trait_use import count_uses
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import new_game
from elbowroom.rules.content import add_content, base_content, digest, most_tokens
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elbowroom.engine.game import Game
    from elbowroom.rules.content import Content
    from elbowroom.rules.traits import Entry

Sources = tuple[tuple[str, str], ...]
"""Own content as pairs of file name and text."""

VARIANTS: Final = ("free", "with", "more", "fewer", "without")
MORE_TOKENS: Final = {"more": 1, "fewer": -1}
DEFAULT_AGENT: Final = "planner"
DEFAULT_GAMES: Final = 10_000
MIN_DEALS: Final = 10
"""Fewer deals tell nothing."""
DEALS_PER_CHECK: Final = 20
"""Every 20th deal is checked: the invariants after every action."""
MAX_DECISIONS: Final = 20_000
"""A game with more decisions counts as one that does not end."""
VERSION: Final = 1


@dataclass(frozen=True)
class BalanceGame:
    """One game of a plan: all that is needed to play it anywhere."""

    number: int
    sources: Sources
    entry: str
    """The id of the race or special power that is measured."""
    players: int
    deal: int
    """Games of the same deal have the same luck."""
    variant: str
    seed: int = 1
    agent: str = DEFAULT_AGENT

    @property
    def is_checked(self) -> bool:
        """Whether the invariants are checked after every action, which takes longer."""
        return self.deal % DEALS_PER_CHECK == 0 and self.variant in ("free", "with")


class BalancePick(msgspec.Struct, frozen=True, array_like=True):
    """A pick of an entry: what was paid for it, less what lay on it, and the coins that its combo brought."""

    entry: str
    price: int
    coins: int


class BalanceResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game tells, as plain data."""

    number: int
    coins: int
    """Of the first player, at the end."""
    win: float
    """1 if the first player won, a part of 1 if they shared the victory."""
    decisions: int
    began_with: str = ""
    """The entry that the first player was given."""
    is_over: bool = True
    is_checked: bool = False
    """Whether the invariants were checked after every action."""
    violation: str = ""
    """The rule of the program that was broken, with the position."""
    picks: tuple[BalancePick, ...] = ()
    """In a free game: all picks, as races or as special powers, whichever the entry is."""
    holds: int = 0
    """How often the entry was picked, in games where its uses are counted."""
    uses: dict[str, int] = {}
    """How often each of its traits was used."""

    def to_row(self) -> dict[str, Any]:
        """As JSON has it."""
        row: dict[str, Any] = msgspec.to_builtins(self)
        return row


def read_result(game: BalanceGame, row: dict[str, Any]) -> BalanceResult:
    """The result of this game from its row; a row that is none is a ValueError."""
    try:
        result = msgspec.convert(row, BalanceResult)
    except msgspec.ValidationError as error:
        raise ValueError(row) from error
    if result.number != game.number or bool(result.began_with) != (game.variant != "free"):
        raise ValueError(row)
    return result


@dataclass(frozen=True)
class BalancePlan:
    """Which entries are measured, for which numbers of players, in how many games."""

    sources: Sources
    players: tuple[int, ...] = (2,)
    games: int = DEFAULT_GAMES
    """For each entry and number of players; whole deals are played."""
    seed: int = 1
    agent: str = DEFAULT_AGENT

    def __post_init__(self) -> None:
        """Refuse what cannot be measured, before anything is played."""
        agent_named(self.agent, 0)
        for count in self.players:
            if not MIN_PLAYERS <= count <= MAX_PLAYERS:
                raise Refused("player_count", players=count)
        if self.deals < MIN_DEALS:
            raise Refused("balance_few_games", games=self.games, needed=MIN_DEALS * len(VARIANTS))
        for file, text in self.sources:
            if len(add_content(base_content(), text, file).maps) > len(base_content().maps):
                raise Refused("balance_of_map", file=file)
        for game in self._deal_of_games(0, 0):
            _set_up(game)  # if one deal can be set up, all can

    @property
    def deals(self) -> int:
        """How many deals are played for each entry and number of players."""
        return self.games // len(VARIANTS)

    def entries(self) -> list[Entry]:
        """The entries that are measured."""
        return own_entries(content_of(self.sources))

    def game_list(self) -> list[BalanceGame]:
        """All games, deal by deal, so that any part from the beginning tells about everything.

        A game has the same number whatever the number of games, so a plan can be prolonged.
        """
        size = len(self.entries()) * len(self.players) * len(VARIANTS)
        return [game for deal in range(self.deals) for game in self._deal_of_games(deal, deal * size)]

    def _deal_of_games(self, deal: int, number: int) -> Iterator[BalanceGame]:
        """The games of a deal, numbered from this number on; a variant that cannot be played leaves a gap."""
        kinds = product(self.players, self.entries(), VARIANTS)
        for place, (players, entry, variant) in enumerate(kinds, number):
            if variant in variants_of(entry):
                yield BalanceGame(
                    place, self.sources, entry.id, players, deal, variant, seed=self.seed, agent=self.agent
                )

    def settings(self) -> dict[str, Any]:
        """What must stay the same for results to belong together; the number of games may change."""
        return {
            "version": VERSION,
            "content": digest("\n".join(text for _, text in self.sources)),
            "players": list(self.players),
            "seed": self.seed,
            "agent": self.agent,
            "program": program_digest("arena/balance.py", "arena/trait_use.py", "arena/statistics.py"),
            **own_sources([self.agent]),
        }


@lru_cache(maxsize=16)
def content_of(sources: Sources) -> Content:
    """The box with a player's own content."""
    content = base_content()
    for file, text in sources:
        content = add_content(content, text, file)
    return content


def own_entries(content: Content) -> list[Entry]:
    """The races and special powers that players added to the box."""
    base = base_content()
    races = [race for race in content.races if race not in base.races]
    return races + [power for power in content.powers if power not in base.powers]


def box_entries(content: Content, entry: Entry) -> list[Entry]:
    """The entries of the box that are of the same kind."""
    base = base_content()
    if is_race(content, entry):
        return [race for race in content.races if race in base.races]
    return [power for power in content.powers if power in base.powers]


def is_race(content: Content, entry: Entry) -> bool:
    """Whether the entry is a race; else it is a special power."""
    return entry in content.races


def variants_of(entry: Entry) -> list[str]:
    """The variants that can be played: no fewer than 0 tokens, and no more than any file may have."""
    most = most_tokens(is_race=entry.tokens_in_box > 0, free=True)
    tokens = entry.traits.tokens
    return [name for name in VARIANTS if name not in MORE_TOKENS or 0 <= tokens + MORE_TOKENS[name] <= most]


def play_balance_game(game: BalanceGame) -> BalanceResult:
    """Play one game of a plan; the same game has the same result everywhere."""
    played = _set_up(game)
    content = played.setup.content
    entry = _entry_named(content, game.entry)
    given = _given(content, entry, game)
    dealer = Dealer(f"{game.seed} balance {game.players} {game.deal}".encode())
    if given is None:
        played.deal_with(dealer)
    else:
        _begin_with(played, given, dealer, is_race=is_race(content, given))
    agents = [
        agent_named(game.agent, int(digest(f"{game.seed} {game.deal} {seat}"), 16))
        for seat in range(game.players)
    ]
    course = play_game(played, agents, is_checked=game.is_checked, max_decisions=MAX_DECISIONS)
    winners = [rank.seat for rank in played.ranking() if rank.place == 1]
    result = BalanceResult(
        number=game.number,
        coins=int(played.state.coins[0]),
        win=1 / len(winners) if 0 in winners else 0.0,
        decisions=course.decisions,
        began_with="" if given is None else given.id,
        is_over=played.is_over,
        is_checked=game.is_checked,
        violation=course.violation,
    )
    if game.variant not in ("free", "with") or not played.is_over:
        return result
    picks = tuple(
        BalancePick(pick.race if is_race(content, entry) else pick.power, pick.paid - pick.gained, pick.coins)
        for pick in summarise(played).picks
    )
    return msgspec.structs.replace(
        result,
        picks=picks if game.variant == "free" else (),
        holds=sum(pick.entry == entry.id for pick in picks),
        uses=dict(count_uses(played, entry)),
    )


def _set_up(game: BalanceGame) -> Game:
    """The game before anything is dealt; refused if it cannot be played."""
    content = _variant_content(game.sources, game.entry, game.variant)
    left_out = (game.entry,) if game.variant == "without" else ()
    return new_game(game.players, options=Options(first_player=0, left_out=left_out), content=content)


def _entry_named(content: Content, entry_id: str) -> Entry:
    return next(entry for entry in (*content.races, *content.powers) if entry.id == entry_id)


@lru_cache(maxsize=64)
def _variant_content(sources: Sources, entry_id: str, variant: str) -> Content:
    """The box with the own content, and with one token more or less for the entry if the variant wants it.

    A race keeps as many tokens in the tray as it would have without the change.
    """
    content = content_of(sources)
    more = MORE_TOKENS.get(variant, 0)
    if not more:
        return content
    entry = _entry_named(content, entry_id)
    in_box = entry.tokens_in_box + more if is_race(content, entry) else 0
    changed = replace(
        entry, traits=replace(entry.traits, tokens=entry.traits.tokens + more), tokens_in_box=in_box
    )
    return replace(
        content,
        races=tuple(changed if race == entry else race for race in content.races),
        powers=tuple(changed if power == entry else power for power in content.powers),
    )


def _given(content: Content, entry: Entry, game: BalanceGame) -> Entry | None:
    """What the first player begins with; of the box, each entry comes equally often."""
    if game.variant == "free":
        return None
    if game.variant != "without":
        return entry
    others = box_entries(content, entry)
    cycle, place = divmod(game.deal, len(others))
    Random(f"{game.seed} {game.players} {cycle}").shuffle(others)
    return others[place]


def _begin_with(game: Game, given: Entry, dealer: Dealer, *, is_race: bool) -> None:
    """Put the entry on top of the column, deal the rest, and let the first player pick it."""
    if is_race:
        game.apply(f"banner {given.id}")
    else:
        game.apply(int(game.state.phase << 6 | dealer.draw(game.state)))
        game.apply(f"badge {given.id}")
    game.deal_with(dealer)
    game.apply("pick 1")
