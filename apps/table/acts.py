"""The registry of acts: anything a person does at a table is one function, one form, one event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.apps import apps
from django.http import Http404

from apps.table.choices import OneRow, SeveralRows, offer, settle_choices
from apps.table.turn import Turn
from apps.table.viewer import Viewer
from apps.table.wording import UNREADABLE, in_our_words, readable

Run = Callable[[Turn, Any], None]
Who = Callable[[Viewer], str]
Preview = Callable[[Viewer, Any], Mapping[str, Any]]
Prepare = Callable[[Mapping[str, Any], Any], Any]
LaysOpen = Callable[[Viewer, Mapping[str, Any]], Mapping[str, str]]


class ActForm(forms.Form):
    """What an act needs to be told. Its choices are limited to what `viewer` may know of.

    A game's or act's own form overrides `setup`, where `self.viewer` is ready.
    """

    use_required_attribute = False

    def __init__(self, data: Any = None, files: Any = None, *, viewer: Viewer, **kwargs: Any) -> None:
        data, self._unreadable = readable(data)
        if kwargs.get("initial"):
            kwargs["initial"], _ = readable(kwargs["initial"])
        super().__init__(data, files, **kwargs)
        self.viewer = viewer
        self.setup()
        in_our_words(self.fields.values())

    def setup(self) -> None:
        """Fills in choices and starting values."""

    def choose(self, name: str, rows: Iterable[Any], empty_label: str | None = None) -> None:
        """Says which rows may be chosen in the field of that name, and what choosing none is called."""
        field = self.fields[name]
        if not isinstance(field, OneRow | SeveralRows):
            raise TypeError(f"{name} is no choice of rows")
        if empty_label is not None and isinstance(field, OneRow):
            field.empty_label = empty_label
        field.offer(rows)

    def offer(self, name: str, choices: Iterable[Any]) -> forms.ChoiceField:
        """Says what may be chosen, as value and words, in the field of that name; returns the field."""
        return offer(self, name, choices)

    def start_with(self, values: Mapping[str, Any]) -> None:
        """The values that the fields show at first, where the address says nothing else."""
        self.initial = {**values, **self.initial}
        for name in values.keys() & self.fields.keys():
            vars(self[name]).pop("initial", None)  # a field that was looked at before keeps what it started with

    def full_clean(self) -> None:
        super().full_clean()
        for name in sorted(self._unreadable & self.fields.keys()):
            self.add_error(name, UNREADABLE)


def anyone(viewer: Viewer) -> str:
    """Players and GMs; a spectator touches nothing. Returns why not, or nothing."""
    return f"Spectators watch. Ask the {viewer.game.gm} for a seat." if viewer.is_spectator else ""


def gms(viewer: Viewer) -> str:
    return "" if viewer.is_gm else f"Only the {viewer.game.gm} does that."


def always(viewer: Viewer) -> bool:
    return True


def nothing_more(viewer: Viewer, facts: Mapping[str, Any]) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True)
class Act:
    """`name` is "<game>.<word>", or a bare word at every table.

    `preview` gives the template what is worked out from the form so far (odds, texts); it is called with a valid form
    only. It is `settled` where nothing that can be chosen changes what it gives, or what the form asks for. `paused`
    says that players may do it while the table is paused. `lasting` acts cannot be taken back. `prepare` is given what
    was sent before the hold, data and files, and returns the files as the form shall see them. With a `menu` number it
    stands in the list of things to do, in that order, while it is `due`: while there is anything to do it for, as far
    as everybody of the seat's role may know. `begins` is the icon of the button with which the GM begins it, where it
    opens something; `at_hand` that of its button among the ways to roll, where it is what is done most. Of a `nameless`
    act nothing says who did it: no seat in its event and no receipt. `leads_to` is the phone's tab on which what was
    made is seen, where that is not the one from which the act was begun; `lays_open` says from the event's facts what
    the page of whoever did it has laid open next, where that is something else than before. What it did is `shown_in`
    the part of the table's page with that id, or with the one that it says for a seat, where no card tells of it, or
    where one goes on with what was begun; a quiet one, of which nothing else tells, `says` then that it is done. At the
    game's tables it is done `instead_of` an act of every table, which is named there as ever.
    """

    name: str
    title: str
    form: type[ActForm]
    run: Run
    who: Who = anyone
    preview: Preview | None = None
    settled: bool = False
    prepare: Prepare | None = None
    template: str = "table/act.html"
    button: str = "Do it"
    quiet: bool = False
    paused: bool = False
    lasting: bool = False
    nameless: bool = False
    menu: int = 0
    due: Callable[[Viewer], bool] = always
    begins: str = ""
    at_hand: str = ""
    leads_to: str = ""
    shown_in: str | Callable[[Viewer], str] = ""
    says: str = ""
    lays_open: LaysOpen = nothing_more
    instead_of: str = ""

    @property
    def previews(self) -> bool:
        """Whether something is worked out while the form is filled in."""
        return self.preview is not None

    @property
    def looks_again(self) -> bool:
        """Whether what is chosen in the form changes what is worked out, or what the form asks for."""
        return self.previews and not self.settled

    def seen_at(self, viewer: Viewer) -> str:
        """Where on this seat's page one sees what it did, or goes on with it; empty where that is its card."""
        return self.shown_in(viewer) if callable(self.shown_in) else self.shown_in

    @property
    def game(self) -> str:
        return self.name.partition(".")[0] if "." in self.name else ""

    @property
    def shelf(self) -> str:
        """Under which words it stands among the things to do: those of its app."""
        home = apps.get_containing_app_config(self.run.__module__)
        return str(home.verbose_name) if home else ""


