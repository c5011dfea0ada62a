"""Rulings 1 to 17: what the rulebooks leave open, decided once, each with the case that shows it."""

from __future__ import annotations

import pytest

from elbowroom.rules.content import base_content
from tests.scenario import rule, scenario

BANNERS = {
    "amazons": 6 + 4,
    "dwarves": 3,
    "elves": 6,
    "ghouls": 5,
    "giants": 6,
    "halflings": 6,
    "humans": 5,
    "orcs": 5,
    "ratmen": 8,
    "skeletons": 6,
    "sorcerers": 5,
    "tritons": 6,
    "trolls": 5,
    "wizards": 5,
}
BADGES = {
    "alchemist": 4,
    "berserk": 4,
    "bivouacking": 5,
    "commando": 4,
    "diplomat": 5,
    "dragon_master": 5,
    "flying": 5,
    "forest": 4,
    "fortified": 3,
    "heroic": 5,
    "hill": 4,
    "merchant": 2,
    "mounted": 5,
    "pillaging": 5,
    "seafaring": 5,
    "spirit": 5,
    "stout": 4,
    "swamp": 4,
    "underworld": 5,
    "wealthy": 4,
}


@rule("RUL-1", "LOS-8")
def test_an_own_token_in_decline_does_not_add_to_the_cost() -> None:
    """Only the tokens of other players and lost tribes defend a region."""
    given = scenario("""
        map   four-regions
        Ann   Ratmen, in decline        : cave 1
        Ann   Forest Orcs, 4 in hand    : bog 1        <- to move
        Bob   Hill Elves                : hill 1
    """)
    assert given.cost_parts("cave") == {"base": 2}
    assert given.cost("hill") == 3
    after = given.play("conquer cave")
    assert after.region("cave") == "Ann 2"
    assert after.tray("ratmen") == 13


@rule("RUL-1")
def test_the_own_active_race_does_not_defend_itself_against_the_own_ghouls() -> None:
    """No own token adds to the cost: not those of the active race when the own Ghouls come."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline, 3 in hand : cave 1
        Ann   Forest Orcs                   : moor 4
        Bob   Hill Elves                    : bog 4
        turn  Ann conquer, race ghouls, acted
    """)
    assert given.cost("moor") == 2
    assert given.cost("bog") == 6


@rule("RUL-1")
def test_the_own_ghouls_do_not_defend_themselves_against_the_own_active_race() -> None:
    """No own token adds to the cost: not those of the Ghouls in decline when the active race comes."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline        : cave 4
        Ann   Forest Orcs, 3 in hand    : moor 1       <- to move
        Bob   Hill Elves                : hill 1
    """)
    assert given.cost("cave") == 2


@rule("RUL-2")
def test_conquering_an_own_token_in_decline_is_a_non_empty_conquest() -> None:
    """A region that holds any race token is non-empty, whoever owns the token."""
    given = scenario("""
        map   four-regions
        Ann   Ratmen, in decline        : cave 1
        Ann   Forest Orcs, 4 in hand    : bog 1        <- to move
        Bob
    """)
    assert given.play("conquer cave").preview()["orcs non_empty_conquest"] == 1
    assert "orcs non_empty_conquest" not in given.play("conquer hill").preview()


@rule("RUL-2")
def test_own_tokens_in_decline_count_for_the_skeletons_recruits() -> None:
    """Two non-empty regions bring a new Skeleton, even if they were the player's own."""
    given = scenario("""
        map   four-regions
        Ann   Ratmen, in decline            : cave 1, bog 1
        Ann   Forest Skeletons, 4 in hand   : moor 1        <- to move
        Bob
    """)
    after = given.play("conquer cave", "conquer bog", "end")
    assert "recruited" in after.codes()
    assert after.tray("skeletons") == 20 - 5 - 1


@rule("RUL-3")
def test_a_substitution_needs_no_token_in_hand() -> None:
    """The new token comes from the tray, so an empty hand does not hinder it."""
    given = scenario("""
        map   four-regions
        Ann   Forest Sorcerers          : bog 1
        Bob   Hill Elves                : cave 1, moor 2
        turn  Ann conquer, acted
    """)
    assert given.hand("sorcerers") == 0
    after = given.play("substitute cave")
    assert after.region("cave") == "Ann 1"
    assert after.hand("sorcerers") == 0
    assert after.tray("sorcerers") == 18 - 2
    assert after.tray("elves") == 11 - 2


