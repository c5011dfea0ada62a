"""Actions as words: what a person types, what a record keeps and what a research environment prints.

Every action id has one text. A compound text (`redeploy 3:2 7:4`) stands for several single decisions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.engine import phases
from elbowroom.engine.redeployment import open_regions
from elbowroom.engine.turn import apply
from elbowroom.rules.bits import bits_of
from elbowroom.rules.refusals import Refused
from elbowroom.rules.traits import nearest

if TYPE_CHECKING:
    from elbowroom.engine.state import State
    from elbowroom.rules.tables import Table

REGION_VERBS: Final = {
    phases.READY: "abandon",
    phases.CONQUER: "conquer",
    phases.DRAGON: "dragon",
    phases.SUBSTITUTE: "substitute",
    phases.REDEPLOY: "deploy",
    phases.ENCAMP: "encamp",
    phases.FORTIFY: "fortify",
    phases.GIVE_UP: "leave",
    phases.STATION: "station",
    phases.WITHDRAW: "withdraw",
    phases.REENCAMP: "encamp",
}
PLAIN_ANSWERS: Final = {
    (phases.READY, phases.DONE): "expand",
    (phases.READY, phases.DECLINE): "decline",
    (phases.CONQUER, phases.DONE): "end",
    (phases.CONQUER, phases.ROLL): "roll",
    (phases.CONQUER, phases.WITH_DRAGON): "dragon",
    (phases.CONQUER, phases.BY_SUBSTITUTION): "substitute",
    (phases.ENCAMP, phases.DONE): "done",
    (phases.FORTIFY, phases.DONE): "done",
    (phases.ALLY, phases.DONE): "done",
    (phases.RETIRE, phases.DONE): "stay",
    (phases.RETIRE, phases.DECLINE): "decline",
    (phases.REENCAMP, phases.DONE): "done",
}
NUMBERED: Final = {
    phases.FIRST_PLAYER: "first",
    phases.DIE: "die",
    phases.PICK: "pick",
    phases.ALLY: "ally",
}
ALIASES: Final = {"attempt": "conquer", "redeploy": "deploy"}
COUNTED: Final = (phases.REDEPLOY, phases.ENCAMP, phases.WITHDRAW, phases.REENCAMP)


def action_id(phase: int, bit: int) -> int:
    """The id of an answer to a decision."""
    return phase << 6 | bit


def text_of(table: Table, action: int) -> str:
    """The one text of an action id, or a refusal if there is no such action on this table."""
    phase, bit = action >> 6, action & 63
    plain = PLAIN_ANSWERS.get((phase, bit))
    if plain is not None:
        return plain
    if phase in REGION_VERBS and bit < len(table.board.labels):
        return f"{REGION_VERBS[phase]} {table.board.labels[bit]}"
    if phase in NUMBERED and bit < _limit(table, phase):
        return f"{NUMBERED[phase]} {bit if phase == phases.DIE else bit + 1}"
    if phase == phases.BANNER and bit < len(table.race_ids):
        return f"banner {table.race_ids[bit]}"
    if phase == phases.BADGE and bit < len(table.power_ids):
        return f"badge {table.power_ids[bit]}"
    raise Refused("no_such_action", action=action)


def _limit(table: Table, phase: int) -> int:
    if phase == phases.DIE:
        return int(table.highest_roll) + 1
    return int(table.visible_combos if phase == phases.PICK else table.players)


def all_actions(table: Table) -> dict[int, str]:
    """Every action id that can occur on this table, with its text."""
    found: dict[int, str] = {}
    for phase in range(phases.OVER):
        for bit in range(62):
            try:
                found[action_id(phase, bit)] = text_of(table, action_id(phase, bit))
            except Refused:
                continue
    return found


def number_in(word: str) -> int:
    """The whole number that a word writes, or -1 if it is none that a game knows."""
    return int(word) if word.isdecimal() and len(word) <= 6 else -1


def region_named(table: Table, word: str) -> int:
    """The region with this number or name."""
    labels = table.board.labels
    if word in labels:
        return labels.index(word)
    if 1 <= number_in(word) <= len(labels):
        return int(word) - 1
    near = nearest(word, labels)
    raise Refused("unknown_region", word=word, nearest=near, count=len(labels))


def seat_named(names: list[str], word: str) -> int:
    """The seat of a player, by name or by number."""
    for seat, name in enumerate(names):
        if word.lower() == name.lower():
            return seat
    if 1 <= number_in(word) <= len(names):
        return int(word) - 1
    raise Refused("unknown_player", word=word, known=names)


def parse(state: State, names: list[str], text: str) -> list[int]:
    """The single decisions that a text stands for; none of them is applied."""
    words = text.split()
    if not words:
        raise Refused("no_words")
    verb, rest = words[0].lower(), words[1:]
    verb = ALIASES.get(verb, verb)
    phase = int(state.phase)
    if phase == phases.OVER:
        raise Refused("game_over")
    if not rest:
        for (at, bit), word in PLAIN_ANSWERS.items():
            if at == phase and word == verb:
                return [action_id(phase, bit)]
    opening = {"dragon": phases.WITH_DRAGON, "substitute": phases.BY_SUBSTITUTION}
    if phase == phases.CONQUER and verb in opening and len(rest) == 1:
        then = phases.DRAGON if verb == "dragon" else phases.SUBSTITUTE
        region = region_named(state.table, rest[0])
        return [action_id(phase, opening[verb]), action_id(then, region)]
    if REGION_VERBS.get(phase) == verb and rest:
        if phase in COUNTED:
            return _parse_counted(state, phase, rest)
        return _parse_regions(state, phase, rest)
    if NUMBERED.get(phase) == verb and len(rest) == 1:
        return [action_id(phase, _parse_number(state, names, phase, rest[0]))]
    if phase in (phases.BANNER, phases.BADGE) and verb == phases.PHASE_NAMES[phase] and len(rest) == 1:
        known = state.table.race_ids if phase == phases.BANNER else state.table.power_ids
        if rest[0] not in known:
            raise Refused("unknown_word", word=rest[0], nearest=nearest(rest[0], known))
        return [action_id(phase, known.index(rest[0]))]
    verbs = verbs_at(phase)
    if verb in verbs or words[0].lower() in verbs:
        raise Refused("words_missing", verb=words[0])
    raise Refused("unknown_verb", verb=words[0], phase=phases.PHASE_NAMES[phase], known=verbs)


def verbs_at(phase: int) -> list[str]:
    """The words that can begin an answer to this kind of decision."""
    found = [word for (at, _), word in PLAIN_ANSWERS.items() if at == phase]
    if phase in REGION_VERBS:
        found.insert(0, "redeploy" if phase == phases.REDEPLOY else REGION_VERBS[phase])
    if phase in NUMBERED:
        found.insert(0, NUMBERED[phase])
    if phase in (phases.BANNER, phases.BADGE):
        found.append(phases.PHASE_NAMES[phase])
    return list(dict.fromkeys(found))


def _parse_number(state: State, names: list[str], phase: int, word: str) -> int:
    if phase in (phases.ALLY, phases.FIRST_PLAYER):
        return seat_named(names, word)
    if not word.isdecimal():
        raise Refused("not_a_number", word=word)
    number = number_in(word) if phase == phases.DIE else number_in(word) - 1
    if not 0 <= number < _limit(state.table, phase):
        raise Refused("number_out_of_range", word=word)
    return number


def _parse_regions(state: State, phase: int, words: list[str]) -> list[int]:
    regions = [region_named(state.table, word) for word in words]
    if len(set(regions)) < len(regions) or (len(regions) > 1 and phase == phases.CONQUER):
        raise Refused("regions_repeated")
    if phase in (phases.GIVE_UP, phases.STATION):
        regions.sort()
    return [action_id(phase, region) for region in regions]


def _parse_counted(state: State, phase: int, words: list[str]) -> list[int]:
    """Expand `3:2 7:4`. When redeploying the numbers are what stands there in the end, else what is added."""
    counts: dict[int, int] = {}
    counted = False
    for word in words:
        label, colon, number = word.partition(":")
        region = region_named(state.table, label)
        if colon and (not number.isdecimal() or len(number) > 2):
            raise Refused("not_a_number", word=number)
        counted = counted or bool(colon)
        if region in counts:
            raise Refused("regions_repeated")
        counts[region] = int(number) if colon else 1
    if not counted and len(counts) == 1:
        return [action_id(phase, next(iter(counts)))]
    held = int(open_regions(state))
    for region in counts:
        if not held >> region & 1:
            raise Refused("not_your_region", region=state.table.board.labels[region])
    if phase == phases.REDEPLOY:
        counts = {region: counts.get(region, 1) - int(state.tokens[region]) for region in bits_of(held)}
        if min(counts.values()) < 0:
            raise Refused("redeploy_leaves_one")
    total, left = sum(counts.values()), int(state.left)
    must_place_all = phase in (phases.REDEPLOY, phases.WITHDRAW)
    if total > left or (must_place_all and total < left):
        raise Refused("wrong_sum", placed=total, left=left)
    return _expand(state, phase, counts)


def _expand(state: State, phase: int, counts: dict[int, int]) -> list[int]:
    """The decisions, in canonical order, that place so many pieces; tried out on a copy."""
    copy = state.clone()
    found: list[int] = []
    for region in sorted(counts):
        for _ in range(counts[region]):
            if copy.phase != phase or copy.race != state.race:
                return found  # The last region took the rest by itself.
            if not int(copy.legal) >> region & 1:
                raise Refused("not_legal", text=f"{REGION_VERBS[phase]} {state.table.board.labels[region]}")
            found.append(action_id(phase, region))
            apply(copy, region)
    same = copy.phase == phase and copy.race == state.race and copy.kind == state.kind
    if same and int(copy.legal) >> phases.DONE & 1:
        found.append(action_id(phase, phases.DONE))
    return found