_acts: dict[str, Act] = {}
_instead: dict[tuple[str, str], str] = {}
"""What a game does in the place of an act of every table, by the game and that act's name."""


def act(name: str, **about: Any) -> Callable[[Run], Run]:
    """Registers a function (turn, form) as an act; `about` are the fields of Act."""

    def register(run: Run) -> Run:
        if name in _acts:
            raise RuntimeError(f"two acts are called {name}")
        made = _acts[name] = Act(name=name, run=run, **about)
        settle_choices(made.form)
        if made.instead_of:
            _instead[made.game, made.instead_of] = name
        return run

    return register


def find(name: str, viewer: Viewer) -> Act:
    """The act of that name at this table. Refuses with 404 what this table's game does not have.

    Where the game has an act that is done `instead_of` that one, it is the game's.
    """
    found = _acts.get(_instead.get((viewer.table.game, name), name))
    if found is None or found.game not in {"", viewer.table.game}:
        raise Http404
    return found


def preparation(name: str) -> Prepare | None:
    """What is to be done with the files of that act before the hold."""
    found = _acts.get(name)
    return found.prepare if found else None


def menu(viewer: Viewer) -> list[Act]:
    """What this seat may do now that needs no card, no character's row and no ask to start from."""
    game = viewer.table.game
    listed = [one for one in _acts.values() if one.menu and one.game in {"", game} and (game, one.name) not in _instead]
    found = [one for one in listed if not one.who(viewer) and one.due(viewer)]
    return sorted(found, key=lambda one: one.menu)


def shelves(things: Iterable[Act]) -> dict[str, list[Act]]:
    """The same by the words under which they stand."""
    found: dict[str, list[Act]] = {}
    for one in things:
        found.setdefault(one.shelf, []).append(one)
    return found


def beginnings(viewer: Viewer) -> list[Act]:
    """What the GM may begin now."""
    return [one for one in menu(viewer) if one.begins]


def open_to(viewer: Viewer, name: str) -> bool:
    """Whether this table has the act, this seat may do it, and there is anything to do it for now."""
    found = _acts.get(name)
    if found is None or found.game not in {"", viewer.table.game}:
        return False
    return viewer.may_act and not found.who(viewer) and found.due(viewer)


def offers(game: str, word: str) -> bool:
    """Whether a game has an act of that word."""
    return f"{game}.{word}" in _acts


def acts() -> list[Act]:
    return list(_acts.values())
