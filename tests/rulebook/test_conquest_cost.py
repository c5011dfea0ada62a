"""Conquest cost: what a region takes, part by part."""

from __future__ import annotations

import pytest

from tests.scenario import rule, scenario


@rule("CON-1")
def test_an_empty_region_takes_two_tokens() -> None:
    """Conquering a region takes a base of 2 race tokens."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 2 in hand    : moor 1       <- to move
        Bob
    """)
    assert given.cost("cave") == 2
    assert given.cost_parts("cave") == {"base": 2}
    after = given.play("conquer cave")
    assert after.region("cave") == "Ann 2"
    assert after.hand("orcs") == 0


@rule("CON-2")
@pytest.mark.parametrize("camps", [1, 2, 5])
def test_each_encampment_costs_a_token(camps: int) -> None:
    """Add 1 token for each Encampment in the region."""
    given = scenario(f"""
        map   four-regions
        Ann   Forest Orcs, 9 in hand    : moor 1       <- to move
        Bob   Bivouacking Elves         : cave 1 + {camps} encampment
    """)
    assert given.cost("cave") == 2 + 1 + camps
    assert given.cost_parts("cave")["marker_encampment"] == camps


@rule("CON-3")
def test_a_fortress_costs_a_token() -> None:
    """Add 1 token for a Fortress in the region."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 9 in hand    : moor 1       <- to move
        Bob   Fortified Elves           : cave 1 + fortress
    """)
    assert given.cost("cave") == 2 + 1 + 1
    assert given.cost_parts("cave")["marker_fortress"] == 1


@rule("CON-4")
def test_a_mountain_costs_a_token() -> None:
    """Add 1 token for a Mountain in the region."""
    given = scenario("""
        map   valley
        Ann   Forest Orcs, 9 in hand    : shore 1       <- to move
        Bob
    """)
    assert given.cost("cliff") == 3
    assert given.play("conquer cliff").region("cliff") == "Ann 3"


@rule("CON-5")
def test_a_lair_costs_a_token() -> None:
    """Add 1 token for a Troll's Lair in the region."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 9 in hand    : moor 1       <- to move
        Bob   Hill Trolls               : cave 1 + lair
    """)
    assert given.cost("cave") == 2 + 1 + 1
    assert given.cost_parts("cave")["marker_lair"] == 1


@rule("CON-6")
def test_a_lost_tribe_costs_a_token() -> None:
    """Add 1 token for each Lost Tribe token in the region."""
    given = scenario("""
        map   valley
        Ann   Forest Orcs, 9 in hand    : wood 1       <- to move
        Bob
    """)
    assert given.region("dell") == "lost tribe"
    assert given.cost("dell") == 3
    after = given.play("conquer dell")
    assert after.region("dell") == "Ann 3"
    assert not next(r for r in after.view().regions if r.label == "dell").lost_tribe


@rule("CON-7")
def test_each_token_of_another_player_costs_a_token() -> None:
    """Add 1 token for each race token of another player in the region, active or in decline."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 9 in hand    : cave 1       <- to move
        Bob   Hill Elves                : moor 3
        Bob   Giants, in decline        : bog 1
    """)
    assert given.cost("moor") == 2 + 3
    assert given.cost("bog") == 2 + 1
    after = given.play("conquer moor")
    assert after.region("moor") == "Ann 5"
    assert after.hand("orcs") == 4


@rule("CON-7", "RUL-1")
def test_the_own_token_in_decline_costs_nothing() -> None:
    """Only other players' tokens add to the cost; the player's own token in decline does not."""
    text = """
        map     four-regions
        options {option}
        Ann     Forest Orcs, 9 in hand    : cave 1       <- to move
        Ann     Trolls, in decline        : moor 1 + lair, bog 1
        Bob
    """
    given = scenario(text.format(option=""))
    assert given.cost("bog") == 2
    assert given.cost("moor") == 3  # The lair counts (RUL-41).
    assert scenario(text.format(option="own_tokens_defend")).cost("bog") == 3


@rule("CON-2", "CON-3", "CON-4", "CON-5", "CON-7")
def test_all_that_defends_a_region_adds_up() -> None:
    """Base, mountain, tokens and markers are added together."""
    given = scenario("""
        map   valley
        Ann   Forest Orcs, 9 in hand    : shore 1       <- to move
        Bob   Fortified Trolls          : cliff 2 + lair + fortress
    """)
    assert given.cost_parts("cliff") == {
        "base": 2,
        "mountain": 1,
        "tokens": 2,
        "marker_lair": 1,
        "marker_fortress": 1,
    }
    assert given.cost("cliff") == 7
    camped = scenario("""
        map   valley
        Ann   Forest Orcs, 9 in hand    : shore 1       <- to move
        Bob   Bivouacking Trolls        : cliff 2 + lair + 3 encampment
    """)
    assert camped.cost("cliff") == 9


