"""What is done with a phase, attacks apart: something without dice, and after it one roll (dragon.phase-action)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.dragon.sheet import sheet_of
from apps.characters.forms import acting_for, named, number, one_line
from apps.checks.dragon import checks, odds
from apps.checks.dragon.pools import MOST_DIFFICULTY, Chosen, told, usual
from apps.checks.dragon.skilled import SkilledForm
from apps.checks.modes import mode_field, mode_of, set_modes
from apps.checks.thrown import Thrown
from apps.checks.typed import FacesField, hand_of
from apps.combat.dragon.forms import PayingForm
from apps.combat.dragon.phases import spending, telling, words
from apps.combat.dragon.phases.going_on import go_on
from apps.combat.models import Combatant
from apps.rules.dragon.checks import thrown
from apps.rules.dragon.combat.phases import why_not_in_order
from apps.rules.dragon.combat.prices import Price
from apps.rules.dragon.lists import SUBSTATS
from apps.rules.refusal import Refused
from apps.table.acts import act
from apps.table.models import Ask
from apps.table.turn import Turn
from apps.table.viewer import Viewer

Facts = dict[str, Any]
NO_ROLL = ("", "No roll")
MOST_WORDS = 160


class PhaseForm(PayingForm, SkilledForm):
    """First what needs no dice, in words; then perhaps a substat with the skills that apply.

    `more`: the dice are still to come, in another act. The phase is used by then.
    """

    more = forms.BooleanField(required=False, widget=forms.HiddenInput)
    words = one_line("First, without dice", MOST_WORDS, required=False, help_text="Such as: shuts the gate")
    substat = forms.ChoiceField(label="Then, with dice", required=False, widget=forms.RadioSelect)
    label = one_line("What for, in a few words", 120, required=False)
    difficulty = number("Difficulty", -MOST_DIFFICULTY, MOST_DIFFICULTY, required=False, initial=0)
    required = number("Successes needed", 1, checks.MOST_REQUIRED, required=False, initial=1)
    faces = FacesField()
    mode = mode_field("Who sees the roll")

    def setup(self) -> None:
        super().setup()
        set_modes(self, self.viewer)
        found = self.so_far()
        sheet = sheet_of(found.character) if found else None
        stats = [(one.key, f"{one.title} {one.value}") for one in sheet.substats] if sheet else []
        self.offer("substat", [NO_ROLL, *stats])
        if sheet:
            substat = str(self["substat"].value() or "")
            self.offer_skills(sheet, substat, usual(sheet, substat))

    def rolls(self) -> tuple[str, ...]:
        substat = self["substat"].value()
        return tuple(row.id for row in SUBSTATS if row.id == substat)

    def pool(self) -> Chosen | None:
        """What is thrown, in a form that is right; None where nothing is."""
        sheet, data = sheet_of(self.cleaned_data["character"]), self.cleaned_data
        if not data["substat"]:
            return None
        return Chosen.of(sheet, data["substat"], self.picked(sheet), data["difficulty"] or 0)


def outlook(viewer: Viewer, form: PhaseForm) -> Mapping[str, Any]:
    """What it costs, how the dice would fall, and a button that says both."""
    found = form.so_far()
    if found is None:
        return {}
    price, chosen = form.price(), form.pool()
    pool = chosen.pool(viewer.options) if chosen else None
    does = checks.button(pool) if pool else "That is what happens"
    return {
        "heading": found.character.name,
        "subheading": telling.at(found.fight).announced if spending.under_way(found.fight) else "",
        "moved": spending.has_moved(found),
        "odds": odds.drawn(pool, form.cleaned_data["required"] or 1) if pool else None,
        "own_footer": True,
    } | priced(found, price, form.rolls(), does)


def priced(combatant: Combatant, price: Price | Refused | None, rolls: tuple[str, ...], does: str) -> Facts:
    """For a form that costs phases: the price in words, and a button that says it too; or why nothing can be done."""
    if not isinstance(price, Price):
        return {"refused_now": price.text if price else "", "button": does}
    costs, because = words.price_words(combatant, price, rolls)
    return {"costs": costs, "because": because, "to_name": price.to_name, "button": f"{does} · {costs.lower()}"}


@act(
    "dragon.act",
    title="Act",
    form=PhaseForm,
    button="Go",
    template="combat/dragon/acts/act.html",
    preview=outlook,
)
def act_now(turn: Turn, form: PhaseForm) -> None:
    """Pays for the phase, however it is come by, and does first what needs no dice, then rolls."""
    fight = spending.running_turn(turn)
    combatant = form.combatant(turn)
    _may(combatant, form)
    acting_for(turn, combatant.character)
    facts = telling.moment(fight) | {"words": form.cleaned_data["words"], "moved": spending.has_moved(combatant)}
    if form.cleaned_data["more"] and not form.rolls():
        _first(turn, combatant, facts)
        return
    paid = form.spend(turn, combatant)
    telling.tell(turn, "dragon.acted", combatant, facts | paid, public=facts)
    if chosen := form.pool():
        roll(turn, combatant, form, chosen)
    go_on(turn, fight)


def _first(turn: Turn, combatant: Combatant, facts: Facts) -> None:
    """What is done without dice, before a roll, an attack or a split that follows."""
    price = spending.price_of(combatant)
    if isinstance(price, Refused):
        raise price
    spending.note_move(turn, combatant)
    telling.tell(turn, "dragon.acted", combatant, facts | {"more": True}, public=facts)


def _may(combatant: Combatant, form: PhaseForm) -> None:
    """Refuses a second diceless act, and an act that is none."""
    done, moved = form.cleaned_data["words"], spending.has_moved(combatant)
    if moved and done and (no := why_not_in_order(order=("look", "simple task"))):
        raise Refused(no.code, no.text, "words")
    if not (moved or done or form.rolls()):
        raise Refused("nothing", "Say what is done, or what is rolled.", "words")


def roll(turn: Turn, combatant: Combatant, form: PhaseForm, chosen: Chosen, ask: Ask | None = None) -> None:
    """Told as any roll is; of somebody hidden to the GMs alone. Dice that fell for the `ask` fall again."""
    character, data, options = combatant.character, form.cleaned_data, turn.options
    pool = chosen.pool(options)
    fell = ask is not None and bool(ask.thrown)
    dice = Thrown(turn, hand_of(data["faces"], pool.dice, fell), ask)
    facts = told(chosen, thrown(pool, dice.dice), dice.typed, options)
    dice.settle()
    facts |= named(character) | checks.judged(facts, data["required"] or 1) | {"label": data["label"]}
    checks.tell(turn, character, facts, "gm" if character.hidden else mode_of(form), turn.seat)
