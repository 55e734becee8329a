"""Without JavaScript what one tap does takes one tap, and one that was pressed twice is done once."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from django.http import HttpResponse

from apps.table import log
from apps.table.at_once import posting
from apps.table.models import Event
from tests.people import Person, encoded, newest_event, open_a_table, sit_down


@pytest.fixture
def gm(db: None) -> Person:
    return sit_down(open_a_table(), "Robin", "gm")


def page_of(person: Person) -> str:
    """As it is sent to this one browser."""
    return person.client.get(person.url).content.decode()


def form(page: str, act: str, number: int = 0) -> Tag:
    return BeautifulSoup(page, "lxml").select(f'form[action="act/{act}"]')[number]


def presses(person: Person, found: Tag, **typed: str) -> HttpResponse:
    """As a browser without scripts sends this form."""
    assert found["method"] == "post"
    fields = {str(one["name"]): one.get("value", "") for one in found.select("input[name]")} | typed
    return person.client.post(f"{person.url}{found['action']}", **encoded(fields))  # type: ignore[return-value]


def test_a_tap_on_a_form_of_a_panel_does_the_act(gm: Person) -> None:
    assert presses(gm, form(page_of(gm), "say"), text="Good evening").status_code == 302
    assert "Good evening" in gm.log()


def test_pressed_twice_it_is_done_once_and_on_the_next_page_again(gm: Person) -> None:
    page = page_of(gm)
    for _ in range(2):
        presses(gm, form(page, "say"), text="Good evening")
    assert gm.log().count("Good evening") == 1
    presses(gm, form(page_of(gm), "say"), text="Good evening")
    assert gm.log().count("Good evening") == 2


def test_two_forms_of_one_act_are_two(gm: Person) -> None:
    """A page that was gone back to does what is pressed there, if it was not pressed before."""
    panel = '<form method="get" action="act/say" hx-post="act/say"></form>' * 2
    page = posting(panel, str(gm.client.cookies["csrftoken"].value))
    for number in range(2):
        presses(gm, form(page, "say", number), text="Good evening")
    assert gm.log().count("Good evening") == 2


def test_a_form_from_elsewhere_does_nothing(gm: Person) -> None:
    found = form(page_of(gm), "say")
    assert presses(gm, found, text="Good evening", csrfmiddlewaretoken="x" * 64).status_code == 403
    assert not Event.objects.filter(table=gm.table).exists()


def test_a_refusal_keeps_what_was_typed(gm: Person) -> None:
    answer = presses(gm, form(page_of(gm), "say"), text="/r 2d6+")
    assert answer.status_code == 422
    assert "/r 2d6+" in answer.content.decode()


def test_what_only_opens_a_form_still_asks(gm: Person) -> None:
    gm.does("say", text="Good evening")
    undo = form(page_of(gm), "undo")
    assert undo["method"] == "get"
    assert gm.get("undo", plain=True, event=newest_event(gm.table).public_id).status_code == 200


def test_through_other_eyes_nothing_posts(gm: Person) -> None:
    ines = sit_down(gm.table, "Ines")
    assert ines.seat is not None
    soup: Any = BeautifulSoup(gm.at_address(f"as/{ines.seat.public_id}/").content, "lxml")
    assert soup.select("#log")
    assert not soup.select("#panel-say form[method=post]")


def test_whoever_pressed_without_a_script_comes_to_the_card_that_tells_of_it(gm: Person) -> None:
    """The log begins with its oldest cards: at its head nobody sees what they have just done."""
    answer = presses(gm, form(page_of(gm), "say"), text="Good evening")
    assert answer["Location"] == f"{gm.url}#card-{newest_event(gm.table).public_id}"


@pytest.mark.parametrize(("act", "sent", "part"), [
    ("hear", {"mode": "gm"}, "panel-say"), ("note", {"text": "The hatch"}, "panel-notes"),
])  # fmt: skip
def test_what_no_card_tells_of_leads_to_where_it_is_seen(gm: Person, act: str, sent: dict[str, Any], part: str) -> None:
    assert gm.post(act, plain=True, **sent)["Location"] == f"{gm.url}#{part}"


def test_whoever_leaves_a_form_without_a_script_comes_to_what_it_is_about(gm: Person) -> None:
    form: Any = BeautifulSoup(gm.get("note", plain=True).content, "lxml").find(id="act-form")
    assert {str(one["href"]) for one in form.select("[data-close]")} == {f"{gm.url}#panel-notes"}


def test_a_script_is_told_that_it_is_done_where_no_card_tells_of_it(gm: Person) -> None:
    """Of others nothing is said that way: they have their card, or show at once where they are."""
    done: Any = BeautifulSoup(gm.post("note", text="The hatch").content, "lxml").find(id="act-done")
    assert done["data-says"] == "Your notes are kept."
    for answer in (gm.post("hear", mode="gm"), gm.post("say", text="Good evening")):
        assert b"data-says" not in answer.content


def test_whoever_begins_a_fight_without_a_script_comes_to_it(gm: Person) -> None:
    assert gm.post("dragonfly.start-fight", plain=True)["Location"] == f"{gm.url}#panel-fight"
    assert gm.soup().select("#panel-fight h2")


def test_what_is_pressed_again_and_again_comes_back_to_where_it_was_pressed(gm: Person) -> None:
    """Points one by one: the number stands there; and to no other place than one of this page."""
    gm.does("dragonfly.quick-cast", name="Brute", muscle=12, combat=10, brains=8, life_points=40)
    brute = gm.table.characters.get()
    page = page_of(gm)
    assert presses(gm, form(page, "dragonfly.adjust"), by="-1")["Location"] == f"{gm.url}#cast-{brute.public_id}"
    answer = presses(gm, form(page_of(gm), "dragonfly.adjust"), by="-1", pressed_in="//elsewhere")
    assert answer["Location"] == f"{gm.url}#card-{newest_event(gm.table).public_id}"


def test_what_is_told_to_others_alone_leads_to_the_log(gm: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "told", lambda viewer, event: None)
    answer = presses(gm, form(page_of(gm), "say"), text="Good evening")
    assert answer["Location"] == f"{gm.url}#log"


def opening(person: Person, act: str) -> Any:
    """What leads to that act's page, as this browser is sent it."""
    soup: Any = BeautifulSoup(page_of(person), "lxml")
    return soup.select_one(f'a[href^="act/{act}"], form[action="act/{act}"]')


