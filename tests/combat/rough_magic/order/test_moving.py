"""The movement of a turn: how far, at what pace, and what it leaves (rough_magic.movement-action, rough_magic.gait)."""

import pytest

from apps.characters.models import Entry, Rating
from apps.characters.rough_magic import states as kept
from tests.combat.rough_magic.order.conftest import acting, goes_on, newest, starts, state_of_fight, states, words
from tests.combat.wounded import a_turn_of


def moves(person, who, how, status=302, **more):
    """Somebody moves; returns how many metres, or what was said."""
    answer = person.post("rough_magic.move", plain=True, character=who.public_id, how=how, **more)
    assert answer.status_code == status, words(answer)
    if status == 302:
        return newest(person, "moved").tellings.get().facts["metres"]
    return words(answer)


def rank(character, key, value):
    Rating.objects.update_or_create(character=character, key=key, defaults={"group": "attribute", "value": value})


def is_in(gm, character, name):
    a_turn_of(gm, lambda turn: kept.begin(turn, turn.desk.get(type(character), character.pk), name))


def takes_the_task(person, who, status=302, **more):
    answer = person.post("rough_magic.take-task", plain=True, character=who.public_id, **{"what": "other"} | more)
    assert answer.status_code == status, words(answer)
    return words(answer)


@pytest.mark.played("rough_magic.movement")
@pytest.mark.parametrize(
    ("agility", "how", "metres"), [(4, "run", 12), (7, "walk", 11), (4, "walk", 6), (3, "sprint", 27), (12, "walk", 18)]
)
def test_how_far_on_foot(gm, ines, jun, agility, how, metres):
    rank(jun, "agility", agility)
    starts(gm, jun)
    assert moves(ines, jun, how) == metres


@pytest.mark.played("rough_magic.swimming")
@pytest.mark.parametrize(
    ("agility", "how", "metres", "state"),
    [(8, "fast", 5, ["running"]), (3, "swim-sprint", 6, ["sprinting"]), (5, "swim", 2, [])],
)
def test_how_far_in_water_and_at_what_pace(gm, ines, jun, agility, how, metres, state):
    rank(jun, "agility", agility)
    starts(gm, jun)
    assert moves(ines, jun, how) == metres
    assert states(jun) == state


@pytest.mark.played("rough_magic.long-jump", "rough_magic.running-jump")
@pytest.mark.parametrize(
    ("agility", "brawn", "how", "metres"),
    [(4, 5, "jump", 3), (4, 4, "running-jump-run", 14), (7, 5, "running-jump-sprint", 66), (4, 4, "running-jump", 8)],
)
def test_how_far_with_a_jump(gm, ines, jun, agility, brawn, how, metres):
    rank(jun, "agility", agility)
    rank(jun, "brawn", brawn)
    starts(gm, jun)
    assert moves(ines, jun, how) == metres


@pytest.mark.played("rough_magic.movement-action")
def test_nobody_goes_farther_than_the_way_is(gm, ines, jun):
    starts(gm, jun)
    before = state_of_fight()
    assert "6 m is as far as Jun Vey comes" in moves(ines, jun, "walk", 422, metres=7)
    assert state_of_fight() == before


@pytest.mark.played("rough_magic.movement-action", "rough_magic.prone")
def test_getting_up_is_the_movement(gm, ines, jun):
    starts(gm, jun)
    is_in(gm, jun, "prone")
    assert "is prone, and goes nowhere on foot" in moves(ines, jun, "walk", 422)
    moves(ines, jun, "stand")
    assert states(jun) == []
    assert "has moved in this turn already" in moves(ines, jun, "walk", 422)


def test_whoever_stands_does_not_get_up(gm, ines, jun):
    starts(gm, jun)
    assert "stands already" in moves(ines, jun, "stand", 422)


@pytest.mark.played("rough_magic.turn-actions")
def test_a_walk_is_broken_off_for_the_task_and_ended_after_it(gm, ines, jun):
    starts(gm, jun)
    assert moves(ines, jun, "walk", metres=2) == 2
    takes_the_task(ines, jun)
    assert "4 m is as far" in moves(ines, jun, "walk", 422, metres=5)
    assert moves(ines, jun, "walk") == 4
    assert "has moved in this turn already" in moves(ines, jun, "walk", 422, metres=1)
    assert "has had the task of this turn" in takes_the_task(ines, jun, 422)


@pytest.mark.played("rough_magic.turn-actions")
def test_a_second_movement_for_the_task_where_the_table_swaps_them(gm, ines, jun):
    gm.does("switches", **switched(gm, swap_task_for_movement="on"))
    starts(gm, jun)
    moves(ines, jun, "walk")
    moves(ines, jun, "walk")
    assert "has had the task" in takes_the_task(ines, jun, 422)


@pytest.mark.played("rough_magic.turn-actions", "rough_magic.table-options/swap-task-for-movement")
def test_an_all_out_move_takes_both_where_the_table_swaps_them_too(gm, ines, jun):
    facts = {"rank": 3, "metres": 30, "all_out": 60}
    power = Entry.objects.create(character=jun, kind="power", name="Wave step", amount=1, facts=facts)
    gm.does("switches", **switched(gm, swap_task_for_movement="on"))
    starts(gm, jun)
    takes_the_task(ines, jun)
    before = state_of_fight()
    assert "has had the task" in moves(ines, jun, f"all-out-{power.public_id}", 422)
    assert state_of_fight() == before
    assert moves(ines, jun, f"power-{power.public_id}") == 30


