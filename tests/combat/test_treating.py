"""Treatments and Heroic Feats in a fight: an act of the Turn, and one feat in it."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.dragonfly.points import drama_points_of
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character, Rating
from apps.combat.models import Combatant, Fight
from apps.table.models import Event
from tests.combat.arena import declared, switch, up
from tests.combat.conftest import fighter, go_on, refused, start, throw
from tests.combat.wounded import harm, the_ask, told
from tests.people import state_of_play

CHECK: dict[str, Any] = {"attribute": "strength", "skill": "", "heroic_feat": "on"}


@pytest.fixture
def hurt(gm: Any, shannon: Character, pell: Character) -> Character:
    """Pell, with 20 Life Points gone; Shannon knows what to do: Intelligence 3, Doctor 4."""
    for group, key, value in (("attribute", "intelligence", 3), ("skill", "doctor", 4)):
        Rating.objects.create(character=shannon, group=group, key=key, value=value)
    harm(gm, pell, -20)
    return pell


def treat(who: Any, doctor: Character, patient: Character, **more: Any) -> Any:
    return who.post("dragonfly.treat", live=True, doctor=doctor.public_id, patient=patient.public_id, **more)


def form_of(who: Any, act: str, **chosen: Any) -> BeautifulSoup:
    return BeautifulSoup(who.get(act, **chosen).content, "lxml")


def part_of(page: BeautifulSoup, id: str) -> str:
    """The words of what has that id."""
    found = page.find(id=id)
    assert found is not None
    return found.get_text(strip=True)


def made(character: Character) -> dict[str, int]:
    return {one.key: one.value for one in fighter(character).tallies.all()}


@pytest.mark.played("dragonfly.doctor-healing")
def test_a_treatment_waits_for_the_doctors_move(
    hurt: Character, fight: Fight, gm: Any, ines: Any, shannon: Any
) -> None:
    before = state_of_play(gm.table)
    refused(treat(ines, shannon, hurt), "Intentions are still being declared")
    assert (
        "Intentions are still being declared"
        in ines.get("dragonfly.treat", doctor=shannon.public_id, patient=hurt.public_id).content.decode()
    )
    assert state_of_play(gm.table) == before


@pytest.mark.played("dragonfly.doctor-healing", "dragonfly.turn")
def test_a_treatment_is_the_act_of_a_turn(
    hurt: Any, acting: Fight, gm: Any, ines: Any, shannon: Any, dice: Any
) -> None:
    says = part_of(form_of(ines, "dragonfly.treat", doctor=shannon.public_id, patient=hurt.public_id), "odds")
    assert "It is the action of Shannon in this Turn." in says
    dice(7)
    assert treat(ines, shannon, hurt).status_code == 200
    assert sheet_of(hurt).life_points == 20 + 3
    assert made(shannon)["others"] == 1
    assert Combatant.objects.get(character=shannon).state == "acted"
    refused(treat(ines, shannon, hurt), "has acted already")
    gm.does("undo")
    assert Combatant.objects.get(character=shannon).state == "acting"


@pytest.mark.played("dragonfly.doctor-healing", "dragonfly.extra-action-penalty")
def test_as_an_additional_action_it_takes_its_penalty(
    hurt: Any, acting: Fight, ines: Any, shannon: Any, dice: Any
) -> None:
    declared(shannon, action="other", extra=["other"])
    dice(1)
    assert treat(ines, shannon, hurt).status_code == 200
    assert told(ines.table)["total"] == 8
    dice(7)
    assert treat(ines, shannon, hurt).status_code == 200
    facts = told(ines.table)
    assert facts["total"] == 12
    assert ("Additional action", -2) in [(one["title"], one["value"]) for one in facts["parts"]]


@pytest.mark.played("dragonfly.heroic-feat")
def test_one_feat_in_a_turn_for_treatments_and_checks_too(
    hurt: Any, acting: Fight, gm: Any, ines: Any, shannon: Any, dice: Any
) -> None:
    declared(shannon, action="other", drama=["other"])
    dice(1)
    assert treat(ines, shannon, hurt).status_code == 200
    assert told(ines.table)["total"] == 1 + 7 + 10
    before = state_of_play(gm.table)
    refused(ines.post("dragonfly.check", character=shannon.public_id, **CHECK), "already made in this Turn")
    assert "one in this Turn already" in ines.get("dragonfly.check", character=shannon.public_id).content.decode()
    assert state_of_play(gm.table) == before
    for _ in range(6):
        dice(5, 5, 5, 5)
        go_on(gm)
        if fighter(shannon).fight.phase == "intentions":
            break
    dice(4)
    assert ines.post("dragonfly.check", character=shannon.public_id, **CHECK).status_code == 200
    refused(
        ines.post("dragonfly.declare", character=shannon.public_id, text="Kick", drama="attack"),
        "already made in this Turn",
    )


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.intentions")
def test_what_was_announced_for_another_roll_is_paid_for(
    fight: Fight, gm: Any, ines: Any, marek: Any, shannon: Any, pell: Any, dice: Any
) -> None:
    held = drama_points_of(shannon)
    ines.does("dragonfly.declare", character=shannon.public_id, text="Over the gap", action="other", drama="other")
    go_on(gm)
    throw(ines, shannon, 9, dice)
    throw(marek, pell, 8, dice, 4, 2)
    dice(4)
    assert ines.post("dragonfly.check", character=shannon.public_id, **CHECK).status_code == 200
    assert told(ines.table)["total"] == 4 + 8 + 10
    assert drama_points_of(shannon) == held - 1
    refused(ines.post("dragonfly.check", character=shannon.public_id, **CHECK), "already made in this Turn")


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.intentions")
def test_what_was_announced_for_another_roll_waits_for_a_roll(
    fight: Fight, gm: Any, ines: Any, marek: Any, shannon: Any, pell: Any, dice: Any
) -> None:
    ines.does("dragonfly.declare", character=shannon.public_id, text="Over the gap", action="other", drama="other")
    go_on(gm)
    throw(ines, shannon, 9, dice)
    throw(marek, pell, 8, dice, 4, 2)
    ines.does("dragonfly.fight-act", character=shannon.public_id, what="other")
    dice(4)
    assert ines.post("dragonfly.check", character=shannon.public_id, **CHECK).status_code == 200
    assert told(ines.table)["total"] == 4 + 8 + 10
    refused(ines.post("dragonfly.check", character=shannon.public_id, **CHECK), "already made in this Turn")


@pytest.mark.parametrize("strict", ["off", "on"])
@pytest.mark.played("dragonfly.drama-points", "dragonfly.heroic-feat")
def test_no_check_and_no_treatment_has_a_feat_after_intentions(
    gm: Any, ines: Any, shannon: Any, hurt: Any, strict: str
) -> None:
    """Only tests of fear and of the dying may do without Intentions, as long as timing is not strict."""
    switch(gm.table, "strict-drama-timing", strict)
    start(gm, shannon, hurt)
    go_on(gm)
    up(shannon)
    gm.does("dragonfly.ask-check", characters=[shannon.public_id], attribute="strength", skill="")
    asked = the_ask(gm.table, "dragonfly.asked-check").public_id
    before = state_of_play(gm.table)
    refused(ines.post("dragonfly.check", live=True, character=shannon.public_id, **CHECK), "Intentions are over")
    refused(treat(ines, shannon, hurt, heroic_feat="on"), "Intentions are over")
    refused(ines.post("dragonfly.answer-check", live=True, ask=asked, heroic_feat="on"), "Intentions are over")
    assert state_of_play(gm.table) == before
    for page in (form_of(ines, "dragonfly.check", character=shannon.public_id), ines.soup()):
        assert "announced during Intentions only" in page.get_text()


@pytest.mark.played("dragonfly.drama-points", "dragonfly.doctor-healing")
def test_what_may_be_expected_of_a_treatment_counts_no_feat_that_is_too_late(
    hurt: Any, acting: Fight, ines: Any, shannon: Any
) -> None:
    chosen = {"doctor": shannon.public_id, "patient": hurt.public_id}
    late = "Intentions are over: in a fight this is announced during Intentions."
    plain = form_of(ines, "dragonfly.treat", **chosen)
    assert late in part_of(plain, "field-heroic_feat")
    assert "%" in part_of(plain, "odds")
    chosen |= {"heroic_feat": "on"}
    assert part_of(form_of(ines, "dragonfly.treat", **chosen), "odds") == late


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.doctor-healing")
def test_a_score_has_no_feat_on_a_treatment(hurt: Any, gm: Any, brute: Any) -> None:
    chosen = {"doctor": brute.public_id, "patient": hurt.public_id, "heroic_feat": "on"}
    assert "a Heroic Feat is for a roll" in part_of(form_of(gm, "dragonfly.treat", **chosen), "odds")


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.intentions", "dragonfly.table-options/strict-drama-timing")
def test_with_strict_timing_what_was_announced_is_still_rolled_with(
    gm: Any, ines: Any, shannon: Any, pell: Any, dice: Any
) -> None:
    switch(gm.table, "strict-drama-timing", "on")
    start(gm, shannon, pell)
    ines.does("dragonfly.declare", character=shannon.public_id, text="Over the gap", action="other", drama="other")
    go_on(gm)
    dice(4)
    ines.does("dragonfly.check", character=shannon.public_id, **CHECK)
    assert told(ines.table)["total"] == 4 + 8 + 10


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.intentions")
def test_a_check_that_is_asked_says_that_its_feat_is_announced_and_paid(
    acting: Fight, gm: Any, ines: Any, shannon: Any, dice: Any
) -> None:
    gm.does("dragonfly.ask-check", characters=[shannon.public_id], attribute="strength", skill="")
    held = drama_points_of(shannon)
    assert "announced during Intentions only" in ines.panel("asks")
    declared(shannon, action="other", drama=["other"])
    assert "With Heroic Feat, +10 announced in Intentions" in ines.panel("asks")
    assert "Drama Point" not in ines.panel("asks")
    dice(4)
    ines.does("dragonfly.answer-check", ask=the_ask(gm.table, "dragonfly.asked-check").public_id, heroic_feat="on")
    assert drama_points_of(shannon) == held


@pytest.mark.parametrize(("rolled", "left"), [(True, 2), (False, 3)])
@pytest.mark.played("dragonfly.drama-points", "dragonfly.table-options/refund-unused-drama")
def test_what_no_roll_has_used_comes_back_with_the_switch(
    gm: Any, ines: Any, shannon: Any, dice: Any, rolled: bool, left: int
) -> None:
    switch(gm.table, "refund-unused-drama", "on")
    start(gm, shannon)
    ines.does("dragonfly.declare", character=shannon.public_id, text="Over the gap", action="other", drama="other")
    go_on(gm)
    throw(ines, shannon, 9, dice)
    ines.does("dragonfly.fight-act", character=shannon.public_id, what="other")
    if rolled:
        dice(4)
        ines.does("dragonfly.check", character=shannon.public_id, **CHECK)
    while fighter(shannon).fight.phase != "intentions":
        go_on(gm)
    assert drama_points_of(shannon) == left


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.intentions")
def test_what_a_roll_has_used_is_not_announced_for_something_else(
    fight: Any, gm: Any, ines: Any, shannon: Any, dice: Any
) -> None:
    ines.does("dragonfly.declare", character=shannon.public_id, text="Over the gap", action="other", drama="other")
    dice(4)
    ines.does("dragonfly.check", character=shannon.public_id, **CHECK)
    before = state_of_play(gm.table)
    refused(
        ines.post("dragonfly.declare", character=shannon.public_id, text="Kick", drama="attack"),
        "was made in this Turn already",
    )
    assert state_of_play(gm.table) == before
    ines.does("dragonfly.declare", character=shannon.public_id, text="And back", action="other", drama="other")
    refused(ines.post("dragonfly.check", character=shannon.public_id, **CHECK), "already made in this Turn")


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.intentions")
def test_what_a_roll_has_used_is_taken_back_after_that_roll(
    fight: Fight, gm: Any, ines: Any, shannon: Any, dice: Any
) -> None:
    held = drama_points_of(shannon)
    ines.does("dragonfly.declare", character=shannon.public_id, text="Over the gap", action="other", drama="other")
    announced = Event.objects.filter(kind="dragonfly.declared").latest("pk").public_id
    for _ in range(2):
        dice(4)
        ines.does("dragonfly.check", character=shannon.public_id, **CHECK)
        assert told(ines.table)["total"] == 4 + 8 + 10
        before = state_of_play(gm.table)
        refused(gm.post("undo", event=announced), "Later acts build on it")
        assert state_of_play(gm.table) == before
        gm.does("undo")
    gm.does("undo", event=announced)
    assert drama_points_of(shannon) == held


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.doctor-healing")
def test_a_treatment_uses_what_was_announced_for_another_roll(
    hurt: Any, acting: Fight, ines: Any, shannon: Any, dice: Any
) -> None:
    held = drama_points_of(shannon)
    declared(shannon, action="other", drama=["other"], extra=["other"])
    page = ines.get("dragonfly.treat", doctor=shannon.public_id, patient=hurt.public_id).content.decode()
    assert "Heroic Feat: +10, announced in Intentions" in page
    assert ">100%<" in page
    dice(1)
    assert treat(ines, shannon, hurt).status_code == 200
    assert (told(ines.table)["total"], told(ines.table)["feat"]) == (1 + 7 + 10, True)
    assert drama_points_of(shannon) == held
    page = ines.get("dragonfly.treat", doctor=shannon.public_id, patient=hurt.public_id).content.decode()
    assert "Heroic Feat: +10 for one Drama Point" in page


@pytest.mark.played("dragonfly.heroic-feat")
def test_a_check_begins_with_what_was_announced_for_another_roll(
    acting: Fight, ines: Any, shannon: Any, dice: Any
) -> None:
    declared(shannon, action="other", drama=["other"])
    first = form_of(ines, "dragonfly.check", character=shannon.public_id)
    assert first.select_one("input[name=heroic_feat][checked]")
    assert "announced in Intentions" in first.get_text()
    assert "Roll d10 + 18" in first.get_text()
    kept = form_of(ines, "dragonfly.check", character=shannon.public_id, looked=shannon.public_id)
    assert not kept.select_one("input[name=heroic_feat][checked]")
    dice(4)
    ines.does("dragonfly.check", character=shannon.public_id, **CHECK)
    assert not form_of(ines, "dragonfly.check", character=shannon.public_id).select_one("input[name=heroic_feat]")