@rule("RUL-3", "SOR-3")
def test_a_refused_substitution_is_not_blamed_on_the_hand() -> None:
    """Two tokens are not alone; that, and not the empty hand, is the reason."""
    given = scenario("""
        map   four-regions
        Ann   Forest Sorcerers          : cave 1
        Bob   Hill Elves                : bog 1, moor 2
        turn  Ann conquer, acted
    """)
    assert given.play("substitute").legal == ["substitute bog"]
    assert given.refusal("substitute moor") == "not_substitutable"


@rule("RUL-3", "FIN-9")
def test_no_substitution_once_the_conquests_have_ended() -> None:
    """After the final attempt, or after saying so, the turn's conquests are over."""
    given = scenario("""
        map   four-regions
        Ann   Forest Sorcerers, 2 in hand : bog 1, hill 1  <- to move
        Bob   Hill Elves                  : cave 1, moor 2
    """)
    assert "substitute" in given.legal
    rolled = given.play("conquer cave", "die 0")
    assert rolled.phase == "redeploy"
    assert rolled.refusal("substitute cave") == "unknown_verb"
    ended = given.play("end")
    assert ended.phase == "redeploy"
    assert ended.refusal("substitute cave") == "unknown_verb"


@rule("RUL-4")
def test_after_a_failed_attempt_without_a_region_the_tokens_stay_in_hand() -> None:
    """With no region to go to, the tokens wait in hand and come in by first conquest next turn."""
    given = scenario("""
        map   valley
        tribes -
        Ann   Forest Orcs, 1 in hand    # all she has left
        Bob   Hill Elves                : shore 1
        turn  Ann conquer, acted
    """)
    assert "wood" not in given.attempts()
    after = given.play("conquer beach", "die 0")
    assert after.to_move == "Bob"
    assert after.hand("orcs") == 1
    assert after.coins("Ann") == 5
    again = after.play("expand", "end", "expand")
    assert again.to_move == "Ann"
    assert "beach" in again.attempts()
    assert "wood" not in again.attempts()
    assert again.reasons("wood") == ["not_border"]


@rule("RUL-5", "AMA-3", "AMA-4")
def test_four_amazons_come_off_and_one_stays_in_each_region_where_that_is_possible() -> None:
    """With enough tokens nobody is asked: four leave and no region is given up."""
    given = scenario("""
        map   four-regions
        Ann   Hill Amazons, 4 in hand   : moor 1, cave 1, bog 1
        Bob
        turn  Ann conquer, acted
    """)
    after = given.play("end")
    assert after.to_move == "Bob"
    assert after.hand("amazons") == 4
    assert [after.region(r) for r in ("moor", "cave", "bog")] == ["Ann 1", "Ann 1", "Ann 1"]


@rule("RUL-5")
def test_amazons_short_of_tokens_give_up_regions_of_their_owners_choice() -> None:
    """Four tokens come off in any case; the owner chooses the regions that fall empty."""
    given = scenario("""
        map   four-regions
        coins Ann 0, Bob 0
        Ann   Forest Amazons, 2 in hand : moor 1, cave 1, bog 1, hill 1
        Bob
        turn  Ann conquer, acted
    """)
    asked = given.play("end")
    assert asked.phase == "give_up"
    assert asked.to_move == "Ann"
    after = asked.play("leave cave hill")
    assert [after.region(r) for r in ("moor", "cave", "bog", "hill")] == ["Ann 1", "empty", "Ann 1", "empty"]
    assert after.hand("amazons") == 4
    assert after.coins("Ann") == 2  # what was given up does not score


@rule("RUL-5")
def test_amazons_may_not_keep_a_region_they_owe_a_token_for() -> None:
    """Neither more nor fewer than the missing tokens come off."""
    given = scenario("""
        map   four-regions
        Ann   Hill Amazons, 2 in hand   : moor 1, cave 1, bog 1, hill 1
        Bob
        turn  Ann conquer, acted
    """)
    asked = given.play("end")
    assert "done" not in asked.legal
    assert asked.play("leave moor").phase == "give_up"
    assert asked.play("leave moor", "leave cave").to_move == "Bob"


