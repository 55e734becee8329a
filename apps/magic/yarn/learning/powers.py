"""Learning a fringe power (yarn.fringe-learn): months of study, dice given up, and a throw that only the GM sees."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import forms

from apps.characters import entries
from apps.characters.access import watchers_of
from apps.characters.forms import OwnCharacterForm, acting_for, named, number, one_line
from apps.characters.models import Character, Entry
from apps.characters.yarn.giving_up import give_up
from apps.characters.yarn.lines import MOST_DICE, POWER
from apps.characters.yarn.sheet import sheet_of
from apps.checks.thrown import thrown_with
from apps.magic.yarn import shots
from apps.magic.yarn.learning.marks import PSI_MUTE, mark, mark_of
from apps.magic.yarn.learning.meanwhile import DAYS_OF_A_MONTH, MeanwhileForm, time_of_study
from apps.rules.dice import Dice
from apps.rules.odds import percent
from apps.rules.yarn.magic.powers import POWERS
from apps.rules.yarn.magic.shots import Acquired, fringe_learn, is_psi_mute
from apps.rules.yarn.pool import SIDES
from apps.table.acts import act, anyone
from apps.table.audience import GMS
from apps.table.models import Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer

LEAST_FACE = 4
"""The most that teacher, preparation and talent may do."""
MOST_MONTHS = 120


class LearnForm(OwnCharacterForm, MeanwhileForm):
    """Who throws in secret, the GM, may throw real dice."""

    listed = forms.ChoiceField(label="Power", choices=[(row.id, row.title) for row in POWERS])
    name = one_line("What they call it", required=False)
    given_up = number("Experience dice given up", 1, MOST_DICE)
    months = number("Full months of study", 1, MOST_MONTHS, initial=1)
    lowest_face = number("Lowest face that counts", LEAST_FACE, SIDES, required=False, initial=SIDES)

    def setup(self) -> None:
        super().setup()
        if not self.viewer.is_gm:
            del self.fields["lowest_face"], self.fields["faces"]
        self.offer_meanwhile()

    @property
    def lowest(self) -> int:
        return int(self.cleaned_data.get("lowest_face") or SIDES)


def outlook(viewer: Viewer, form: LearnForm) -> Mapping[str, Any]:
    """The chance of whoever can learn one at all."""
    given, sheet = form.cleaned_data["given_up"], sheet_of(form.cleaned_data["character"])
    chance = 1 - Fraction(form.lowest - 1, SIDES) ** given
    return {
        "subheading": f"Experience dice: {sheet.experience}. Those that are given up are gone, whatever falls.",
        "odds": {"headline": percent(chance), "sentence": "to gain it, for whoever can"},
        "button": f"Give up {given} {'die' if given == 1 else 'dice'}",
        "rule": "yarn.fringe-learn",
    }


@act(
    "yarn.learn-power",
    title="Learn a power",
    form=LearnForm,
    who=anyone,
    button="Study",
    preview=outlook,
    template="magic/yarn/learning/acts/learn.html",
    menu=64,
    due=lambda viewer: viewer.options.fringe_powers,
)
def learn_power(turn: Turn, form: LearnForm) -> None:
    """Throws in secret, and tells everybody else only what came of it. Refuses a power that is there already, more dice
    than there are, and powers at a table without any."""
    data, character = form.cleaned_data, form.cleaned_data["character"]
    acting_for(turn, character)
    held = entries.held_by(character, POWER.word)
    if any(one.facts["listed"] == data["listed"] for one in held):
        turn.refuse("has-it", f"{character.name} has that power already.", "listed")
    thrown = form.dice_of(turn, data["given_up"])
    found, mute = _study(turn, form, character, bool(held), thrown.dice)
    title = next(row.title for row in POWERS if row.id == data["listed"])
    name = data["name"] or title
    if found.acquired:
        facts = {"listed": data["listed"], "text": ""}
        turn.create(Entry, character=character, kind=POWER.word, name=name, facts=facts, amount=found.score)
    give_up(turn, character, data["given_up"], name)
    shots.set_pool(turn, character, found.psychic_pool)
    told = {"power": name, "title": title, "given_up": data["given_up"], "months": data["months"]}
    told |= {"acquired": found.acquired}
    days = DAYS_OF_A_MONTH * data["months"]
    secret = {"faces": list(found.faces), "lowest": form.lowest, "mute": mute, "days": 0 if form.goes_on else days}
    secret |= {"typed": thrown.typed}
    tell_learned(turn, "yarn.power-learned", character, told, secret)
    if form.goes_on:
        time_of_study(turn, character, days)


def _study(turn: Turn, form: LearnForm, character: Character, has_one: bool, study: Dice) -> tuple[Acquired, bool]:
    """Whoever begins with a power is never psi-mute, and nobody's mark changes after the first attempt."""
    data, sheet = form.cleaned_data, sheet_of(character)
    marked = mark_of(character, PSI_MUTE)
    asked = {
        "experience_pool": sheet.experience, "given_up": data["given_up"], "first_power": not has_one,
        "psychic_pool": sheet.pool or "none", "lowest_face": form.lowest, "months": data["months"],
    }  # fmt: skip
    fringe_learn(**asked, options=turn.options, dice=lambda count, sides: (1,) * count)  # refused before any die
    if marked is None and not has_one and turn.options.psi_mute:
        marked = int(is_psi_mute(turn.options, turn.dice))
        mark(turn, character, PSI_MUTE, marked)
    mute = bool(marked) and turn.options.psi_mute
    with thrown_with(turn, study):
        return fringe_learn(**asked, psi_mute=mute, options=turn.options, dice=turn.dice), mute


def tell_learned(
    turn: Turn, kind: str, character: Character, told: Mapping[str, Any], secret: Mapping[str, Any]
) -> Event:
    """All of it to the GMs; to whoever hears of the character's numbers what shows."""
    facts, hears = {**named(character), **told}, watchers_of(character)
    also = {} if hears == GMS else {hears: facts}
    return turn.tell(kind, {**facts, **secret}, to=GMS, also=also)
