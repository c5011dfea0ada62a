"""Every decision of the game, one row each, and the steps of a turn between them (RUL-18, RUL-47).

An action is `(number << 6) | bit`. Bits 0 to 55 name a region (or a seat, a combo, a chance outcome); the
bits above are the few other answers. These numbers are part of the notation: never renumber them. A new
decision gets a number after the last one and a row in DECISIONS; everything that lists decisions reads it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

# Chance decides.
FIRST_PLAYER: Final = 0
BANNER: Final = 1
BADGE: Final = 2
DIE: Final = 3
LAST_CHANCE: Final = 3
"""Numbers up to this one are decisions of chance."""
# A player decides.
PICK: Final = 4
READY: Final = 5
CONQUER: Final = 6
DRAGON: Final = 7
SUBSTITUTE: Final = 8
REDEPLOY: Final = 9
ENCAMP: Final = 10
FORTIFY: Final = 11
GIVE_UP: Final = 12
STATION: Final = 13
ALLY: Final = 14
RETIRE: Final = 15
WITHDRAW: Final = 16
REENCAMP: Final = 17
# Nobody decides any more.
OVER: Final = 18
# A player decides, if own races or powers ask for it. New decisions get numbers up to 31.
WAVE: Final = 19
PAY: Final = 20
STRIKE: Final = 21

# Steps that nobody decides; `turn.settle` walks them until somebody has to. A step BEFORE a decision finds
# out whether there is anything to decide, and opens the decision if there is.
FIRST_STEP: Final = 32
START_TURN: Final = 32
NEXT_RACE: Final = 33
RECRUIT: Final = 34
BEFORE_REDEPLOY: Final = 35
BEFORE_ENCAMP: Final = 36
BEFORE_FORTIFY: Final = 37
BEFORE_GIVE_UP: Final = 38
BEFORE_STATION: Final = 39
SCORE: Final = 40
BEFORE_ALLY: Final = 41
BEFORE_RETIRE: Final = 42
BEFORE_WITHDRAW: Final = 43
NEXT_PLAYER: Final = 44

# Answers that name no region, as bits and as masks. 57 is DECLINE for READY and RETIRE, ROLL for CONQUER,
# SECOND_WAVE for WAVE.
DONE: Final = 56
DECLINE: Final = 57
ROLL: Final = 57
SECOND_WAVE: Final = 57
WITH_DRAGON: Final = 58
BY_SUBSTITUTION: Final = 59
WITH_PAYMENT: Final = 60
BY_STRIKE: Final = 61
DONE_MASK: Final = 0x100000000000000
DECLINE_MASK: Final = 0x200000000000000
ROLL_MASK: Final = 0x200000000000000
SECOND_WAVE_MASK: Final = 0x200000000000000
WITH_DRAGON_MASK: Final = 0x400000000000000
BY_SUBSTITUTION_MASK: Final = 0x800000000000000
WITH_PAYMENT_MASK: Final = 0x1000000000000000
BY_STRIKE_MASK: Final = 0x2000000000000000

MAX_BIT: Final = 61
"""The highest bit of an answer."""
MAX_ACTION: Final = (FIRST_STEP << 6) - 1
"""The highest number that an action id can have."""

# Who decides.
BY_CHANCE: Final = "chance"
BY_PLAYER: Final = "player"
"""The player whose turn it is."""
BY_VICTIM: Final = "victim"
"""The owner of a race that was driven out, at the end of the attacker's turn."""

# What bits 0 to 55 of an answer name.
REGION: Final = "region"
COMBO: Final = "combo"
SEAT: Final = "seat"
FACE: Final = "face"
RACE: Final = "race"
POWER: Final = "power"
NOTHING: Final = "nothing"


class Decision(NamedTuple):
    """One kind of decision: who is asked, what can be answered, and in which words."""

    number: int
    name: str
    """Its name in positions, on the wire and in the catalogues (`prompt_NAME`)."""
    decider: str
    """BY_CHANCE, BY_PLAYER or BY_VICTIM."""
    names: str
    """What bits 0 to 55 of an answer name: REGION, COMBO, SEAT, FACE, RACE, POWER or NOTHING."""
    verb: str = ""
    """The word before what is named: `conquer 4`."""
    plain: tuple[tuple[int, str], ...] = ()
    """The answers that name nothing: bit and word."""
    opens: tuple[tuple[int, int], ...] = ()
    """Plain answers after which another decision asks for the region: bit and number of that decision."""
    is_spread: bool = False
    """Several pieces are placed one by one, in ascending order of regions."""
    compound: str = ""
    """The word of one text for all pieces, with numbers: `redeploy 3:2 7:4`."""
    places_all: bool = False
    """A compound text must place everything that is left."""
    places_marker: bool = False
    """The pieces are markers: the view tells of which kind."""
    is_attack: bool = False
    """The region that is named gets attacked."""
    may_end_turn: bool = False
    """Any answer, not only DONE or DECLINE, may be the last one of a turn."""
    asks: str = ""
    """The word of `terms.ABILITIES` that a race or power needs to be asked; empty if anybody may be."""
    once: str = ""
    """For what is done once a turn at most: the words in a position that say that it was done."""

    def word_of(self, bit: int) -> str | None:
        """The word of a plain answer; None if the bit names something."""
        for answer, word in self.plain:
            if answer == bit:
                return word
        return None


