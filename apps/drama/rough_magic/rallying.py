"""Rallying (rough_magic.rally): a plot point gives back one recently lost level at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import watchers_of
from apps.characters.forms import acting_for, named
from apps.characters.models import THING, Character
from apps.characters.points import told_by
from apps.characters.rough_magic.endurance import count_recent, damage_of, is_dead, recent_of, set_damage, word_for
from apps.characters.rough_magic.points import held_for, payer_of, spend, why_penniless
from apps.characters.rough_magic.sheet import UNNAMED
from apps.drama.rough_magic.people import HeroForm
from apps.rules.refusal import Refused
from apps.rules.rough_magic.drama.bought import Rallied, rally
from apps.rules.rough_magic.endurance import Damage
from apps.table.acts import act
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RULE = "rough_magic.rally"
COUNTS = {"lost": "A lasting one", "stun": "A stunned one"}


class RallyForm(HeroForm):
    count = forms.ChoiceField(
        label="Which level", choices=list(COUNTS.items()), initial="lost", required=False, widget=forms.RadioSelect
    )

    def setup(self) -> None:
        super().setup()
        character = self.chosen()
        damage = damage_of(character) if character else Damage(0, 0)
        if not (damage.lost and damage.stun):
            del self.fields["count"]

    def rallied(self, options: Any) -> Rallied:
        character: Character = self.cleaned_data["character"]
        damage, count = damage_of(character), self.cleaned_data.get("count") or "lost"
        return rally(points=held_for(character), lost=damage.lost, stun=damage.stun, count=count, options=options)


def why_no_rally(character: Character, options: Any) -> Refused | None:
    """Things, the unnamed and the dead cannot; nor who has no point, or has lost nothing since the last rest."""
    damage = damage_of(character)
    if character.sheet in (THING, UNNAMED):
        return Refused("unnamed", f"{character.name} cannot rally.", "character")
    if is_dead(character):
        return Refused("dead", f"{character.name} is dead.", "character")
    if no := why_penniless(character, "character"):
        return no
    if not damage.lost + damage.stun:
        return Refused("fresh", f"{character.name} has lost nothing.", "character")
    if not recent_of(character):
        return Refused("old", "What is lost was lost before the last rest: a rally does not help it.", "character")
    if not rally(points=1, lost=damage.lost, stun=damage.stun, options=options).legal:
        return Refused("down", "Whoever is defeated does not rally at this table.", "character")
    return None


def outlook(viewer: Viewer, form: RallyForm) -> Mapping[str, Any]:
    character = form.cleaned_data["character"]
    if no := why_no_rally(character, viewer.options):
        return {"no": no.text}
    after = form.rallied(viewer.options)
    return {
        "who": character,
        "before": word_for(character, damage_of(character)),
        "after": word_for(character, Damage(after.lost, after.stun)),
    }


@act(
    "rough_magic.rally",
    menu=61,
    title="Rally",
    form=RallyForm,
    button="Rally: 1 point",
    template="drama/rough_magic/acts/rally.html",
    preview=outlook,
)
def rally_now(turn: Turn, form: RallyForm) -> None:
    """One recently lost level back at once; a half-hour rest later gives its own (rough_magic.rally)."""
    character = form.cleaned_data["character"]
    if no := why_no_rally(character, turn.options):
        raise no
    acting_for(turn, character)
    after = form.rallied(turn.options)
    before, recent = damage_of(character), recent_of(character)
    paid = spend(turn, payer_of(character), "Rally", RULE)
    set_damage(turn, character, Damage(after.lost, after.stun))
    count_recent(turn, character, recent - 1)
    facts = {
        "before": word_for(character, before),
        "after": word_for(character, damage_of(character)),
        "left": after.points,
        "rule": RULE,
    }
    told_by(turn, turn.tell("rough_magic.rallied", named(character) | facts, watchers_of(character)), paid)
