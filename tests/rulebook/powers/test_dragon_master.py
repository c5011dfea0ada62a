"""Dragon Master: one region a turn for one token, and a dragon that guards it."""

from __future__ import annotations

import pytest

from elbowroom.rules.refusals import Refused
from tests.scenario import rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_five_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Dragon Master Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 5


@rule("DRA-1", "DRA-2")
def test_one_token_and_the_dragon_take_a_region_however_strongly_defended() -> None:
    """A single token conquers it, and the dragon is placed there."""
    given = scenario("""
        map  four-regions
        Ann  Dragon Master Orcs, 1 in hand : moor 1      <- to move
        Bob  Bivouacking Trolls : cave 5 + lair + 5 encampment, hill 1 + lair
    """)
    assert given.reasons("cave") == ["too_few_tokens"]
    after = given.play("dragon cave")
    assert after.region("cave") == "Ann 1 + dragon"
    assert after.hand("orcs") == 0
    assert after.race("trolls").withdrawn == 4


@rule("DRA-1")
def test_the_dragon_attacks_once_per_turn() -> None:
    """A second region of the turn is conquered without it; next turn it attacks again."""
    given = scenario("""
        map  four-regions
        Ann  Dragon Master Orcs, 4 in hand : moor 1      <- to move
        Bob  Hill Trolls : hill 1 + lair
    """)
    after = given.play("dragon cave")
    assert "dragon" not in after.legal
    assert after.refusal("dragon bog") == "dragon_used"
    after = after.play("conquer bog", "end", "redeploy moor:1 cave:1 bog:3", "expand", "end")
    assert "dragon" in after.play("expand").legal


@rule("DRA-1")
def test_a_token_is_needed_for_the_dragons_attack() -> None:
    """Without a token in hand there is no attack."""
    given = scenario("""
        map  four-regions
        Ann  Dragon Master Orcs : moor 1                 <- to move
        Bob  Hill Trolls : hill 1 + lair
    """)
    assert given.play("expand").legal == ["end"]


@rule("DRA-3")
def test_the_dragon_may_move_to_another_region_each_turn() -> None:
    """It leaves the region it guarded for the one conquered with it."""
    given = scenario("""
        map  four-regions
        Ann  Dragon Master Orcs, 2 in hand : moor 1 + dragon     <- to move
        Bob  Hill Trolls : cave 4 + lair
    """)
    after = given.play("dragon cave")
    assert after.region("moor") == "Ann 1"
    assert after.region("cave") == "Ann 1 + dragon"


@rule("DRA-3", "RUL-29")
def test_the_dragon_need_not_move() -> None:
    """It stays where it is if it is not used."""
    given = scenario("""
        map  four-regions
        Ann  Dragon Master Orcs, 2 in hand : moor 1 + dragon     <- to move
        Bob  Hill Trolls : hill 1 + lair
    """)
    after = given.play("conquer cave", "end", "redeploy moor:1 cave:2")
    assert after.to_move == "Bob"
    assert after.region("moor") == "Ann 1 + dragon"
    assert after.region("cave") == "Ann 2"


@rule("DRA-4", "CON-13")
def test_the_dragons_region_cannot_be_conquered() -> None:
    """It is immune to enemy conquest."""
    given = scenario("""
        map  four-regions
        Ann  Dragon Master Orcs : cave 1 + dragon, moor 1
        Bob  Hill Elves, 9 in hand : bog 1               <- to move
    """)
    assert given.reasons("cave") == ["immune"]
    assert given.refusal("conquer cave") == "immune"
    assert given.targets() == ["hill"]


@rule("DRA-4", "SOR-9", "GEN-14")
def test_the_dragons_region_is_immune_to_enemy_benefits() -> None:
    """Sorcerers cannot replace the token beside the dragon."""
    given = scenario("""
        map  four-regions
        Ann  Dragon Master Orcs : cave 1 + dragon, hill 1
        Bob  Hill Sorcerers, 1 in hand : bog 1           <- to move
    """)
    assert given.refusal("substitute cave") == "immune"
    assert given.play("substitute hill").region("hill") == "Bob 1"


@rule("DRA-4")
def test_the_protection_ends_when_the_dragon_moves() -> None:
    """The region it left can be conquered again."""
    given = scenario("""
        map  four-regions
        Ann  Dragon Master Orcs, 1 in hand : cave 1 + dragon     <- to move
        Bob  Hill Elves : bog 5
    """)
    after = given.play("dragon moor", "end", "expand")
    assert after.reasons("moor") == ["not_adjacent", "immune"]
    assert after.play("conquer cave").region("cave") == "Bob 3"


@rule("DRA-5")
def test_the_dragon_leaves_the_board_on_decline() -> None:
    """In decline the region is protected no more."""
    given = scenario("""
        map  four-regions
        Ann  Dragon Master Orcs : cave 2 + dragon        <- to move
        Bob  Hill Elves : bog 4
    """)
    after = given.play("decline", "expand")
    assert after.region("cave") == "Ann 1"
    assert after.play("conquer cave").region("cave") == "Bob 3"


@rule("RUL-29", "FST-1")
def test_the_dragons_attack_may_be_the_first_conquest() -> None:
    """It enters at a border region like any first conquest, and not on water."""
    given = scenario("""
        map  valley
        Ann  Dragon Master Orcs, 9 in hand               <- to move
        Bob  Hill Elves : beach 6
    """)
    assert given.refusal("dragon wood") == "not_border"
    assert given.refusal("dragon sea") == "water"
    after = given.play("dragon beach")
    assert after.region("beach") == "Ann 1 + dragon"
    assert after.hand("orcs") == 8


