"""General definitions."""

from __future__ import annotations

import pytest

from elbowroom.rules.content import add_content, base_content
from tests.scenario import box, rule, scenario


@rule("GEN-1")
def test_there_are_14_races_and_20_special_powers() -> None:
    """There are 14 races and 20 special powers."""
    assert len({race.id for race in base_content().races}) == 14
    assert len({power.id for power in base_content().powers}) == 20


@rule("GEN-2", "PCK-8")
@pytest.mark.parametrize("race", [race.id for race in base_content().races])
@pytest.mark.parametrize("power", ["merchant", "fortified", "stout", "flying"])
def test_each_race_has_enough_tokens_for_any_badge(race: str, power: str) -> None:
    """Each race has enough tokens to be combined with any badge."""
    given = scenario(f"""
        map     four-regions
        column  {power} {race}
        Ann     <- to move
        Bob
    """)
    assert max(badge.traits.tokens for badge in base_content().powers) == 5  # As flying gives.
    entry, badge = base_content().race(race), base_content().power(power)
    after = given.play("pick 1")
    due = entry.traits.tokens + entry.traits.attack_only + badge.traits.tokens
    assert after.hand(race) == due
    assert after.tray(race) == entry.tokens_in_box - due >= 0


@rule("GEN-3", "RUL-9")
@pytest.mark.parametrize(
    ("race", "number"),
    [
        ("amazons", 6),
        ("dwarves", 3),
        ("elves", 6),
        ("ghouls", 5),
        ("giants", 6),
        ("halflings", 6),
        ("humans", 5),
        ("orcs", 5),
        ("ratmen", 8),
        ("skeletons", 6),
        ("sorcerers", 5),
        ("tritons", 6),
        ("trolls", 5),
        ("wizards", 5),
    ],
)
def test_the_number_on_a_banner_is_the_tokens_it_gives(race: str, number: int) -> None:
    """The number on a race banner is the number of tokens that banner gives."""
    given = scenario(f"""
        map     four-regions
        column  Merchant {race}
        Ann     <- to move
        Bob
    """)
    attackers = 4 if race == "amazons" else 0
    assert given.play("pick 1").hand(race) == number + attackers + 2


