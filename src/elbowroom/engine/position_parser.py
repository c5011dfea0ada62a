"""Reading a position: every line is checked, and a refusal names its line and its cause.

Lines that are left out take the values of a plain position (docs/notation.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.engine import decisions, turn
from elbowroom.engine.actions import region_named
from elbowroom.engine.notation import (
    KEYWORDS,
    NAME,
    NONE,
    VERSION,
    at_line,
    check_names,
    displaced_words,
    read_options,
)
from elbowroom.engine.position_check import check_decision
from elbowroom.engine.state import State, new_state
from elbowroom.rules import terms
from elbowroom.rules.bits import bits_of
from elbowroom.rules.combos import OCCUPIED
from elbowroom.rules.refusals import Refused
from elbowroom.rules.setup import RULES_VERSION, setup_for
from elbowroom.rules.traits import nearest

if TYPE_CHECKING:
    from elbowroom.rules.content import Content

MAX_LINES: Final = 400
MAX_LINE_CHARACTERS: Final = 4000
MAX_COINS: Final = 9999


def read_position(text: str, content: Content, rules_version: int = RULES_VERSION) -> tuple[State, list[str]]:
    """The state and the players' names; refused with line and cause if the text is not a legal position."""
    reader = _Reader(content, rules_version)
    reader.read(text)
    return reader.state, reader.names