@rule("RUL-5")
def test_with_fewer_than_four_amazons_on_the_map_all_come_off() -> None:
    """Three Amazons hold nothing at the end of their turn."""
    given = scenario("""
        map   four-regions
        coins Ann 0, Bob 0
        Ann   Hill Amazons              : moor 1, cave 1, bog 1
        Bob
        turn  Ann conquer, acted
    """)
    after = given.play("end")
    assert after.to_move == "Bob"
    assert [after.region(r) for r in ("moor", "cave", "bog")] == ["empty", "empty", "empty"]
    assert after.hand("amazons") == 3
    assert after.coins("Ann") == 0


@rule("RUL-5", "AMA-5")
def test_the_four_amazons_are_in_hand_again_when_the_troops_are_readied() -> None:
    """They join the tokens taken back in hand."""
    given = scenario("""
        map   four-regions
        Ann   Hill Amazons, 4 in hand   : moor 2       <- to move
        Bob
    """)
    assert given.phase == "ready"
    assert given.play("expand").hand("amazons") == 5


@rule("RUL-5", "RUL-43")
def test_the_four_amazons_go_to_the_tray_on_decline() -> None:
    """Only the tokens on the map, one in each region, are left of them."""
    given = scenario("""
        map   four-regions
        Ann   Hill Amazons, 4 in hand   : moor 2, cave 1   <- to move
        Bob
    """)
    after = given.play("decline")
    assert after.hand("amazons") == 0
    assert after.tray("amazons") == 15 - 2


@rule("RUL-6", "LOS-5")
def test_encampments_without_a_region_wait_aside_until_the_next_redeployment() -> None:
    """They are not lost, and nobody is asked about them before the owner redeploys."""
    given = scenario("""
        map   four-regions
        Ann   Dragon Master Orcs, 1 in hand : bog 1         <- to move
        Bob   Bivouacking Elves             : cave 4 + 5 encampment
    """)
    after = given.play("dragon cave", "end")
    assert after.to_move == "Bob"
    assert after.phase == "ready"
    assert after.hand("elves") == 4
    redeploying = after.play("expand", "conquer moor", "end")
    assert redeploying.phase == "encamp"
    assert redeploying.play("encamp moor:5").region("moor") == "Bob 4 + 5 encampment"


LAST_TURN = """
    map       four-regions
    game-turn 10
    first     Ann
    coins     Ann {ann}, Bob {bob}
    Ann       Forest Amazons, 4 in hand  : moor {held}
    Bob       Bivouacking Orcs           : hill 2 + 5 encampment   <- to move
"""


@rule("RUL-7", "END-3")
def test_players_who_tie_after_the_tie_break_share_the_victory() -> None:
    """Encampments and tokens in hand do not count; equal coins and equal tokens are a shared first place."""
    given = scenario(LAST_TURN.format(ann=10, bob=9, held=2))
    after = given.play("expand", "end", "encamp hill:5")
    assert after.to_move == "nobody"
    assert [(p.place, p.seat, p.coins, p.tokens) for p in after.game.ranking()] == [
        (1, 0, 10, 2),
        (1, 1, 10, 2),
    ]


@rule("RUL-7", "END-3")
@pytest.mark.parametrize(("held", "winner"), [(1, 1), (3, 0)])
def test_only_race_tokens_on_the_map_break_a_tie(held: int, winner: int) -> None:
    """Four Amazons in hand do not help one, five Encampments do not help the other."""
    given = scenario(LAST_TURN.format(ann=10, bob=9, held=held))
    ranking = given.play("expand", "end", "encamp hill:5").game.ranking()
    assert [p.place for p in ranking] == [1, 2]
    assert ranking[0].seat == winner


@rule("RUL-8")
def test_the_reinforcement_die_shows_nothing_three_times_then_one_two_and_three() -> None:
    """Half of the rolls help nothing; each of 1, 2 and 3 is a sixth."""
    given = scenario("""
        map   four-regions
        Ann   Hill Orcs, 1 in hand      : cave 1, hill 1   <- to move
        Bob   Forest Elves              : moor 1, bog 2
    """)
    chances = {a.text: a.chance for a in given.game.legal_actions()}
    assert chances["conquer moor"] == pytest.approx(2 / 6)  # two short: 2 or 3
    assert chances["conquer bog"] == pytest.approx(1 / 6)  # three short: 3
    one_short = scenario("""
        map   four-regions
        Ann   Hill Orcs, 1 in hand      : cave 1           <- to move
        Bob
    """)
    chances = {a.text: a.chance for a in one_short.game.legal_actions()}
    assert chances["conquer bog"] == pytest.approx(3 / 6)
    assert sorted(given.game.table.die) == [0, 0, 0, 1, 2, 3]
    assert given.play("conquer bog").legal == ["die 0", "die 1", "die 2", "die 3"]


