"""Who is brought into a fight, in any game: the forms, and how it is told to those who may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms

from apps.characters.access import known_to
from apps.characters.forms import CharactersChoice, number, one_line
from apps.characters.listed import ListedForm
from apps.characters.models import Character
from apps.characters.naming import numbered
from apps.characters.rows import when_deleted
from apps.combat import tracking
from apps.combat.models import Combatant, Fight
from apps.table.acts import ActForm
from apps.table.models import Event
from apps.table.names import name_of_all
from apps.table.telling import tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_THUGS = 12
FIGHTS = "is in the fight that is running. First out of the fight, then delete the sheet."


def names(combatants: Iterable[Combatant]) -> list[str]:
    return [one.character.name for one in combatants]


def seen(combatants: Iterable[Combatant]) -> list[Combatant]:
    """Those of whom everybody knows."""
    return [one for one in combatants if not one.character.hidden]


def name_of(members: Iterable[Combatant]) -> str:
    """Tide warden 1, 2 and 4."""
    return name_of_all(names(members))


class StartForm(ActForm):
    """What it is about, and who is in it: those who are in the scene, unless others are named."""

    title = one_line("What is it about", 120, required=False)
    characters = CharactersChoice(required=False)

    example: ClassVar[str]
    who: ClassVar[str]

    def setup(self) -> None:
        self.fields["title"].help_text = f"Such as: {self.example}"
        self.fields["characters"].label = self.who
        self.fields["characters"].help_text = "Whoever is missing here, such as thugs, comes in once it runs"
        cast = known_to(self.viewer)
        self.choose("characters", cast)
        self.start_with({"characters": [one.public_id for one in cast if one.present and self.stands(one)]})

    @staticmethod
    def stands(character: Character) -> bool:
        """Whether somebody who is in the scene is in a state to take part."""
        return True


def start(turn: Turn, kind: str, form: StartForm, phase: str) -> Fight:
    """Opens a fight with those who are there, and tells of it."""
    fight = tracking.start(turn, phase, form.cleaned_data["title"])
    facts = {"title": fight.span.title}
    tell_came(turn, kind, tracking.join(turn, fight, form.cleaned_data["characters"]), facts, facts)
    return fight


NOBODY_LEFT = "Everybody who is here is in it already. With Cast you make somebody new, who can then be brought in."


def others(viewer: Viewer) -> list[Character]:
    """Who could be brought into the fight that runs, as far as this seat knows of them."""
    there = tracking.fighters(viewer.table)
    return [one for one in known_to(viewer) if one.pk not in there]


class JoinForm(ActForm):
    characters = CharactersChoice(label="Who comes in")

    def setup(self) -> None:
        found = others(self.viewer)
        self.choose("characters", found)
        self.fields["characters"].help_text = "" if found else NOBODY_LEFT


class ThugsForm(ListedForm):
    """Several of a kind, numbered, who come in at once: of the list with one tap; a game adds what else they may be."""

    name = one_line("Name", 50, initial="Thug")
    count = number("How many", 1, MOST_THUGS)
    hidden = forms.BooleanField(label="Hidden from the players", required=False)

    @property
    def one_tap(self) -> str:
        return f"brings {self['count'].value()} in"

    @property
    def copied(self) -> Character | None:
        """Whom they are copies of, in a form that is right and offers copies."""
        found: Character | None = self.cleaned_data.get("base")
        return found

    @property
    def hides(self) -> bool:
        """Copies of the hidden hide too."""
        return bool(self.cleaned_data["hidden"] or (self.copied and self.copied.hidden))

    def names(self) -> list[str]:
        """What each is called."""
        name = self.copied.name if self.copied else self.cleaned_data["name"]
        return numbered(self.viewer.desk, name, self.cleaned_data["count"], hidden=self.hides)

    def fill_in(self) -> None:
        super().fill_in()
        if self.tapped is not None:
            self.data = {**self.data, "base": ""}  # who is of the list is nobody's copy


def how_many(viewer: Viewer, form: ThugsForm) -> Mapping[str, Any]:
    """A button that says how many come."""
    return {"button": f"Bring {form.cleaned_data['count']} in"}


def tell_joined(
    turn: Turn, kind: str, came: list[Combatant], full: Mapping[str, Any], public: Mapping[str, Any]
) -> Event:
    """Who came into a fight that runs: the GMs alone hear it where nobody else may know of any of them."""
    return tell_came(turn, kind, came, full, public if seen(came) else None)


def tell_came(
    turn: Turn, kind: str, came: Iterable[Combatant], full: Mapping[str, Any], public: Mapping[str, Any] | None
) -> Event:
    """Who came: all of them to the GMs, to everybody those whom everybody may know. `public` None: not told to all."""
    known = None if public is None else {**public, "names": names(seen(came))}
    return tell_both(turn, kind, {**full, "names": names(came)}, known)


_kept_from_leaving: dict[str, str] = {}


def keeps_from_leaving(game: str, words: str) -> None:
    """Says how a game that calls its fights otherwise refuses to delete a sheet; the words follow the name."""
    _kept_from_leaving[game] = words


@when_deleted
def not_while_fighting(turn: Turn, character: Character) -> None:
    """Whoever fights stays at the table; the rows of fights that are over for them go with them."""
    if character.pk in tracking.fighters(turn.table):
        words = _kept_from_leaving.get(turn.table.game, FIGHTS)
        turn.refuse("fighting", f"{character.name} {words}", "character")
    for combatant in turn.desk.all(Combatant, character=character):
        turn.delete(combatant)
