"""The host's page runs tables: put away, brought back, deleted, carried as a file; and the way back for a GM."""

from __future__ import annotations

import io
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from apps.table.doors import lost, opening
from apps.table.models import Event, Seat, SeatDevice, Table
from tests.people import Person, open_a_table, sit_down
from tests.table.doors.browsers import Browser, host, words

pytestmark = pytest.mark.django_db
PAGES = ("", "put-away", "bring-back", "file", "delete")


@pytest.fixture(autouse=True)
def _own_data_folder(settings: Any, tmp_path: Any) -> None:
    settings.DATA, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"


@pytest.fixture
def table() -> Table:
    return open_a_table()


@pytest.fixture
def gm(table: Table) -> Person:
    return sit_down(table, "Odile", "gm", "gm")


@pytest.fixture
def marek(table: Table) -> Person:
    return sit_down(table, "Marek")


def of(table: Table, what: str = "") -> str:
    return f"/host/tables/{table.public_id}/{what}"


def test_only_the_host_runs_tables(table: Table, gm: Person, marek: Person) -> None:
    for client in (Client(), gm.client, marek.client):
        client.handler.enforce_csrf_checks = False
        for path in [*(of(table, page) for page in PAGES), "/host/bring"]:
            for answer in (client.get(path), client.post(path, {"name": table.name})):
                assert answer.status_code in {302, 405}, path
                assert answer.status_code == 405 or answer["Location"].startswith("/host/sign-in")
    assert Table.objects.get().put_away_at is None


def test_a_table_that_is_not_there(table: Table) -> None:
    browser = host()
    for page in PAGES:
        assert browser.look(f"/host/tables/xnowhere/{page}").status_code in {404, 405}


def test_the_hosts_page_leads_to_each_table_and_to_the_hosts_own_seat(table: Table, gm: Person) -> None:
    browser = host()
    assert gm.url not in browser.look("/host/").content.decode()
    browser.client.cookies["fireside"] = gm.token
    for path in ("/host/", of(table)):
        assert f'href="{gm.url}"' in browser.look(path).content.decode(), path
    assert f'href="{of(table)}"' in browser.look("/host/").content.decode()


def test_the_pages_show_name_size_and_gm_alone(table: Table, gm: Person, marek: Person) -> None:
    gm.does("open-scene", title="The secret pier", text="")
    browser = host()
    for path in (of(table), of(table, "delete"), f"/open/{table.public_id}/"):
        said = browser.words(path)
        assert "Kestrel" in said
        assert "Marek" not in said
        assert "pier" not in said


# putting away


def test_nobody_enters_a_table_that_is_put_away(table: Table, gm: Person, marek: Person) -> None:
    links = (opening.invite_path(table), f"/seat/{marek.seat.public_id}/{marek.seat.link_token}")  # type: ignore[union-attr]
    browser = host()
    assert browser.press(of(table, "put-away"), page=of(table))["Location"] == of(table)
    for person in (gm, marek):
        for path in (person.url, f"{person.url}log", f"{person.url}news", f"{person.url}act/say"):
            answer = person.client.get(path)
            assert answer.status_code == 410
            assert "no-store" in answer["Cache-Control"], "or a browser shows it still when the table is back"
            assert "put away. Whoever runs the server can bring it back" in words(answer)
        assert person.post("pause").status_code == 410
    for path in links:
        assert Browser().look(path).status_code == 410
    said = words(marek.client.get("/"))
    assert "Put away. Whoever runs the server can bring it back." in said
    assert "put away" in browser.words("/host/")


def test_pages_at_its_door_are_loaded_anew_once_and_then_say_so(table: Table, gm: Person, marek: Person) -> None:
    """They ask by themselves every two seconds: the page to which they lead asks no more."""
    june, asks = Browser(), {"HX-Request": "true"}
    waiting = june.knock(table, "June")["Location"]
    host().press(of(table, "put-away"), page=of(table))
    for client, path in ((june.client, waiting), (gm.client, f"{gm.url}invite")):
        asked = client.get(path, headers=asks)
        assert asked.status_code == 200
        assert asked["HX-Refresh"] == "true"
        page = client.get(path)
        assert page.status_code == 410
        assert "put away" in words(page)
        assert b"hx-trigger" not in page.content
    assert "HX-Refresh" not in marek.client.get(f"{marek.url}act/say", headers=asks)


def test_strangers_learn_nothing_of_it(table: Table, gm: Person, marek: Person) -> None:
    paths = [gm.url, f"/j/{table.public_id}/wrong", f"/g/{table.public_id}/wrong", f"/seat/{gm.seat.public_id}/wrong"]  # type: ignore[union-attr]
    before = [words(Browser().look(path)) for path in paths]
    host().press(of(table, "put-away"), page=of(table))
    assert [words(Browser().look(path)) for path in paths] == before


def test_brought_back_it_is_as_it_was(table: Table, gm: Person, marek: Person) -> None:
    browser = host()
    gm.does("open-scene", title="On the pier", text="")
    for _ in range(2):
        browser.press(of(table, "put-away"), page=of(table))
    assert browser.press(of(table, "bring-back"), page=of(table))["Location"] == of(table)
    assert "On the pier" in marek.page()
    assert marek.log().count("put this table away") == 1
    assert "brought this table back" in marek.log()
    gm.does("open-scene", title="Behind the pier", text="")


# deleting