@rule("RUL-9", "PCK-8")
@pytest.mark.parametrize("race", BANNERS)
def test_every_banner_gives_its_number_of_tokens(race: str) -> None:
    """The number of the banner and that of the badge together are the tokens taken."""
    given = scenario(f"""
        map    four-regions
        column Hill {race}
        Ann    <- to move
        Bob
    """)
    assert given.view().column[0].tokens == BANNERS[race] + 4
    after = given.play("pick 1")
    assert after.race(race).hand == BANNERS[race] + 4


@rule("RUL-9", "PCK-8")
@pytest.mark.parametrize("power", BADGES)
def test_every_badge_gives_its_number_of_tokens(power: str) -> None:
    """The number of the banner and that of the badge together are the tokens taken."""
    given = scenario(f"""
        map    four-regions
        column {power.replace("_", " ")} Orcs
        Ann    <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + BADGES[power]


@rule("RUL-9")
def test_no_banner_or_badge_is_missing() -> None:
    """Fourteen banners and twenty badges are in the box."""
    assert {race.id for race in base_content().races} == set(BANNERS)
    assert {power.id for power in base_content().powers} == set(BADGES)


@rule("RUL-10", "TRN-6")
@pytest.mark.parametrize(("players", "game_turns"), [(2, 10), (3, 10), (4, 9), (5, 8)])
def test_the_maps_have_ten_ten_nine_and_eight_game_turns(players: int, game_turns: int) -> None:
    """The last space of the track is the last game turn."""
    names = ["Ann", "Bob", "Cid", "Dora", "Eve"][:players]
    text = "\n".join(
        [
            f"players {' '.join(names)}",
            f"game-turn {game_turns}",
            f"first {names[0]}",
            f"{names[-1]} Seafaring Orcs : 1 1 <- to move",
        ]
    )
    given = scenario(text)
    assert given.view().game_turns == game_turns
    assert given.play("decline").to_move == "nobody"
    before = scenario(text.replace(f"game-turn {game_turns}", f"game-turn {game_turns - 1}"))
    assert before.play("decline").to_move != "nobody"


@rule("RUL-11", "SEA-2", "SEA-3")
def test_declined_ghouls_keep_the_seas_they_hold_and_take_no_new_ones() -> None:
    """The badge is gone, but what they hold at sea stays theirs and scores."""
    given = scenario("""
        map   valley
        coins Ann 0, Bob 0
        Ann   Seafaring Ghouls          : sea 2, wood 4     <- to move
        Bob
    """)
    declined = given.play("decline")
    assert declined.coins("Ann") == 2
    assert declined.region("sea") == "Ann 2"
    acting = scenario("""
        map   valley
        Ann   Ghouls, in decline, 6 in hand : sea 1, wood 1
        Ann   Hill Orcs                     : down 1
        Bob
        turn  Ann conquer, race ghouls, acted
    """)
    assert "lake" not in acting.targets()
    assert acting.reasons("lake") == ["water"]
    assert "beach" in acting.targets()  # from the sea they still hold


@rule("RUL-11")
@pytest.mark.parametrize("power", ["Commando", "Underworld", "Mounted"])
def test_declined_ghouls_have_no_discount(power: str) -> None:
    """The badge's discount ends with the decline."""
    active = scenario(f"""
        map   four-regions
        Ann   {power} Ghouls, 6 in hand     : bog 1     <- to move
        Bob
    """)
    declined = scenario("""
        map   four-regions
        Ann   Ghouls, in decline, 6 in hand : bog 1
        Ann   Swamp Orcs
        Bob
        turn  Ann conquer, race ghouls, acted
    """)
    assert active.cost("cave") == 1  # a hill with a cavern
    assert declined.cost("cave") == 2


@rule("RUL-11")
def test_declined_ghouls_do_not_go_by_cavern() -> None:
    """With the badge gone the caverns are no longer adjacent to each other."""
    active = scenario("""
        map   valley
        Ann   Underworld Ghouls, 6 in hand  : wood 1    <- to move
        Bob
    """)
    assert active.reasons("fen") == []
    declined = scenario("""
        map   valley
        Ann   Ghouls, in decline, 6 in hand : wood 1
        Ann   Swamp Orcs
        Bob
        turn  Ann conquer, race ghouls, acted
    """)
    assert declined.reasons("fen") == ["not_adjacent"]


@rule("RUL-11")
def test_declined_ghouls_do_not_fly() -> None:
    """With the badge gone they need adjacent regions again."""
    flying = scenario("""
        map   valley
        Ann   Flying Ghouls, 6 in hand  : wood 1     <- to move
        Bob
    """)
    assert "down" in flying.targets()
    declined = scenario("""
        map   valley
        Ann   Ghouls, in decline, 6 in hand : wood 1
        Ann   Hill Orcs                     : fen 1
        Bob
        turn  Ann conquer, race ghouls, acted
    """)
    assert declined.reasons("down") == ["not_adjacent"]


@rule("RUL-11", "FTF-4", "FTF-5", "GHO-1")
def test_the_fortresses_of_declined_ghouls_stay_and_defend_but_pay_nothing() -> None:
    """A Fortress lasts, its coin does not, and no new one is built."""
    given = scenario("""
        map   four-regions
        coins Ann 0, Bob 0
        Ann   Fortified Ghouls          : moor 3 + fortress     <- to move
        Bob   Forest Orcs, 9 in hand    : bog 1
    """)
    after = given.play("decline")
    assert after.region("moor") == "Ann 3 + fortress"
    assert after.coins("Ann") == 1
    assert after.play("expand", "conquer cave").cost("moor") == 2 + 3 + 1
    acting = scenario("""
        map   four-regions
        Ann   Ghouls, in decline        : moor 1 + fortress, cave 1
        Ann   Hill Orcs                 : hill 1
        Bob
        turn  Ann conquer, race ghouls, acted
    """)
    assert acting.play("end").phase == "ready"


@rule("RUL-11", "BIV-8", "HER-4", "DRA-5")
@pytest.mark.parametrize(
    ("power", "marker"), [("Bivouacking", "5 encampment"), ("Heroic", "hero"), ("Dragon Master", "dragon")]
)
def test_encampments_heroes_and_dragon_leave_the_declining_ghouls(power: str, marker: str) -> None:
    """All tokens stay, these markers do not."""
    given = scenario(f"""
        map   four-regions
        Ann   {power} Ghouls            : moor 3 + {marker}     <- to move
        Bob
    """)
    assert given.play("decline").region("moor") == "Ann 3"


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


@rule("RUL-12", "FTF-1")
def test_one_fortress_a_turn_is_offered_during_redeployment_and_may_be_declined() -> None:
    """Not while conquering; after the tokens are redeployed, one at most, or none."""
    given = scenario("""
        map   four-regions
        Ann   Fortified Orcs, 2 in hand : moor 1, cave 1    <- to move
        Bob
    """)
    assert given.refusal("fortify moor") == "unknown_verb"
    asked = given.play("end", "redeploy moor:3 cave:1")
    assert asked.phase == "fortify"
    assert asked.preview() == {"orcs regions": 2}  # before scoring
    built = asked.play("fortify cave")
    assert built.to_move == "Bob"
    assert built.region("cave") == "Ann 1 + fortress"
    assert built.coins("Ann") == 5 + 3
    none = asked.play("done")
    assert none.to_move == "Bob"
    assert none.coins("Ann") == 5 + 2


@rule("RUL-13")
def test_the_owner_of_a_wiped_out_race_may_decline_it_and_loses_his_earlier_race() -> None:
    """Declining nothing is a decline like any other: the earlier race in decline goes."""
    given = scenario("""
        map   four-regions
        coins Ann 0, Bob 0
        Ann   Ratmen, in decline        : moor 1, cave 1
        Ann   Forest Orcs               # no token is left
        Bob   Hill Elves                : hill 1
        turn  Ann ready
    """)
    assert given.legal == ["expand", "decline"]
    after = given.play("decline")
    assert after.region("moor") == "empty"
    assert after.races("Ann") == []
    assert after.coins("Ann") == 0
    assert after.to_move == "Bob"
    again = after.play("expand", "end")
    assert again.to_move == "Ann"
    assert again.phase == "pick"


@rule("RUL-13")
def test_the_owner_of_a_wiped_out_race_may_pass_and_score_what_he_has() -> None:
    """He keeps his race in decline, cannot pick, and is asked again next turn."""
    given = scenario("""
        map   four-regions
        coins Ann 0, Bob 0
        Ann   Ratmen, in decline        : moor 1, cave 1
        Ann   Forest Orcs
        Bob   Hill Elves                : hill 1
        turn  Ann ready
    """)
    assert given.refusal("pick 1") == "unknown_verb"
    after = given.play("expand", "end")
    assert after.to_move == "Bob"
    assert after.coins("Ann") == 2
    assert after.races("Ann") == ["forest orcs", "ratmen in decline"]
    assert after.play("expand", "end").phase == "ready"


@rule("RUL-13", "SPI-1")
def test_declining_a_wiped_out_spirit_race_removes_no_other() -> None:
    """A Spirit race does not count toward the limit, even with nothing on the map."""
    given = scenario("""
        map   four-regions
        Ann   Ratmen, in decline        : moor 1
        Ann   Spirit Orcs
        Bob
        turn  Ann ready
    """)
    assert given.play("decline").races("Ann") == ["ratmen in decline"]


@rule("RUL-13", "SPI-3")
def test_declining_a_wiped_out_race_spares_the_spirits() -> None:
    """The Spirit race in decline stays, the other one goes."""
    given = scenario("""
        map   four-regions
        Ann   Spirit Elves, in decline  : hill 1
        Ann   Ratmen, in decline        : moor 1
        Ann   Forest Orcs
        Bob
        turn  Ann ready
    """)
    assert given.play("decline").races("Ann") == ["spirit elves in decline"]


GHOULS = """
    map   four-regions
    Ann   Ghouls, in decline            : moor 3, cave 2
    Ann   Hill Orcs                     : hill 2
    Bob   Forest Elves                  : bog 1
    turn  Ann ready, race ghouls
"""


@rule("RUL-14", "GHO-2", "GHO-3")
def test_declined_ghouls_ready_conquer_and_redeploy_before_the_active_race_acts() -> None:
    """They take a whole turn of their own first."""
    given = scenario(GHOULS)
    readied = given.play("expand")
    assert readied.hand("ghouls") == 3
    conquered = readied.play("conquer bog")
    assert conquered.region("bog") == "Ann 3"
    ended = conquered.play("end")
    assert ended.phase == "redeploy"
    moved = ended.play("redeploy moor:3 cave:1 bog:1")
    assert moved.region("moor") == "Ann 3"
    assert moved.view().acting_race == "orcs"
    assert moved.phase == "ready"


@rule("RUL-14")
def test_declined_ghouls_may_abandon_regions() -> None:
    """A region they leave is free, and its tokens are in hand."""
    after = scenario(GHOULS).play("abandon cave")
    assert after.region("cave") == "empty"
    assert after.hand("ghouls") == 2


@rule("RUL-14")
def test_declined_ghouls_roll_a_final_attempt_of_their_own() -> None:
    """Their failed roll ends their conquests, not those of the active race."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline, 1 in hand : cave 1
        Ann   Hill Orcs                     : hill 3
        Bob   Forest Elves                  : bog 2
        turn  Ann conquer, race ghouls, acted
    """)
    assert given.attempts() == ["moor", "bog"]
    after = given.play("conquer bog", "die 2", "expand")
    assert after.view().acting_race == "orcs"
    assert after.play("conquer bog").phase == "die"


