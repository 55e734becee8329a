"""The demonstration: played in by its script, handed out by links, and for whom it opens."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache

from apps.characters.models import Character
from apps.table import demonstration, games
from apps.table.demonstration import BUSY, PEOPLE, Script, Stage
from apps.table.models import Ask, Event, Seat, SeatDevice, Span, Table

from .browsers import Browser, host, whole_database, words

pytestmark = pytest.mark.django_db
HERE = ["127.0.0.1", "::1", "::ffff:127.0.0.1", "127.8.8.8"]
ELSEWHERE = ["192.168.1.50", "10.0.0.1", "fe80::1", "", "unknown"]


@pytest.fixture
def local():
    return Browser("127.0.0.1")


@pytest.fixture
def quick(monkeypatch):
    """A script of one line, where what is played does not matter."""

    def play(stage: Stage) -> None:
        stage.does("Robin", "say", text="Somewhere")

    monkeypatch.setattr(demonstration, "script_of", lambda game: Script(play, "Quick"))


@pytest.fixture
def claimed():
    return User.objects.create_user("host", password="a long password")


# the script


def test_the_evening_is_played_to_its_end():
    table = demonstration.set_up("dragonfly")
    assert table is not None
    assert table.demonstration
    assert table.name == "The Kestrel’s Wake"
    assert [(seat.name, seat.role) for seat in demonstration.seats_of(table)] == [(n, r) for n, r, _ in PEOPLE]
    scenes = list(Span.objects.filter(table=table, kind="scene").order_by("pk"))
    assert [scene.closed_at is not None for scene in scenes] == [True, False]
    waiting = Ask.objects.get(table=table, closed_at=None)
    assert waiting.facts["who"] == "Shannon Reyes"
    assert 25 <= Event.objects.filter(table=table).count() <= 60


def test_everybody_sees_their_own_side_of_it():
    table = demonstration.set_up("dragonfly")
    assert table is not None
    pages: dict[str, str] = {}
    for seat in demonstration.seats_of(table):
        browser = Browser()
        browser.press(f"/seat/{seat.public_id}/{seat.link_token}")
        page = browser.look(f"/t/{table.public_id}/s/{seat.public_id}/")
        assert page.status_code == 200
        pages[seat.name] = words(page)
    for text in pages.values():
        assert "The engine corridor, running dark" in text
        assert "Shannon Reyes" in text
    assert "Something moves behind the coolant pipes" in pages["Ines"]
    assert [name for name, text in pages.items() if "second key in my boot" in text] == ["Robin", "Ines"]
    assert [name for name, text in pages.items() if "does the watch come by" in text] == ["Robin"]
    assert [name for name, text in pages.items() if "my luck so far" in text] == ["Marek"]
    assert [name for name, text in pages.items() if "Voss" in text and "Brute" in text] == ["Robin"]


GAMES = [one.key for one in demonstration.shown()]


@pytest.mark.parametrize("game", GAMES)
def test_each_game_that_is_offered_shows_itself(game):
    """Its script is played to its end, whoever it seats sees a page, and it leaves the table in a scene."""
    table = demonstration.set_up(game)
    assert table is not None
    assert (table.game, table.name) == (game, demonstration.script_of(game).name)
    seats = demonstration.seats_of(table)
    assert [seat.name for seat in seats] == [name for name, _, _ in demonstration.script_of(game).people]
    assert {"gm", "player", "spectator"} <= {seat.role for seat in seats}
    for seat in seats:
        browser = Browser()
        browser.press(f"/seat/{seat.public_id}/{seat.link_token}")
        assert browser.look(f"/t/{table.public_id}/s/{seat.public_id}/").status_code == 200
    assert Span.objects.filter(table=table, kind="scene", closed_at=None).count() == 1
    parts = demonstration.script_of(game).parts
    assert parts.keys() == {seat.name for seat in seats if seat.role == "player"}
    assert set(parts.items()) <= set(Character.objects.values_list("seat__name", "name"))
    page = Browser("127.0.0.1").words("/demo")
    assert all(f"plays {name}" in page for name in parts.values())


# its page


def test_every_game_with_a_script_has_its_own_button_and_its_own_table(quick, local):
    """One that is set anew leaves the other alone."""
    page = local.words("/demo")
    for game in games.games():
        assert game.title in page
        assert local.press("/demo", game=game.key).status_code == 302
    tables = {one.game: one.public_id for one in Table.objects.all()}
    assert sorted(tables) == sorted(one.key for one in games.games())
    local.press("/demo", game="crew")
    again = {one.game: one.public_id for one in Table.objects.all()}
    assert [again[game] == tables[game] for game in ("dragonfly", "crew")] == [True, False]


def test_a_game_without_a_script_is_not_shown(monkeypatch, quick, local):
    play = demonstration.script_of("dragonfly")

    def script_of(game: str) -> Script:
        return {"dragonfly": play}[game]

    monkeypatch.setattr(demonstration, "script_of", script_of)
    page = local.words("/demo")
    assert "Dragonfly" in page
    assert "Crew" not in page
    for game in ("crew", "yarn", ""):
        assert local.press("/demo", game=game).status_code == 404
    assert not Table.objects.exists()


def test_looking_at_the_page_sets_nothing_up(local):
    before = whole_database()
    assert "Set the table" in local.words("/demo")
    assert whole_database() == before


def test_one_tap_sets_it_up_and_another_sits_down(quick, local):
    assert local.press("/demo", game="dragonfly")["Location"] == "/demo"
    page = local.look("/demo").content.decode()
    for seat in Seat.objects.all():
        path = f"/seat/{seat.public_id}/{seat.link_token}"
        assert f'method="post" action="{path}"' in page, "one tap, and one sits"
    assert not SeatDevice.objects.exists()
    gm = Seat.objects.get(role="gm")
    assert local.press(f"/seat/{gm.public_id}/{gm.link_token}").status_code == 302
    assert local.look(f"/t/{gm.table.public_id}/s/{gm.public_id}/").status_code == 200


def test_one_tap_sets_it_anew(quick, local):
    local.press("/demo", game="dragonfly")
    first = Table.objects.get()
    gm = Seat.objects.get(role="gm")
    local.press(f"/seat/{gm.public_id}/{gm.link_token}")
    local.at(gm).does("open-session")
    local.at(gm).does("open-scene", title="Within the session")
    local.press("/demo", game="dragonfly")
    assert Table.objects.get().public_id != first.public_id
    assert not Span.objects.exists()
    assert local.look(f"/t/{first.public_id}/s/{gm.public_id}/").status_code == 404


def test_other_tables_stay(quick, table, ines, local):
    local.press("/demo", game="dragonfly")
    local.press("/demo", game="dragonfly")
    assert Table.objects.filter(demonstration=False).get() == table
    assert ines.client.get(ines.url).status_code == 200


def test_a_script_that_fails_leaves_nothing(monkeypatch, quick):
    def play(stage: Stage) -> None:
        stage.does("Ines", "open-scene", title="Not hers to open")

    demonstration.set_up("dragonfly")
    monkeypatch.setattr(demonstration, "script_of", lambda game: Script(play, "Quick"))
    with pytest.raises(Exception, match="Only the Director does that"):
        demonstration.set_up("dragonfly")
    assert not Table.objects.exists()
    assert not cache.get(BUSY + "dragonfly")


@pytest.mark.parametrize(("dice", "title"), [((6,), "Dice too many"), ((), "")])
def test_a_script_whose_acts_are_refused_or_whose_dice_do_not_fall_is_wrong(monkeypatch, dice, title):
    def play(stage: Stage) -> None:
        stage.does("Robin", "open-scene", dice, title=title)

    monkeypatch.setattr(demonstration, "script_of", lambda game: Script(play, "Wrong"))
    with pytest.raises(RuntimeError, match="open-scene"):
        demonstration.set_up("dragonfly")


def test_two_at_once_set_up_one(quick, local):
    cache.add(BUSY + "dragonfly", 1)
    assert demonstration.set_up("dragonfly") is None
    assert not Table.objects.exists()
    assert "Set the table" in local.words("/demo")


# for whom


@pytest.mark.parametrize("address", HERE)
def test_before_the_claim_this_machine_may(quick, address):
    browser = Browser(address)
    assert browser.press("/demo", game="dragonfly").status_code == 302
    assert "Sit down" in browser.words("/demo")


@pytest.mark.parametrize("address", ELSEWHERE)
def test_before_the_claim_nobody_else_may(quick, address):
    demonstration.set_up("dragonfly")
    before = whole_database()
    browser = Browser(address)
    page = browser.look("/demo")
    assert page.status_code == 403
    assert "server’s own machine alone" in words(page)
    assert "/seat/" not in page.content.decode()
    browser.look("/host/sign-in")
    browser.client.handler.enforce_csrf_checks = False
    assert browser.client.post("/demo", {"game": "dragonfly"}).status_code == 403
    assert whole_database() == before


def test_a_proxy_that_is_not_trusted_hides_who_asks(quick):
    page = Browser("127.0.0.1").look("/demo", **{"X-Forwarded-For": "203.0.113.5"})
    assert page.status_code == 403


def test_after_the_claim_the_host_sets_it_up_and_anybody_may_use_it(quick):
    guest = Browser()
    assert guest.look("/demo").status_code == 403
    signed_in = host()
    assert guest.look("/demo").status_code == 404
    signed_in.press("/demo", game="dragonfly")
    assert "Sit down" in guest.words("/demo")
    assert "Crew" not in guest.words("/demo"), "what the host has not set up is not theirs to set up"
    assert guest.press("/demo", game="crew").status_code == 404
    first = Table.objects.get().public_id
    assert guest.press("/demo", game="dragonfly").status_code == 302
    assert Table.objects.get().public_id != first


def test_setting_anew_is_limited_by_address(quick, claimed):
    demonstration.set_up("dragonfly")
    guest = Browser()
    for _ in range(10):
        assert guest.press("/demo", game="dragonfly").status_code == 302
    assert guest.press("/demo", game="dragonfly").status_code == 429
    assert Browser("10.0.0.7").press("/demo", game="dragonfly").status_code == 302
