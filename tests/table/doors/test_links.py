"""A seat's private link: another device, and signing the others out."""

import pytest

from apps.table.devices import COOKIE
from apps.table.doors import limits
from apps.table.ids import new_token
from apps.table.models import Event, SeatDevice
from tests.people import newest_event, state_of_play

from .browsers import Browser, link_of, whole_database, words


@pytest.fixture
def phone():
    return Browser("192.168.1.60")


def test_looking_at_a_private_link_spends_nothing(ines, phone):
    before = whole_database()
    assert "Sit here on this device" in phone.words(link_of(ines.seat))
    assert phone.look(ines.url).status_code == 404
    assert whole_database() == before


def test_the_same_seat_on_a_second_device(ines, phone):
    done = phone.press(link_of(ines.seat))
    assert done["Location"] == ines.url
    assert phone.look(ines.url).status_code == 200
    assert ines.client.get(ines.url).status_code == 200
    phone.at(ines.seat).does("pause")


def test_a_private_link_works_again_until_it_is_renewed(ines, phone):
    path = link_of(ines.seat)
    for browser in (phone, phone, Browser("192.168.1.61")):
        assert browser.press(path).status_code == 302
    assert SeatDevice.objects.filter(seat=ines.seat).count() == 3
    ines.does("renew-link", seat=ines.seat.public_id)
    assert Browser("192.168.1.62").look(path).status_code == 404
    late = Browser("192.168.1.63")
    late.look(link_of(ines.seat))
    assert late.press(path).status_code == 404
    assert Browser("192.168.1.64").press(link_of(ines.seat)).status_code == 302


def test_renewing_signs_the_other_devices_out_and_keeps_this_one(ines, marek, phone):
    phone.press(link_of(ines.seat))
    phone.press(link_of(marek.seat))
    ines.does("renew-link", seat=ines.seat.public_id)
    assert phone.look(ines.url).status_code == 404
    assert phone.look(marek.url).status_code == 200
    assert ines.client.get(ines.url).status_code == 200


def test_a_gm_may_renew_any_seats_link(gm, ines, phone):
    phone.press(link_of(ines.seat))
    old = link_of(ines.seat)
    gm.does("renew-link", seat=ines.seat.public_id)
    assert ines.client.get(ines.url).status_code == 404
    assert phone.look(ines.url).status_code == 404
    assert link_of(ines.seat) != old
    assert gm.client.get(gm.url).status_code == 200


def test_a_player_renews_no_other_seats_link(table, ines, marek):
    before = state_of_play(table)
    page = ines.post("renew-link", seat=marek.seat.public_id)
    assert page.status_code == 422
    assert "There is no such seat" in words(page)
    assert state_of_play(table) == before


def test_a_spectator_may_renew_the_link_of_their_own_seat(watcher):
    old = link_of(watcher.seat)
    watcher.does("renew-link", seat=watcher.seat.public_id)
    assert link_of(watcher.seat) != old


def test_renewing_is_told_to_that_seat_and_the_gms_alone(gm, ines, marek):
    ines.does("renew-link", seat=ines.seat.public_id)
    said = "renews the private link of Ines"
    assert said in ines.log()
    assert said in gm.log()
    assert said not in marek.log()


def test_a_removed_seats_link_is_dead(gm, ines, phone):
    path = link_of(ines.seat)
    phone.look(path)
    gm.does("remove-seat", seat=ines.seat.public_id)
    assert phone.press(path).status_code == 404
    assert not SeatDevice.objects.filter(seat=ines.seat).exists()


def test_wrong_private_links_are_limited_by_address_and_the_right_one_opens(ines):
    thief = Browser("10.9.9.9")
    for place in range(limits.WRONG_LINKS.most):
        assert thief.look(f"/seat/{ines.seat.public_id}/{place:032x}").status_code == 404
    assert thief.look(f"/seat/{ines.seat.public_id}/{'f' * 32}").status_code == 429
    assert Browser("10.9.9.9").press(link_of(ines.seat)).status_code == 302


