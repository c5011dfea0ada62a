"""The schema of an observation: what every number of it is, in order, for a setup.

An observation is one row of bytes. Players are counted from the viewer, who is 0; 1 sits to their left.
Blocks that have one number for each region come first, so that they can be read as planes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

from elbowroom.engine import decisions
from elbowroom.engine.actions import decisions_of
from elbowroom.rules import terms
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from elbowroom.rules.setup import Setup

VERSION: Final = 1
BITS: Final = 1
"""The highest value of a block whose numbers are bits: 0 or 1."""
FLAGS: Final = ("acted", "first turn")
TALLIES: Final = ("hand", "hand of races in decline", "withdrawn", "displaced", "markers placed", "coins")
CLOCK: Final = ("game turn", "game turns left", "die + 1", "left to place", "non-empty conquests")


@dataclass(frozen=True)
class Block:
    """Some numbers of an observation that belong together."""

    name: str
    meaning: str
    labels: tuple[str, ...]
    most: int
    """The highest value to expect; larger ones are possible up to 255 unless it is 1."""
    offset: int = 0

    @property
    def place(self) -> slice:
        """Its numbers in the observation, as a slice."""
        return slice(self.offset, self.offset + len(self.labels))


@dataclass(frozen=True, eq=False)
class ObservationSchema:
    """All blocks of a setup's observations, in order."""

    map: str
    players: int
    regions: int
    blocks: tuple[Block, ...]
    version: int = VERSION

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(len(block.labels) for block in self.blocks)

    @cached_property
    def planes(self) -> tuple[Block, ...]:
        """The blocks with one number for each region; they come first."""
        return tuple(block for block in self.blocks if block.name.startswith("regions: "))

    def block(self, name: str) -> Block:
        """The block of this name."""
        return next(block for block in self.blocks if block.name == name)

    @cached_property
    def most(self) -> tuple[int, ...]:
        """The highest value to expect of every number: divide by it to come between 0 and 1."""
        return tuple(block.most for block in self.blocks for _ in block.labels)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """A name for every number."""
        return tuple(f"{block.name} / {label}" for block in self.blocks for label in block.labels)

    def as_json(self) -> dict[str, Any]:
        """The schema as plain data, to be kept beside observations."""
        return {
            "version": self.version,
            "map": self.map,
            "players": self.players,
            "regions": self.regions,
            "size": self.size,
            "blocks": [
                {
                    "name": block.name,
                    "meaning": block.meaning,
                    "offset": block.offset,
                    "most": block.most,
                    "labels": list(block.labels),
                }
                for block in self.blocks
            ],
        }


def unknown_abilities(abilities: Collection[str]) -> list[str]:
    """Those of these words of `terms.ABILITIES` whose decisions have no numbers here yet."""
    return [row.asks for row in decisions.DECISIONS if row.number > decisions.OVER and row.asks in abilities]


@lru_cache(maxsize=64)
def schema_of(setup: Setup) -> ObservationSchema:
    """The schema of a setup; setups are shared, so there is one for each.

    Decisions that only own races and powers ask for have no numbers here yet: such content is refused.
    """
    for verb in unknown_abilities(setup.verbs):
        raise Refused("no_observation", verb=verb)
    placed: list[Block] = []
    offset = 0
    for block in _blocks(setup):
        placed.append(Block(block.name, block.meaning, block.labels, block.most, offset))
        offset += len(block.labels)
    return ObservationSchema(setup.board.map_id, int(setup.players), int(setup.board.size), tuple(placed))


def _blocks(setup: Setup) -> Iterator[Block]:
    """The blocks of bits and of numbers, in the order in which `ObservationWriter` writes them."""
    regions = tuple(setup.board.labels)
    races, powers = tuple(setup.race_ids), tuple(setup.power_ids)
    players = range(int(setup.players))
    seats = tuple(f"player {player}" for player in players)
    for player in players:
        yield Block(f"regions: player {player} active", "their active race stands there", regions, BITS)
        yield Block(
            f"regions: player {player} in decline", "a race of theirs in decline stands there", regions, BITS
        )
    yield Block("regions: lost tribe", "a lost tribe lives there", regions, BITS)
    yield Block("regions: target", "what is being attacked or was just lost", regions, BITS)
    for kind, name in enumerate(setup.kind_names):
        for layer in range(int(setup.kind_layers[kind])):
            which = f"regions: {name}" + (f" {layer + 1}" if layer else "")
            yield Block(which, f"at least {layer + 1} of these markers there", regions, BITS)
    yield Block("regions: tokens", "race tokens that stand there", regions, 20)
    for player in players:
        yield Block(f"player {player} race", "their active race", races, BITS)
        yield Block(f"player {player} power", "its special power", powers, BITS)
        yield Block(f"player {player} declined races", "their races in decline", races, BITS)
        yield Block(f"player {player} declined powers", "the special powers they keep", powers, BITS)
    for slot in range(int(setup.visible_combos)):
        yield Block(f"column {slot + 1} race", "the race of this combo", races, BITS)
        yield Block(f"column {slot + 1} power", "the special power of this combo", powers, BITS)
    yield Block("banners", "race banners not yet revealed", races, BITS)
    yield Block("badges", "badges not yet revealed", powers, BITS)
    yield Block("discards", "badges put aside", powers, BITS)
    yield Block("revealed", "a banner that waits for its badge", races, BITS)
    rows = decisions_of(setup)
    phases = decisions.PHASE_NAMES[: 1 + max(decisions.OVER, *[row.number for row in rows])]
    yield Block("phase", "the decision that is due", phases, BITS)
    yield Block("turn", "whose turn it is", seats, BITS)
    yield Block("decides", "who decides; nobody while chance does", seats, BITS)
    yield Block("first player", "who began", seats, BITS)
    yield Block("acting race", "the race that acts", races, BITS)
    once = tuple(row.once for row in rows if row.once)
    yield Block("flags", "what happened this turn", FLAGS + once, BITS)
    yield Block("attacked", "whose active race was attacked this turn", seats, BITS)
    yield Block("substituted", "who was replaced by substitution this turn", seats, BITS)
    yield Block("placing", "the marker that is being placed", tuple(setup.kind_names), BITS)
    for player in players:
        yield Block(f"player {player} spares", "whose active race they may not attack", seats, BITS)
    yield Block("tray", "tokens of each race in the storage tray", races, 18)
    yield Block("returned", "place of each banner under the stack, 1 comes first", races, len(races))
    slots = tuple(f"column {slot + 1}" for slot in range(int(setup.visible_combos)))
    yield Block("column coins", "coins that lie on each combo", slots, 10)
    for player in players:
        what = "pieces in hand, and coins: 0 while they are hidden from the viewer"
        yield Block(f"player {player} tallies", what, TALLIES, 100)
    yield Block("clock", "where the turn stands", CLOCK, 10)


@lru_cache(maxsize=64)
def board_of(setup: Setup) -> dict[str, list[list[int]]]:
    """What never changes on a map and is therefore in no observation: neighbours, terrains, symbols, edge."""
    board = setup.board
    regions = range(int(board.size))
    region_data = setup.content.map(board.map_id).regions
    return {
        "neighbours": [[int(board.neighbours[a]) >> b & 1 for b in regions] for a in regions],
        "terrain": [[int(region.terrain == terrain) for region in region_data] for terrain in terms.TERRAINS],
        "symbols": [[int(symbol in region.symbols) for region in region_data] for symbol in terms.SYMBOLS],
        "edge": [[int(region.edge) for region in region_data]],
    }
