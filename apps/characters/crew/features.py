"""Distinctions and Signature Assets with their triggers, on the sheets of people and ships: their fields, and writing.

They stand in numbered fields: `distinction_1_name`, `_text`, `_trigger_1`, `_trigger_1_points`, `_trigger_1_effect`;
`signature_1_name`, `_die` and so on. A hidden `_key` says which entry a row is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.crew.forms import die_field
from apps.characters.crew.sheet import Feature
from apps.characters.forms import WholeSheetForm, one_line
from apps.characters.models import Character, Entry
from apps.characters.sheets import Long
from apps.rules.crew.characters import SIGNATURE_SIZES
from apps.rules.crew.lists import TRIGGER_EFFECTS
from apps.table.acts import ActForm
from apps.table.turn import Turn

MOST = 8
MOST_TRIGGERS = 3
WORDS = {"distinction": "distinction", "signature-asset": "signature"}
TITLES = {"distinction": "Distinction", "signature-asset": "Signature Asset"}
POINTS = [("0", "No plot point"), ("1", "Gains a plot point"), ("-1", "Costs a plot point")]


@dataclass(frozen=True)
class Given:
    """A row as it was sent: `key` is the entry that it is about, empty for a new one; without a name it goes."""

    key: str
    name: str
    facts: Mapping[str, Any]
    amount: int | None = None


def add_fields(form: WholeSheetForm, kind: str, held: int, ready: int = 0) -> None:
    """The fields of every row that is `held`, was sent or stands ready."""
    for place in form.places(WORDS[kind], MOST, held, ready):
        start, title = f"{WORDS[kind]}_{place}", f"{TITLES[kind]} {place}"
        form.fields[f"{start}_key"] = key_field()
        form.fields[f"{start}_name"] = one_line(title, 60, required=False)
        if kind == "signature-asset":
            form.fields[f"{start}_die"] = die_field("Die", SIGNATURE_SIZES, required=False, initial="6")
        form.fields[f"{start}_text"] = one_line("In a sentence", 240, required=False)
        for number in range(1, MOST_TRIGGERS + 1):
            _add_trigger(form, f"{start}_trigger_{number}", f"Trigger {number}")


def _add_trigger(form: ActForm, start: str, title: str) -> None:
    effects = [(row.id, row.title) for row in TRIGGER_EFFECTS]
    form.fields[start] = one_line(title, 160, required=False)
    form.fields[f"{start}_points"] = forms.ChoiceField(label="Its price", choices=POINTS, required=False)
    form.fields[f"{start}_effect"] = forms.ChoiceField(label="What the program does", choices=effects, required=False)


def key_field() -> forms.CharField:
    return forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)


def check(form: ActForm, kind: str) -> None:
    """A row with a text or a trigger needs its name."""
    for start in starts(form, WORDS[kind]):
        told = any(form.cleaned_data.get(f"{start}_{what}") for what in ("text", "trigger_1", "trigger_2", "trigger_3"))
        if told and not form.cleaned_data.get(f"{start}_name") and not form.cleaned_data.get(f"{start}_key"):
            form.add_error(f"{start}_name", f"This {TITLES[kind]} has no name yet.")


def starts(form: ActForm, word: str) -> list[str]:
    """The beginnings of the names of all rows of that word, in their order."""
    return [name.removesuffix("_name") for name in form.fields if name.startswith(f"{word}_") and name[-5:] == "_name"]


# from the sheet, and to it


def values(kind: str, features: Iterable[Feature]) -> dict[str, Any]:
    """What stands on the sheet as the form's values."""
    found: dict[str, Any] = {}
    for place, one in enumerate(features, 1):
        start = f"{WORDS[kind]}_{place}"
        found |= {f"{start}_key": one.id, f"{start}_name": one.name, f"{start}_text": one.text}
        if kind == "signature-asset":
            found[f"{start}_die"] = str(one.size)
        for number, trigger in enumerate(one.triggers, 1):
            there = f"{start}_trigger_{number}"
            found |= {there: trigger.text, f"{there}_points": str(trigger.points), f"{there}_effect": trigger.effect}
    return found


