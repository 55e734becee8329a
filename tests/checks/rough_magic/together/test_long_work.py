"""Work too long for one roll: attempts count until it is done or used up; several sides race for it."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Track
from apps.checks.rough_magic.together import work as works_of
from apps.checks.rough_magic.together.work import Work
from apps.table.models import Event, Span
from tests.checks.conftest import full_facts
from tests.checks.rough_magic.conftest import is_in, loses
from tests.checks.rough_magic.together.conftest import opens, somebody, works
from tests.combat.conftest import in_words
from tests.people import Person, state_of_play


def begins(gm: Person, status: int = 200, **more: Any) -> str:
    """Long work against 6 (target 14); its id."""
    given: dict[str, Any] = {"name": "Build the raft", "grade": "demanding", "needed": 4, "limit": 4} | more
    answer = gm.post("rough_magic.long-work", **given)
    assert answer.status_code == status, in_words(answer)
    found = works_of.running(gm.table.desk)
    return found[-1].id if found else ""


def the_work(table: Any) -> Work:
    return works_of.running(table.desk)[0]


def tries(person: Person, who: Character, dice: Any, *faces: int, status: int = 200, **more: Any) -> Any:
    """An attempt with Reason, at the only work there is."""
    dice(*faces)
    work = Span.objects.get(table=person.table, kind="work", closed_at=None).public_id
    given = {"work": work, "character": who.public_id, "attribute": "reason"} | more
    answer = person.post("rough_magic.attempt", **given)
    assert answer.status_code == status, in_words(answer)
    return answer


@pytest.mark.played("rough_magic.extended-task", "rough_magic.extreme-success")
def test_attempts_count_until_it_is_done(gm: Any, ines: Any, marek: Any, jun: Character, dice: Any) -> None:
    """The example of the book, name by name: 0, -5, 3 and 0 over the target."""
    begins(gm)
    for faces, shown in (
        ((6, 3), "One of four successes, one of four attempts made."),
        ((2, 2), "One of four successes, two of four attempts made."),
        ((6, 6), "Three of four successes, three of four attempts made."),
    ):
        tries(ines, jun, dice, *faces)
        assert shown in marek.log()
    assert "3 of 4 successes" in marek.panel("rough_magic-works")
    tries(ines, jun, dice, 5, 4)
    assert "Build the raft is done." in marek.log()
    assert marek.panel("rough_magic-works") == ""
    assert not Track.objects.filter(table=gm.table, key__startswith="work-").exists()


@pytest.mark.played("rough_magic.extended-task")
def test_used_up_attempts_fail_it(gm: Any, ines: Any, jun: Character, dice: Any) -> None:
    begins(gm, limit=1, needed=1)
    tries(ines, jun, dice, 1, 1)
    assert "Build the raft has failed: no of one when the attempts were used up." in ines.log()
    assert full_facts(gm.table)["outcome"] == "failed"


@pytest.mark.played("rough_magic.extended-task")
def test_it_outlasts_a_scene(gm: Any, ines: Any, jun: Character, dice: Any) -> None:
    gm.does("open-scene", title="The beach")
    begins(gm, limit="")
    tries(ines, jun, dice, 5, 4)
    gm.does("close-scene")
    gm.does("open-scene", title="The next morning")
    assert "1 of 4 successes" in ines.panel("rough_magic-works")


@pytest.mark.played("rough_magic.extended-task", "rough_magic.combining-tasks")
def test_an_attempt_of_several(gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, dice: Any) -> None:
    work = begins(gm)
    opens(gm, jun, oke, work=work)
    tries(ines, jun, dice, status=422)
    works(ines, jun, dice, 6, 5)
    works(marek, oke, dice, 1, 1)
    facts = full_facts(gm.table)
    assert (facts["combined"], facts["margin"], facts["worth"], facts["successes"]) == (18, 4, 2, 2)
    assert the_work(gm.table).sides[0].margins == (4,)
    assert "2 of 4 successes" in marek.panel("rough_magic-works")


@pytest.mark.played("rough_magic.extended-race")
def test_a_race_goes_turn_by_turn(gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, dice: Any) -> None:
    begins(gm, name="To the lighthouse", needed=2, limit="", side_1="The skiff", side_2="The guild", side_2_dv=3)
    assert "The guild against 11" in ines.log()
    panel = marek.panel("rough_magic-works")
    assert "An attempt for The skiff" in panel
    assert "An attempt for The guild" in panel
    tries(ines, jun, dice, 6, 6, side=1)
    panel = marek.panel("rough_magic-works")
    assert "against 14" in panel
    assert "An attempt for The skiff" not in panel
    assert "First The guild: one attempt of each side makes a turn." in panel
    refused = tries(ines, jun, dice, status=422, side=1)
    assert "The guild comes first" in in_words(refused)
    tries(marek, oke, dice, 6, 6, side=2)
    assert the_work(gm.table).race.leaders == ("The skiff", "The guild")
    tries(marek, oke, dice, 1, 1, side=2)
    tries(ines, jun, dice, 6, 3, side=1)
    assert "The skiff wins." in marek.log()


@pytest.mark.played("rough_magic.extended-race")
def test_the_gm_counts_for_those_whom_nobody_rolls(gm: Any, ines: Any, jun: Character, dice: Any) -> None:
    work = begins(gm, needed=1, limit="", side_1="Jun", side_2="The storm")
    gm.does("rough_magic.count-attempt", work=work, side=2, how="extreme")
    assert "counts an attempt at Build the raft of The storm: two successes. One of one successes." in ines.log()
    assert gm.post("rough_magic.count-attempt", work=work, side=2, how="fail").status_code == 422
    tries(ines, jun, dice, 5, 4, side=1)
    assert "The storm wins." in ines.log()


def test_the_form_tells_the_odds_of_the_whole(gm: Any, ines: Any, jun: Character) -> None:
    work = begins(gm, needed=1, limit=2)
    form = in_words(ines.get("rough_magic.attempt", work=work, attribute="reason"))
    assert "28%" in form
    assert "48% to finish it" in form


def test_the_gm_changes_it_and_ends_it(gm: Any, ines: Any, jun: Character, dice: Any) -> None:
    work = begins(gm)
    tries(ines, jun, dice, 6, 6)
    assert gm.post("rough_magic.set-work", work=work, needed=4, limit=4).status_code == 422
    assert gm.post("rough_magic.set-work", work=work, needed=2, limit=4).status_code == 422
    gm.does("rough_magic.set-work", work=work, needed=6, limit="")
    assert (the_work(gm.table).needed, the_work(gm.table).limit) == (6, None)
    assert "sets Build the raft to six successes (it was four in four)." in ines.log()
    gm.does("rough_magic.end-work", work=work, how="done")
    assert "says that Build the raft is done." in ines.log()
    gm.does("undo")
    assert the_work(gm.table).sides[0].margins == (3,)


def test_taking_back_the_attempt_that_ended_it(gm: Any, ines: Any, jun: Character, dice: Any) -> None:
    begins(gm, needed=1)
    tries(ines, jun, dice, 6, 6)
    assert works_of.running(gm.table.desk) == []
    gm.does("undo", event=Event.objects.get(table=gm.table, kind="rough_magic.attempt").public_id)
    assert the_work(gm.table).sides[0].margins == ()


def test_a_hidden_number_is_in_nothing_that_players_see(gm: Any, ines: Any, jun: Character, dice: Any) -> None:
    begins(gm, hidden="hidden")
    assert "14" not in ines.panel("rough_magic-works") + ines.log()
    form = in_words(ines.get("rough_magic.attempt", attribute="reason"))
    assert "13 or more" in form
    assert "to finish it" not in form
    tries(ines, jun, dice, 6, 6)
    assert "the GM knows what it comes to" in ines.log()
    assert "14 was needed" in gm.log()


@pytest.mark.parametrize(
    "given",
    [
        {"name": ""}, {"needed": 0}, {"needed": 21}, {"side_1": "Alone"}, {"side_1": "A", "side_2": "a", "limit": ""},
        {"side_1": "A", "side_2": "B"}, {"grade": "routine"},
    ],
)  # fmt: skip
def test_what_cannot_be_set_is_refused(gm: Any, given: dict[str, Any]) -> None:
    before = state_of_play(gm.table)
    begins(gm, status=422, **given)
    assert state_of_play(gm.table) == before


def test_there_is_an_end_to_it(gm: Any) -> None:
    for _ in range(6):
        begins(gm)
    begins(gm, status=422)


def test_players_set_nothing_and_try_for_nobody_else(
    gm: Any, ines: Any, jun: Character, oke: Character, dice: Any
) -> None:
    work = begins(gm)
    ash = somebody(gm.table, "Warden Ash", hidden=True)
    before = state_of_play(gm.table)
    for act in ("long-work", "set-work", "end-work", "count-attempt"):
        assert ines.post(f"rough_magic.{act}", work=work).status_code == 403
    tries(ines, oke, dice, status=422)
    tries(gm, ash, dice, status=422)
    assert state_of_play(gm.table) == before


@pytest.mark.played("rough_magic.automatic-success", "rough_magic.extended-task")
def test_a_point_after_the_roll_counts_as_a_success(gm: Any, ines: Any, jun: Character, dice: Any) -> None:
    Track.objects.create(table=gm.table, character=None, seat=ines.seat, key="plot-points", value=2)
    begins(gm)
    tries(ines, jun, dice, 1, 1)
    card = Event.objects.get(table=gm.table, kind="rough_magic.attempt").public_id
    ines.does("rough_magic.make-sure", event=card, character=jun.public_id)
    assert the_work(gm.table).sides[0].margins == (0,)
    assert "One of four successes" in ines.log()
    gm.does("undo")
    assert the_work(gm.table).sides[0].margins == (-7,)
    tries(ines, jun, dice, 6, 6)
    assert ines.post("rough_magic.make-sure", event=card, character=jun.public_id).status_code == 422


@pytest.mark.played("rough_magic.exhausted", "rough_magic.extended-task")
def test_whoever_is_defeated_or_in_terror_works_at_nothing(
    gm: Person, ines: Person, marek: Person, jun: Character, oke: Character, dice: Any
) -> None:
    begins(gm)
    opens(gm, jun, oke)
    loses(jun, 4)
    is_in(oke, "cowering")
    state = state_of_play(gm.table)
    assert "is defeated" in in_words(tries(ines, jun, dice, status=422))
    works(ines, jun, dice, status=422)
    works(marek, oke, dice, status=422)
    assert state_of_play(gm.table) == state


@pytest.mark.played("rough_magic.extended-race", "rough_magic.combining-tasks")
def test_while_several_are_at_it_no_other_attempt_of_their_side_is_counted(
    gm: Any, ines: Any, marek: Any, jun: Character, oke: Character, dice: Any
) -> None:
    """Else they would have two in this turn; what the other side does may be counted."""
    work = begins(gm, limit="", side_1="The skiff", side_2="The guild")
    opens(gm, jun, oke, work=work, side=1)
    before = state_of_play(gm.table)
    refused = gm.post("rough_magic.count-attempt", work=work, side=1, how="success")
    assert (refused.status_code, state_of_play(gm.table)) == (422, before)
    assert "They are at it together just now" in in_words(refused)
    gm.does("rough_magic.count-attempt", work=work, side=2, how="success")
    works(ines, jun, dice, 6, 6)
    works(marek, oke, dice, 6, 6)
    assert [len(one.margins) for one in the_work(gm.table).sides] == [1, 1]
