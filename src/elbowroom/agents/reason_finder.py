"""Finds the reasons for an option, by trying it on a copy of the game.

What the action itself brings is certain. What the rest of the turn would bring is a projection, and the
sentences of those reasons say so (`would_...`, `then`, `stands`, `sheltered`). Nothing here depends on hidden
coins: a reason tells only what the player who asks would gain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.agents import hint_reasons
from elbowroom.engine import decisions
from elbowroom.engine.actions import action_id
from elbowroom.engine.conquest import reach
from elbowroom.engine.events import Conquered, DrivenOut, Paid, Picked, Scored, Struck, Substituted
from elbowroom.rules.bits import bits_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elbowroom.agents.agent import Option
    from elbowroom.agents.hint_reasons import HintReason
    from elbowroom.engine.events import Event
    from elbowroom.engine.game import Game
    from elbowroom.engine.state import State
    from elbowroom.rules.combos import Combo

ATTACKS: Final = tuple(row.number for row in decisions.DECISIONS if row.is_attack)
OPENERS: Final = tuple(bits_of(decisions.OPENERS_MASK))
"""Bits that only say how a region is attacked; the next bit says which."""


def first_step(state: State, planned: Sequence[int]) -> list[int]:
    """The bits of a plan that are one command: abandoning and expanding, a special attack or second wave."""
    first = planned[0]
    if state.phase == decisions.READY and first not in (decisions.DONE, decisions.DECLINE):
        return list(planned[: planned.index(decisions.DONE) + 1])
    is_pair = state.phase == decisions.CONQUER and (
        first in OPENERS or list(planned[:2]) == [decisions.DONE, decisions.SECOND_WAVE]
    )
    return list(planned[: 2 if is_pair else 1])


def reasons_for(game: Game, planned: Sequence[int], ending: State, coins: int) -> tuple[HintReason, ...]:
    """Why one would begin like these bits, if the turn then ends like this and brings these coins."""
    state = game.state
    phase, first = int(state.phase), planned[0]
    # A race in decline that acts first is planned alone: the rest of the turn is not known.
    is_whole_turn = phase == decisions.PICK or state.race == state.active[state.seat]
    reasons: list[HintReason]
    if phase == decisions.PICK:
        trial, _ = _tried(game, planned[:1])
        is_whole_turn = trial.state.race == trial.state.active[state.seat]
        reasons = _combo_reasons(game, first, ending if is_whole_turn else None)
    elif phase in (decisions.READY, decisions.RETIRE) and first == decisions.DECLINE:
        is_whole_turn = phase == decisions.READY
        reasons = [hint_reasons.DeclinesWithRegions(int(ending.held_by(state.seat)).bit_count())]
    elif phase == decisions.READY or _makes_wave(state, planned):
        reasons = _expansion_reasons(game, planned)
    elif phase in ATTACKS:
        reasons = _attack_reasons(game, planned, ending)
    else:
        return tuple(_placement_reasons(game, first))
    return (*reasons, _coins_of_turn(coins)) if is_whole_turn else tuple(reasons)


def _makes_wave(state: State, planned: Sequence[int]) -> bool:
    """Whether a plan begins with a second wave."""
    step = first_step(state, planned)
    return (state.phase == decisions.WAVE and step == [decisions.SECOND_WAVE]) or (
        state.phase == decisions.CONQUER and step == [decisions.DONE, decisions.SECOND_WAVE]
    )


def shared_reasons(options: Sequence[Option]) -> tuple[HintReason, ...]:
    """The reasons that all of several options have, and that therefore speak for none of them."""
    if len(options) < 2:
        return ()
    first, *others = (option.reasons for option in options)
    return tuple(reason for reason in first if all(reason in reasons for reasons in others))


def _coins_of_turn(coins: int) -> HintReason:
    """What the whole turn changes in the player's coins, the price of a combo included."""
    if coins == 0:
        return hint_reasons.WouldBringNothing()
    return hint_reasons.WouldBringCoins(coins) if coins > 0 else hint_reasons.WouldCostCoins(-coins)


