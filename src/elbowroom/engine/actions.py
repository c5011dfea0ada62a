"""Actions as words: what a person types, what a record keeps and what a research environment prints.

Every action id has one text. A compound text (`redeploy 3:2 7:4`) stands for several single decisions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.engine import decisions
from elbowroom.engine.redeployment import open_regions
from elbowroom.engine.refusal_causes import special_conquest, verb_of_another_decision
from elbowroom.engine.turn import apply
from elbowroom.rules.bits import bits_of
from elbowroom.rules.refusals import Refused
from elbowroom.rules.traits import nearest

if TYPE_CHECKING:
    from elbowroom.engine.state import State
    from elbowroom.rules.setup import Setup

ALIASES: Final = {"attempt": "conquer", "redeploy": "deploy"}


def action_id(phase: int, bit: int) -> int:
    """The id of an answer to a decision."""
    return phase << 6 | bit


def decision_of(action: int) -> int:
    """The number of the decision that an action answers."""
    return action >> 6


def is_chance(action: int) -> bool:
    """Whether chance decided it."""
    return action >> 6 <= decisions.LAST_CHANCE


def phase_of(action: int) -> str:
    """The name of the decision that an action answers."""
    row = decisions.decision(decision_of(action))
    if row is None:
        raise Refused("no_such_action", action=action)
    return row.name


def bit_of(action: int) -> int:
    """Which answer an action is: below 56 a region, seat, combo or outcome counted from 0."""
    return action & 63


def text_of(setup: Setup, action: int) -> str:
    """The one text of an action id, or a refusal if there is no such action in this setup."""
    bit = bit_of(action)
    row = decisions.decision(decision_of(action))
    if row is None:
        raise Refused("no_such_action", action=action)
    word = row.word_of(bit)
    if word is not None:
        return word
    names = _names(setup, row.names)
    if bit >= len(names):
        raise Refused("no_such_action", action=action)
    return f"{row.verb} {names[bit]}"


def _names(setup: Setup, names: str) -> list[str]:
    """What the bits of an answer are called in this setup."""
    if names == decisions.REGION:
        return setup.board.labels
    if names == decisions.RACE:
        return setup.race_ids
    if names == decisions.POWER:
        return setup.power_ids
    if names == decisions.FACE:
        return [str(face) for face in range(int(setup.highest_roll) + 1)]
    if names == decisions.COMBO:
        return [str(slot + 1) for slot in range(int(setup.visible_combos))]
    if names == decisions.SEAT:
        return [str(seat + 1) for seat in range(int(setup.players))]
    return []


def decisions_of(setup: Setup) -> list[decisions.Decision]:
    """The decisions that can come up in this setup: those that nobody's traits ask for do not."""
    return [row for row in decisions.DECISIONS if _is_asked(setup, row)]


def _is_asked(setup: Setup, row: decisions.Decision) -> bool:
    return not row.asks or row.asks in setup.verbs


def all_actions(setup: Setup) -> dict[int, str]:
    """Every action id that can occur in this setup, with its text."""
    texts: dict[int, str] = {}
    for row in decisions_of(setup):
        opened = dict(row.opens)
        for bit in range(decisions.MAX_BIT + 1):
            if bit in opened and not _is_asked(setup, decisions.opened_by(bit)):
                continue
            try:
                texts[action_id(row.number, bit)] = text_of(setup, action_id(row.number, bit))
            except Refused:
                continue
    return texts


def number_in(word: str) -> int:
    """The whole number that a word writes, or -1 if it is none that a game knows."""
    return int(word) if word.isdecimal() and len(word) <= 6 else -1


