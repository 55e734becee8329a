"""Fire (dragonfly.fire): set alight, put out, and what it does each Turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apps.characters.access import known_to, somebody
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.forms import (
    CharacterChoice,
    CharactersChoice,
    OwnCharacterForm,
    acting_for,
    named,
    number,
    one_line,
)
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragonfly.fighters import spending, tests_due
from apps.combat.dragonfly.fighters.states import set_state, state_of
from apps.combat.dragonfly.fighters.tests_due import Facts
from apps.combat.dragonfly.wounds.harm import hurt
from apps.rules.dragonfly.combat import damage
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.turn import Turn

RULE = "dragonfly.fire"
MOST_TURNS = 100


def burning(cast: Iterable[Character]) -> list[Character]:
    """Those of them who are alight."""
    return [one for one in cast if state_of(one).on_fire > 0]


class SetAlightForm(ActForm):
    characters = CharactersChoice(label="Who", error_messages={"required": "Nobody is named yet."})
    why = one_line("By what", 120, required=False)

    def setup(self) -> None:
        self.choose("characters", [one for one in known_to(self.viewer) if one.present])


@act("dragonfly.set-alight", menu=48, title="Set somebody alight", form=SetAlightForm, who=gms, button="They burn")
def set_alight(turn: Turn, form: SetAlightForm) -> None:
    """A new blaze begins: its damage is counted from nothing."""
    alight: list[Character] = form.cleaned_data["characters"]
    for one in alight:
        if state_of(one).on_fire:
            turn.refuse("alight", f"{one.name} is on fire already.", "characters")
    for one in alight:
        set_state(turn, one, on_fire=1, blaze=0)
    full: Facts = {"names": [one.name for one in alight], "why": form.cleaned_data["why"], "rule": RULE}
    seen = [one.name for one in alight if not one.hidden]
    turn.tell("dragonfly.alight", full, GMS, {EVERYBODY: full | {"names": seen}} if seen else {})


class PutOutForm(OwnCharacterForm):
    character = CharacterChoice(label="Who puts it out")
    patient = CharacterChoice(label="Whose fire")

    def setup(self) -> None:
        super().setup()
        alight = burning(known_to(self.viewer))
        self.choose("patient", alight)
        if len(alight) == 1:
            self.fields["patient"].initial = alight[0].public_id


@act("dragonfly.put-out", menu=43, due=somebody(burning), title="Put a fire out", form=PutOutForm, button="Put it out")
def put_out(turn: Turn, form: PutOutForm) -> None:
    """An act of somebody's, without a roll; if the Director wants one, it is asked for."""
    helper: Character = form.cleaned_data["character"]
    patient: Character = form.cleaned_data["patient"]
    standing = spending.refuse_unless_free(turn, helper)
    acting_for(turn, helper)
    set_state(turn, patient, on_fire=0)
    spending.spend(turn, standing)
    facts: Facts = {"helper": helper.name, "patient": patient.name, "own": helper.pk == patient.pk}
    less = facts | {"helper": "Somebody" if helper.hidden else helper.name}
    known = {EVERYBODY: less} if not patient.hidden else {}
    turn.tell("dragonfly.fire-out", facts, GMS, known)


class BurnForm(ActForm):
    character = CharacterChoice(label="Who burns")
    turns = number("Turns", 1, MOST_TURNS, initial=1, help_text="A Turn is about five seconds")

    def setup(self) -> None:
        self.choose("character", burning(known_to(self.viewer)))


@act(
    "dragonfly.burn",
    menu=49,
    due=somebody(burning),
    title="Let a fire burn",
    form=BurnForm,
    who=gms,
    button="Time passes",
)
def let_burn(turn: Turn, form: BurnForm) -> None:
    """Turns pass in the fire while no fight counts them."""
    character: Character = form.cleaned_data["character"]
    fight = tracking.fight_of(turn.table)
    if fight is not None and tracking.combatant_of(fight, character) is not None:
        turn.refuse("with-the-turn", "In a fight the fire burns at the end of each Turn by itself.", "character")
    acting_for(turn, character)
    tell(turn, character, burn(turn, character, form.cleaned_data["turns"], turn.options))


def burn(turn: Turn, character: Character, turns: int, options: Any) -> Facts:
    """What so many Turns of fire do: damage of its own kind, and scars beyond 20 of one blaze. Returns the facts."""
    state, sheet = state_of(character), sheet_of(character)
    fire = damage.fire(turns_burning=turns, fire_damage_before=state.blaze, armor=sheet.armor, options=options)
    points = fire.fire_damage - state.blaze
    change = hurt(turn, character, 0, points)
    set_state(turn, character, blaze=fire.fire_damage, scarred=int(bool(state.scarred) or fire.scarred))
    return (
        named(character)
        | change.facts()
        | {
            "points": points,
            "turns": turns,
            "blaze": fire.fire_damage,
            "scarred": fire.scarred and not state.scarred,
            "rule": RULE,
        }
    )


OPENLY = ("character", "character_id", "turns", "scarred", "rule")


def tell(turn: Turn, character: Character, facts: Facts) -> None:
    tests_due.tell_about(turn, "dragonfly.burned", character, facts, OPENLY)
