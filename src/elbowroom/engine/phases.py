"""The decisions of the game and the steps between them, in the order in which a turn runs (RUL-18, RUL-47).

An action is `(phase << 6) | bit`. Bits 0 to 55 name a region (or a seat, a combo, a chance outcome); the bits
above are the few other answers. These numbers are part of the notation: never renumber them.
"""

from __future__ import annotations

from typing import Final

# Chance decides.
FIRST_PLAYER: Final = 0
BANNER: Final = 1
BADGE: Final = 2
DIE: Final = 3
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
OVER: Final = 18

# Steps that nobody decides; `turn.settle` walks them until somebody has to.
FIRST_STEP: Final = 32
START_TURN: Final = 32
NEXT_RACE: Final = 33
RECRUIT: Final = 34
REGROUP: Final = 35
PITCH: Final = 36
BUILD: Final = 37
LEAVE: Final = 38
GUARD: Final = 39
SCORE: Final = 40
MAKE_PEACE: Final = 41
AFTER_SCORING: Final = 42
RETREAT: Final = 43
NEXT_PLAYER: Final = 44

# Answers that name no region.
DONE: Final = 56
DECLINE: Final = 57
ROLL: Final = 57
WITH_DRAGON: Final = 58
BY_SUBSTITUTION: Final = 59
DONE_BIT: Final = 0x100000000000000
DECLINE_BIT: Final = 0x200000000000000
ROLL_BIT: Final = 0x200000000000000
DRAGON_BIT: Final = 0x400000000000000
SUBSTITUTION_BIT: Final = 0x800000000000000

PHASE_NAMES: Final = (
    "first_player",
    "banner",
    "badge",
    "die",
    "pick",
    "ready",
    "conquer",
    "dragon",
    "substitute",
    "redeploy",
    "encamp",
    "fortify",
    "give_up",
    "station",
    "ally",
    "retire",
    "withdraw",
    "reencamp",
    "over",
)
