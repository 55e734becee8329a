"""Triggers that change dice of a roll: one of the pool before the throw, one that fell before the total stands."""

import pytest

from apps.characters.models import Track
from apps.checks.crew import drafts
from apps.checks.crew.drafts import Chosen
from apps.rules.crew.contest import total
from apps.table.models import Ask
from tests.checks.crew.conftest import (
    ask_of,
    contest,
    full_facts,
    of,
    oppose,
    pool,
    the_contest,
    the_exchange,
    the_side,
    throw,
    undo_last,
)
from tests.crew_play import is_asked, the_ask, the_draft
from tests.drama.crew.conftest import held, put, said
from tests.people import state_of_play

SHOOT = of("physical", "shoot")


def with_trigger(character, effect, points=0):
    trigger = {"text": "When it matters", "points": points, "effect": effect}
    return put(character, "distinction", "Loyal to the end", text="", triggers=[trigger])


def used(person, character, entry, die="", **more):
    more |= {"pool_die": die} if die else {}
    return person.post("crew.trigger", character=character.public_id, trigger=f"{entry.public_id}-0", **more)


def in_pool(table, token, place="aggressor"):
    draft = the_draft(the_exchange(table), place)
    return f"{draft.public_id}:{token}"


def fell(table, index, place="aggressor"):
    return f"{ask_of(table, place).public_id}:{index}"


def dice_of(table, place="aggressor"):
    draft = the_draft(the_exchange(table), place)
    return [(die.label, die.size) for die in drafts.pool_of(draft)]


@pytest.fixture
def building(gm, ines, wren):
    """Wren puts Physical and Shoot together."""
    contest(ines, wren)
    pool(gm.table, "aggressor", *SHOOT)
    return dice_of(gm.table)


@pytest.mark.played("crew.triggers", "crew.step-ladder")
def test_a_die_of_the_pool_is_stepped_up_and_down(gm, ines, marek, wren, building):
    table, (_, (label, size)) = gm.table, building
    up = with_trigger(wren, "step-up", -1)
    drawn = ines.get("crew.trigger", character=wren.public_id, trigger=f"{up.public_id}-0")
    assert f"{label} d{size}" in said(drawn)
    assert used(ines, wren, up, in_pool(table, "skill::shoot:")).status_code == 200
    assert dice_of(table)[1] == (label, size + 2)
    assert held(wren) == 0
    assert f"In this roll {label} d{size} is d{size + 2}." in marek.log()
    assert "skill, a step up" in ines.panel("crew-pool")
    undo_last(gm)
    assert (dice_of(table), held(wren)) == (building, 1)
    down = with_trigger(wren, "step-down")
    assert used(ines, wren, down, in_pool(table, "skill::shoot:")).status_code == 200
    assert dice_of(table)[1] == (label, size - 2)


@pytest.mark.played("crew.triggers")
def test_a_die_of_the_pool_is_doubled_once(gm, ines, marek, wren, building):
    table, (label, size) = gm.table, building[0]
    twice = with_trigger(wren, "double")
    assert used(ines, wren, twice, in_pool(table, "attribute::physical:"), plain=True).status_code == 302
    assert sorted(dice_of(table)) == sorted([*building, (label, size)])
    assert f"{label} d{size} lies in the pool twice." in marek.log()
    assert "attribute, doubled" in ines.panel("crew-pool")
    before = state_of_play(table)
    assert "doubled already" in said(used(ines, wren, twice, in_pool(table, "attribute::physical:")))
    assert state_of_play(table) == before


def test_which_die_is_to_be_said(gm, ines, marek, watcher, wren, kit, building):
    table = gm.table
    up = with_trigger(wren, "step-up")
    pool(table, "aggressor", Chosen("scale"))
    before = state_of_play(table)
    assert "Say which die" in said(used(ines, wren, up))
    assert used(ines, wren, up, in_pool(table, "skill::fly:")).status_code == 422
    assert used(ines, wren, up, in_pool(table, "difficulty:::8", "defender")).status_code == 422
    assert used(marek, wren, up, in_pool(table, "skill::shoot:")).status_code == 422
    assert used(watcher, wren, up, in_pool(table, "skill::shoot:")).status_code == 403
    assert state_of_play(table) == before


