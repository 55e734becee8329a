"""Importing a character, what every game's import shares: the file or its text, read before the hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms

from apps.characters import portraits
from apps.characters.documents import MOST_BYTES, ConditionPart, Wrong, decoded_picture
from apps.characters.models import Character, Condition
from apps.table.acts import ActForm
from apps.table.turn import Turn


@dataclass(frozen=True)
class Prepared:
    """A document that was read before the hold, or why it does not fit."""

    document: Any = None
    picture: portraits.Picture | None = None
    refusal: str = ""


def preparing(read: Callable[[bytes], Any]) -> Callable[[Mapping[str, Any], Any], Any]:
    """What an import does before the hold: reads the file, or the pasted text, by `read`, and its picture."""

    def prepare(data: Mapping[str, Any], files: Any) -> Any:
        sent = files.get("file") if files else None
        if isinstance(sent, Prepared):
            return files
        if sent is not None and sent.size > MOST_BYTES:
            return {"file": Prepared(refusal=f"The file has {sent.size} bytes, and {MOST_BYTES} is the limit.")}
        text = sent.read() if sent is not None else str(data.get("text", "")).encode("utf-8", "surrogatepass")
        return {"file": prepared(text, read)} if text.strip() else {}

    return prepare


def prepared(text: bytes, read: Callable[[bytes], Any]) -> Prepared:
    try:
        found = read(text)
        content = decoded_picture(found.portrait)
    except Wrong as no:
        return Prepared(refusal=str(no))
    picture = portraits.clean_picture(content) if content else None
    if picture and picture.refusal:
        return Prepared(refusal=f"portrait: {picture.refusal}")
    return Prepared(found, picture)


def bring_conditions(turn: Turn, character: Character, conditions: Iterable[ConditionPart]) -> None:
    """Puts the document's conditions on the copy; they stay until somebody takes them off."""
    for one in conditions:
        turn.create(Condition, character=character, name=one.name, modifier=one.modifier, tone=one.tone, note=one.note)


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
    """A GM brings whatever is wanted, a player somebody of the `players_role`, whom the book calls `players_bring`."""

    file = DocumentField(label="File")
    text = forms.CharField(
        label="Or its text", required=False, max_length=MOST_BYTES, widget=forms.Textarea(attrs={"rows": 6})
    )
    players_role: ClassVar[str]
    players_bring: ClassVar[str]

    def setup(self) -> None:
        if self.viewer.is_gm:
            self.fields["hidden"] = forms.BooleanField(label="Hidden from the players", required=False)

    def clean(self) -> dict[str, Any]:
        found = self.cleaned_data.get("file")
        if found and not self.viewer.is_gm and found.document.role != self.players_role:
            self.add_error("file", f"role: players bring {self.players_bring}")
        return self.cleaned_data
