"""Power boosts, bought in the menu (rough_magic.power-boost): one round at once, a scene with the GM's yes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from django import forms

from apps.characters.access import watchers_of
from apps.characters.forms import acting_for
from apps.characters.models import Character
from apps.characters.points import told_by
from apps.characters.rough_magic import boosts, lasting
from apps.characters.rough_magic.boosts import Duration, Trait
from apps.characters.rough_magic.points import held_for, payer_of
from apps.characters.rough_magic.sheet import sheet_of
from apps.drama.rough_magic.people import HeroForm
from apps.drama.rough_magic.wishes import Granted, Wish, granted_by, wish_for
from apps.table.acts import act
from apps.table.models import Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer

DURATIONS: dict[Duration, str] = {"round": "One round", "scene": "The scene"}


class LastsForm(HeroForm):
    """What lasts a round at once, a scene if the GM agrees."""

    duration = forms.ChoiceField(
        label="How long", choices=list(DURATIONS.items()), initial="round", required=False, widget=forms.RadioSelect
    )

    def setup(self) -> None:
        super().setup()
        self.fields["duration"].help_text = f"A scene takes the {self.viewer.game.gm}’s yes"

    def lasts(self) -> Duration:
        chosen: Literal["", "round", "scene"] = self.cleaned_data["duration"]
        return chosen or "round"


class BoostForm(LastsForm):
    trait = forms.ChoiceField(label="What rises by 1", widget=forms.RadioSelect)

    field_order = ("character", "trait", "duration")

    def setup(self) -> None:
        super().setup()
        character = self.chosen()
        self.offer("trait", [(one.id, f"{one.title} {one.rank}") for one in _traits(character)])

    def trait_chosen(self) -> Trait:
        return boosts.trait_of(sheet_of(self.cleaned_data["character"]), self.cleaned_data["trait"])


def _traits(character: Character | None) -> list[Trait]:
    return boosts.traits_of(sheet_of(character)) if character else []


def outlook(viewer: Viewer, form: BoostForm) -> Mapping[str, Any]:
    """The rank while it lasts, what hangs on it, and when it ends; or why it cannot be."""
    character, trait, lasts = form.cleaned_data["character"], form.trait_chosen(), form.lasts()
    if no := boosts.why_no_boost(character, trait, viewer.options):
        return {"no": no.text}
    found = boosts.outlook(character, trait, lasts, viewer.options)
    asks = lasts == "scene" and not viewer.is_gm
    until = lasting.a_round(viewer.desk, viewer.options) if lasts == "round" else ""
    return {
        "trait": trait,
        "after": found.rank,
        "run_m": found.run_m,
        "dv_more": found.dv_ranged_change,
        "ends": boosts.ends_in_words(viewer.desk, until),
        "button": f"Ask the {viewer.game.gm}: 1 point on yes" if asks else f"Pay 1 point: {trait.title} {found.rank}",
    }


@act(
    "rough_magic.boost",
    menu=62,
    title="Power boost",
    form=BoostForm,
    button="Pay 1 point",
    template="drama/rough_magic/acts/boost.html",
    preview=outlook,
)
def boost(turn: Turn, form: BoostForm) -> None:
    """An attribute or a power rises by 1 for one round; for a scene the GM is asked (rough_magic.power-boost).

    Refuses who has no point, and what is boosted already unless the switch boosts-stack is on.
    """
    character, trait = form.cleaned_data["character"], form.trait_chosen()
    acting_for(turn, character)
    if form.lasts() == "round":
        bring(turn, character, trait.id, "round")
        return
    if no := boosts.why_no_boost(character, trait, turn.options):
        raise no
    payer = payer_of(character)
    wish = Wish("boost", payer.public_id, character.public_id, trait.id, trait.title, duration="scene")
    wish_for(turn, wish, payer, character, "trait")


def bring(turn: Turn, character: Character, trait: str, duration: Duration, words: str = "") -> Event:
    """Pays, lifts and tells."""
    bought = boosts.boost(turn, character, trait, duration)
    facts = bought.facts | {"left": held_for(character), "words": words}
    told = turn.tell("rough_magic.boosted", facts, watchers_of(character))
    told_by(turn, told, bought.move)
    return told


@granted_by("boost")
def granted(turn: Turn, grant: Granted) -> Event:
    return bring(turn, grant.hero, grant.wish.trait, grant.wish.duration, grant.words)