@rule("RUL-14", "FST-6")
def test_declined_ghouls_without_a_region_enter_by_first_conquest() -> None:
    """With tokens in hand only, they begin at the border."""
    given = scenario("""
        map   valley
        tribes -
        Ann   Ghouls, in decline, 4 in hand
        Ann   Hill Orcs                 : dell 2
        Bob
        turn  Ann ready, race ghouls
    """)
    entering = given.play("expand")
    assert set(entering.targets()) == {"shore", "cliff", "beach", "grove", "peak", "fen", "down"}


@rule("RUL-14", "LOS-2", "LOS-3")
def test_declined_ghouls_under_attack_lose_one_token_and_withdraw_the_rest() -> None:
    """They fall back like an active race."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 5 in hand    : hill 1        <- to move
        Bob   Ghouls, in decline        : moor 1, cave 1, bog 3
    """)
    after = given.play("conquer bog", "end", "redeploy hill:1 bog:5")
    assert after.tray("ghouls") == 10 - 5 + 1
    assert (after.phase, after.to_move) == ("withdraw", "Bob")
    assert after.play("withdraw moor:2").region("moor") == "Bob 3"


@rule("RUL-14")
def test_declined_ghouls_attacked_by_their_owner_lose_one_token_and_withdraw_the_rest() -> None:
    """Whoever attacks them, only one token is lost, and the rest goes back at the end of the turn."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline        : moor 1, cave 1, bog 3
        Ann   Forest Orcs, 2 in hand    : hill 1        <- to move
        Bob
    """)
    after = given.play("conquer bog", "end", "redeploy hill:1 bog:2")
    assert after.tray("ghouls") == 10 - 5 + 1
    assert (after.phase, after.to_move) == ("withdraw", "Ann")
    assert after.play("withdraw cave:2").region("cave") == "Ann 3"


