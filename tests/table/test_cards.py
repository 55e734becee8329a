"""Reveal and hide: a card that may no longer be seen is gone, and an unseen one is not hinted at."""

import pytest

from apps.table.models import Event, Telling
from tests.people import state_of_play


@pytest.fixture
def secret(table, gm):
    event = Event.objects.create(table=table, kind="scene-closed", seat=gm.seat)
    Telling.objects.create(event=event, table=table, audience="gms", facts={"title": "The hatch", "ended": []})
    return event


def test_a_secret_card_is_in_no_other_page(secret, gm, ines, watcher):
    assert "The hatch" in gm.log()
    for person in (ines, watcher):
        assert "The hatch" not in person.page()
        assert secret.public_id not in person.page()
        assert "The hatch" not in person.at_address("export-log").content.decode()
        assert secret.public_id not in person.at_address("log", q="hatch").content.decode()


def test_revealed_to_everybody_and_hidden_again(secret, gm, ines):
    gm.does("reveal", event=secret.public_id)
    assert f"card-{secret.public_id}" in ines.page()
    gm.does("hide", event=secret.public_id)
    assert f"card-{secret.public_id}" not in ines.page()
    assert "The hatch" in gm.log()


def test_taking_the_reveal_back_hides_it(secret, gm, ines):
    gm.does("reveal", event=secret.public_id)
    gm.does("undo")
    assert f"card-{secret.public_id}" not in ines.page()


def test_a_player_cannot_reveal_what_they_do_not_see(table, secret, ines):
    before = state_of_play(table)
    refused = ines.post("reveal", event=secret.public_id)
    never = ines.post("reveal", event="xnothinghere")
    assert refused.status_code == never.status_code == 422
    one = refused.content.decode().replace(secret.public_id, "-")
    assert one == never.content.decode().replace("xnothinghere", "-")
    assert state_of_play(table) == before


def test_players_do_not_hide(secret, gm, ines):
    gm.does("reveal", event=secret.public_id)
    assert ines.post("hide", event=secret.public_id).status_code == 403
