"""Waiting for Late, holding, letting go, declining: what becomes of the phase, who hears it, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.combat.models import Fight, Slot
from apps.table.models import Event
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import fighter, in_round
from tests.combat.dragon.struck import takes
from tests.combat.wounded import told, undo
from tests.people import open_a_table, sit_down, state_of_play


def refused(person: Any, word: str, character: Character, **data: Any) -> str:
    """The words of the answer to an act that changes nothing."""
    before = state_of_play(person.table)
    answer = person.post(f"dragon.{word}", live=True, character=character.public_id, **data)
    assert state_of_play(person.table) == before
    return " ".join(str(answer.content.decode()).split())


def phase_of(fight: Fight) -> str:
    return Fight.objects.get(pk=fight.pk).phase


# waiting


@pytest.mark.played("dragon.sub-rounds")
def test_whoever_waits_goes_in_late(ines: Any, gm: Any, ana: Character, duel: Fight) -> None:
    ines.does("dragon.wait", character=ana.public_id)
    assert (fighter(gm, ana).waits, phase_of(duel)) == (True, "bad")
    assert "Ana waits for Late 2." in gm.log()
    gm.does("dragon.next-part")
    ines.does("dragon.act", character=ana.public_id, words="runs")
    assert fighter(gm, ana).phases[0].spent == "used"


def test_late_is_the_last_part(ines: Any, gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (2,), guard: (2,)}, (2, "Late"))
    assert "Late is the last part of the round" in refused(ines, "wait", ana)


def test_the_bad_guys_do_not_wait(gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (2,), guard: (2,)}, (2, "Bad"))
    assert "they can hold, not wait" in refused(gm, "wait", guard)


@pytest.mark.played("dragon.falling", "dragon.hold")
def test_the_fallen_keep_nothing_for_later(ines: Any, gm: Any, ana: Character, guard: Character, duel: Fight) -> None:
    takes(gm, ana, 46)
    for word in ("wait", "hold"):
        assert "Whoever has fallen keeps nothing for later" in refused(ines, word, ana)
    ines.does("dragon.pass", character=ana.public_id)
    assert fighter(gm, ana).phases[0].spent == "lost"


@pytest.mark.parametrize("word", ["wait", "hold", "pass"])
def test_without_a_script_one_sees_the_rounds_that_go_on(ines: Any, ana: Character, duel: Fight, word: str) -> None:
    done = ines.post(f"dragon.{word}", plain=True, character=ana.public_id)
    assert done["Location"] == f"{ines.url}#panel-dragon-rounds"


@pytest.mark.parametrize("word", ["wait", "hold", "pass"])
def test_without_a_phase_there_is_nothing_to_keep(
    ines: Any, gm: Any, ana: Character, guard: Character, word: str
) -> None:
    in_round(gm, {ana: (5, 7, 9), guard: (3,)}, (3, "Good"))
    assert "There is no phase in round 3 to keep or to let go." in refused(ines, word, ana)


@pytest.mark.parametrize("word", ["wait", "hold", "pass", "decline"])
def test_nobody_keeps_another_s_phase(marek: Any, ana: Character, duel: Fight, word: str) -> None:
    assert "That one is not yours, or not in the fight." in refused(marek, word, ana)


@pytest.mark.parametrize("word", ["wait", "hold", "pass"])
def test_the_gm_does_it_for_a_player_and_it_is_taken_back(gm: Any, ana: Character, duel: Fight, word: str) -> None:
    before = fighter(gm, ana)
    gm.does(f"dragon.{word}", character=ana.public_id)
    event = Event.objects.filter(by_gm=True).latest("pk")
    undo(gm, event.cause or event)
    assert (fighter(gm, ana), phase_of(duel)) == (before, "good")


# holding


@pytest.mark.played("dragon.hold")
def test_a_held_phase_stays_until_the_next_one(ines: Any, gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (2, 4), guard: (2,)}, (2, "Good"))
    ines.does("dragon.hold", character=ana.public_id)
    assert fighter(gm, ana).kept
    for _ in range(4):
        gm.does("dragon.next-part")
    assert "A kept phase ends, because there is a new one: Ana." in ines.log()
    assert fighter(gm, ana).kept is None


def test_the_form_of_a_hold_says_which_phase_and_for_how_long(
    ines: Any, gm: Any, ana: Character, guard: Character
) -> None:
    in_round(gm, {ana: (2, 6), guard: (2,)}, (2, "Good"))
    form = in_words(ines.get("dragon.hold", character=ana.public_id))
    assert "Ana holds round 2" in form
    assert "Usable in 3 to 5, lost when 6 begins" in form


@pytest.mark.played("dragon.conditional-hold", "dragon.visibility")
def test_what_is_waited_for_is_its_owner_s_and_the_gm_s(
    ines: Any, marek: Any, gm: Any, ana: Character, duel: Fight
) -> None:
    ines.does("dragon.hold", character=ana.public_id, trigger="the first who moves", then="shoot him")
    for reader in (ines, gm):
        assert "Ana holds round 2, waiting: the first who moves; then: shoot him." in reader.log()
    assert "Ana holds round 2 for something." in marek.log()
    assert "shoot" not in marek.page()
    kept = fighter(gm, ana).kept
    assert kept
    assert (kept.trigger, kept.act) == ("the first who moves", "shoot him")


def test_a_trigger_needs_both_texts(ines: Any, ana: Character, duel: Fight) -> None:
    assert "What is done then?" in refused(ines, "hold", ana, trigger="the first who moves")
    assert "What is waited for?" in refused(ines, "hold", ana, then="shoot him")


def test_the_table_may_lay_triggers_open(db: None) -> None:
    table = open_a_table(game="dragon", hold_trigger_secret="off")
    gm, ines, marek = sit_down(table, "GM", "gm", "gm"), sit_down(table, "Ines"), sit_down(table, "Marek")
    ana = made(ines, name="Ana", role="hero")
    in_round(gm, {ana: (2,)}, (2, "Good"))
    ines.does("dragon.hold", character=ana.public_id, trigger="the first who moves", then="shoot him")
    assert "waiting: the first who moves; then: shoot him." in marek.log()


@pytest.mark.parametrize(("hidden", "heard"), [("on", False), ("off", True)])
def test_an_enemy_s_hold_is_the_gm_s_where_their_phases_are(db: None, hidden: str, heard: bool) -> None:
    table = open_a_table(game="dragon", enemy_phases_hidden=hidden)
    gm, ines = sit_down(table, "GM", "gm", "gm"), sit_down(table, "Ines")
    guard = made(gm, name="Lantern guard", role="enemy")
    in_round(gm, {guard: (2,)}, (2, "Bad"))
    gm.does("dragon.hold", character=guard.public_id)
    assert "Lantern guard holds round 2." in gm.log()
    assert ("Lantern guard holds round 2." in ines.log()) is heard


# letting go, and wanting nothing


def test_the_page_without_a_script_says_what_becomes_of_the_phase(ines: Any, ana: Character, duel: Fight) -> None:
    for act, words in (("dragon.pass", "Round 2 is lost"), ("dragon.wait", "It goes in Late 2 instead")):
        assert words in ines.get(act, plain=True, character=ana.public_id).content.decode()


def test_a_phase_is_let_go(ines: Any, gm: Any, ana: Character, duel: Fight) -> None:
    ines.does("dragon.pass", character=ana.public_id)
    assert Slot.objects.get(combatant__character=ana, number=2).state == "lost"
    assert "Ana lets round 2 go." in gm.log()


def test_whoever_could_buy_in_says_that_they_want_nothing(ines: Any, gm: Any, ana: Character, guard: Character) -> None:
    fight = in_round(gm, {ana: (5, 7, 9), guard: (3,)}, (3, "Good"))
    ines.does("dragon.decline", character=ana.public_id)
    assert phase_of(fight) == "bad"
    assert "Ana wants nothing in Good Guys in 3." in gm.log()


def test_with_a_phase_nobody_declines(ines: Any, ana: Character, duel: Fight) -> None:
    assert "use it, wait, hold it, or let it go" in refused(ines, "decline", ana)


def test_it_is_said_once(ines: Any, marek: Any, gm: Any, ana: Character) -> None:
    bo = made(marek, name="Bo", role="hero")
    in_round(gm, {ana: (5, 7, 9), bo: (3,)}, (3, "Good"))
    ines.does("dragon.decline", character=ana.public_id)
    assert "That was said for this part already." in refused(ines, "decline", ana)


@pytest.mark.parametrize("word", ["wait", "hold", "pass", "decline"])
def test_the_form_says_why_not(ines: Any, gm: Any, ana: Character, guard: Character, word: str) -> None:
    in_round(gm, {ana: (2, 5, 9), guard: (3,)}, (2, "Bad"))
    words = ines.get(f"dragon.{word}", character=ana.public_id).content.decode()
    assert ("other side" in words) or ("use it, wait" in words) or word == "decline"


def test_of_an_enemy_s_phase_that_is_let_go_the_others_hear_nothing(gm: Any, ines: Any, guard: Character) -> None:
    in_round(gm, {guard: (2,)}, (2, "Bad"))
    before = ines.log()
    gm.does("dragon.pass", character=guard.public_id)
    assert told(gm.table, "dragon.passed")["character"] == "Lantern guard"
    assert ines.log() == before
