"""Panels: the pieces of a table's page, drawn whole for one audience, on the page and on the socket alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from apps.table.viewer import Viewer

Context = Mapping[str, Any]
ALL_ROLES = frozenset({"gm", "player", "spectator"})


@dataclass(frozen=True)
class Panel:
    """`watches` are the topics that make it worth drawing again; `per` says for whom one text is drawn.

    A panel that is drawn per role is the same for every seat of that role: it holds no form field, no address of a
    seat and nothing of one seat alone. One drawn per seat goes to that seat only.
    """

    name: str
    template: str
    context: Callable[[Viewer], Context]
    watches: frozenset[str]
    slot: str
    order: int = 50
    per: str = "seat"
    roles: frozenset[str] = ALL_ROLES
    game: str = ""

    def is_for(self, viewer: Viewer) -> bool:
        return viewer.role in self.roles and self.game in {"", viewer.table.game}

    def group(self, viewer: Viewer) -> str:
        """Seats with the same group are sent the same text."""
        return f"role:{viewer.role}" if self.per == "role" else f"seat:{viewer.seat.pk}:{sorted(viewer.open.items())}"


_panels: dict[str, Panel] = {}


def panel(name: str, **about: Any) -> Callable[[Callable[[Viewer], Context]], Callable[[Viewer], Context]]:
    """Registers the function that gives a panel its context; `about` are the fields of Panel."""

    def register(context: Callable[[Viewer], Context]) -> Callable[[Viewer], Context]:
        about["watches"] = frozenset(about["watches"])
        about["roles"] = frozenset(about.get("roles", ALL_ROLES))
        _panels[name] = Panel(name=name, context=context, **about)
        return context

    return register


def panels_of(viewer: Viewer) -> list[Panel]:
    """The panels of this seat's page, in the order of the page."""
    return sorted((one for one in _panels.values() if one.is_for(viewer)), key=lambda one: one.order)


def draw(one: Panel, viewer: Viewer) -> SafeString:
    """The panel's text: the same whoever draws it and whenever, while nothing that it shows has changed."""
    context = {**one.context(viewer), "viewer": viewer, "panel": one}
    return SafeString(render_to_string(one.template, context).strip())


def slots(viewer: Viewer) -> dict[str, list[SafeString]]:
    """All panels of the page by the slot that they stand in."""
    filled: dict[str, list[SafeString]] = {}
    for one in panels_of(viewer):
        filled.setdefault(one.slot, []).append(draw(one, viewer))
    return filled


def reaching(viewer: Viewer, topics: Iterable[str]) -> set[str]:
    """The topics as they touch this seat: "mine" where a character that it plays was touched, or any for a GM."""
    found = set(topics)
    if "characters" in found and (viewer.is_gm or any(f"character:{key}" in found for key in viewer.characters)):
        found.add("mine")
    return found


def watching(viewer: Viewer, topics: Iterable[str]) -> list[Panel]:
    """The panels of this seat's page that watch one of these topics."""
    touched_ = reaching(viewer, topics)
    return [one for one in panels_of(viewer) if one.watches & touched_]


def touched(viewer: Viewer, topics: Iterable[str]) -> list[SafeString]:
    """The panels that these topics touch, each as a piece to be swapped in by its id."""
    return [out_of_band(draw(one, viewer)) for one in watching(viewer, topics)]


def out_of_band(text: str) -> SafeString:
    """Marks a drawn element to be morphed into the page by its id."""
    return SafeString(text.replace(" id=", ' hx-swap-oob="outerMorph" id=', 1))
