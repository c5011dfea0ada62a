"""Reasons: what speaks for an option, in the words of what the engine says when it is tried on a copy.

What the action itself brings is certain; what the rest of the turn would bring is a projection, and the words
for its codes say so (`would_...`, `then`, `stands`, `sheltered`). Nothing here looks at what others hide: of
coins, only one's own gains are told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from elbowroom.agents.agent import Reason
from elbowroom.engine import phases
from elbowroom.engine.actions import action_id
from elbowroom.engine.conquest import reach

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elbowroom.agents.agent import Option
    from elbowroom.engine.events import Event
    from elbowroom.engine.game import Game
    from elbowroom.engine.state import State
    from elbowroom.rules.combos import Combo

ATTACKS: Final = (phases.CONQUER, phases.DRAGON, phases.SUBSTITUTE)
OPENERS: Final = (phases.WITH_DRAGON, phases.BY_SUBSTITUTION)
"""Answers that only say how a region is taken; the next one says which."""


def reasons_for(game: Game, planned: Sequence[int], ending: State, coins: int) -> tuple[Reason, ...]:
    """Why one would begin with the first of these answers, if the turn then ends like this."""
    state = game.state
    phase, first = int(state.phase), planned[0]
    # A race in decline that acts first is planned alone: the rest of the turn is not known.
    is_whole = phase == phases.PICK or state.race == state.active[state.seat]
    if phase == phases.PICK:
        trial, _ = _tried(game, planned[:1])
        is_whole = trial.state.race == trial.state.active[state.seat]
        found = _combo(game, first, ending if is_whole else None)
    elif phase in (phases.READY, phases.RETIRE) and first == phases.DECLINE:
        is_whole = phase == phases.READY
        found = [Reason("declines", {"regions": int(ending.held_by(state.seat)).bit_count()})]
    elif phase == phases.READY:
        found = _expansion(game, planned)
    elif phase in ATTACKS:
        found = _attack(game, planned, ending)
    else:
        return tuple(_placing(game, first))
    return (*found, _would_bring(coins)) if is_whole else tuple(found)


def shared(options: Sequence[Option]) -> tuple[Reason, ...]:
    """What is true of each of several options, and so speaks for none of them."""
    if len(options) == 1:
        return ()
    lists = [option.reasons for option in options]
    return tuple(reason for reason in lists[0] if all(reason in other for other in lists)) if lists else ()


def _would_bring(coins: int) -> Reason:
    """What the whole turn changes in one's coins, a price that is paid included."""
    if coins == 0:
        return Reason("would_bring_nothing")
    return Reason("would_bring", {"coins": coins}) if coins > 0 else Reason("would_cost", {"coins": -coins})


def _combo(game: Game, slot: int, ending: State | None) -> list[Reason]:
    """A combo: its price, the coins on it, its tokens, and how far they would get at once."""
    _, events = _tried(game, [slot])
    picked = next(event.params for event in events if event.code == "picked")
    found = [Reason("price", {"coins": picked["paid"]}) if picked["paid"] else Reason("free")]
    if picked["gained"]:
        found.append(Reason("lying", {"coins": picked["gained"]}))
    found.append(Reason("gets", {"tokens": picked["tokens"]}))
    if ending is not None:
        race = game.table.race_ids.index(str(picked["race"]))
        found.append(Reason("would_take", {"regions": int(ending.regions[race]).bit_count()}))
    return found


def _expansion(game: Game, planned: Sequence[int]) -> list[Reason]:
    """Expanding, perhaps after giving up regions: the tokens that are free then, and where they would go."""
    step = planned[: planned.index(phases.DONE) + 1] if phases.DONE in planned else planned[:1]
    trial, events = _tried(game, step)
    left = [event.params["region"] for event in events if event.code == "abandoned"]
    found = [Reason("abandons", {"places": left})] if left else []
    found.append(Reason("frees", {"tokens": int(trial.state.hand[game.state.race])}))
    return found + _then(game, planned, len(step))


def _attack(game: Game, planned: Sequence[int], ending: State) -> list[Reason]:
    """A conquest, an attempt, a roll before the next, or the end of them."""
    first, tokens = planned[0], int(game.state.hand[game.state.race])
    if first == phases.DONE:
        return [Reason("keeps", {"tokens": tokens})] if tokens else []
    if first == phases.ROLL:
        return [Reason("rolls")]
    step = planned[: 2 if first in OPENERS else 1]
    trial, events = _tried(game, step)
    if trial.state.phase == phases.DIE:
        return _attempt(game, first)
    region = step[-1]
    found = [Reason("target", {"region": region + 1})] if len(step) > 1 else []
    found += [*_brings(game, trial, events), *_drives_out(game, events)]
    found += _beside_own(game.state, region)
    left = int(trial.state.hand[game.state.race])
    found.append(Reason("leaves", {"tokens": left}) if left else Reason("uses_up"))
    found += _then(game, planned, len(step))
    if int(ending.regions[game.state.race]) >> region & 1:
        is_open = within_reach(ending, int(game.state.seat)) >> region & 1
        found.append(_defence(ending, region) if is_open else Reason("sheltered"))
    return found