def _combo_reasons(game: Game, slot: int, ending: State | None) -> list[HintReason]:
    """A combo: its price, the coins on it, its tokens, and the regions it would hold after this turn."""
    _, events = _tried(game, [slot])
    picked = next(event for event in events if isinstance(event, Picked))
    reasons: list[HintReason] = [
        hint_reasons.CoinPrice(picked.paid) if picked.paid else hint_reasons.FreeCombo()
    ]
    if picked.gained:
        reasons.append(hint_reasons.CoinsOnCombo(picked.gained))
    reasons.append(hint_reasons.ComboTokens(picked.tokens))
    if ending is not None:
        race = game.setup.race_ids.index(picked.race)
        reasons.append(hint_reasons.WouldTakeRegions(int(ending.regions[race]).bit_count()))
    return reasons


def _expansion_reasons(game: Game, planned: Sequence[int]) -> list[HintReason]:
    """Expanding, perhaps after abandoning regions, or a second wave: the free tokens, where they would go."""
    step = first_step(game.state, planned)
    trial, _ = _tried(game, step)
    return [
        hint_reasons.FreesTokens(int(trial.state.hand[game.state.race])),
        *_then_conquers(game, planned, len(step)),
    ]


def _attack_reasons(game: Game, planned: Sequence[int], ending: State) -> list[HintReason]:
    """A conquest, a final attempt, a roll before the next conquest, or the end of the conquests."""
    first, tokens = planned[0], int(game.state.hand[game.state.race])
    if first == decisions.DONE:
        return [hint_reasons.KeepsTokens(tokens)] if tokens else []
    if first == decisions.ROLL:
        return [hint_reasons.RollsFirst()]
    step = first_step(game.state, planned)
    trial, events = _tried(game, step)
    if trial.state.phase == decisions.DIE:
        return _attempt_reasons(game, first)
    struck = _struck(game, events)
    if struck:
        return [*struck, *_prices(events), *_then_conquers(game, planned, len(step))]
    region = step[-1]
    reasons: list[HintReason] = [_coins_of_step(game, trial, events), *_prices(events)]
    reasons += _driven_out(game, events)
    reasons += _beside_own(game.state, region)
    tokens_left = int(trial.state.hand[game.state.race])
    reasons.append(hint_reasons.LeavesTokens(tokens_left) if tokens_left else hint_reasons.UsesUpTokens())
    reasons += _then_conquers(game, planned, len(step))
    if int(ending.regions[game.state.race]) >> region & 1:
        is_reachable = within_reach(ending, int(game.state.seat)) >> region & 1
        reasons.append(_defence(ending, region) if is_reachable else hint_reasons.OutOfReach())
    return reasons


def _attempt_reasons(game: Game, region: int) -> list[HintReason]:
    """A final attempt: what it brings if the die helps."""
    success, events = _tried(game, [region, int(game.setup.highest_roll)])
    coins = sum(_gains(game, success, events).values())
    chance = game.cost(region + 1).chance
    assert chance is not None, "a conquest that needs no die is no attempt"
    return [
        hint_reasons.IfItSucceeds(coins, chance),
        *_driven_out(game, events),
        *_beside_own(game.state, region),
        hint_reasons.LastConquest(),
    ]


def within_reach(state: State, seat: int) -> int:
    """The regions that opponents can attack from where they stand, whatever it costs them."""
    trial, mask = state.clone(), 0
    for race, combo in _attackers(state, seat):
        trial.race, trial.combo = race, combo
        mask |= int(reach(trial))
    return mask


def _attackers(state: State, seat: int) -> Iterator[tuple[int, Combo]]:
    """The races that can conquer for opponents on their next turns."""
    setup = state.setup
    for race in range(int(setup.races)):
        if state.owner[race] not in (-1, seat) and state.combo_of(race).conquers:
            yield race, state.combo_of(race)
    if any(state.active[other] < 0 for other in range(int(setup.players)) if other != seat):
        # They may pick any combo of the column: whether they can pay for it is hidden.
        for slot in range(int(state.combos_shown)):
            race, power = divmod(int(state.column[slot]), 64)
            yield race, setup.combo(race, power, False)


def _beside_own(state: State, region: int) -> list[HintReason]:
    """Regions that lie together are easier to defend."""
    near = int(state.setup.board.neighbours[region]) & int(state.regions[state.race])
    return [hint_reasons.BesideOwnRegions(near.bit_count())] if near else []


