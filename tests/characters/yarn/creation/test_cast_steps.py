"""The 22 steps: whose word it is, what comes next, and the GM's hand on it."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Part
from apps.characters.yarn.creation.steps import NEW_ROUND, OWN, PLAY, WANTS, creation_now
from apps.characters.yarn.sheet import sheet_of
from apps.table.models import Ask, Exchange
from tests.combat.conftest import in_words
from tests.people import Person, open_a_table, sit_down
from tests.yarn_cast import character, says, wants_of
from tests.yarn_world import asked, opens, refused, told


def asked_now(gm: Person) -> list[str]:
    """The names of all who are asked something."""
    return [one.facts["who"] for one in Ask.objects.filter(table=gm.table, closed_at=None).order_by("pk")]


def step_of(gm: Person) -> tuple[int, int]:
    """The step and the round of wants."""
    now = creation_now(gm.viewer.desk)
    assert now is not None
    return now[1].step, now[1].round


@pytest.mark.played("yarn.character-creation", "yarn.precedence", "yarn.precedence-occasions")
def test_the_cards_say_who_enters_and_one_after_the_other_is_asked(cast: list[Person], gm: Person) -> None:
    assert told(gm.table, "yarn.cast-begun")["names"] == ["Ines", "Marek", "Noor"]
    assert asked_now(gm) == ["Ines"]
    says(cast[0], "yarn.proclaim", name="Maud", group_role="innkeeper")
    assert asked_now(gm) == ["Marek"]
    assert "step 4 of 22" in gm.panel("yarn-creation")


@pytest.mark.played("yarn.role", "yarn.relationships")
def test_each_who_enters_is_tied_to_all_before_and_on_both_sheets(entered: list[Person], gm: Person) -> None:
    maud, joss, yssa = (Character.objects.get(public_id=character(one)) for one in entered)
    assert sheet_of(maud).group_role == "role of Maud"
    assert [(one.about, one.text) for one in sheet_of(yssa).relations] == [("Maud", "Owes 0"), ("Joss", "Owes 1")]
    assert [(one.about, one.text) for one in sheet_of(joss).relations] == [("Maud", "Owes 0"), ("Yssa", "Owes 1")]
    assert asked_now(gm) == ["Ines"]


def test_a_name_is_one_characters_alone(cast: list[Person]) -> None:
    says(cast[0], "yarn.proclaim", name="Maud", group_role="innkeeper")
    tie = {f"tie_{character(cast[0])}": "Sister"}
    no = refused(cast[1], "yarn.proclaim", ask=asked(cast[1]), name="maud", group_role="ferryman", **tie)
    assert "names must differ" in no
    no = refused(cast[1], "yarn.proclaim", ask=asked(cast[1]), name="Joss", group_role="ferryman")
    assert "To Maud" in no


def test_nobody_speaks_out_of_turn_and_the_gm_speaks_for_whoever_is_asked(cast: list[Person], gm: Person) -> None:
    ask = asked(cast[0])
    assert "no longer open" in refused(cast[1], "yarn.proclaim", ask=ask, name="Joss", group_role="x")
    assert "Something else is asked for" in refused(cast[0], "yarn.proclaim-desire", ask=ask, own="love")
    gm.does("yarn.proclaim", ask=ask, name="Maud", group_role="innkeeper")
    assert Character.objects.get(name="Maud").seat == cast[0].seat


@pytest.mark.played("yarn.desire", "yarn.dramatic-poles")
def test_desires_and_poles_are_said_in_the_same_order_and_all_see_them(wanting: list[Person], watcher: Person) -> None:
    sheet = sheet_of(Character.objects.get(name="Maud"))
    assert (sheet.desire, sheet.poles) == ("to belong", ("healer", "avenger"))
    assert "Torn between healer and avenger" in watcher.panel("yarn-creation")


def test_a_pole_has_an_opposite_and_a_desire_has_words(entered: list[Person]) -> None:
    no = refused(entered[0], "yarn.proclaim-desire", ask=asked(entered[0]), listed="own")
    assert "words of your own" in no
    for person in entered:
        says(person, "yarn.proclaim-desire", listed="love")
    no = refused(entered[0], "yarn.proclaim-poles", ask=asked(entered[0]), pole_1="healer", pole_2="Healer")
    assert "they differ" in no


# wants


@pytest.mark.played("yarn.wants", "yarn.wants-rounds", "yarn.fraught-relationships")
def test_rounds_of_wants_come_until_everybody_is_wanted_by_two(wanting: list[Person], gm: Person, dice: Any) -> None:
    ines, marek, noor = wanting
    for person, other in ((ines, marek), (marek, noor), (noor, ines)):
        wants_of(person, other)
    assert (step_of(gm), asked_now(gm)) == ((NEW_ROUND, 1), ["Director"])
    assert "Not yet wanted by two others: Maud, Joss, Yssa" in gm.panel("asks")
    dice(1, 1)
    says(gm, "yarn.new-round")
    assert step_of(gm) == (WANTS, 2)
    for person, other in ((ines, noor), (marek, ines), (noor, marek)):
        wants_of(person, other)
    assert step_of(gm) == (OWN, 2)
    assert asked_now(gm) == ["Ines", "Marek", "Noor"]
    sheet = sheet_of(Character.objects.get(name="Maud"))
    assert [(one.about, one.fraught) for one in sheet.relations] == [("Joss", True), ("Yssa", True)]


def test_nobody_is_named_twice_while_somebody_is_unnamed(wanting: list[Person], gm: Person, dice: Any) -> None:
    ines, marek, noor = wanting
    for person, other in ((ines, marek), (marek, noor), (noor, ines)):
        wants_of(person, other)
    dice(1, 1)
    says(gm, "yarn.new-round")
    no = refused(ines, "yarn.state-want", ask=asked(ines), target=character(marek), want="More praise")
    assert "of another not yet" in no


def test_words_stand_when_both_have_said_them(wanting: list[Person]) -> None:
    ines, marek, _ = wanting
    says(ines, "yarn.state-want", target=character(marek), want="Praise")
    says(marek, "yarn.answer-want", reason="A rival")
    says(ines, "yarn.agree-want", wording="Joss never praises me")
    says(marek, "yarn.agree-want", wording="Joss fears me")
    sheet = sheet_of(Character.objects.get(name="Maud"))
    assert sheet.wants == ()
    says(ines, "yarn.agree-want", wording="Joss fears me")
    sheet = sheet_of(Character.objects.get(name="Maud"))
    assert [(one.about, one.text) for one in sheet.wants] == [("Joss", "Joss fears me")]


def test_a_want_that_is_called_off_is_asked_for_again(wanting: list[Person], gm: Person) -> None:
    ines, marek, _ = wanting
    says(ines, "yarn.state-want", target=character(marek), want="Praise")
    assert asked_now(gm) == ["Marek"]
    gm.does("call-off", exchange=Exchange.objects.get(kind="yarn.want-wording").public_id)
    assert asked_now(gm) == ["Ines"]


# the GM's hand on it


def test_two_players_are_needed_and_one_making_goes_on_at_a_time(table: Any, gm: Person, ines: Person) -> None:
    assert "Whoever plays somebody already keeps them." in in_words(gm.get("yarn.begin-creation"))
    assert "two players at least" in refused(gm, "yarn.begin-creation", group="The Halfway")


def test_it_is_begun_once(cast: list[Person], gm: Person) -> None:
    assert "being made already" in refused(gm, "yarn.begin-creation", group="The Halfway")


def test_it_rests_and_is_gone_on_with_where_it_was_left(entered: list[Person], gm: Person) -> None:
    gm.does("yarn.creation-rests")
    assert asked_now(gm) == []
    assert "rests at step 7" in entered[0].panel("yarn-creation")
    gm.does("yarn.creation-rests")
    assert asked_now(gm) == ["Ines"]


def test_a_step_is_asked_again_of_those_who_lack_it_else_of_all(entered: list[Person], gm: Person, sit: Any) -> None:
    says(entered[0], "yarn.proclaim-desire", listed="love")
    says(entered[1], "yarn.pass-word")
    says(entered[2], "yarn.proclaim-desire", listed="love")
    gm.does("yarn.go-to-step", step="7")
    assert asked_now(gm) == ["Marek"]
    says(entered[1], "yarn.proclaim-desire", listed="power")
    gm.does("yarn.go-to-step", step="7")
    assert asked_now(gm) == ["Ines"]


def test_who_comes_late_stands_at_the_end(entered: list[Person], gm: Person, sit: Any) -> None:
    pell = sit("Pell")
    gm.does("yarn.go-to-step", step="3")
    assert asked_now(gm) == ["Pell"]
    ties = {f"tie_{character(one)}": "New here" for one in entered}
    says(pell, "yarn.proclaim", name="Pell", group_role="guest", **ties)
    assert asked_now(gm) == ["Ines"]


def test_an_empty_seat_is_waited_for_no_longer(entered: list[Person], gm: Person) -> None:
    assert entered[0].seat
    gm.does("remove-seat", seat=entered[0].seat.public_id)
    assert asked_now(gm) == ["Marek"]


def test_the_last_order_serves_the_first_episode_as_well(entered: list[Person], gm: Person, dice: Any) -> None:
    gm.does("yarn.go-to-step", step=str(PLAY))
    dice(3, 1)
    says(gm, "yarn.begin-play")
    assert told(gm.table, "yarn.cast-made")["names"] == ["Noor", "Ines", "Marek"]
    assert creation_now(gm.viewer.desk) is None
    dice()
    gm.does("yarn.open-episode", title="What we inherit")
    assert calling() == [("session", "Director"), ("session", "Noor"), ("session", "Ines"), ("session", "Marek")]


def test_in_an_open_episode_the_order_for_play_is_its_own(entered: list[Person], gm: Person, dice: Any) -> None:
    dice(1, 1)
    gm.does("yarn.open-episode", title="What we inherit")
    assert calling()[0] == ("session", "Director")
    gm.does("yarn.go-to-step", step=str(PLAY))
    dice(3, 1)
    says(gm, "yarn.begin-play")
    assert calling() == [("session", "Director"), ("session", "Noor"), ("session", "Ines"), ("session", "Marek")]


def calling() -> list[tuple[str, str]]:
    """The calling orders there are, with the spans that they are kept with."""
    found = Part.objects.filter(role="calling").order_by("span", "place")
    return [(one.span.kind, one.seat.name) for one in found if one.seat]


@pytest.mark.played("yarn.precedence")
def test_the_gm_lays_the_cards_where_the_table_plays_so(db: None) -> None:
    table = open_a_table("Low Water", game="yarn", precedence_source="GM arranges")
    gm, ines, marek = sit_down(table, "Edda", "gm", "gm"), sit_down(table, "Ines"), sit_down(table, "Marek")
    keys = [one.seat.public_id for one in (marek, ines) if one.seat]
    assert "stands here twice" in refused(
        gm, "yarn.begin-creation", group="The Halfway", place_1=keys[0], place_2=keys[0]
    )
    gm.does("yarn.begin-creation", group="The Halfway", place_1=keys[0], place_2=keys[1])
    assert told(table, "yarn.cast-begun")["names"] == ["Marek", "Ines"]


def test_a_step_of_the_gms_is_not_left_open(entered: list[Person], gm: Person) -> None:
    gm.does("yarn.go-to-step", step="9")
    assert "the GM’s to draw" in refused(gm, "yarn.pass-word", ask=asked(gm))


def test_what_waits_for_nobody_is_refused(table: Any, gm: Person) -> None:
    for act, given in (("yarn.go-to-step", {"step": "7"}), ("yarn.creation-rests", {})):
        assert "No cast is being made" in refused(gm, act, **given)


def test_while_the_cast_is_made_nothing_else_is_said_to_come_next(cast: list[Person], gm: Person) -> None:
    """Whose word it is says it: nobody is offered a ready character, or the cast again."""
    for person in (gm, *cast):
        assert person.panel("first-steps") == ""
    assert "Take one who is ready" not in cast[0].panel("yarn-sheet")
    assert cast[0].panel("yarn-hands") == ""
    assert "Open the episode" not in gm.panel("yarn-calling")
    gm.does("yarn.creation-rests")
    assert "Everybody needs a main character" in gm.panel("first-steps")
    assert "Take one who is ready" in cast[0].panel("first-steps")


def test_a_cast_that_is_there_is_not_offered_to_be_made(entered: list[Person], gm: Person) -> None:
    gm.does("yarn.creation-rests")
    assert "Make the cast together" not in gm.panel("beginnings")
    gm.does("call-off", exchange=Exchange.objects.get(table=gm.table, closed_at=None).public_id)
    assert "Make the cast together" in gm.panel("beginnings")
    opens(gm)
    assert "Make the cast together" not in gm.panel("beginnings")


def test_whoever_comes_after_the_names_chooses_for_themselves(entered: list[Person], gm: Person) -> None:
    late = sit_down(gm.table, "Nils")
    assert "Who do you play?" in late.panel("first-steps")
    assert entered[0].panel("first-steps") == ""
