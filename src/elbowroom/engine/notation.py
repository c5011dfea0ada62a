"""The notation: positions as text to be written by hand, and the words that positions and records share.

docs/notation.md defines the form. Here are names, options and writing; `position_parser` reads positions.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from elbowroom.engine import decisions
from elbowroom.engine.secrets import EVERYTHING, may_see_coins
from elbowroom.engine.state import STRIKES_OF_SEAT
from elbowroom.rules import terms
from elbowroom.rules.bits import bits_of
from elbowroom.rules.combos import OCCUPIED, REDEPLOYMENT
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused, details_of
from elbowroom.rules.traits import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elbowroom.engine.state import State

VERSION: Final = 1
KEYWORDS: Final = (
    "elbowroom",
    "map",
    "players",
    "game-turn",
    "first",
    "options",
    "column",
    "banners",
    "returned",
    "badges",
    "discards",
    "tribes",
    "coins",
    "peace",
    "turn",
)
NONE: Final = "-"
NAME: Final = re.compile(r"[^\W\d_][\w-]{0,19}")


def check_names(names: list[str], players: int) -> None:
    """Names are one word each, all different, and none is a word of the notation."""
    if len(names) != players:
        raise Refused("name_count", names=len(names), players=players)
    for name in names:
        if not NAME.fullmatch(name) or name.lower() in KEYWORDS:
            raise Refused("bad_player_name", name=name)
    if len({name.lower() for name in names}) < len(names):
        raise Refused("same_names", names=names)


@lru_cache(maxsize=1024)
def title(entry_id: str) -> str:
    """An id as a name: `dragon_master` is written Dragon Master."""
    return entry_id.replace("_", " ").title()


def at_line(line: int, refused: Refused) -> Refused:
    """The refusal with the number of the line it stands in."""
    return Refused(
        "at_line", line=line, cause=str(refused), code=refused.code, details=details_of([refused.refusal])
    )


def write_position(state: State, names: list[str], viewer: int = EVERYTHING) -> str:
    """The state as text: all of it, or what the viewer may see."""
    setup = state.setup
    seats = range(int(setup.players))
    lines = [
        ("elbowroom", f"position {VERSION}"),
        ("map", setup.board.map_id),
        ("players", " ".join(names)),
        ("game-turn", str(state.game_turn)),
    ]
    if state.phase != decisions.FIRST_PLAYER:
        lines.append(("first", names[state.first_player]))
    options = write_options(setup.options, names)
    if options:
        lines.append(("options", options))
    lines += [
        ("column", " | ".join(_column_entry(state, slot) for slot in range(int(state.combos_shown))) or NONE),
        ("banners", _ids(setup.race_ids, bits_of(int(state.banners)))),
        (
            "returned",
            _ids(setup.race_ids, [int(state.returned[i]) for i in range(int(state.banners_returned))]),
        ),
        ("badges", _ids(setup.power_ids, bits_of(int(state.badges)))),
        ("discards", _ids(setup.power_ids, bits_of(int(state.discards)))),
        ("tribes", _ids(setup.board.labels, bits_of(int(state.tribes)))),
    ]
    shown = [seat for seat in seats if may_see_coins(state, viewer, seat)]
    if shown:
        lines.append(("coins", ", ".join(f"{names[seat]} {state.coins[seat]}" for seat in shown)))
    lines += [
        ("peace", f"{names[ally]} spares {names[seat]}")
        for ally in seats
        for seat in seats
        if int(state.peace) >> (8 * ally + seat) & 1
    ]
    for seat in seats:
        races = [race for race in range(int(setup.races)) if state.owner[race] == seat]
        races.sort(key=lambda race: (not state.is_declined(race), race))
        lines += [(names[seat], _race_entry(state, race)) for race in races]
    lines.append(("turn", _turn_entry(state, names)))
    width = max(len(key) for key, _ in lines) + 2
    return "".join((key.ljust(width) + value).rstrip() + "\n" for key, value in lines)


def write_options(options: Options, names: list[str]) -> str:
    """The table options that differ from the defaults."""
    words = [name for name in ("own_tokens_defend", "open_coins", "auto_withdraw") if getattr(options, name)]
    if options.left_out:
        words.append("left_out=" + ",".join(options.left_out))
    if options.first_player is not None:
        words.append(f"first_player={names[options.first_player]}")
    return " ".join(words)


def _ids(words: list[str], indexes: Iterable[int]) -> str:
    return " ".join(words[index] for index in indexes) or NONE


def _column_entry(state: State, slot: int) -> str:
    setup = state.setup
    race, power = int(state.column[slot]) >> 6, int(state.column[slot]) & 63
    coins = f" {state.column_coins[slot]}" if state.column_coins[slot] else ""
    return f"{title(setup.power_ids[power])} {title(setup.race_ids[race])}{coins}"


def _race_entry(state: State, race: int) -> str:
    setup = state.setup
    power = f"{title(setup.power_ids[state.power[race]])} " if state.power[race] >= 0 else ""
    words = [power + title(setup.race_ids[race])]
    if state.is_declined(race):
        words.append("in decline")
    counts = [
        (state.hand[race], "in hand"),
        (state.withdrawn[race], "withdrawn"),
        (state.placed[race], "placed"),
    ]
    if not state.is_declined(race):
        struck = state.strikes_in_game >> (4 * state.owner[race]) & STRIKES_OF_SEAT
        counts.append((struck, "strikes"))
    counts += [(state.displaced[place], what) for what, place in displaced_words(state, race).items()]
    words += [f"{count} {what}" for count, what in counts if count]
    holdings = [_holding(state, region) for region in bits_of(int(state.regions[race]))]
    return ", ".join(words) + (" : " + ", ".join(holdings) if holdings else "")


def displaced_words(state: State, race: int) -> dict[str, int]:
    """How a race's displaced encampments are written: a second kind of them by its name."""
    setup = state.setup
    words: dict[str, int] = {}
    for place, kind in enumerate(state.combo_of(race).markers):
        if setup.kind_placed[kind] == REDEPLOYMENT:
            words[f"displaced {setup.kind_names[kind]}" if words else "displaced"] = 2 * race + place
    return words


