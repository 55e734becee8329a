"""Opening a table, and the link that makes its first user a GM."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from apps.table import games, ids
from apps.table.changing import Changing
from apps.table.desk import Desk
from apps.table.models import Table
from apps.table.switches import write_switches


def open_table(name: str, game: str, switches: Mapping[str, str] | None = None, **about: bool) -> Table:
    """A new table with a row for every switch of its game. Refuses a switch's text that does not fit.

    `about` are further columns of the table, such as `demonstration`.
    """
    book = games.game(game).book
    chosen = {**book.defaults(), **(switches or {})}
    for key, text in chosen.items():
        book.switch(key).parse(text)
    table = Table.objects.create(name=name, game=game, **about)
    write_switches(table, chosen)
    return table


def new_gm_link() -> int:
    """A number for `Table.gm_invite` that no link of this table had before: used links stay dead."""
    return secrets.randbelow(2**31 - 1) + 1


def make_gm_link(desk: Desk) -> None:
    """Makes a link for a GM; an earlier one dies. Inside the hold."""
    door = Changing(desk)
    door.keep(desk.table, gm_invite=new_gm_link())
    door.committed()


def spend_gm_link(desk: Desk) -> None:
    Changing(desk).keep(desk.table, gm_invite=0)


def gm_link_fits(table: Table, token: str) -> bool:
    return bool(table.gm_invite) and ids.same(table.gm_invite_token, token)


def gm_path(table: Table) -> str:
    return f"/g/{table.public_id}/{table.gm_invite_token}"


def invite_path(table: Table) -> str:
    return f"/j/{table.public_id}/{table.invite_token}"
