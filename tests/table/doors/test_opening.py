"""The host opens a table, and leads it or hands the lead on by a link that works once."""

import pytest
from bs4 import BeautifulSoup
from django.test import Client

from apps.rules.refusal import Refused
from apps.table import games, wording
from apps.table.doors import opening
from apps.table.hold import hold
from apps.table.models import Event, Seat, Table
from config.settings import GAMES, GAMES_BEING_BUILT

from .browsers import Browser, host, whole_database, words

pytestmark = pytest.mark.django_db


def opened(browser, **data):
    return browser.press("/open/", title="The Kestrel’s Wake", game="dragonfly", **{"lead": "me", **data})


@pytest.mark.parametrize("path", ["/open/", "/open/xnowhere/"])
def test_only_the_host_opens_tables(path):
    stranger = Client()
    assert stranger.get(path)["Location"].startswith("/host/sign-in")
    assert stranger.post(path, {"title": "Mine", "game": "dragonfly"})["Location"].startswith("/host/sign-in")
    assert not Table.objects.exists()


def test_looking_at_the_page_opens_nothing():
    assert host().look("/open/?game=dragonfly").status_code == 200
    assert not Table.objects.exists()


def test_what_is_being_built_is_known_to_the_tests_alone(settings):
    assert not set(GAMES) & set(GAMES_BEING_BUILT)
    assert [*GAMES, *GAMES_BEING_BUILT] == settings.GAMES


@pytest.mark.parametrize("being_built", [[], ["yarn"], ["crew", "yarn"]], ids=["nothing", "one", "two"])
def test_no_other_game_is_offered(settings, being_built):
    """Neither on the form, nor to whoever types its name into it."""
    settings.GAMES = [one for one in GAMES if one not in being_built]
    browser = host()
    page = BeautifulSoup(browser.look("/open/").content, "lxml")
    assert [one["value"] for one in page.select("input[name=game]")] == settings.GAMES
    for game in being_built:
        answer = browser.press("/open/", title="Ours", game=game, lead="me", name="June")
        assert wording.NO_CHOICE in words(answer)
    assert not Table.objects.exists()


@pytest.mark.parametrize("game", games.games(), ids=lambda game: game.key)
def test_each_game_is_offered_with_its_picture_and_its_line(game):
    """On the host's start page and on the form; its word for the GM is that of its table."""
    browser = host()
    for path in ("/", "/open/"):
        page = browser.look(path).content.decode()
        assert f"#emblem-{game.book.emblem}" in page
        assert game.book.line in page
    browser.press("/open/", title="Ours", game=game.key, lead="me", name="June")
    seat = Seat.objects.get()
    assert seat.table.game == game.key
    assert f">{game.gm}<" in browser.look(f"/t/{seat.table.public_id}/s/{seat.public_id}/seats").content.decode()


def test_the_hosts_own_name_is_offered():
    page = BeautifulSoup(host().look("/open/").content, "lxml")
    assert [one.get("value") for one in page.select("input[name=name]")] == ["host"]


@pytest.mark.parametrize("game", games.games(), ids=lambda game: game.key)
def test_the_options_of_a_game_stand_with_it(game):
    """So that a stylesheet alone can leave those of the others out."""
    page = BeautifulSoup(host().look("/open/").content, "lxml")
    chosen = next(one for one in page.select(".with-options > li") if one.find("input", {"value": game.key}))
    names = [str(one["name"]) for one in chosen.select("details [name]")]
    assert names
    assert all(name.startswith(f"{game.key}.") for name in names)
    assert len(page.select(".with-options details")) == len(games.games())


def test_the_host_leads_the_new_table_on_this_device():
    browser = host()
    done = opened(browser, name="June")
    seat = Seat.objects.get()
    assert (seat.name, seat.role, seat.colour) == ("June", "gm", "gm")
    assert done["Location"] == f"/t/{seat.table.public_id}/s/{seat.public_id}/"
    assert "June sits down to lead the table." in browser.at(seat).log()


def test_every_switch_of_the_game_is_written():
    browser = host()
    opened(browser, name="June", **{"dragonfly.starting-drama-points": "7"})
    held = dict(Table.objects.get().switches.values_list("key", "value"))
    expected = {**games.game("dragonfly").book.defaults(), "starting-drama-points": "7"}
    assert held == expected