@pytest.mark.parametrize("known", ["nothing", "a seat", "a knock"])
def test_a_token_that_was_not_given_out_here_is_replaced_at_the_first_sitting_down(table, ines, phone, known):
    """Whoever put it into the browser, as another program under the same name can, would sit in the seat as well."""
    if known == "a seat":
        phone.press(link_of(ines.seat))
    elif known == "a knock":
        phone.knock(table, "Zoe")
    else:
        phone.client.cookies[COOKIE] = new_token()
    before = phone.client.cookies[COOKIE].value
    assert phone.press(link_of(ines.seat)).status_code == 302
    assert (phone.client.cookies[COOKIE].value == before) is (known != "nothing")
    assert phone.look(ines.url).status_code == 200
    other = Browser()
    other.client.cookies[COOKIE] = before
    assert other.look(ines.url).status_code == (404 if known == "nothing" else 200)


# the page of one's own seat


def test_ones_own_page_shows_the_link_as_address_and_code(ines):
    page = ines.at_address("device").content.decode()
    assert f"http://testserver{link_of(ines.seat)}" in page
    assert "<svg" in page
    assert "style=" not in page


def test_the_page_renews_without_javascript(ines, phone):
    phone.press(link_of(ines.seat))
    browser = Browser()
    browser.client = ines.client
    done = browser.press(f"{ines.url}device", act="renew-link", seat=ines.seat.public_id)
    assert done["Location"] == f"{ines.url}device"
    assert phone.look(ines.url).status_code == 404
    assert ines.client.get(ines.url).status_code == 200


def test_a_name_refused_on_that_page_stays_in_its_field(ines, marek):
    browser = Browser()
    browser.client = ines.client
    page = browser.press(f"{ines.url}device", act="rename-seat", name="MAREK")
    assert page.status_code == 422
    assert "Marek sits here already" in words(page)
    assert 'value="MAREK"' in page.content.decode()


@pytest.mark.parametrize("act", ["make-gm", "admit", "open-scene", ""])
def test_the_page_does_only_its_own_acts(table, gm, act):
    browser = Browser()
    browser.client = gm.client
    before = state_of_play(table)
    assert browser.press(f"{gm.url}device", act=act, title="X").status_code == 404
    assert state_of_play(table) == before


def test_a_gm_sees_another_seats_link_only_after_asking_and_the_seat_is_told(gm, ines, marek):
    path = f"{gm.url}device?seat={ines.seat.public_id}"
    assert gm.client.get(path).status_code == 404
    browser = Browser()
    browser.client = gm.client
    done = browser.press(f"{gm.url}seats", act="show-link", seat=ines.seat.public_id)
    assert done["Location"] == path
    assert link_of(ines.seat) in gm.client.get(path).content.decode()
    assert gm.client.get(f"{gm.url}device?seat={marek.seat.public_id}").status_code == 404
    assert "looks up Ines’s private link" in ines.log()
    assert "looks up" not in marek.log()


def test_the_link_is_shown_to_the_gm_who_asked_while_they_lead(gm, ines, sit):
    zoe = sit("Zoe", "gm", "gm")
    gm.does("show-link", seat=ines.seat.public_id)
    assert zoe.client.get(f"{zoe.url}device?seat={ines.seat.public_id}").status_code == 404
    assert gm.client.get(f"{gm.url}device?seat={ines.seat.public_id}").status_code == 200
    gm.does("step-down")
    assert gm.client.get(f"{gm.url}device?seat={ines.seat.public_id}").status_code == 404


def test_an_old_look_at_a_link_shows_nothing_any_more(gm, ines):
    from datetime import timedelta

    gm.does("show-link", seat=ines.seat.public_id)
    Event.objects.update(at=newest_event(ines.seat.table).at - timedelta(minutes=16))
    assert gm.client.get(f"{gm.url}device?seat={ines.seat.public_id}").status_code == 404


def test_a_player_sees_no_other_seats_link(gm, ines, marek):
    gm.does("show-link", seat=marek.seat.public_id)
    assert ines.client.get(f"{ines.url}device?seat={marek.seat.public_id}").status_code == 404
    assert ines.post("show-link", seat=marek.seat.public_id).status_code == 403
