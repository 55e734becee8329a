"""The order by roll: players roll their own Perception, the GM theirs (rough_magic.perception-order)."""

import pytest

from apps.table.models import Ask
from tests.checks.rough_magic.conftest import is_in
from tests.combat.rough_magic.order.conftest import acting, ids, newest, now, state_of_fight, states, told_to, words
from tests.combat.rough_magic.order.test_moving import switched


def begins(gm, dice, *those, faces=(), **more):
    dice(*faces)
    gm.does("rough_magic.start-fight", characters=ids(*those), how="roll", **more)


def ask_of(character):
    return Ask.objects.get(audience="character", subject=character.pk, closed_at=None)


def rolls(person, character, dice, *faces, **more):
    dice(*faces)
    person.does("rough_magic.roll-order", ask=ask_of(character).public_id, **more)


def order(gm, to="gms"):
    return told_to(newest(gm, "order-set"), to)


@pytest.mark.played("rough_magic.perception-order")
def test_everybody_rolls_and_the_highest_acts_first(gm, ines, marek, jun, bramble, guards, dice):
    begins(gm, dice, jun, bramble, *guards, faces=(6, 6))
    rolls(ines, jun, dice, 1, 2)
    assert now(gm).phase == "rolling"
    rolls(marek, bramble, dice, 6, 5)
    assert order(gm, "gms")["order"] == ["Guard 1", "Guard 2", "Guard 3", "Bramble Oke", "Jun Vey"]
    assert [one["total"] for one in order(gm, "gms")["totals"]] == [14, 13, 8]
    assert [one["total"] for one in order(gm, "everybody")["totals"]] == [13, 8]
    assert acting(gm) == "Guard 1"


def test_nobody_is_brought_in_while_the_order_is_rolled_for(gm, ines, marek, jun, bramble, guards, dice):
    begins(gm, dice, jun, *guards, faces=(6, 6))
    assert gm.panel("fight-left-out") == "Not in the fight: Bramble Oke."
    assert "Bramble Oke is not in this fight" in marek.panel("fight-outside")
    assert "Bring in" not in gm.panel("rough_magic-order")
    assert "rolled for" in words(gm.post("rough_magic.fight-join", characters=ids(bramble)))
    rolls(ines, jun, dice, 1, 2)
    assert gm.panel("fight-left-out") == "Not in the fight: Bramble Oke. Bring in Bramble Oke"


@pytest.mark.played("rough_magic.perception-order")
def test_ties_go_to_higher_perception_then_to_players_then_to_new_rolls(gm, ines, marek, jun, bramble, dice):
    begins(gm, dice, jun, bramble)
    rolls(ines, jun, dice, 1, 2)
    rolls(marek, bramble, dice, 3, 3)
    assert order(gm, "everybody")["order"] == ["Jun Vey", "Bramble Oke"]


@pytest.mark.played("rough_magic.perception-order")
def test_by_its_switch_every_tie_is_a_new_roll(gm, ines, marek, jun, bramble, dice):
    gm.does("switches", **switched(gm, order_ties="roll again"))
    begins(gm, dice, jun, bramble)
    rolls(ines, jun, dice, 1, 2)
    rolls(marek, bramble, dice, 3, 3, 1, 1, 6, 6)
    assert order(gm, "everybody")["order"] == ["Bramble Oke", "Jun Vey"]


@pytest.mark.played("rough_magic.perception-order")
def test_by_its_switch_the_gm_rolls_once_for_all(gm, ines, jun, sel, guards, dice):
    gm.does("switches", **switched(gm, gm_order_rolls="one for all"))
    begins(gm, dice, jun, sel, *guards, faces=(4, 4))
    rolls(ines, jun, dice, 1, 1)
    assert [(one["name"], one["total"]) for one in order(gm)["totals"]] == [
        ("Sel Marrow", 12), ("Guard 1", 10), ("Jun Vey", 7),
    ]  # fmt: skip


