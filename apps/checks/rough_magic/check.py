"""A roll of one's own: a skill or an attribute against how hard it is, or against somebody (rough_magic.roll)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Protocol

from django import forms

from apps.characters.access import known_to, played_by
from apps.characters.forms import CharacterChoice, acting_for, first_unless_named, named, one_line
from apps.characters.models import Character
from apps.characters.points import told_by
from apps.characters.rough_magic import lasting
from apps.characters.rough_magic.sheet import RoughSheet, sheet_of
from apps.checks.modes import mode_field, mode_of, set_modes
from apps.checks.rough_magic import odds
from apps.checks.rough_magic.acting import acts, cost
from apps.checks.rough_magic.boxes import state_of
from apps.checks.rough_magic.buying import BOOST, SUCCESS, Lift, pay, plays
from apps.checks.rough_magic.difficulty import USUAL, DifficultyForm
from apps.checks.rough_magic.outcomes import Outcome, came_out
from apps.checks.rough_magic.rolling import Facts, OwnSideForm
from apps.checks.rough_magic.secrecy import tell
from apps.checks.rough_magic.sides import Duel, Value, added, duel
from apps.checks.rough_magic.ways import Against
from apps.rules.registry import text
from apps.rules.rough_magic.combat.harm import exhausted
from apps.rules.rough_magic.lists import Auto
from apps.rules.rough_magic.options import Options
from apps.table.acts import act
from apps.table.models import Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class CheckForm(DifficultyForm, OwnSideForm):
    character = CharacterChoice(empty_label=None)
    grade = forms.ChoiceField(label="How hard", required=False, initial=USUAL)
    label = one_line("What for, in a few words", 120, required=False)
    mode = mode_field("Who sees the roll")

    def setup(self) -> None:
        self.choose("character", self.alternatives)
        set_modes(self, self.viewer)
        whose = self.whose
        self.offer_difficulty(one for one in known_to(self.viewer) if one != whose and one.present)
        if whose is None:
            return
        self.offer_side(sheet_of(whose))

    @cached_property
    def alternatives(self) -> list[Character]:
        """For whom this seat may roll."""
        return played_by(self.viewer)

    @property
    def whose(self) -> Character | None:
        """Whose roll it is so far: the first where nobody is named."""
        return first_unless_named(self, self.alternatives)

    @property
    def stands_against(self) -> Against:
        return self.against(self.bought_way.attribute, *self.tasks)


def outlook(viewer: Viewer, form: CheckForm) -> Mapping[str, Any]:
    """Both sides with their nets, exact odds of what this seat may know, and a button that says what it does."""
    against = form.stands_against
    name = form.cleaned_data["character"].name
    return drawn(form, against) | {
        "heading": f"{name}: {form.cleaned_data['label'] or form.what}",
        "subheading": cost(form.cleaned_data["character"]),
        "when_to_roll": text("rough_magic.when-to-roll"),
    }


def drawn(form: OwnSideForm, against: Against, *, known: bool | None = None) -> dict[str, Any]:
    """The form's two sides, its odds and its button. `known` overrides whether this seat may know the number."""
    shown = against.known if known is None else known
    theirs = Value(against.words if shown else against.openly or "Not told", against.dv if shown else None)
    both = duel(form, form.mine, theirs)
    auto = form.settles(against if shown else Against("", 0))
    bonus = both.bonus or 0
    target = None if auto == "none" and not shown else both.target
    return {
        "duel": both,
        "own_footer": True,
        "odds": odds.drawn(bonus, target, auto, boost=bool(form.lifts) and form.buys != BOOST),
        "glance": odds.glance(bonus, target, auto),
        "spend": spend_chips(form, both, target),
        "button": button(both, form, against if shown else None),
    }


class Buys(Protocol):
    """A form with two sides and the chips of the plot point."""

    @property
    def buys(self) -> str: ...
    @property
    def lifts(self) -> tuple[Lift, ...]: ...
    @property
    def auto(self) -> Auto: ...


