"""A roll of one's own: the dice of a trait, with what helps and hinders, against a number or an obstacle's dice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.access import knowers_of, played_by
from apps.characters.forms import CharacterChoice, acting_for, first_unless_named, named, one_line
from apps.characters.models import Character
from apps.characters.yarn.people import player_of
from apps.checks.modes import mode_field, mode_of, set_modes
from apps.checks.yarn import experience
from apps.checks.yarn.pools import Built
from apps.checks.yarn.rolling import facts_of, rolled
from apps.checks.yarn.rolling_acts import odds
from apps.checks.yarn.rolling_acts.difficulty import Against, DifficultyForm
from apps.checks.yarn.rolling_acts.secrecy import Facts, tell
from apps.checks.yarn.rolling_acts.side import TECHNICAL, ReactingForm, Side, SideForm, unnoticed, why_not_thrown
from apps.rules.yarn.checks import Checked, checked, is_botched
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import Pool, Rolled
from apps.table.acts import act
from apps.table.models import Ask, Event, Seat
from apps.table.turn import Turn
from apps.table.viewer import Viewer

UNUSUAL, NORMAL = "", "normal"


class CheckForm(DifficultyForm, ReactingForm):
    character = CharacterChoice(empty_label=None)
    use = forms.ChoiceField(
        label="A technical trait", required=False, widget=forms.RadioSelect,
        choices=[(UNUSUAL, "Unusual: roll"), (NORMAL, "Normal use: it works")],
    )  # fmt: skip
    label = one_line("What for, in a few words", 120, required=False)
    mode = mode_field("Who sees the roll")

    def setup(self) -> None:
        self.choose("character", self.alternatives)
        whose = self.whose
        own = whose is None or not player_of(whose).is_gm
        set_modes(self, self.viewer, first="gm" if self.viewer.is_gm and not own else "")
        if whose is not None:
            self.offer_side(whose)

    @cached_property
    def alternatives(self) -> list[Character]:
        """For whom this seat may roll."""
        return played_by(self.viewer)

    @property
    def whose(self) -> Character | None:
        """Whose roll it is so far: the first where nobody is named."""
        return first_unless_named(self, self.alternatives)

    @property
    def has_technical(self) -> bool:
        """Whether a trait of theirs does without a roll what is not unusual."""
        return self.sheet is not None and any(one.kind in TECHNICAL for one in self.sheet.traits)

    @property
    def works(self) -> bool:
        """Whether a technical trait settles it without a roll (yarn.technical-trait-use)."""
        line = self.side.line(self.viewer.desk)
        technical = line is not None and line.kind in TECHNICAL and not self.side.touches
        return self.cleaned_data["use"] == NORMAL and technical

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if self.sheet is not None and not self.errors and not self.works:
            no = why_not_thrown(self.pool_found)
            if no is not None:
                self.add_error("trait", no.text)
        return given


def outlook(viewer: Viewer, form: CheckForm) -> Mapping[str, Any]:
    """Exact odds of what is chosen so far, and a button that says what it throws."""
    name = form.cleaned_data["character"].name
    about = {"heading": f"{name}: {form.cleaned_data['label'] or 'a roll'}", "own_footer": True}
    if form.works:
        return about | {"button": "It works, without a roll"}
    return about | drawn(form.side, form.pool_found, form.against, viewer)


def drawn(side: Side, found: Built, against: Against, viewer: Viewer) -> dict[str, Any]:
    """The dice that are thrown, their odds, what an experience die makes of them, and the button."""
    options = side.options(viewer.options)
    return {
        "built": found,
        "throws": throws(found.pool),
        "idle": range(found.pool.thrown - found.pool.counted),
        "full": range(found.pool.counted),
        "odds": odds.drawn(found.pool, against, options, other=_without_or_with(side, found, viewer.options)),
        "button": button(found.pool),
    }


def _without_or_with(side: Side, found: Built, options: Options) -> tuple[str, Pool] | None:
    """The other roll with which an experience die is compared, if there is one."""
    net = found.of("bonus") - found.of("penalty")
    if side.reasons:
        return "without experience", _with_net(found.pool, net - len(side.reasons))
    who = found.sought.who if found.sought else None
    if who is None or not experience.most_for(who, options):
        return None
    return "with an experience die", _with_net(found.pool, net + 1)


def _with_net(pool: Pool, net: int) -> Pool:
    return Pool(pool.counted, max(0, net), max(0, -net))


def throws(pool: Pool) -> str:
    """Throw 5, keep best 3."""
    if pool.thrown == pool.counted:
        return f"Throw {pool.counted}, count all"
    return f"Throw {pool.thrown}, keep {'best' if pool.net_bonus else 'worst'} {pool.counted}"


def button(pool: Pool) -> str:
    return "Throw 1 die" if pool.thrown == 1 else f"Throw {pool.thrown} dice"


@act(
    "yarn.check",
    menu=10,
    at_hand="die",
    title="Roll a trait",
    form=CheckForm,
    button="Throw",
    preview=outlook,
    template="checks/yarn/rolling_acts/acts/check.html",
)
def check(turn: Turn, form: CheckForm) -> None:
    """Throws the dice of a trait against what it is up against (yarn.trait-roll). Refuses, before any die, a roll with
    none left, and an experience die without a reason. Normal use of a technical trait works without a roll."""
    character: Character = form.cleaned_data["character"]
    acting_for(turn, character)
    label, mode = form.cleaned_data["label"], mode_of(form)
    if form.works:
        line = form.side.line(turn.desk)
        facts = named(character) | {"label": label, "how": "automatic", "trait": line.name if line else ""}
        turn.tell("yarn.no-roll", facts, knowers_of(character))
        return
    finish(turn, form, form.side, form.against, label=label, mode=mode)


def finish(
    turn: Turn, form: SideForm, side: Side, against: Against, *, label: str, mode: str, ask: Ask | None = None,
    hidden: bool = False,
) -> Event:  # fmt: skip
    """Throws, compares and tells; returns the card. `hidden`: they learn neither the number nor the outcome; with
    `ask` it answers one, and the faces that fell in an answer that was taken back fall again."""
    who, found = side.who(turn.desk), side.built(turn.desk)
    roller: Seat = who.seat if ask is not None and who.seat is not None else turn.seat
    if roller.is_gm and mode != "everybody":
        found = unnoticed(found)
    options = side.options(turn.options)
    dice = form.dice_of(turn, found.pool.thrown, ask)
    fallen = rolled(turn, found, dice=dice.dice, options=options)
    obstacle = against.thrown(dice.dice)
    dice.settle()
    facts = named(who) | {"label": label, "typed": dice.typed} | told(turn, side, found, fallen)
    facts |= judged(fallen, against, obstacle, options)
    return tell(turn, facts, who, mode, roller, hidden=hidden)


def told(turn: Turn, side: Side, found: Built, fallen: Rolled) -> Facts:
    """What an event says of somebody's side."""
    line = side.line(turn.desk)
    options = side.options(turn.options)
    roll = facts_of(found, fallen) | {"botch": is_botched(fallen, options)}
    return {"trait": line.name if line else "", "reasons": list(side.reasons), "roll": roll}


def judged(fallen: Rolled, against: Against, obstacle: Rolled | None, options: Options) -> Facts:
    """How the roll did against the number, or against the obstacle's dice."""
    factor = obstacle.total if obstacle else against.factor
    found: Checked = checked(fallen, factor, options)
    revenge = options.unstoppable_six == "on" and found.outcome == "failure" and fallen.sixes > 0
    return {
        "against": against.words,
        "factor": factor,
        "obstacle": list(obstacle.faces) if obstacle else [],
        "outcome": found.outcome,
        "difference": found.difference,
        "gains": revenge,
    }