@pytest.mark.played("rough_magic.perception-order", "rough_magic.bonus-penalty")
def test_what_is_for_and_against_a_roll_is_ticked_and_netted(gm, ines, marek, jun, bramble, dice):
    """Two that help count once; who is distracted or exhausted has that ticked, and may say that it counts not here."""
    is_in(bramble, "distracted")
    begins(gm, dice, jun, bramble)
    form = words(ines.get("rough_magic.roll-order", ask=ask_of(jun).public_id))
    assert "Something helps" in form
    assert "Something makes it harder" not in form
    rolls(ines, jun, dice, 3, 3, boxes=["helps"], seen="helps- hinders- distracted- exhausted-")
    assert told_to(newest(gm, "order-rolled"), "everybody")["total"] == 6 + 5 + 3
    assert "Roll 2d6 − 1" in marek.page()
    assert "Perception 2, −3" in marek.page()
    rolls(marek, bramble, dice, 5, 5)
    assert [one["total"] for one in order(gm, "everybody")["totals"]] == [14, 10 + 2 - 3]
    assert "For and against it −3" in marek.log()


def test_a_box_that_is_unticked_is_told(gm, ines, jun, bramble, dice):
    is_in(jun, "distracted")
    begins(gm, dice, jun, bramble)
    rolls(ines, jun, dice, 3, 3, seen="distracted+", boxes=[])
    assert told_to(newest(gm, "order-rolled"), "everybody")["total"] == 11
    assert "Distracted: unticked" in ines.log()


@pytest.mark.played("rough_magic.perception-order")
def test_for_the_gm_s_people_and_whoever_is_left_what_holds_counts(gm, jun, sel, dice):
    for one in (jun, sel):
        is_in(one, "distracted")
    begins(gm, dice, jun, sel, faces=(2, 2))
    dice(5, 5)
    gm.does("rough_magic.roll-rest")
    assert [(one["name"], one["total"]) for one in order(gm)["totals"]] == [("Jun Vey", 12), ("Sel Marrow", 5)]


def test_what_was_bought_for_the_roll_is_over_with_it(gm, ines, jun, bramble, dice):
    is_in(jun, "boosted", note="perception", until="next roll")
    begins(gm, dice, jun, bramble)
    rolls(ines, jun, dice, 3, 3)
    assert told_to(newest(gm, "order-rolled"), "everybody")["total"] == 12
    assert states(jun) == []


def test_real_dice_and_a_tie_that_the_program_settles(gm, ines, marek, jun, bramble, dice):
    gm.does("switches", **switched(gm, order_ties="roll again"))
    begins(gm, dice, jun, bramble)
    rolls(ines, jun, dice, faces="1 2")
    rolls(marek, bramble, dice, 6, 6, 1, 1, faces="3 3")
    assert order(gm, "everybody")["order"] == ["Jun Vey", "Bramble Oke"]


def test_the_gm_rolls_for_whoever_is_left(gm, ines, jun, bramble, dice):
    begins(gm, dice, jun, bramble)
    rolls(ines, jun, dice, 1, 2)
    dice(6, 6)
    gm.does("rough_magic.roll-rest")
    assert acting(gm) == "Bramble Oke"
    assert not Ask.objects.filter(closed_at=None).exists()
    assert gm.post("rough_magic.roll-rest").status_code == 422


def test_the_faces_of_an_answer_that_is_taken_back_fall_again(gm, ines, marek, jun, bramble, dice):
    begins(gm, dice, jun, bramble)
    before = state_of_fight()
    rolls(ines, jun, dice, 5, 5)
    gm.does("undo", event=newest(gm, "order-rolled").public_id)
    assert state_of_fight() == before
    rolls(ines, jun, dice)
    assert told_to(newest(gm, "order-rolled"), "everybody")["total"] == 15


def test_nobody_answers_for_another_and_nobody_goes_on_before(gm, marek, jun, bramble, dice):
    begins(gm, dice, jun, bramble)
    assert marek.post("rough_magic.roll-order", ask=ask_of(jun).public_id).status_code == 422
    assert "rolled for" in words(gm.post("rough_magic.next"))


def test_players_learn_of_nobody_hidden_and_no_number_of_the_gm_s(gm, ines, jun, sel, ash, dice):
    begins(gm, dice, jun, sel, ash, faces=(1, 1, 6, 6))
    assert told_to(newest(gm, "fight-started"), "everybody")["rolls"] == []
    rolls(ines, jun, dice, 2, 2)
    facts = order(gm, "everybody")
    assert (facts["order"], facts["now"]) == (["Jun Vey", "Sel Marrow"], "")
    assert [one["name"] for one in facts["totals"]] == ["Jun Vey"]


def test_with_the_end_of_the_fight_nobody_is_asked_any_more(gm, jun, dice):
    begins(gm, dice, jun)
    gm.does("rough_magic.end-fight")
    assert not Ask.objects.filter(closed_at=None).exists()