def spend_chips(form: Buys, both: Duel, target: int | None) -> dict[str, str]:
    """What each use of the point would make of the chance, by its value."""
    bonus = (both.bonus or 0) - (form.buys == BOOST)
    boosted = "totals 1 higher" if target is None else f"{odds.chance(bonus + 1, target, form.auto)}, for one round"
    found = {one.value: boosted for one in form.lifts}
    return found | {SUCCESS: "100%; roll to see whether it is extreme", "": "Nothing is paid"}


def button(both: Duel, form: OwnSideForm, against: Against | None) -> str:
    """Roll 2d6 + 8, or Enter 7 + 8 of real dice; of what is settled without dice, what comes of it."""
    if form.auto == "fail":
        return "It fails"
    if against is not None and against.dv is None:
        return "It succeeds"
    paid = " for 1 point" if form.buys else ""
    faces: list[int] = form.cleaned_data.get("faces") or []
    if faces:
        return f"Enter {added([sum(faces), both.bonus or 0])}{paid}"
    return f"Roll {both.roll}{paid}"


@act(
    "rough_magic.check",
    menu=10,
    at_hand="die",
    title="Roll",
    form=CheckForm,
    button="Roll",
    preview=outlook,
    template="checks/rough_magic/acts/check.html",
)
def check(turn: Turn, form: CheckForm) -> None:
    """Rolls 2d6 + AV against 8 + DV with what is for and against it. Refuses, before any die, a point nobody has."""
    character, against = form.cleaned_data["character"], form.stands_against
    acting_for(turn, character)
    refuse_unable(turn, sheet_of(character))
    acts(turn, character)
    finish(turn, form, character, against, label=form.cleaned_data["label"], mode=mode_of(form))


def finish(
    turn: Turn, form: OwnSideForm, character: Character, against: Against, *, label: str, mode: str, **about: Any
) -> Outcome:
    """Pays, throws, tells, and hands on what came of it. `about`: more facts, or `ask` and `hidden` of an answer;
    with `story` False nothing is to be told further than whether it was enough."""
    ask, hidden, story = about.pop("ask", None), about.pop("hidden", False), about.pop("story", True)
    paid = pay(turn, form, character)
    facts: Facts = form.throw(turn, against, ask) | named(character) | {"label": label, "mode": mode} | about
    facts["may_turn"] = may_turn(facts, character, turn.options)
    roller = character.seat if ask is not None and character.seat is not None else turn.seat
    card = tell(turn, character, facts, against, mode, roller, hidden=hidden)
    told_by(turn, card, paid)
    found = outcome_of(card, character, facts)
    if story:
        came_out(turn, found)
    else:
        lasting.has_rolled(turn, character)
    return found


def may_turn(facts: Facts, character: Character, options: Options) -> bool:
    """Whether a plot point may still make a success of it (rough_magic.automatic-success)."""
    return not facts["success"] and facts["auto"] == "none" and options.auto_success_after_roll and plays(character)


def outcome_of(card: Event, character: Character, facts: Facts) -> Outcome:
    return Outcome(
        card=card,
        character=character,
        label=facts["label"] or facts["what"],
        total=facts["total"],
        target=facts["target"],
        success=facts["success"],
        extreme=facts["extreme"],
    )


def refuse_unable(turn: Turn, sheet: RoughSheet) -> None:
    """The defeated do nothing, the terrified nothing but come round (rough_magic.exhausted, rough_magic.terrifying).

    The GM says otherwise by doing it for them.
    """
    if turn.viewer.is_gm:
        return
    lost = sheet.damage.lost + sheet.damage.stun
    if not exhausted(lost=lost).legal:
        turn.refuse("down", f"{sheet.name} is defeated: they do nothing.")
    terror = state_of(sheet, "cowering", "fleeing")
    if terror is not None:
        turn.refuse("terrified", f"{sheet.name} is {terror.name}: they can only come round.")