@rule("CON-8")
def test_seas_and_lakes_cannot_be_conquered() -> None:
    """Seas and lakes cannot be conquered unless a benefit allows it; only Seafaring does."""
    text = """
        map   valley
        Ann   {combo}, 6 in hand        : shore 1, wood 1       <- to move
        Bob
    """
    for combo in ("Forest Orcs", "Flying Orcs", "Underworld Tritons", "Commando Halflings"):
        given = scenario(text.format(combo=combo))
        assert given.refusal("conquer sea") == "water"
        assert given.refusal("conquer lake") == "water"
    sailing = scenario(text.format(combo="Seafaring Orcs"))
    assert sailing.play("conquer sea", "conquer lake").region("lake") == "Ann 2"


@rule("CON-9")
def test_a_conquest_needs_a_token_whatever_benefits_apply() -> None:
    """Whatever benefits apply, the player needs at least 1 race token available to begin any conquest."""
    for combo in ("Mounted Tritons", "Commando Giants", "Dragon Master Orcs", "Berserk Orcs"):
        given = scenario(f"""
            map   valley
            Ann   {combo}               : cliff 1       <- to move
            Bob
        """)
        readied = given.play("expand")
        assert readied.legal == ["end"]
        assert readied.refusal("conquer shore") == "too_few_tokens"


@rule("CON-10", "CON-11")
def test_the_tokens_used_are_placed_in_the_region_and_stay_there() -> None:
    """The tokens used for a conquest are placed in the conquered region and stay until the redeployment."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 5 in hand    : moor 1       <- to move
        Bob   Hill Elves                : cave 1
    """)
    conquered = given.play("conquer cave")
    assert conquered.region("cave") == "Ann 3"
    assert conquered.hand("orcs") == 2  # The three in the cave cannot be used again this turn.
    further = conquered.play("conquer bog")
    assert further.region("cave") == "Ann 3"
    assert further.refusal("conquer hill") == "too_few_tokens"
    after = further.play("end", "redeploy moor:4 cave:1 bog:1")
    assert after.region("cave") == "Ann 1"
    assert after.region("moor") == "Ann 4"


@rule("CON-12", "GEN-5")
def test_reductions_add_up_but_one_token_is_always_needed() -> None:
    """All cost reductions that apply add together, but a conquest never costs less than 1 token."""
    given = scenario("""
        map   valley
        Ann   Mounted Tritons, 9 in hand : cliff 1       <- to move
        Bob   Forest Elves               : shore 2
    """)
    assert given.cost("shore") == 2 + 2 - 1 - 1  # Farmland for the mounted, coastal for the tritons.
    empty = scenario("""
        map   valley
        Ann   Mounted Tritons, 9 in hand : cliff 1       <- to move
        Bob
    """)
    assert empty.cost("shore") == 1
    assert empty.cost_parts("shore") == {"base": 2, "tritons": -1, "mounted": -1, "minimum": 1}
    assert empty.play("conquer shore").region("shore") == "Ann 1"


@rule("CON-12")
def test_reductions_of_banner_and_badge_count_together() -> None:
    """The Giants' neighbouring mountain and the badge's reduction count together."""
    given = scenario("""
        map   valley
        Ann   Commando Giants, 9 in hand : cliff 1       <- to move
        Bob   Forest Elves               : dell 3
    """)
    assert given.cost("dell") == 2 + 3 - 2
    assert given.cost("shore") == 1


@rule("CON-13", "GEN-14")
@pytest.mark.parametrize(
    ("victim", "marker"),
    [("Forest Halflings", "hole"), ("Heroic Elves", "hero"), ("Dragon Master Elves", "dragon")],
)
def test_an_immune_region_cannot_be_conquered(victim: str, marker: str) -> None:
    """A region holding a Hole-in-the-Ground, a Dragon or a Hero cannot be conquered by an enemy."""
    for combo in ("Flying Ratmen", "Commando Tritons"):
        given = scenario(f"""
            map   four-regions
            Ann   {combo}, 6 in hand        : moor 1       <- to move
            Bob   {victim}                  : cave 1 + {marker}, bog 1
        """)
        assert given.refusal("conquer cave") == "immune"
        assert "cave" not in given.targets() + given.attempts()


@rule("CON-13", "GEN-14")
@pytest.mark.parametrize(("victim", "marker"), [("Forest Halflings", "hole"), ("Heroic Elves", "hero")])
def test_neither_dragon_nor_substitution_takes_an_immune_region(victim: str, marker: str) -> None:
    """An immune region is protected from enemy race benefits and special powers too."""
    given = scenario(f"""
        map   four-regions
        Ann   Dragon Master Sorcerers, 6 in hand : moor 1, hill 1       <- to move
        Bob   {victim}                           : cave 1 + {marker}, bog 1
    """)
    assert given.refusal("dragon cave") == "immune"
    assert given.refusal("substitute cave") == "immune"
    assert given.play("substitute bog").region("bog") == "Ann 1"
    assert given.play("dragon bog").region("bog") == "Ann 1 + dragon"