def region_named(setup: Setup, word: str) -> int:
    """The region with this number or name."""
    labels = setup.board.labels
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
    row = decisions.decision(phase)
    if row is None:
        raise Refused("game_over")
    for bit, word in row.plain:
        if word == verb and not rest:
            return [action_id(phase, bit)]
        if word == verb and len(rest) == 1:
            for opener, then in row.opens:
                if opener == bit:
                    region = region_named(state.setup, rest[0])
                    if not int(state.legal) >> bit & 1:
                        refusal = special_conquest(state, bit, region)
                        raise Refused(refusal.code, **refusal.params)
                    return [action_id(phase, bit), action_id(then, region)]
    if row.verb == verb and row.names == decisions.REGION and rest:
        if row.compound:
            return _parse_counted(state, row, rest)
        return _parse_regions(state, row, rest)
    if row.verb == verb and row.names != decisions.REGION and len(rest) == 1:
        return [action_id(phase, _parse_number(state, names, row, rest[0]))]
    verbs = verbs_at(phase)
    if verb in verbs or words[0].lower() in verbs:
        raise Refused("words_missing", verb=words[0])
    cause = verb_of_another_decision(state, verb)
    if cause is not None:
        raise Refused(cause.code, **cause.params)
    raise Refused("unknown_verb", verb=words[0], phase=row.name, known=_sayable(state, row))


def verbs_at(phase: int) -> list[str]:
    """The words that can begin an answer to this kind of decision."""
    row = decisions.decision(phase)
    if row is None:
        return []
    verbs = [row.compound or row.verb] if row.verb else []
    verbs += [word for _, word in row.plain]
    return list(dict.fromkeys(verbs))


def _sayable(state: State, row: decisions.Decision) -> list[str]:
    """The words that can begin an answer now: plain answers only as far as they are legal."""
    legal = int(state.legal)
    verbs = [row.compound or row.verb] if row.verb and legal & (1 << decisions.DONE) - 1 else []
    verbs += [word for bit, word in row.plain if legal >> bit & 1]
    return list(dict.fromkeys(verbs))


def _parse_number(state: State, names: list[str], row: decisions.Decision, word: str) -> int:
    if row.names == decisions.SEAT:
        return seat_named(names, word)
    known = _names(state.setup, row.names)
    if row.names in (decisions.RACE, decisions.POWER):
        if word not in known:
            raise Refused("unknown_word", word=word, nearest=nearest(word, known))
    elif not word.isdecimal():
        raise Refused("not_a_number", word=word)
    elif str(number_in(word)) not in known:
        raise Refused("number_out_of_range", word=word)
    else:
        return known.index(str(number_in(word)))
    return known.index(word)


def _parse_regions(state: State, row: decisions.Decision, words: list[str]) -> list[int]:
    regions = [region_named(state.setup, word) for word in words]
    if len(set(regions)) < len(regions) or (len(regions) > 1 and row.is_attack):
        raise Refused("regions_repeated")
    if row.is_spread:
        regions.sort()
    return [action_id(row.number, region) for region in regions]


def _parse_counted(state: State, row: decisions.Decision, words: list[str]) -> list[int]:
    """Expand `3:2 7:4`. When redeploying the numbers are what stands there in the end, else what is added."""
    phase = row.number
    counts: dict[int, int] = {}
    counted = False
    for word in words:
        label, colon, number = word.partition(":")
        region = region_named(state.setup, label)
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
            raise Refused("not_your_region", region=state.setup.board.labels[region])
    if phase == decisions.REDEPLOY:
        least = int(state.acting().least)
        counts = {region: counts.get(region, least) - int(state.tokens[region]) for region in bits_of(held)}
        if min(counts.values()) < 0:
            raise Refused("redeploy_leaves_one", least=least)
    total, left = sum(counts.values()), int(state.left)
    if total > left or (row.places_all and total < left):
        raise Refused("wrong_sum", placed=total, left=left)
    return _expand(state, row, counts)


def _expand(state: State, row: decisions.Decision, counts: dict[int, int]) -> list[int]:
    """The decisions, in canonical order, that place these numbers of pieces; tried out on a copy."""
    phase, copy = row.number, state.clone()
    ids: list[int] = []
    for region in sorted(counts):
        for _ in range(counts[region]):
            if copy.phase != phase or copy.race != state.race:
                return ids  # The last region took the rest by itself.
            if not int(copy.legal) >> region & 1:
                raise Refused("not_legal", text=f"{row.verb} {state.setup.board.labels[region]}")
            ids.append(action_id(phase, region))
            apply(copy, region)
    same = copy.phase == phase and copy.race == state.race and copy.kind == state.kind
    if same and int(copy.legal) >> decisions.DONE & 1:
        ids.append(action_id(phase, decisions.DONE))
    return ids
