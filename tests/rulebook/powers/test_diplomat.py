"""Diplomat: an ally who may not attack."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_five_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Diplomat Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 5


@rule("DIP-1", "RUL-18")
def test_at_the_end_of_his_turn_he_may_name_one_opponent() -> None:
    """After scoring they name one opponent as their ally, or nobody."""
    given = scenario("""
        map    valley-3
        coins  Ann 5, Bob 5, Cat 5
        Ann    Diplomat Orcs : shore 1          <- to move
        Bob    Hill Elves : fen 1
        Cat    Forest Trolls : peak 1 + lair
    """)
    naming = given.play("expand", "end")
    assert (naming.to_move, naming.phase) == ("Ann", "ally")
    assert naming.coins("Ann") == 6
    assert naming.legal == ["ally 2", "ally 3", "done"]
    assert naming.refusal("ally Ann") == "not_an_ally"
    named = naming.play("ally Bob")
    assert named.view().peace == ((1, 0),)
    assert named.to_move == "Bob"
    nobody = naming.play("done")
    assert nobody.view().peace == ()
    assert nobody.to_move == "Bob"


@rule("DIP-1")
def test_no_ally_is_named_on_the_turn_of_decline() -> None:
    """The power ended with the decline."""
    given = scenario("""
        map    valley-3
        Ann    Diplomat Orcs : shore 1          <- to move
        Bob    Hill Elves : fen 1
        Cat    Forest Trolls : peak 1 + lair
    """)
    assert given.play("decline").to_move == "Bob"


@rule("DIP-2")
def test_the_ally_is_one_whose_active_race_he_did_not_attack_this_turn() -> None:
    """Whom they attacked this turn they cannot name; the others they can."""
    given = scenario("""
        map    valley-3
        Ann    Diplomat Orcs, 3 in hand : grove 1    <- to move
        Bob    Hill Elves : fen 1, down 1
        Cat    Forest Trolls : peak 1 + lair
    """)
    naming = given.play("conquer fen", "end", "redeploy grove:3 fen:1")
    assert naming.legal == ["ally 3", "done"]
    assert naming.refusal("ally Bob") == "not_an_ally"


@rule("DIP-2")
def test_an_attack_on_a_race_in_decline_does_not_stand_in_the_way() -> None:
    """Only attacks on the active race count."""
    given = scenario("""
        map    valley-3
        Ann    Diplomat Orcs, 3 in hand : grove 1    <- to move
        Bob    Dwarves, in decline : fen 1, down 1
        Bob    Hill Elves : shore 1
        Cat    Forest Trolls : peak 1 + lair
    """)
    naming = given.play("conquer fen", "end", "redeploy grove:3 fen:1")
    assert naming.legal == ["ally 2", "ally 3", "done"]
    assert naming.play("ally Bob").view().peace == ((1, 0),)


@rule("DIP-2")
def test_an_attack_of_an_earlier_turn_is_forgotten() -> None:
    """The attack must have been made this turn to count."""
    given = scenario("""
        map    valley
        Ann    Diplomat Orcs, 3 in hand : grove 1    <- to move
        Bob    Hill Elves : fen 1, down 1
    """)
    bobs_turn = given.play("conquer fen", "end", "redeploy grove:3 fen:1")
    assert bobs_turn.to_move == "Bob"  # the only opponent was attacked: nobody can be named
    naming = bobs_turn.play("expand", "end", "expand", "end", "redeploy grove:3 fen:1")
    assert naming.legal == ["ally 2", "done"]


@rule("RUL-15")
def test_a_failed_attempt_is_an_attack() -> None:
    """Whoever tried to take a region of an opponent's active race has attacked it."""
    given = scenario("""
        map    valley-3
        Ann    Diplomat Orcs, 2 in hand : grove 1    <- to move
        Bob    Hill Elves : fen 1, down 1
        Cat    Forest Trolls : peak 1 + lair
    """)
    naming = given.play("conquer fen", "die 0")
    assert naming.region("fen") == "Bob 1"
    assert naming.phase == "ally"
    assert naming.legal == ["ally 3", "done"]


@rule("RUL-17")
def test_a_substitution_is_an_attack() -> None:
    """Diplomat Sorcerers cannot name an opponent whose token they replaced."""
    given = scenario("""
        map    valley-3
        Ann    Diplomat Sorcerers, 1 in hand : grove 1    <- to move
        Bob    Hill Elves : fen 1, down 1
        Cat    Forest Trolls : peak 1 + lair
    """)
    naming = given.play("substitute fen", "end", "redeploy grove:2 fen:1")
    assert naming.legal == ["ally 3", "done"]


