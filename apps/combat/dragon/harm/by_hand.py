"""Harm and healing by the GM's hand, with a reason: the book itself heals nobody (dragon.hit-points)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django import forms

from apps.characters import rows
from apps.characters.access import known_to, watchers_of
from apps.characters.dragon.damage import follows_damage, how_hurt
from apps.characters.dragon.sheet import DAMAGE, sheet_of
from apps.characters.dragon.sheet_form import MOST_DAMAGE
from apps.characters.dragon.states import UNCONSCIOUS, State, set_state, state_of
from apps.characters.forms import CharactersChoice, KnownCharacterForm, acting_for, named, number, one_line
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.fight import joining
from apps.combat.dragon.harm import taking
from apps.combat.dragon.phases.going_on import go_on
from apps.table.acts import ActForm, act, gms
from apps.table.turn import Turn
from apps.table.viewer import Viewer

Facts = dict[str, Any]
MOST_AT_ONCE = 999


class HurtForm(ActForm):
    """Whom, and how much: a fall, a fire, what the GM finds just."""

    characters = CharactersChoice(label="Whom", error_messages={"required": "Nobody is named yet."})
    damage = number("Damage", 1, MOST_AT_ONCE)
    resisted = forms.BooleanField(label="Resistance takes its part off", required=False, initial=True)
    why = one_line("Why", 120, required=False)

    def setup(self) -> None:
        self.choose("characters", [one for one in known_to(self.viewer) if one.present])


@act("dragon.hurt", menu=40, title="Do damage", form=HurtForm, who=gms, button="Do the damage")
def hurt(turn: Turn, form: HurtForm) -> None:
    """Damage without an attack, to one or several; whoever falls is asked for a Death Check."""
    data = form.cleaned_data
    hits = [(one, _struck(turn, one, data["damage"], data["resisted"])) for one in data["characters"]]
    taking.tell_hits(turn, "dragon.hurt", hits, {"why": data["why"]})
    goes_on(turn, *data["characters"])


def _struck(turn: Turn, character: Character, damage: int, resisted: bool) -> Facts:
    off = sheet_of(character).value("resistance") if resisted else 0
    return taking.take(turn, character, max(0, damage - off))


def goes_on(turn: Turn, *characters: Character) -> None:
    """The fight goes on where some of them are in it: perhaps nobody is waited for any more. It does so once the act
    has told its event and Death Checks are asked for."""
    turn.later(partial(_goes_on, turn, characters))


def _goes_on(turn: Turn, characters: tuple[Character, ...]) -> None:
    found = [one for one in map(tracking.fighting, characters) if one]
    if found and taking.in_round(found[0].fight):
        go_on(turn, found[0].fight)
        return
    for one in found:
        if stored.is_down(one):
            joining.not_waited_for(turn, one)


# healing


class HealForm(KnownCharacterForm):
    by = number("How much", 1, MOST_DAMAGE)
    why = one_line("Why", 120)

    def setup(self) -> None:
        super().setup()
        found = self.chosen()
        if found is not None:
            self.fields["by"].help_text = how_hurt(sheet_of(found))


def heal_outlook(viewer: Viewer, form: HealForm) -> Mapping[str, Any]:
    """Whom it is about; what they have taken stands at the number."""
    return {"heading": f"Heal {form.cleaned_data['character'].name}"}


@act(
    "dragon.heal",
    menu=41,
    title="Heal somebody",
    form=HealForm,
    who=gms,
    button="Heal",
    preview=heal_outlook,
)
def heal(turn: Turn, form: HealForm) -> None:
    """Takes damage off, never more than there is. With 0 hit points or more nobody is dying; waking is another word."""
    character: Character = form.cleaned_data["character"]
    before = sheet_of(character)
    if not before.taken:
        turn.refuse("unhurt", f"{character.name} is unhurt.", "character")
    acting_for(turn, character)
    rows.set_track(turn, character, DAMAGE, max(0, before.taken - form.cleaned_data["by"]))
    saved = recovers(turn, character)
    sheet = sheet_of(character)
    facts = {"from": before.taken, "to": sheet.taken, "left": sheet.left, "saved": saved}
    facts |= {"down": state_of(character).down, "why": form.cleaned_data["why"]}
    turn.tell("dragon.healed", named(character) | facts, to=watchers_of(character))


def recovers(turn: Turn, character: Character) -> bool:
    """Whether somebody was dying who has no damage past hit points any more; they are no longer."""
    saved = state_of(character).dying and not sheet_of(character).is_past
    if saved:
        set_state(turn, character, State(UNCONSCIOUS))
    return saved


@follows_damage
def set_by_hand(turn: Turn, character: Character, before: int) -> None:
    """Damage that the GM writes on a sheet fells, and heals, as any other does."""
    if sheet_of(character).taken < before:
        recovers(turn, character)
    else:
        taking.struck(turn, character, before)
        goes_on(turn, character)