@rule("RUL-29")
def test_the_dragons_target_must_be_in_reach_and_not_immune() -> None:
    """Only the defence does not matter."""
    given = scenario("""
        map  valley
        Ann  Dragon Master Orcs, 3 in hand : fen 1       <- to move
        Bob  Heroic Elves : down 1 + hero, shore 1 + hero, field 1
    """)
    assert given.refusal("dragon beach") == "not_adjacent"
    assert given.refusal("dragon down") == "immune"
    assert given.refusal("dragon fen") == "already_held"
    assert given.play("dragon field").region("field") == "Ann 1 + dragon"


@rule("RUL-29")
def test_abandoning_the_dragons_region_returns_it() -> None:
    """The dragon comes back to its owner, who may attack with it that turn."""
    given = scenario("""
        map  four-regions
        Ann  Dragon Master Orcs : moor 3 + dragon, cave 1        <- to move
        Bob  Hill Trolls : hill 1 + lair
    """)
    after = given.play("abandon moor", "expand")
    assert after.region("moor") == "empty"
    assert after.play("dragon bog").region("bog") == "Ann 1 + dragon"


@rule("RUL-42")
def test_his_own_ghouls_may_take_the_dragons_region() -> None:
    """Immunity is against enemies; the dragon returns to its owner."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline, 3 in hand : moor 1
        Ann   Dragon Master Orcs : cave 2 + dragon
        Bob   Hill Trolls : hill 1 + lair
        turn  Ann conquer, race ghouls, acted
    """)
    after = given.play("conquer cave")
    assert after.region("cave") == "Ann 2"
    assert after.view().regions[1].race == "ghouls"
    assert "dragon" not in str(after.view().regions)


@rule("CMP-17")
def test_there_is_one_dragon() -> None:
    """Two dragons cannot be on the map."""
    with pytest.raises(Refused) as caught:
        scenario("""
            map  four-regions
            Ann  Dragon Master Orcs : moor 1 + dragon, cave 1 + dragon   <- to move
            Bob  Hill Trolls : hill 1 + lair
        """)
    assert caught.value.code == "at_line"
    assert "dragon" in str(caught.value)


@rule("DRA-1")
def test_the_badge_gives_no_other_answer_beside_a_lone_enemy_token() -> None:
    """They conquer as everyone does, or with the dragon."""
    given = scenario("""
        map  four-regions
        Ann  Dragon Master Orcs, 5 in hand : moor 1    <- to move
        Bob  Hill Elves : cave 1
    """)
    assert given.legal == ["conquer cave", "end", "dragon"]


@rule("RUL-29", "DRA-1", "DRA-2")
def test_the_dragon_takes_a_region_with_one_token_whatever_its_defence() -> None:
    """Once a turn, and the Dragon then stands there."""
    given = scenario("""
        map   four-regions
        Ann   Dragon Master Orcs, 2 in hand : bog 1         <- to move
        Bob   Forest Trolls                 : cave 5 + lair, moor 3 + lair
    """)
    after = given.play("dragon cave")
    assert after.region("cave") == "Ann 1 + dragon"
    assert after.hand("orcs") == 1
    assert "dragon" not in after.legal


@rule("RUL-29")
@pytest.mark.parametrize(
    ("region", "code"), [("sea", "water"), ("down", "not_adjacent"), ("wood", "immune"), ("beach", "peace")]
)
def test_the_dragons_target_must_otherwise_be_legal(region: str, code: str) -> None:
    """Reach, water, immunity and peace bind the Dragon too."""
    given = scenario("""
        map   valley-3
        peace Ann spares Cid
        Ann   Dragon Master Orcs, 2 in hand : cliff 1       <- to move
        Bob   Heroic Elves                  : wood 1 + hero
        Cid   Diplomat Humans               : beach 1
    """)
    assert given.play("dragon").legal == ["dragon shore", "dragon dell"]
    assert given.refusal(f"dragon {region}") == code


@rule("RUL-29")
def test_the_dragon_may_make_the_first_conquest_at_the_border() -> None:
    """One token is enough to enter."""
    given = scenario("""
        map   valley
        Ann   Dragon Master Orcs, 1 in hand
        Bob   Forest Elves              : grove 7
        turn  Ann conquer, acted, first turn
    """)
    assert given.refusal("dragon wood") == "not_border"
    assert given.play("dragon grove").region("grove") == "Ann 1 + dragon"


@rule("RUL-29", "DRA-3", "DRA-4")
def test_a_dragon_that_is_not_used_stays_where_it_is() -> None:
    """Its region remains immune through the next turns."""
    given = scenario("""
        map   four-regions
        Ann   Dragon Master Orcs        : cave 1 + dragon   <- to move
        Bob   Forest Elves              : bog 9
    """)
    after = given.play("expand", "end", "expand")
    assert after.region("cave") == "Ann 1 + dragon"
    assert after.reasons("cave") == ["immune"]


@rule("RUL-29")
def test_abandoning_its_region_returns_the_dragon() -> None:
    """It leaves the board and can be used again."""
    given = scenario("""
        map   four-regions
        Ann   Dragon Master Orcs        : cave 2 + dragon, moor 1   <- to move
        Bob
    """)
    after = given.play("abandon cave")
    assert after.region("cave") == "empty"
    assert after.play("expand", "dragon cave").region("cave") == "Ann 1 + dragon"
