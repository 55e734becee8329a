"""Running further than one's movement: a roll of Strength or Energy (dragon.extra-movement)."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.board.board import stands_on_it
from apps.characters.access import knowers_of, readers_of
from apps.characters.dragon.sheet import sheet_of
from apps.characters.forms import acting_for, named, number
from apps.checks.dragon import odds
from apps.checks.dragon.checks import button
from apps.checks.dragon.pools import MOST_DIFFICULTY, Chosen, Facts, told
from apps.checks.thrown import Thrown
from apps.checks.typed import FacesField, hand_of
from apps.combat.dragon.forms import PayingForm
from apps.combat.dragon.moves import further
from apps.combat.dragon.phases import spending
from apps.combat.dragon.phases.acting import priced
from apps.combat.dragon.phases.going_on import go_on
from apps.combat.models import Combatant
from apps.combat.tracking import fight_of
from apps.rules.dragon.checks import Pool, Rolled
from apps.rules.dragon.combat.odds import extra_hexes_odds
from apps.rules.dragon.combat.phases import FURTHER, extra_movement
from apps.rules.dragon.lists import SUBSTATS, substat_of
from apps.rules.dragon.options import Options
from apps.rules.dragon.visibility import OF_AN_ENEMY, visibility
from apps.rules.odds import mean
from apps.table.acts import act
from apps.table.models import Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer

STATS = tuple(one.id for one in SUBSTATS if one.title in FURTHER)
RAN = "dragon.ran"
SEEN = ("faces", "successes", "hexes", "typed", "rule")
"""What everybody sees of a roll, whosever it is."""


class RunForm(PayingForm):
    """With which of the two substats, and what it costs."""

    substat = forms.ChoiceField(label="Substat", widget=forms.RadioSelect)
    skills = forms.MultipleChoiceField(label="Skills that apply", widget=forms.CheckboxSelectMultiple, required=False)
    difficulty = number("Difficulty", -MOST_DIFFICULTY, MOST_DIFFICULTY, required=False, initial=0)
    faces = FacesField()

    def setup(self) -> None:
        super().setup()
        found = self.so_far()
        sheet = sheet_of(found.character) if found else None
        stats = [one for one in sheet.substats if one.key in STATS] if sheet else []
        self.offer("substat", [(one.key, f"{one.title} {one.value}") for one in stats])
        self.offer("skills", [(one.id, f"{one.name} {one.level}") for one in sheet.skills] if sheet else [])
        if stats:
            self.start_with({"substat": max(stats, key=lambda one: one.value).key})

    def rolls(self) -> tuple[str, ...]:
        return FURTHER[:1]  # both are of one category

    def pool(self) -> Chosen:
        """What is thrown, in a form that is right."""
        sheet, data = sheet_of(self.cleaned_data["character"]), self.cleaned_data
        skills = [one for one in sheet.skills if one.id in data["skills"]]
        return Chosen.of(sheet, data["substat"], skills, data["difficulty"] or 0)


def outlook(viewer: Viewer, form: RunForm) -> dict[str, Any]:
    """How much further the dice carry, and the price."""
    found, price = form.so_far(), form.price()
    if found is None:
        return {}
    chosen, options = form.pool(), spending.options_of(found.fight)
    pool = chosen.pool(options)
    return {
        "heading": f"{found.character.name} runs further",
        "subheading": chosen.what,
        "own_footer": True,
        "odds": in_hexes(pool, options),
    } | priced(found, price, form.rolls(), button(pool))


def in_hexes(pool: Pool, options: Options) -> dict[str, Any]:
    """The odds of a pool with its successes as hexes, and how many these are on average."""
    found, average = odds.drawn(pool, None), float(mean(extra_hexes_odds(pool, options)))
    columns = [one | {"n": str(int(one["n"]) * options.extra_move_per_success)} for one in found["columns"]]
    return found | {"columns": columns, "headline": f"{average:.1f}", "sentence": "hexes further on average"}


@act(
    "dragon.run",
    title="Run further",
    form=RunForm,
    button="Roll",
    menu=33,
    due=lambda viewer: spending.under_way(fight_of(viewer.table)),
    template="combat/dragon/acts/run.html",
    preview=outlook,
)
def run(turn: Turn, form: RunForm) -> None:
    """Pays, throws, and goes that much further: on a board the hex is asked for at once."""
    fight = spending.running_turn(turn)
    combatant, chosen, options = form.combatant(turn), form.pool(), spending.options_of(fight)
    character = combatant.character
    acting_for(turn, character)
    paid = form.spend(turn, combatant)
    dice = Thrown(turn, hand_of(form.cleaned_data["faces"], chosen.pool(options).dice))
    found = extra_movement(
        substat=substat_of(chosen.substat).title,
        pool=chosen.dice,
        skill=chosen.level,
        difficulty=chosen.difficulty,
        bonus=chosen.bonus,
        options=options,
        dice=dice.dice,
    )
    facts = told(chosen, Rolled(found.faces, found.target, found.successes), dice.typed, options)
    dice.settle()
    event = _tell(turn, combatant, facts | paid | {"hexes": found.extra_hexes, "rule": "dragon.extra-movement"})
    if found.extra_hexes and stands_on_it(turn.viewer, character):
        further.open_for(turn, character, found.extra_hexes, event)
    go_on(turn, fight)


def _tell(turn: Turn, combatant: Combatant, facts: Facts) -> Event:
    """What it comes of is seen where the substats of the runner are (dragon.visibility)."""
    character = combatant.character
    full = named(character) | facts
    if combatant.side == "good" or visibility(viewer="player", item=OF_AN_ENEMY[0]).shown or character.hidden:
        return turn.tell(RAN, full, knowers_of(character))
    seen = named(character) | {name: full[name] for name in SEEN}
    return turn.tell(RAN, full, readers_of(character), {knowers_of(character): seen})
