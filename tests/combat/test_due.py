"""What can be done now: the lists offer only what there is something to do for, by the words under which it stands."""

import pytest

from apps.characters.models import Track
from tests.combat.conftest import start


def offered(person):
    return [one.text.strip() for one in person.soup().select("#panel-rolls details .btn")]


def begins(person):
    return [one.text.strip() for one in person.soup().select("#panel-beginnings .btn")]


def alight(character):
    Track.objects.create(table=character.table, character=character, key="state-on-fire", value=1)


IN_A_FIGHT = {"Attack", "Shoot", "Take aim", "Break free", "Let go"}
IN_TROUBLE = {"Put a fire out", "Snap out of a panic", "Make the dying stable"}


def test_what_needs_a_fight_or_somebody_in_trouble_is_not_offered_without(ines, gm, shannon, brute):
    assert not IN_A_FIGHT & set(offered(ines))
    assert not IN_TROUBLE & set(offered(ines))
    start(gm, shannon, brute)
    assert set(offered(ines)) >= IN_A_FIGHT
    assert not IN_TROUBLE & set(offered(ines))


def test_a_fire_brings_what_puts_it_out(ines, gm, shannon):
    alight(shannon)
    assert "Put a fire out" in offered(ines)
    assert "Let a fire burn" in offered(gm)


def test_somebody_hidden_who_is_in_trouble_is_not_betrayed(ines, gm, shannon, voss):
    alight(voss)
    assert "Put a fire out" not in offered(ines)
    assert "Put a fire out" in offered(gm)


def test_things_stand_under_words(ines, shannon):
    panel = ines.soup().select_one("#panel-rolls details")
    titles = [one.text for one in panel.select("h3")]
    assert {"People", "Points"} <= set(titles) <= {"People", "Fights and wounds", "Points", "Ships", "Rolls"}
    assert len(titles) == len(set(titles))


def test_a_fear_test_is_offered_once_in_a_fight_by_the_tracker(gm, shannon, brute):
    assert "Ask for a Fear Test" in begins(gm)
    start(gm, shannon, brute)
    [link] = gm.soup().select("a[href*=ask-fear]")
    assert link.find_parent(id="panel-fight")


def test_the_gm_begins_what_does_not_run_yet_and_nobody_else_sees_it(gm, ines, shannon, brute):
    assert begins(gm) == ["Ask for a Fear Test", "Start a fight", "Lay out the board"]
    assert not ines.soup().select("#panel-beginnings")
    start(gm, shannon, brute)
    assert begins(gm) == ["Lay out the board"]
    gm.does("dragonfly.end-fight")
    assert "Start a fight" in begins(gm)


def test_the_phone_s_list_is_the_same(ines, shannon):
    pane = ines.soup().select_one("#act-empty")
    assert not IN_A_FIGHT & {one.text.strip() for one in pane.select("a")}
    assert "Roll a check" in pane.text


@pytest.mark.parametrize("panel", ["here", "party"])
def test_how_somebody_is_stands_beside_their_name(ines, gm, shannon, panel):
    person = ines if panel == "here" else gm
    assert "Unconscious" not in person.panel(panel)
    Track.objects.create(table=shannon.table, character=shannon, key="state-unconscious", value=1)
    alight(shannon)
    assert "Unconscious On fire" in person.panel(panel)


def test_only_the_first_way_to_attack_is_the_main_one(ines, gm, shannon, brute):
    start(gm, shannon, brute)
    for panel in ines.soup().select("#panel-my-fight .card"):
        assert len(panel.select(".btn.main")) <= 1
