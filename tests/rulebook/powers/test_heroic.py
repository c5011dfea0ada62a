"""Heroic: two heroes that make two regions immune."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_five_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Heroic Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 5


@rule("HER-1", "CMP-16")
def test_at_the_end_of_his_turn_he_places_two_heroes_in_regions_he_holds() -> None:
    """Two and no more, after the redeployment."""
    given = scenario("""
        map  four-regions
        Ann  Heroic Orcs, 2 in hand : moor 1, cave 1       <- to move
        Bob  Hill Elves : hill 1
    """)
    conquered = given.play("conquer bog")
    assert conquered.region("bog") == "Ann 2"
    placing = conquered.play("end", "redeploy moor:2 cave:1 bog:1")
    assert placing.phase == "station"
    assert placing.view().left == 2
    assert placing.refusal("station hill") == "not_your_region"
    after = placing.play("station moor bog")
    assert after.region("moor") == "Ann 2 + hero"
    assert after.region("cave") == "Ann 1"
    assert after.region("bog") == "Ann 1 + hero"
    assert after.to_move == "Bob"


@rule("HER-2")
def test_the_heroes_stand_in_two_different_regions() -> None:
    """Never both in one region."""
    given = scenario("""
        map  four-regions
        Ann  Heroic Orcs : moor 1, cave 1, bog 1           <- to move
        Bob  Hill Elves : hill 1
    """)
    placing = given.play("expand", "end")
    assert placing.refusal("station moor moor") == "regions_repeated"
    one = placing.play("station moor")
    assert one.phase == "station"
    assert one.legal == ["station cave", "station bog"]
    assert one.refusal("station moor") == "too_few_regions_after"


@rule("HER-2", "RUL-28")
def test_with_one_region_one_hero_is_placed() -> None:
    """As many heroes as regions allow; with two regions there is nothing to choose."""
    single = scenario("""
        map  four-regions
        Ann  Heroic Orcs : moor 2                          <- to move
        Bob  Hill Elves : hill 1
    """)
    assert single.play("expand", "end").region("moor") == "Ann 2 + hero"
    double = scenario("""
        map  four-regions
        Ann  Heroic Orcs : moor 1, cave 1                  <- to move
        Bob  Hill Elves : hill 1
    """)
    after = double.play("expand", "end")
    assert after.region("moor") == "Ann 1 + hero"
    assert after.region("cave") == "Ann 1 + hero"
    assert after.to_move == "Bob"


@rule("RUL-28")
def test_the_heroes_may_stay_or_move_each_turn() -> None:
    """At the end of each turn they are placed anew, where they were or elsewhere."""
    given = scenario("""
        map  four-regions
        Ann  Heroic Orcs : moor 1 + hero, cave 1 + hero, bog 1     <- to move
        Bob  Hill Elves : hill 1
    """)
    placing = given.play("expand", "end")
    assert placing.view().left == 2
    stayed = placing.play("station moor cave")
    assert stayed.region("moor") == "Ann 1 + hero"
    assert stayed.region("bog") == "Ann 1"
    moved = placing.play("station cave bog")
    assert moved.region("moor") == "Ann 1"
    assert moved.region("bog") == "Ann 1 + hero"


@rule("RUL-28")
def test_a_hero_of_an_abandoned_region_returns_to_its_owner() -> None:
    """They place it again at the end of the turn."""
    given = scenario("""
        map  four-regions
        Ann  Heroic Orcs : moor 1 + hero, cave 1 + hero, bog 1     <- to move
        Bob  Hill Elves : hill 1
    """)
    left = given.play("abandon moor")
    assert left.region("moor") == "empty"
    after = left.play("expand", "end", "redeploy cave:2 bog:1")
    assert after.region("cave") == "Ann 2 + hero"
    assert after.region("bog") == "Ann 1 + hero"


@rule("HER-3", "CON-13")
def test_a_heros_region_cannot_be_conquered() -> None:
    """It is immune to enemy conquest, and to the final attempt."""
    given = scenario("""
        map  four-regions
        Ann  Heroic Orcs : cave 1 + hero, hill 1
        Bob  Forest Elves, 9 in hand : bog 1               <- to move
    """)
    assert given.reasons("cave") == ["immune"]
    assert given.refusal("conquer cave") == "immune"
    assert given.targets() == ["hill"]
    few = scenario("""
        map  four-regions
        Ann  Heroic Orcs : cave 1 + hero, hill 1
        Bob  Forest Elves, 1 in hand : bog 1               <- to move
    """)
    assert few.attempts() == ["hill"]


@rule("HER-3", "SOR-9", "GEN-14")
def test_a_heros_region_is_immune_to_enemy_benefits() -> None:
    """Neither the dragon nor the Sorcerers can take it."""
    sorcerers = scenario("""
        map  four-regions
        Ann  Heroic Orcs : cave 1 + hero, hill 1
        Bob  Forest Sorcerers, 1 in hand : bog 1           <- to move
    """)
    assert sorcerers.refusal("substitute cave") == "immune"
    dragon = scenario("""
        map  four-regions
        Ann  Heroic Orcs : cave 1 + hero, hill 1
        Bob  Dragon Master Elves, 1 in hand : bog 1        <- to move
    """)
    assert dragon.refusal("dragon cave") == "immune"


@rule("HER-3")
def test_the_protection_ends_when_the_hero_moves() -> None:
    """The region it left can be conquered."""
    given = scenario("""
        map  four-regions
        Ann  Heroic Orcs : moor 1 + hero, cave 1 + hero, hill 1    <- to move
        Bob  Forest Elves : bog 4
    """)
    after = given.play("expand", "end", "station moor hill", "expand")
    assert after.reasons("hill") == ["immune"]
    assert after.play("conquer cave").region("cave") == "Bob 3"


@rule("HER-4")
def test_the_heroes_leave_the_board_on_decline() -> None:
    """In decline no region is protected."""
    given = scenario("""
        map  four-regions
        Ann  Heroic Orcs : moor 1 + hero, cave 2 + hero            <- to move
        Bob  Forest Elves : bog 4
    """)
    after = given.play("decline", "expand")
    assert after.region("moor") == "Ann 1"
    assert after.region("cave") == "Ann 1"
    assert after.play("conquer cave").region("cave") == "Bob 3"


@rule("RUL-42")
def test_his_own_ghouls_may_take_a_heros_region() -> None:
    """Immunity is against enemies; the hero returns to its owner."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline, 3 in hand : moor 1
        Ann   Heroic Orcs : cave 2 + hero, bog 1 + hero
        Bob   Hill Trolls : hill 1 + lair
        turn  Ann conquer, race ghouls, acted
    """)
    after = given.play("conquer cave")
    assert after.region("cave") == "Ann 2"
    assert after.view().regions[1].race == "ghouls"
    assert after.hand("orcs") == 1


@rule("HER-1", "RUL-18")
def test_heroic_amazons_place_their_heroes_after_four_tokens_left() -> None:
    """A region the Amazons give up gets no hero."""
    given = scenario("""
        map  valley
        Ann  Heroic Amazons : shore 1, cliff 1, beach 1, wood 1, peak 1    <- to move
        Bob  Hill Elves : fen 1
    """)
    after = given.play("expand", "end", "leave shore", "leave cliff", "leave beach", "leave wood")
    assert after.region("peak") == "Ann 1 + hero"
    assert after.region("shore") == "empty"


@rule("RUL-28", "HER-1", "HER-2")
def test_heroes_go_to_different_regions_at_the_end_of_the_turn_and_may_stay() -> None:
    """Both are placed anew, and the same places are allowed."""
    given = scenario("""
        map   four-regions
        Ann   Heroic Orcs               : moor 1 + hero, cave 1 + hero, bog 1   <- to move
        Bob
    """)
    asked = given.play("expand", "end")
    assert asked.phase == "station"
    assert asked.play("station moor").refusal("station moor") == "too_few_regions_after"
    stayed = asked.play("station moor cave")
    assert [stayed.region(r) for r in ("moor", "cave", "bog")] == ["Ann 1 + hero", "Ann 1 + hero", "Ann 1"]
    moved = asked.play("station cave bog")
    assert [moved.region(r) for r in ("moor", "cave", "bog")] == ["Ann 1", "Ann 1 + hero", "Ann 1 + hero"]


@rule("RUL-28")
def test_heroes_are_placed_as_far_as_there_are_regions() -> None:
    """With one region, one Hero stands and the other waits."""
    given = scenario("""
        map   four-regions
        Ann   Heroic Orcs, 3 in hand
        Bob
        turn  Ann conquer, acted, first turn
    """)
    assert given.play("conquer moor", "end").region("moor") == "Ann 3 + hero"
