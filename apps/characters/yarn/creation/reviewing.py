"""The GM's word on a trait: it stands, reads otherwise, or is struck out (yarn.trait-review)."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters import entries
from apps.characters.access import readers_of
from apps.characters.forms import named, one_line
from apps.characters.models import Character, Entry
from apps.characters.yarn.lines import FLAW, TRAIT
from apps.characters.yarn.sheet import MAIN
from apps.rules.yarn.traits import trait_review
from apps.table.acts import ActForm, act, gms
from apps.table.choices import OneRow
from apps.table.turn import Turn

DECISIONS = {"accept": "It stands", "edit": "It reads otherwise", "veto": "It is struck out"}


class TraitChoice(OneRow):
    def label_from_instance(self, row: Entry) -> str:
        return f"{row.name}, {row.character.name}"


class ReviewForm(ActForm):
    trait = TraitChoice(label="Which", error_messages={"invalid_choice": "There is no such trait to look at."})
    decision = forms.ChoiceField(label="Your word", choices=list(DECISIONS.items()), widget=forms.RadioSelect)
    new_name = one_line("How it reads now", 60, required=False)
    remark = one_line("A remark to its player", 240, required=False)

    def setup(self) -> None:
        cast = [one for one in self.viewer.desk.all(Character) if one.role == MAIN]
        kinds = (TRAIT.word, FLAW.word)
        self.choose("trait", [line for one in cast for kind in kinds for line in entries.read_by(None, one, kind)])


@act("yarn.review-trait", title="Look at a trait", form=ReviewForm, who=gms, button="So it is")
def review_trait(turn: Turn, form: ReviewForm) -> None:
    """Accepts, edits or strikes a trait, with a remark to its player. Refuses an edit without words (no-new-name)."""
    data: dict[str, Any] = form.cleaned_data
    trait: Entry = data["trait"]
    facts = named(trait.character) | {part: data[part] for part in ("decision", "remark")} | {"name": trait.name}
    found = trait_review(name=trait.name, decision=data["decision"], new_name=data["new_name"], remark=data["remark"])
    to = readers_of(trait.character)
    if found.trait_accepted:
        turn.change(trait, name=found.name)
    else:
        turn.delete(trait)
    turn.tell("yarn.trait-reviewed", facts | {"now": found.name}, to=to)
