"""Learning a spell (yarn.spell-learn): week by week, one die more each time, until it is reached or given up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from django import forms

from apps.characters import entries
from apps.characters.forms import OwnCharacterForm, acting_for, number, one_line
from apps.characters.models import Character, Entry
from apps.characters.yarn.giving_up import give_up
from apps.characters.yarn.lines import SPELL
from apps.characters.yarn.sheet import sheet_of
from apps.checks.thrown import thrown_with
from apps.magic.yarn import shots
from apps.magic.yarn.learning.marks import LEVEL, TALENT, level_of_spell, mark, mark_of
from apps.magic.yarn.learning.meanwhile import DAYS_OF_A_WEEK, MeanwhileForm, time_of_study
from apps.magic.yarn.learning.powers import tell_learned
from apps.magic.yarn.powers import chances
from apps.rules.dice import Dice
from apps.rules.odds import percent
from apps.rules.refusal import Refused
from apps.rules.yarn.magic.spells import SPELLS, WEEK, Studied, magic_limits, spell_learn
from apps.rules.yarn.odds import study_odds
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import Pool
from apps.table.acts import act
from apps.table.turn import Turn
from apps.table.viewer import Viewer

BEYOND = 10_000
"""A level that nobody reaches: that of every spell for who has no talent. It looks like bad luck."""
MOST_LEVEL = 60


class StudyForm(OwnCharacterForm, MeanwhileForm):
    """A spell of the list, or a line that is being learned. Its level is asked of the GM alone, who may also name a
    spell of the table's own."""

    spell = forms.ChoiceField(label="Spell", required=False)
    name = one_line("Or one of the table’s own", required=False)
    level = number("Its level", 1, MOST_LEVEL, required=False, help_text="Only you know it. Empty: by the list")

    def setup(self) -> None:
        super().setup()
        chosen = self.chosen()
        lines = entries.read_by(self.viewer, chosen, SPELL.word) if chosen is not None else []
        begun = [one for one in lines if not one.facts["known"] and self._may_go_on(one)]
        known = {one.facts["listed"] for one in lines}
        listed = [(row.id, row.title) for row in SPELLS if row.id not in known]
        self.offer("spell", [("", "Choose"), *((one.public_id, f"{one.name}, begun") for one in begun), *listed])
        if not self.viewer.is_gm:
            del self.fields["name"], self.fields["level"]
        self.offer_meanwhile()

    def _may_go_on(self, row: Entry) -> bool:
        """Without the GM nobody goes on with a spell of the table's own: she says how high it is."""
        return self.viewer.is_gm or bool(row.facts["listed"])

    @cached_property
    def row(self) -> Entry | None:
        """The line that is being learned already."""
        found = self.cleaned_data.get("spell", "")
        return next((one for one in _lines(self.cleaned_data.get("character")) if one.public_id == found), None)

    @property
    def listed(self) -> str:
        if self.row is not None:
            return str(self.row.facts["listed"])
        return str(self.cleaned_data.get("spell") or "")

    @property
    def title(self) -> str:
        if self.row is not None:
            return self.row.name
        own = self.cleaned_data.get("name") or ""
        return next((row.title for row in SPELLS if row.id == self.listed), str(own))

    @property
    def how_high(self) -> int | None:
        """As the GM says now or has said, else by the list."""
        said = self.cleaned_data.get("level")
        return said or level_of_spell(self.cleaned_data["character"], self.listed, self.title)

    @property
    def progress(self) -> int:
        return (self.row.amount or 0) if self.row is not None else 0

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if "character" not in data or "spell" not in data:
            return data
        if not self.title:
            self.add_error("spell", "Which spell is it?")
        elif self.how_high is None:
            self.add_error("level", "How high is it? A spell of the table’s own has the level that you say.")
        return data


def _lines(character: Character | None) -> list[Entry]:
    return entries.held_by(character, SPELL.word) if character is not None else []


def why_not(viewer: Viewer, character: Character) -> Refused | None:
    """Why somebody cannot learn magic here (yarn.magic-limits); years of study and rare books bind players alone."""
    options: Options = viewer.options
    if options.magic_no_fringe_powers and sheet_of(character).powers:
        return Refused("has-powers", f"{character.name} has a fringe power, which shuts out magic here.", "character")
    if viewer.is_gm:
        return None
    if options.magic_intense_study:
        return Refused("years", "At this table magic takes years: who has it began as a wizard.", "character")
    if options.magic_rare_resources:
        why = f"Books are in code here, and teachers hide: ask the {viewer.game.gm} for a way to study."
        return Refused("rare", why, "character")
    return None


