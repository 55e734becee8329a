"""What is done to seats: removing, leaving, names and colours, second GMs, and a seat that changes hands."""

import pytest

from apps.table.doors import codes
from apps.table.live import presence
from apps.table.models import Ask, Event, Knock, Note, Seat, SeatDevice
from tests.people import newest_event, open_a_table, sit_down, state_of_play

from .browsers import Browser, link_of, words

BY_GMS_ALONE = ["remove-seat", "show-link", "make-gm", "let-play", "step-down", "give-seat", "waiting-room", "gm-link"]


@pytest.mark.parametrize("act", BY_GMS_ALONE)
@pytest.mark.parametrize("who", ["ines", "watcher", "stranger"])
def test_only_a_gm_does_these(request, table, gm, marek, act, who):
    person = request.getfixturevalue(who)
    if who == "stranger":
        person.at(gm)
    before = state_of_play(table)
    answer = person.post(act, seat=marek.seat.public_id, on="no", name="June")
    assert answer.status_code == (404 if who == "stranger" else 403)
    assert state_of_play(table) == before


@pytest.mark.parametrize("act", ["remove-seat", "renew-link", "make-gm", "give-seat", "show-link"])
@pytest.mark.parametrize("seat", ["", "xnowhere", "1", "' OR 1=1", "elsewhere", "x" * 5000])
def test_a_seat_that_is_not_there_is_refused(table, gm, act, seat):
    stranger = sit_down(open_a_table("Elsewhere"), "Zoe").viewer.seat
    before = state_of_play(table)
    chosen = stranger.public_id if seat == "elsewhere" else seat
    answer = gm.post(act, seat=chosen, name="June")
    assert answer.status_code == 422
    assert "Nothing was changed" in words(answer)
    assert state_of_play(table) == before


# removing and leaving


def test_a_removed_seat_is_out_at_once_everywhere(table, gm, ines, marek):
    phone = Browser()
    phone.press(link_of(ines.seat))
    gm.does("remove-seat", seat=ines.seat.public_id)
    for client in (ines.client, phone.client):
        for page in ("", "device", "log", "act/pause"):
            assert client.get(f"{ines.url}{page}").status_code == 404
    assert ines.post("pause").status_code == 404
    assert not SeatDevice.objects.filter(seat=ines.seat).exists()
    assert "takes Ines’s seat away" in marek.log()
    assert "Ines" not in marek.panel("people")


def test_a_name_and_a_colour_are_free_again_after_a_removal(table, gm, ines):
    gm.does("remove-seat", seat=ines.seat.public_id)
    assert Browser().knock(table, "Ines", "sea").status_code == 302
    gm.does("admit", knock=Knock.objects.get().public_id)
    assert Seat.objects.filter(name="Ines", colour="sea").count() == 2


def test_a_gm_cannot_remove_themselves_by_that(gm):
    assert gm.post("remove-seat", seat=gm.seat.public_id).status_code == 422


def test_somebody_leaves_for_good(gm, ines, marek):
    assert ines.post("leave", plain=True)["Location"].startswith(ines.url)
    assert ines.client.get(ines.url).status_code == 404
    assert "Ines gives up their seat" in marek.log()


def test_leaving_by_the_page_ends_at_the_start(ines):
    browser = Browser()
    browser.client = ines.client
    assert browser.press(f"{ines.url}device", act="leave")["Location"] == "/"
    assert browser.look(ines.url).status_code == 404


def test_the_last_gm_stays(table, gm, sit):
    for act in ("leave", "step-down"):
        answer = gm.post(act)
        assert answer.status_code == 422
        assert "at least one Director" in words(answer)
    zoe = sit("Zoe", "gm", "gm")
    gm.does("leave")
    assert zoe.post("step-down").status_code == 422


def test_none_of_it_can_be_taken_back(table, gm, ines):
    gm.does("make-gm", seat=ines.seat.public_id)
    event = newest_event(table)
    assert event.lasting
    answer = gm.post("undo", event=event.public_id)
    assert answer.status_code == 422
    ines.seat.refresh_from_db()
    assert ines.seat.is_gm


