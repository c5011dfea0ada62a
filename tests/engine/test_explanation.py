"""Explanations: the parts of a cost add up to what is spent, and every refusal has its own reason."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from elbowroom.engine import decisions
from elbowroom.engine.actions import all_actions
from elbowroom.engine.events import Conquered, GaveUp, Scored
from elbowroom.engine.game import Game, new_game
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from tests.scenario import Scenario, scenario
from tests.sizes import long

if TYPE_CHECKING:
    from collections.abc import Iterator


def games(players: int, seeds: range) -> Iterator[Game]:
    """Every state of seeded games, those that conquer more often than not."""
    for seed in seeds:
        options = Options(own_tokens_defend=seed % 2 == 1)
        game, choices = new_game(players, seed, options=options), Random(seed)
        while not game.is_over:
            yield game
            legal = game.legal()
            game.apply(choices.choice([action for action in legal if action & 63 < decisions.DONE] or legal))


@pytest.mark.parametrize("players", [2, 3, *long(4, 5)])
def test_the_parts_of_every_cost_add_up_and_what_is_legal_has_no_reason_against_it(players: int) -> None:
    met: set[str] = set()
    for game in games(players, range(4)):
        conquests = (
            {action.region: action for action in game.legal_actions()} if game.phase == "conquer" else {}
        )
        for region in range(1, int(game.setup.board.size) + 1):
            cost = game.cost(region)
            if game.state.combo is None or game.state.race < 0:
                assert [reason.code for reason in cost.reasons] == ["no_race_acts"]
                continue
            met.update(part.name for part in cost.parts)
            met.update(reason.code for reason in cost.reasons)
            assert sum(part.amount for part in cost.parts) == cost.total >= 1
            rest = sum(part.amount for part in cost.parts if part.name != "minimum")
            assert all(part.amount == 1 - rest > 0 for part in cost.parts if part.name == "minimum")
            assert all(reason.reason for reason in cost.reasons)
            if game.phase == "conquer":
                assert bool(cost.reasons) != (region in conquests)
                if region in conquests:
                    assert (conquests[region].cost, conquests[region].chance) == (cost.total, cost.chance)
                    assert (cost.chance is None) == (cost.total <= cost.tokens) == cost.is_affordable
    assert met >= {
        "base",
        "mountain",
        "lost_tribe",
        "tokens",
        "not_adjacent",
        "not_border",
        "water",
        "already_held",
    }
    assert "too_few_tokens" in met


@pytest.mark.parametrize("players", [2, 3, *long(4, 5)])
def test_a_conquest_spends_what_was_told(players: int) -> None:
    """The told total leaves the hand and stands in the region; a final attempt throws in all that is left."""
    spent, tried = 0, 0
    for game in games(players, range(4)):
        if game.phase != "conquer":
            continue
        race, hand = int(game.state.race), int(game.state.hand[game.state.race])
        for action in game.legal_actions():
            if action.region is None or action.cost is None:
                continue
            trial = game.clone()
            trial.apply(action.id)
            if action.chance is None:
                own = int(trial.state.hand[race])
                assert trial.state.tokens[action.region - 1] == action.cost
                if game.state.owner[game.state.holder(action.region - 1)] != game.state.seat:
                    assert hand - own == action.cost
                spent += 1
                continue
            assert trial.phase == "die"
            lucky = 0
            for face in game.setup.die:
                rolled = trial.clone()
                events = rolled.apply_with_events(f"die {face}")
                told = [event for event in events if isinstance(event, Conquered)]
                lucky += bool(told)
                assert all(event.tokens == hand for event in told)
            assert action.chance == lucky / 6
            tried += 1
    assert spent > 100
    assert tried > 20


def test_a_cost_part_by_part() -> None:
    given = scenario("""
        map   valley
        Ann   Underworld Giants, 9 in hand : cliff 1, wood 1     <- to move
        Bob   Bivouacking Trolls : peak 2 + 2 encampment + lair, dell 1 + lair
    """)
    assert given.cost_parts("peak") == {
        "base": 2, "mountain": 1, "tokens": 2, "marker_encampment": 2, "marker_lair": 1, "underworld": -1,
    }  # fmt: skip
    assert given.cost_parts("dell") == {"base": 2, "tokens": 1, "marker_lair": 1, "giants": -1}
    assert given.cost_parts("shore") == {"base": 2, "giants": -1}
    assert given.cost_parts("fen") == {"base": 2, "underworld": -1}
    assert given.game.cost("peak").tokens == 9


def test_at_least_one_token_is_a_part_of_its_own() -> None:
    given = scenario("map valley\nAnn Commando Tritons, 9 in hand : field 1 <- to move\nBob")
    assert given.cost_parts("cliff") == {"base": 2, "mountain": 1, "tritons": -1, "commando": -1}
    assert given.cost_parts("shore") == {"base": 2, "tritons": -1, "commando": -1, "minimum": 1}
    berserk = scenario("map valley\nAnn Berserk Orcs, 1 in hand : field\nBob\nturn Ann conquer, die 3")
    assert berserk.cost_parts("down") == {"base": 2, "die": -3, "minimum": 2}


@pytest.mark.parametrize(
    ("lines", "region", "codes"),
    [
        ("Ann <- to move\nBob", "dell", ["no_race_acts"]),
        ("Ann Hill Orcs, 5 in hand : dell <- to move\nBob", "dell", ["already_held"]),
        ("Ann Hill Orcs, 5 in hand : wood <- to move\nBob", "lake", ["water"]),
        ("Ann Hill Orcs, 5 in hand : wood <- to move\nBob", "down", ["not_adjacent"]),
        ("Ann Hill Orcs, 5 in hand <- to move\nBob", "field", ["not_border"]),
        ("Ann Hill Orcs, 5 in hand : field <- to move\nBob", "dell", []),
        (
            "Ann Hill Orcs, 9 in hand : field <- to move\nBob Heroic Elves : dell 1 + hero",
            "dell",
            ["immune"],
        ),
        (
            "Ann Hill Orcs, 9 in hand : field <- to move\nBob Diplomat Elves : dell\npeace Ann spares Bob",
            "dell",
            ["peace"],
        ),
        (
            "Ann Hill Orcs, 1 in hand : field <- to move\nBob Heroic Elves : dell 4",
            "dell",
            ["too_few_tokens"],
        ),
        (
            "Ann Hill Orcs, 9 in hand : wood\nBob Heroic Elves : down + hero\npeace Ann spares Bob",
            "down",
            ["not_adjacent", "immune", "peace"],
        ),
    ],
)
def test_each_reason_against_a_conquest(lines: str, region: str, codes: list[str]) -> None:
    given = scenario("map valley\n" + lines)
    assert given.reasons(region) == codes
    if codes and given.phase == "conquer":
        assert given.refusal(f"conquer {region}") == codes[0]


def test_the_reasons_are_told_in_sentences() -> None:
    given = scenario("map valley\nAnn Hill Orcs, 1 in hand : field <- to move\nBob Heroic Elves : dell 4")
    assert [reason.reason for reason in given.game.cost("dell").reasons] == [
        "The region takes 6 tokens; you have 1 in hand, 5 too few."
    ]


REFUSALS = {
    "game_over": ("game-turn 10\nturn Ann over", "conquer dell"),
    "other_decision": ("Ann Hill Orcs : dell", "conquer field"),
    "too_few_coins": ("coins Ann 2", "pick 4"),
    "decline_too_late": ("Ann Hill Orcs : dell\nturn Ann ready, acted", "decline"),
    "cannot_roll": ("Ann Hill Orcs, 3 in hand : dell", "roll"),
    "already_rolled": ("Ann Berserk Orcs, 3 in hand : dell\nturn Ann conquer, die 1", "roll"),
    "no_dragon": ("Ann Hill Orcs, 3 in hand : dell", "dragon"),
    "dragon_used": ("Ann Dragon Master Orcs, 3 in hand : dell\nturn Ann conquer, dragon used", "dragon"),
    "no_tokens_in_hand": ("Ann Dragon Master Orcs : dell\nturn Ann conquer", "dragon"),
    "cannot_substitute": ("Ann Hill Orcs, 3 in hand : dell", "substitute"),
    "substitute_from_map": ("Ann Hill Sorcerers, 3 in hand\nBob Hero", "substitute"),
    "nothing_to_substitute": ("Ann Hill Sorcerers : dell\nBob Hero\nturn Ann conquer, substituted Bob",
                              "substitute"),
    "too_few_regions_after": ("Ann Heroic Orcs : dell, field, fen\nturn Ann station, marker hero, left 2",
                              "station fen"),
    "not_an_ally": ("Ann Diplomat Orcs : dell\nturn Ann ally, attacked Bob", "ally Bob"),
    "not_your_region": ("Ann Hill Orcs : dell", "abandon field"),
    "out_of_order": (
        "Ann Hill Orcs, 2 in hand : dell, field, fen\nturn Ann redeploy, left 2, from field",
        "deploy dell",
    ),
    "not_possible_here": ("Ann Fortified Orcs : dell 1 + fortress, field\nturn Ann fortify, marker fortress",
                          "fortify dell"),
    "not_substitutable": ("Ann Hill Sorcerers : dell\nBob Hero\nturn Ann substitute", "substitute cliff"),
    "already_held": ("Ann Hill Orcs, 3 in hand : dell", "conquer dell"),
    "water": ("Ann Dragon Master Orcs, 3 in hand : dell\nturn Ann dragon", "dragon lake"),
    "no_such_action": ("Ann Hill Orcs, 3 in hand : dell", "1990"),
}  # fmt: skip


@pytest.mark.parametrize("code", REFUSALS)
def test_each_refusal_of_an_action(code: str) -> None:
    lines, text = REFUSALS[code]
    lines = lines.replace("Bob Hero", "Bob Heroic Elves : field 1, cliff 2")
    game = scenario("map valley\nplayers Ann Bob\n" + lines).game
    actions = {words: action for action, words in all_actions(game.setup).items()}
    numbered = text.replace("Bob", "2")
    action = int(text) if text.isdecimal() else actions[numbered]
    if code not in ("game_over", "other_decision", "no_such_action"):
        action = game.state.phase << 6 | action & 63
    before = game.to_text()
    with pytest.raises(Refused) as caught:
        game.apply(int(action))
    assert caught.value.code == code
    assert caught.value.refusal.reason.endswith(".")
    assert game.to_text() == before


@pytest.mark.parametrize("players", [2, *long(4)])
def test_every_action_that_is_not_legal_is_refused_in_a_sentence(players: int) -> None:
    met: set[str] = set()
    for game in games(players, range(1)):
        legal, before = set(game.legal()), game.to_text()
        for action in all_actions(game.setup):
            if action in legal or (action >> 6 != game.state.phase and action % 7):
                continue
            with pytest.raises(Refused) as caught:
                game.apply(action)
            assert caught.value.refusal.reason
            met.add(caught.value.code)
        assert game.to_text() == before
    assert met >= {
        "other_decision",
        "not_your_region",
        "not_adjacent",
        "water",
        "already_held",
        "too_few_tokens",
    }


def test_legal_actions_name_their_region_and_their_cost() -> None:
    given = scenario(
        "map four-regions\nAnn Dragon Master Orcs, 2 in hand : bog <- to move\nBob Hill Elves : hill 2"
    )
    found = {
        action.text: (action.region, action.cost, action.chance) for action in given.game.legal_actions()
    }
    assert found == {
        "conquer cave": (2, 2, None), "conquer hill": (4, 4, 1 / 3), "end": (None, None, None),
        "dragon": (None, None, None),
    }  # fmt: skip
    dragon = {action.text: action.cost for action in given.play("dragon").game.legal_actions()}
    assert dragon == {"dragon cave": 1, "dragon hill": 1}


def test_the_score_preview_is_what_scoring_pays() -> None:
    paid = 0
    for game in games(3, range(4)):
        preview, before = game.score_preview(), [int(coins) for coins in game.state.coins]
        assert preview.total == sum(part.coins for part in preview.parts)
        seat = int(game.state.seat)
        if game.phase not in ("redeploy", "encamp", "station"):
            continue  # what these place earns nothing, so the preview is final
        trial = game.clone()
        events = trial.apply_with_events(trial.legal()[-1])
        scored = [event for event in events if isinstance(event, Scored)]
        if scored and not any(isinstance(event, GaveUp) for event in events):
            assert scored[0].coins == preview.total
            assert scored[0].seat == seat
            assert trial.state.coins[seat] == before[seat] + preview.total
            paid += 1
    assert paid > 30


def test_it_is_told_which_answer_is_the_last_of_a_turn() -> None:
    redeploying = """
        map four-regions
        Ann {} Orcs, 2 in hand : bog, cave, hill <- to move
        Bob Hill Elves
    """

    def ending(given: Scenario) -> dict[str, bool]:
        return {action.text: action.ends_turn for action in given.game.legal_actions()}

    plain = scenario(redeploying.format("Forest"))
    assert not any(ending(plain).values()), "tokens are still to be redeployed"
    assert all(ending(plain.play("end")).values())
    heroic = scenario(redeploying.format("Heroic")).play("end")
    assert not any(ending(heroic).values()), "the heroes come after it"
    stout = scenario(redeploying.format("Stout")).play("end", "redeploy bog:2 cave:2 hill:1")
    assert ending(stout) == {"stay": True, "decline": True}
    begun = ending(scenario(redeploying.format("Forest").replace(", 2 in hand", "")))
    assert begun["decline"]
    assert sum(begun.values()) == 1, "after expanding or abandoning there is more to decide"


@pytest.mark.parametrize("players", [2, *long(4)])
def test_whoever_was_told_that_a_turn_ends_is_asked_nothing_more_in_it(players: int) -> None:
    """Answers of one tap, and those of many pieces however they are spread."""
    seen: set[tuple[str, bool]] = set()
    for seed in range(12):
        game, choices = new_game(players, seed), Random(seed)
        while not game.is_over:
            action = choices.choice(game.legal_actions())
            seat, phase, turn = game.to_move, game.phase, (int(game.state.seat), int(game.state.game_turn))
            is_own = seat == turn[0]
            placing = game.state.kind
            game.apply(action.id)
            now = (int(game.state.seat), int(game.state.game_turn))
            is_same = now == turn
            if action.ends_turn:
                goes_on = game.phase == phase and game.state.kind == placing
                assert is_own
                assert not is_same or game.to_move != seat or goes_on
                seen.add((phase, True))
            elif is_own and action.chance is None:  # nobody knows what the die will say
                assert is_same, f"{action.text} ended a turn unannounced"
                seen.add((phase, False))
    assert seen >= {
        ("redeploy", True),
        ("redeploy", False),
        ("ready", True),
        ("station", True),
        ("ally", True),
    }


@pytest.mark.parametrize("players", [2, *long(4)])
def test_pieces_are_spread_among_the_places_that_were_told(players: int) -> None:
    """Whatever pieces go into, step by step, was among the places when the decision began."""
    met: set[str] = set()
    for game in games(players, range(24)):
        regions = {action.region for action in game.legal_actions() if action.region is not None}
        if game.phase in ("redeploy", "encamp", "fortify", "give_up", "station", "withdraw", "reencamp"):
            met.add(game.phase)
            assert regions <= set(game.places())
        else:
            assert game.places() == []
    assert met >= {"redeploy", "station", "fortify"}


def test_a_hero_may_stand_in_any_region_though_heroes_are_placed_in_order() -> None:
    given = scenario(
        "map four-regions\nAnn Heroic Orcs, 2 in hand : bog, cave, hill <- to move\nBob Hill Elves"
    ).play("end")
    stationing = given.play("redeploy bog:3 cave:1 hill:1")
    assert stationing.phase == "station"
    assert len(stationing.legal) == 2
    assert stationing.game.places() == [2, 3, 4]


def test_before_the_troops_are_readied_a_cost_counts_the_tokens_that_would_be_in_hand() -> None:
    given = scenario("map valley\nAnn Hill Orcs : field 4, dell 3 <- to move\nBob")
    assert given.phase == "ready"
    cost = given.game.cost("cliff")
    assert (cost.tokens, cost.total, cost.is_affordable) == (5, 3, True)
    assert given.play("expand").game.cost("cliff") == cost


def test_a_preview_counts_without_the_regions_that_must_be_given_up() -> None:
    given = scenario("""
        map   valley
        Ann   Hill Amazons, 1 in hand : field 1, down 1, wood 2
        Bob
        turn  Ann conquer
    """)
    preview = given.game.score_preview()
    assert preview.gives_up == 2
    actions = {action.text: action for action in given.game.legal_actions()}
    assert actions["end"].gives_up == 2
    assert all(action.gives_up == 0 for action in actions.values() if action.text != "end")
    best = 0
    after = given.play("end")
    for text in ("leave field down", "leave field wood", "leave down wood"):
        left = after.play(text)
        best = max(best, left.coins("Ann") - given.coins("Ann"))
    assert preview.total == best


def test_a_preview_gives_nothing_up_while_spare_tokens_suffice() -> None:
    given = scenario("map valley\nAnn Hill Amazons, 3 in hand : field 2, down 1 <- to move\nBob")
    assert given.game.score_preview().gives_up == 0
    assert {action.gives_up for action in given.game.legal_actions()} == {0}


def test_going_in_decline_tells_what_it_scores() -> None:
    given = scenario("""
        map   valley
        Ann   Hill Amazons : field 2, down 1 <- to move
        Bob
        turn  Ann ready
    """)
    (decline,) = [action for action in given.game.legal_actions() if action.text == "decline"]
    after = given.play("decline")
    assert decline.coins == after.coins("Ann") - given.coins("Ann") > 0
    assert all(action.coins is None for action in given.game.legal_actions() if action.text != "decline")


@pytest.mark.parametrize(
    ("race", "stays"), [("Hill Orcs", (False, False)), ("Hill Ghouls", (True, True))], ids=["Orcs", "Ghouls"]
)
@pytest.mark.parametrize("when", ["ready", "retire"])
def test_going_in_decline_tells_what_becomes_of_the_race(
    race: str, stays: tuple[bool, bool], when: str
) -> None:
    given = scenario(f"""
        map   valley
        Ann   {race.replace("Hill", "Stout") if when == "retire" else race} : field 2, down 1 <- to move
        Bob
        turn  Ann {when}
    """)
    (decline,) = [action for action in given.game.legal_actions() if action.text == "decline"]
    assert (decline.keeps_tokens, decline.goes_on_conquering) == stays
    others = [action for action in given.game.legal_actions() if action.text != "decline"]
    assert not any(action.keeps_tokens or action.goes_on_conquering for action in others)
    tokens = given.play("decline").region("field")
    assert ("2" in tokens) == decline.keeps_tokens