@rule("RUL-14")
def test_declined_ghouls_driven_from_their_last_region_wait_in_hand() -> None:
    """They do not vanish while tokens are left."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 4 in hand    : hill 1        <- to move
        Bob   Ghouls, in decline        : bog 2
    """)
    after = given.play("conquer bog", "end", "redeploy hill:1 bog:4")
    assert after.to_move == "Bob"
    assert after.races("Bob") == ["ghouls in decline"]
    assert after.hand("ghouls") == 1


@rule("RUL-15", "DIP-2")
def test_a_failed_attempt_against_an_active_race_is_an_attack() -> None:
    """The Diplomat cannot make peace with the opponent he tried to attack."""
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


@rule("RUL-16")
def test_a_seafaring_race_may_enter_by_a_sea_at_the_edge_but_not_by_the_lake() -> None:
    """The sea touches the edge of the board, the lake does not."""
    given = scenario("""
        map   valley
        Ann   Seafaring Orcs, 9 in hand
        Bob
        turn  Ann conquer, acted, first turn
    """)
    assert given.cost("sea") == 2
    assert "sea" in given.targets()
    assert given.reasons("lake") == ["not_border"]
    assert given.play("conquer sea").region("sea") == "Ann 2"


@rule("RUL-17", "DIP-3")
def test_the_diplomats_ally_may_not_substitute_his_tokens() -> None:
    """A substitution is an attack, and peace forbids it."""
    text = """
        map   valley-3
        Ann   Hill Sorcerers            : shore 1
        Bob   Diplomat Elves            : wood 1
        Cid   Forest Trolls             : cliff 1 + lair
        turn  Ann conquer, acted
    """
    assert scenario(text).play("substitute").legal == ["substitute cliff", "substitute wood"]
    peace = scenario(text.replace("turn ", "peace Ann spares Bob\n        turn "))
    assert peace.play("substitute").legal == ["substitute cliff"]
    assert peace.refusal("substitute wood") == "peace"


