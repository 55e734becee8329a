"""What is private stays in no cache."""

import pytest

from tests.people import Person

PAGES = ("", "log", "log?q=x", "export-log", "export-log?as=json", "switches", "book", "how", "points", "news",
         "rule?id=dragonfly.base-check", "act/note", "act/say", "act/nothing", "invite", "seats", "device",
         "nothing-here")  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_no_page_of_a_seat_is_kept(gm: Person, page: str) -> None:
    answer = gm.client.get(gm.url + page)
    assert "no-store" in answer["Cache-Control"]
    assert "Cookie" in answer["Vary"]


def test_no_answer_of_an_act_is_kept(gm: Person, ines: Person) -> None:
    for answer in (gm.post("note", text="x"), gm.post("open-scene"), ines.post("open-scene"), gm.post("say", text="x")):
        assert "no-store" in answer["Cache-Control"]
