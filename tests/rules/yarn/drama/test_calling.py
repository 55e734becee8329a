"""Episodes, whose turn it is, and what a call costs."""

from itertools import permutations
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.yarn import Options
from apps.rules.yarn.drama.calling import (
    absent_caller_cost,
    call_scene,
    calling_order,
    calling_turns,
    episode,
    played_by,
    queue_jump,
    scene_mode,
    scene_types,
    situation,
    theme_order,
    time_break,
    turns_left,
    turns_to_come,
)
from apps.rules.yarn.drama.ending import STEPS, session_end

ORDER = ["Cy", "Ann", "Bob", "GM", "Dee"]


@pytest.mark.rule("yarn.episode", "yarn.scene-types")
def test_an_episode_from_opener_to_closer():
    closed = episode(event="session closed", session=2, present=["Ann"])
    assert (closed.session_ends, closed.hands) == (True, {"Ann": 0, "GM": 0})
    assert not episode(event="session closed", session=2, continued=True).session_ends
    types = [scene_types(scene_number=n, scenes=4).scene_type for n in range(1, 5)]
    assert types == ["opener", "development", "development", "closer"]
    assert scene_types(scene_number=2, closer=True).session_ends


@pytest.mark.rule("yarn.theme-order")
def test_themes_go_round():
    order = ["Dee", "Ann", "Cy"]
    assert theme_order(order=order, sessions=range(2, 9)).choosers == tuple((order * 3)[:7])
    first: dict[str, Any] = {"order": order, "sessions": [1], "calling_order": ["GM", "Cy", "Ann"]}
    assert theme_order(**first).choosers == ("GM",)
    by_player = Options(first_theme_by="first player in the calling order")
    assert theme_order(**first, options=by_player).choosers == ("Cy",)
    away = theme_order(order=order, chosen_at_end_of_session=2, absent=["Ann"])
    assert (away.chooser, away.for_session, away.order) == ("Cy", 3, ("Dee", "Cy", "Ann"))


@pytest.mark.rule("yarn.theme-order")
def test_an_absent_chooser_changes_places_for_this_pass_alone():
    order = ("Dee", "Ann", "Cy")
    assert turns_to_come(order) == order
    assert turns_left(order, (), "Dee") == ("Ann", "Cy")
    assert turns_left(order, (), "Cy") == ("Ann", "Dee")
    assert turns_to_come(order, ("Dee",)) == ("Dee", *order)
    assert turns_left(order, ("Dee",), "Dee") == ()
    assert turns_left(order, ("Cy",), "Dee") == ("Cy", "Ann", "Cy"), "the first turn of the next pass for the last"
    assert turns_left(order, ("Ann", "Cy"), None) == ("Cy",), "the GM has chosen in her stead"


@pytest.mark.rule("yarn.calling-order")
def test_the_gm_has_the_place_that_the_chooser_left():
    for drawn in permutations(["Ann", "Bob", "Cy", "Dee"]):
        for place, chooser in enumerate(drawn):
            order = calling_order(drawn=drawn, chooser=chooser).order
            rest = [name for name in order[1:] if name != "GM"]
            assert order[0] == chooser
            assert rest == [name for name in drawn if name != chooser]
            assert order.index("GM") == max(place + 1, 1)


@pytest.mark.rule("yarn.calling-order")
def test_other_places_of_the_gm():
    given: dict[str, Any] = {"drawn": ["Ann", "Bob", "Cy"], "chooser": "Ann"}
    assert calling_order(**given, options=Options(gm_slot="end")).order == ("Ann", "Bob", "Cy", "GM")
    assert calling_order(**given, gm_place=3).order == ("Ann", "Bob", "GM", "Cy")
    asked = Options(gm_slot="asked each episode")
    assert calling_order(**given, gm_place=4, options=asked).order[-1] == "GM"
    with pytest.raises(Refused, match="the GM says in each episode"):
        calling_order(**given, options=asked)
    with pytest.raises(Refused):
        calling_order(**given, gm_place=1)
    assert calling_order(drawn=["Ann", "Bob"], chooser="Cy").order == ("GM", "Ann", "Bob")
    draws = {"s2": ["Ann", "Bob"], "s3": ["Ann", "Bob"]}
    found = calling_order(draws=draws, theme_order=["Bob", "Ann"])
    assert (found.s2, found.s3) == (("Bob", "Ann", "GM"), ("Ann", "GM", "Bob"))


@pytest.mark.rule("yarn.calling-order", "yarn.theme-order")
def test_the_first_episode():
    given: dict[str, Any] = {"drawn": ["Ann", "Bob"], "episode": 1}
    assert calling_order(**given).order == ("GM", "Ann", "Bob")
    assert calling_order(**given, theme_by="Bob").order == ("Bob", "Ann", "GM")
    by_player = Options(first_theme_by="first player in the calling order")
    assert calling_order(**given, options=by_player).order == ("Ann", "GM", "Bob")


@pytest.mark.rule("yarn.calling-turns")
def test_turns_with_skips_and_absences():
    assert calling_turns(order=ORDER, scenes=7).callers == tuple((ORDER * 2)[:7])
    assert calling_turns(order=ORDER, scenes=4, absent=["Ann", "GM"]).callers == ("Cy", "Bob", "Dee", "Cy")
    found = calling_turns(order=ORDER, last_caller="Cy", skips=["Ann", "Dee"])
    assert (found.next_caller, found.skips) == ("Bob", ("Dee",))
    for ending in ("no contest", "montage", "shopping off stage", "unresisted goal"):
        assert calling_turns(order=ORDER, last_caller="Bob", ending=ending).next_caller == "Bob"


