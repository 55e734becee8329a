"""Places in the order, marks, and what is done that is no attack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import knowers_of, readers_of
from apps.characters.forms import (
    acting_for,
    named,
    number,
    one_line,
)
from apps.combat import gathering, tracking
from apps.combat.dragonfly.fight.joining import FighterForm
from apps.combat.dragonfly.fighters import initiative, moves, told
from apps.combat.dragonfly.fighters.standing import Standing, count, standing_of, turn_of
from apps.combat.models import Combatant, Fight
from apps.table.acts import act, gms
from apps.table.telling import tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class PlaceForm(FighterForm):
    place = number("Acts as number", 1, 200, required=False, help_text="1 is first")
    initiative = number("Initiative", -99, 999, required=False, help_text="Empty: as it is")

    def clean(self) -> dict[str, Any]:
        if not self.errors and all(self.cleaned_data.get(name) is None for name in ("place", "initiative")):
            self.add_error("place", "A place or a number: nothing is named yet.")
        return self.cleaned_data


@act("dragonfly.fight-place", title="Set the place", form=PlaceForm, who=gms, button="Set it")
def fight_place(turn: Turn, form: PlaceForm) -> None:
    """The order of acting by hand: a place in it, or another number, which finds its place (dragonfly.initiative)."""
    combatant = form.combatant(turn)
    fight, data = combatant.fight, form.cleaned_data
    if combatant.state == "out":
        turn.refuse("out", f"{combatant.character.name} is out of the fight. Bring them back first.", "character")
    acting_for(turn, combatant.character)
    ordered = fight.phase not in {"intentions", "initiative"}
    if not ordered and None not in {data["place"], data["initiative"]}:
        turn.refuse("both", "The order is still open: name a place in it, or a number, not both.", "place")
    if data["initiative"] is not None:
        turn.change(combatant, initiative=data["initiative"])
    initiative.call_off(turn, fight, combatant)
    if ordered:
        _move(turn, fight, combatant, data["place"])
    elif data["place"] is not None:
        turn.change(combatant, place=data["place"], initiative=None)
    facts = named(combatant.character) | {"initiative": combatant.initiative, "place": combatant.place}
    less = facts if told.is_open(combatant.character) else named(combatant.character)
    tell_both(turn, "dragonfly.fight-placed", facts, None if combatant.character.hidden else less)


def _move(turn: Turn, fight: Fight, combatant: Combatant, place: int | None) -> None:
    here = tracking.still_in(fight)
    others = [one for one in here if one.pk != combatant.pk and one.place is not None]
    groups = initiative.groups_of(others)
    if place is None:
        groups = initiative.inserted(groups, combatant, here)
    else:
        groups.insert(place - 1, [str(combatant.pk)])
    initiative.set_places(turn, here, groups)


class UndefendedForm(FighterForm):
    unable = forms.ChoiceField(
        label="In this Turn",
        choices=[("yes", "Cannot defend"), ("no", "Can defend")],
        initial="yes",
        widget=forms.RadioSelect,
    )


@act("dragonfly.fight-undefended", title="Cannot defend", form=UndefendedForm, who=gms, button="Keep this")
def fight_undefended(turn: Turn, form: UndefendedForm) -> None:
    """The GM says that a target cannot defend in this Turn, or can again."""
    combatant, unable = form.combatant(turn), form.cleaned_data["unable"] == "yes"
    span = turn_of(combatant.fight)
    if bool(tracking.tallies_of(combatant, span).get(moves.UNDEFENDED)) == unable:
        turn.refuse("same", "It is marked so already. Nothing was changed.", "unable")
    acting_for(turn, combatant.character)
    tracking.set_tally(turn, combatant, span, moves.UNDEFENDED, int(unable))
    facts = named(combatant.character) | {"unable": unable}
    turn.tell("dragonfly.fight-undefended", facts, to=knowers_of(combatant.character))


class FightActForm(FighterForm):
    what = forms.ChoiceField(
        label="What",
        choices=[("other", "Something else than an attack"), ("done", "Done for this Turn")],
        initial="other",
        widget=forms.RadioSelect,
    )
    words = one_line("In your words", 160, required=False, help_text="Such as: pulls the lever")


def act_outlook(viewer: Viewer, form: FightActForm) -> Mapping[str, Any]:
    """What speaks against it: a refusal for a player, advice for a GM."""
    combatant = tracking.in_the_fight(form.cleaned_data["character"])
    if combatant is None:
        return {}
    standing = standing_of(combatant)
    what = form.cleaned_data["what"]
    no = moves.advice(viewer, standing, what)
    if what == "other" and no is None:
        no = moves.why_not_other(standing, moves.options_of(viewer, standing.fight))
    return {"warning": no.text if no else "", "heading": combatant.character.name}


@act(
    "dragonfly.fight-act",
    title="Something else, or done",
    form=FightActForm,
    button="That is what happens",
    template="combat/dragonfly/acts/fight_act.html",
    preview=act_outlook,
)
def fight_act(turn: Turn, form: FightActForm) -> None:
    """Another act than an attack, which counts, or no further act in this Turn. Then the next one is up."""
    combatant = form.combatant(turn)
    standing = standing_of(combatant)
    if no := moves.why_not_now(turn.viewer, standing, form.cleaned_data["what"]):
        turn.refuse(no.code, no.text, "character")
    acting_for(turn, combatant.character)
    done, penalty = form.cleaned_data["what"] == "done", 0
    if done:
        moves.finish(turn, combatant)
    else:
        penalty = _something_else(turn, standing)
    facts = named(combatant.character) | {"done": done, "words": form.cleaned_data["words"], "penalty": penalty}
    _tell_acted(turn, combatant, facts)


def _tell_acted(turn: Turn, combatant: Combatant, facts: dict[str, Any]) -> None:
    now = moves.up_now(combatant.fight)
    full = facts | {"now": gathering.names(now)}
    if combatant.character.hidden:
        turn.tell("dragonfly.fight-acted", full, to=readers_of(combatant.character))
        return
    tell_both(turn, "dragonfly.fight-acted", full, facts | {"now": gathering.names(gathering.seen(now))})


def _something_else(turn: Turn, standing: Standing) -> int:
    """Counts it; returns what it takes off whatever is rolled for it (dragonfly.extra-action-penalty)."""
    options = moves.options_of(turn.viewer, standing.fight)
    no = moves.why_not_other(standing, options)
    if no and not turn.viewer.is_gm:
        turn.refuse(no.code, f"{no.text} The {turn.viewer.game.gm} can let it happen.", "what")
    penalty = moves.penalty(standing, "other", options)
    count(turn, standing, "other")
    moves.acted(turn, standing)
    return penalty