def left_for(page: bytes) -> set[str]:
    soup: Any = BeautifulSoup(page, "lxml")
    return {str(one["href"]) for one in soup.select("#act-form [data-close]")}


def test_whoever_leaves_the_page_of_a_form_comes_back_to_where_they_opened_it(gm: Person) -> None:
    """Also after a refusal; and to no other place than one of the table's page."""
    page = gm.at_address(opening(gm, "dragonfly.quick-cast")["href"]).content
    assert left_for(page) == {f"{gm.url}#panel-cast"}
    refused = gm.post("dragonfly.quick-cast", plain=True, opened_in="panel-cast")
    assert left_for(refused.content) == {f"{gm.url}#panel-cast"}
    assert left_for(gm.get("dragonfly.quick-cast", plain=True, opened_in="//elsewhere").content) == {gm.url}


def test_whoever_leaves_what_a_form_has_opened_comes_back_as_well(gm: Person) -> None:
    gm.does("say", text="Good evening")
    form = opening(gm, "undo")
    sent: dict[str, Any] = {str(one["name"]): one["value"] for one in form.select("input")}
    assert left_for(gm.get("undo", plain=True, **sent).content) == {f"{gm.url}#card-{newest_event(gm.table).public_id}"}


def test_the_page_of_a_form_names_its_table_and_leads_there(gm: Person) -> None:
    soup: Any = BeautifulSoup(gm.get("dragonfly.check", plain=True).content, "lxml")
    head = soup.select_one("header.top a")
    assert (head.get_text(strip=True), head["href"]) == ("The Kestrel’s Wake", gm.url)


@pytest.mark.parametrize(("act", "works"), [("dragonfly.end-fight", False), ("dragonfly.check", True)])
def test_what_no_choice_changes_is_not_worked_out(gm: Person, act: str, works: bool) -> None:
    """Whoever leaves the scene with a fight: what ends with it is the same."""
    gm.does("dragonfly.quick-cast", name="Brute 1", muscle=12, combat=10, brains=8, life_points=40)
    gm.does("dragonfly.quick-cast", name="Brute 2", muscle=12, combat=10, brains=8, life_points=40)
    gm.does("dragonfly.start-fight", characters=[one.public_id for one in gm.table.characters.all()])
    page = gm.get(act, plain=True).content.decode()
    assert "field-" in page
    assert ("Work it out with these" in page) is works


def looks_again(person: Person) -> Any:
    """By the link of this page, later: what the next one says on top."""
    soup: Any = BeautifulSoup(page_of(person), "lxml")
    address = f"{person.url}{soup.select_one('noscript a[href*=seen]')['href'].removeprefix('./')}"
    return lambda: BeautifulSoup(person.client.get(address).content, "lxml").select_one("#since")


def test_who_looks_again_reads_on_top_what_came_since(gm: Person) -> None:
    """Newest first, without what was taken back; a page that nobody looked at before says nothing of it."""
    ines = sit_down(gm.table, "Ines")
    assert 'id="since"' not in page_of(ines)
    since = looks_again(ines)
    gm.does("say", text="Good evening")
    gm.does("say", text="Once more")
    cards = since().select("a")
    assert [one.get_text(strip=True) for one in cards] == ["Robin: Once more", "Robin: Good evening"]
    assert cards[0]["href"] == f"#card-{newest_event(gm.table).public_id}"
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert "Robin: Once more" not in since().get_text()
    assert "Nothing has happened since you looked" in looks_again(ines)().get_text()


def test_who_looks_again_reads_that_something_is_asked_of_them(gm: Person) -> None:
    ines = sit_down(gm.table, "Ines")
    ines.does("dragonfly.make", name="Shannon", role="cast-member", life_points=40)
    shannon = gm.table.characters.get()
    gm.does("dragonfly.ask-fear", characters=[shannon.public_id], modifier=0)
    assert looks_again(ines)().select_one("a[href='#panel-asks']")
    assert not looks_again(gm)().select("a")
