"""The order of play in rows: what is held, owed and forced is read as the rules' values and written back."""

import pytest

from apps.combat import tracking
from apps.combat.models import Tally
from apps.combat.rough_magic.order import stored, turns_of
from apps.rules.refusal import Refused
from apps.rules.rough_magic.combat import turns as rules
from apps.rules.rough_magic.combat.turns import Place
from apps.table.models import Span
from tests.combat.rough_magic.order.conftest import acting, down, forces, place, play, starts
from tests.combat.wounded import a_turn_of


def of(gm, read):
    """What is read of the fight that runs."""
    found = []
    a_turn_of(gm, lambda turn: found.append(read(tracking.fight_of(turn.table))))
    return found[0]


def test_a_new_fight_stands_at_its_first_place(gm, jun, bramble, sel):
    starts(gm, jun, bramble, unaware=(sel,))
    now = play(gm)
    assert (now.round, now.at, now.over, len(now.places)) == (1, 0, False, 2)
    assert of(gm, lambda fight: stored.fighter_of(fight, sel)) is None
    assert of(gm, lambda fight: stored.fighter_of(fight, jun)) == place(gm, jun)


def test_what_the_rules_make_of_it_is_kept(gm, jun, bramble, sel):
    starts(gm, jun, bramble, sel)

    def moves(turn):
        fight = tracking.running(turn)
        before = stored.play_of(fight)
        first = before.places[0].name
        after = rules.next_place(rules.delay(before, first))[0]
        after = rules.force(after, before.places[2].name)
        stored.keep(turn, fight, after)

    a_turn_of(gm, moves)
    assert place(gm, jun).held == 1
    assert (place(gm, sel).owed, place(gm, sel).forced) == (1, 1)
    assert (acting(gm), play(gm).at) == ("Bramble Oke", 1)


@pytest.mark.played("rough_magic.forcing")
def test_a_forced_defence_costs_the_next_turn_that_is_not_given_up(gm, jun, bramble):
    starts(gm, jun, bramble)
    assert forces(gm, bramble) == "round 1"
    assert place(gm, bramble).owed == 1
    with pytest.raises(Refused, match="Bramble Oke has forced an action in round 1"):
        forces(gm, bramble)


def test_after_the_own_place_it_is_that_of_the_next_round(gm, jun, bramble):
    starts(gm, jun, bramble)
    gm.does("rough_magic.next")
    assert forces(gm, jun) == "round 2"


def test_a_held_turn_is_the_first_to_go(gm, jun, bramble):
    starts(gm, jun, bramble)
    gm.does("rough_magic.hold", character=jun.public_id)
    assert forces(gm, jun) == "held turn"
    assert place(gm, jun).held is None


def test_in_the_own_turn_it_is_the_task(gm, jun, bramble):
    starts(gm, jun, bramble)
    assert forces(gm, jun) == "task"
    with pytest.raises(Refused, match="has had the task"):
        forces(gm, jun)


def test_who_is_down_holds_and_owes_nothing(gm, jun, bramble):
    starts(gm, jun, bramble)
    forces(gm, bramble)
    down(bramble)
    assert place(gm, bramble) == Place(place(gm, bramble).name, forced=1, away=True)
    with pytest.raises(Refused, match="Bramble Oke cannot act"):
        forces(gm, bramble)


def test_whoever_is_not_aware_cannot_defend(gm, jun, sel):
    starts(gm, jun, unaware=(sel,))
    with pytest.raises(Refused, match="no place in the order"):
        forces(gm, sel)


@pytest.mark.played("rough_magic.task-action")
def test_a_task_is_counted_and_refused_to_whoever_has_no_turn(gm, ines, marek, jun, bramble):
    starts(gm, jun, bramble)
    a_turn_of(ines, lambda turn: stored.uses_task(turn, jun))
    assert Tally.objects.get(key="task").value == 1
    with pytest.raises(Refused, match="has had the task of this turn"):
        a_turn_of(ines, lambda turn: stored.uses_task(turn, jun))
    with pytest.raises(Refused, match="It is not Bramble Oke’s turn"):
        a_turn_of(marek, lambda turn: stored.uses_task(turn, bramble))


def test_outside_a_fight_a_task_is_nothing(ines, jun):
    a_turn_of(ines, lambda turn: stored.uses_task(turn, jun))
    assert not Tally.objects.exists()


def test_the_order_closes_with_its_fight(gm, jun):
    starts(gm, jun)
    assert Span.objects.filter(kind="fight", closed_at=None).count() == 1
    assert of(gm, turns_of.on_turn).character == jun
