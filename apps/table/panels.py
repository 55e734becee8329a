"""Panels: the pieces of a table's page, drawn whole for one audience, on the page and on the socket alike."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import DatabaseError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from apps.table.viewer import Viewer

Context = Mapping[str, Any]
logger = logging.getLogger(__name__)
ALL_ROLES = frozenset({"gm", "player", "spectator"})


@dataclass(frozen=True)
class Panel:
    """`per` says for whom one text is drawn. It is drawn again when something changed that was read for it.

    A panel that is drawn per role is the same for every seat of that role: it holds no form field, no address of a
    seat and nothing of one seat alone. One drawn per seat goes to that seat only.
    """

    name: str
    template: str
    context: Callable[[Viewer], Context]
    slot: str
    order: int = 50
    per: str = "seat"
    roles: frozenset[str] = ALL_ROLES
    game: str = ""

    def is_for(self, role: str, game: str) -> bool:
        return role in self.roles and self.game in {"", game}

    def group(self, viewer: Viewer) -> tuple[Any, ...]:
        """Seats with the same group are sent the same text."""
        return ("role", viewer.role) if self.per == "role" else ("seat", viewer.seat.pk, *sorted(viewer.open.items()))


@dataclass(frozen=True)
class Drawn:
    """A panel's text, the same as a piece to be swapped into a page, and a mark that tells it from others."""

    text: SafeString
    piece: SafeString
    mark: int


_panels: dict[str, Panel] = {}


def panel(name: str, **about: Any) -> Callable[[Callable[[Viewer], Context]], Callable[[Viewer], Context]]:
    """Registers the function that gives a panel its context; `about` are the fields of Panel."""

    def register(context: Callable[[Viewer], Context]) -> Callable[[Viewer], Context]:
        if name in _panels:
            raise RuntimeError(f"two panels are called {name}")
        about["roles"] = frozenset(about.get("roles", ALL_ROLES))
        _panels[name] = Panel(name=name, context=context, **about)
        _panels_for.cache_clear()
        return context

    return register


def panels_of(viewer: Viewer) -> tuple[Panel, ...]:
    """The panels of this seat's page, in the order of the page."""
    return _panels_for(viewer.role, viewer.table.game)


@cache
def _panels_for(role: str, game: str) -> tuple[Panel, ...]:
    return tuple(sorted((one for one in _panels.values() if one.is_for(role, game)), key=lambda one: one.order))


def draw(one: Panel, viewer: Viewer) -> SafeString:
    """The panel's text: the same whoever draws it and whenever, while nothing that it shows has changed."""
    context = {**one.context(viewer), "viewer": viewer, "panel": one}
    return SafeString(render_to_string(one.template, context).strip())


def drawn(one: Panel, viewer: Viewer) -> Drawn:
    """The panel as its group sees it, kept until something changes that was read for it."""
    key = ("panel", one.name, one.group(viewer), viewer.watching)
    return viewer.desk.memo(key, lambda: _drawn(one, viewer))


def _drawn(one: Panel, viewer: Viewer) -> Drawn:
    text = draw(one, viewer)
    return Drawn(text, out_of_band(text), hash(str(text)))


def part(viewer: Viewer, template: str, key: tuple[Hashable, ...], make: Callable[[], Context]) -> SafeString:
    """A part of a panel that several seats are sent alike: drawn once for all of the same `key`, and kept as panels
    are. All that it shows is read in `make`; where it is one seat's own, as its address is, the key names it."""

    def made() -> SafeString:
        return SafeString(render_to_string(template, make()).strip())

    return viewer.desk.memo(("part", template, *key), made)


def slots(viewer: Viewer) -> dict[str, list[SafeString]]:
    """All panels of the page by the slot that they stand in."""
    filled: dict[str, list[SafeString]] = {}
    for one in panels_of(viewer):
        filled.setdefault(one.slot, []).append(drawn(one, viewer).text)
    return filled


def pieces(viewer: Viewer, held: Mapping[str, int]) -> tuple[list[SafeString], dict[str, int]]:
    """The panels that are not as the page has them (`held`: marks by name), each to be swapped in by its id, and the
    marks of all. One that cannot be drawn is left out, so that the others still are."""
    found, marks = [], {}
    for one in panels_of(viewer):
        panel = _drawn_if_it_can_be(one, viewer)
        if panel is not None:
            marks[one.name] = panel.mark
            if held.get(one.name) != panel.mark:
                found.append(panel.piece)
    return found, marks


def _drawn_if_it_can_be(one: Panel, viewer: Viewer) -> Drawn | None:
    try:
        return drawn(one, viewer)
    except DatabaseError:
        raise  # all of it is drawn again on a new connection
    except Exception:
        logger.exception("the panel %s could not be drawn", one.name)
        return None


def out_of_band(text: str) -> SafeString:
    """Marks a drawn element to be morphed into the page by its id."""
    return SafeString(text.replace(" id=", ' hx-swap-oob="outerMorph" id=', 1))
