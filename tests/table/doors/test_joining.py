"""The invite: asking to sit down, waiting, being let in or not."""

import pytest

from apps.table import bell
from apps.table.devices import COOKIE
from apps.table.doors import knocks, limits, opening
from apps.table.hold import hold
from apps.table.ids import token_hash
from apps.table.models import Change, Event, Knock, Seat
from tests.people import state_of_play

from .browsers import Browser, whole_database, words

COLOURS = ("flame", "straw", "moss", "sea", "sky", "iris", "rose", "ash")


@pytest.fixture
def newcomer():
    return Browser(agent="Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148")


@pytest.fixture
def at_the_door(table, newcomer):
    """A browser that knocked as June, and its knock."""
    newcomer.knock(table, "June", "rose")
    return newcomer, Knock.objects.get()


def test_looking_at_an_invite_spends_nothing(table, ines, newcomer):
    before = whole_database()
    page = newcomer.look(opening.invite_path(table))
    assert page.status_code == 200
    assert "The Kestrel’s Wake" in words(page)
    assert whole_database() == before
    assert COOKIE not in newcomer.client.cookies


def test_a_knock_waits_until_the_gm_lets_it_in(table, gm, at_the_door):
    browser, knock = at_the_door
    waiting = f"/knock/{knock.public_id}"
    assert browser.look(opening.invite_path(table))["Location"] == waiting
    assert "You are at the door" in browser.words(waiting)
    assert browser.look(waiting, **{"HX-Request": "true"}).status_code == 204
    assert "June on a phone" in gm.panel("door")
    gm.does("admit", knock=knock.public_id)
    seat = Seat.objects.get(name="June")
    url = f"/t/{table.public_id}/s/{seat.public_id}/"
    assert browser.look(waiting, **{"HX-Request": "true"})["HX-Redirect"] == url
    assert browser.look(waiting)["Location"] == url
    assert browser.look(url).status_code == 200
    assert (seat.role, seat.colour) == ("player", "rose")
    assert gm.panel("door") == ""


def test_letting_in_is_told_to_everybody_and_the_knock_to_gms_alone(table, gm, ines, at_the_door):
    _, knock = at_the_door
    assert not Event.objects.exists()
    assert "June" not in ines.page()
    assert "June" in gm.page()
    gm.does("admit", knock=knock.public_id)
    assert "Director lets June in." in ines.log()
    assert "June" in ines.panel("people")


def test_not_now_is_told_politely_and_to_the_gms_alone(table, gm, ines, at_the_door):
    browser, knock = at_the_door
    gm.does("turn-away", knock=knock.public_id)
    waiting = f"/knock/{knock.public_id}"
    assert browser.look(waiting, **{"HX-Request": "true"})["HX-Refresh"] == "true"
    page = browser.look(waiting)
    assert "lets nobody in at the moment" in words(page)
    assert b"hx-trigger" not in page.content
    assert "June" not in ines.log()
    assert "leaves June at the door" in gm.log()
    assert browser.knock(table, "June", "rose").status_code == 302
    assert gm.post("admit", knock=knock.public_id).status_code == 422


def test_nobody_else_sees_the_wait(table, at_the_door, ines):
    _, knock = at_the_door
    assert Browser().look(f"/knock/{knock.public_id}").status_code == 404
    assert ines.client.get(f"/knock/{knock.public_id}").status_code == 404


def test_whoever_knocked_may_go_away_again(table, gm, at_the_door):
    browser, knock = at_the_door
    waiting = f"/knock/{knock.public_id}"
    other = Browser()
    other.press(f"{waiting}/leave", page=opening.invite_path(table))
    assert Knock.objects.exists()
    browser.press(f"{waiting}/leave", page=waiting)
    assert not Knock.objects.exists()
    assert gm.panel("door") == ""


@pytest.mark.parametrize("who", ["ines", "watcher", "stranger"])
def test_only_a_gm_opens_the_door(request, table, gm, at_the_door, who):
    _, knock = at_the_door
    person = request.getfixturevalue(who)
    person = person if who != "stranger" else person.at(gm)
    before = state_of_play(table)
    for act in ("admit", "turn-away"):
        assert person.post(act, knock=knock.public_id).status_code == (404 if who == "stranger" else 403)
    assert state_of_play(table) == before


