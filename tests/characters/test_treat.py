"""The Doctor skill."""

import pytest
from bs4 import BeautifulSoup

from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Move, Use
from tests.people import newest_event, open_a_table, sit_down, state_of_play


def hurt(gm, character, ordinary=12, fire=0):
    gm.does("dragonfly.adjust", character=character.public_id, track="ordinary-damage", set=ordinary)
    if fire:
        gm.does("dragonfly.adjust", character=character.public_id, track="fire-damage", set=fire)


def treated(person, doctor, patient, **more):
    return person.post("dragonfly.treat", doctor=doctor.public_id, patient=patient.public_id, **more)


@pytest.mark.played("dragonfly.doctor-healing")
def test_a_life_point_back_for_each_success_level(table, gm, ines, marek, shannon, pell, dice):
    hurt(gm, pell)
    dice(7)
    assert treated(ines, shannon, pell).status_code == 200
    assert sheet_of(pell).ordinary_damage == 9
    event = newest_event(table)
    assert event.kind == "dragonfly.treated"
    assert event.dice_fell
    log = marek.log()
    assert "Shannon Reyes treats Pell" in log
    assert "3 Life Points back" in log
    assert "14" in log
    assert "Intelligence" in log
    assert "Doctor skill" in log


def chosen(person):
    """What the form begins with."""
    form = BeautifulSoup(person.get("dragonfly.treat").content, "lxml")
    return [one["value"] for one in form.select("option[selected], input[checked]") if one.get("value")]


def test_the_form_begins_with_the_best_doctor_and_whoever_is_seen_to_be_hurt_most(gm, ines, shannon, pell):
    assert pell.public_id not in chosen(ines)
    hurt(gm, pell, 35)
    assert chosen(ines)[:2] == [shannon.public_id, pell.public_id]


def test_nobody_of_the_gm_s_stands_in_the_form_because_they_are_hurt(gm, shannon, brute):
    hurt(gm, brute, 25)
    assert brute.public_id not in chosen(gm)


def test_of_two_who_look_equally_hurt_the_form_does_not_tell_who_has_less_left(gm, ines, shannon, pell):
    def patient(of_shannon, of_pell):
        for one, left in ((shannon, of_shannon), (pell, of_pell)):
            hurt(gm, one, sheet_of(one).max_life_points - left)
        return chosen(ines)[1]

    assert patient(9, 6) == patient(6, 9)
    assert patient(9, 4) == pell.public_id
    assert patient(4, 9) == shannon.public_id


@pytest.mark.played("dragonfly.doctor-healing")
def test_ordinary_damage_first_then_fire(gm, ines, shannon, pell, dice):
    hurt(gm, pell, ordinary=1, fire=6)
    dice(7)
    treated(ines, shannon, pell)
    assert (sheet_of(pell).ordinary_damage, sheet_of(pell).fire_damage) == (0, 4)


@pytest.mark.played("dragonfly.doctor-healing")
def test_once_in_a_scene_unless_the_gm_allows_more(gm, ines, shannon, pell, dice):
    gm.does("open-scene", title="Sick bay")
    hurt(gm, pell, 20)
    dice(7, 7, 7)
    treated(ines, shannon, pell)
    before = state_of_play(gm.table)
    refused = treated(ines, shannon, pell, allow="on")
    assert refused.status_code == 422
    assert "already treated" in refused.content.decode()
    assert state_of_play(gm.table) == before
    assert treated(gm, shannon, pell, allow="on").status_code == 200
    assert "one more, allowed by the Director" in ines.log()
    gm.does("open-scene", title="The morning after")
    assert treated(ines, shannon, pell).status_code == 200
    assert sheet_of(pell).ordinary_damage == 11


def test_a_failed_treatment_is_none(gm, ines, shannon, pell, dice):
    hurt(gm, pell)
    dice(1, 7)
    treated(ines, shannon, pell)
    assert sheet_of(pell).ordinary_damage == 12
    assert not Use.objects.exists()
    assert treated(ines, shannon, pell).status_code == 200


@pytest.mark.parametrize(("switch", "second"), [("unlimited", 200), ("once per day", 422), ("once per scene", 422)])
def test_the_switch_says_how_often(db, make, dice, switch, second):
    table = open_a_table(doctor_treatments=switch)
    gm, ines = sit_down(table, "Director", "gm"), sit_down(table, "Ines")
    shannon = make(ines)
    hurt(gm, shannon, 20)
    dice(7, 7)
    treated(ines, shannon, shannon)
    if switch == "once per day":
        gm.does("open-scene", title="Later")
    assert treated(ines, shannon, shannon).status_code == second