def why_no_week(form: StudyForm) -> Refused | None:
    """Why this week cannot be studied, before any die."""
    try:
        spell_learn(level=BEYOND, **_spent(form), dice=lambda count, sides: (1,) * count)
    except Refused as no:
        return no
    return None


def _spent(form: StudyForm) -> dict[str, Any]:
    """What a week is paid from, as the rule asks for it."""
    sheet = sheet_of(form.cleaned_data["character"])
    return {"experience_pool": sheet.experience, "psychic_pool": sheet.pool or "none", "progress": form.progress}


def outlook(viewer: Viewer, form: StudyForm) -> Mapping[str, Any]:
    """The throw of this week, and the chance of it where the level is no secret."""
    count, sheet = form.progress + 1, sheet_of(form.cleaned_data["character"])
    pool, level = Pool(count), form.how_high
    shown = level if viewer.acts_as_gm or not viewer.options.spell_levels_hidden else None
    found = chances.spread(pool, replace(viewer.options, blow_top="off"))
    if shown is not None:
        chance = percent(study_odds(count, shown, viewer.options))
        found |= {"headline": chance, "sentence": f"to reach level {shown}"}
    enough = "the spell’s level" if shown is not None else "the spell’s level, which the GM knows"
    return {
        "subheading": f"A week at 2 hours a day, and {WEEK} experience dice of the {sheet.experience} there are. "
        f"Enough is {enough}; a week that was not enough is noted, and the next one throws a die more.",
        "odds": found,
        "button": f"Give up {WEEK} dice, throw {count}",
        "rule": "yarn.spell-learn",
        "no": why_not(viewer, form.cleaned_data["character"]) or why_no_week(form),
    }


@act(
    "yarn.learn-spell",
    title="Learn a spell",
    form=StudyForm,
    button="Study a week",
    preview=outlook,
    template="magic/yarn/learning/acts/learn.html",
    menu=65,
)
def learn_spell(turn: Turn, form: StudyForm) -> None:
    """A week for 5 experience dice and a throw that all see; how high the spell is they do not, with the switch
    spell-levels-hidden. Refuses what the table's limits forbid, and a week that cannot be paid."""
    character: Character = form.cleaned_data["character"]
    acting_for(turn, character)
    if no := why_not(turn.viewer, character):
        raise no
    level, begun = form.how_high or BEYOND, bool(_lines(character))
    thrown = form.dice_of(turn, form.progress + 1)
    found = _study(turn, form, character, level, begun, thrown.dice)
    if form.cleaned_data.get("level"):
        mark(turn, character, LEVEL, level, form.title)
    _note(turn, form, character, found)
    told = {
        "spell": form.title, "faces": [face for _, face in turn.dice.fallen[-found.thrown :]], "total": found.total,
        "learned": found.learned, "botch": found.botch, "progress": found.progress, "typed": thrown.typed,
    }  # fmt: skip
    secret = {"level": level, "talent": mark_of(character, TALENT) != 0, "days": 0 if form.goes_on else DAYS_OF_A_WEEK}
    if not turn.options.spell_levels_hidden:
        told |= {"level": level}
    tell_learned(turn, "yarn.spell-learned", character, told, secret)
    if form.goes_on:
        time_of_study(turn, character, DAYS_OF_A_WEEK)


def _study(turn: Turn, form: StudyForm, character: Character, level: int, begun: bool, week: Dice) -> Studied:
    """The die for a talent falls at the first attempt of somebody who has no spell yet, before that of the week."""
    if no := why_no_week(form):
        raise no
    if mark_of(character, TALENT) is None and not begun and turn.options.magic_limits != "none":
        able = magic_limits(characters=1, options=turn.options, dice=turn.dice).talent[0]
        mark(turn, character, TALENT, int(able))
    able = turn.options.magic_limits == "none" or mark_of(character, TALENT) != 0
    with thrown_with(turn, week):
        return spell_learn(level=level if able else BEYOND, **_spent(form), options=turn.options, dice=turn.dice)


def _note(turn: Turn, form: StudyForm, character: Character, found: Studied) -> None:
    facts = {"listed": form.listed, "known": found.learned}
    amount = 0 if found.learned else found.progress
    if form.row is not None:
        turn.change(form.row, facts=facts, amount=amount)
    else:
        turn.create(Entry, character=character, kind=SPELL.word, name=form.title, facts=facts, amount=amount)
    give_up(turn, character, WEEK, form.title)
    shots.set_pool(turn, character, found.psychic_pool)