def test_another_tables_gm_opens_no_door_here(table, gm, at_the_door):
    from tests.people import open_a_table, sit_down

    _, knock = at_the_door
    elsewhere = sit_down(open_a_table("Elsewhere"), "Zoe", "gm", "gm")
    assert elsewhere.post("admit", knock=knock.public_id).status_code == 422
    assert not Seat.objects.filter(name="June").exists()


# without the waiting room


def test_with_the_waiting_room_off_one_sits_down_at_once(table, gm, newcomer):
    gm.does("waiting-room", on="no")
    done = newcomer.knock(table, "June", "rose")
    seat = Seat.objects.get(name="June")
    assert done["Location"] == f"/t/{table.public_id}/s/{seat.public_id}/"
    assert not Knock.objects.exists()
    assert "June sits down." in gm.log()
    assert newcomer.look(done["Location"]).status_code == 200


def test_the_waiting_room_is_the_gms_affair(table, gm, ines):
    assert ines.post("waiting-room", on="no").status_code == 403
    assert gm.post("waiting-room", on="yes").status_code == 422
    gm.does("waiting-room", on="no")
    assert "sits down at once" in gm.log()
    assert "sits down at once" not in ines.log()


# names and colours


@pytest.mark.parametrize("name", ["Ines", "INES", "lnes", "Inеs", " Ines "])
def test_a_name_that_looks_like_one_who_sits_is_refused(table, ines, newcomer, name):
    page = newcomer.knock(table, name)
    assert page.status_code == 422
    assert "Ines sits here already" in words(page)
    assert "the Director has a link to your seat (Menu, Seats)" in words(page)
    assert not Knock.objects.exists()


def test_a_name_that_looks_like_one_at_the_door_is_refused(table, at_the_door):
    page = Browser("192.168.1.51").knock(table, "JUNE")
    assert page.status_code == 422
    assert "is at the door already" in words(page)
    assert Knock.objects.count() == 1


def test_what_was_typed_stays_and_nothing_is_remembered(table, newcomer):
    page = newcomer.knock(table, "x" * 41, "sky")
    text = page.content.decode()
    assert page.status_code == 422
    assert f'value="{"x" * 41}"' in text
    assert 'value="sky" checked' in text
    assert COOKIE not in newcomer.client.cookies
    assert not Knock.objects.exists()


def test_script_in_a_name_is_text(table, gm, newcomer):
    newcomer.knock(table, "<script>alert(1)</script>")
    assert "<script>alert" not in gm.page()
    assert "&lt;script&gt;alert" in gm.page()


def test_a_taken_colour_says_whose_it_is_and_is_refused(table, ines, newcomer):
    page = newcomer.look(opening.invite_path(table)).content.decode()
    assert 'value="sea" disabled' in page
    assert "<small>Ines</small>" in page
    assert 'value="sky" disabled' not in page
    refused = newcomer.knock(table, "June", "sea")
    assert refused.status_code == 422
    assert "Sea belongs to Ines" in words(refused)
    assert newcomer.knock(table, "June", "gm").status_code == 422


def test_when_all_eight_are_taken_colours_repeat(table, sit, gm, newcomer):
    for place, colour in enumerate(COLOURS):
        assert ("disabled" in newcomer.look(opening.invite_path(table)).content.decode()) == (place > 0)
        sit(f"P{place}", colour=colour)
    assert "disabled" not in newcomer.look(opening.invite_path(table)).content.decode()
    newcomer.knock(table, "June", "sea")
    gm.does("admit", knock=Knock.objects.get().public_id)
    assert Seat.objects.get(name="June").colour == "sea"
    marks = [mark.get_text() for mark in gm.soup().select("#people-fold .s-sea text")]
    assert marks == ["P", "Ju"]


def test_a_colour_taken_meanwhile_becomes_the_first_free_one(table, gm, sit, at_the_door):
    sit("Rosa", colour="rose")
    gm.does("admit", knock=at_the_door[1].public_id)
    assert Seat.objects.get(name="June").colour == "flame"


# spectators


