"""The secret pick of a speed: sealed until the last is in, then the speed dice fall."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat.dragon.fight import picks
from apps.combat.models import Declaration, Fight
from apps.table.models import Ask, Switch
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words, refused
from tests.combat.dragon.conftest import now
from tests.combat.dragon.picking import ask_of, extra, kept_out, picked, rounds_of, speed_of, started, to_turn
from tests.combat.wounded import undo
from tests.people import state_of_play


@pytest.fixture
def ketta(ines: Any) -> Character:
    """Ines's: Reflexes 5 are three dice, Social 7 four."""
    return made(
        ines, name="Ketta", role="hero", accuracy=6, dexterity=5, energy=5, charisma=7, grace=7, status=8, yang=1,
        chi=1, yin=2,
    )  # fmt: skip


@pytest.fixture
def oskar(marek: Any) -> Character:
    return made(marek, name="Oskar", role="hero", strength=6, resistance=4, health=5)


@pytest.fixture
def fight(gm: Any, ketta: Character, oskar: Character, guard: Character) -> Fight:
    return started(gm, ketta, oskar, guard)


@pytest.mark.played("dragon.speed-choice", "dragon.speed-dice", "dragon.categories")
def test_with_the_last_pick_all_are_shown_and_the_dice_fall(
    gm: Any, ines: Any, marek: Any, fight: Fight, ketta: Character, oskar: Character, guard: Character, dice: Any
) -> None:
    dice()
    picked(ines, ketta, "social")
    picked(gm)
    dice(2, 5, 5, 8, 3, 7, 9, 1)
    picked(marek, oskar, "body")
    assert (speed_of(ketta)["faces"], rounds_of(ketta)) == ([2, 5, 5, 8], [2, 5, 8])
    assert (rounds_of(oskar), rounds_of(guard)) == ([3, 7], [1, 9])
    assert now(gm).phase == "good"
    words = marek.log()
    for said in (
        "Ketta Social Mental",
        "acts in 2, 5, 8",
        "Oskar Body Physical",
        "acts in 3, 7",
        "guard Body Physical",
    ):
        assert said in words
    glance = marek.soup().select_one("#log-cards .speeds")["data-glance"]
    assert glance == "Ketta 2, 5, 8 · Oskar 3, 7"
    assert not Ask.objects.filter(closed_at=None).exists()


@pytest.mark.played("dragon.visibility")
def test_of_the_enemies_everybody_learns_the_pick_and_the_gm_the_dice(
    gm: Any, ines: Any, marek: Any, fight: Fight, ketta: Character, oskar: Character, dice: Any
) -> None:
    picked(ines, ketta, "social")
    picked(marek, oskar, "body")
    dice(2, 5, 5, 8, 3, 7, 9, 1)
    picked(gm)
    assert "acts in 1, 9" in gm.log()
    kept_out(marek.log(), "acts in 1, 9", "d10: 9")


@pytest.mark.played("dragon.speed-choice", "dragon.visibility")
def test_a_pick_is_sealed_from_everybody_else_the_gm_too(
    gm: Any, ines: Any, marek: Any, watcher: Any, fight: Fight, ketta: Character
) -> None:
    picked(ines, ketta, "social")
    assert "Ketta Turn 1, in secret: Social" in ines.panel("dragon-my-pick")
    assert "Ketta: Social." in ines.log()
    for person in (gm, marek, watcher):
        assert "Ketta has picked." in person.log()
        kept_out(person.log() + person.panel("dragon-turn"), "Ketta: Social", "secret: Social")
        assert "Ketta is in" in person.panel("dragon-turn")


def test_it_is_the_same_page_for_the_others_whatever_was_picked(
    gm: Any, ines: Any, fight: Fight, ketta: Character
) -> None:
    picked(ines, ketta, "social")
    one = gm.panel("waiting"), gm.panel("dragon-turn"), gm.panel("dragon-my-pick"), gm.log()
    picked(ines, ketta, "tao")
    assert (gm.panel("waiting"), gm.panel("dragon-turn"), gm.panel("dragon-my-pick"), gm.log()) == one


def test_a_gm_who_looks_through_the_player_s_eyes_does_not_see_it(
    gm: Any, ines: Any, fight: Fight, ketta: Character
) -> None:
    picked(ines, ketta, "social")
    page = gm.at_address(f"as/{ines.seat.public_id}/").content.decode()
    assert "Turn 1" in page
    assert "Ketta has picked." in page
    kept_out(page, "in secret:", "Ketta: Social")