def switched(gm, **changed):
    from apps.table.switches import offered, values_of

    found = {}
    a_turn_of(gm, lambda turn: found.update(values_of(turn.desk)))
    held = {one.key: found[one.key] for one in offered(gm.viewer.game)}
    return held | {key.replace("_", "-"): value for key, value in changed.items()}


@pytest.mark.played("rough_magic.gait")
def test_a_pace_lasts_till_the_next_own_turn(gm, ines, jun, bramble):
    starts(gm, jun, bramble)
    moves(ines, jun, "sprint")
    assert states(jun) == ["sprinting"]
    goes_on(gm)
    assert states(jun) == ["sprinting"]
    goes_on(gm)
    goes_on(gm)
    assert (acting(gm), states(jun)) == ("Jun Vey", [])


@pytest.mark.played("rough_magic.gait")
def test_after_an_unhampered_task_one_may_only_walk(gm, ines, jun):
    starts(gm, jun)
    takes_the_task(ines, jun)
    assert "keeps that pace" in moves(ines, jun, "run", 422)
    assert moves(ines, jun, "walk") == 6


@pytest.mark.played("rough_magic.gait")
def test_the_pace_is_declared_before_the_task(gm, ines, jun):
    starts(gm, jun)
    ines.does("rough_magic.pace", character=jun.public_id, gait="run")
    assert states(jun) == ["running"]
    takes_the_task(ines, jun)
    assert "keeps that pace" in moves(ines, jun, "sprint", 422)
    assert moves(ines, jun, "run") == 12
    assert ines.post("rough_magic.pace", character=jun.public_id, gait="sprint").status_code == 422


def test_a_power_carries_as_far_as_it_says_and_all_out_takes_the_task(gm, ines, jun, bramble):
    facts = {"rank": 3, "metres": 30, "all_out": 60}
    power = Entry.objects.create(character=jun, kind="power", name="Wave step", amount=1, facts=facts)
    starts(gm, jun, bramble)
    is_in(gm, jun, "prone")
    assert moves(ines, jun, f"power-{power.public_id}") == 30
    goes_on(gm)
    goes_on(gm)
    goes_on(gm)
    assert moves(ines, jun, f"all-out-{power.public_id}") == 60
    assert "has had the task" in takes_the_task(ines, jun, 422)


@pytest.mark.played("rough_magic.cover")
def test_cover_is_a_free_act_and_left_by_moving(gm, ines, jun):
    starts(gm, jun)
    ines.does("rough_magic.free-act", character=jun.public_id, what="cover")
    assert states(jun) == ["cover"]
    moves(ines, jun, "walk")
    assert states(jun) == []


def test_nobody_moves_out_of_turn_but_by_the_gm(gm, marek, jun, bramble):
    starts(gm, jun, bramble)
    assert "It is not Bramble Oke’s turn" in moves(marek, bramble, "walk", 422)
    assert moves(gm, bramble, "walk") == 5


def test_whoever_is_restrained_does_not_move(gm, ines, jun):
    starts(gm, jun)
    is_in(gm, jun, "restrained")
    assert "gets away by breaking free" in moves(ines, jun, "walk", 422)


@pytest.mark.played("rough_magic.free-action")
def test_free_acts_are_for_the_own_turn_six_of_them(gm, ines, marek, jun, bramble):
    starts(gm, jun, bramble)
    refused = marek.post("rough_magic.free-act", character=bramble.public_id, what="other")
    assert "on their own turn alone" in words(refused)
    for _ in range(6):
        ines.does("rough_magic.free-act", character=jun.public_id, what="other", text="Drops the rope")
    refused = ines.post("rough_magic.free-act", character=jun.public_id, what="other")
    assert "as many free acts as this table allows" in words(refused)
    gm.does("rough_magic.free-act", character=jun.public_id, what="other")


@pytest.mark.played("rough_magic.task-action")
def test_a_block_is_set_up_in_advance_for_the_task(gm, ines, jun, bramble):
    starts(gm, jun, bramble)
    takes_the_task(ines, jun, what="block")
    assert states(jun) == ["blocking"]
    goes_on(gm)
    goes_on(gm)
    goes_on(gm)
    assert states(jun) == []


@pytest.mark.played("rough_magic.forcing")
def test_a_defensive_power_is_forced_by_hand(gm, marek, jun, bramble):
    starts(gm, jun, bramble)
    refused = marek.post("rough_magic.force", character=bramble.public_id, what="other")
    assert "Ask the GM" in words(refused)
    marek.does("rough_magic.force", character=bramble.public_id, what="power", text="Stone skin")
    assert newest(gm, "forced").tellings.get().facts["price"] == "round 1"
    assert "forced an action in round 1" in words(again(marek, bramble))


def again(person, who):
    return person.post("rough_magic.force", character=who.public_id, what="power")
