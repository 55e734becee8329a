"""Many hands on one task: each rolls in an act of their own, the best counts, and one for everybody."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Track
from apps.characters.rough_magic.points import held_by
from apps.table.models import Event, Exchange, Telling
from tests.checks.conftest import full_facts
from tests.checks.rough_magic.conftest import has_points
from tests.checks.rough_magic.together.conftest import ask_of, opens, somebody, the_joint, works
from tests.combat.conftest import in_words
from tests.people import newest_event, state_of_play


@pytest.mark.played("rough_magic.combining-tasks")
def test_the_best_counts_and_one_for_everybody(
    gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, sel: Character, dice: Any
) -> None:
    opens(gm, jun, oke, sel)
    works(ines, jun, dice, 6, 5)
    works(marek, oke, dice, 1, 2)
    assert "So far best 16 + 2 who work on it 17 is needed 18" in gm.panel("rough_magic-works")
    works(gm, sel, dice, 1, 1)
    facts = full_facts(gm.table)
    assert [one["total"] for one in facts["workers"]] == [16, 5, 6]
    assert (facts["combined"], facts["target"], facts["margin"], facts["extreme"]) == (19, 17, 2, False)
    assert "Success 17 needed" in marek.log()
    assert not Exchange.objects.filter(table=gm.table, closed_at=None).exists()


@pytest.mark.played("rough_magic.combining-tasks", "rough_magic.power-boost")
def test_a_boost_is_told_by_what_it_makes_of_all_together(
    gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, dice: Any
) -> None:
    """Two heads count, and Jun's 10 is too little: of 17 Oke's Brawn 6 lacks 9 on the dice, with a boost 8."""
    has_points(marek, 1)
    opens(gm, jun, oke)
    works(ines, jun, dice, 3, 2)
    words = in_words(marek.get("rough_magic.join-work", ask=ask_of(oke).public_id, attribute="brawn"))
    assert "Chance of 17 or more together 28%" in words
    assert "Brawn 7 42%, for one round" in words


@pytest.mark.played("rough_magic.combining-tasks")
def test_one_alone_combines_nothing(gm: Any, ines: Any, jun: Character, dice: Any) -> None:
    opens(gm, jun, grade="demanding")
    works(ines, jun, dice, 6, 2)
    facts = full_facts(gm.table)
    assert (facts["combined"], facts["target"], facts["success"], facts["heads"]) == (13, 14, False, 0)
    assert "Not enough 14 was needed" in ines.log()


@pytest.mark.played("rough_magic.combining-tasks")
def test_the_chances_change_while_rolls_come_in(
    gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, dice: Any
) -> None:
    opens(gm, jun, oke, attribute="brawn", grade="frustrating")
    assert "Jun Vey: Brawn 4" in marek.panel("rough_magic-works")
    works(ines, jun, dice, 1, 1, attribute="brawn")
    card = marek.panel("rough_magic-works")
    assert "if Bramble Oke makes 15: 9 or more on the dice" in card
    assert "28% to make it" in card
    assert "28%" in marek.panel("asks")
    works(marek, oke, dice, 5, 4, attribute="brawn")
    assert full_facts(gm.table)["success"]


@pytest.mark.played("rough_magic.combining-tasks", "rough_magic.expertise")
def test_people_use_what_they_have(gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, dice: Any) -> None:
    opens(gm, jun, oke, other_skill="Locks")
    assert "Reason 5 + Lock picks 2" in ines.panel("asks")
    form = ines.get("rough_magic.join-work", ask=ask_of(jun).public_id).content.decode()
    assert "Lock picks 2" in form
    skill = jun.entries.get(kind="skill").public_id
    works(ines, jun, dice, 3, 3, skill=skill, boxes=["helps"], seen="helps-")
    works(marek, oke, dice, 3, 3, attribute="brawn")
    jun_rolled, oke_rolled = full_facts(gm.table)["workers"]
    assert (jun_rolled["total"], jun_rolled["av_net"], oke_rolled["total"]) == (16, 3, 12)


@pytest.mark.played("rough_magic.combining-tasks")
def test_what_makes_it_easier_does_so_for_all(
    gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, dice: Any
) -> None:
    opens(gm, jun, oke, net="-3")
    works(ines, jun, dice, 3, 3)
    works(marek, oke, dice, 3, 3)
    assert (full_facts(gm.table)["target"], full_facts(gm.table)["combined"]) == (14, 13)


@pytest.mark.played("rough_magic.combining-tasks")
def test_who_fails_whatever_falls_neither_rolls_nor_counts(
    gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, dice: Any
) -> None:
    opens(gm, jun, oke)
    works(ines, jun, dice, 3, 3)
    works(gm, oke, dice, boxes=["impossible"], seen="impossible-")
    facts = full_facts(gm.table)
    assert (facts["combined"], len(facts["workers"])) == (11, 1)


def test_whoever_stays_out_is_not_counted(
    gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, dice: Any
) -> None:
    opens(gm, jun, oke)
    works(ines, jun, dice, 3, 3)
    marek.does("rough_magic.sit-out", ask=ask_of(oke).public_id)
    assert (full_facts(gm.table)["combined"], full_facts(gm.table)["heads"]) == (11, 0)


def test_when_all_stay_out_nothing_is_counted(gm: Any, ines: Any, jun: Character) -> None:
    opens(gm, jun)
    ines.does("rough_magic.sit-out", ask=ask_of(jun).public_id)
    assert not Exchange.objects.filter(table=gm.table, closed_at=None).exists()
    assert newest_event(gm.table).kind == "rough_magic.sat-out"


def test_the_gm_counts_what_is_there(gm: Any, ines: Any, jun: Character, oke: Character, dice: Any) -> None:
    opens(gm, jun, oke)
    joint = Exchange.objects.get(table=gm.table, closed_at=None).public_id
    assert gm.post("rough_magic.count-now", joint=joint).status_code == 422
    works(ines, jun, dice, 6, 6)
    assert ines.post("rough_magic.count-now", joint=joint).status_code == 403
    gm.does("rough_magic.count-now", joint=joint)
    facts = full_facts(gm.table)
    assert (facts["combined"], facts["success"]) == (17, True)


def offered(person: Any) -> bool:
    """Whether this one may come to it: not whoever works on it already."""
    return "Work on it too" in person.panel("rough_magic-works")


def test_somebody_comes_to_it(gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, dice: Any) -> None:
    opens(gm, jun)
    joint = Exchange.objects.get(table=gm.table, closed_at=None).public_id
    assert ines.post("rough_magic.work-too", joint=joint, character=jun.public_id).status_code == 422
    assert ines.post("rough_magic.work-too", joint=joint, character=oke.public_id).status_code == 422
    assert [offered(one) for one in (gm, ines, marek)] == [True, False, True]
    marek.does("rough_magic.work-too", joint=joint, character=oke.public_id)
    assert [offered(one) for one in (gm, ines, marek)] == [False, False, False]
    assert "With Jun Vey: the best roll counts" in marek.panel("asks")
    works(ines, jun, dice, 6, 5)
    works(marek, oke, dice, 1, 1)
    assert full_facts(gm.table)["combined"] == 18


@pytest.mark.played("rough_magic.automatic-success")
def test_a_plot_point_makes_sure_of_the_whole(
    gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, dice: Any
) -> None:
    Track.objects.create(table=gm.table, character=None, seat=ines.seat, key="plot-points", value=1)
    opens(gm, jun, oke)
    works(ines, jun, dice, 1, 1, point="success")
    assert the_joint(gm.table).paid_by == "Jun Vey"
    works(marek, oke, dice, 1, 1)
    facts = full_facts(gm.table)
    assert (facts["combined"], facts["success"], facts["margin"], facts["extreme"]) == (9, True, 0, False)
    assert held_by(ines.seat) == 0
    assert "a plot point makes sure" in marek.log()


def test_an_answer_that_was_taken_back_falls_with_the_same_faces(
    gm: Any, ines: Any, jun: Character, oke: Character, dice: Any
) -> None:
    opens(gm, jun, oke)
    works(ines, jun, dice, 6, 5)
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert the_joint(gm.table).waiting == the_joint(gm.table).workers
    works(ines, jun, dice, faces="1 1", status=422)
    works(ines, jun, dice)
    assert the_joint(gm.table).so_far == 16


def test_taking_back_the_last_roll_opens_it_again(
    gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, dice: Any
) -> None:
    opens(gm, jun, oke)
    works(ines, jun, dice, 6, 5)
    works(marek, oke, dice, 1, 2)
    joined = Event.objects.filter(table=gm.table, kind="rough_magic.joined").latest("pk")
    gm.does("undo", event=joined.public_id)
    assert the_joint(gm.table).so_far == 16
    assert "So far" in marek.panel("rough_magic-works")


def test_what_is_hidden_of_the_number_is_in_nothing_that_players_see(
    gm: Any, ines: Any, jun: Character, oke: Character, dice: Any
) -> None:
    opens(gm, jun, oke, hidden="hidden")
    assert "17" not in ines.panel("asks") + ines.panel("rough_magic-works")
    assert "%" not in ines.panel("asks") + ines.panel("rough_magic-works")
    form = in_words(ines.get("rough_magic.join-work", ask=ask_of(jun).public_id))
    assert "Target number ?" in form
    assert "17 or more together" not in form
    works(ines, jun, dice, 6, 6)
    gm.does("rough_magic.count-now", joint=Exchange.objects.get(table=gm.table, closed_at=None).public_id)
    known = Telling.objects.get(event=newest_event(gm.table), audience="everybody").facts
    assert not {"target", "margin", "success", "extreme"} & set(known)
    assert "the GM knows how much is needed" in ines.log()


def test_numbers_of_the_gm_s_people_are_the_gm_s(gm: Any, ines: Any, jun: Character, sel: Character, dice: Any) -> None:
    opens(gm, jun, sel)
    assert "Reason 4" in gm.panel("rough_magic-works")
    assert "Reason 4" not in ines.panel("rough_magic-works")
    assert "%" not in ines.panel("rough_magic-works")
    works(gm, sel, dice, 6, 5)
    assert "Reason 4" not in ines.page()
    assert "15" in ines.panel("rough_magic-works")


def test_who_cannot_be_asked(gm: Any, ines: Any, jun: Character) -> None:
    ash = somebody(gm.table, "Warden Ash", hidden=True)
    before = state_of_play(gm.table)
    opens(gm, ash, status=422)
    opens(gm, status=422)
    opens(gm, jun, grade="routine", status=422)
    assert ines.post("rough_magic.joint", characters=[jun.public_id], label="x", attribute="reason").status_code == 403
    assert state_of_play(gm.table) == before


@pytest.mark.played("rough_magic.automatic-success", "rough_magic.combining-tasks")
def test_a_worker_s_point_turns_what_failed(
    gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, dice: Any
) -> None:
    Track.objects.create(table=gm.table, character=None, seat=ines.seat, key="plot-points", value=1)
    opens(gm, jun, oke)
    works(ines, jun, dice, 1, 1)
    works(marek, oke, dice, 1, 1)
    card = Event.objects.get(table=gm.table, kind="rough_magic.joint-counted").public_id
    assert "It succeeds, for 1 plot point" in ines.page()
    assert "It succeeds, for 1 plot point" in marek.page()
    assert marek.post("rough_magic.make-sure", event=card, character=oke.public_id).status_code == 422
    assert marek.post("rough_magic.make-sure", event=card, character=jun.public_id).status_code == 422
    ines.does("rough_magic.make-sure", event=card, character=jun.public_id)
    assert "Jun Vey: a plot point makes sure" in marek.log()
    assert held_by(ines.seat) == 0
    assert "It succeeds, for 1 plot point" not in ines.page()
    assert ines.post("rough_magic.make-sure", event=card, character=jun.public_id).status_code == 422


def test_who_did_not_work_sees_no_button(
    gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, sel: Character, dice: Any
) -> None:
    """Jun and Sel worked, and the GM rolled for both of them: it is Ines’s point all the same."""
    opens(gm, jun, sel)
    works(gm, jun, dice, 1, 1)
    works(gm, sel, dice, 1, 1)
    assert "It succeeds, for 1 plot point" in ines.page()
    assert "It succeeds, for 1 plot point" not in marek.page()
