"""Looking through a player's eyes, the GM's notes, the text of the rules."""

import lxml.html

from apps.table.desk.registry import forget
from apps.table.models import Event, Note, Telling
from apps.table.sure import sure
from tests.open_table import Open, OpenTable
from tests.people import state_of_play


def test_a_gm_sees_what_a_player_sees(gm, ines, table):
    event = Event.objects.create(table=table, kind="scene-closed", seat=gm.seat)
    Telling.objects.create(event=event, table=table, audience="gms", facts={"title": "The hatch", "ended": []})
    page = gm.at_address(f"as/{ines.seat.public_id}/").content.decode()
    assert "You see what Ines sees" in page
    assert "The hatch" not in page
    assert 'class="hand"' not in page
    assert "act/pause" not in page


def classes_of(page: str) -> set[str]:
    """What the stylesheets know of a page."""
    return set(sure(lxml.html.document_fromstring(page).body).classes)


def test_such_a_page_is_laid_out_as_the_players_own(gm, ines, table, sit):
    own = {"table-page", "role-player", "game-dragonfly", "with-sheet"}
    assert classes_of(ines.page()) == own
    assert classes_of(gm.at_address(f"as/{ines.seat.public_id}/").content.decode()) == {*own, "view-as"}
    assert classes_of(sit("Wanda", "spectator").page()) == {"table-page", "role-spectator", "game-dragonfly"}


def test_what_is_that_seats_alone_is_not_shown(gm, ines, table):
    event = Event.objects.create(table=table, kind="scene-closed", seat=ines.seat)
    Telling.objects.create(
        event=event, table=table, audience="seat", subject=ines.seat.pk, facts={"title": "My diary", "ended": []}
    )
    assert "My diary" in ines.log()
    assert "My diary" not in gm.at_address(f"as/{ines.seat.public_id}/").content.decode()
    assert event.public_id not in gm.at_address(f"as/{ines.seat.public_id}/").content.decode()


def test_nothing_that_is_pressed_there_counts(gm, ines, table):
    """Neither as the GM nor as the player: not even what a panel might offer by mistake."""
    there = f"{gm.url}as/{ines.seat.public_id}/"
    before = state_of_play(table)
    for how in (gm.client.get, gm.client.post):
        answer = how(f"{there}act/say", {"text": "Who said that?"}, headers={"HX-Request": "true"})
        assert answer.status_code == 403
        assert "nothing that you press here counts" in answer.content.decode()
    assert state_of_play(table) == before


def test_what_such_a_page_leads_to_is_the_gms_own(gm, ines):
    answer = gm.client.get(f"{gm.url}as/{ines.seat.public_id}/rule?id=dragonfly.base-check")
    assert answer.status_code == 302
    assert answer["Location"] == f"{gm.url}rule?id=dragonfly.base-check"


def test_who_can_be_looked_at_is_as_live_as_any_panel(table, gm, ines, sit):
    pages = OpenTable(table, gm=Open(gm))
    marek = sit("Marek")
    forget(table.pk)
    marek.does("say", text="Here I am")
    pages.settle()
    assert "panel-view-as" in "".join(pages.pages["gm"].sent)
    assert "Marek" in pages.pages["gm"].page.panels["panel-view-as"]


def test_only_gms_look_and_only_at_players(gm, ines, marek, sit):
    second = sit("Second", "gm", "gm")
    assert ines.at_address(f"as/{marek.seat.public_id}/").status_code == 404
    assert gm.at_address(f"as/{second.seat.public_id}/").status_code == 404
    assert gm.at_address("as/xnobody/").status_code == 404


def test_notes_are_the_gms_own(gm, ines, sit):
    second = sit("Second", "gm", "gm")
    gm.does("note", text="The butler did it")
    assert "The butler did it" in gm.page()
    assert Note.objects.get().seat == gm.seat
    for person in (ines, second):
        assert "butler" not in person.page()
        assert "butler" not in person.at_address("export-log").content.decode()
    assert "butler" not in gm.at_address("export-log").content.decode()
    assert not Event.objects.exists()


def test_a_players_notes_are_not_for_the_gm_either(gm, ines, marek):
    ines.does("note", text="The butler did it")
    assert "The butler did it" in ines.panel("notes")
    for page in (gm.page(), marek.page(), gm.at_address(f"as/{ines.seat.public_id}/").content.decode()):
        assert "butler" not in page
    assert not Event.objects.exists()


def test_whoever_only_watches_keeps_no_notes(sit):
    assert sit("Wanda", "spectator").post("note", text="x").status_code == 403


def test_too_long_a_note_stays_in_the_field(gm):
    answer = gm.post("note", text="x" * 20001)
    assert answer.status_code == 422
    assert "x" * 20001 in answer.content.decode()


def test_the_book_tells_every_rule(ines):
    book = ines.at_address("book").content.decode()
    assert book.count("rule?id=dragonfly.") == 82
    text = ines.at_address("rule", id="dragonfly.base-check").content.decode()
    assert "9 or more" in text
    assert ines.at_address("rule", id="dragonfly.no-such-rule").status_code == 404
    assert ines.at_address("rule", id="../../etc/passwd").status_code == 404


def test_what_one_presses_beside_notes_and_scene_is_a_button(gm):
    """A bare link is half as high as a thumb."""
    gm.post("note", text="The butler did it")
    page = gm.soup()
    for panel, words in (("notes", "Change them"), ("scene", "Set the scene")):
        [link] = [one for one in page.select(f"#panel-{panel} a") if words in one.text]
        assert "btn" in link["class"]