def test_it_can_be_changed_by_its_owner_until_the_last_is_in(
    gm: Any, ines: Any, marek: Any, fight: Fight, ketta: Character, oskar: Character, dice: Any
) -> None:
    picked(ines, ketta, "social")
    mine = ask_of(gm, ketta)
    picked(ines, ketta, "reflexes")
    assert speed_of(ketta) == {"speed": "reflexes"}
    assert gm.post("dragon.pick", ask=mine, speed="tao").status_code == 422
    assert marek.post("dragon.pick", ask=mine, speed="tao").status_code == 422
    assert speed_of(ketta) == {"speed": "reflexes"}
    picked(gm)
    dice(1, 4, 10, 2, 3, 5, 6)
    picked(marek, oskar, "body")
    assert rounds_of(ketta) == [1, 4, 10]
    before = state_of_play(gm.table)
    refused(ines.post("dragon.pick", ask=mine, speed="tao"), "This pick is no longer open")
    assert state_of_play(gm.table) == before


@pytest.mark.played("dragon.speed-choice")
def test_for_somebody_who_is_away_the_gm_picks_the_higher_of_body_and_reflexes(
    gm: Any, ines: Any, marek: Any, fight: Fight, ketta: Character
) -> None:
    assert "checked" in next(
        line
        for line in gm.get("dragon.pick", ask=ask_of(gm, ketta)).content.decode().split("<input")
        if '"reflexes"' in line
    )
    picked(gm, ketta, "reflexes")
    assert speed_of(ketta) == {"speed": "reflexes"}
    assert "Ketta: Reflexes." in ines.log()
    kept_out(marek.log(), "Ketta: Reflexes.")


@pytest.mark.played("dragon.speed-choice")
def test_nobody_is_waited_for_longer_than_the_gm_wants(
    gm: Any, ines: Any, fight: Fight, ketta: Character, oskar: Character, guard: Character, dice: Any
) -> None:
    assert ines.post("dragon.begin-rounds").status_code == 403
    assert "Not in yet: Ketta, Oskar, Lantern guard." in in_words(gm.get("dragon.begin-rounds"))
    picked(ines, ketta, "social")
    dice(1, 2, 3, 4, 5, 6, 7, 8)
    gm.does("dragon.begin-rounds")
    assert [speed_of(one)["speed"] for one in (ketta, oskar, guard)] == ["social", "body", "body"]
    before = state_of_play(gm.table)
    refused(gm.post("dragon.begin-rounds"), "The rounds of this turn run already")
    assert state_of_play(gm.table) == before


def test_a_speed_of_nothing_gives_no_phase_and_says_so(
    gm: Any, ines: Any, guard: Character, ana: Character, dice: Any
) -> None:
    started(gm, ana, guard)
    assert "Tao 0 no dice: no phase in this turn" in ines.panel("asks")
    picked(gm)
    dice(2, 3)
    picked(ines, ana, "tao")
    assert rounds_of(ana) == []
    assert "no dice, no phase" in ines.log()


def test_the_odds_of_each_stat_stand_beside_it(ines: Any, fight: Fight) -> None:
    words = ines.panel("asks").replace("d10 ", "")
    assert "2.7 phases Reflexes 5 3 dice: 3 in 73%, 2 in 27%" in words
    assert "3.4 phases Social 7 4 dice: 4 in 51%, 3 in 43%, 2 in 6%" in words
    assert "2 phases Mind 3 2 dice: always 2" in words
    assert "1 phase Tao 1 1 die: always 1" in words
    assert (
        "Reflexes: physical rolls at the plain price; each mental or spiritual one costs a later phase more." in words
    )


def test_the_gm_picks_for_each_kind(
    gm: Any, ines: Any, marek: Any, fight: Fight, ketta: Character, oskar: Character, guard: Character
) -> None:
    captain = extra(gm, "Sorrel", accuracy=5, dexterity=5, energy=5)
    gm.does("dragon.fight-join", characters=[captain.public_id])
    lead = captain.fighting.get().public_id
    picked(gm, None, "", 200, **{f"speed-{lead}": "mind"})
    assert (speed_of(captain)["speed"], speed_of(guard)["speed"]) == ("mind", "body")
    assert "The GM has picked." in ines.log()
    assert "Lantern guard Body, Sorrel Mind" in gm.log()
    kept_out(ines.log(), "Sorrel Mind")


