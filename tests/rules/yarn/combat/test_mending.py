"""Days of healing with a serious wound, against days counted one by one."""

import pytest

from apps.rules import Refused
from apps.rules.yarn.combat.mending import DEADLY, MIS_HEALS, TENDED, Patient, days_spent


@pytest.mark.rule("yarn.healing-days", "yarn.serious-wound-outcome")
def test_a_wound_that_mis_heals_brings_half_of_what_the_days_would():
    for days in range(1, 12):
        whole = days_spent(Patient(5, 90), activity="rest", days=days)
        half = days_spent(Patient(5, 90, wound=MIS_HEALS), activity="rest", days=days)
        assert (half.gained, half.half) == divmod(whole.gained, 2)
        cared = days_spent(Patient(5, 90, wound=MIS_HEALS), activity="medical care", days=days)
        assert cared.gained == 2 * days


@pytest.mark.rule("yarn.serious-wound-outcome")
def test_half_points_and_odd_days_are_carried():
    patient, current, half = Patient(0, 20, wound=MIS_HEALS), 10, 0
    for _ in range(6):
        found = days_spent(Patient(current, 20, half=half, wound=MIS_HEALS), activity="rest", days=1)
        current, half = found.current, found.half
    assert (current, half) == (13, 0)
    assert days_spent(patient, activity="rest", days=1).odd_day == 1


@pytest.mark.rule("yarn.serious-wound-outcome")
def test_a_deadly_wound_costs_the_same_each_day_and_nothing_comes_back():
    for days in range(1, 6):
        found = days_spent(Patient(11, 21, wound=DEADLY, loss_per_day=4), activity="rest", days=days)
        assert (found.current, found.gained, found.lost) == (11 - 4 * days, 0, 4 * days)
    tended = days_spent(Patient(11, 21, wound=TENDED, loss_per_day=4), activity="rest", days=3)
    assert (tended.current, tended.lost) == (14, 0)


@pytest.mark.rule("yarn.long-term-healing")
def test_what_the_table_does_not_allow_is_refused():
    with pytest.raises(Refused, match="can be active"):
        days_spent(Patient(-1, 21), activity="active", days=1)
    with pytest.raises(Refused, match="may the GM take"):
        days_spent(Patient(9, 21), activity="rest", days=1, gm_loss=1)
    assert days_spent(Patient(9, 21), activity="active", days=1, gm_loss=3).current == 6


@pytest.mark.rule("yarn.healing-days", "yarn.serious-wound-outcome")
def test_each_day_is_of_the_state_that_the_wound_has_left():
    slow = days_spent(Patient(-1, 20, wound=MIS_HEALS), activity="rest", days=8)
    assert slow.current == 1, "half of a point in two days, till they can move"
    bleeding = Patient(3, 21, wound=DEADLY, loss_per_day=4)
    assert days_spent(bleeding, activity="active", days=1).current == -1
    with pytest.raises(Refused, match="can be active"):
        days_spent(bleeding, activity="active", days=2)
    assert days_spent(bleeding, activity="rest", days=2, gm_loss=1).current == -6