@rule("DIP-3")
def test_the_ally_may_not_attack_the_active_race_and_others_may() -> None:
    """The peace binds the ally alone, outright and with the die."""
    given = scenario("""
        map    valley-3
        peace  Bob spares Ann
        Ann    Diplomat Orcs : field 1
        Bob    Hill Elves, 6 in hand : fen 1              <- to move
        Cat    Forest Trolls : peak 4 + lair
    """)
    assert given.reasons("field") == ["peace"]
    assert given.refusal("conquer field") == "peace"
    cats_turn = given.play("end")
    assert cats_turn.to_move == "Cat"
    assert cats_turn.play("expand", "conquer field").region("field") == "Cat 3 + lair"


@rule("DIP-3")
def test_the_peace_binds_the_final_attempt() -> None:
    """An attempt with the die would be an attack too."""
    given = scenario("""
        map    valley
        peace  Bob spares Ann
        Ann    Diplomat Orcs : field 1
        Bob    Hill Elves, 1 in hand : fen 1              <- to move
    """)
    assert "field" not in given.attempts()
    assert "down" in given.attempts()
    assert given.refusal("conquer field") == "peace"


@rule("DIP-3", "RUL-29")
def test_the_peace_binds_the_dragon() -> None:
    """The dragon's target must be one that no peace forbids."""
    given = scenario("""
        map    valley
        peace  Bob spares Ann
        Ann    Diplomat Orcs : field 1
        Bob    Dragon Master Elves, 1 in hand : fen 1     <- to move
    """)
    assert given.refusal("dragon field") == "peace"


@rule("DIP-3", "RUL-17")
def test_the_peace_binds_a_substitution() -> None:
    """Replacing a token is an attack, so it is forbidden to the ally."""
    given = scenario("""
        map    valley-3
        peace  Bob spares Ann
        Ann    Diplomat Orcs : field 1
        Bob    Hill Sorcerers, 1 in hand : fen 1          <- to move
        Cat    Forest Elves : down 1
    """)
    assert given.refusal("substitute field") == "peace"
    assert given.play("substitute down").region("down") == "Bob 1"


@rule("DIP-3", "DIP-4", "DIP-5")
def test_the_peace_lasts_until_his_next_turn_when_he_may_choose_again() -> None:
    """Each turn the ally may be changed, or the same opponent chosen once more."""
    given = scenario("""
        map    valley-3
        Ann    Diplomat Orcs : shore 1                    <- to move
        Bob    Hill Elves : fen 1
        Cat    Forest Trolls : peak 1 + lair
    """)
    round_later = given.play("expand", "end", "ally Bob", "expand", "end")
    assert round_later.to_move == "Cat"
    assert round_later.view().peace == ((1, 0),)
    own_turn = round_later.play("expand", "end")
    assert own_turn.to_move == "Ann"
    assert own_turn.view().peace == ()
    naming = own_turn.play("expand", "end")
    assert naming.play("ally Cat").view().peace == ((2, 0),)
    assert naming.play("ally Bob").view().peace == ((1, 0),)


@rule("DIP-6", "GHO-5")
def test_ghouls_in_decline_are_outside_the_peace() -> None:
    """The ally's tokens in decline may still attack the Diplomat."""
    given = scenario("""
        map    valley
        peace  Bob spares Ann
        Ann    Diplomat Orcs : field 1
        Bob    Ghouls, in decline, 3 in hand : fen 1
        Bob    Hill Elves, 3 in hand : down 1
        turn   Bob conquer, race ghouls, acted
    """)
    assert given.reasons("field") == []
    assert given.play("conquer field").region("field") == "Bob 3"
    elves = given.play("end")
    assert elves.view().acting_race == "elves"
    assert elves.play("expand").reasons("field") == ["peace"]


@rule("DIP-7")
def test_the_diplomats_regions_in_decline_are_not_protected() -> None:
    """The peace covers their active race alone."""
    given = scenario("""
        map    valley
        peace  Bob spares Ann
        Ann    Dwarves, in decline : down 1
        Ann    Diplomat Orcs : field 1
        Bob    Hill Elves, 6 in hand : fen 1              <- to move
    """)
    assert given.reasons("field") == ["peace"]
    assert given.reasons("down") == []
    assert given.play("conquer down").region("down") == "Bob 3"


@rule("RUL-22")
def test_attacks_by_his_own_ghouls_do_not_count() -> None:
    """Only attacks by the race that holds the badge stand between them and an ally."""
    given = scenario("""
        map    valley
        Ann    Ghouls, in decline, 3 in hand : fen 1
        Ann    Diplomat Orcs : shore 1
        Bob    Hill Elves : field 1, down 1
        turn   Ann conquer, race ghouls, acted
    """)
    naming = given.play("conquer field", "end", "redeploy fen:1 field:3", "expand", "end")
    assert naming.phase == "ally"
    assert naming.legal == ["ally 2", "done"]


@rule("RUL-23")
def test_the_diplomat_is_legal_with_two_players() -> None:
    """The only opponent may be named, and may then not attack."""
    given = scenario("""
        map    four-regions
        Ann    Diplomat Orcs : moor 1                     <- to move
        Bob    Hill Elves : cave 3
    """)
    after = given.play("expand", "end", "ally Bob", "expand")
    assert after.reasons("moor") == ["peace"]
    assert after.targets() == ["bog"]


