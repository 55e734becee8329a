"""A check: a person rolls for a character, or an Ability Score stands for the roll."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.access import played_by
from apps.characters.dragonfly.points import spent_told_by
from apps.characters.forms import CharacterChoice, acting_for, first_unless_named, named, one_line
from apps.characters.models import Character
from apps.checks.dragonfly import odds, tasks
from apps.checks.dragonfly.difficulty import DifficultyForm
from apps.checks.dragonfly.facts import Facts, open_version
from apps.checks.dragonfly.requests import ask_to_roll
from apps.checks.dragonfly.sides import Added, SideForm, labelled, pay_for_feat, thrown_for
from apps.checks.freely import why_not_now
from apps.checks.modes import mode_field, mode_of, set_modes, tell_roll
from apps.checks.thrown import Thrown
from apps.rules import registry
from apps.rules.dragonfly import checks, roll
from apps.table.acts import act
from apps.table.models import Event, Seat
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_LEVELS = 30


class OwnSideForm(SideForm):
    """A side of a character that this seat plays; any for a GM."""

    character = CharacterChoice(empty_label=None)

    def setup(self) -> None:
        self.choose("character", self.alternatives)
        super().setup()

    def whose(self) -> Character | None:
        return first_unless_named(self, self.alternatives)

    @cached_property
    def alternatives(self) -> list[Character]:
        """The characters that may be chosen instead."""
        return played_by(self.viewer)


class CheckForm(DifficultyForm, OwnSideForm):
    required_levels = forms.IntegerField(
        label="Success Levels needed", required=False, min_value=1, max_value=MOST_LEVELS, initial=1
    )
    task = forms.ChoiceField(label="A task already begun", required=False, widget=forms.RadioSelect)
    label = one_line("What for, in a few words", 120, required=False)
    mode = mode_field("Who sees the roll")

    def setup(self) -> None:
        super().setup()
        if self.feat_waits and self.first_look:
            self.start_with({"heroic_feat": True})
        self.settle_difficulty()
        set_modes(self, self.viewer)
        adding_up = self.viewer.options.levels_add_up_over_turns
        begun = tasks.begun_by(self.sheet.character) if self.sheet and adding_up else []
        self.offer_if_there(
            "task", [("", labelled("None")), *((one.public_id, labelled(tasks.told(one))) for one in begun)]
        )
        if not adding_up:
            del self.fields["task"]

    def everything(self) -> Added:
        return self.added(self.difficulty_line())

    @property
    def needed(self) -> int:
        return self.cleaned_data.get("required_levels") or 1


def check_outlook(viewer: Viewer, form: CheckForm) -> Mapping[str, Any]:
    """Exact odds of what is chosen, and a button that says what it does."""
    added = form.everything()
    found: dict[str, Any] = {
        "heading": f"{form.own_sheet.name}: {form.cleaned_data['label'] or added.what}",
        "own_footer": True,
        "when_to_roll": registry.text("dragonfly.when-to-roll"),
        "added": added,
    }
    task = tasks.chosen(form)
    needed = tasks.still_needed(task) if task else form.needed
    if added.is_score:
        check = added.check()
        return found | {"score_total": check, "button": f"{added.what} makes {check.total}"}
    found |= {"odds": odds.drawn(added, needed, may_feat=not form.why_no_feat), "feat_off": form.why_no_feat}
    says = odds.button(added.bonus, form.cleaned_data.get("face"))
    return found | {"button": f"Ask the {viewer.game.gm}" if why_not_now(viewer) else says}


@act(
    "dragonfly.check",
    menu=10,
    at_hand="die",
    title="Roll a check",
    form=CheckForm,
    button="Roll",
    preview=check_outlook,
    template="checks/dragonfly/acts/check.html",
)
def check(turn: Turn, form: CheckForm) -> None:
    """Rolls a check (dragonfly.base-check, dragonfly.attribute-doubled), or reads an Ability Score."""
    character = form.own_sheet.character
    acting_for(turn, character)
    if why_not_now(turn.viewer):
        ask_to_roll(turn, form)
        return
    row, _ = form.how_hard()
    task = tasks.chosen(form)
    spent = pay_for_feat(turn, form)
    thrown = thrown_for(turn, form)
    added = form.everything()
    needed = tasks.needed(task) if task else form.needed
    facts = rolled(turn, added, thrown, needed, task.amount or 0 if task else 0)
    thrown.settle()
    tasks.keep(turn, form, task, facts)
    label = task.name if task else form.cleaned_data["label"]
    mode = mode_of(form)
    facts |= {**named(character), "label": label, "difficulty": row, "mode": mode}
    if spent:
        facts["points_left"] = spent.left
    event = told(turn, character, facts, mode, turn.seat)
    spent_told_by(turn, event, spent)


def rolled(turn: Turn, added: Added, thrown: Thrown, needed: int, earned_before: int = 0) -> Facts:
    """The outcome of a check with all that bears on it, by the rules, as an event holds it."""
    asked = {"required": needed, "before": earned_before}
    if added.is_score:
        return _score_read(turn, added, needed, earned_before) | asked
    return _die_rolled(turn, added, thrown, needed, earned_before) | asked


def _score_read(turn: Turn, added: Added, needed: int, earned_before: int) -> Facts:
    """An Ability Score stands for the roll."""
    found = added.check()
    enough = checks.required_levels(
        total=found.total, required_levels=needed, earned_before=earned_before, options=turn.options
    )
    met = {"success": enough.success, "so_far": enough.levels_so_far}
    return added.told(found, False) | met | {"rule": "dragonfly.ability-scores"}


def _die_rolled(turn: Turn, added: Added, thrown: Thrown, needed: int, earned_before: int) -> Facts:
    found = roll.check(
        attribute=added.attribute,
        skill=added.of_kind("skill"),
        doubled=added.doubled,
        modifiers=[line.part() for line in added.modifiers()],
        required_levels=needed,
        earned_before=earned_before,
        heroic_feat=added.feat,
        points=int(added.feat),
        dice=thrown.dice,
        options=turn.options,
    )
    check = checks.Check(found.total, found.success, found.success_levels, found.description, found.face, found.parts)
    rule = "dragonfly.attribute-doubled" if added.doubled else "dragonfly.base-check"
    return added.told(check, thrown.typed) | {"so_far": found.levels_so_far, "rule": rule}


def told(
    turn: Turn,
    character: Character,
    facts: Facts,
    mode: str,
    roller: Seat,
    hidden: bool = False,
    about: tuple[Event, ...] = (),
) -> Event:
    """Tells of a check; with a `hidden` difficulty only the GMs hear its number."""
    less = open_version(facts, character, hidden)
    return tell_roll(turn, "dragonfly.check", facts, mode, roller, open_part=less, about=about)