def test_a_spectator_sees_what_everybody_sees_and_takes_no_colour(table, gm, newcomer):
    newcomer.knock(table, "Wanda", "rose", role="spectator")
    assert "to watch" in gm.panel("door")
    waits = newcomer.words(newcomer.look(opening.invite_path(table))["Location"])
    assert f"You are at the door of {table.name}, to watch." in waits
    assert "Would you rather play?" in waits
    gm.does("admit", knock=Knock.objects.get().public_id)
    seat = Seat.objects.get(name="Wanda")
    assert (seat.role, seat.colour) == ("spectator", "ash")
    assert "disabled" not in Browser().look(opening.invite_path(table)).content.decode()
    person = newcomer.at(seat)
    assert "Director lets Wanda in, to watch." in person.log()
    for act in ("rename-seat", "recolour", "open-scene", "admit"):
        assert person.post(act, name="X", colour="sky", title="Y").status_code == 403


def test_a_role_beyond_those_two_is_refused(table, newcomer):
    assert newcomer.knock(table, "June", role="gm").status_code == 422
    assert not Knock.objects.exists()


# the device


def test_the_cookie_is_kept_from_scripts_for_a_year_and_renewed_on_visit(table, gm, at_the_door):
    browser, knock = at_the_door
    cookie = browser.client.cookies[COOKIE]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 365 * 24 * 3600
    assert cookie["path"] == "/"
    assert Knock.objects.get().token_hash == token_hash(cookie.value)
    assert cookie.value not in repr(whole_database())
    gm.does("admit", knock=knock.public_id)
    seat = Seat.objects.get(name="June")
    response = browser.look(f"/t/{table.public_id}/s/{seat.public_id}/")
    assert response.cookies[COOKIE]["max-age"] == 365 * 24 * 3600
    assert response.cookies[COOKIE].value == cookie.value


def test_a_device_that_sits_here_is_led_back_to_its_seat(table, ines):
    page = ines.client.get(opening.invite_path(table)).content.decode()
    assert f'href="{ines.url}"' in page
    assert "Go on as Ines" in page


def test_a_second_person_may_sit_at_the_same_device(table, gm, ines):
    browser = Browser()
    browser.client = ines.client
    browser.knock(table, "Tomas", "straw")
    gm.does("admit", knock=Knock.objects.get().public_id)
    assert ines.client.get(ines.url).status_code == 200
    tomas = Seat.objects.get(name="Tomas")
    assert browser.at(tomas).client.get(f"/t/{table.public_id}/s/{tomas.public_id}/").status_code == 200


# limits


def test_at_most_twenty_wait_at_one_door(table, gm):
    for place in range(knocks.MOST_OPEN):
        assert Browser(f"10.0.0.{place}").knock(table, "x" * (place + 1)).status_code == 302
    page = Browser("10.0.1.1").knock(table, "One more")
    assert page.status_code == 422
    assert "20 people wait at this door already" in words(page)
    assert Knock.objects.count() == 20
    gm.does("turn-away", knock=Knock.objects.order_by("pk")[0].public_id)
    assert Browser("10.0.1.1").knock(table, "One more").status_code == 302


def test_one_address_may_knock_only_so_often(table, gm):
    gm.does("waiting-room", on="no")
    for place in range(limits.KNOCKS.most):
        assert Browser("10.0.0.1").knock(table, "x" * (place + 1)).status_code == 302
    page = Browser("10.0.0.1").knock(table, "Too many")
    assert page.status_code == 429
    assert "Wait ten minutes" in words(page)
    assert not Seat.objects.filter(name="Too many").exists()
    assert Browser("10.0.0.2").knock(table, "Somebody else").status_code == 302


def test_whoever_knocks_too_often_reads_to_wait_and_no_gm_hears_of_it(table, gm, monkeypatch):
    monkeypatch.setattr(limits, "KNOCKS", limits.Limit("knock", 2))
    for name in ("June", "July"):
        assert Browser("10.0.0.1").knock(table, name).status_code == 302
        gm.does("turn-away", knock=Knock.objects.latest("pk").public_id)
    before = whole_database()
    page = Browser("10.0.0.1").knock(table, "August")
    assert page.status_code == 429
    assert "Not now Too many tries from this device. Wait ten minutes, then try again." in words(page)
    assert whole_database() == before
    assert gm.panel("door") == ""
    assert Browser("10.0.0.1").look(opening.invite_path(table)).status_code == 200, "looking is no try"