def test_whoever_watches_is_let_play_on_the_same_seat(table, gm, ines, marek, watcher):
    """With the first free colour; a mistaken tap at the door costs nobody their seat."""
    assert "You watch. To play, ask the Director" in watcher.page()
    seats = gm.at_address("seats").content.decode()
    assert "Let Wanda play" in seats
    assert "Let Ines play" not in seats
    gm.does("let-play", seat=watcher.seat.public_id)
    watcher.seat.refresh_from_db()
    assert watcher.seat.role == "player"
    assert watcher.seat.colour not in {ines.seat.colour, marek.seat.colour, "gm"}
    assert "Who do you play?" in watcher.page()
    assert "You watch." not in watcher.page()
    assert "who watched, play from now on." in marek.log()
    assert gm.post("let-play", seat=ines.seat.public_id).status_code == 422


# names and colours


def test_another_name_stands_on_the_cards_that_are_there_already(ines, marek):
    ines.does("say", text="We should leave.")
    card = f"card-{newest_event(ines.table).public_id}"
    assert marek.soup().find(id=card).select_one(".nm").text == "Ines"
    ines.does("rename-seat", name="Inés B.")
    assert marek.soup().find(id=card).select_one(".nm").text == "Inés B."


def test_another_name(table, ines, marek):
    ines.does("rename-seat", name=" Inés  B. ")
    ines.seat.refresh_from_db()
    assert ines.seat.name == "Inés B."
    assert "was called Ines until now" in marek.log()
    ines.does("rename-seat", name="Ines")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Marek", "sits here already"),
        ("MAREK", "sits here already"),
        ("Мarek", "sits here already"),
        ("", "at least one letter"),
        ("a\u202eb", "can be seen"),
        ("x" * 41, "at most 40"),
        ("Ines", "This is your name"),
    ],
)
def test_a_name_that_does_not_do(table, ines, marek, name, says):
    before = state_of_play(table)
    answer = ines.post("rename-seat", name=name)
    assert answer.status_code == 422
    assert says in words(answer)
    assert state_of_play(table) == before


def test_ones_own_name_in_other_letters_may_be_taken(ines):
    ines.does("rename-seat", name="INES")


def test_another_colour(ines, marek):
    ines.does("recolour", colour="sky")
    ines.seat.refresh_from_db()
    assert ines.seat.colour == "sky"
    assert "takes another colour: Sky" in marek.log()


@pytest.mark.parametrize("colour", ["flame", "sea", "gm", "mauve", ""])
def test_a_colour_that_does_not_do(table, ines, marek, colour):
    before = state_of_play(table)
    assert ines.post("recolour", colour=colour).status_code == 422
    assert state_of_play(table) == before


def test_the_colour_form_shows_whose_the_others_are(ines, marek):
    page = ines.get("recolour").content.decode()
    assert 'value="flame" disabled' in page
    assert "<small>Marek</small>" in page
    assert 'value="sea" checked' in page


def test_a_gm_stays_parchment(gm):
    assert gm.post("recolour", colour="sky").status_code == 403


# a second GM


def test_a_second_gm_sees_everything_from_now_on(table, gm, ines, marek):
    gm.does("gm-link")
    assert "makes a link" not in ines.log()
    gm.does("make-gm", seat=ines.seat.public_id)
    ines.seat.refresh_from_db()
    assert (ines.seat.role, ines.seat.colour) == ("gm", "gm")
    assert "makes a link" in ines.log()
    assert "hands part of the lead to Ines" in marek.log()
    gm.does("step-down")
    gm.seat.refresh_from_db()
    assert (gm.seat.role, gm.seat.colour) == ("player", "straw")
    assert "leads no longer" in marek.log()
    assert gm.post("open-scene", title="X").status_code == 403


def test_a_gm_is_made_by_a_link_too(table, gm):
    gm.does("gm-link")
    page = gm.at_address("invite").content.decode()
    table.refresh_from_db()
    path = f"/g/{table.public_id}/{table.gm_invite_token}"
    assert path in page
    Browser().press(path, name="Zoe")
    assert Seat.objects.get(name="Zoe").is_gm
    assert path not in gm.at_address("invite").content.decode()


def test_a_gms_link_is_forgotten_without_one(table):
    from apps.table.doors import opening

    assert table.gm_invite == 0
    assert Browser().look(opening.gm_path(table)).status_code == 404


