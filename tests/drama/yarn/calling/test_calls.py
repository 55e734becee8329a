"""A scene is called: what it says, what it costs, who may, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.characters.yarn import bennies, clock
from apps.characters.yarn.mending.states import DEAD, set_state
from apps.characters.yarn.scenes import scene_of
from apps.drama.yarn import bans, turns
from apps.drama.yarn.calling.times import Break, break_of
from apps.table.models import Exchange
from tests.combat.conftest import in_words
from tests.people import Person
from tests.yarn_evening import MAUD
from tests.yarn_world import asked, held, in_a_turn, made, opens, refused, told

PLACE = {"new_place": "The boat shed"}


@pytest.fixture
def evening(maud: Character, joss: Character, bess: Character, gm: Person, ines: Person, marek: Person) -> Person:
    """An episode is open, the GM has passed, and it is for Ines to call; she and Marek hold 2 tokens and a bennie."""
    opens(gm)
    gm.does("yarn.pass-call")
    for one in (ines, marek):
        for points, count in (("tokens", 2), ("bennies", 1)):
            gm.does("yarn.set-hand", who=one.viewer.seat.public_id, points=points, count=count)
    return gm


def cast(*characters: Character) -> list[str]:
    return [one.public_id for one in characters]


def all_go_on(gm: Person) -> None:
    gm.does("yarn.start-anyway")


def whose(gm: Person) -> str:
    found = turns.coming(gm.viewer.desk)
    assert found
    return found.who.name


def test_the_form_says_what_one_holds_what_the_mode_means_and_of_whom_something_can_be_sought(
    evening: Person, maud: Character, joss: Character, ines: Person
) -> None:
    def said(person: Person, **query: Any) -> str:
        return " ".join(BeautifulSoup(person.get("yarn.call", **query).content, "html.parser").get_text(" ").split())

    shown = said(ines, cast=cast(maud, joss), seeks=maud.public_id, mode="dramatic")
    assert "Your turn. You hold 2 tokens and 1 bennie." in shown
    assert "Somebody wants something of somebody, and tokens move." in shown
    assert "From whom Nobody in particular Joss Amber What they seek" in shown
    assert "Without a situation it is called as a soft open." in shown
    assert "called as a soft open" not in said(ines, mode="dramatic", situation="Low tide, lamp out.")
    assert "dice are thrown" in said(ines, mode="procedural")
    assert "Ines holds 2 tokens" in said(evening)


def test_the_form_begins_with_ones_own_character_in_it_and_says_of_nobody_what_they_seek(
    evening: Person, maud: Character, joss: Character, ines: Person
) -> None:
    def chosen(**query: Any) -> list[tuple[str, str]]:
        form = BeautifulSoup(ines.get("yarn.call", **query).content, "html.parser")
        found = [(str(one["name"]), str(one["value"])) for one in form.select("input[checked]")]
        return [one for one in found if one[0] in ("cast", "seeks")]

    assert chosen() == [("cast", maud.public_id), ("seeks", "")]
    assert chosen(cast=cast(maud, joss)) == [
        ("cast", maud.public_id), ("cast", joss.public_id), ("seeks", maud.public_id),
    ]  # fmt: skip


@pytest.mark.played("yarn.call-scene", "yarn.call-dramatic", "yarn.situation", "yarn.designate-petitioner")
def test_a_call_says_who_where_and_what(
    evening: Person, maud: Character, joss: Character, bess: Character, ines: Person, marek: Person
) -> None:
    ines.does("yarn.call", cast=cast(maud, joss, bess), mode="dramatic", situation="Low tide, lamp out.",
              seeks=joss.public_id, of=bess.public_id, what="To be let off", **PLACE)  # fmt: skip
    scene = scene_of(evening.viewer.desk)
    assert scene
    assert (scene.span.title, scene.mode, scene.span.text) == ("The boat shed", "dramatic", "Low tide, lamp out.")
    assert [scene.role_of(one) for one in (maud, joss, bess)] == ["bystander", "petitioner", "granter"]
    assert scene.place
    assert scene.place.name == "The boat shed"
    facts = told(evening.table)
    assert (facts["caller"], facts["cost"], facts["names"]) == ("Ines", 0, ["Maud Ferrin", "Joss Amber", "Old Bess"])
    assert "To be let off" in marek.panel("asks")
    assert ines.panel("asks") == ""


@pytest.mark.played("yarn.absent-caller-cost", "yarn.call-procedural")
def test_without_ones_own_character_a_token_lies_aside_and_is_paid_when_play_begins(
    evening: Person, joss: Character, bess: Character, ines: Person
) -> None:
    ines.does("yarn.call", cast=cast(joss), mode="procedural", what="To get in", **PLACE)
    assert held(ines) == 1
    all_go_on(evening)
    assert held(ines) == 1
    assert "1" in ines.panel("yarn-hands")
    evening.does("undo")
    evening.does("undo")
    assert held(ines) == 2


@pytest.mark.played("yarn.absent-caller-cost")
def test_a_call_that_is_withdrawn_costs_nothing_and_the_turn_stays(
    evening: Person, joss: Character, ines: Person, marek: Person
) -> None:
    ines.does("yarn.call", cast=cast(joss), mode="procedural", what="To get in", **PLACE)
    assert "Only whoever called it withdraws it" in refused(marek, "yarn.withdraw-call")
    assert "is not played. What was laid aside for it comes back" in in_words(ines.get("yarn.withdraw-call"))
    ines.does("yarn.withdraw-call")
    assert held(ines) == 2
    assert whose(evening) == "Ines"
    assert "Nothing was paid for it, and scene 1 is still to be called. It is for Ines to call." in marek.log()
    assert scene_of(evening.viewer.desk) is None
    assert "No call waits" in refused(ines, "yarn.withdraw-call")


@pytest.mark.played("yarn.call-scene")
def test_a_call_that_is_withdrawn_or_replaced_uses_up_no_number(
    evening: Person, maud: Character, joss: Character, ines: Person
) -> None:
    call: dict[str, Any] = {"cast": cast(maud, joss), "mode": "dramatic", "situation": "Rain.", **PLACE}
    for way in ("yarn.withdraw-call", "undo"):
        ines.does("yarn.call", **call)
        assert told(evening.table)["number"] == 1
        ines.does(way)
        assert "Call scene 1" in ines.panel("yarn-calling")
    ines.does("yarn.call", **call)
    assert told(evening.table)["number"] == 1
    all_go_on(evening)
    evening.does("yarn.end-scene")
    evening.does("yarn.change-order", who=ines.viewer.seat.public_id, what="now")
    assert "Call scene 2" in ines.panel("yarn-calling")


def test_what_is_sought_is_told_as_that(evening: Person, maud: Character, joss: Character, ines: Person) -> None:
    ines.does("yarn.call", cast=cast(maud, joss), mode="dramatic", situation="Rain.", what="to know who paid", **PLACE)
    assert "Sought: to know who paid" in evening.panel("asks")
    assert "Sought: to know who paid" in str(evening.soup().select("#log-cards"))
    all_go_on(evening)
    assert "Sought: to know who paid" in evening.panel("yarn-calling")


@pytest.mark.parametrize("mode", ["procedural", "dramatic"])
def test_what_is_sought_stands_once_on_the_stage(
    mode: str, evening: Person, maud: Character, joss: Character, ines: Person
) -> None:
    said: dict[str, Any] = {"cast": cast(maud, joss), "mode": mode, "situation": "Rain.", "what": "The deed", **PLACE}
    ines.does("yarn.call", **said, seeks=maud.public_id, of=joss.public_id)

    def told_how_often() -> int:
        stage = ("yarn-calling", "yarn-petition", "yarn-practical")
        return " ".join(map(ines.panel, stage)).count("The deed")

    assert told_how_often() == 1
    all_go_on(evening)
    assert told_how_often() == 1


@pytest.mark.played("yarn.absent-caller-cost")
def test_without_a_token_there_is_no_such_call(evening: Person, joss: Character, bess: Character, ines: Person) -> None:
    evening.does("yarn.set-hand", who=ines.viewer.seat.public_id, points="tokens", count=0)
    call: dict[str, Any] = {"cast": cast(joss, bess), "mode": "dramatic", "situation": "Rain.", **PLACE}
    assert "costs a token, and the hand is empty" in refused(ines, "yarn.call", **call)
    shown = ines.get("yarn.call", **call).content.decode()
    assert "needs 1 token" in shown or "A bennie may be turned into one first" in shown


@pytest.mark.played("yarn.gm-dramatic-call", "yarn.absent-caller-cost")
def test_the_gm_pays_nothing(evening: Person, maud: Character, joss: Character, gm: Person) -> None:
    gm.does("yarn.set-hand", who="GM", points="tokens", count=1)
    gm.does("yarn.call", caller="GM", cast=cast(maud, joss), mode="dramatic", situation="Rain.", **PLACE)
    assert told(gm.table)["cost"] == 0
    all_go_on(gm)
    assert whose(gm) == "Ines"


@pytest.mark.played("yarn.calling-turns")
def test_only_whose_turn_it_is_calls_and_the_turn_goes_on_when_it_is_played(
    evening: Person, maud: Character, joss: Character, ines: Person, marek: Person
) -> None:
    call: dict[str, Any] = {"cast": cast(maud, joss), "mode": "dramatic", "situation": "Rain.", **PLACE}
    assert "It is for Ines to call." in refused(marek, "yarn.call", **call)
    ines.does("yarn.call", **call)
    assert whose(evening) == "Ines"
    assert "has been called already" in refused(marek, "yarn.call", **call)
    for one in (marek, evening):
        one.does("yarn.go-on", ask=asked(one))
    assert whose(evening) == "Marek"
    assert "A scene still plays" in refused(marek, "yarn.call", **call)
    marek.does("yarn.end-scene")
    assert "Marek is to call" in marek.log()


@pytest.mark.played("yarn.bennie-queue-jump", "yarn.bennie-spending")
def test_a_bennie_jumps_the_queue_and_skips_the_next_turn(
    evening: Person, maud: Character, joss: Character, gm: Person, ines: Person, marek: Person
) -> None:
    call: dict[str, Any] = {"cast": cast(maud, joss), "mode": "dramatic", "situation": "Rain.", **PLACE}
    assert "A jump comes right after a scene" in refused(marek, "yarn.call", jump="on", **call)
    ines.does("yarn.call", **call)
    all_go_on(gm)
    ines.does("yarn.end-scene")
    assert "It is the turn of Marek anyway" not in marek.get("yarn.call").content.decode()
    ines.does("yarn.call", jump="on", **call)
    assert (held(ines, "bennies"), told(gm.table)["jumped"]) == (0, True)
    all_go_on(gm)
    ines.does("yarn.end-scene")
    assert whose(gm) == "Marek"
    marek.does("yarn.pass-call")
    gm.does("yarn.pass-call")
    assert whose(gm) == "Marek"
    assert "It is the turn" not in marek.page()


@pytest.mark.played("yarn.bennie-queue-jump", "yarn.no-contest", "yarn.calling-turns")
def test_after_a_jump_without_a_contest_the_order_goes_on_where_it_was(
    evening: Person, maud: Character, joss: Character, ines: Person, marek: Person
) -> None:
    call: dict[str, Any] = {"cast": cast(maud, joss), "mode": "dramatic", "situation": "Rain.", **PLACE}
    evening.does("yarn.change-order", who="GM", what="now")
    evening.does("yarn.call", caller="GM", **call)
    all_go_on(evening)
    evening.does("yarn.end-scene")
    assert whose(evening) == "Ines"
    marek.does("yarn.call", jump="on", **call, seeks=joss.public_id, of=maud.public_id)
    all_go_on(evening)
    ines.does("yarn.no-contest")
    evening.does("yarn.end-scene")
    assert whose(evening) == "Marek"
    marek.does("yarn.call", **call)
    all_go_on(evening)
    evening.does("yarn.end-scene")
    assert whose(evening) == "Ines"
    ines.does("yarn.pass-call")
    assert whose(evening) == "Director"


@pytest.mark.played("yarn.bennie-queue-jump", "yarn.no-contest", "yarn.calling-turns")
def test_whoever_is_to_call_again_does_so_after_a_jump_that_ended_alike(
    evening: Person, maud: Character, joss: Character, ines: Person, marek: Person
) -> None:
    call: dict[str, Any] = {"cast": cast(maud, joss), "mode": "dramatic", "situation": "Rain.", **PLACE}
    sides = {"seeks": maud.public_id, "of": joss.public_id}
    for person, more in ((ines, sides), (marek, sides | {"jump": "on"})):
        person.does("yarn.call", **call, **more)
        all_go_on(evening)
        marek.does("yarn.no-contest")
        evening.does("yarn.end-scene")
    for name in ("Marek", "Ines", "Director"):
        assert whose(evening) == name
        evening.does("yarn.pass-call")


@pytest.mark.played("yarn.bennie-queue-jump", "yarn.shopping-scene")
def test_a_jump_for_shopping_off_stage_was_a_jump(
    evening: Person, maud: Character, joss: Character, ines: Person, marek: Person
) -> None:
    call: dict[str, Any] = {"cast": cast(maud, joss), "mode": "procedural", "what": "To get in", **PLACE}
    ines.does("yarn.call", **call)
    all_go_on(evening)
    evening.does("yarn.end-scene")
    ines.does("yarn.call", jump="on", cast=cast(maud), mode="shopping", what="A lamp", new_place="The market")
    evening.does("yarn.off-stage", character=maud.public_id, things="A lamp")
    assert (held(ines, "bennies"), whose(evening)) == (0, "Ines")
    ines.does("yarn.pass-call")
    for name in ("Marek", "Director", "Marek"):
        assert whose(evening) == name
        evening.does("yarn.pass-call")


@pytest.mark.played("yarn.calling-turns", "yarn.shopping-scene", "yarn.unresisted-goal")
@pytest.mark.parametrize("how", ["off stage", "unresisted"])
def test_what_is_settled_before_it_is_played_was_the_callers_turn(
    how: str, evening: Person, maud: Character, ines: Person, marek: Person
) -> None:
    mode = "shopping" if how == "off stage" else "procedural"
    ines.does("yarn.call", cast=cast(maud), mode=mode, what="A lamp", new_place="The market")
    if how == "off stage":
        evening.does("yarn.off-stage", character=maud.public_id, things="A lamp")
    else:
        evening.does("yarn.nobody-resists", text="A lamp")
        telling = Exchange.objects.get(kind="yarn.telling", closed_at=None)
        evening.does("yarn.success-stands", telling=telling.public_id)
    assert scene_of(evening.viewer.desk) is None
    assert whose(evening) == "Ines"
    ines.does("yarn.pass-call")
    assert whose(evening) == "Marek"


@pytest.mark.played("yarn.bennie-limit", "yarn.bennie-queue-jump")
def test_a_bennie_between_two_scenes_is_that_of_the_scene_about_to_begin(
    evening: Person, maud: Character, joss: Character, ines: Person, marek: Person
) -> None:
    for person in (ines, marek):
        evening.does("yarn.set-hand", who=person.viewer.seat.public_id, points="bennies", count=3)
    call: dict[str, Any] = {"cast": cast(maud, joss), "mode": "procedural", "what": "To get in", **PLACE}
    ines.does("yarn.call", **call)
    all_go_on(evening)
    evening.does("yarn.end-scene")
    marek.does("yarn.buy-token")
    ines.does("yarn.call", jump="on", **call)
    for person in (ines, marek):
        assert "has spent a bennie in this scene" in refused(person, "yarn.buy-token")
    ines.does("yarn.withdraw-call")
    assert "has spent a bennie in this scene" in refused(marek, "yarn.buy-token")
    ines.does("yarn.call", jump="on", **call)
    all_go_on(evening)
    for person in (ines, marek):
        assert "has spent a bennie in this scene" in refused(person, "yarn.buy-token")
    evening.does("yarn.end-scene")
    for person in (ines, marek):
        person.does("yarn.buy-token")


@pytest.mark.played("yarn.bennie-limit", "yarn.bennie-queue-jump")
@pytest.mark.parametrize("before", [0, 1])
def test_a_jump_that_the_gm_calls_over_a_scene_counts_for_the_scene_that_begins(
    before: int, evening: Person, maud: Character, joss: Character, ines: Person
) -> None:
    evening.does("yarn.set-hand", who=ines.viewer.seat.public_id, points="bennies", count=3)
    call: dict[str, Any] = {"cast": cast(maud, joss), "mode": "procedural", "what": "To get in", **PLACE}
    ines.does("yarn.call", **call)
    all_go_on(evening)
    if before:
        ines.does("yarn.buy-token")
    evening.does("yarn.call", caller=ines.viewer.seat.public_id, jump="on", **call)
    assert held(ines, "bennies") == 2 - before
    assert "has spent a bennie in this scene" in refused(ines, "yarn.buy-token")


@pytest.mark.played("yarn.bennie-queue-jump")
def test_a_jump_that_is_not_played_gives_the_bennie_back(
    evening: Person, maud: Character, joss: Character, gm: Person, ines: Person
) -> None:
    call: dict[str, Any] = {"cast": cast(maud, joss), "mode": "dramatic", "situation": "Rain.", **PLACE}
    ines.does("yarn.call", **call)
    all_go_on(gm)
    gm.does("yarn.end-scene")
    ines.does("yarn.call", jump="on", **call)
    ines.does("yarn.withdraw-call")
    assert held(ines, "bennies") == 1
    assert bennies.spent_now(gm.viewer.desk, turns.order_of(gm.viewer.desk)[1]) == 0
    assert whose(gm) == "Marek"


def test_what_a_call_said_stays_when_it_is_withdrawn(
    evening: Person, maud: Character, joss: Character, bess: Character, ines: Person, marek: Person
) -> None:
    said: dict[str, Any] = {
        "cast": cast(maud, bess), "mode": "dramatic", "situation": "Rain on the roof.", "time": "later", "count": 5,
        "seeks": maud.public_id, "of": bess.public_id, "what": "The deed",
    }  # fmt: skip
    ines.does("yarn.call", **said, **PLACE)
    place = Character.objects.get(name="The boat shed")
    ines.does("yarn.withdraw-call")
    assert written(ines.get("yarn.call")) == said | {"count": "5", "place": place.public_id}
    assert written(evening.get("yarn.call"))["what"] == "The deed"
    assert written(marek.get("yarn.call", jump="on")).get("situation", "") == ""
    ines.does("yarn.call", **said | {"what": "The key"}, place=place.public_id)
    all_go_on(evening)
    evening.does("yarn.end-scene")
    assert written(ines.get("yarn.call", jump="on")).get("situation", "") == "", "what was played is not offered again"


def written(form: Any) -> dict[str, Any]:
    """What stands in the form of a call, as far as anything does."""
    soup: Any = BeautifulSoup(form.content, "lxml").select_one("#act-form")
    found: dict[str, Any] = {one["name"]: one["value"] for one in soup.select("[type=radio][checked]") if one["value"]}
    found["cast"] = [one["value"] for one in soup.select("[name=cast][checked]")]
    for one in soup.select("input:not([type]), [type=text], [type=number], textarea"):
        if value := (one.get("value") or one.get_text()).strip():
            found[one["name"]] = value
    return found


def test_it_is_said_to_whoever_is_to_call_that_it_is_for_them(evening: Person, ines: Person, marek: Person) -> None:
    evening.does("yarn.change-order", who="GM", what="now")
    assert "Your turn." in in_words(evening.get("yarn.call"))
    jumper = ines.viewer.seat.public_id
    assert "It is for you to call. Ines holds" in in_words(evening.get("yarn.call", caller=jumper))
    assert "It is for Director to call." in in_words(ines.get("yarn.call", jump="on"))


@pytest.mark.played("yarn.bennie-queue-jump", "yarn.bennie-limit")
@pytest.mark.parametrize("count", [1, 2])
def test_a_jump_in_the_place_of_ones_own_that_waits_takes_no_second_bennie(
    count: int, evening: Person, maud: Character, joss: Character, ines: Person
) -> None:
    evening.does("yarn.set-hand", who=ines.viewer.seat.public_id, points="bennies", count=count + 1)
    ines.does("yarn.buy-token")
    call: dict[str, Any] = {"cast": cast(maud, joss), "mode": "procedural", "what": "To get in", **PLACE}
    ines.does("yarn.call", **call)
    all_go_on(evening)
    evening.does("yarn.end-scene")
    ines.does("yarn.call", jump="on", **call)
    evening.does("yarn.call", caller=ines.viewer.seat.public_id, jump="on", **call | {"what": "To get out"})
    assert held(ines, "bennies") == count - 1
    all_go_on(evening)
    evening.does("yarn.end-scene")
    assert whose(evening) == "Marek"


@pytest.mark.parametrize(("time", "count", "words", "seconds", "nights"), [
    ("after", None, "", 0, 0),
    ("later", None, "later that day", 3 * 3600, 0),
    ("later", 25, "25 hours later", 25 * 3600, 1),
    ("day", None, "the next day", 86400, 1),
    ("day", 3, "3 nights later", 3 * 86400, 3),
])  # fmt: skip
def test_how_long_a_break_is(time: str, count: int | None, words: str, seconds: int, nights: int) -> None:
    assert break_of(time, count) == Break(words, seconds, nights)


@pytest.mark.played("yarn.time-break")
def test_time_passes_when_the_scene_is_played(evening: Person, maud: Character, ines: Person) -> None:
    ines.does("yarn.call", cast=cast(maud), mode="procedural", what="To get in", time="day", count=2, **PLACE)
    scene = scene_of(evening.viewer.desk)
    assert scene
    assert scene.span.title == "The boat shed, 2 nights later"
    assert clock.now(evening.viewer.desk) == 0
    all_go_on(evening)
    assert clock.now(evening.viewer.desk) == 2 * 86400


@pytest.mark.played("yarn.time-break")
def test_the_gm_puts_right_how_long_passes(evening: Person, maud: Character, ines: Person) -> None:
    assert "No call waits" in refused(evening, "yarn.correct-time", time="day")
    ines.does("yarn.call", cast=cast(maud), mode="procedural", what="To get in", time="later", **PLACE)
    assert "So it was called" in refused(evening, "yarn.correct-time", time="later")
    evening.does("yarn.correct-time", time="day", count=3)
    scene = scene_of(evening.viewer.desk)
    assert scene
    assert scene.span.title == "The boat shed, 3 nights later"
    all_go_on(evening)
    assert clock.now(evening.viewer.desk) == 3 * 86400


@pytest.mark.played("yarn.soft-open", "yarn.conference")
def test_a_drama_without_a_situation_is_a_soft_open(
    evening: Person, maud: Character, joss: Character, ines: Person
) -> None:
    for mode, found in (("dramatic", "soft-open"), ("conference", "conference")):
        ines.does("yarn.call", cast=cast(maud, joss), mode=mode, **PLACE)
        assert told(evening.table)["mode"] == found
        ines.does("yarn.withdraw-call")


@pytest.mark.played("yarn.call-scene", "yarn.no-two-recurring", "yarn.minor-characters")
def test_what_is_no_call_is_refused_beside_its_field(
    evening: Person, maud: Character, joss: Character, bess: Character, ines: Person
) -> None:
    minor = made(evening, "quick-cast", name="Carter", role="minor")
    two = cast(maud, joss)
    for data, why in (
        ({"cast": two, "mode": "dramatic"}, "It needs a place"),
        ({"cast": cast(maud), "mode": "dramatic", **PLACE}, "needs two characters in its cast"),
        ({"cast": cast(maud), "mode": "procedural", **PLACE}, "A procedural scene has a goal"),
        ({"cast": cast(bess, minor), "mode": "dramatic", **PLACE}, "between recurring characters"),
        ({"cast": cast(joss, minor), "mode": "dramatic", "seeks": minor.public_id, **PLACE}, "is a minor character"),
        ({"cast": cast(joss, minor), "mode": "dramatic", "seeks": joss.public_id, "of": minor.public_id, **PLACE},
         "is a minor character"),
        ({"cast": two, "mode": "dramatic", "seeks": maud.public_id, "of": maud.public_id, **PLACE}, "of themselves"),
        ({"cast": two, "mode": "dramatic", "seeks": bess.public_id, **PLACE}, "They are not in the cast."),
    ):  # fmt: skip
        assert why in refused(ines, "yarn.call", **data)


@pytest.mark.played("yarn.promotion", "yarn.introduce-minor")
def test_somebody_new_is_minor_unless_something_is_sought_of_them(
    evening: Person, maud: Character, ines: Person
) -> None:
    call = {"cast": cast(maud), "mode": "dramatic", "new_name": "Berta", "new_text": "Harbour clerk", **PLACE}
    ines.does("yarn.call", **call)
    assert Character.objects.get(name="Berta").role == "minor"
    ines.does("undo")
    ines.does("yarn.call", **call, seeks=maud.public_id, of="new", what="Her respect")
    berta = Character.objects.get(name="Berta")
    assert (berta.role, berta.seat) == ("recurring", None)
    scene = scene_of(evening.viewer.desk)
    assert scene
    assert scene.role_of(berta) == "granter"


@pytest.mark.played("yarn.promotion")
def test_to_seek_something_of_a_minor_one_promotes_them(evening: Person, maud: Character, ines: Person) -> None:
    carter = made(evening, "quick-cast", name="Carter", role="minor")
    ines.does("yarn.call", cast=cast(maud, carter), mode="dramatic", situation="Rain.", seeks=maud.public_id,
              of=carter.public_id, what="His respect", **PLACE)  # fmt: skip
    carter.refresh_from_db()
    assert carter.role == "recurring"
    assert told(evening.table, "yarn.called")["of"] == "Carter"


@pytest.mark.played("yarn.repeat-scene-ban")
def test_a_repeat_is_warned_of_and_not_refused(
    evening: Person, maud: Character, joss: Character, ines: Person, marek: Person
) -> None:
    in_a_turn(evening, lambda turn: bans.ban(turn, turn.desk.own(maud), turn.desk.own(joss)))
    call: dict[str, Any] = {"cast": cast(maud, joss), "mode": "dramatic", "situation": "Rain.", **PLACE}
    assert "a force stands between them" in ines.get("yarn.call", **call).content.decode()
    ines.does("yarn.call", **call, news="The coat")
    assert "The coat" in marek.panel("asks")


def test_whoever_hides_is_named_to_nobody(evening: Person, maud: Character, hale: Character, ines: Person) -> None:
    evening.does("yarn.call", cast=cast(maud, hale), mode="dramatic", situation="Rain.", seeks=maud.public_id,
                 of=hale.public_id, **PLACE)  # fmt: skip
    assert "Hale" not in ines.page()
    assert hale.public_id not in ines.page()
    assert "not yours to choose" in refused(ines, "yarn.call", cast=cast(maud, hale), mode="dramatic", **PLACE)


def test_the_dead_are_cast_by_nobody(
    evening: Person, maud: Character, joss: Character, gm: Person, ines: Person
) -> None:
    in_a_turn(gm, lambda turn: set_state(turn, turn.desk.own(joss), DEAD))
    for one in (ines, gm):
        assert joss.public_id not in one.get("yarn.call").content.decode()
    assert "not yours to choose" in refused(ines, "yarn.call", cast=cast(maud, joss), mode="dramatic", **PLACE)


def test_whose_character_is_dead_is_led_to_another_who_is_their_own_from_then_on(
    evening: Person, maud: Character, gm: Person, ines: Person
) -> None:
    in_a_turn(gm, lambda turn: set_state(turn, turn.desk.own(maud), DEAD))
    assert f"{maud.name} is dead. Play somebody else" in ines.panel("first-steps")
    ines.does("yarn.make", **MAUD | {"name": "Adele Ferrin"})
    assert "You play Adele Ferrin" in ines.panel("first-steps")
    assert "Adele Ferrin is in it: nothing to pay" in in_words(ines.get("yarn.call"))


def test_outside_an_episode_nobody_calls(maud: Character, gm: Person, ines: Person) -> None:
    for one in (gm, ines):
        no = refused(one, "yarn.call", cast=cast(maud), mode="procedural", what="To get in", **PLACE)
        assert "No episode is open." in no


def test_the_gm_calls_for_somebody(evening: Person, maud: Character, joss: Character, ines: Person) -> None:
    evening.does("yarn.call", cast=cast(joss), mode="procedural", what="To get in", **PLACE)
    assert told(evening.table)["caller"] == "Ines"
    assert held(ines) == 1
    all_go_on(evening)
    assert whose(evening) == "Marek"
