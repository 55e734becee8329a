"""A server with a table that was played at, for trials of copies. Called in a process with Django."""

from __future__ import annotations

import io
from typing import Any


def furnished() -> dict[str, Any]:
    """A host, and a table with a GM and Ines; the link for players, and a character with its portrait."""
    from django.contrib.auth.models import User

    from apps.table.models import Table
    from tests.bench.furnish import furnish

    User.objects.create_user("Dana", password="eleven embers glow")
    made = furnish(players=1, spectators=0)[0]
    table = Table.objects.get(pk=made["key"])
    gm, ines = made["seats"]
    return {"gm": gm, "ines": ines, "invite": f"/j/{table.public_id}/{table.invite_token}", "picture": _portrait(ines)}


def _portrait(seat: dict[str, Any]) -> str:
    from PIL import Image

    from apps.characters.models import Character
    from apps.characters.portraits import keep, picture_from
    from apps.table import desk

    drawn = io.BytesIO()
    Image.new("RGB", (90, 60), "teal").save(drawn, "PNG")
    drawn.size = len(drawn.getvalue())  # type: ignore[attr-defined]
    drawn.seek(0)
    character = Character.objects.get(public_id=seat["character"])
    name = keep(picture_from(drawn))
    Character.objects.filter(pk=character.pk).update(portrait=name)
    desk.forget(character.table_id)
    return name


def from_the_future() -> None:
    """What a newer Fireside leaves in the database."""
    from django.db import connection
    from django.utils import timezone

    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('table', '9999_dreams', %s)", [timezone.now()]
        )


def back_to_the_present() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '9999_dreams'")


def an_upgrade_is_due() -> None:
    """As if one migration of this version had not been there before."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'server'")
        cursor.execute("DROP TABLE server_claim")


def names_of_tables() -> list[str]:
    from django.db import connection

    return connection.introspection.table_names()


def host_renamed(name: str) -> None:
    from django.contrib.auth.models import User

    User.objects.update(username=name)


def host_name() -> str:
    from django.contrib.auth.models import User

    return User.objects.get().username


def without_tables() -> None:
    from apps.table.carrying.removing import remove
    from apps.table.models import Table

    for table in Table.objects.all():
        remove(table.public_id)


def seats_and_tokens() -> list[dict[str, Any]]:
    """Of a copy of an earlier version: who sits where, by which token, and which acts stand there."""
    from apps.table.models import Table

    return [_told(table) for table in Table.objects.order_by("pk")]


def carried() -> int:
    """Takes each table into a file and brings it back beside itself; how many."""
    from apps.table.carrying import packing, settling
    from apps.table.models import Table

    tables = list(Table.objects.all())
    for table in tables:
        file = io.BytesIO()
        packing.pack(table.public_id, file)
        settling.bring(file)
    return len(tables)


def _told(table: Any) -> dict[str, Any]:
    from apps.characters.models import Character
    from apps.table.models import Event

    shown = Character.objects.exclude(portrait="").get(table=table)
    seats = [
        {
            "name": seat.name,
            "url": f"/t/{table.public_id}/s/{seat.public_id}/",
            "token": f"{table.game}-{seat.name}-on-a-device",
            "character": shown.public_id,
        }
        for seat in table.seats.filter(removed_at=None)
    ]
    events = Event.objects.filter(table=table, undone_by=None, lasting=False).order_by("-pk")
    return {
        "seats": seats, "portrait": shown.portrait,
        "gm": table.seats.filter(role="gm")[0].name, "player": table.seats.filter(role="player")[0].name,
        "scene": events.filter(kind="scene-opened")[0].public_id,
        "older": events.filter(kind="portrait-changed")[0].public_id,
    }  # fmt: skip