def _attempt(game: Game, region: int) -> list[Reason]:
    """A final attempt: what it brings if the die helps."""
    won, events = _tried(game, [region, int(game.table.highest_roll)])
    coins = sum(_gains(game, won, events).values())
    chance = game.cost(region + 1).chance
    found = [Reason("if_it_succeeds", {"coins": coins, "chance": chance}), *_drives_out(game, events)]
    return [*found, *_beside_own(game.state, region), Reason("last_conquest")]


def within_reach(state: State, seat: int) -> int:
    """The regions that others can attack from where they stand, whatever it costs them."""
    trial, mask = state.clone(), 0
    for race, combo in _attackers(state, seat):
        trial.race, trial.combo = race, combo
        mask |= int(reach(trial))
    return mask


def _attackers(state: State, seat: int) -> Iterator[tuple[int, Combo]]:
    """The races that can conquer for others on their next turns."""
    table = state.table
    for race in range(int(table.races)):
        if state.owner[race] not in (-1, seat) and state.combo_of(race).conquers:
            yield race, state.combo_of(race)
    if any(state.active[other] < 0 for other in range(int(table.players)) if other != seat):
        # What he picks can be anything in the column: whether he can pay for it is his secret.
        for slot in range(int(state.combos_shown)):
            race, power = divmod(int(state.column[slot]), 64)
            yield race, table.combo(race, power, False)


def _beside_own(state: State, region: int) -> list[Reason]:
    """A realm that holds together is easier to defend."""
    near = int(state.table.board.neighbours[region]) & int(state.regions[state.race])
    return [Reason("beside_own", {"regions": near.bit_count()})] if near else []


def _placing(game: Game, bit: int) -> list[Reason]:
    """A piece that is placed or taken away at the end of a turn."""
    state = game.state
    if state.phase == phases.ALLY and bit != phases.DONE:
        race = state.active[bit]
        regions = int(state.regions[race]).bit_count() if race >= 0 else 0
        return [Reason("ally_holds", {"seat": bit, "regions": regions})]
    if bit >= state.table.board.size:
        return []
    trial, events = _tried(game, [bit])
    if state.phase == phases.GIVE_UP:
        return [Reason("loses", {"coins": -sum(_gains(game, trial, events).values())})]
    before, after = int(state.cost(bit)), _defence(trial.state, bit)
    found = [reason for reason in _brings(game, trial, events) if reason.code != "brings_nothing"]
    if after.code == "stands":
        after = Reason("strengthens", {"before": before, "tokens": after.params["tokens"]})
    return [*found, after]


def _defence(state: State, region: int) -> Reason:
    """How well a region is held."""
    if int(state.immune()) >> region & 1:
        return Reason("immune")
    return Reason("stands", {"tokens": int(state.cost(region))})


def _brings(game: Game, trial: Game, events: list[Event]) -> list[Reason]:
    """The coins that a step adds to the score of the turn; with their sources if more than regions pay."""
    gains = _gains(game, trial, events)
    coins = sum(gains.values())
    if coins <= 0:
        return [Reason("brings_nothing")]
    if list(gains) == ["regions"]:
        return [Reason("brings", {"coins": coins})]
    return [Reason("brings_with", {"coins": coins, "sources": [list(item) for item in gains.items()]})]


def _drives_out(game: Game, events: list[Event]) -> list[Reason]:
    """Whose tokens lose a region."""
    state, found = game.state, []
    for event in events:
        if event.code not in ("driven_out", "substituted"):
            continue
        seat = int(state.owner[game.table.race_ids.index(str(event.params["race"]))])
        tokens = sum(cast("int", event.params.get(key, 0)) for key in ("lost", "withdrawn"))
        if seat != state.seat:
            race = event.params["race"]
            found.append(Reason("drives_out", {"seat": seat, "race": race, "tokens": max(tokens, 1)}))
    return found


def _gains(game: Game, trial: Game, events: list[Event]) -> dict[str, int]:
    """By how much each source of coins pays more than before; the turn may have ended with the step."""
    gains: dict[str, int] = {}
    scored = next((event for event in events if event.code == "scored"), None)
    if scored is not None:
        for _, source, coins, _ in cast("list[tuple[str, str, int, str]]", scored.params["parts"]):
            gains[source] = gains.get(source, 0) + coins
    else:
        for part in trial.score_preview().parts:
            gains[part.source] = gains.get(part.source, 0) + part.coins
    for part in game.score_preview().parts:
        gains[part.source] = gains.get(part.source, 0) - part.coins
    return {source: coins for source, coins in gains.items() if coins}


def _then(game: Game, planned: Sequence[int], done: int) -> list[Reason]:
    """The regions that the plan goes on to; an attempt is no more than a hope, and is not among them."""
    board = game.table.board
    found = []
    trial, _ = _tried(game, planned[:done])
    for bit in planned[done:]:
        phase = trial.state.phase
        trial, _ = _tried(trial, [bit])
        if phase in ATTACKS and bit < board.size and trial.state.phase != phases.DIE:
            found.append(bit + 1)
    return [Reason("then", {"places": found, "count": len(found)})] if found else []


def _tried(game: Game, bits: Sequence[int]) -> tuple[Game, list[Event]]:
    """A copy of the game after these answers, and what happened; the column is filled with anything."""
    trial, events = game.clone(), []
    for bit in bits:
        events += trial.apply_with_events(action_id(int(trial.state.phase), bit))
        while trial.state.phase in (phases.BANNER, phases.BADGE):
            trial.apply(trial.legal()[0])
    return trial, events