@rule("GEN-4", "RUL-9")
@pytest.mark.parametrize(
    ("power", "number"),
    [
        ("alchemist", 4),
        ("berserk", 4),
        ("bivouacking", 5),
        ("commando", 4),
        ("diplomat", 5),
        ("dragon_master", 5),
        ("flying", 5),
        ("forest", 4),
        ("fortified", 3),
        ("heroic", 5),
        ("hill", 4),
        ("merchant", 2),
        ("mounted", 5),
        ("pillaging", 5),
        ("seafaring", 5),
        ("spirit", 5),
        ("stout", 4),
        ("swamp", 4),
        ("underworld", 5),
        ("wealthy", 4),
    ],
)
def test_the_number_on_a_badge_is_the_extra_tokens_it_gives(power: str, number: int) -> None:
    """The number in the circle on a badge is the number of extra tokens that badge gives."""
    given = scenario(f"""
        map     four-regions
        column  {power.replace("_", " ")} Skeletons
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("skeletons") == 6 + number


@rule("GEN-5")
def test_the_benefits_of_banner_and_badge_cumulate() -> None:
    """The benefits of an active banner and its badge both apply."""
    given = scenario("""
        map   four-regions
        Ann   Pillaging Orcs, 3 in hand : moor 1       <- to move
        Bob   Forest Elves              : cave 1, hill 1
    """)
    after = given.play("conquer cave")
    assert after.game.score_preview().total == 2 + 1 + 1
    assert after.play("end", "redeploy cave:3").coins("Ann") == 5 + 2 + 1 + 1


@rule("GEN-6", "DEC-14")
def test_benefits_end_with_the_decline() -> None:
    """The benefits end when the race goes in decline, unless stated otherwise."""
    given = scenario("""
        map     valley
        Ann     Merchant Humans           : shore 3, field 1       <- to move
        Bob     Forest Elves              : fen 2
    """)
    assert sum(given.preview().values()) == 2 + 2 + 2
    assert given.play("decline").coins("Ann") == 5 + 2


@rule("GEN-6", "ELF-1")
def test_elves_in_decline_lose_their_token() -> None:
    """The benefits end when the race goes in decline: a token that would have been saved is lost."""
    given = scenario("""
        map     valley
        Ann     Forest Giants, 4 in hand  : wood 1       <- to move
        Bob     Elves, in decline         : shore 1, fen 1
    """)
    assert given.play("conquer shore").tray("elves") == given.tray("elves") + 1


@rule("GEN-7")
def test_tokens_show_whether_their_race_is_active() -> None:
    """Tokens lie coloured side up while the race is active and coloured side down while it is in decline."""
    given = scenario("""
        map   four-regions
        Ann   Hill Orcs                 : moor 2       <- to move
        Ann   Elves, in decline         : cave 1
        Bob
    """)
    sides = {region.label: region.in_decline for region in given.view().regions if region.tokens}
    assert sides == {"moor": False, "cave": True}


@rule("GEN-8")
@pytest.mark.parametrize(
    ("line", "non_empty"),
    [
        ("Bob Hill Elves : dell 2, fen 1", 1),
        ("Bob Elves, in decline : dell 1", 1),
        ("Ann Elves, in decline : dell 1", 1),
        ("Bob Hill Elves : fen 1", 1),  # The dell has its lost tribe.
        ("tribes grove", 0),
    ],
)
def test_a_region_with_a_lost_tribe_or_a_race_token_is_non_empty(line: str, non_empty: int) -> None:
    """A region is non-empty if it holds at least one Lost Tribe token or race token, active or in decline."""
    given = scenario(f"""
        map     valley
        players Ann Bob
        Ann     Forest Orcs, 6 in hand    : cliff 1       <- to move
        {line}
    """)
    after = given.play("conquer dell")
    assert after.view().non_empty_conquests == non_empty
    assert after.preview().get("orcs non_empty_conquest", 0) == non_empty


@rule("RUL-2", "GEN-8")
def test_ones_own_region_in_decline_is_non_empty() -> None:
    """Conquering a region that holds one's own in-decline token is a non-empty conquest."""
    given = scenario("""
        map   four-regions
        Ann   Pillaging Ratmen, 3 in hand : moor 1       <- to move
        Ann   Elves, in decline           : cave 1, hill 1
        Bob
    """)
    assert given.play("conquer cave").preview()["ratmen non_empty_conquest"] == 1


@rule("GEN-9", "RUL-45")
def test_a_mountain_alone_is_empty() -> None:
    """A region with a Mountain marker but no Lost Tribe token and no race token counts as empty."""
    given = scenario("""
        map   valley
        Ann   Forest Orcs, 6 in hand    : shore 1       <- to move
        Bob   Hill Elves                : fen 1
    """)
    after = given.play("conquer cliff")
    assert after.view().non_empty_conquests == 0
    held = scenario("""
        map   valley
        Ann   Forest Orcs, 6 in hand    : shore 1       <- to move
        Bob   Hill Elves                : cliff 1
    """)
    assert held.play("conquer cliff").view().non_empty_conquests == 1


@rule("GEN-10")
def test_non_empty_is_judged_just_before_the_conquest() -> None:
    """A region's non-empty state is judged at the moment just before it is conquered."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs               : moor 3, cave 4       <- to move
        Bob   Hill Elves                : bog 1, hill 1
    """)
    after = given.play("abandon moor", "expand", "conquer moor", "conquer bog")
    assert after.view().non_empty_conquests == 1  # The bog; the moor was empty by then.
    ended = after.play("end", "redeploy cave:3 bog:3")
    assert ended.coins("Ann") == 5 + 3 + 1  # The defender is gone, and the bonus is paid.


@rule("GEN-11")
def test_a_power_means_the_tokens_of_its_own_race() -> None:
    """A power speaks of the tokens of the race paired with that power, not the earlier race in decline."""
    given = scenario("""
        map   valley
        Ann   Forest Orcs               : grove 1       <- to move
        Ann   Elves, in decline         : wood 1
        Bob   Swamp Humans              : fen 1
    """)
    assert given.preview() == {"orcs regions": 1, "orcs forest": 1, "elves regions": 1}


@rule("GEN-11", "FOL-3")
def test_the_tunnels_start_from_the_tokens_of_the_race_with_the_badge() -> None:
    """A cavern held by the earlier race in decline opens no tunnels."""
    given = scenario("""
        map   valley
        Ann   Underworld Orcs, 6 in hand : shore 1       <- to move
        Ann   Elves, in decline          : fen 1
        Bob
    """)
    assert given.refusal("conquer peak") == "not_adjacent"
    assert given.play("conquer wood").reasons("peak") == []


