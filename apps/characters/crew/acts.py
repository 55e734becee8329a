"""Making and editing sheets. Importing this module registers every act of Crew's characters."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters import rows
from apps.characters.access import all_known_to, knowers_of, readers_of
from apps.characters.crew import importing, playing, writing
from apps.characters.crew.forms import die_field
from apps.characters.crew.holding import MINOR, ROLES
from apps.characters.crew.sheet import sheet_of
from apps.characters.crew.sheet_form import EditForm, MakeForm
from apps.characters.forms import OwnCharacterForm, acting_for, named, number, one_line
from apps.characters.models import Character
from apps.characters.naming import free_names
from apps.characters.points import told_by
from apps.table.acts import ActForm, act, gms
from apps.table.audience import Audience
from apps.table.turn import Turn

__all__ = ["importing", "playing"]
SHEET_TEMPLATE = "characters/crew/acts/sheet.html"
MOST_COPIES = 12


@act("crew.make", title="A new character", form=MakeForm, template=SHEET_TEMPLATE, button="Make this character")
def make(turn: Turn, form: MakeForm) -> None:
    """A new crewmember with a plot point, or a Major GMC of the GM's (crew.sheet)."""
    data = form.cleaned_data
    seat = data.get("seat") if turn.viewer.is_gm else turn.seat
    character = rows.make_character(
        turn, name=data["name"], sheet=form.kind, role=data["role"], seat=seat, hidden=data.get("hidden", False)
    )
    writing.write_sheet(turn, character, form)
    points = writing.start_points(turn, character, data.get("plot_points"))
    sheet = sheet_of(character)
    who = named(character) | {"role": sheet.role_title}
    facts = who | {"dice": writing.dice_told(sheet), "plot_points": sheet.plot_points}
    told = turn.tell("crew.made", facts, to=readers_of(character), also=lesser(character, who))
    told_by(turn, told, points)


def lesser(character: Character, facts: dict[str, Any]) -> dict[Audience, dict[str, Any]]:
    """The version for everybody, where the character is no secret."""
    return {} if character.hidden else {knowers_of(character): facts}


@act("crew.edit", title="Edit the sheet", form=EditForm, template=SHEET_TEMPLATE, button="Keep the sheet")
def edit(turn: Turn, form: EditForm) -> None:
    """Writes the whole sheet; the event says what changed."""
    data = form.cleaned_data
    character: Character = data["character"]
    sheet = sheet_of(character)
    before = writing.lines(sheet) | writing.texts(sheet)
    acting_for(turn, character)
    turn.change(character, name=data["name"], role=data["role"])
    writing.write_sheet(turn, character, form)
    changed = writing.changes(before, character)
    if not changed:
        turn.refuse("same", "The sheet says all of that already. Nothing was changed.")
    turn.tell(
        "crew.edited", named(character) | {"changes": changed}, to=readers_of(character),
        also=lesser(character, named(character)) if character.seat_id else {},
    )  # fmt: skip


class QuickForm(ActForm):
    """GMCs with a single die: a name, how many, and which die."""

    name = one_line("Name", 50)
    role = forms.ChoiceField(
        label="What they are", choices=[(key, ROLES[key]) for key in ("extra", "minor-gmc")], initial="extra",
        widget=forms.RadioSelect,
    )  # fmt: skip
    die = die_field("Die", initial="6", widget=forms.RadioSelect)
    copies = number("How many", 1, MOST_COPIES, initial=1, required=False)
    hidden = forms.BooleanField(label="Hidden from the players", required=False)


@act("crew.quick-gmc", title="Add GMCs with one die", form=QuickForm, who=gms, button="Add to the cast",
     template="characters/crew/acts/quick.html")  # fmt: skip
def quick_gmc(turn: Turn, form: QuickForm) -> None:
    """Adds Minor GMCs or Extras, several of a kind if wanted, each with its one die (crew.opposition-other)."""
    data = form.cleaned_data
    names = numbered(turn, data["name"], data["copies"] or 1)
    made = [_gmc(turn, name, data) for name in names]
    who = {"names": names, "ids": [one.public_id for one in made], "role": ROLES[data["role"]]}
    facts = who | {"die": sheet_of(made[0]).die_text}
    turn.tell("crew.gmcs-added", facts, to=readers_of(made[0]), also=lesser(made[0], who))


def _gmc(turn: Turn, name: str, data: dict[str, Any]) -> Character:
    character = rows.make_character(
        turn, name=name, sheet=MINOR, role=data["role"], seat=None, hidden=data["hidden"]
    )  # fmt: skip
    rows.set_rating(turn, character, "die", "die", data["die"])
    return character


def numbered(turn: Turn, name: str, count: int) -> list[str]:
    """Thug 1, Thug 2 and so on, going on where others are called so already; a single one keeps the name as it is."""
    taken = set(all_known_to(turn.viewer).values_list("name", flat=True))
    if count == 1 and name not in taken:
        return [name]
    return free_names(taken, name, count, first=1)


class DuplicateForm(OwnCharacterForm):
    copies = number("How many", 1, MOST_COPIES, initial=1, required=False)


@act("crew.duplicate", title="Duplicate a character", form=DuplicateForm, button="Duplicate")
def duplicate(turn: Turn, form: DuplicateForm) -> None:
    """Copies a sheet: without Complications, Assets and hero dice, with the plot points of a new one."""
    original: Character = form.cleaned_data["character"]
    acting_for(turn, original)
    taken = set(all_known_to(turn.viewer).values_list("name", flat=True))
    made, moves = [], []
    for name in free_names(taken, original.name, form.cleaned_data["copies"] or 1):
        twin = writing.copy_sheet(turn, original, name)
        moves.append(writing.start_points(turn, twin))
        made.append(twin)
    facts = named(original) | {"names": [one.name for one in made], "ids": [one.public_id for one in made]}
    told_by(turn, turn.tell("crew.duplicated", facts, to=knowers_of(original)), *moves)