@pytest.mark.parametrize("end", ["remove-seat", "step-down", "leave"])
def test_with_a_gms_lead_their_link_for_another_gm_dies(table, gm, sit, end):
    zoe = sit("Zoe", "gm", "gm")
    zoe.does("gm-link")
    table.refresh_from_db()
    path = f"/g/{table.public_id}/{table.gm_invite_token}"
    late = Browser()
    assert late.look(path).status_code == 200
    if end == "remove-seat":
        gm.does(end, seat=zoe.seat.public_id)
    else:
        zoe.does(end)
    assert late.press(path, name="Zoe again").status_code == 404
    assert not Seat.objects.filter(name="Zoe again").exists()


def test_a_player_who_goes_takes_no_link_along(table, gm, ines):
    gm.does("gm-link")
    ines.does("leave")
    table.refresh_from_db()
    assert Browser().look(f"/g/{table.public_id}/{table.gm_invite_token}").status_code == 200


# a seat changes hands


@pytest.fixture
def offered(table, gm, ines):
    """The GM would give Ines's seat to June, who knocks; June's browser."""
    june = Browser("10.0.0.9")
    june.knock(table, "June", "rose")
    knock = Knock.objects.get()
    gm.does("give-seat", seat=ines.seat.public_id, knock=knock.public_id)
    return june, knock, Ask.objects.get()


def test_a_seat_goes_to_who_knocks_with_the_players_yes(table, gm, ines, marek, offered):
    june, knock, ask = offered
    phone = Browser()
    phone.press(link_of(ines.seat))
    old = link_of(ines.seat)
    assert "Will you give this seat to June?" in ines.panel("asks")
    ines.does("answer-seat-offer", ask=ask.public_id, allow="yes")
    assert ines.client.get(ines.url).status_code == 404
    assert phone.look(ines.url).status_code == 404
    assert Browser("10.0.0.7").look(old).status_code == 404
    assert june.look(f"/knock/{knock.public_id}")["Location"] == ines.url
    assert june.look(ines.url).status_code == 200
    ines.seat.refresh_from_db()
    assert (ines.seat.name, ines.seat.colour) == ("June", "sea")
    assert "It was Ines’s" in marek.log()
    assert gm.panel("door") == ""


def test_the_offer_concerns_the_two_alone(gm, ines, marek, offered):
    assert "asks Ines to give their seat to June" in ines.log()
    assert "June" not in marek.page()
    assert "Will Ines give the seat to June?" in gm.page()


def test_a_player_may_keep_the_seat(table, gm, ines, offered):
    june, knock, ask = offered
    ines.does("answer-seat-offer", ask=ask.public_id, allow="no")
    assert ines.client.get(ines.url).status_code == 200
    assert "Ines keeps the seat" in gm.log()
    assert "at the door" in june.words(f"/knock/{knock.public_id}")
    assert ines.post("answer-seat-offer", ask=ask.public_id, allow="yes").status_code == 422


def test_a_gm_cannot_say_yes_for_a_player_but_no(table, gm, ines, offered):
    _, _, ask = offered
    before = state_of_play(table)
    answer = gm.post("answer-seat-offer", ask=ask.public_id, allow="yes")
    assert answer.status_code == 422
    assert "Only Ines can say yes" in words(answer)
    assert state_of_play(table) == before
    gm.does("answer-seat-offer", ask=ask.public_id, allow="no")
    assert "leaves Ines their seat" in gm.log()


@pytest.mark.parametrize("who", ["marek", "watcher"])
def test_nobody_else_answers(request, table, gm, ines, offered, who):
    person = request.getfixturevalue(who)
    assert person.post("answer-seat-offer", ask=offered[2].public_id, allow="yes").status_code in {403, 422}
    assert Ask.objects.get().closed_at is None


def test_notes_do_not_go_over_with_the_seat(table, gm, ines):
    ines.does("note", text="The butler did it")
    gm.does("give-seat", seat=ines.seat.public_id, knock="", name="Nora")
    ines.does("answer-seat-offer", ask=Ask.objects.get().public_id, allow="yes")
    assert Note.objects.get().text == ""