class _Reader:
    """Reads a position line by line."""

    state: State

    def __init__(self, content: Content, rules_version: int) -> None:
        self.content = content
        self.rules_version = rules_version
        self.lines: dict[str, tuple[int, str]] = {}
        self.races: list[tuple[int, str, str]] = []
        self.peace: list[tuple[int, str]] = []
        self.names: list[str] = []
        self.to_move: str | None = None
        self.line = 0

    def read(self, text: str) -> None:
        try:
            self._split(text)
            self._set_up()
            self._read_races()
            self._read_stacks()
            self._read_turn()
        except Refused as refused:
            if refused.code == "at_line":
                raise
            raise at_line(self.line, refused) if self.line else refused from None

    def _split(self, text: str) -> None:
        rows = text.splitlines()
        if len(rows) > MAX_LINES:
            raise Refused("too_long", most=MAX_LINES)
        for number, row in enumerate(rows, start=1):
            self.line = number
            if len(row) > MAX_LINE_CHARACTERS:
                raise Refused("line_too_long", most=MAX_LINE_CHARACTERS)
            words = row.split("#")[0].strip()
            if not words:
                continue
            key, *rest = words.split(maxsplit=1)
            value = rest[0] if rest else ""
            if key == "peace":
                self.peace.append((number, value))
            elif key in KEYWORDS:
                if key in self.lines:
                    raise Refused("line_twice", word=key)
                self.lines[key] = (number, value)
            else:
                self._race_line(number, key, value)
        self.line = 0

    def _race_line(self, number: int, name: str, value: str) -> None:
        if value.endswith("<- to move"):
            if self.to_move is not None:
                raise Refused("to_move_twice")
            self.to_move = name
            value = value.removesuffix("<- to move").strip()
        if not NAME.fullmatch(name):
            raise Refused("unknown_line", word=name, nearest=nearest(name, KEYWORDS))
        if value:
            self.races.append((number, name, value))
        if name not in self.names:
            self.names.append(name)

    def _value(self, key: str) -> str | None:
        """The value of a line, remembering where it stands."""
        if key not in self.lines:
            return None
        self.line, value = self.lines[key]
        return value

    def _words(self, key: str) -> list[str] | None:
        value = self._value(key)
        if value is None:
            return None
        return [] if value == NONE else value.split()

    def _set_up(self) -> None:
        header = self._value("elbowroom")
        if header is not None and header != f"position {VERSION}":
            raise Refused("position_version", found=header, known=f"position {VERSION}")
        seated = self._words("players")
        if seated is not None:
            for number, name, _ in self.races:
                if name not in seated:
                    raise at_line(number, Refused("unknown_player", word=name, known=seated))
            for name in self.names:
                if name not in seated:
                    raise Refused("unknown_player", word=name, known=seated)
            self.names = seated
        map_id = self._value("map")
        players = len(self.names)
        game_map = self.content.map(map_id) if map_id is not None else self.content.map_for(players)
        if game_map.players != players:
            raise Refused("map_players", map=game_map.id, players=players, made_for=game_map.players)
        self._value("players")
        check_names(self.names, players)
        options = read_options(self._value("options") or "", self.names)
        self.state = new_state(setup_for(self.content, game_map, options, self.rules_version))
        state = self.state
        game_turn = self._value("game-turn")
        if game_turn is not None:
            state.game_turn = self._number(game_turn, 1, game_map.game_turns)
        first = self._value("first")
        state.first_player = self._seat(first) if first is not None else options.first_player or 0
        coins = self._value("coins")
        told: set[str] = set()
        for entry in coins.split(",") if coins is not None else []:
            name, _, count = entry.strip().rpartition(" ")
            if name in told:
                raise Refused("said_twice", word=name)
            told.add(name)
            state.coins[self._seat(name.strip())] = self._number(count, 0, MAX_COINS)
        for number, entry in self.peace:
            self.line = number
            ally, spares, name = entry.partition(" spares ")
            if not spares or self._seat(ally) == self._seat(name):
                raise Refused("bad_peace", text=entry)
            state.peace |= 1 << (8 * self._seat(ally) + self._seat(name))

    def _number(self, word: str, low: int, high: int) -> int:
        if not word.isdecimal() or len(word) > 6:
            raise Refused("not_a_number", word=word)
        if not low <= int(word) <= high:
            raise Refused("number_limits", value=int(word), low=low, high=high)
        return int(word)

    def _seat(self, word: str) -> int:
        if word not in self.names:
            raise Refused("unknown_player", word=word, known=self.names)
        return self.names.index(word)

    def _index(self, word: str, known: list[str]) -> int:
        plain = word.strip().lower().replace(" ", "_")
        if plain not in known:
            raise Refused("unknown_word", word=word, nearest=nearest(plain, known))
        return known.index(plain)

    def _combo(self, words: str) -> tuple[int, int]:
        """Race and power (-1: none) from `Dragon Master Orcs`; a power's name may have several words."""
        setup, parts = self.state.setup, words.lower().split()
        for cut in range(1, len(parts)):
            power, race = "_".join(parts[:cut]), "_".join(parts[cut:])
            if power in setup.power_ids and race in setup.race_ids:
                return setup.race_ids.index(race), setup.power_ids.index(power)
        if "_".join(parts) in setup.race_ids:
            return setup.race_ids.index("_".join(parts)), -1
        if len(parts) > 1:
            for cut in range(1, len(parts)):
                if "_".join(parts[cut:]) in setup.race_ids:
                    self._index(" ".join(parts[:cut]), setup.power_ids)
        return self._index(parts[-1] if parts else "", setup.race_ids), -1

    def _read_races(self) -> None:
        state = self.state
        for number, name, value in self.races:
            self.line = number
            head, _, holdings = value.partition(":")
            words = [" ".join(word.split()) for word in head.split(",")]
            race, power = self._combo(words[0])
            if state.owner[race] >= 0:
                raise Refused("race_twice", race=state.setup.race_ids[race])
            declined = "in decline" in words[1:]
            self._own(race, power, self._seat(name), declined=declined)
            told: set[str] = set()
            for word in words[1:]:
                what = word.lstrip("0123456789").strip()
                if what in told:
                    raise Refused("said_twice", word=what)
                told.add(what)
                if word != "in decline":
                    self._read_count(race, word)
            for entry in holdings.split(",") if holdings.strip() else []:
                self._read_holding(race, entry.strip())
            self._check_race(race)
        self.line = 0

    def _own(self, race: int, power: int, seat: int, *, declined: bool) -> None:
        state, setup = self.state, self.state.setup
        if not declined:
            if power < 0:
                raise Refused("active_needs_power", race=setup.race_ids[race])
            if state.active[seat] >= 0:
                raise Refused("two_active", player=self.names[seat])
            state.active[seat] = race
        elif power >= 0 and not setup.power_lasts[power]:
            raise Refused("power_gone", power=setup.power_ids[power])
        if power >= 0 and power in [int(state.power[other]) for other in range(int(setup.races))]:
            raise Refused("power_twice", power=setup.power_ids[power])
        state.owner[race] = seat
        state.power[race] = power

    def _read_count(self, race: int, word: str) -> None:
        state = self.state
        number, _, what = word.partition(" ")
        count = self._number(number, 0, 99)
        if what == "in hand":
            state.hand[race] = count
        elif what == "withdrawn":
            state.withdrawn[race] = count
        elif what in displaced_words(state, race):
            state.displaced[displaced_words(state, race)[what]] = count
            return
        elif what == "placed":
            state.placed[race] = count
            return
        elif what == "strikes" and "strike" in state.setup.verbs and not state.is_declined(race):
            strikes = self._number(number, 0, terms.MAX_STRIKES)
            state.strikes_in_game |= strikes << (4 * int(state.owner[race]))
            return
        else:
            known = ("in hand", "withdrawn", "displaced", "placed", "strikes", "in decline")
            raise Refused("unknown_word", word=word, nearest=nearest(what, known))
        self._take_tokens(race, count)

    def _take_tokens(self, race: int, count: int) -> None:
        state = self.state
        if count > state.tray[race]:
            box = int(state.setup.tokens_in_box[race])
            raise Refused("too_many_tokens", race=state.setup.race_ids[race], box=box)
        state.tray[race] -= count

    def _read_holding(self, race: int, entry: str) -> None:
        state, setup = self.state, self.state.setup
        first, *markers = [word.strip() for word in entry.split("+")]
        label, _, number = first.partition(" ")
        region = region_named(setup, label)
        count = self._number(number.strip(), 1, 99) if number else 1
        if state.tokens[region]:
            raise Refused("region_twice", region=label)
        self._take_tokens(race, count)
        if int(state.tribes) >> region & 1:
            state.remove_tribe(region)
        state.regions[race] |= 1 << region
        state.set_tokens(region, count)
        for word in markers:
            number, _, name = word.rpartition(" ")
            kind = self._index(name, setup.kind_names)
            if not self._may_have(race, kind):
                raise Refused("strange_marker", race=setup.race_ids[race], marker=name)
            for _ in range(self._number(number, 1, 99) if number else 1):
                if state.marker_stock(kind) <= 0 or state.markers_in(kind, region) >= setup.kind_layers[kind]:
                    raise Refused("too_many_markers", marker=name, count=int(setup.kind_count[kind]))
                state.add_marker(kind, region)

    def _check_race(self, race: int) -> None:
        """A race stands only where and as it could have come to stand."""
        state, setup = self.state, self.state.setup
        combo = state.combo_of(race)
        name = setup.race_ids[race]
        if combo.declined:
            held = bits_of(int(state.regions[race]))
            if (
                not combo.keeps_tokens
                and not combo.conquers
                and any(state.tokens[region] > 1 for region in held)
            ):
                raise Refused("declined_tokens", race=name)
            withdrawn = state.withdrawn[race] > 0 and not combo.keeps_tokens
            if not combo.conquers and (state.hand[race] > 0 or withdrawn):
                raise Refused("declined_hand", race=name)
            if not held and state.hand[race] + state.withdrawn[race] == 0:
                raise Refused("declined_gone", race=name)
            if combo.counts_in_decline and self._counted_before(race):
                raise Refused("two_declined", player=self.names[state.owner[race]])
        elif not combo.sails and int(state.regions[race] & setup.board.water):
            raise Refused("holds_water", race=name)

    def _may_have(self, race: int, kind: int) -> bool:
        """Whether a marker is the race's own or, in decline, was left by a badge that is gone."""
        state, setup = self.state, self.state.setup
        combo = state.combo_of(race)
        if kind in list(combo.kept_markers if combo.declined else combo.markers):
            return True
        if not combo.declined or state.power[race] >= 0:
            return False
        standing = [
            other
            for other in range(len(setup.kind_names))
            if other not in list(combo.kept_markers) and state.markers_on(other, state.regions[race])
        ]
        for power in setup.content.powers:
            if "marker" in power.traits.keeps:
                left = [setup.kind_names.index(marker.name) for marker in power.traits.markers]
                if kind in left and all(other in left for other in standing):
                    return True
        return False

    def _counted_before(self, race: int) -> bool:
        state = self.state
        return any(
            other != race
            and state.owner[other] == state.owner[race]
            and state.is_declined(other)
            and state.combo_of(other).counts_in_decline
            for other in range(int(state.setup.races))
        )

    def _read_stacks(self) -> None:
        """Column, stacks and discards; what is not said is filled with the pieces that are left."""
        state, setup = self.state, self.state.setup
        races = {race for race in range(int(setup.races)) if state.owner[race] < 0} & set(
            bits_of(int(setup.banners))
        )
        used = {int(state.power[race]) for race in range(int(setup.races))}
        powers = set(bits_of(int(setup.badges))) - used
        returned = self._take_ids("returned", setup.race_ids, races)
        revealed = self._revealed(races)
        banners = self._take_ids("banners", setup.race_ids, races)
        discards = self._take_ids("discards", setup.power_ids, powers)
        badges = self._take_ids("badges", setup.power_ids, powers)
        self._read_column(races, powers)
        for place, race in enumerate(returned or []):
            state.returned[place] = race
        state.banners_returned = len(returned or [])
        state.revealed = revealed
        state.banners = sum(1 << race for race in (races if banners is None else banners))
        state.badges = sum(1 << power for power in (powers if badges is None else badges))
        state.discards = sum(1 << power for power in discards or [])
        if self._value("banners") is not None and races:
            raise Refused("banner_missing", banners=[setup.race_ids[race] for race in sorted(races)])
        if self._value("badges") is not None and powers:
            raise Refused("badge_missing", badges=[setup.power_ids[power] for power in sorted(powers)])
        self._read_tribes()
        self.line = 0

    def _read_tribes(self) -> None:
        words = self._words("tribes")
        if words is None:
            return
        state, setup = self.state, self.state.setup
        regions = [region_named(setup, word) for word in words]
        for region in bits_of(int(state.tribes)):
            if region not in regions:
                state.remove_tribe(region)
        for region in regions:
            if state.tokens[region]:
                raise Refused("region_twice", region=setup.board.labels[region])
            if not int(setup.board.tribes) >> region & 1:
                raise Refused("no_tribe_there", region=setup.board.labels[region])

    def _revealed(self, races: set[int]) -> int:
        details = (self._value("turn") or "").split(",")[1:]
        revealed = [
            detail.split(maxsplit=1)[1] for detail in details if detail.strip().startswith("revealed ")
        ]
        if not revealed:
            return -1
        race = self._index(revealed[0], self.state.setup.race_ids)
        if race not in races or len(revealed) > 1:
            raise Refused("race_twice", race=revealed[-1])
        races.remove(race)
        return race

    def _take_ids(self, key: str, known: list[str], left: set[int]) -> list[int] | None:
        words = self._words(key)
        if words is None:
            return None
        indexes = []
        for word in words:
            index = self._index(word, known)
            if index not in left:
                raise Refused("piece_twice", word=word)
            left.remove(index)
            indexes.append(index)
        return indexes

    def _read_column(self, races: set[int], powers: set[int]) -> None:
        state, setup = self.state, self.state.setup
        value = self._value("column")
        entries: list[tuple[int, int, int]] = []
        if value is None:
            shown = min(int(setup.visible_combos), len(races), len(powers))
            entries = [
                (race, power, 0)
                for race, power in zip(sorted(races)[:shown], sorted(powers)[:shown], strict=True)
            ]
        elif value != NONE:
            for entry in value.split("|"):
                words, coins = entry.strip(), 0
                if words.split() and words.split()[-1].isdecimal():
                    words, _, number = words.rpartition(" ")
                    coins = self._number(number, 0, 999)
                race, power = self._combo(words)
                entries.append((race, power, coins))
        if len(entries) > setup.visible_combos:
            raise Refused("column_too_long", most=int(setup.visible_combos))
        for slot, (race, power, coins) in enumerate(entries):
            if power < 0:
                raise Refused("combo_needs_power", race=setup.race_ids[race])
            if race not in races or power not in powers:
                word = setup.power_ids[power] if race in races else setup.race_ids[race]
                raise Refused("piece_twice", word=word)
            races.remove(race)
            powers.remove(power)
            state.column[slot] = race << 6 | power
            state.column_coins[slot] = coins
        state.combos_shown = len(entries)

    def _read_turn(self) -> None:
        state = self.state
        value = self._value("turn")
        if value is None:
            self._plain_turn()
        else:
            head, *details = [word.strip() for word in value.split(",")]
            name, _, phase = head.partition(" ")
            state.seat = self._seat(name)
            if decisions.named(phase) < 0:
                raise Refused("unknown_word", word=phase, nearest=nearest(phase, decisions.PHASE_NAMES))
            state.phase = decisions.named(phase)
            for detail in details:
                self._read_detail(detail)
        if (
            state.phase >= decisions.DIE
            and state.phase not in (decisions.PICK, decisions.OVER)
            and state.race < 0
        ):
            state.race = state.active[state.seat]
        if state.race >= 0:
            state.combo = state.combo_of(state.race)
        check_decision(state)
        state.legal = turn.legal(state)
        if state.legal == 0 and state.phase != decisions.OVER:
            raise Refused("nothing_legal", phase=decisions.PHASE_NAMES[state.phase])

    def _plain_turn(self) -> None:
        """The player to move is at the start of a turn, or conquering if there are tokens in hand."""
        state = self.state
        state.seat = self._seat(self.to_move) if self.to_move is not None else state.first_player
        active = state.active[state.seat]
        if active < 0:
            state.phase = decisions.PICK
            return
        state.race = active
        state.phase = decisions.READY
        if state.hand[active] > state.combo_of(active).attack_only:
            state.has_acted = True
            state.phase = decisions.CONQUER

    def _read_conquered(self, value: str) -> None:
        """`conquered tribe 3 5`: regions conquered this turn, and what stood there."""
        state = self.state
        who, *labels = value.split()
        if who not in terms.OCCUPANTS[:OCCUPIED]:
            raise Refused("unknown_word", word=who, nearest=nearest(who, terms.OCCUPANTS[:OCCUPIED]))
        mask = sum({1 << region_named(state.setup, label) for label in labels})
        state.taken |= mask
        if who == "tribe":
            state.taken_from_tribes |= mask
        elif who == "active":
            state.taken_from_active |= mask
        elif who == "declined":
            state.taken_from_declined |= mask

    def _read_detail(self, detail: str) -> None:
        state, setup = self.state, self.state.setup
        word, _, value = detail.partition(" ")
        once = {row.once: row.number for row in decisions.DECISIONS if row.once}
        if detail == "acted":
            state.has_acted = True
        elif detail == "first turn":
            state.is_first_turn = True
        elif detail in once:
            state.done_once |= 1 << once[detail]
        elif word == "race":
            race = self._index(value, setup.race_ids)
            if state.owner[race] < 0:
                raise Refused("race_not_in_play", race=value)
            state.race = race
        elif word == "non-empty":
            state.non_empty = self._number(value, 0, 99)
        elif word in ("conquered", "abandoned", "killed", "hit", "leaving") and not setup.follows_turn:
            raise Refused("unknown_word", word=detail, nearest="")
        elif word == "conquered":
            self._read_conquered(value)
        elif word == "abandoned":
            state.abandoned = self._number(value, 0, 99)
        elif word == "killed":
            state.killed = self._number(value, 0, 99)
        elif word == "hit":
            state.hit |= 1 << self._seat(value)
        elif word == "leaving":
            state.leaving = self._number(value, 0, 99)
        elif word == "paid" and "pay" in setup.verbs:
            state.payments = self._number(value, 0, 9)
        elif word == "strikes" and "strike" in setup.verbs:
            name, _, number = value.partition(" ")
            state.strikes |= self._number(number, 1, terms.MAX_STRIKES) << (4 * self._seat(name))
        elif word == "attacked":
            state.attacked |= 1 << self._seat(value)
        elif word == "substituted":
            state.substituted |= 1 << self._seat(value)
        elif word == "die":
            state.die = self._number(value, 0, int(setup.highest_roll))
        elif word == "target":
            state.target = region_named(setup, value)
        elif word == "marker":
            state.kind = self._index(value, setup.kind_names)
        elif word == "left":
            state.left = self._number(value, 0, 99)
        elif word == "from":
            state.floor = region_named(setup, value)
        elif word == "then":
            later = [row.name for row in decisions.DECISIONS if row.decider != decisions.BY_CHANCE]
            if value not in later:
                raise Refused("unknown_word", word=value, nearest=nearest(value, later))
            state.resume = decisions.named(value)
        elif word != "revealed" or not value:
            known = ("acted", "first turn", *once, "race", "non-empty", "attacked", "substituted")
            known += ("conquered", "abandoned", "killed", "hit", "leaving", "paid", "strikes")
            more = ("die", "target", "marker", "left", "from", "then", "revealed")
            raise Refused("unknown_word", word=detail, nearest=nearest(word, known + more))