@rule("RUL-23")
def test_a_table_may_leave_the_badge_in_the_box() -> None:
    """A badge left out is in no column and no stack."""
    given = scenario("""
        map      four-regions
        options  left_out=diplomat
        Ann      <- to move
        Bob
    """)
    view = given.view()
    shown = [combo.power for combo in view.column]
    assert "diplomat" not in [*shown, *view.unrevealed_badges, *view.discarded_badges]
    assert len(shown) + len(view.unrevealed_badges) == 19


@rule("RUL-51")
def test_an_ally_without_an_active_race_is_bound_with_the_race_he_picks() -> None:
    """An opponent who has to pick may be named; the peace binds what they pick."""
    given = scenario("""
        map     four-regions
        column  Hill Elves | Forest Dwarves | Swamp Giants | Flying Humans | Stout Ratmen | Merchant Trolls
        Ann     Diplomat Orcs : moor 1                    <- to move
        Bob     Wizards, in decline : hill 1
    """)
    after = given.play("expand", "end", "ally Bob", "pick 1", "banner ghouls", "badge wealthy")
    assert after.view().acting_race == "elves"
    assert after.reasons("moor") == ["peace"]
    assert after.targets() == ["cave", "bog", "hill"]


def test_the_badge_gives_no_other_answer_beside_a_lone_enemy_token() -> None:
    """They conquer as everyone does."""
    given = scenario("""
        map  four-regions
        Ann  Diplomat Orcs, 5 in hand : moor 1    <- to move
        Bob  Hill Elves : cave 1
    """)
    assert given.legal == ["conquer cave", "end"]


@rule("RUL-15", "DIP-2")
def test_a_failed_attempt_against_an_active_race_is_an_attack() -> None:
    """The Diplomat cannot make peace with the opponent they tried to attack."""
    given = scenario("""
        map   valley-3
        Ann   Diplomat Orcs, 1 in hand  : shore 1       <- to move
        Bob   Forest Elves              : wood 1
        Cid   Hill Trolls               : down 1 + lair
    """)
    after = given.play("conquer wood", "die 0")
    assert after.phase == "ally"
    assert after.legal == ["ally 3", "done"]
    assert after.refusal("ally Bob") == "not_an_ally"


@rule("RUL-15", "DIP-2")
def test_an_attempt_against_a_race_in_decline_leaves_its_owner_free_for_peace() -> None:
    """Only attacks on the active race count."""
    given = scenario("""
        map   valley-3
        Ann   Diplomat Orcs, 1 in hand  : shore 1       <- to move
        Bob   Elves, in decline         : wood 1
        Cid   Hill Trolls               : down 1 + lair
    """)
    assert given.play("conquer wood", "die 0").legal == ["ally 2", "ally 3", "done"]


@rule("RUL-22", "GEN-11", "DIP-2")
def test_an_attack_by_the_diplomats_own_ghouls_does_not_count() -> None:
    """Only attacks by the race that holds the badge count."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline, 4 in hand : cave 1
        Ann   Diplomat Orcs                 : moor 1
        Bob   Forest Elves                  : bog 2, hill 1
        turn  Ann conquer, race ghouls, acted
    """)
    after = given.play("conquer bog", "end", "redeploy cave:1 bog:4", "expand", "end")
    assert after.phase == "ally"
    assert after.play("ally Bob").view().peace == ((1, 0),)


@rule("RUL-23")
def test_the_diplomat_may_make_peace_with_the_only_opponent() -> None:
    """Peace with two players is legal, and it binds."""
    given = scenario("""
        map   four-regions
        Ann   Diplomat Orcs             : cave 1        <- to move
        Bob   Forest Elves              : bog 6
    """)
    after = given.play("expand", "end", "ally Bob", "expand")
    assert after.to_move == "Bob"
    assert after.reasons("cave") == ["peace"]


@rule("RUL-51", "DIP-3")
def test_an_opponent_without_an_active_race_may_be_named_and_his_next_race_is_bound() -> None:
    """The peace binds the race they pick."""
    given = scenario("""
        map    four-regions
        column Hill Trolls | Swamp Giants | Flying Ratmen | Stout Ghouls | Heroic Dwarves | Spirit Wizards
        Ann    Diplomat Orcs            : moor 1        <- to move
        Bob    Elves, in decline        : hill 1
    """)
    asked = given.play("expand", "end")
    assert asked.legal == ["ally 2", "done"]
    peace = asked.play("ally Bob", "pick 1", "banner humans", "badge merchant")
    assert (peace.to_move, peace.phase) == ("Bob", "conquer")
    assert peace.reasons("moor") == ["peace"]
    war = asked.play("done", "pick 1", "banner humans", "badge merchant")
    assert war.reasons("moor") == []