@pytest.mark.rule("yarn.bennie-queue-jump", "yarn.calling-turns")
def test_a_jump_moves_a_turn_and_takes_the_next():
    for after in range(1, 6):
        for by in ("Ann", "Bob", "Cy", "Dee"):
            jump = {"after_scene": after, "by": by, "bennies": 2}
            found = queue_jump(order=ORDER, jump=jump, scenes=12)
            plain = list((ORDER * 4)[:16])
            if plain[after] == by:
                assert (found.no.code, found.bennies) == ("own-turn", {by: 2})
                continue
            skipped = plain.index(by, after)
            expected = [*plain[:after], by, *plain[after:skipped], *plain[skipped + 1 :]]
            assert (found.callers, found.bennies) == (tuple(expected[:12]), {by: 1})
    poor = queue_jump(order=ORDER, jump={"after_scene": 1, "by": "Dee", "bennies": 0}, scenes=3)
    assert (poor.legal, poor.callers) == (False, ("Cy", "Ann", "Bob"))
    assert "takes a bennie" in poor.no.text
    with pytest.raises(Refused):
        calling_turns(order=ORDER, scenes=3, jump={"after_scene": 1, "by": "GM", "bennies": 1})


@pytest.mark.rule("yarn.absent-caller-cost", "yarn.call-scene")
def test_an_absent_pc_costs_a_token():
    given: dict[str, Any] = {"caller": "Ann", "mode": "dramatic"}
    assert absent_caller_cost(**given, petitioner="Iva (Ann)", granter="Otto (Bob)").cost == 0
    assert absent_caller_cost(**given, petitioner="Lea (Cy)", granter="Otto (Bob)", hand=1).hand == 0
    assert absent_caller_cost(caller="Ann", mode="montage", own_pc_cast=False).legal
    tip = absent_caller_cost(**given, own_pc_cast=False, bennies=1)
    assert "a bennie may first be turned into one" in tip.no.text
    call: dict[str, Any] = {"cast": ["Otto", "Lea"], "setting": "the pier", "mode": "dramatic"}
    assert call_scene(caller="Ann", own_pc_cast=False, **call).no.code == "no-token"
    assert call_scene(caller="GM", own_pc_cast=False, **call).cost == 0
    assert call_scene(caller="Ann", **{**call, "cast": ["Otto"]}).no.code == "no-cast"
    assert call_scene(caller="Ann", **{**call, "setting": " "}).no.code == "no-setting"
    alone = ["Mayor (recurring)", "Widow (recurring)"]
    refused = call_scene(caller="GM", **{**call, "cast": alone})
    assert (refused.no.code, refused.open_to_challenge) == ("recurring-only", False)
    assert call_scene(caller="GM", **{**call, "cast": alone, "mode": "procedural"}).legal


@pytest.mark.rule("yarn.time-break")
@pytest.mark.parametrize(
    ("amount", "unit", "nights", "days"),
    [(47, "hour", None, 1), (2, "week", None, 14), (1, "year", None, 365), (1, "hour", 1, 1), (90, "minute", None, 0)],
)
def test_days_of_a_break(amount, unit, nights, days):
    assert time_break(time_break="later", amount=amount, unit=unit, nights=nights).time_break_days == days
    assert not time_break().open_to_challenge


@pytest.mark.rule("yarn.scene-mode", "yarn.situation")
def test_modes_and_situations():
    seekers = ("PC", "recurring", "minor")
    dramas = {(a, b) for a in seekers for b in seekers if scene_mode(who_kind=a, reward="emotional", whom_kind=b).mode == "dramatic"}  # fmt: skip # noqa: E501
    assert dramas == {("PC", "PC"), ("PC", "recurring"), ("recurring", "PC")}
    assert not situation(situation="rain").complication
    assert [played_by(name) for name in ("Iva (Ann)", "Mayor (recurring)", "Bob")] == ["Ann", "GM", "Bob"]


@pytest.mark.rule("yarn.session-end")
def test_a_session_closes_in_nine_steps():
    ballots = {"Ann": ["Bob", "Cy"], "Bob": ["Ann", "Cy"], "Cy": ["Bob", "Ann"], "GM": ["Bob", "Ann", "Cy"]}
    found = session_end(session=2, theme_order=["Ann", "Bob"], hands={"Ann": 2, "Cy": 1, "GM": 3}, ballots=ballots)
    assert found.steps_taken == tuple(step for step in STEPS if step != "theme order drawn")
    assert (found.chooser, found.for_session) == ("Bob", 3)
    assert found.bennies == ("Ann", "Bob")
    assert found.hands == {"Ann": 0, "Cy": 0, "GM": 0}
    assert found.summary == "session 2; bennies: Ann, Bob; theme of session 3: Bob"


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: episode(event="lunch", session=1), "not-a-choice"),
        (lambda: theme_order(order=[]), "no-order"),
        (lambda: theme_order(order=["Ann"], chosen_at_end_of_session=1, absent=["Ann"]), "all-absent"),
        (lambda: scene_types(scene_number=3, scenes=2), "too-high"),
        (lambda: calling_turns(order=ORDER, scenes=1, absent=ORDER), "nobody"),
        (lambda: calling_turns(order=ORDER, last_caller="Eve"), "not-a-choice"),
        (lambda: time_break(amount=1, unit="moon"), "not-a-choice"),
        (lambda: scene_mode(who_kind="ghost", reward="emotional", whom_kind="PC"), "not-a-choice"),
        (lambda: situation(situation=""), "no-situation"),
        (lambda: session_end(session=0, theme_order=["Ann"]), "too-low"),
    ],
)
def test_refusals(call, code):
    with pytest.raises(Refused) as no:
        call()
    assert no.value.code == code
