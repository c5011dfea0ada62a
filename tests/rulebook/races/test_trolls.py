"""Trolls: a lair in each region they hold."""

from __future__ import annotations

from tests.scenario import box, rule, scenario


@rule("CMP-7", "RUL-9")
def test_the_banner_of_the_trolls_gives_five_tokens() -> None:
    """5 tokens and those of the badge come to hand; the box has 10."""
    given = scenario("""
        map      valley
        players  Ann Bob
        column   Hill Trolls
    """)
    after = given.play("pick 1")
    assert after.hand("trolls") == 9
    assert after.tray("trolls") == 1


@rule("TRO-1", "RUL-12")
def test_a_lair_stands_in_each_region_the_trolls_conquer() -> None:
    """The lair comes at once on conquest, in every region, and stays there."""
    given = scenario("""
        map   valley
        Ann   Forest Trolls, 9 in hand              <- to move
        Bob   Hill Orcs                 : shore 1
    """)
    after = given.play("conquer fen", "conquer field", "conquer down", "conquer grove")
    assert after.region("fen") == "Ann 2 + lair"
    assert after.region("field") == "Ann 2 + lair"
    assert after.region("down") == "Ann 2 + lair"
    assert after.region("grove") == "Ann 3 + lair"
    later = after.play("end", "redeploy fen:6", "expand", "end")
    assert later.region("fen") == "Ann 6 + lair"
    assert later.region("grove") == "Ann 1 + lair"


@rule("TRO-1")
def test_a_region_taken_with_the_die_gets_a_lair() -> None:
    """Each region held has a lair, however it was taken."""
    given = scenario("""
        map   four-regions
        Ann   Forest Trolls, 1 in hand  : cave 1 + lair   <- to move
        Bob   Hill Orcs                 : hill 1
    """)
    assert given.play("conquer bog", "die 1").region("bog") == "Ann 1 + lair"


@rule("TRO-1")
def test_regions_conquered_again_get_a_lair_again() -> None:
    """However many regions the Trolls have conquered and left before, each they hold has a lair."""
    now = scenario("""
        map   four-regions
        Ann   Forest Trolls             : moor 7 + lair   <- to move
        Bob   Hill Orcs, 1 in hand
    """)
    for _ in range(4):
        now = now.play("expand", "conquer cave", "conquer bog", "conquer hill", "end", "redeploy moor:4")
        assert now.region("hill") == "Ann 1 + lair"
        now = now.play("expand", "end", "abandon cave", "abandon bog", "abandon hill")
        assert now.region("cave") == "empty"


@rule("CMP-11", "TRO-1")
def test_there_are_ten_lairs_enough_for_ten_trolls() -> None:
    """The tenth region gets the tenth lair; there is no eleventh in the box."""
    (marker,) = box().race("trolls").traits.markers
    assert marker.count == 10
    nine = ["shore", "cliff", "beach", "wood", "dell", "grove", "peak", "field", "fen"]
    given = scenario(f"""
        map   valley
        Ann   Hill Trolls, 1 in hand    : {" + lair, ".join(nine)} + lair   <- to move
        Bob   Forest Orcs, 1 in hand
    """)
    after = given.play("conquer down", "die 1")
    assert after.region("down") == "Ann 1 + lair"


@rule("TRO-2")
def test_a_lair_adds_one_to_the_defence() -> None:
    """A lair defends its region like one more Troll token, while the Trolls are active."""
    given = scenario("""
        map   four-regions
        Ann   Hill Trolls               : cave 2 + lair
        Bob   Forest Orcs, 5 in hand    : bog 1   <- to move
    """)
    assert given.cost_parts("cave") == {"base": 2, "tokens": 2, "marker_lair": 1}
    assert given.play("conquer cave").region("cave") == "Bob 5"


@rule("TRO-2", "TRO-3", "TRO-5", "CON-5")
def test_a_lair_still_defends_when_the_trolls_are_in_decline() -> None:
    """A lair counts 1 for defence after decline, and goes when the region falls."""
    given = scenario("""
        map   four-regions              # moor - cave - bog - hill
        Ann   Trolls, in decline        : cave 1 + lair
        Bob   Forest Orcs, 5 in hand    : bog 1        <- to move
    """)
    assert given.cost("cave") == 4  # 2, + 1 token, + 1 lair
    after = given.play("conquer cave")
    assert after.region("cave") == "Bob 4"


@rule("TRO-3")
def test_the_lairs_stay_when_the_trolls_decline() -> None:
    """The lairs stay, the spare tokens do not, and nothing more is paid."""
    given = scenario("""
        map   four-regions
        Ann   Stout Trolls              : moor 2 + lair, cave 3 + lair   <- to move
        Bob   Forest Orcs               : hill 1
    """)
    after = given.play("decline")
    assert after.region("moor") == "Ann 1 + lair"
    assert after.region("cave") == "Ann 1 + lair"
    assert after.tray("trolls") == 8
    assert after.coins("Ann") == 7


@rule("TRO-4")
def test_a_lair_is_removed_when_the_region_is_abandoned() -> None:
    """An abandoned region keeps no lair, and costs what an empty region costs."""
    given = scenario("""
        map   four-regions
        Ann   Stout Trolls              : moor 2 + lair, cave 3 + lair   <- to move
        Bob   Forest Orcs               : bog 1
    """)
    after = given.play("abandon cave")
    assert after.region("cave") == "empty"
    assert after.region("moor") == "Ann 2 + lair"
    assert after.cost("cave") == 2


@rule("TRO-5")
def test_a_lair_is_removed_when_an_enemy_conquers_the_region() -> None:
    """The conqueror finds no lair to defend them, and one Troll is lost."""
    given = scenario("""
        map   four-regions
        Ann   Hill Trolls               : moor 1 + lair, cave 2 + lair
        Bob   Forest Orcs, 5 in hand    : bog 1   <- to move
    """)
    after = given.play("conquer cave", "end", "redeploy bog:3 cave:3")
    assert after.region("cave") == "Bob 3"
    assert after.region("moor") == "Ann 2 + lair"
    assert after.cost("cave") == 5
    assert after.tray("trolls") == 8


@rule("RUL-20")
def test_lairs_go_with_a_race_that_leaves_the_map() -> None:
    """When the Trolls in decline make room for the next race, their lairs go too."""
    given = scenario("""
        map   four-regions
        Ann   Trolls, in decline        : cave 1 + lair
        Ann   Hill Ratmen               : moor 2   <- to move
        Bob   Forest Orcs               : hill 1
    """)
    after = given.play("decline")
    assert after.region("cave") == "empty"
    assert after.tray("trolls") == 10


@rule("RUL-12", "TRO-1")
def test_a_lair_is_placed_at_once_on_conquest() -> None:
    """The lair stands there before the conquests have ended."""
    given = scenario("""
        map   four-regions
        Ann   Hill Trolls, 5 in hand    # first conquest
        Bob
        turn  Ann conquer, acted, first turn
    """)
    after = given.play("conquer moor")
    assert after.phase == "conquer"
    assert after.region("moor") == "Ann 2 + lair"
