"""Spirit: a race in decline that does not count."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_five_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Spirit Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 5


@rule("SPI-1", "SPI-2")
def test_a_spirit_race_declines_beside_an_earlier_race() -> None:
    """Two races in decline are on the map, and both are scored."""
    given = scenario("""
        map    four-regions
        coins  Ann 5, Bob 5
        Ann    Trolls, in decline : moor 1 + lair
        Ann    Spirit Orcs : cave 3, bog 1            <- to move
        Bob    Hill Elves : hill 1
    """)
    after = given.play("decline")
    assert after.region("moor") == "Ann 1 + lair"
    assert after.region("cave") == "Ann 1"
    assert sorted(after.races("Ann")) == ["spirit orcs in decline", "trolls in decline"]
    assert after.coins("Ann") == 5 + 3


@rule("SPI-1", "SPI-2")
def test_a_race_declines_beside_an_earlier_spirit_race() -> None:
    """The Spirit race does not count, so the next decline removes nothing."""
    given = scenario("""
        map    four-regions
        coins  Ann 5, Bob 5
        Ann    Spirit Orcs, in decline : moor 1
        Ann    Forest Dwarves : cave 2                <- to move
        Bob    Hill Elves : hill 1
    """)
    after = given.play("decline")
    assert after.region("moor") == "Ann 1"
    assert after.region("cave") == "Ann 1"
    assert after.coins("Ann") == 5 + 2


@rule("DEC-8")
def test_without_the_badge_the_earlier_race_is_removed() -> None:
    """Any other race makes room as always."""
    given = scenario("""
        map  four-regions
        Ann  Trolls, in decline : moor 1 + lair
        Ann  Stout Orcs : cave 3, bog 1               <- to move
        Bob  Hill Elves : hill 1
    """)
    after = given.play("decline")
    assert after.region("moor") == "empty"
    assert after.races("Ann") == ["orcs in decline"]


@rule("SPI-3", "RUL-31")
def test_when_a_third_race_declines_the_spirit_race_stays() -> None:
    """The other race in decline is removed, whichever of the two was there first."""
    given = scenario("""
        map  four-regions
        Ann  Spirit Orcs, in decline : moor 1
        Ann  Giants, in decline : cave 1
        Ann  Forest Dwarves : bog 2                   <- to move
        Bob  Hill Elves : hill 1
    """)
    after = given.play("decline")
    assert after.region("moor") == "Ann 1"
    assert after.region("cave") == "empty"
    assert after.region("bog") == "Ann 1"
    assert sorted(after.races("Ann")) == ["dwarves in decline", "spirit orcs in decline"]
    assert after.tray("giants") == 11
    assert after.view().returned_banners == ("giants",)
    assert after.view().discarded_badges == ("forest",)


@rule("SPI-3")
def test_the_spirit_race_stays_through_every_later_decline() -> None:
    """Decline after decline, only the race that counts is replaced."""
    given = scenario("""
        map     four-regions
        column  Hill Giants | Flying Humans | Stout Ratmen | Merchant Trolls | Swamp Wizards | Wealthy Tritons
        Ann     Spirit Orcs : moor 2                  <- to move
        Bob     Forest Elves : hill 1
    """)
    first = given.play("decline", "expand", "end", "pick 1", "banner amazons", "badge alchemist")
    first = first.play("conquer cave", "end", "expand", "end", "decline", "expand", "end")
    assert sorted(first.races("Ann")) == ["giants in decline", "spirit orcs in decline"]
    second = first.play("pick 1", "banner dwarves", "badge berserk")
    second = second.play("conquer bog", "end", "expand", "end", "decline")
    assert sorted(second.races("Ann")) == ["humans in decline", "spirit orcs in decline"]
    assert second.region("moor") == "Ann 1"
    assert second.region("cave") == "empty"


@rule("RUL-31", "DEC-10")
def test_the_badge_is_discarded_when_the_race_leaves_the_map() -> None:
    """It stays with the race in decline until its last token is conquered."""
    given = scenario("""
        map  four-regions
        Ann  Spirit Orcs : moor 1, cave 1             <- to move
        Bob  Forest Elves : bog 7
    """)
    declined = given.play("decline", "expand")
    assert declined.races("Ann") == ["spirit orcs in decline"]
    assert declined.view().discarded_badges == ()
    one_left = declined.play("conquer cave")
    assert one_left.races("Ann") == ["spirit orcs in decline"]
    assert one_left.view().discarded_badges == ()
    gone = one_left.play("conquer moor")
    assert gone.races("Ann") == []
    assert gone.view().discarded_badges == ("spirit",)
    assert gone.view().returned_banners == ("orcs",)


@rule("SPI-4")
def test_a_spirit_region_falls_to_an_enemy_like_any_other() -> None:
    """Only conquest removes it; there is no other protection."""
    given = scenario("""
        map  four-regions
        Ann  Spirit Orcs, in decline : cave 1, moor 1
        Ann  Forest Dwarves : hill 1
        Bob  Swamp Elves, 3 in hand : bog 1           <- to move
    """)
    assert given.cost("cave") == 3
    after = given.play("conquer cave")
    assert after.region("cave") == "Bob 3"
    assert after.region("moor") == "Ann 1"


@rule("RUL-50")
def test_its_own_player_may_conquer_it() -> None:
    """Only through conquest, the owner's own included."""
    given = scenario("""
        map  four-regions
        Ann  Spirit Orcs, in decline : cave 1
        Ann  Forest Dwarves, 2 in hand : bog 1        <- to move
        Bob  Swamp Elves : hill 1
    """)
    assert given.cost("cave") == 2
    after = given.play("conquer cave")
    assert after.races("Ann") == ["forest dwarves"]
    assert after.view().discarded_badges == ("spirit",)


