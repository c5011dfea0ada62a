"""The setup of a game: everything that does not change while it is played.

Board, banners and badges in the box, marker kinds, table options, and the combos made from them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from elbowroom.rules.bits import numbers, vec
from elbowroom.rules.boards import Board
from elbowroom.rules.combos import Combo
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import BASE_COST, LOST_TRIBE_COST, MOUNTAIN_COST, PLACED
from elbowroom.rules.traits import nearest

if TYPE_CHECKING:
    from elbowroom.rules.content import Content
    from elbowroom.rules.maps import Map
    from elbowroom.rules.options import Options
    from elbowroom.rules.traits import Marker


RULES_VERSION: Final = 2
"""The version of the rules that new games are played by; stored games keep the version they began with.

Version 1 shuffled the discarded badges as soon as the stack was empty; version 2 waits until a badge is
needed (RUL-60).
"""


@final
class Setup:
    """What lies on the table before the first turn."""

    def __init__(self, content: Content, game_map: Map, options: Options, rules_version: int) -> None:
        """Lay out map, banners and badges; refuse options that cannot be played."""
        self.content: Content = content
        self.options: Options = options
        self.rules_version: i64 = rules_version
        self.players: i64 = game_map.players
        self.board: Board = Board(game_map)
        self.starting_coins: i64 = content.box.starting_coins
        self.visible_combos: i64 = content.box.visible_combos
        self.die: vec[i64] = numbers(list(content.box.die))
        self.highest_roll: i64 = max(content.box.die)
        self.own_tokens_defend: bool = options.own_tokens_defend
        self.auto_withdraw: bool = options.auto_withdraw
        self.open_coins: bool = options.open_coins

        self.race_ids: list[str] = [race.id for race in content.races]
        self.power_ids: list[str] = [power.id for power in content.powers]
        self.verbs: frozenset[str] = frozenset(
            verb for entry in (*content.races, *content.powers) for verb in entry.traits.abilities
        )
        """What the races and powers of the content may do, as words of `terms.ABILITIES`."""
        self.races: i64 = len(self.race_ids)
        self.powers: i64 = len(self.power_ids)
        self.tokens_in_box: vec[i64] = numbers([race.tokens_in_box for race in content.races])
        # A power that does something in decline stays with its race; its badge is discarded later (RUL-31).
        self.power_lasts: vec[i64] = numbers([power.traits.lasts_in_decline for power in content.powers])
        self._check_options()
        self.banners: i64 = sum(
            1 << i for i, name in enumerate(self.race_ids) if name not in options.left_out
        )
        self.badges: i64 = sum(
            1 << i for i, name in enumerate(self.power_ids) if name not in options.left_out
        )
        self._lay_out_markers()
        self._read_traits()
        slots = len(self.race_ids) * (len(self.power_ids) + 1) * 2
        self._combos: list[Combo | None] = [None] * slots

    def _check_options(self) -> None:
        options, entries = self.options, self.race_ids + self.power_ids
        borrowers = {race.tokens_of: race.id for race in self.content.races if race.tokens_of}
        for name in options.left_out:
            if name in borrowers:
                raise Refused("left_out_borrowed", word=name, race=borrowers[name])
            if name not in entries:
                raise Refused("left_out_unknown", word=name, nearest=nearest(name, entries))
        first = options.first_player
        if first is not None and not 0 <= first < self.players:
            raise Refused("first_player", value=first + 1, players=int(self.players))
        out = set(options.left_out)
        uncounted = [
            entry
            for entry in (*self.content.races, *self.content.powers)
            if not entry.traits.counts_in_decline and entry.id not in out
        ]
        # Everyone may hold an active race and one in decline, and those that do not count; one must be left.
        races_needed = 2 * int(self.players) + len(uncounted)
        badges_needed = int(self.players) + sum(
            bool(lasts)
            for name, lasts in zip(self.power_ids, self.power_lasts, strict=True)
            if name not in out
        )
        if len(self.race_ids) - len(out.intersection(self.race_ids)) < races_needed:
            raise Refused("too_few_banners", needed=races_needed, players=int(self.players))
        if len(self.power_ids) - len(out.intersection(self.power_ids)) < badges_needed:
            raise Refused("too_few_badges", needed=badges_needed, players=int(self.players))

    def _read_traits(self) -> None:
        """Which traits somebody has: what nobody has need not be looked at in play."""
        traits = [entry.traits for entry in (*self.content.races, *self.content.powers)]
        self.follows_turn: bool = any(each.counts_turn for each in traits)
        """Whether the state notes what is conquered, killed, abandoned, paid and struck in a turn."""
        self.recruits_at_start: bool = any(
            each.recruits is not None and each.recruits.at_start for each in traits
        )
        """Whether new tokens may come when troops are readied."""
        self.has_tolls: bool = any(each.has_toll for each in traits)
        """Whether a conquest may cost coins, or tokens of those who conquered."""
        self.has_kills: bool = any(each.kills is not None for each in traits)
        """Whether victims may lose another number of tokens than one."""
        self.has_garrisons: bool = any(each.garrison_least > 1 for each in traits)
        """Whether a conquest may need and leave more than one token."""
        self.has_firm_races: bool = any(each.stands_firm for each in traits)
        """Whether regions may be defended by more, or less, than tokens and the markers in them."""
        self.has_passing_prices: bool = any(each.passed_costs is not None for each in traits)
        """Whether passing over a combo may cost another number of coins than one."""
        self.has_own_attacks: bool = bool(self.verbs & {"pay", "strike"})
        """Whether somebody may pay for conquests, or strike."""

    def _lay_out_markers(self) -> None:
        """Give each marker kind its layers: one mask for each marker of the kind a region can hold."""
        markers: dict[str, Marker] = {}
        most_of_entry = 1
        for entry in (*self.content.races, *self.content.powers):
            for marker in entry.traits.markers:
                markers[marker.name] = marker
            most_of_entry = max(most_of_entry, len(entry.traits.markers))
        kinds = list(markers.values())
        self.kind_names: list[str] = [kind.name for kind in kinds]
        self.kind_count: vec[i64] = numbers([kind.count for kind in kinds])
        self.kind_layers: vec[i64] = numbers([kind.per_region for kind in kinds])
        self.kind_placed: vec[i64] = numbers([PLACED.index(kind.placed) for kind in kinds])
        self.kind_defence: vec[i64] = numbers([kind.defence for kind in kinds])
        self.kind_immune: vec[i64] = numbers([kind.immune for kind in kinds])
        everywhere = self.board.masks["region"]
        self.kind_where: vec[i64] = numbers(
            [_union(self.board, kind.where) if kind.where else everywhere for kind in kinds]
        )
        """The regions in which markers of the kind may stand."""
        self.kind_guards: vec[i64] = numbers([kind.guards for kind in kinds])
        self.kind_company: vec[i64] = numbers([kind.company for kind in kinds])
        first: list[int] = []
        defence: list[int] = []
        immune: list[int] = []
        for kind in kinds:
            first.append(len(defence))
            if kind.immune:
                immune.extend(range(len(defence), len(defence) + kind.per_region))
            defence.extend([kind.defence] * kind.per_region)
        self.kind_first: vec[i64] = numbers(first)
        self.layer_defence: vec[i64] = numbers(defence)
        self.immune_layers: vec[i64] = numbers(immune)
        strongest = sorted(kind.defence * kind.per_region for kind in kinds)[-2 * most_of_entry :]
        # With as many tokens as there are, and the markers of a banner and a badge.
        empty = BASE_COST + MOUNTAIN_COST + LOST_TRIBE_COST
        self.highest_cost: i64 = (
            empty + max(race.tokens_in_box for race in self.content.races) + sum(strongest)
        )

    def combo(self, race: i64, power: i64, declined: bool) -> Combo:
        """The combo of this banner and badge (-1: none), active or in decline; made when first asked for."""
        slot = (race * (self.powers + 1) + power + 1) * 2 + (1 if declined else 0)
        made = self._combos[slot]
        if made is None:
            entry = self.content.races[race]
            badge = None if power < 0 else self.content.powers[power]
            made = Combo(self.board, entry, badge, self.kind_names, declined)
            self._combos[slot] = made
        return made


def _union(board: Board, places: tuple[str, ...]) -> int:
    """The regions of all these kinds."""
    mask = 0
    for place in places:
        mask |= board.masks[place]
    return mask


@lru_cache(maxsize=64)
def setup_for(content: Content, game_map: Map, options: Options, rules_version: int = RULES_VERSION) -> Setup:
    """The setup for this content, map and options; games that agree on them share it."""
    if not 1 <= rules_version <= RULES_VERSION:
        raise Refused("rules_version", found=rules_version, known=RULES_VERSION)
    return Setup(content, game_map, options, rules_version)
