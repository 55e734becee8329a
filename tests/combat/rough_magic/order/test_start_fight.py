"""A fight begins in the order in which people notice each other (rough_magic.awareness-order)."""

import re

import pytest
from bs4 import BeautifulSoup

from apps.combat.models import Combatant
from tests.combat.rough_magic.order.conftest import (
    acting,
    dead,
    down,
    ids,
    newest,
    play,
    starts,
    state_of_fight,
    states,
    told_to,
)


def order(gm):
    found = {one.public_id: one.character.name for one in Combatant.objects.select_related("character")}
    return [found[one.name] for one in play(gm).places]


@pytest.mark.played("rough_magic.awareness-order")
def test_names_are_tapped_in_their_order_and_the_rest_wait_outside(gm, jun, bramble, sel, guards):
    starts(gm, bramble, *guards, jun, unaware=(sel,))
    assert order(gm) == ["Bramble Oke", "Guard 1", "Guard 2", "Guard 3", "Jun Vey"]
    assert [one.place for one in Combatant.objects.order_by("pk")] == [3, 1, None, 2, 2, 2]
    assert acting(gm) == "Bramble Oke"
    assert states(sel) == ["surprised"]


def test_without_a_tap_all_have_noticed_each_other(gm, jun, bramble):
    starts(gm, jun, bramble, noticed=[])
    assert order(gm) == ["Jun Vey", "Bramble Oke"]


def test_players_are_told_of_nobody_who_is_hidden_or_not_aware(gm, jun, sel, ash):
    starts(gm, ash, jun, unaware=(sel,))
    assert told_to(newest(gm, "fight-started"), "gms")["order"] == ["Warden Ash", "Jun Vey"]
    open_words = told_to(newest(gm, "fight-started"), "everybody")
    assert (open_words["order"], open_words["unaware"], open_words["now"]) == (["Jun Vey"], [], "")


def test_whoever_is_down_is_not_ticked(gm, jun, bramble):
    down(bramble)
    assert ticked(gm, "characters") == ids(jun)


def ticked(gm, name):
    """What is ticked in a field of the form at first."""
    page = gm.get("rough_magic.start-fight").content.decode()
    boxes = [box for box in re.findall(r"<input[^>]*>", page) if f'name="{name}"' in box and "checked" in box]
    return [value for box in boxes for value in re.findall(r'value="(\w+)"', box)]


@pytest.mark.played("rough_magic.surprise")
def test_whoever_is_dead_is_not_surprised(gm, jun, bramble, sel):
    """Neither as the fight begins nor when it runs."""
    dead(bramble)
    dead(sel)
    starts(gm, jun, unaware=(bramble,))
    gm.does("rough_magic.fight-join", characters=ids(sel), unaware="on")
    assert (states(bramble), states(sel)) == ([], [])


def test_a_second_fight_is_refused(gm, jun):
    starts(gm, jun)
    before = state_of_fight()
    answer = gm.post("rough_magic.start-fight", characters=ids(jun))
    assert answer.status_code == 422
    assert state_of_fight() == before


def test_players_start_none(ines, jun):
    assert ines.post("rough_magic.start-fight", characters=ids(jun)).status_code == 403


def test_it_is_taken_back(gm, jun, bramble):
    before = state_of_fight()
    starts(gm, jun, unaware=(bramble,))
    gm.does("undo", event=newest(gm, "fight-started").public_id)
    assert state_of_fight() == before


@pytest.mark.played("rough_magic.awareness-order")
def test_the_order_of_the_taps_counts_however_the_form_was_drawn(gm, jun, bramble, sel):
    """Two names that were ticked before the form was drawn again come in the order of the page."""
    tapped = f"{sel.public_id} gone {jun.public_id}"
    form = gm.get("rough_magic.start-fight", noticed=ids(jun, bramble, sel), tapped=tapped)
    drawn = BeautifulSoup(form.content, "lxml")
    chips = [" ".join(one.get_text(" ").split()) for one in drawn.select("#field-noticed .chip")]
    assert chips == ["2. Jun Vey", "3. Bramble Oke", "1. Sel Marrow"]
    starts(gm, jun, bramble, sel, tapped=tapped)
    assert order(gm) == ["Sel Marrow", "Jun Vey", "Bramble Oke"]
