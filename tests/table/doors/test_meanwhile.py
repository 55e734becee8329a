"""A link that dies between looking at its page and pressing the button: the hold decides."""

from contextlib import contextmanager

import pytest

from apps.table.doors import opening, pages
from apps.table.hold import hold
from apps.table.models import Knock, Seat, SeatDevice, Table

from .browsers import Browser, link_of, words


@pytest.fixture
def meanwhile(monkeypatch):
    """Something that another request does while this one waits for the hold."""

    def arrange(happens):
        @contextmanager
        def held(table_id):
            happens()
            with hold(table_id) as table:
                yield table

        monkeypatch.setattr(pages, "hold", held)

    return arrange


def test_an_invite_renewed_meanwhile(table, meanwhile):
    meanwhile(lambda: Table.objects.update(invite=2))
    page = Browser().knock(table, "June")
    assert page.status_code == 404
    assert "This link does not work" in words(page)
    assert not Knock.objects.exists()


def test_a_gm_link_used_meanwhile(table, meanwhile):
    with hold(table.public_id) as desk:
        opening.make_gm_link(desk)
    table.refresh_from_db()
    meanwhile(lambda: Table.objects.update(gm_invite=0))
    assert Browser().press(opening.gm_path(table), name="Sam").status_code == 404
    assert not Seat.objects.exists()


@pytest.mark.parametrize("change", [{"link": 2}, {"removed_at": "2026-01-01T00:00Z"}])
def test_a_private_link_that_dies_meanwhile(ines, meanwhile, change):
    meanwhile(lambda: Seat.objects.update(**change))
    assert Browser().press(link_of(ines.seat)).status_code == 404
    assert SeatDevice.objects.filter(seat=ines.seat).count() == 1


def test_a_name_taken_meanwhile(table, gm, meanwhile):
    meanwhile(lambda: Seat.objects.create(table=table, name="June", name_key="june", role="player", colour="sky"))
    page = Browser().knock(table, "June", "sky")
    assert page.status_code == 422
    assert "June sits here already" in words(page)
    assert "Sky belongs to June" in words(page)
