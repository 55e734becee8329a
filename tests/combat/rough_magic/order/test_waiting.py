"""One tap holds up the roll that is to come, for whoever could act before it (rough_magic.attack-sequence, step 4)."""

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Entry
from apps.combat.models import Slot
from tests.combat.conftest import in_words
from tests.combat.rough_magic.order.conftest import (
    acting,
    goes_on,
    newest,
    place,
    starts,
    state_of_fight,
    told_to,
    words,
)
from tests.combat.rough_magic.standing import the_ask


def skin(character, on=0):
    """A defensive power of theirs."""
    facts = {"rank": 4, "defends": "both", "attribute": "power"}
    return Entry.objects.create(character=character, kind="power", name="Stone skin", facts=facts, amount=on)


def waits(person, character, status=200):
    answer = person.post("rough_magic.wait", character=character.public_id)
    assert answer.status_code == status, in_words(answer)
    return in_words(answer)


def rolls(person, character, dice=None, *faces, status=200):
    if dice is not None:
        dice(*faces)
    answer = person.post("rough_magic.check", character=character.public_id, attribute="brawn")
    assert answer.status_code == status, in_words(answer)
    return in_words(answer)


@pytest.mark.played("rough_magic.attack-sequence", "rough_magic.delaying")
def test_with_a_held_turn_one_tap_holds_up_the_roll_till_it_is_used(gm, ines, marek, jun, bramble, dice):
    starts(gm, jun, bramble)
    ines.does("rough_magic.hold", character=jun.public_id)
    assert "Wait" in ines.panel("rough_magic-turn")
    assert "Wait" not in marek.panel("rough_magic-turn")
    waits(ines, jun)
    assert told_to(newest(gm, "waits"), "everybody")["before"] == "Bramble Oke"
    told = "Jun Vey waits: to break in with the turn of round 1."
    for where in (marek.panel("rough_magic-turn"), marek.panel("rough_magic-order"), gm.panel("rough_magic-order")):
        assert told in where
    assert told in in_words(marek.get("rough_magic.check", character=bramble.public_id))
    before = state_of_fight()
    assert told in rolls(marek, bramble, status=422)
    assert told in rolls(gm, bramble, status=422)
    assert state_of_fight() == before
    ines.does("rough_magic.break-in", character=jun.public_id)
    assert not Slot.objects.exists()
    rolls(ines, jun, dice, 3, 3)
    goes_on(gm)
    rolls(marek, bramble, dice, 3, 3)


@pytest.mark.played("rough_magic.forcing", "rough_magic.powers")
def test_a_defensive_power_is_raised_before_the_roll_for_a_turn_to_come(gm, ines, marek, jun, bramble, dice):
    power = skin(bramble)
    starts(gm, jun, bramble)
    waits(marek, bramble)
    assert "to raise Stone skin" in ines.panel("rough_magic-turn")
    rolls(ines, jun, status=422)
    (button,) = marek.soup().select("#panel-rough_magic-turn input[name=power]")
    assert button["value"] == power.public_id
    assert "Raise Stone skin: costs the turn in round 1" in marek.panel("rough_magic-turn")
    marek.does("rough_magic.force", character=bramble.public_id, what="power", power=power.public_id)
    power.refresh_from_db()
    assert (power.amount, place(gm, bramble).owed) == (1, 1)
    assert "a defensive power: Stone skin; it costs the turn in round 1" in ines.log()
    rolls(ines, jun, dice, 3, 3)


def test_it_is_let_go_and_the_gm_goes_on_without_them(gm, ines, marek, jun, bramble, dice):
    skin(bramble)
    starts(gm, jun, bramble)
    waits(marek, bramble)
    assert ines.post("rough_magic.wait-over", character=bramble.public_id).status_code == 422
    assert ines.post("rough_magic.wait-over").status_code == 422
    marek.does("rough_magic.wait-over", character=bramble.public_id)
    assert "Bramble Oke waits no longer." in ines.log()
    waits(marek, bramble)
    assert "Go on without waiting" in gm.panel("rough_magic-order")
    assert "Go on without waiting" not in ines.panel("rough_magic-order")
    gm.does("rough_magic.wait-over")
    assert "It goes on without waiting for Bramble Oke." in ines.log()
    rolls(ines, jun, dice, 3, 3)
    assert gm.post("rough_magic.wait-over").status_code == 422


def test_it_counts_for_the_turn_that_runs_alone(gm, marek, jun, bramble, sel, dice):
    skin(bramble)
    starts(gm, jun, sel, bramble)
    waits(marek, bramble)
    goes_on(gm)
    assert acting(gm) == "Sel Marrow"
    rolls(gm, sel, dice, 3, 3)
    assert "Waits" not in marek.panel("rough_magic-turn")


def test_an_asked_roll_is_held_up_too(gm, ines, marek, jun, bramble, dice):
    skin(bramble)
    starts(gm, jun, bramble)
    gm.does("rough_magic.ask-check", attribute="perception", characters=[jun.public_id])
    waits(marek, bramble)
    ask = the_ask(gm.table, jun)
    answer = ines.post("rough_magic.answer-check", ask=ask)
    assert (answer.status_code, "Bramble Oke waits" in in_words(answer)) == (422, True)
    gm.does("rough_magic.wait-over")
    dice(3, 3)
    ines.does("rough_magic.answer-check", ask=ask)


def test_who_could_do_nothing_before_a_roll_has_no_button_and_is_refused(gm, ines, marek, jun, bramble, sel, ash):
    starts(gm, jun, bramble, sel, ash)
    assert "has no defensive power to raise" in waits(marek, bramble, 422)
    skin(jun)
    assert "nobody else’s roll" in waits(ines, jun, 422)
    row = skin(ash)
    assert "Nobody may learn of Warden Ash" in waits(gm, ash, 422)
    assert row.name not in marek.page()
    waits(marek, sel, 422)
    skin(bramble, on=1)
    waits(marek, bramble, 422)
    skin(sel)
    waits(gm, sel)
    assert "already" in waits(gm, sel, 422)
    assert "Sel Marrow waits." in ines.panel("rough_magic-order")
    assert "Sel Marrow waits: to raise" not in ines.page()


def test_without_javascript_it_is_a_link_and_whoever_is_down_waits_no_more(gm, ines, marek, jun, bramble):
    skin(bramble)
    starts(gm, jun, bramble)
    waits(marek, bramble)
    whole = BeautifulSoup(gm.get("rough_magic.check", plain=True, character=jun.public_id).content, "lxml")
    assert whole.select_one("#held-up a[href*='rough_magic.wait-over']")
    pane = BeautifulSoup(gm.get("rough_magic.check", character=jun.public_id).content, "lxml")
    assert pane.select_one("#held-up button[form=wait-over]")
    gm.does("rough_magic.hurt", characters=[bramble.public_id], levels=4, sort="lasting", why="x")
    assert "waits" not in words(gm.get("rough_magic.check", character=jun.public_id))