def test_a_switch_that_does_not_fit_is_refused_beside_its_field():
    page = opened(host(), name="June", **{"dragonfly.starting-drama-points": "many"})
    assert page.status_code == 422
    text = page.content.decode()
    assert "“many” does not fit" in text
    assert 'value="many"' in text
    assert '<details class="more card" open>' in text
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"title": ""}, "at least one letter"),
        ({"title": "x" * 81}, "at most 80"),
        ({"title": "a\u202eb"}, "can be seen"),
        ({"game": "chess"}, "That cannot be chosen here"),
        ({"name": ""}, "Say your name, or choose the link"),
        ({"name": "\u200b"}, "can be seen"),
        ({"lead": "nobody"}, "That cannot be chosen here"),
    ],
)
def test_what_is_missing_or_wrong_is_said(data, says):
    browser = host()
    page = browser.press("/open/", **{"title": "Wake", "game": "dragonfly", "lead": "me", "name": "June", **data})
    assert page.status_code == 422
    assert says in words(page)
    assert not Table.objects.exists()


def test_open_table_refuses_a_switch_that_does_not_exist_or_fit(db):
    with pytest.raises(LookupError):
        opening.open_table("Wake", "dragonfly", {"no-such": "on"})
    with pytest.raises(Refused):
        opening.open_table("Wake", "dragonfly", {"starting-drama-points": "-1"})
    assert not Table.objects.exists()


# the GM's link


@pytest.fixture
def linked():
    """A host who opened a table for somebody else to lead."""
    browser = host()
    page = browser.look(opened(browser, lead="link")["Location"])
    return browser, page, Table.objects.get()


def test_the_host_is_shown_the_link_for_the_gm(linked):
    _, page, table = linked
    assert not Seat.objects.exists()
    assert f"http://testserver{opening.gm_path(table)}" in page.content.decode()
    assert "<svg" in page.content.decode()


def test_looking_at_the_gm_link_spends_nothing(linked):
    _, _, table = linked
    before = whole_database()
    for _ in range(3):
        assert "you lead this table as its Director" in Browser().words(opening.gm_path(table))
    assert whole_database() == before


def test_the_gm_link_seats_one_gm_and_is_used_up(linked):
    _, _, table = linked
    path = opening.gm_path(table)
    sam, late = Browser(), Browser("192.168.1.51")
    late.look(path)
    assert sam.press(path, name="Sam")["Location"].startswith(f"/t/{table.public_id}/s/")
    assert Seat.objects.get().is_gm
    assert late.press(path, name="Late").status_code == 404
    assert Seat.objects.count() == 1
    assert sam.look(f"/t/{table.public_id}/s/{Seat.objects.get().public_id}/").status_code == 200


def test_a_new_gm_link_kills_the_old_one(linked):
    browser, _, table = linked
    old = opening.gm_path(table)
    browser.press(f"/open/{table.public_id}/")
    table.refresh_from_db()
    assert opening.gm_path(table) != old
    assert Browser().look(old).status_code == 404
    assert Browser().look(opening.gm_path(table)).status_code == 200


def test_the_host_makes_no_gm_link_while_somebody_leads(linked):
    browser, _, table = linked
    page = f"/open/{table.public_id}/"
    Browser().press(opening.gm_path(table), name="Sam")
    assert "Director: Sam" in browser.words(page)
    browser.client.handler.enforce_csrf_checks = False
    browser.client.post(page)
    table.refresh_from_db()
    assert table.gm_invite == 0


def test_a_used_gm_link_never_comes_to_life_again(linked):
    _, _, table = linked
    old = opening.gm_path(table)
    Browser().press(old, name="Sam")
    for _ in range(5):
        with hold(table.public_id) as desk:
            opening.make_gm_link(desk)
        table.refresh_from_db()
        assert opening.gm_path(table) != old


def test_taking_the_lead_is_told(linked):
    _, _, table = linked
    Browser().press(opening.gm_path(table), name="Sam")
    assert Event.objects.get(table=table).kind == "sat-down"
    assert Event.objects.get(table=table).lasting
