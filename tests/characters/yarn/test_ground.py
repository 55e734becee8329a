"""What scenes, fights and powers stand on: the scene that plays, the clock, harm, and bennies that are spent."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Condition, Track
from apps.characters.yarn import bennies, clock, harm, people, scenes
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.scenes import BYSTANDER, DUCKED, GRANTER, PETITIONER, Called
from apps.rules.refusal import Refused
from apps.rules.yarn.options import Options
from tests.people import Person
from tests.yarn_world import held, in_a_turn, starts, told

# the scene


def playing(desk: Any) -> scenes.Scene:
    """The scene that plays."""
    found = scenes.scene_of(desk)
    assert found is not None
    return found


def becomes(gm: Person, character: Character, role: str) -> None:
    in_a_turn(gm, lambda turn: scenes.give_role(turn, playing(turn.desk), turn.desk.own(character), role))


def suffers(gm: Person, character: Character, points: int, **how: Any) -> harm.Suffered:
    found: harm.Suffered = in_a_turn(gm, lambda turn: harm.suffer(turn, turn.desk.own(character), points, **how))
    return found


@pytest.fixture
def called(maud: Character, joss: Character, bess: Character, gm: Person, ines: Person) -> Any:
    """Ines calls Maud to Joss, and Bess stands by."""
    starts(gm)
    cast = [(maud, PETITIONER), (joss, GRANTER), (bess, BYSTANDER)]

    def calls(turn: Any) -> None:
        caller = people.of_seat(turn.desk.own(ines.viewer.seat))
        scenes.call(turn, Called(caller, "dramatic", cast, "The boat", situation="Nobody rows."))

    in_a_turn(gm, calls)
    return gm.viewer.desk


def test_a_called_scene_knows_its_caller_and_its_cast(
    called: Any, maud: Character, joss: Character, bess: Character, ines: Person
) -> None:
    scene = playing(called)
    assert scene.dramatic
    assert (scene.mode, scene.caller and scene.caller.name, scene.span.title) == ("dramatic", "Ines", "The boat")
    assert [scene.role_of(one) for one in (maud, joss, bess)] == ["petitioner", "granter", "bystander"]
    assert [one.name for one in scene.present] == ["Maud Ferrin", "Joss Amber", "Old Bess"]
    assert scene.has(people.of_seat(ines.viewer.seat))
    assert scene.has(people.the_gm(called))
    assert "The boat" in ines.panel("asks") + ines.panel("yarn-calling") + ines.panel("scene")


def test_who_ducks_is_not_in_it_and_a_role_is_taken_back_by_itself(
    called: Any, maud: Character, joss: Character, gm: Person, marek: Person
) -> None:
    becomes(gm, joss, DUCKED)
    becomes(gm, maud, GRANTER)
    scene = playing(gm.viewer.desk)
    assert (scene.role_of(joss), scene.in_role(GRANTER)) == (DUCKED, [maud])
    assert not scene.has(people.of_seat(marek.viewer.seat))
    gm.does("undo")
    again = playing(gm.viewer.desk)
    assert (again.role_of(joss), again.role_of(maud)) == (DUCKED, PETITIONER)


def test_a_scene_moves_to_another_place_and_ends(called: Any, gm: Person) -> None:
    gm.does("yarn.make-place", name="The lock")
    lock = Character.objects.get(name="The lock")
    in_a_turn(gm, lambda turn: scenes.move_to(turn, playing(turn.desk), turn.desk.own(lock)))
    scene = playing(gm.viewer.desk)
    assert scene.place == lock
    in_a_turn(gm, lambda turn: scenes.end(turn, playing(turn.desk)))
    assert scenes.scene_of(gm.viewer.desk) is None


def test_a_scene_that_the_gm_merely_sets_has_no_caller(gm: Person, ines: Person) -> None:
    starts(gm, "A quay")
    scene = playing(gm.viewer.desk)
    assert (scene.caller, scene.mode, scene.cast) == (None, "soft-open", ())


def test_what_is_no_mode_is_no_scene(gm: Person, ines: Person) -> None:
    def calls(turn: Any) -> None:
        scenes.call(turn, Called(people.the_gm(turn.desk), "duel", [], "At dawn"))

    with pytest.raises(ValueError, match="duel"):
        in_a_turn(gm, calls)


# the clock


def test_what_lasts_for_a_time_ends_by_the_clock(maud: Character, hale: Character, gm: Person, ines: Person) -> None:
    def begins(turn: Any) -> None:
        clock.lasts(turn, turn.desk.own(maud), "Unseen", 600)
        clock.lasts(turn, turn.desk.own(hale), "Paralysed", 60)

    in_a_turn(gm, begins)
    gm.does("yarn.time-passes", count=5, unit="minutes")
    assert [(one.name, clock.left_of(one)) for one in Condition.objects.all()] == [("Unseen", 300)]
    assert "Hale is no longer paralysed." in gm.log()
    assert "Hale" not in ines.log()
    gm.does("yarn.time-passes", count=5, unit="minutes", why="They wait")
    assert "lets 5 minutes pass: They wait. Maud Ferrin is no longer unseen." in ines.log()
    assert clock.now(gm.viewer.desk) == 600
    gm.does("undo")
    assert clock.left_of(Condition.objects.get()) == 300


def test_a_condition_without_a_time_stays(maud: Character, gm: Person) -> None:
    gm.does("condition-add", character=maud.public_id, name="Soaked")
    gm.does("yarn.time-passes", count=9, unit="days")
    assert clock.left_of(Condition.objects.get()) is None


def test_time_does_not_run_backwards(gm: Person, ines: Person) -> None:
    with pytest.raises(ValueError, match="backwards"):
        in_a_turn(gm, lambda turn: clock.passes(turn, -1))
    assert not Track.objects.exists()


# harm


def test_harm_goes_below_nought_and_says_what_it_did(
    maud: Character, gm: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed: list[harm.Suffered] = []
    monkeypatch.setattr(harm, "_following", [])
    harm.when_harmed(lambda turn, found: followed.append(found))
    for points, states in ((11, (True, False, False)), (12, (False, True, False)), (30, (False, False, True))):
        suffers(gm, maud, points, weapon="knife")
        found = followed[-1]
        assert (found.messed_up_now, found.went_down, found.is_dying_now) == states
    assert (level_of(maud).now, [one.points for one in followed]) == (-32, [11, 12, 30])


def test_temporary_harm_kills_nobody_and_healing_stops_at_the_full_number(maud: Character, gm: Person) -> None:
    found = suffers(gm, maud, 50, temporary=True)
    assert (found.went_down, found.is_dying_now, level_of(maud).lasting) == (True, False, 21)
    suffers(gm, maud, 5)
    healed = in_a_turn(gm, lambda turn: harm.regain(turn, turn.desk.own(maud), 9))
    assert (level_of(maud).lasting, healed.points) == (21, -5)


# bennies


def spends(gm: Person, who: Person, benefit: str, to: Person | None = None) -> None:
    def happens(turn: Any) -> None:
        target = people.of_seat(turn.desk.own(to.viewer.seat)) if to else None
        bennies.spend(turn, people.of_seat(turn.desk.own(who.viewer.seat)), benefit, target, "A rush")

    in_a_turn(gm, happens)


@pytest.mark.played("yarn.bennie-limit", "yarn.bennie-spending")
def test_a_bennie_a_scene_and_one_between_two_is_that_of_the_next(gm: Person, ines: Person, marek: Person) -> None:
    starts(gm)
    gm.does("yarn.set-hand", who=ines.viewer.seat.public_id, points="bennies", count=4)
    spends(gm, ines, "rush", marek)
    assert (held(ines, "bennies"), held(marek, "bennies")) == (3, 1)
    with pytest.raises(Refused, match="Ines has spent a bennie in this scene"):
        spends(gm, ines, "block")
    gm.does("close-scene")
    spends(gm, ines, "queue-jump")
    with pytest.raises(Refused, match="has spent a bennie"):
        spends(gm, ines, "burn")

    def calls(turn: Any) -> None:
        scenes.call(turn, Called(people.the_gm(turn.desk), "procedural", [], "The yard"))

    in_a_turn(gm, calls)
    with pytest.raises(Refused, match="Ines has spent a bennie in this scene"):
        spends(gm, ines, "drama-token")
    in_a_turn(gm, calls)
    spends(gm, ines, "drama-token")
    assert held(ines, "bennies") == 1
    assert told(gm.table)


def test_who_has_no_bennie_spends_none(gm: Person, ines: Person) -> None:
    starts(gm)
    no = bennies.why_not(gm.viewer.desk, people.of_seat(ines.viewer.seat), "rush", Options())
    assert no
    assert no.text == "Ines has no bennie to spend."