def given(form: ActForm, kind: str) -> list[Given]:
    """The rows that were sent with something in them."""
    return [
        _given(form.cleaned_data, start, kind)
        for start in starts(form, WORDS[kind])
        if form.cleaned_data.get(f"{start}_name") or form.cleaned_data.get(f"{start}_key")
    ]


def _given(data: Mapping[str, Any], start: str, kind: str) -> Given:
    triggers = [
        {"text": data[there], "points": int(data.get(f"{there}_points") or 0), "effect": data[f"{there}_effect"]}
        for there in (f"{start}_trigger_{number}" for number in range(1, MOST_TRIGGERS + 1))
        if data.get(there)
    ]
    amount = (data.get(f"{start}_die") or SIGNATURE_SIZES[0]) if kind == "signature-asset" else None
    facts = {"text": data.get(f"{start}_text", ""), "triggers": triggers}
    return Given(data.get(f"{start}_key", ""), data.get(f"{start}_name", ""), facts, amount)


def write(turn: Turn, character: Character, kind: str, rows: Iterable[Given]) -> None:
    """Writes rows of one kind: by key, else by name, else a new entry. Whatever no row is about stays as it is."""
    held = {one.public_id: one for one in turn.desk.all(Entry, character=character, kind=kind)}
    for row in rows:
        entry = held.get(row.key) or next((one for one in held.values() if _same(one.name, row.name)), None)
        if entry is None and row.name:
            made = turn.create(
                Entry, character=character, kind=kind, name=row.name, facts=dict(row.facts), amount=row.amount
            )
            held[made.public_id] = made
        elif entry is not None and row.name:
            turn.change(entry, name=row.name, facts={**entry.facts, **row.facts}, amount=row.amount)
        elif entry is not None:
            turn.delete(held.pop(entry.public_id))


def _same(one: str, other: str) -> bool:
    return bool(other) and one.casefold() == other.casefold()


# what the template draws


def drawn(form: ActForm, kind: str, blank: int) -> Iterator[dict[str, Any]]:
    """The rows in use, and `blank` more."""
    word = WORDS[kind]
    everything = starts(form, word)
    for start in everything[: last_used(form, everything) + blank]:
        yield {
            "key": form[f"{start}_key"],
            "name": form[f"{start}_name"],
            "text": form[f"{start}_text"],
            "die": form[f"{start}_die"] if kind == "signature-asset" else None,
            "id": f"{start}-triggers",
            "triggers": list(_triggers(form, start)),
            "open": bool(form[f"{start}_trigger_1"].value()),
        }


def last_used(form: ActForm, everything: list[str]) -> int:
    """How many rows it takes to show every one that has a name or a refusal."""
    used = [
        place
        for place, start in enumerate(everything, 1)
        if form[f"{start}_name"].value() or form[f"{start}_name"].errors
    ]
    return max(used, default=0)


def _triggers(form: ActForm, start: str) -> Iterator[dict[str, Any]]:
    for number in range(1, MOST_TRIGGERS + 1):
        there = f"{start}_trigger_{number}"
        yield {"text": form[there], "points": form[f"{there}_points"], "effect": form[f"{there}_effect"]}
        if not form[there].value():
            break


# what changed, for the event


def sentences(features: Iterable[Feature]) -> dict[str, Long]:
    """Their sentences, by what a line of the sheet would be called."""
    return {f"{one.name}, its sentence": Long(one.text) for one in features}


def words(features: Iterable[Feature]) -> str:
    """Every one in a line: its name, die, text and triggers."""
    return "; ".join(_words(one) for one in features)


def _words(one: Feature) -> str:
    triggers = [f"{trigger.text} ({trigger.points:+d})" if trigger.points else trigger.text for trigger in one.triggers]
    die = f" {one.die}" if one.entry is not None and one.entry.amount else ""
    return f"{one.name}{die}" + (f" ({', '.join(triggers)})" if triggers else "")