def test_wrong_links_are_limited_by_address(table):
    browser, wrong = Browser("10.0.0.1"), f"/j/{table.public_id}/{'0' * 32}"
    for _ in range(limits.WRONG_LINKS.most):
        assert browser.look(wrong).status_code == 404
    page = browser.look(wrong)
    assert page.status_code == 429
    assert "Wait ten minutes" in words(page)
    assert Browser("10.0.0.2").look(wrong).status_code == 404


def test_however_many_wrong_links_came_from_a_network_the_right_ones_open(table):
    browser = Browser("10.0.0.1")
    for _ in range(limits.WRONG_LINKS.most + 1):
        browser.look(f"/g/{table.public_id}/{'0' * 32}")
    assert browser.look(opening.invite_path(table)).status_code == 200
    with hold(table.public_id) as desk:
        opening.make_gm_link(desk)
    table.refresh_from_db()
    assert browser.look(opening.gm_path(table)).status_code == 200


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("2001:db8:1:2::3", "2001:db8:1:2:ffff::4", True),
        ("2001:db8:1:2::3", "2001:db8:1:3::3", False),
        ("203.0.113.7", "203.0.113.8", False),
        ("", "", True),
    ],
)
def test_a_network_is_what_one_household_has(one, other, alike):
    assert (limits.network_of(one) == limits.network_of(other)) is alike


@pytest.mark.parametrize("path", ["/j/xnowhere/0", "/g/xnowhere/0", "/seat/xnowhere/0", "/j/{table}/é", "/g/{table}/0"])
def test_links_that_fit_nothing_say_so(table, path):
    page = Browser().look(path.format(table=table.public_id))
    assert page.status_code == 404
    assert "This link does not work" in words(page)


def test_old_knocks_are_swept_out(table):
    from datetime import timedelta

    Browser().knock(table, "June")
    Knock.objects.update(at=Knock.objects.get().at - timedelta(days=2))
    Browser("10.0.0.2").knock(table, "Tomas")
    assert [knock.name for knock in Knock.objects.all()] == ["Tomas"]


def test_a_knock_rings_after_its_commit_and_tells_no_event(table, django_capture_on_commit_callbacks):
    rung = []
    bell.listen(note := lambda key, version: rung.append((key, version)))
    try:
        with django_capture_on_commit_callbacks(execute=True):
            Browser().knock(table, "June")
            assert not rung
    finally:
        bell.stop(note)
    change = Change.objects.get()
    assert rung == [(table.pk, change.version)]
    assert (change.rows, change.event) == ([["table.knock", Knock.objects.get().pk]], None)


# renewing the invite


def test_renewing_kills_old_links_and_open_knocks_and_leaves_seats(table, gm, ines, at_the_door):
    browser, knock = at_the_door
    old = opening.invite_path(table)
    gm.does("renew-invite")
    table.refresh_from_db()
    assert opening.invite_path(table) != old
    assert Browser().look(old).status_code == 404
    assert Browser().press(old, page=opening.invite_path(table), name="Late", role="player").status_code == 404
    assert not Knock.objects.exists()
    assert browser.look(f"/knock/{knock.public_id}").status_code == 404
    assert browser.look(f"/knock/{knock.public_id}", **{"HX-Request": "true"})["HX-Refresh"] == "true"
    assert ines.client.get(ines.url).status_code == 200
    assert "renews the invite" in gm.log()
    assert "renews the invite" not in ines.log()


def test_only_a_gm_renews_the_invite(table, ines, watcher):
    before = state_of_play(table)
    assert ines.post("renew-invite").status_code == 403
    assert watcher.post("renew-invite").status_code == 403
    assert state_of_play(table) == before


def test_a_post_without_the_csrf_token_is_refused(table):
    browser = Browser()
    assert browser.client.post(opening.invite_path(table), {"name": "June", "role": "player"}).status_code == 403
    assert not Knock.objects.exists()


def test_who_is_here_is_said_on_the_invite(table, gm, ines, monkeypatch):
    assert "nobody is here right now" in Browser().words(opening.invite_path(table))
    monkeypatch.setattr("apps.table.doors.pages.state", lambda table_key, seat_key: "here")
    assert "the Director is here, and 1 more" in Browser().words(opening.invite_path(table))