@rule("GEN-12", "TRI-1")
def test_a_coastal_region_borders_a_sea_or_a_lake() -> None:
    """A coastal region is one that borders a sea or a lake."""
    given = scenario("""
        map     valley
        tribes  -
        Ann     Flying Tritons, 6 in hand       <- to move
        Bob
    """)
    coastal = [r.label for r in given.view().regions if "tritons" in given.cost_parts(r.label)]
    assert coastal == ["shore", "cliff", "beach", "wood", "dell", "grove", "field"]


@rule("GEN-12", "RUL-40")
def test_water_is_not_coastal() -> None:
    """A sea or lake is not itself coastal."""
    given = scenario("""
        map     valley
        Ann     Seafaring Tritons, 6 in hand : shore 1, wood 1       <- to move
        Bob
    """)
    assert given.cost("sea") == 2
    assert given.cost("lake") == 2


@rule("GEN-13")
def test_end_of_turn_is_the_end_of_the_owners_turn() -> None:
    """The end of the turn means, in a bonus, that of the owner's own turn, not the end of the game turn."""
    given = scenario("""
        map   four-regions
        first Bob
        Ann   Forest Elves              : hill 1
        Bob   Alchemist Orcs            : moor 1       <- to move
    """)
    after = given.play("expand", "end")
    assert after.coins("Bob") == 5 + 1 + 2
    round_over = after.play("expand", "end")
    assert round_over.view().game_turn == 2
    assert round_over.coins("Bob") == 8


@rule("GEN-14", "CON-13")
@pytest.mark.parametrize(
    ("victim", "marker"),
    [("Forest Halflings", "hole"), ("Heroic Elves", "hero"), ("Dragon Master Elves", "dragon")],
)
def test_immunity_holds_against_benefits_and_powers(victim: str, marker: str) -> None:
    """An immune region is protected from enemy conquest and from enemy race benefits and special powers."""
    given = scenario(f"""
        map   four-regions
        Ann   Flying Sorcerers, 9 in hand : moor 1       <- to move
        Bob   {victim}                    : cave 1 + {marker}, bog 1
    """)
    assert given.refusal("conquer cave") == "immune"
    assert given.refusal("substitute cave") == "immune"
    assert given.play("substitute bog").region("bog") == "Ann 1"


@rule("GEN-14", "RUL-42")
def test_immunity_is_against_enemies_only() -> None:
    """Immunity is against enemies: own Ghouls may take a region with the own Hero, who returns."""
    given = scenario("""
        map   four-regions
        Ann   Heroic Ratmen                   : cave 3 + hero, hill 1 + hero
        Ann   Ghouls, in decline, 5 in hand   : moor 1
        Bob   Forest Elves                    : bog 1
        turn  Ann conquer, race ghouls, acted
    """)
    after = given.play("conquer cave")
    assert after.region("cave") == "Ann 2"
    assert after.race("ratmen").hand == 2


@rule("RUL-40", "TRI-1", "GEN-12")
def test_a_sea_or_lake_is_not_coastal() -> None:
    """Seafaring Tritons pay less for the shore, not for the water beside it."""
    given = scenario("""
        map   rulings-waters
        Ann   Seafaring Tritons, 6 in hand  : gulf 1        <- to move
        Bob
    """)
    assert given.cost("quay") == 1
    assert given.cost("pool") == 2  # a lake that borders a sea


@rule("RUL-40", "UND-3")
def test_water_is_never_adjacent_by_cavern() -> None:
    """Even a race that sails and tunnels reaches a lake only from a region beside it."""
    content = add_content(
        box(),
        """
        [race.divers]
        tokens = 5
        tokens_of = "tritons"
        reach = ["water"]
        """,
        "divers.toml",
    )
    given = scenario(
        """
        map   rulings-waters
        Ann   Underworld Divers, 6 in hand  : grot 1        <- to move
        Bob
        """,
        content,
    )
    assert given.targets() == ["mouth"]
    assert given.reasons("pool") == ["not_adjacent"]
    assert "pool" in given.play("conquer mouth", "conquer quay").targets()


@rule("RUL-45", "GEN-9")
def test_a_mountain_is_empty_only_without_any_token() -> None:
    """No lost tribe and no race token of anyone, the conqueror's own in decline included."""
    bare = scenario("""
        map   valley
        Ann   Forest Orcs, 5 in hand    : beach 1       <- to move
        Bob
    """)
    assert bare.play("conquer peak").preview() == {"orcs regions": 2}
    own = scenario("""
        map   valley
        Ann   Ratmen, in decline        : peak 1
        Ann   Forest Orcs, 5 in hand    : beach 1       <- to move
        Bob
    """)
    assert own.cost("peak") == 3
    assert own.play("conquer peak").preview() == {"orcs regions": 2, "orcs non_empty_conquest": 1}