@rule("RUL-43", "RUL-31")
def test_a_spirit_race_without_a_token_on_the_map_leaves_at_once() -> None:
    """Declined with tokens in hand only, banner and badge go."""
    given = scenario("""
        map   four-regions
        Ann   Spirit Orcs, 3 in hand
        Bob   Swamp Elves : hill 1
        turn  Ann ready
    """)
    after = given.play("decline")
    assert after.races("Ann") == []
    assert after.tray("orcs") == 10
    assert after.view().discarded_badges == ("spirit",)


@rule("RUL-13", "SPI-3")
def test_declining_a_race_that_was_wiped_out_spares_the_spirits() -> None:
    """It removes their earlier race in decline, as any decline does, but not the Spirit race."""
    given = scenario("""
        map  four-regions
        Ann  Spirit Orcs, in decline : moor 1
        Ann  Giants, in decline : cave 1
        Ann  Forest Dwarves                           <- to move
        Bob  Swamp Elves : hill 1
    """)
    after = given.play("decline")
    assert after.races("Ann") == ["spirit orcs in decline"]
    assert after.region("cave") == "empty"


@rule("SPI-1", "RUL-13")
def test_declining_a_spirit_race_that_was_wiped_out_removes_nothing() -> None:
    """A Spirit race makes no room for itself, even without a token."""
    given = scenario("""
        map  four-regions
        Ann  Giants, in decline : cave 1
        Ann  Spirit Orcs                              <- to move
        Bob  Swamp Elves : hill 1
    """)
    after = given.play("decline")
    assert after.races("Ann") == ["giants in decline"]
    assert after.region("cave") == "Ann 1"


@rule("SPI-2", "GHO-2")
def test_spirit_ghouls_conquer_on_beside_another_race_in_decline() -> None:
    """Both stay on the map, and the Ghouls act before the active race."""
    given = scenario("""
        map     four-regions
        column  Hill Elves | Flying Humans | Stout Ratmen | Merchant Orcs | Swamp Wizards | Wealthy Tritons
        Ann     Giants, in decline : moor 1
        Ann     Spirit Ghouls : cave 3                <- to move
        Bob     Forest Trolls : hill 1 + lair
    """)
    after = given.play("decline", "expand", "end", "pick 1", "banner amazons", "badge alchemist", "expand")
    assert after.view().acting_race == "ghouls"
    assert after.play("conquer bog").region("bog") == "Ann 2"
    assert after.region("moor") == "Ann 1"


@rule("RUL-31", "DEC-4", "SPI-1")
def test_the_spirit_badge_stays_with_the_declined_race() -> None:
    """Other badges are discarded at once, this one is not."""
    given = scenario("""
        map   four-regions
        Ann   Spirit Elves              : hill 1        <- to move
        Bob
    """)
    after = given.play("decline")
    assert after.races("Ann") == ["spirit elves in decline"]
    assert "spirit" not in after.view().discarded_badges
    assert "spirit" not in after.view().unrevealed_badges


@rule("RUL-31")
def test_the_spirit_badge_is_discarded_when_its_race_leaves_the_map() -> None:
    """With the last token the badge goes to the discards and the banner back to the stack."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 3 in hand    : bog 1         <- to move
        Bob   Spirit Elves, in decline  : hill 1
    """)
    after = given.play("conquer hill")
    assert after.races("Bob") == []
    assert after.view().discarded_badges == ("spirit",)
    assert after.view().returned_banners == ("elves",)
