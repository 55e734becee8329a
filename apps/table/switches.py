"""The table's switches: rows for all that the book names; offered are those that the program honours."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms

from apps.rules.registry import Switch as BookSwitch
from apps.table.desk import Desk
from apps.table.games import Game, game_of
from apps.table.models import Switch, Table

_honoured: dict[str, set[str]] = {}


def honours(game: str, *keys: str) -> None:
    """Says which switches of a game a module plays by. A switch that nobody honours is not offered."""
    _honoured.setdefault(game, set()).update(keys)


def offered(game: Game) -> list[BookSwitch]:
    """The switches that this program honours, those worth having from the start first."""
    held = [one for one in game.book.switches if one.key in _honoured.get(game.key, set())]
    return sorted(held, key=lambda one: one.priority != "first")


def write_switches(table: Table, chosen: Mapping[str, str]) -> None:
    """Writes a row for every switch of the table's game: the value chosen, or its default."""
    Switch.objects.bulk_create(
        Switch(table=table, key=one.key, value=chosen.get(one.key, one.default)) for one in game_of(table).book.switches
    )


def values_of(desk: Desk) -> dict[str, str]:
    """The table's switches, by key."""
    return {row.key: row.value for row in desk.all(Switch)}


def switch_field(one: BookSwitch, value: str) -> forms.Field:
    """The form field for a switch: a choice, or a line of text that the book checks."""
    if one.choices:
        choices = [(choice.value, choice.title) for choice in one.choices]
        return forms.ChoiceField(
            label=one.title, choices=choices, initial=value, help_text=one.effect, widget=forms.RadioSelect
        )
    return forms.CharField(label=one.title, initial=value, help_text=one.effect, max_length=60)