def test_there_is_a_last_step(gm, ines, wren, building):
    wren.ratings.filter(key="shoot").update(value=12)
    up = with_trigger(wren, "step-up")
    before = state_of_play(gm.table)
    assert "there is no further step" in said(used(ines, wren, up, in_pool(gm.table, "skill::shoot:")))
    assert state_of_play(gm.table) == before


def test_one_that_pays_changes_the_pool_once_the_gm_agrees(gm, ines, wren, building):
    label, size = building[1]
    entry = with_trigger(wren, "step-down", 1)
    assert used(ines, wren, entry, in_pool(gm.table, "skill::shoot:")).status_code == 200
    assert dice_of(gm.table) == building
    assert f"Step a die down: {label} d{size}" in gm.panel("asks")
    gm.does("crew.answer-trigger", ask=the_ask(gm.table, "crew.trigger").public_id, allow="yes")
    assert dice_of(gm.table)[1] == (label, size - 2)


def test_two_that_pay_wait_beside_each_other_and_both_come_to_their_right(gm, ines, wren, building):
    """The second does not push the first aside, and each finds the die as the other has left it."""
    table, die = gm.table, in_pool(gm.table, "skill::shoot:")
    double = with_trigger(wren, "double", 1)
    step = put(wren, "distinction", "Quick", text="", triggers=[{"text": "", "points": 1, "effect": "step-up"}])
    for one in (double, step):
        assert used(ines, wren, one, die).status_code == 200
    waiting = Ask.objects.filter(exchange__kind="crew.trigger", closed_at=None).order_by("pk")
    for one in list(waiting):
        gm.does("crew.answer-trigger", ask=one.public_id, allow="yes")
    assert dice_of(table)[1:] == [("Shoot", 12), ("Shoot", 12)]
    assert held(wren) == 3
    assert not waiting.all().exists()


def test_one_that_pays_is_paid_though_the_pool_was_thrown_meanwhile(gm, ines, marek, wren, building, dice):
    used(ines, wren, with_trigger(wren, "double", 1), in_pool(gm.table, "skill::shoot:"))
    dice(3, 2)
    oppose(gm)
    dice(4, 5)
    assert throw(ines, "aggressor").status_code == 200
    gm.does("crew.answer-trigger", ask=the_ask(gm.table, "crew.trigger").public_id, allow="yes")
    assert held(wren) == 2
    assert "double a die. One plot point from the pile, 2 now." in marek.log()


# after the throw


@pytest.fixture
def thrown(gm, ines, wren, dice):
    """The opposition stands at 9, and Wren has thrown a 1, a 4, a 3 and a 2: 7, one jinx and a point to pay with."""

    def fall(*faces, theirs=(5, 4)):
        contest(ines, wren)
        dice(*theirs)
        oppose(gm)
        one = wren.entries.filter(kind="distinction").first()
        carbine = wren.entries.filter(kind="signature-asset").first()
        pool(gm.table, "aggressor", *SHOOT, Chosen("distinction", one.public_id, size=8),
             Chosen("signature-asset", carbine.public_id))  # fmt: skip
        dice(*faces)
        answer = throw(ines, "aggressor")
        assert answer.status_code == 200, said(answer)

    return fall