def _placement_reasons(game: Game, bit: int) -> list[HintReason]:
    """A piece that is placed or taken away at the end of a turn."""
    state = game.state
    if state.phase == decisions.ALLY and bit != decisions.DONE:
        race = state.active[bit]
        regions = int(state.regions[race]).bit_count() if race >= 0 else 0
        return [hint_reasons.AllyHolds(bit, regions)]
    if bit >= state.setup.board.size:
        return []
    trial, events = _tried(game, [bit])
    if state.phase == decisions.GIVE_UP:
        return [hint_reasons.LosesCoins(-sum(_gains(game, trial, events).values()))]
    coins, defence = _coins_of_step(game, trial, events), _defence(trial.state, bit)
    if isinstance(defence, hint_reasons.NeedsTokensToTake):
        defence = hint_reasons.StrengthensRegion(int(state.cost(bit)), defence.tokens)
    return [defence] if isinstance(coins, hint_reasons.BringsNothing) else [coins, defence]


def _defence(
    state: State, region: int
) -> hint_reasons.ImmuneAtEnd | hint_reasons.NeedsTokensToTake | hint_reasons.StrengthensRegion:
    """How well a region is held."""
    if int(state.immune()) >> region & 1:
        return hint_reasons.ImmuneAtEnd()
    return hint_reasons.NeedsTokensToTake(int(state.cost(region)))


def _coins_of_step(game: Game, trial: Game, events: list[Event]) -> HintReason:
    """The coins that a step adds to the score of the turn; with their sources if more than regions pay."""
    gains = _gains(game, trial, events)
    coins = sum(gains.values())
    if coins <= 0:
        return hint_reasons.BringsNothing()
    if list(gains) == ["regions"]:
        return hint_reasons.BringsCoins(coins)
    return hint_reasons.BringsFromSources(coins, tuple(gains.items()))


def _struck(game: Game, events: list[Event]) -> list[HintReason]:
    """Who loses tokens to a strike."""
    owner, races = game.state.owner, game.setup.race_ids
    return [
        hint_reasons.StrikesTokens(int(owner[races.index(event.race)]), event.race, event.tokens)
        for event in events
        if isinstance(event, Struck)
    ]


def _prices(events: list[Event]) -> list[HintReason]:
    """The coins that are paid for an attack."""
    return [
        hint_reasons.CoinPrice(event.coins) for event in events if isinstance(event, Paid) and event.coins
    ]


def _driven_out(game: Game, events: list[Event]) -> list[HintReason]:
    """The opponents whose tokens lose a region."""
    state = game.state
    reasons: list[HintReason] = []
    for event in events:
        if not isinstance(event, DrivenOut | Substituted):
            continue
        seat = int(state.owner[game.setup.race_ids.index(event.race)])
        tokens = event.lost + event.withdrawn if isinstance(event, DrivenOut) else 1
        if seat != state.seat:
            reasons.append(hint_reasons.DrivesOut(seat, event.race, max(tokens, 1)))
    return reasons


def _gains(game: Game, trial: Game, events: list[Event]) -> dict[str, int]:
    """By how much each source of coins pays more than before; the turn may have ended with the step."""
    gains: dict[str, int] = {}
    scored = next((event for event in events if isinstance(event, Scored)), None)
    for part in trial.score_preview().parts if scored is None else scored.parts:
        gains[part.source] = gains.get(part.source, 0) + part.coins
    for part in game.score_preview().parts:
        gains[part.source] = gains.get(part.source, 0) - part.coins
    return {source: coins for source, coins in gains.items() if coins}


def _then_conquers(game: Game, planned: Sequence[int], done: int) -> list[HintReason]:
    """The regions that the plan goes on to; a final attempt is not among them, as it may fail."""
    regions: list[int] = []
    trial, _ = _tried(game, planned[:done])
    for bit in planned[done:]:
        trial, events = _tried(trial, [bit])
        regions += [event.region for event in events if isinstance(event, Conquered)]
    return [hint_reasons.ThenConquers(tuple(regions), len(regions))] if regions else []


def _tried(game: Game, bits: Sequence[int]) -> tuple[Game, list[Event]]:
    """A copy of the game after these bits, and what happened; any combos are revealed."""
    trial, events = game.clone(), []
    for bit in bits:
        events += trial.apply_with_events(action_id(int(trial.state.phase), bit))
        while trial.state.phase in (decisions.BANNER, decisions.BADGE):
            trial.apply(trial.legal()[0])
    return trial, events
