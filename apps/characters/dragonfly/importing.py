"""Importing a character: strict, a copy with new ids, one event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms

from apps.characters import portraits, rows
from apps.characters.access import knowers_of, readers_of
from apps.characters.dragonfly import document, writing
from apps.characters.dragonfly.document import Document, Wrong
from apps.characters.forms import named
from apps.characters.models import Character, Condition, Entry
from apps.table.acts import ActForm, act
from apps.table.turn import Turn


@dataclass(frozen=True)
class Prepared:
    """A document that was read before the hold, or why it does not fit."""

    document: Document | None = None
    picture: portraits.Picture | None = None
    refusal: str = ""


def prepare(data: Mapping[str, Any], files: Any) -> Any:
    """Reads the file, or the pasted text, and its picture."""
    sent = files.get("file") if files else None
    if isinstance(sent, Prepared):
        return files
    if sent is not None and sent.size > document.MOST_BYTES:
        return {"file": Prepared(refusal=f"The file has {sent.size} bytes, and {document.MOST_BYTES} is the limit.")}
    text = sent.read() if sent is not None else str(data.get("text", "")).encode("utf-8", "surrogatepass")
    return {"file": prepared(text)} if text.strip() else {}


def prepared(text: bytes) -> Prepared:
    try:
        found = document.read(text)
        content = document.picture_of(found)
    except Wrong as no:
        return Prepared(refusal=str(no))
    picture = portraits.clean_picture(content) if content else None
    if picture and picture.refusal:
        return Prepared(refusal=f"portrait: {picture.refusal}")
    return Prepared(found, picture)


class DocumentField(forms.Field):
    widget = forms.FileInput(attrs={"accept": "application/json,.json"})
    default_error_messages: ClassVar[dict[str, Any]] = {"required": "Choose a file, or paste its text."}

    def to_python(self, value: Any) -> Prepared | None:
        if value in self.empty_values:
            return None
        if not isinstance(value, Prepared):
            raise forms.ValidationError("This is no document that can be read.", "document")
        if value.refusal:
            raise forms.ValidationError(value.refusal, "document")
        return value


class ImportForm(ActForm):
    file = DocumentField(label="File")
    text = forms.CharField(
        label="Or its text", required=False, max_length=document.MOST_BYTES, widget=forms.Textarea(attrs={"rows": 6})
    )

    def setup(self) -> None:
        if self.viewer.is_gm:
            self.fields["hidden"] = forms.BooleanField(label="Hidden from the players", required=False)

    def clean(self) -> dict[str, Any]:
        """A player brings a Cast Member; the GM whatever is wanted."""
        found = self.cleaned_data.get("file")
        if found and not self.viewer.is_gm and found.document.role != "cast-member":
            self.add_error("file", "role: players bring Cast Members")
        return self.cleaned_data


@act("dragonfly.import", title="Import a character", form=ImportForm, button="Import", prepare=prepare,
     template="characters/dragonfly/acts/import.html")  # fmt: skip
def import_character(turn: Turn, form: ImportForm) -> None:
    """Makes a copy of the document's character. A player's starts with the points of a new sheet, as any other."""
    brought: Prepared = form.cleaned_data["file"]
    found = brought.document
    assert found is not None
    character = rows.make_character(
        turn, name=found.name.strip(), sheet=found.sheet, role=found.role,
        hidden=form.cleaned_data.get("hidden", False), seat=None if turn.viewer.is_gm else turn.seat,
        portrait=portraits.keep(brought.picture) if brought.picture else "",
    )  # fmt: skip
    _write(turn, character, found)
    held = next((one.value for one in found.tracks if one.key == "drama-points"), 0)
    points = writing.start_points(turn, character, held if turn.viewer.is_gm else None)
    facts = named(character) | {"conditions": len(found.conditions), "maneuvers": len(found.maneuvers)}
    told = turn.tell("dragonfly.imported", facts, to=knowers_of(character) | readers_of(character))
    writing.tie(turn, told, points)


def _write(turn: Turn, character: Character, found: Document) -> None:
    keys = {}
    writing.blank_sheet(turn, character)
    for one in found.ratings:
        keys[one.key] = rows.own_key() if one.label else one.key
        rows.set_rating(turn, character, one.group, keys[one.key], one.value, one.label.strip())
    for part in found.tracks:
        if part.key != "drama-points":
            turn.change(rows.track(turn, character, part.key), value=part.value, override=part.override)
    for trait in found.traits:
        rows.set_trait(turn, character, trait.key, trait.text)
    for condition in found.conditions:
        turn.create(
            Condition, character=character, name=condition.name, modifier=condition.modifier, tone=condition.tone,
            note=condition.note,
        )  # fmt: skip
    for maneuver in found.maneuvers:
        facts = {"attribute": maneuver.attribute, "skill": keys.get(maneuver.skill, maneuver.skill),
                 "score": maneuver.score, "modifier": maneuver.modifier, "base_damage": maneuver.base_damage,
                 "damage_type": maneuver.damage_type, "weapon": maneuver.weapon, "note": maneuver.note,
                 "one_shot": maneuver.one_shot, "bands": maneuver.bands}  # fmt: skip
        turn.create(
            Entry, character=character, kind="maneuver", name=maneuver.name, facts=facts, amount=maneuver.ammunition
        )
