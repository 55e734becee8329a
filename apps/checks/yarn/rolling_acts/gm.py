"""What needs no roll, what nobody rolls for, and what the GM throws for herself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import knowers_of, known_to
from apps.characters.forms import CharacterChoice, named, number, one_line
from apps.checks.modes import mode_field, mode_of, set_modes, tell_roll
from apps.checks.yarn.pools import Built, Extra
from apps.checks.yarn.rolling import facts_of
from apps.checks.yarn.rolling_acts import odds
from apps.checks.yarn.rolling_acts.check import button, judged, throws
from apps.checks.yarn.rolling_acts.difficulty import DifficultyForm
from apps.checks.yarn.rolling_acts.secrecy import tell_secretly
from apps.checks.yarn.rolling_acts.side import MOST_DICE
from apps.rules.yarn.checks import hand_of_fate
from apps.rules.yarn.pool import AVERAGE, pool_of, throw
from apps.table.acts import ActForm, act, gms
from apps.table.turn import Turn
from apps.table.viewer import Viewer

# without dice


class NoRollForm(ActForm):
    character = CharacterChoice(empty_label=None)
    label = one_line("What they try", 120)
    how = forms.ChoiceField(
        label="It is", choices=[("automatic", "Automatic: it works"), ("impossible", "Impossible: it fails")],
        initial="automatic", widget=forms.RadioSelect,
    )  # fmt: skip

    def setup(self) -> None:
        self.choose("character", known_to(self.viewer))


@act("yarn.no-roll", title="No roll is needed", form=NoRollForm, who=gms, button="Say so", menu=17)
def no_roll(turn: Turn, form: NoRollForm) -> None:
    """The GM's word on what is automatic or impossible (yarn.task-class)."""
    data = form.cleaned_data
    facts = named(data["character"]) | {"label": data["label"], "how": data["how"], "trait": ""}
    turn.tell("yarn.no-roll", facts, knowers_of(data["character"]))


# nobody's roll


class FateForm(ActForm):
    label = one_line("What is uncertain", 120, required=False)
    mode = mode_field("Who sees it")

    def setup(self) -> None:
        set_modes(self, self.viewer)


@act("yarn.fate", title="The hand of fate", form=FateForm, button="Throw 2 dice", menu=14)
def fate(turn: Turn, form: FateForm) -> None:
    """Two dice where no trait applies; the GM reads them (yarn.hand-of-fate)."""
    fell = hand_of_fate(dice=turn.dice)
    mode = mode_of(form)
    facts = {"label": form.cleaned_data["label"], "faces": list(fell.faces), "total": fell.total, "hint": fell.hint}
    if turn.viewer.is_gm and mode in {"gm", "blind"}:
        tell_secretly(turn, "yarn.fate", facts | {"mode": mode})
    else:
        tell_roll(turn, "yarn.fate", facts | {"mode": mode}, mode, turn.seat)


# the GM's own


class SecretForm(DifficultyForm):
    dice = number("Dice", 1, MOST_DICE, initial=AVERAGE)
    bonus = number("Bonus dice", 0, MOST_DICE, required=False, initial=0)
    penalty = number("Penalty dice", 0, MOST_DICE, required=False, initial=0)
    label = one_line("What for", 120, required=False)

    @property
    def pool_found(self) -> Built:
        """The pool, with where its dice come from."""
        given = self.cleaned_data
        bonus, penalty = given["bonus"] or 0, given["penalty"] or 0
        extras = (
            Extra("bonus", bonus, "Bonus", "yarn.bonus-dice"),
            Extra("penalty", penalty, "Penalty", "yarn.penalty-dice"),
        )
        pool = pool_of(base=given["dice"], bonus=bonus, penalty=penalty)
        return Built(pool, given["dice"], tuple(one for one in extras if one.count))


def secret_outlook(viewer: Viewer, form: SecretForm) -> Mapping[str, Any]:
    pool, against = form.pool_found.pool, form.against
    return {
        "throws": throws(pool), "odds": odds.drawn(pool, against, viewer.options), "button": button(pool),
        "own_footer": True,
    }  # fmt: skip


@act(
    "yarn.secret-roll",
    title="Roll in secret",
    form=SecretForm,
    who=gms,
    button="Throw",
    preview=secret_outlook,
    template="checks/yarn/rolling_acts/acts/secret.html",
    menu=12,
)
def secret_roll(turn: Turn, form: SecretForm) -> None:
    """The GM throws so many dice, and the players notice nothing at all (yarn.secret-gm-roll)."""
    found, against = form.pool_found, form.against
    fallen = throw(found.pool, turn.options, turn.dice)
    obstacle = against.thrown(turn.dice)
    facts = {"label": form.cleaned_data["label"], "roll": facts_of(found, fallen)}
    tell_secretly(turn, "yarn.secret-roll", facts | judged(fallen, against, obstacle, turn.options))