@pytest.mark.played("dragon.visibility")
def test_somebody_hidden_changes_nothing_that_players_see(
    gm: Any, ines: Any, marek: Any, fight: Fight, ketta: Character, oskar: Character, dice: Any
) -> None:
    def looks() -> list[str]:
        return [person.panel(name) for person in (ines, marek) for name in ("dragon-turn", "asks", "awaited")]

    before = looks()
    witch = extra(gm, "Bell-witch", hidden=True, yang=5)
    gm.does("dragon.fight-join", characters=[witch.public_id])
    assert looks() == before
    picked(ines, ketta, "social")
    picked(marek, oskar, "body")
    dice(2, 5, 5, 8, 3, 7, 9, 1, 6, 6)
    picked(gm)
    assert rounds_of(witch) == [1, 2]
    kept_out(ines.page(), "Bell-witch")
    assert "Good Guys in 1" in ines.panel("dragon-rounds")


def test_with_the_switch_off_picks_are_shown_as_they_are_made(
    gm: Any, ines: Any, marek: Any, ketta: Character, guard: Character
) -> None:
    Switch.objects.filter(table=gm.table, key="speed-choice-secret").update(value="off")
    started(gm, ketta, guard)
    picked(ines, ketta, "social")
    assert "Ketta: Social." in marek.log()


# taken back


def test_a_pick_is_taken_back_by_whoever_made_it(gm: Any, ines: Any, fight: Fight, ketta: Character) -> None:
    picked(ines, ketta, "social")
    ines.does("undo")
    assert not Declaration.objects.filter(combatant__character=ketta).exists()
    assert "Ketta: pick a speed" in ines.panel("asks")


def test_dice_that_fell_fall_again_when_the_last_pick_is_taken_back(
    gm: Any, ines: Any, marek: Any, fight: Fight, ketta: Character, oskar: Character, guard: Character, dice: Any
) -> None:
    picked(ines, ketta, "social")
    picked(gm)
    dice(2, 5, 5, 8, 3, 7, 9, 1)
    picked(marek, oskar, "body")
    gm.does("undo")
    assert (now(gm).phase, rounds_of(ketta), speed_of(ketta)) == (picks.PICKS, [], {"speed": "social"})
    dice(6)
    picked(ines, ketta, "social")
    picked(marek, oskar, "body")
    assert (rounds_of(ketta), rounds_of(oskar), rounds_of(guard)) == ([2, 5, 8], [3, 7], [1, 9])


# all equal


@pytest.mark.played("dragon.yahtzee", "dragon.speed-dice")
def test_dice_that_are_all_equal_may_be_turned_to_any_numbers(
    gm: Any, ines: Any, marek: Any, fight: Fight, ketta: Character, oskar: Character, dice: Any
) -> None:
    picked(marek, oskar, "body")
    picked(gm)
    dice(4, 4, 4, 1, 2, 3, 5)
    picked(ines, ketta, "reflexes")
    assert now(gm).phase == picks.DICE
    assert "Ketta: all equal, so choose" in ines.panel("asks")
    before = state_of_play(gm.table)
    four = ines.post("dragon.turn-dice", ask=to_turn(gm, ketta), chosen=[2, 5, 8, 9])
    refused(four, "3 dice are turned to 3 numbers")
    assert marek.post("dragon.turn-dice", ask=to_turn(gm, ketta), chosen=[2, 5, 9]).status_code == 422
    assert state_of_play(gm.table) == before
    ines.does("dragon.turn-dice", ask=to_turn(gm, ketta), chosen=[2, 5, 9])
    assert (now(gm).phase, rounds_of(ketta)) == ("good", [2, 5, 9])
    assert "Ketta: all equal, turned to 2, 5, 9." in marek.log()
    gm.does("undo")
    assert (now(gm).phase, rounds_of(ketta)) == (picks.DICE, [])


@pytest.mark.played("dragon.yahtzee", "dragon.speed-dice")
@pytest.mark.parametrize("chosen", [[4], [2, 5]])
def test_turned_dice_may_show_the_same_or_stay_as_they_fell(
    gm: Any, ines: Any, marek: Any, fight: Fight, ketta: Character, oskar: Character, dice: Any, chosen: list[int]
) -> None:
    """Fewer numbers than dice: like any doubles they give one phase."""
    picked(marek, oskar, "body")
    picked(gm)
    dice(4, 4, 4, 1, 2, 3, 5)
    picked(ines, ketta, "reflexes")
    ines.does("dragon.turn-dice", ask=to_turn(gm, ketta), chosen=chosen)
    assert rounds_of(ketta) == chosen


@pytest.mark.played("dragon.yahtzee")
def test_dice_that_nobody_turns_are_1_and_up(
    gm: Any, ines: Any, marek: Any, fight: Fight, ketta: Character, oskar: Character, dice: Any
) -> None:
    picked(marek, oskar, "body")
    picked(gm)
    dice(4, 4, 4, 1, 2, 3, 5)
    picked(ines, ketta, "reflexes")
    gm.does("dragon.begin-rounds")
    assert rounds_of(ketta) == [1, 2, 3]
    assert "waits no longer: the rounds begin." in ines.log()


