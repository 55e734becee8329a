"""How failures go on: four ways before the GM alone, chosen in secret, revealed when the GM likes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character
from apps.rules.rough_magic.lists import WAYS
from apps.table.models import Ask, Span
from tests.drama.rough_magic.conftest import gets, no_ask, said, the_ask, told
from tests.people import newest_event, state_of_play

Rolls = Callable[..., Any]

Dice = Callable[..., Any]


@pytest.fixture
def rolls(dice: Dice) -> Rolls:
    """Somebody rolls Reason against 11: Jun has 5, Bramble and the Warden 2."""

    def happens(person: Any, character: Character, *faces: int, **more: Any) -> Any:
        dice(*faces)
        given = {"attribute": "reason", "grade": "challenging", "label": "Where is the key"} | more
        person.does("rough_magic.check", character=character.public_id, **given)

    return happens


@pytest.mark.played("rough_magic.failure", "rough_magic.failure-options")
def test_four_ways_before_the_gm_alone(rolls: Rolls, gm: Any, ines: Any, marek: Any, jun: Character) -> None:
    rolls(ines, jun, 1, 3)
    card = gm.panel("asks")
    assert "Jun Vey fails, 9 against 11: Where is the key" in card
    assert all(f"{way.title} {way.tells}" in card for way in WAYS)
    assert "Jun Vey fails: how does it go on?" in gm.page()
    for person in (ines, marek):
        assert "Quid pro quo" not in person.page()
        assert "Waiting for" not in person.panel("awaited")
    gm.does("rough_magic.choose-way", ask=the_ask(gm.table), way="stirring-the-pot", words="The Ashmen follow them")
    facts = told(gm.table)
    assert (facts["way"], facts["wanted"], facts["price"]) == ("Stirring the pot", "gained", "The Ashmen follow them")
    assert "Ashmen" not in ines.page() + marek.page()


@pytest.mark.played("rough_magic.failure-options")
def test_revealed_when_the_gm_likes(rolls: Rolls, gm: Any, ines: Any, jun: Character) -> None:
    rolls(ines, jun, 1, 3)
    gm.does("rough_magic.choose-way", ask=the_ask(gm.table), way="red-herring")
    gm.does("reveal", event=newest_event(gm.table).public_id)
    assert "Red herring. What was wanted: a false one. The price: an untruth." in ines.log()


@pytest.mark.played("rough_magic.failure")
def test_none_of_these_and_one_of_the_gms_own(rolls: Rolls, gm: Any, ines: Any, jun: Character) -> None:
    rolls(ines, jun, 1, 1)
    assert gm.post("rough_magic.choose-way", ask=the_ask(gm.table), way="own").status_code == 422
    gm.does("rough_magic.choose-way", ask=the_ask(gm.table), way="own", words="The lamp goes out")
    assert "Where is the key: The lamp goes out" in gm.log()
    rolls(ines, jun, 1, 1)
    gm.does("rough_magic.choose-way", ask=the_ask(gm.table), way="none")
    assert "the failure stands as it is" in gm.log()


@pytest.mark.played("rough_magic.extreme-success")
def test_an_extreme_success_of_long_work_counts_twice_and_asks_nothing(
    gm: Any, ines: Any, jun: Character, dice: Dice
) -> None:
    gm.does("rough_magic.long-work", name="Build the raft", grade="challenging", needed=4)
    work = Span.objects.get(table=gm.table, kind="work").public_id
    dice(6, 6)
    ines.does("rough_magic.attempt", work=work, character=jun.public_id, attribute="reason")
    assert "Two of four successes" in gm.log()
    assert no_ask(gm.table)
    gm.does("rough_magic.joint", work=work, characters=[jun.public_id], attribute="reason", grade="challenging")
    dice(6, 6)
    ines.does("rough_magic.join-work", ask=the_ask(gm.table), attribute="reason")
    assert no_ask(gm.table)


def test_a_point_that_turns_the_roll_takes_the_card_away(rolls: Rolls, gm: Any, ines: Any, jun: Character) -> None:
    gets(gm, ines, 1)
    rolls(ines, jun, 1, 3)
    event = Ask.objects.get(table=gm.table).exchange.opened_by
    assert event is not None
    ines.does("rough_magic.automatic-success", event=event.public_id)
    assert no_ask(gm.table)


def test_a_total_that_the_gm_overrules_changes_the_card(rolls: Rolls, gm: Any, ines: Any, jun: Character) -> None:
    rolls(ines, jun, 1, 3)
    event = Ask.objects.get(table=gm.table).exchange.opened_by
    assert event is not None
    gm.does("rough_magic.overrule", event=event.public_id, total=15)
    assert "Jun Vey succeeds extremely, 15 against 11" in gm.panel("asks")
    gm.does("rough_magic.overrule", event=event.public_id, total=11)
    assert no_ask(gm.table)


@pytest.mark.played("rough_magic.extreme-success")
def test_an_extreme_success_asks_for_more(rolls: Rolls, gm: Any, ines: Any, jun: Character) -> None:
    rolls(ines, jun, 4, 5)
    assert "Jun Vey succeeds extremely, 14 against 11" in gm.panel("asks")
    assert gm.post("rough_magic.choose-way", ask=the_ask(gm.table), way="red-herring").status_code == 422
    gm.does("rough_magic.choose-way", ask=the_ask(gm.table), way="own", words="And who paid for it")
    assert "And who paid for it" in gm.log()
    assert "who paid" not in ines.page()


def test_a_plain_success_and_the_gms_rolls_ask_nothing(
    rolls: Rolls, gm: Any, ines: Any, jun: Character, ash: Character
) -> None:
    rolls(ines, jun, 3, 4)
    rolls(gm, ash, 1, 1)
    assert no_ask(gm.table)


def test_a_roll_that_the_gm_does_not_hear_of_asks_nothing(rolls: Rolls, gm: Any, ines: Any, jun: Character) -> None:
    rolls(ines, jun, 1, 1, mode="me")
    assert no_ask(gm.table)


def test_a_newer_roll_takes_the_older_card_away(
    rolls: Rolls, gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character
) -> None:
    rolls(ines, jun, 1, 1)
    rolls(marek, bramble, 1, 2)
    rolls(ines, jun, 3, 4)
    (left,) = Ask.objects.filter(table=gm.table, closed_at=None)
    assert left.facts["who"] == "Bramble Oke"


def test_the_end_of_the_scene_lets_it_be(rolls: Rolls, gm: Any, ines: Any, jun: Character) -> None:
    gm.does("open-scene", title="The sluice")
    rolls(ines, jun, 1, 1)
    gm.does("close-scene")
    assert no_ask(gm.table)
    gm.does("undo")
    assert the_ask(gm.table)


def test_only_the_gm_chooses(rolls: Rolls, gm: Any, ines: Any, watcher: Any, stranger: Any, jun: Character) -> None:
    rolls(ines, jun, 1, 1)
    ask, before = the_ask(gm.table), state_of_play(gm.table)
    assert ines.post("rough_magic.choose-way", ask=ask, way="none").status_code == 403
    assert watcher.post("rough_magic.choose-way", ask=ask, way="none").status_code == 403
    assert stranger.at(gm).post("rough_magic.choose-way", ask=ask, way="none").status_code == 404
    assert gm.post("rough_magic.choose-way", ask=ask, way="fifth").status_code == 422
    assert "no longer open" in said(gm.post("rough_magic.choose-way", ask="xgone", way="none"))
    assert state_of_play(gm.table) == before


def test_what_is_taken_back_says_apart_who_rolled_for_whom(rolls: Rolls, gm: Any, ines: Any, jun: Character) -> None:
    rolls(ines, jun, 1, 3)
    assert "Ines: Jun Vey: Reason (Where is" in gm.panel("hand").replace("\u00ad", "")
    gm.does("undo")
    assert "takes back: Ines: Jun Vey: Reason" in gm.log()