def test_a_table_is_deleted_when_its_name_is_typed(table: Table, gm: Person, marek: Person) -> None:
    other = open_a_table("Salt Lane")
    browser = host()
    said = browser.words(of(table, "delete"))
    for word in ("2 seats", "0 pictures", "0 entries", "No copy of everything"):
        assert word in said
    for wrong in ("", "Salt Lane", "The Kestrel"):
        answer = browser.press(of(table, "delete"), name=wrong)
        assert answer.status_code == 422
        refusal = BeautifulSoup(answer.content, "lxml").select_one("#field-name .refusal")
        assert refusal is not None
        assert "Nothing was deleted" in refusal.get_text()
        assert Table.objects.count() == 2
    assert browser.press(of(table, "delete"), name="the kestrel's  wake")["Location"] == "/host/#tables"
    assert Table.objects.get() == other
    assert marek.client.get(marek.url).status_code == 404
    assert not Seat.objects.exists()


# as a file


def test_out_and_in_from_the_hosts_page(table: Table, gm: Person, marek: Person) -> None:
    gm.does("open-scene", title="On the pier", text="")
    browser = host()
    answer = browser.client.get(of(table, "file"))
    assert 'filename="the-kestrels-wake.fireside.zip"' in answer["Content-Disposition"]
    content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert int(answer["Content-Length"]) == len(content)
    done = browser.press("/host/bring", page="/host/", file=SimpleUploadedFile("t.zip", content))
    new = Table.objects.latest("pk")
    assert done["Location"] == f"/open/{new.public_id}/"
    found = _sits_down_again(browser, new, "Odile")
    assert "On the pier" in found.page()
    assert "brought here from a file" in found.log()
    found.does("show-link", seat=new.seats.get(name="Marek").public_id)
    found.does("open-scene", title="Behind the pier", text="")


def _sits_down_again(browser: Browser, table: Table, name: str) -> Person:
    """The host makes the link to a GM's seat; the GM opens it, on a device that was never here."""
    seat = Seat.objects.get(table=table, name=name)
    page = browser.press(f"/open/{table.public_id}/", seat=seat.public_id)
    address = BeautifulSoup(page.content, "lxml").select_one("#gm-address")
    assert address is not None
    path = address.get_text(strip=True).removeprefix("http://testserver")
    device = Browser("192.168.1.77")
    assert device.press(path)["Location"] == f"/t/{table.public_id}/s/{seat.public_id}/"
    return device.at(seat)


@pytest.mark.parametrize(
    ("sent", "says"),
    [({}, "Choose a file first."), ({"file": b"holiday"}, "The file is damaged"), ({"file": b""}, "empty")],
)
def test_what_is_no_table_is_refused_beside_its_field(sent: dict[str, bytes], says: str) -> None:
    browser = host()
    files = {name: SimpleUploadedFile("t.zip", content) for name, content in sent.items()}
    answer = browser.press("/host/bring", page="/host/", **files)
    assert answer.status_code == 422
    refusal = BeautifulSoup(answer.content, "lxml").select_one("details[open] #field-file .refusal")
    assert refusal is not None
    assert says in refusal.get_text()
    assert not Table.objects.exists()


def test_by_command(table: Table, gm: Person, tmp_path: Any) -> None:
    said = io.StringIO()
    file = tmp_path / "wake.zip"
    call_command("fetch_table", table.name, file, stdout=said)
    with pytest.raises(CommandError, match="Nothing was written"):
        call_command("fetch_table", table.name, file)
    call_command("bring_table", file, stdout=said)
    assert "can read all of it" in said.getvalue()
    assert "The table is here" in said.getvalue()
    with pytest.raises(CommandError, match="2 tables are called"):
        call_command("fetch_table", table.name, file)
    with pytest.raises(CommandError, match="No table was brought here"):
        call_command("bring_table", tmp_path / "nothing.zip")


# the way back for a GM


def test_a_gm_who_lost_everything_comes_back_to_the_same_seat(table: Table, gm: Person, marek: Person) -> None:
    found = _sits_down_again(host(), table, "Odile")
    assert SeatDevice.objects.filter(seat=gm.seat).count() == 1
    assert gm.client.get(gm.url).status_code == 404, "whoever has the lost tablet sits here no longer"
    assert "made a link to the seat of Odile" in marek.log()
    found.does("open-scene", title="On the pier", text="")
    assert Table.objects.get().gm_invite == 0


def _way_back(table: Table, gm: Person) -> str:
    host().press(f"/open/{table.public_id}/", seat=gm.seat.public_id)  # type: ignore[union-attr]
    return lost.path(Seat.objects.get(pk=gm.seat.pk))  # type: ignore[union-attr]


def test_it_works_once_and_looking_does_not_use_it_up(table: Table, gm: Person) -> None:
    path = _way_back(table, gm)
    assert Browser().look(path).status_code == Browser().look(path).status_code == 200
    assert Browser().press(path).status_code == 302
    assert Browser().look(path).status_code == 404


def test_it_dies_with_the_next_link_for_a_gm(table: Table, gm: Person) -> None:
    path = _way_back(table, gm)
    gm.does("gm-link")
    assert Browser().look(path).status_code == 404


def test_it_dies_with_the_role(table: Table, gm: Person) -> None:
    second = sit_down(table, "Second", "gm", "gm")
    path = _way_back(table, gm)
    gm.does("step-down")
    assert Browser().look(path).status_code == 404
    assert second.page()


def test_the_link_is_in_no_log_and_nobody_asks_for_it_twice(table: Table, gm: Person) -> None:
    path = _way_back(table, gm)
    token = path.rpartition("/")[2]
    assert token not in gm.page()
    event = Event.objects.get(kind="gm-link-given")
    assert token not in str(event.tellings.values_list("facts", flat=True))
    assert token not in Browser().look(f"/open/{table.public_id}/").content.decode()


def test_there_is_none_to_a_players_seat(table: Table, gm: Person, marek: Person) -> None:
    assert host().press(f"/open/{table.public_id}/", seat=marek.seat.public_id).status_code == 302  # type: ignore[union-attr]
    assert not Event.objects.filter(kind="gm-link-given").exists()