@pytest.mark.played("dragon.yahtzee", "dragon.visibility")
def test_nobody_waits_for_dice_of_the_gm_that_are_all_equal(
    gm: Any, ines: Any, marek: Any, fight: Fight, ketta: Character, oskar: Character, guard: Character, dice: Any
) -> None:
    picked(ines, ketta, "tao")
    picked(marek, oskar, "tao")
    dice(4, 6, 6)
    picked(gm)
    assert (now(gm).phase, rounds_of(guard)) == ("bad", [1, 2])
    assert "Lantern guard: all equal, so choose" in gm.panel("asks")
    kept_out(ines.page(), "all equal")
    gm.does("dragon.turn-dice", ask=to_turn(gm, guard), chosen=[3, 8])
    assert rounds_of(guard) == [3, 8]
    kept_out(ines.log(), "turned to")


# real dice


def test_real_dice_lie_sealed_with_the_pick_which_stands_then(
    gm: Any, ines: Any, marek: Any, fight: Fight, ketta: Character, oskar: Character, dice: Any
) -> None:
    before = state_of_play(gm.table)
    refused(
        ines.post("dragon.pick", ask=ask_of(gm, ketta), speed="reflexes", faces="3 4"),
        "The pool has 3 dice, and 2 faces are written here.",
    )
    refused(ines.post("dragon.pick", ask=ask_of(gm, ketta), speed="reflexes", faces="3 4 11"), "11 is not on a d10")
    assert state_of_play(gm.table) == before
    picked(ines, ketta, "reflexes", faces="3 4 9")
    refused(ines.post("dragon.pick", ask=ask_of(gm, ketta), speed="social"), "Real dice were thrown for this pick")
    picked(marek, oskar, "body")
    dice(1, 2, 5, 6)
    picked(gm)
    assert rounds_of(ketta) == [3, 4, 9]
    assert "real dice, typed in" in marek.log()


def test_the_gm_types_real_dice_for_some_kinds_and_the_program_rolls_for_the_others(
    gm: Any, ines: Any, marek: Any, fight: Fight, ketta: Character, oskar: Character, guard: Character, dice: Any
) -> None:
    captain = extra(gm, "Sorrel", accuracy=5, dexterity=5, energy=5)
    gm.does("dragon.fight-join", characters=[captain.public_id])
    speed, faces = (f"{word}-{captain.fighting.get().public_id}" for word in ("speed", "faces"))
    answer = gm.post("dragon.pick", ask=ask_of(gm), **{speed: "reflexes", faces: "3 4"})
    refused(answer, "The pool has 3 dice")
    refused(answer, "Sorrel: the faces of my real dice")
    picked(gm, None, "", 200, **{speed: "reflexes", faces: "3 4 9"})
    refused(gm.post("dragon.pick", ask=ask_of(gm), **{speed: "mind"}), "Real dice were thrown for this pick")
    picked(ines, ketta, "social")
    dice(1, 2, 5, 6, 7, 8, 2, 5)
    picked(marek, oskar, "body")
    assert (rounds_of(captain), rounds_of(guard)) == ([3, 4, 9], [2, 5])
    undo(gm)
    dice()
    picked(marek, oskar, "body")
    assert (rounds_of(captain), rounds_of(guard)) == ([3, 4, 9], [2, 5])


def test_no_real_dice_are_typed_over_dice_that_fell(
    gm: Any, ines: Any, marek: Any, fight: Fight, ketta: Character, oskar: Character, dice: Any
) -> None:
    picked(gm)
    picked(marek, oskar, "body")
    dice(2, 5, 5, 8, 3, 7, 9, 1)
    picked(ines, ketta, "social")
    gm.does("undo")
    refused(
        ines.post("dragon.pick", ask=ask_of(gm, ketta), speed="social", faces="1 2 3 4"),
        "The dice fell before this was taken back.",
    )


# somebody hidden whom a player plays


def test_the_table_waits_for_nobody_who_hides(
    gm: Any, ines: Any, marek: Any, ketta: Character, oskar: Character, dice: Any
) -> None:
    gm.does("character-hidden", character=oskar.public_id, hidden="yes")
    started(gm, ketta, oskar)
    assert "Oskar: pick a speed" in marek.panel("asks")
    picked(gm)
    dice(2, 5, 5, 8, 3, 7)
    picked(ines, ketta, "social")
    assert (now(gm).phase, rounds_of(oskar)) == ("good", [3, 7])
    kept_out(ines.panel("awaited") + ines.log().split("starts a fight")[1], "Oskar")