@pytest.mark.played("crew.triggers", "crew.jinx", "crew.total")
def test_a_jinx_is_thrown_anew_and_is_asked_about_no_more(gm, ines, marek, wren, dice, thrown):
    thrown(1, 4, 3, 2)
    table, again = gm.table, with_trigger(wren, "reroll")
    assert "A trigger: reroll a die" in ines.panel("asks")
    assert is_asked(table, "crew.jinx") == ["Wren"]
    dice(6)
    assert used(ines, wren, again, fell(table, 0)).status_code == 200
    side = the_side(table, "aggressor")
    assert (side.faces, total(side), is_asked(table, "crew.jinx")) == ((6, 4, 3, 2), 10, [])
    assert "showed 1, thrown anew it shows 6: 10 in all." in marek.log()
    undo_last(gm)
    assert (the_side(table, "aggressor").faces, is_asked(table, "crew.jinx")) == ((1, 4, 3, 2), ["Wren"])
    assert used(ines, wren, again, fell(table, 0)).status_code == 200
    assert the_side(table, "aggressor").faces == (6, 4, 3, 2)
    assert "It had fallen before." in marek.log()


@pytest.mark.played("crew.triggers", "crew.jinx")
def test_a_new_1_is_one_more_jinx(gm, ines, wren, dice, thrown):
    thrown(5, 1, 3, 2)
    table, again = gm.table, with_trigger(wren, "reroll")
    dice(1)
    used(ines, wren, again, fell(table, 0))
    assert the_ask(table, "crew.jinx").facts["jinxes"] == 2
    assert total(the_side(table, "aggressor")) == 5


def test_a_1_that_was_bought_stays(gm, ines, wren, thrown):
    thrown(1, 4, 3, 2)
    table, again = gm.table, with_trigger(wren, "reroll")
    gm.does("crew.answer-jinx", ask=the_ask(table, "crew.jinx").public_id, choice=f"new:{wren.public_id}")
    before = state_of_play(table)
    refused = used(ines, wren, again, fell(table, 0))
    assert "Something has come of this 1 already" in said(refused)
    assert state_of_play(table) == before


def test_only_while_the_total_does_not_stand(gm, ines, marek, wren, kit, thrown):
    thrown(5, 4, 3, 2)
    table, again = gm.table, with_trigger(wren, "reroll")
    die = fell(table, 0)
    before = state_of_play(table)
    assert used(ines, wren, again, f"{die}9").status_code == 422
    assert used(ines, wren, again, fell(table, 0, "defender")).status_code == 422
    assert used(marek, wren, again, die).status_code == 422
    assert state_of_play(table) == before
    ines.does("crew.announce", ask=ask_of(table, "aggressor").public_id)
    assert the_contest(table).aggressor.faces == (5, 4, 3, 2)
    used(ines, wren, again, die)
    assert the_contest(table).aggressor.faces == (5, 4, 3, 2)
    assert full_facts(table)["done"] == {}


def test_a_trigger_that_costs_nothing_waits_without_a_point(gm, ines, wren, dice, thrown):
    with_trigger(wren, "reroll")
    Track.objects.filter(character=wren, key="plot-points").update(value=0)
    thrown(5, 4, 3, 2)
    assert not the_side(gm.table, "aggressor").announced
    dice(8)
    again = wren.entries.filter(kind="distinction", name="Loyal to the end").get()
    used(ines, wren, again, fell(gm.table, 2))
    assert total(the_side(gm.table, "aggressor")) == 13


def test_in_secret_no_face_is_told(gm, ines, tran, wren, dice):
    contest(gm, tran, wren)
    pool(gm.table, "defender", *SHOOT)
    dice(4, 3)
    throw(ines, "defender")
    Track.objects.filter(character=wren, key="plot-points").update(value=0)
    if not the_side(gm.table, "defender").announced:
        ines.does("crew.announce", ask=ask_of(gm.table, "defender").public_id)
    gm.does("crew.bank-set", points=2)
    one = tran.entries.filter(kind="distinction").first()
    pool(gm.table, "aggressor", *SHOOT, Chosen("distinction", one.public_id, size=8))
    dice(5, 4, 3)
    assert throw(gm, "aggressor", shown="total").status_code == 200
    dice(7)
    assert used(gm, tran, with_trigger(tran, "reroll"), fell(gm.table, 2)).status_code == 200
    assert "thrown anew it shows 7" in gm.log()
    assert "thrown anew" not in ines.log()