def _holding(state: State, region: int) -> str:
    words = [f"{state.setup.board.labels[region]} {state.tokens[region]}"]
    for kind, name in enumerate(state.setup.kind_names):
        count = int(state.markers_in(kind, region))
        if count:
            words.append(name if count == 1 else f"{count} {name}")
    return " + ".join(words)


def _turn_entry(state: State, names: list[str]) -> str:
    setup = state.setup
    words = [f"{names[state.seat]} {decisions.PHASE_NAMES[state.phase]}"]
    if state.race >= 0:
        words.append(f"race {setup.race_ids[state.race]}")
    if state.has_acted:
        words.append("acted")
    if state.is_first_turn:
        words.append("first turn")
    if state.non_empty:
        words.append(f"non-empty {state.non_empty}")
    for who, occupant in enumerate(terms.OCCUPANTS[:OCCUPIED]):
        regions = bits_of(int(state.conquered(who)))
        if regions:
            words.append(f"conquered {occupant} {_ids(setup.board.labels, regions)}")
    counts = ((state.abandoned, "abandoned"), (state.killed, "killed"), (state.leaving, "leaving"))
    words += [f"{what} {count}" for count, what in counts if count]
    if state.payments:
        words.append(f"paid {state.payments}")
    for seat in range(int(setup.players)):
        strikes = int(state.strikes >> (4 * seat) & STRIKES_OF_SEAT)
        if strikes:
            words.append(f"strikes {names[seat]} {strikes}")
    words += [f"hit {names[seat]}" for seat in bits_of(int(state.hit))]
    words += [f"attacked {names[seat]}" for seat in bits_of(int(state.attacked))]
    words += [f"substituted {names[seat]}" for seat in bits_of(int(state.substituted))]
    done = int(state.done_once)
    words += [row.once for row in decisions.DECISIONS if row.once and done >> row.number & 1]
    if state.die >= 0:
        words.append(f"die {state.die}")
    if state.target >= 0:
        words.append(f"target {setup.board.labels[state.target]}")
    if state.kind >= 0:
        words.append(f"marker {setup.kind_names[state.kind]}")
    if state.left > 0:
        words.append(f"left {state.left}")
    if state.floor > 0:
        words.append(f"from {setup.board.labels[state.floor]}")
    if state.phase in (decisions.BANNER, decisions.BADGE):
        words.append(f"then {decisions.PHASE_NAMES[state.resume]}")
    if state.revealed >= 0:
        words.append(f"revealed {setup.race_ids[state.revealed]}")
    return ", ".join(words)


def read_options(text: str, names: list[str]) -> Options:
    """Table options from their words."""
    flags = {"own_tokens_defend": False, "open_coins": False, "auto_withdraw": False}
    left_out: tuple[str, ...] = ()
    first: int | None = None
    for word in text.split():
        key, _, value = word.partition("=")
        if word in flags:
            flags[word] = True
        elif key == "left_out" and value:
            left_out = tuple(value.split(","))
        elif key == "first_player" and value in names:
            first = names.index(value)
        else:
            known = (*flags, "left_out", "first_player")
            raise Refused("unknown_word", word=word, nearest=nearest(key, known))
    return Options(**flags, left_out=left_out, first_player=first)
