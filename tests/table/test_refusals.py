"""Acts, addresses and seats that are none: nothing changes, and it is said why. For all others: tests/attempts.py."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.table import acts
from apps.table.acts import act
from apps.table.shared.acts import Nothing
from apps.table.turn import Turn
from tests.acts_of_an_evening import Evening, said
from tests.intruders import Intruders
from tests.people import state_of_play

NO_DICE = "There is nothing to roll. Write dice as 2d6+3, 4d6kh3 or d8 d10."


@pytest.mark.parametrize("name", ["nothing", "dragonfly.nothing", "yarn.toy", "..", "<script>", "pause%00", "x" * 3000])
def test_acts_that_this_table_does_not_have(tonight: Evening, name: str) -> None:
    @act("yarn.toy", title="Toy", form=Nothing)
    def toy(turn: Turn, form: Nothing) -> None:
        turn.tell("pause", {})

    state = state_of_play(tonight.table)
    try:
        for person in tonight.people.values():
            assert person.post(name).status_code == 404
            assert person.get(name).status_code == 404
    finally:
        del acts._acts["yarn.toy"]
    assert state_of_play(tonight.table) == state


ADDRESSES = (
    "", "?sheet=", "as/", "log?before=", "log?seat=", "log?group=", "log?q=", "rule?id=", "news?since=",
    "news?as=",
    "portrait?of=", "print?character=", "export?character=", "points?page=", "odds?character=", "device?seat=",
)  # fmt: skip
VALUES = ("%00", "a%00b", "%ff%fe", "%F0%9F%92%A9", "9" * 3000, "../../x", "<script>alert(1)")


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("name", ["gm", "ines", "watcher"])
def test_hostile_addresses_are_found_nowhere(tonight: Evening, name: str, value: str) -> None:
    person = tonight.people[name]
    for where in ADDRESSES:
        answer = person.client.get(f"{person.url}{where}{value}")
        assert answer.status_code in ({204, 404} if where.startswith("odds") else {200, 404}), where
        assert b"<script>alert" not in answer.content
        if "%00" in value:
            assert answer.status_code == 404, where


def test_too_much_at_once_is_refused_in_words(tonight: Evening) -> None:
    """More than 2 MB in a form, more than 1,000 fields."""
    gm = tonight.people["gm"]
    state = state_of_play(tonight.table)
    many: dict[str, Any] = {f"f{place}": "x" for place in range(1100)}
    for data in ({"text": "x" * 2_200_000}, many):
        answer = gm.post("note", **data)
        assert answer.status_code == 400
        assert "more than" in said(answer)
    assert state_of_play(tonight.table) == state


def test_a_page_that_comes_anew_names_on_top_what_does_not_fit(tonight: Evening) -> None:
    """Each field with a link to it, and once; where the pane is drawn anew the focus goes to the first of them."""
    gm = tonight.people["gm"]
    plain, pane = (BeautifulSoup(gm.post("roll", plain=way, formula="").content, "lxml") for way in (True, False))
    told = plain.select(".refusals .refusal")
    assert [" ".join(one.get_text().split()) for one in told] == [f"Dice: {NO_DICE}"]
    assert plain.find(id=str(told[0].select("a")[0]["href"])[1:])["name"] == "formula"  # type: ignore[index]
    assert NO_DICE not in pane.select(".refusals")[0].get_text()


def test_a_removed_seat_is_refused_everything(tonight: Evening) -> None:
    """Its page, its log, its exports, its news and every act."""
    removed = Intruders(tonight).removed
    for address in ("", "log", "export-log", "news", "points", "book", "device", "switches"):
        assert removed.at_address(address).status_code == 404, address
    for one in acts.acts():
        assert removed.get(one.name).status_code == 404, one.name