DECISIONS: Final = (
    Decision(FIRST_PLAYER, "first_player", BY_CHANCE, SEAT, "first"),
    Decision(BANNER, "banner", BY_CHANCE, RACE, "banner"),
    Decision(BADGE, "badge", BY_CHANCE, POWER, "badge"),
    Decision(DIE, "die", BY_CHANCE, FACE, "die"),
    Decision(PICK, "pick", BY_PLAYER, COMBO, "pick"),
    Decision(READY, "ready", BY_PLAYER, REGION, "abandon", ((DONE, "expand"), (DECLINE, "decline"))),
    Decision(
        CONQUER,
        "conquer",
        BY_PLAYER,
        REGION,
        "conquer",
        (
            (DONE, "end"),
            (ROLL, "roll"),
            (WITH_DRAGON, "dragon"),
            (BY_SUBSTITUTION, "substitute"),
            (WITH_PAYMENT, "pay"),
            (BY_STRIKE, "strike"),
        ),
        opens=(
            (WITH_DRAGON, DRAGON),
            (BY_SUBSTITUTION, SUBSTITUTE),
            (WITH_PAYMENT, PAY),
            (BY_STRIKE, STRIKE),
        ),
        is_attack=True,
    ),
    Decision(
        DRAGON,
        "dragon",
        BY_PLAYER,
        REGION,
        "dragon",
        is_attack=True,
        asks="attack with the dragon",
        once="dragon used",
    ),
    Decision(SUBSTITUTE, "substitute", BY_PLAYER, REGION, "substitute", is_attack=True, asks="substitute"),
    Decision(PAY, "pay", BY_PLAYER, REGION, "pay", is_attack=True, asks="pay"),
    Decision(STRIKE, "strike", BY_PLAYER, REGION, "strike", is_attack=True, asks="strike"),
    Decision(
        WAVE,
        "wave",
        BY_PLAYER,
        NOTHING,
        plain=((DONE, "done"), (SECOND_WAVE, "wave")),
        asks="second wave",
        once="second wave made",
    ),
    Decision(
        REDEPLOY,
        "redeploy",
        BY_PLAYER,
        REGION,
        "deploy",
        is_spread=True,
        compound="redeploy",
        places_all=True,
        may_end_turn=True,
    ),
    Decision(
        ENCAMP,
        "encamp",
        BY_PLAYER,
        REGION,
        "encamp",
        ((DONE, "done"),),
        is_spread=True,
        compound="encamp",
        places_marker=True,
        may_end_turn=True,
    ),
    Decision(
        FORTIFY,
        "fortify",
        BY_PLAYER,
        REGION,
        "fortify",
        ((DONE, "done"),),
        is_spread=True,
        places_marker=True,
        may_end_turn=True,
    ),
    Decision(GIVE_UP, "give_up", BY_PLAYER, REGION, "leave", is_spread=True, may_end_turn=True),
    Decision(
        STATION,
        "station",
        BY_PLAYER,
        REGION,
        "station",
        is_spread=True,
        places_marker=True,
        may_end_turn=True,
    ),
    Decision(ALLY, "ally", BY_PLAYER, SEAT, "ally", ((DONE, "done"),), may_end_turn=True, asks="make peace"),
    Decision(
        RETIRE,
        "retire",
        BY_PLAYER,
        NOTHING,
        plain=((DONE, "stay"), (DECLINE, "decline")),
        may_end_turn=True,
        asks="decline after scoring",
    ),
    Decision(
        WITHDRAW,
        "withdraw",
        BY_VICTIM,
        REGION,
        "withdraw",
        is_spread=True,
        compound="withdraw",
        places_all=True,
        may_end_turn=True,
    ),
    Decision(
        REENCAMP,
        "reencamp",
        BY_VICTIM,
        REGION,
        "encamp",
        ((DONE, "done"),),
        is_spread=True,
        compound="encamp",
        places_marker=True,
        may_end_turn=True,
    ),
)
"""All decisions. Chance's come first, then the players' in the order in which a turn asks them."""


def _names() -> tuple[str, ...]:
    names = [""] * (max(OVER, *[row.number for row in DECISIONS]) + 1)
    for row in DECISIONS:
        names[row.number] = row.name
    names[OVER] = "over"
    return tuple(names)


PHASE_NAMES: Final = _names()
"""The name of each decision by its number, and of the end of the game."""


def _opened() -> tuple[tuple[int, int], ...]:
    return next(row.opens for row in DECISIONS if row.number == CONQUER)


def _mask(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)


REGION_MASK: Final = 0xFFFFFFFFFFFFFF
"""The answers that name something."""
OPENERS_MASK: Final = _mask([bit for bit, _ in _opened()])
"""The answers to CONQUER that only say how a region is attacked; another decision asks which."""
SPECIAL_ATTACKS_MASK: Final = _mask([number for _, number in _opened()])
"""By number: the decisions that these answers open."""
AFTER_GIVE_UP_MASK: Final = _mask(
    [row.number for row in DECISIONS[[row.number for row in DECISIONS].index(GIVE_UP) + 1 :]] + [OVER]
)
"""By number: the decisions that come later in a turn than that of regions to be given up."""

_BY_NUMBER: Final = {row.number: row for row in DECISIONS}


def decision(number: int) -> Decision | None:
    """The row of a decision; None for the end of the game and for numbers that no decision has."""
    return _BY_NUMBER.get(number)


def named(name: str) -> int:
    """The number of the decision with this name, or of the end of the game; -1 if there is none."""
    return PHASE_NAMES.index(name) if name in PHASE_NAMES else -1


def opener_of(number: int) -> int:
    """The answer to CONQUER that opens this decision."""
    return next(bit for bit, opened in _opened() if opened == number)


def opened_by(bit: int) -> Decision:
    """The decision that this answer to CONQUER opens."""
    return next(_BY_NUMBER[number] for opener, number in _opened() if opener == bit)
