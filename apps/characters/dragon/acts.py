"""Making and editing sheets, and damage by hand. Importing this module registers every act of Dragon's characters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters import sheets
from apps.characters.access import readers_of, watchers_of
from apps.characters.dragon import damage, importing, quick, writing
from apps.characters.dragon.sheet import sheet_of
from apps.characters.dragon.sheet_form import MOST_DAMAGE, EditForm, MakeForm
from apps.characters.forms import OwnCharacterForm, acting_for, named, number, one_line
from apps.characters.models import Character
from apps.characters.sheets import DuplicateForm, duplicates, edits, lesser, made_by, makes
from apps.table.acts import act, gms
from apps.table.templatetags.kit import minus
from apps.table.turn import Turn
from apps.table.viewer import Viewer

__all__ = ["importing", "quick"]


@makes("dragon", MakeForm)
def make(turn: Turn, form: MakeForm) -> None:
    """A new hero, or an ally or enemy of the GM's (dragon.sheet)."""
    character = made_by(turn, form)
    writing.write_sheet(turn, character, form)
    sheet = sheet_of(character)
    who = named(character) | {"role": sheet.role_title}
    stats = {"primaries": [[one.title, one.value] for one in sheet.primaries], "hit_points": sheet.maximum}
    turn.tell("dragon.made", who | stats, to=readers_of(character), also=lesser(character, who))


@edits("dragon", EditForm)
def edit(turn: Turn, form: EditForm) -> None:
    """Writes the whole sheet; the event says what changed."""
    sheets.edit(turn, "dragon.edited", form, lambda one: writing.told(sheet_of(one)), writing.write_sheet)


@duplicates("dragon")
def duplicate(turn: Turn, form: DuplicateForm) -> None:
    """Copies a sheet, unhurt."""
    sheets.duplicate(turn, "dragon.duplicated", form, writing.copy_sheet, writing.no_points)


class DamageForm(OwnCharacterForm):
    by = number("By how much", -MOST_DAMAGE, MOST_DAMAGE, required=False, help_text="−3 heals three")
    set = number("Or set it to", 0, MOST_DAMAGE, required=False)
    why = one_line("Why", 120, required=False, help_text="Healing needs a reason: the book heals nobody")

    def setup(self) -> None:
        super().setup()
        found = self.chosen()
        if found is not None:
            self.fields["set"].help_text = damage.how_hurt(sheet_of(found))

    def clean(self) -> dict[str, Any]:
        by, to = self.cleaned_data.get("by"), self.cleaned_data.get("set")
        if not self.errors and (by is None) == (to is None):
            self.add_error("by", "Say either by how much or what it is to be.")
        elif not self.errors and self.wanted < self.taken and not self.cleaned_data["why"]:
            self.add_error("why", "Say what heals them.")
        return self.cleaned_data

    @property
    def taken(self) -> int:
        return sheet_of(self.cleaned_data["character"]).taken

    @property
    def wanted(self) -> int:
        """The damage afterwards, in a form that says one of both."""
        data = self.cleaned_data
        return int(self.taken + data["by"] if data["set"] is None else data["set"])


def damage_outlook(viewer: Viewer, form: DamageForm) -> Mapping[str, Any]:
    """Whose damage it is, and on the button what it becomes; how much it is stands at the number."""
    character: Character = form.cleaned_data["character"]
    by, left = form.wanted - form.taken, sheet_of(character).left
    words = [f"{by} damage" if by > 0 else f"Heal {-by}"]
    if left is not None:
        words.append(f"{minus(left - by)} left")
    return {"heading": f"Damage of {character.name}"} | ({"button": " · ".join(words)} if by else {})


@act("dragon.set-damage", title="Damage taken", form=DamageForm, who=gms, button="Keep this", preview=damage_outlook)
def set_damage(turn: Turn, form: DamageForm) -> None:
    """Harms or heals by hand, with a reason: the book heals nobody (dragon.hit-points)."""
    data = form.cleaned_data
    character: Character = data["character"]
    now, wanted = form.taken, form.wanted
    if not 0 <= wanted <= MOST_DAMAGE:
        turn.refuse("out-of-range", f"{character.name} has taken {now}, and it cannot become {wanted}.", "by")
    if wanted == now:
        turn.refuse("same", f"{character.name} has taken {now} already.", "by")
    acting_for(turn, character)
    damage.set_damage(turn, character, wanted)
    sheet = sheet_of(character)
    facts = {"from": now, "to": wanted, "left": sheet.left, "past": sheet.is_past, "why": data["why"]}
    turn.tell("dragon.damage-set", named(character) | facts, to=watchers_of(character))