def test_a_seat_is_given_to_a_name_and_its_link_handed_over(table, gm, ines):
    gm.does("give-seat", seat=ines.seat.public_id, name="Tomas")
    ines.does("answer-seat-offer", ask=Ask.objects.get().public_id, allow="yes")
    browser = Browser()
    browser.client = gm.client
    browser.press(f"{gm.url}seats", act="show-link", seat=ines.seat.public_id)
    link = link_of(ines.seat)
    assert link in gm.client.get(f"{gm.url}device?seat={ines.seat.public_id}").content.decode()
    tomas = Browser("10.0.0.8")
    tomas.press(link)
    assert tomas.look(ines.url).status_code == 200
    ines.seat.refresh_from_db()
    assert ines.seat.name == "Tomas"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "Choose somebody"),
        ("marek", "sits here already"),
        ("JUNE", "at the door already"),
        ("\u200b", "can be seen"),
    ],
)
def test_an_offer_that_does_not_do(table, gm, ines, marek, name, says):
    Browser().knock(table, "June")
    before = state_of_play(table)
    answer = gm.post("give-seat", seat=ines.seat.public_id, name=name)
    assert answer.status_code == 422
    assert says in words(answer)
    assert state_of_play(table) == before


def test_one_offer_at_a_time(gm, ines, offered):
    answer = gm.post("give-seat", seat=ines.seat.public_id, name="Tomas")
    assert answer.status_code == 422
    assert "has been asked already" in words(answer)


def test_who_was_let_in_otherwise_gets_no_second_seat(table, gm, ines, offered):
    _, knock, ask = offered
    gm.does("admit", knock=knock.public_id)
    answer = ines.post("answer-seat-offer", ask=ask.public_id, allow="yes")
    assert answer.status_code == 422
    assert "June does not wait at the door any more" in words(answer)
    assert ines.client.get(ines.url).status_code == 200


def test_an_offer_ends_with_the_seat(gm, ines, offered):
    gm.does("remove-seat", seat=ines.seat.public_id)
    assert Ask.objects.get().closed_at is not None


# the pages


def test_the_pages_of_the_gm_are_nobody_elses(gm, ines, watcher, stranger):
    for page in ("seats", "invite"):
        assert gm.at_address(page).status_code == 200
        assert ines.at_address(page).status_code == 404
        assert watcher.at_address(page).status_code == 404
        assert stranger.at(gm).at_address(page).status_code == 404


def test_the_invite_page_has_the_whole_address_and_its_code(table, gm):
    page = gm.client.get(f"{gm.url}invite", headers={"host": "192.168.1.20:8000"}).content.decode()
    assert f"http://192.168.1.20:8000/j/{table.public_id}/{table.invite_token}" in page
    assert "<svg" in page
    assert "style=" not in page
    assert "on this machine alone" not in page
    local = gm.client.get(f"{gm.url}invite", headers={"host": "localhost:8000"}).content.decode()
    assert "on this machine alone" in local


def test_who_came_by_an_address_of_this_machine_alone_hands_on_the_one_for_others(table, gm, monkeypatch):
    """As `play` found it at the start: the first link that it prints is this machine's own."""
    monkeypatch.setenv(codes.ANSWERS_AT, "http://192.168.1.20:8000")
    local = {"host": "localhost:8000"}
    page = gm.client.get(f"{gm.url}invite", headers=local).content.decode()
    assert f"http://192.168.1.20:8000/j/{table.public_id}/{table.invite_token}" in page
    assert "on this machine alone" not in page
    assert "on this machine alone" not in gm.client.get(f"{gm.url}invite-code", headers=local).content.decode()
    told = '<meta name="answers-at" content="http://192.168.1.20:8000">'
    assert told in gm.client.get(gm.url, headers=local).content.decode()
    assert "answers-at" not in gm.client.get(gm.url, headers={"host": "192.168.1.20:8000"}).content.decode()


def test_the_code_for_the_tables_page_is_a_picture_for_gms(table, gm, ines):
    answer = gm.client.get(f"{gm.url}invite-code", headers={"host": "192.168.1.20:8000"})
    assert answer["Content-Type"] == "image/svg+xml"
    drawn = answer.content.decode()
    assert drawn.endswith("</svg>\n")
    assert "this machine alone" not in drawn
    gm.does("renew-invite")
    assert gm.client.get(f"{gm.url}invite-code", headers={"host": "192.168.1.20:8000"}).content.decode() != drawn
    assert "this machine alone" in gm.client.get(f"{gm.url}invite-code", headers={"host": "localhost"}).content.decode()
    assert ines.at_address("invite-code").status_code == 404


