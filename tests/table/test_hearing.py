"""Each secret card says to whom it was told; a line is one sentence; an undo is one line; the export marks secrets."""

import json

import pytest

from apps.table.models import Event, Telling
from tests.people import newest_event


def card(person, event):
    return person.soup().find(id=f"card-{event.public_id}")


@pytest.mark.parametrize(
    ("line", "ines_reads", "gm_reads"),
    [
        ("/gmr d20", "to the Director", "to the Director"), ("/br d20", "blind", "blind"),
        ("/sr d20", "only you", None),
        ("/w gm psst", "to the Director", "to the Director"), ("/w Marek psst", "to Marek", None),
    ],
)  # fmt: skip
def test_a_secret_card_says_to_whom(table, ines, gm, marek, dice, line, ines_reads, gm_reads):
    dice(17)
    ines.does("say", text=line)
    event = newest_event(table)
    for person, words in ((ines, ines_reads), (gm, gm_reads)):
        found = card(person, event)
        assert (found and found.select_one(".to").text.strip()) == words


def test_what_everybody_hears_says_nothing_of_it(table, ines, gm):
    ines.does("say", text="We should leave.")
    assert not card(gm, newest_event(table)).select(".to")


def test_the_gm_learns_that_others_hear_less(table, gm, ines):
    event = Event.objects.create(table=table, kind="scene-closed", seat=gm.seat)
    for audience, rank, title in (("gms", 1, "The hatch, mined"), ("everybody", 0, "The hatch")):
        facts = {"title": title, "ended": []}
        Telling.objects.create(event=event, table=table, audience=audience, rank=rank, facts=facts)
    assert card(gm, event).select_one(".to").text.strip() == "others hear less"
    assert not card(ines, event).select(".to")
    assert "(secret: others hear less)" in gm.at_address("export-log").content.decode()


def test_a_player_learns_it_too_and_not_that_the_gm_alone_knows(table, gm, ines, marek):
    event = Event.objects.create(table=table, kind="scene-closed", seat=gm.seat)
    for audience, subject, title in (("seat", ines.seat.pk, "The hatch, mined"), ("everybody", 0, "The hatch")):
        facts, rank = {"title": title, "ended": []}, int(subject > 0)
        Telling.objects.create(event=event, table=table, audience=audience, subject=subject, rank=rank, facts=facts)
    assert card(ines, event).select_one(".to").text.strip() == "others hear less"
    assert not card(marek, event).select(".to")


def test_what_the_gm_and_a_player_share_says_so(table, ines, gm, dice):
    dice(5)
    ines.does("say", text="/r d6")
    ines.does("undo")
    assert card(ines, newest_event(table)).select_one(".to").text.strip() == "you and the Director"
    assert card(gm, newest_event(table)).select_one(".to").text.strip() == "to the Director"


def test_the_exports_mark_what_was_secret(ines, gm, dice):
    dice(17, 3)
    ines.does("say", text="/gmr d20 # lie")
    ines.does("say", text="/r d6")
    for person in (ines, gm):
        lines = person.at_address("export-log", **{"as": "md"}).content.decode().splitlines()
        assert next(one for one in lines if "lie" in one).endswith("(secret: to the Director)")
        assert "secret" not in next(one for one in lines if "d6" in one)
        told = json.loads(person.at_address("export-log", **{"as": "json"}).content)["events"]
        assert [one["told_to"] for one in told][-2:] == ["to the Director", "everybody"]


def test_a_line_has_its_buttons_in_a_fold(table, ines, gm, marek):
    ines.does("say", text="We should leave.")
    event = newest_event(table)
    for person, buttons in ((ines, ["Undo"]), (gm, ["Undo", "Hide"]), (marek, [])):
        fold = card(person, event).select_one("details.deeds:not([open])")
        assert fold.select_one("time")
        assert [one.text.strip() for one in fold.select("footer button")] == buttons
        assert "We should leave." not in fold.text


def test_an_undo_does_not_repeat_the_whole_sentence(table, ines):
    said = "We should leave now, before anybody comes and asks what we are doing here."
    ines.does("say", text=said)
    ines.does("undo")
    assert ines.log().count("what we are doing here") == 1
    assert "takes back:" in card(ines, newest_event(table)).text
    assert "what we are doing here" in ines.at_address("export-log").content.decode().splitlines()[-1]


def test_an_undo_says_who_had_done_it(table, gm, ines):
    gm.does("dragonfly.start-fight", title="The gantry")
    gm.does("undo")
    assert "takes back: Director starts a fight: The gantry" in ines.log()


def test_the_undo_tile_says_who_and_cuts_between_words(gm, ines):
    ines.does("say", text="A sentence that is too long for the tile by far")
    small = gm.soup().select_one("[data-undo] small").text
    assert small.startswith("Ines: A sentence")
    assert small.endswith("…")
    assert f"{small.rstrip('…').split()[-1]} " in "A sentence that is too long for the tile by far"


def test_a_player_s_undo_says_why_the_gm_is_asked_and_its_button_asks(table, ines, gm, dice):
    dice(5)
    ines.does("say", text="I spoke first")
    first = newest_event(table).public_id
    ines.does("say", text="/r d6")
    thrown = newest_event(table).public_id
    for event, why in ((first, "It is not your newest act"), (thrown, "Dice fell in it")):
        page = ines.get("undo", event=event).content.decode()
        assert f"{why}: the Director is asked." in page
        assert "Ask the Director" in page
        assert "Take it back" not in page
    assert "Take it back" in gm.get("undo", event=thrown).content.decode()
    ines.does("say", text="Only words")
    assert "Take it back" in ines.get("undo").content.decode()
