"""What somebody does with their turn besides attacking: more than one action, wait, break in, something else
(yarn.multiple-actions, yarn.delay-turn, yarn.movement-speeds)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from apps.characters.access import knowers_of
from apps.characters.forms import acting_for, named, number, one_line
from apps.checks.yarn.pools import Extra, Sought, adds_to_roll
from apps.combat import tracking
from apps.combat.models import Combatant
from apps.combat.yarn.rounds import going_on, stored
from apps.combat.yarn.rounds.forms import PLAIN, FighterForm
from apps.rules.refusal import Refused
from apps.rules.yarn.checks import price_of, why_not_declared
from apps.rules.yarn.combat.fighting import psychological_advantage
from apps.rules.yarn.combat.lists import SPEEDS
from apps.rules.yarn.combat.rounds import movement_speeds
from apps.table.acts import act, gms
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_EXTRA = 5
EDGE, EDGE_AGAIN, DEEP = "edge-next", "edge-again", "edge-all"
"""In which round a psychological advantage was gained: for the next one, for the next while that of the round before
still holds, or for the whole fight; counted from 1."""
DURATIONS = {EDGE: "next round", EDGE_AGAIN: "next round", DEEP: "whole combat"}


# more than one action


class ExtraForm(FighterForm):
    """How many actions beside the one that everybody has."""

    extra = number("Extra actions", 0, MOST_EXTRA, initial=1)


def price_words(extra: int) -> str:
    """What so many cost."""
    fewer, penalty = price_of(extra)
    if fewer:
        return f"{fewer} dice fewer" if fewer > 1 else "1 die fewer"
    return "a penalty die" if penalty else "nothing"


def extra_outlook(viewer: Viewer, form: ExtraForm) -> Mapping[str, Any]:
    """What so many extra actions cost, and why they are not to be had."""
    one, extra = form.so_far(), form.cleaned_data["extra"]
    no = _why_not_extra(viewer, one) if one else None
    words = f"{price_words(extra).capitalize()} on every roll up to the end of the round, defences too."
    button = f"Take {extra} extra action{'' if extra == 1 else 's'}"
    return {"line": words, "refused_now": no.text if no else "", "button": button}


def _why_not_extra(viewer: Viewer, one: Combatant) -> Refused | None:
    """Extra actions are declared before anything is done in the own turn, or at the start of the round (the switch
    multiple-actions-declared); the GM is not held to it."""
    if viewer.is_gm:
        return None
    started = any(each.state == "acted" or stored.used(each) for each in stored.everybody(one.fight))
    if one.state == "acting" and not stored.used(one).get(stored.ACTS):
        moment = "turn" if started else "start of round"
    else:
        moment = "start of round" if one.state == "waiting" and not started else "later"
    return why_not_declared(moment=moment, options=stored.options_of(one.fight))


@act(
    "yarn.extra-actions",
    title="Extra actions",
    form=ExtraForm,
    button="Take them",
    preview=extra_outlook,
    template=PLAIN,
)
def extra_actions(turn: Turn, form: ExtraForm) -> None:
    """Says how many; each roll of the round pays for them (yarn.multiple-actions)."""
    one, extra = form.combatant(turn), form.cleaned_data["extra"]
    if no := _why_not_extra(turn.viewer, one):
        raise no
    acting_for(turn, one.character)
    stored.note(turn, one, stored.EXTRA, extra)
    facts = named(one.character) | {"extra": extra, "price": price_words(extra)}
    turn.tell("yarn.extra-taken", facts, to=knowers_of(one.character))


def fighting_now(sought: Sought) -> Combatant | None:
    """The fighter whose roll it is, while rounds run."""
    fight = tracking.fight_of(sought.who.desk.table)
    if fight is None or fight.phase != stored.ROUNDS:
        return None
    return tracking.combatant_of(fight, sought.who)


@adds_to_roll
def _what_the_round_adds(sought: Sought) -> Iterable[Extra]:
    """The price of extra actions on every roll; desperate defence on each defence; an advantage on attack and
    defence."""
    one = fighting_now(sought)
    if one is None or sought.what == "resistance":
        return
    held = stored.used(one)
    fewer, penalty = price_of(held.get(stored.EXTRA, 0) + sought.busier)
    if fewer:
        yield Extra("fewer", fewer, "Extra actions", "yarn.multiple-actions")
    if penalty:
        yield Extra("penalty", penalty, "Extra action", "yarn.multiple-actions")
    if held.get(stored.DESPERATE) and sought.what == "defence":
        yield Extra("bonus", 1, "Desperate defence", "yarn.desperate-defence")
    if sought.what in ("attack", "defence") and (bonus := edge_of(one)):
        yield Extra("bonus", bonus, "Psychological advantage", "yarn.psychological-advantage")


# advantage in the mind


def edge_of(one: Combatant) -> int:
    """Bonus dice of this round (yarn.psychological-advantage)."""
    held, now = tracking.tallies_of(one, one.fight.span), stored.round_number(one.fight)
    gained = [(held[key], words) for key, words in DURATIONS.items() if held.get(key)]
    return sum(
        psychological_advantage(gained_in_round=start, duration=words, rounds=[now]).bonus[0] for start, words in gained
    )


def _free_key(one: Combatant, now: int) -> str:
    """Where one for the next round is noted, so that one that holds now goes on holding."""
    holds = tracking.tallies_of(one, one.fight.span).get(EDGE) == now - 1
    return EDGE_AGAIN if holds and now > 1 else EDGE


class EdgeForm(FighterForm):
    how_long = forms.ChoiceField(
        label="For how long",
        choices=[(EDGE, "The next round"), (DEEP, "The whole fight, for a deep reason")],
        initial=EDGE,
        widget=forms.RadioSelect,
    )
    why = one_line("Why", 120, required=False)


@act("yarn.advantage", title="The upper hand", form=EdgeForm, who=gms, button="A bonus die")
def advantage(turn: Turn, form: EdgeForm) -> None:
    """A bonus die on attacks and defences, in the next round or to the end (yarn.psychological-advantage)."""
    one = form.combatant(turn)
    whole, now = form.cleaned_data["how_long"] == DEEP, stored.round_number(one.fight)
    tracking.set_tally(turn, one, one.fight.span, DEEP if whole else _free_key(one, now), now)
    facts = named(one.character) | {"whole": whole, "why": form.cleaned_data["why"]}
    turn.tell("yarn.upper-hand", facts, to=knowers_of(one.character))


# waiting


@act("yarn.hold-back", title="Hold back", form=FighterForm, button="Hold back")
def hold_back(turn: Turn, form: FighterForm) -> None:
    """Waits in the own turn, to break in whenever it suits; what is not used by the end of the round is lost.
    Refuses whoever does not act, or has acted."""
    one = form.combatant(turn)
    if one.state != "acting" or stored.used(one).get(stored.ACTS):
        turn.refuse("not-now", f"{one.character.name} may hold back in their turn, before acting.", "character")
    acting_for(turn, one.character)
    stored.note(turn, one, stored.WAITS)
    turn.change(one, state="acted")
    ended = going_on.comes(turn, one.fight)
    facts = named(one.character) | _then(one, ended)
    turn.tell("yarn.held-back", facts, to=knowers_of(one.character))


def _then(one: Combatant, ended: list[dict[str, Any]] | None) -> dict[str, Any]:
    """Whose turn it is now, as far as everybody may know."""
    shown = [each.character.name for each in stored.acting(one.fight) if not each.character.hidden]
    over = [each for each in ended or [] if not each.get("hidden")]
    return {"now": shown, "round": stored.round_number(one.fight) if ended is not None else 0, "ended": over}


BEFORE, TOGETHER = "before", "together"


def beside(one: Combatant) -> Combatant | None:
    """At the same moment as whom somebody can act: whoever acts now and is as much known as they are."""
    now = [each for each in stored.acting(one.fight) if each != one]
    return next((each for each in now if each.character.hidden == one.character.hidden), None)


class BreakInForm(FighterForm):
    """Before what others do, or at the same moment."""

    when = forms.ChoiceField(
        label="When",
        required=False,
        choices=[(BEFORE, "Before them"), (TOGETHER, "At the same moment")],
        initial=BEFORE,
        widget=forms.RadioSelect,
    )

    def setup(self) -> None:
        super().setup()
        one = self.so_far()
        if one is None or beside(one) is None:
            del self.fields["when"]


@act("yarn.break-in", title="Break in", form=BreakInForm, button="Break in", template=PLAIN)
def break_in(turn: Turn, form: BreakInForm) -> None:
    """Whoever held back acts now, before what was only declared, and the one who was interrupted goes on afterwards;
    or at the same moment, and both are rolled before either lands (yarn.delay-turn). Refuses whoever did not hold
    back."""
    one = form.combatant(turn)
    if not stored.used(one).get(stored.WAITS):
        turn.refuse("does-not-wait", f"{one.character.name} does not hold back in this round.", "character")
    if not turn.viewer.is_gm and (no := stored.why_down(one)):
        raise no
    acting_for(turn, one.character)
    before = [each.character.name for each in stored.acting(one.fight) if not each.character.hidden]
    stored.note(turn, one, stored.WAITS, 0)
    other = beside(one) if form.cleaned_data.get("when") == TOGETHER else None
    if other is not None:
        stored.join_moment(turn, one, other)
    stored.note(turn, one, stored.INNER)
    turn.change(one, state="acting")
    facts = named(one.character) | {"into": before, "beside": other.character.name if other else ""}
    turn.tell("yarn.broke-in", facts, to=knowers_of(one.character))


# something else


class DoForm(FighterForm):
    what = one_line("What", 160, required=False)
    speed = forms.ChoiceField(
        label="How fast",
        required=False,
        choices=[("", "Stays"), *((row.id, row.title) for row in SPEEDS)],
        widget=forms.RadioSelect,
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not data.get("what") and not data.get("speed"):
            self.add_error("what", "Say what is done, or how fast somebody goes.")
        return data


def do_outlook(viewer: Viewer, form: DoForm) -> Mapping[str, Any]:
    one = form.so_far()
    no = stored.why_no_act(viewer, one) if one else None
    return {"refused_now": no.text if no else "", "line": _way(one, form.cleaned_data) if one else ""}


def _way(one: Combatant, data: Mapping[str, Any]) -> str:
    """Running, fast: 15 m."""
    if not data.get("speed"):
        return ""
    options = stored.options_of(one.fight)
    found = movement_speeds(speed=data["speed"], seconds_per_round=options.seconds_per_round, options=options)
    title = next(row.title for row in SPEEDS if row.id == data["speed"])
    return f"{title}: {found.metres:g} m"


@act(
    "yarn.do-something",
    title="Something else",
    form=DoForm,
    button="Do it",
    preview=do_outlook,
    template=PLAIN,
)
def do_something(turn: Turn, form: DoForm) -> None:
    """One thing that takes a few seconds: shout, run, search a pack (yarn.rounds). It uses an action."""
    one = form.combatant(turn)
    acting_for(turn, one.character)
    stored.uses_act(turn, one)
    facts = named(one.character) | {"what": form.cleaned_data["what"], "way": _way(one, form.cleaned_data)}
    turn.tell("yarn.did-something", facts, to=knowers_of(one.character))


# desperate defence


def why_not_desperate(viewer: Viewer, one: Combatant) -> Refused | None:
    """Why somebody cannot give up the attack for it (yarn.desperate-defence); where the table asks each time, the GM
    says so."""
    switch, held = stored.options_of(one.fight).desperate_defence, stored.used(one)
    if switch == "off":
        return Refused("no-desperate-defence", "This table plays without desperate defence.", "character")
    if switch != "on" and not viewer.is_gm:
        return Refused("ask-gm", f"The {viewer.game.gm} says when there is desperate defence.", "character")
    if held.get(stored.ATTACKS):
        return Refused("has-attacked", "The attack of this round is made, and cannot be given up.", "character")
    if held.get(stored.DESPERATE):
        return Refused("desperate", f"{one.character.name} has given up the attack already.", "character")
    return None


@act("yarn.desperate", title="Desperate defence", form=FighterForm, button="Give up the attack")
def desperate(turn: Turn, form: FighterForm) -> None:
    """No attack in this round, and a bonus die on each defence from now on."""
    one = form.combatant(turn)
    if no := why_not_desperate(turn.viewer, one):
        raise no
    acting_for(turn, one.character)
    stored.note(turn, one, stored.DESPERATE)
    turn.tell("yarn.desperately", named(one.character), to=knowers_of(one.character))