def test_whoever_knocks_is_let_in_where_the_code_is_shown(table, gm):
    assert "Nobody is at the door" in gm.at_address("invite").content.decode()
    Browser().knock(table, "June")
    asked_again = gm.client.get(f"{gm.url}invite", headers={"HX-Request": "true"}).content.decode()
    assert "Let in" in asked_again
    assert "June" in asked_again
    assert "<svg" not in asked_again.replace('<svg class="sig', ""), "the code stays as it is"
    browser = Browser()
    browser.client = gm.client
    knock = Knock.objects.get().public_id
    assert browser.press(f"{gm.url}invite", act="admit", knock=knock)["Location"] == f"{gm.url}invite"
    assert Seat.objects.filter(name="June").exists()


def test_who_leads_no_more_is_shown_so_where_the_code_was_shown(table, gm, ines):
    gm.does("make-gm", seat=ines.seat.public_id)
    ines.does("step-down")
    assert ines.client.get(f"{ines.url}invite", headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    assert ines.at_address("invite").status_code == 404


def test_the_invite_page_works_without_javascript(table, gm):
    browser = Browser()
    browser.client = gm.client
    before = table.invite
    assert browser.press(f"{gm.url}invite", act="renew-invite")["Location"] == f"{gm.url}invite"
    browser.press(f"{gm.url}invite", act="waiting-room", on="no")
    table.refresh_from_db()
    assert (table.invite, table.waiting_room) == (before + 1, False)


def test_the_seats_page_lets_people_in_and_says_why_not(table, gm, ines):
    Browser().knock(table, "June")
    browser = Browser()
    browser.client = gm.client
    knock = Knock.objects.get().public_id
    assert browser.press(f"{gm.url}seats", act="admit", knock=knock)["Location"] == f"{gm.url}seats"
    assert Seat.objects.filter(name="June").exists()
    late = browser.press(f"{gm.url}seats", act="admit", knock=knock)
    assert late.status_code == 422
    assert "Nobody waits there any more" in words(late)


def test_the_same_button_pressed_twice_counts_once(table, gm):
    browser = Browser()
    browser.client = gm.client
    before = table.invite
    for _ in range(2):
        browser.press(f"{gm.url}invite", act="renew-invite", nonce="the-same-press")
    table.refresh_from_db()
    assert table.invite == before + 1


def test_stepping_down_leads_back_to_the_table(gm, sit):
    sit("Zoe", "gm", "gm")
    browser = Browser()
    browser.client = gm.client
    assert browser.press(f"{gm.url}seats", act="step-down")["Location"] == gm.url


def test_people_are_shown_with_their_presence_in_words(table, gm, ines, watcher, monkeypatch):
    monkeypatch.setattr(
        "apps.table.seating.panels.state", lambda table_key, key: "here" if key == ines.seat.pk else "reconnecting"
    )
    names = "D Director Director reconnecting I Ines here W Wanda watches reconnecting"
    assert gm.panel("people") == f"{names} 1 of 3 here {names}"


def test_whoever_drops_while_the_people_are_drawn_and_is_back_is_shown_as_here(table, gm, ines, monkeypatch):
    is_here = {table.pk: [ines.seat.pk]}

    def drops(table_key, key):
        presence.heard("process", {}, {})
        return presence.state(table_key, key)

    presence.heard("process", is_here, {})
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("apps.table.seating.panels.state", drops)
        assert "Ines reconnecting" in gm.panel("people")
    presence.heard("process", is_here, {})
    assert "Ines here" in gm.panel("people")
    presence.forget()


def test_every_kind_of_event_about_seats_is_told_in_words(table, gm, ines, marek):
    gm.does("show-link", seat=ines.seat.public_id)
    gm.does("give-seat", seat=ines.seat.public_id, name="Tomas")
    ines.does("answer-seat-offer", ask=Ask.objects.get().public_id, allow="no")
    gm.does("renew-invite")
    text = gm.at_address("export-log", **{"as": "md"}).content.decode()
    assert text.count("\n- ") == Event.objects.filter(table=table).count() == 4
    for said in ("looks up Ines", "to give their seat to Tomas", "keeps the seat", "renews the invite"):
        assert said in text