@rule("RUL-17")
def test_a_substitution_is_an_attack_that_the_diplomat_must_answer_for() -> None:
    """The Diplomat cannot make peace with an opponent whose token he replaced."""
    given = scenario("""
        map   valley-3
        Ann   Diplomat Sorcerers        : shore 1
        Bob   Forest Elves              : wood 1
        Cid   Hill Trolls               : down 1 + lair
        turn  Ann conquer, acted
    """)
    after = given.play("substitute wood", "end")
    assert after.legal == ["ally 3", "done"]


@rule("RUL-17")
def test_a_substitution_counts_as_a_non_empty_conquest() -> None:
    """The region held a token just before."""
    given = scenario("""
        map   four-regions
        Ann   Pillaging Sorcerers       : bog 1
        Bob   Forest Elves              : cave 1
        turn  Ann conquer, acted
    """)
    after = given.play("substitute cave")
    assert after.preview() == {"sorcerers regions": 2, "sorcerers non_empty_conquest": 1}


@rule("RUL-17", "SOR-4")
@pytest.mark.parametrize(("victim", "marker"), [("Hill Trolls", "lair"), ("Fortified Elves", "fortress")])
def test_a_substitution_removes_lair_and_fortress(victim: str, marker: str) -> None:
    """The region changes hands as in any conquest."""
    given = scenario(f"""
        map   four-regions
        Ann   Forest Sorcerers          : bog 1
        Bob   {victim}                  : cave 1 + {marker}
        turn  Ann conquer, acted
    """)
    assert given.play("substitute cave").region("cave") == "Ann 1"