@pytest.mark.played("dragonfly.doctor-healing")
def test_a_score_doctor_takes_brains_as_the_total(gm, ines, pell, voss):
    hurt(gm, pell)
    assert treated(gm, voss, pell).status_code == 200
    assert sheet_of(pell).ordinary_damage == 9
    assert "Voss" not in ines.page()
    assert "3 Life Points back" in ines.log()


def test_a_heroic_feat_costs_a_point_before_the_die(gm, ines, shannon, pell, dice):
    hurt(gm, pell)
    dice(7)
    treated(ines, shannon, pell, heroic_feat="on")
    assert sheet_of(shannon).drama_points == 9
    assert sheet_of(pell).ordinary_damage == 5
    assert Move.objects.latest("pk").why == "Heroic Feat"
    assert "Heroic Feat" in ines.panel("points")


def test_no_point_no_feat_and_no_die(gm, ines, shannon, pell):
    gm.does("dragonfly.adjust", character=shannon.public_id, track="drama-points", set=0)
    hurt(gm, pell)
    before = state_of_play(gm.table)
    refused = treated(ines, shannon, pell, heroic_feat="on")
    assert refused.status_code == 422
    assert "No Drama Points are left" in refused.content.decode()
    assert state_of_play(gm.table) == before


def test_a_typed_die_is_marked(gm, ines, shannon, pell):
    hurt(gm, pell)
    treated(ines, shannon, pell, face=0)
    assert "rolled by hand" in ines.log()
    assert "17" in ines.log()


def test_exact_odds_are_shown(gm, ines, shannon, pell):
    page = ines.get("dragonfly.treat", doctor=shannon.public_id, patient=pell.public_id).content.decode()
    assert "90%" in page
    assert "Chance of 9 or more" in page


def test_the_form_says_before_the_roll_that_it_is_one_too_many(gm, ines, shannon, pell, dice):
    gm.does("open-scene", title="The bunk")
    hurt(gm, pell, 9)
    dice(9)
    assert treated(ines, shannon, pell).status_code == 200
    page = ines.get("dragonfly.treat", doctor=shannon.public_id, patient=pell.public_id).content.decode()
    assert "1 treatment is the limit" in page
    assert "%" not in "".join(one.get_text() for one in BeautifulSoup(page, "lxml").select("#odds"))


def test_what_a_strangers_patient_lost_stays_hidden(gm, ines, marek, shannon, brute, dice):
    hurt(gm, brute)
    dice(7)
    treated(ines, shannon, brute)
    assert sheet_of(brute).ordinary_damage == 9
    assert "28 to 31" in gm.log()
    assert "28" not in ines.log() + marek.log()
    assert "It helps" in ines.log()


@pytest.mark.parametrize(
    "wrong", [{"patient": "xforeign"}, {"doctor": ""}, {"modifier": "x"}, {"face": 11}, {"face": 999}]
)
def test_bad_values_change_nothing(gm, ines, shannon, pell, wrong):
    hurt(gm, pell)
    before = state_of_play(gm.table)
    data = {"doctor": shannon.public_id, "patient": pell.public_id, **wrong}
    assert ines.post("dragonfly.treat", **data).status_code == 422
    assert state_of_play(gm.table) == before


def test_the_unhurt_and_the_others(gm, ines, marek, watcher, stranger, shannon, pell):
    assert treated(ines, shannon, pell).status_code == 422
    hurt(gm, pell)
    before = state_of_play(gm.table)
    assert treated(marek, shannon, pell).status_code == 422
    assert treated(watcher, shannon, pell).status_code == 403
    assert treated(stranger.at(ines), shannon, pell).status_code == 404
    assert state_of_play(gm.table) == before


def test_undo_hurts_again_and_without_javascript(gm, ines, shannon, pell, dice):
    hurt(gm, pell)
    dice(7)
    assert ines.post("dragonfly.treat", plain=True, doctor=shannon.public_id, patient=pell.public_id).status_code == 302
    gm.does("undo")
    assert sheet_of(pell).ordinary_damage == 12
    assert not Use.objects.exists()
