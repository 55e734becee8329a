"""Initiative (dragonfly.initiative): players throw for theirs, scores stand, ties are thrown, places are set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.access import watchers_of
from apps.characters.dragonfly.sheet import DragonflySheet, sheet_of
from apps.characters.forms import acting_for, named
from apps.checks.dragonfly.odds import button
from apps.checks.dragonfly.sides import hand_of
from apps.checks.thrown import Thrown
from apps.combat import tracking
from apps.combat.dragonfly.fighters import moves, questions, told
from apps.combat.dragonfly.fighters.standing import there, turn_of
from apps.combat.dragonfly.fighters.states import state_of
from apps.combat.models import Combatant, CombatantKey, Fight
from apps.rules.dice import Dice, Recorded
from apps.rules.dragonfly.checks import Check, finished
from apps.rules.dragonfly.combat import fear, turns
from apps.rules.dragonfly.drama import FEAT
from apps.rules.parts import Part, total_of
from apps.table import exchanges
from apps.table.acts import ActForm, act
from apps.table.models import Ask, Event, Exchange
from apps.table.turn import Turn, kept_answer
from apps.table.viewer import Viewer

KINDS = questions.kinds_for(questions.INITIATIVE)
FAST = "fast-reaction-time"
USE = "initiative"
BY_DIRECTOR = "The Director places this one: nothing is thrown for it."
LABELS = {
    "dexterity": "Dexterity",
    "initiative-bonus": "Fast Reaction Time",
    FEAT.label_id: "Heroic Feat",
    USE: "Initiative on the sheet",
}
Groups = Sequence[Sequence[str]]


@dataclass(frozen=True)
class InitiativeAsked:
    """Whose throw is waited for."""

    combatant: CombatantKey


# what is thrown


def side(combatant: Combatant, sheet: DragonflySheet, options: Any) -> turns.Combatant:
    """The combatant as the rules take it. A score sheet that rolls has its Dexterity where its initiative stands."""
    fast = options.quality_bonuses.fast_reaction_time if sheet.has(FAST) else 0
    entered = sheet.number("dexterity") if sheet.is_full else max(0, sheet.initiative_override or 0)
    return turns.Combatant(
        name=str(combatant.pk),
        dexterity=entered,
        bonus=fast,
        supporting=not sheet.is_full,
        score=sheet.initiative,
        place=combatant.place,
    )


def feat_announced(combatant: Combatant) -> bool:
    """Whether the Turn's Heroic Feat is for initiative (dragonfly.heroic-feat)."""
    declared = tracking.declaration_of(combatant.fight, combatant)
    return declared is not None and USE in declared.plan.get("drama", ())


def lines(combatant: Combatant, options: Any) -> tuple[Part, ...]:
    """All that is added to the d10."""
    one = side(combatant, sheet_of(combatant.character), options)
    own = (Part("dexterity", one.dexterity, "attribute"), Part("initiative-bonus", one.bonus, "quality"))
    return tuple(part for part in (*own, *((FEAT,) if feat_announced(combatant) else ())) if part.value)


def throw(combatant: Combatant, dice: Dice, options: Any) -> Check | None:
    """One combatant's own throw or score; None where the Director places them (switch supporting-initiative)."""
    check = turns.initiative_check(side(combatant, sheet_of(combatant.character), options), dice=dice, options=options)
    if check is None or check.face is None or not feat_announced(combatant):
        return check
    return finished((*check.parts, FEAT), check.face)


# the phase


def wanting(fight: Fight, options: Any) -> list[Combatant]:
    """Those whose initiative is still open in this Turn; nobody who cannot act."""
    return [
        one
        for one in tracking.still_in(fight)
        if one.initiative is None
        and not _placed_by_hand(one)
        and turns.rolls_now(has_place=_has_place(one), options=options)
        and state_of(one.character).can_act
    ]


def _has_place(one: Combatant) -> bool:
    return one.place is not None and one.initiative is not None


def is_open(one: Combatant) -> bool:
    """Whether neither a number nor a place says yet when they act."""
    return one.initiative is None and one.place is None


def _placed_by_hand(one: Combatant) -> bool:
    return one.place is not None and one.initiative is None


def _by_director(one: Combatant, options: Any) -> bool:
    return options.supporting_initiative == "director" and one.character.sheet != "full"


def keeps_place(one: Combatant, options: Any) -> bool:
    """Whether a combatant acts in the next Turn where they act in this one (switches initiative-once-per-fight and
    supporting-initiative)."""
    return options.initiative_once_per_fight or (_by_director(one, options) and one.initiative is None)


def call_up(turn: Turn, fight: Fight) -> tuple[list[Combatant], list[dict[str, Any]]]:
    """Takes the scores, throws for those whom nobody plays; returns who is to be asked, and what fell for the GMs."""
    options = moves.options_of(turn.viewer, fight)
    to_ask, fell = [], []
    for one in wanting(fight, options):
        if one.character.sheet == "full" and one.character.seat_id:
            if ask_of(one) is None:
                to_ask.append(one)
            continue
        check = throw(one, turn.dice, options)
        if check is not None:
            turn.change(one, initiative=check.total)
            fell.append(thrown_line(one, check))
    return to_ask, fell


def thrown_line(one: Combatant, check: Check) -> dict[str, Any]:
    """What was thrown for somebody in the course of a step, with every number."""
    parts = told_parts(tuple(part for part in check.parts if part.kind != "die"))
    return {
        "name": one.character.name,
        "face": check.face,
        "total": check.total,
        "parts": parts,
        "open": told.is_open(one.character),
    }


def ask_for(turn: Turn, combatants: list[Combatant], by: Event) -> None:
    """Asks each player for one tap."""
    for one in combatants:
        kind = questions.kind_for(questions.INITIATIVE, one.character)
        exchange = exchanges.open_exchange(turn, kind, InitiativeAsked(one.pk), by)
        facts = {"who": one.character.name, "character_id": one.character.public_id}
        exchanges.ask(turn, exchange, ("character", one.character_id), facts)


def open_asks(fight: Fight) -> list[Ask]:
    """The throws that are still waited for."""
    waiting = exchanges.open_exchanges(fight.desk, *KINDS)
    return [ask for one in waiting for ask in fight.desk.all(Ask, exchange=one, closed_at=None)]


def ask_of(combatant: Combatant) -> Ask | None:
    """The question for this combatant's throw, while it is open."""
    found = (one for one in open_asks(combatant.fight) if one.exchange.state["combatant"] == combatant.pk)
    return next(found, None)


def call_off(turn: Turn, fight: Fight, combatant: Combatant | None = None) -> None:
    """Nobody waits any more for this combatant's throw, or for any."""
    for one in open_asks(fight):
        if combatant is None or one.exchange.state["combatant"] == combatant.pk:
            exchanges.close(turn, one.exchange)


def throw_the_rest(turn: Turn, fight: Fight) -> list[dict[str, Any]]:
    """The GM throws for everybody left. Faces that fell before an answer was taken back count again."""
    options, told_of, fallen = moves.options_of(turn.viewer, fight), [], list(turn.dice.fallen)
    asks = {one.exchange.state["combatant"]: one for one in open_asks(fight)}
    for one in wanting(fight, options):
        ask = asks.get(one.pk)
        thrown = Thrown(turn, None, ask)
        check = throw(one, thrown.dice, options)
        if check is None:
            continue
        fallen += thrown.dice.fallen
        if ask is not None:
            kept_answer(turn, ask, thrown.dice)
        turn.change(one, initiative=check.total)
        told_of.append(thrown_line(one, check))
    turn.dice.fallen[:] = fallen
    call_off(turn, fight)
    return told_of


# the order


def settle(turn: Turn, fight: Fight, dice: Dice) -> tuple[turns.Tie, ...]:
    """Sets everybody's place: from all totals, or, where an order stands already, for those who are new in it.

    Returns what was thrown between those who were equal. Whoever has neither a number nor a place, such as the
    unconscious, is left without.
    """
    options = moves.options_of(turn.viewer, fight)
    here = [one for one in tracking.still_in(fight) if _can_be_placed(one, options)]
    ordered = fight.phase in moves.ACTING_PHASES or options.initiative_once_per_fight
    ties: tuple[turns.Tie, ...] = ()
    if ordered and any(_has_place(one) for one in here):
        groups = _late(here)
    else:
        groups, ties = _thrown_order(here, dice, options)
    set_places(turn, here, _startled(fight, here, groups))
    return ties


def _can_be_placed(one: Combatant, options: Any) -> bool:
    return one.initiative is not None or one.place is not None or _by_director(one, options)


def _late(here: list[Combatant]) -> Groups:
    groups: Groups = groups_of([one for one in here if one.place is not None])
    for one in here:
        if one.place is None:
            groups = inserted(groups, one, here)
    return groups


def _thrown_order(here: list[Combatant], dice: Dice, options: Any) -> tuple[Groups, tuple[turns.Tie, ...]]:
    sides = [side(one, sheet_of(one.character), options) for one in here]
    checks = [
        None if one.initiative is None else finished((Part(USE, one.initiative, "modifier"),), None) for one in here
    ]
    found = turns.in_order(combatants=sides, checks=checks, dice=dice, options=options)
    return found.places, found.ties


def groups_of(placed: list[Combatant]) -> list[list[str]]:
    """The order as it stands; those of one place together."""
    found: dict[int, list[str]] = {}
    for one in sorted(placed, key=lambda one: (one.place or 0, one.pk)):
        found.setdefault(one.place or 0, []).append(str(one.pk))
    return list(found.values())


def inserted(groups: Groups, new: Combatant, here: list[Combatant]) -> list[list[str]]:
    """Who comes in later acts after everybody with as much or more; without a number, last."""
    numbers = {str(one.pk): one.initiative for one in here if one.initiative is not None}
    order, mine = [list(group) for group in groups], new.initiative
    after = len(order)
    if mine is not None:
        highest = [max((numbers[name] for name in group if name in numbers), default=mine - 1) for group in order]
        after = max((n for n, number in enumerate(highest, 1) if number >= mine), default=0)
    order.insert(after, [str(new.pk)])
    return order


def set_places(turn: Turn, here: list[Combatant], groups: Groups) -> None:
    rows = {str(one.pk): one for one in here}
    for place, group in enumerate(groups, 1):
        for name in group:
            turn.change(rows[name], place=place)


# Startled


def startle(turn: Turn, startled: Combatant, creature: Combatant) -> None:
    """A Startled combatant acts after the creature in this Turn (dragonfly.panic-table).

    At once where places are set, otherwise when they are.
    """
    fight = startled.fight
    tracking.set_tally(turn, startled, turn_of(fight), moves.STARTLED_BY, creature.pk)
    here = [one for one in tracking.still_in(fight) if one.place is not None]
    if {startled.pk, creature.pk} <= {one.pk for one in here}:
        set_places(turn, here, _startled(fight, here, groups_of(here)))


def _startled(fight: Fight, here: list[Combatant], groups: Groups) -> Groups:
    names = {str(one.pk) for one in here}
    for one in here:
        creature = tracking.tallies_of(one, fight.turn).get(moves.STARTLED_BY)
        if creature is not None and str(creature) in names:
            groups = fear.startled_order(places=groups, startled=str(one.pk), creature=str(creature))
    return groups


# the throw


class InitiativeForm(ActForm):
    ask = forms.CharField(widget=forms.HiddenInput, max_length=16)
    face = forms.IntegerField(
        label="The face of my real die", required=False, min_value=0, max_value=10, help_text="A printed 0 is a 10."
    )

    def setup(self) -> None:
        self.fields["face"].widget.attrs["inputmode"] = "numeric"
        if not self.viewer.options.typed_dice:
            del self.fields["face"]

    def clean_ask(self) -> Ask:
        found = exchanges.may_answer(self.viewer, self.cleaned_data["ask"])
        if found is None or found.exchange.kind not in KINDS or combatant_asked(found.exchange) is None:
            raise forms.ValidationError("This throw is no longer waited for.", "closed")
        return found


def combatant_asked(exchange: Exchange) -> Combatant | None:
    state: InitiativeAsked = exchanges.state_of(exchange)
    found = exchange.desk.find(Combatant, state.combatant)
    return found if found is not None and found.fight.span.closed_at is None else None


def throw_outlook(viewer: Viewer, form: InitiativeForm) -> Mapping[str, Any]:
    combatant = there(combatant_asked(form.cleaned_data["ask"].exchange))
    parts = lines(combatant, moves.options_of(viewer, combatant.fight))
    return {
        "heading": f"Initiative for {combatant.character.name}",
        "parts": told_parts(parts),
        "button": button(total_of(parts), form.cleaned_data.get("face")),
    }


@act(
    "dragonfly.initiative",
    title="Initiative",
    form=InitiativeForm,
    button="Roll",
    preview=throw_outlook,
    template="combat/dragonfly/acts/initiative.html",
)
def throw_initiative(turn: Turn, form: InitiativeForm) -> None:
    """One combatant's throw. With the last of them places are set and the actions begin."""
    ask: Ask = form.cleaned_data["ask"]
    combatant = there(combatant_asked(ask.exchange))
    fight = combatant.fight
    acting_for(turn, combatant.character)
    thrown = Thrown(turn, _hand(turn, form, ask), ask)
    check = there(throw(combatant, thrown.dice, moves.options_of(turn.viewer, fight)), BY_DIRECTOR, "ask")
    turn.change(combatant, initiative=check.total)
    last = len(open_asks(fight)) == 1
    ties = _settle_with(turn, fight, thrown) if last else ()
    thrown.settle()
    event = turn.tell(
        questions.INITIATIVE, thrown_facts(combatant, check, thrown.typed), to=watchers_of(combatant.character)
    )
    exchanges.close_ask(turn, ask, event)
    exchanges.close(turn, ask.exchange)
    if last:
        begin_actions(turn, fight, ties)


def _settle_with(turn: Turn, fight: Fight, thrown: Thrown) -> tuple[turns.Tie, ...]:
    """Ties are thrown by the program, also where the last throw was a real die."""
    by_hand = thrown.typed and not thrown.again
    dice = Recorded(turn.dice) if by_hand else thrown.dice
    ties = settle(turn, fight, dice)
    if by_hand:
        thrown.dice.fallen += dice.fallen
    return ties


def _hand(turn: Turn, form: InitiativeForm, ask: Ask) -> Any:
    face = form.cleaned_data.get("face")
    if ask.thrown and face is not None and (face or 10) != ask.thrown[0][1]:
        why = f"The die fell before this was taken back, and it shows {ask.thrown[0][1]}. It counts again."
        turn.refuse("fallen", why, "face")
    return hand_of(turn, face)


def thrown_facts(combatant: Combatant, check: Check, typed: bool) -> dict[str, Any]:
    """The throw with every number."""
    own = tuple(part for part in check.parts if part.kind != "die")
    return named(combatant.character) | {
        "face": check.face,
        "typed": typed,
        "total": check.total,
        "parts": told_parts(own),
        "left_out": [],
        "feat": FEAT in check.parts,
        "rule": "dragonfly.initiative",
    }


def told_parts(parts: tuple[Part, ...]) -> list[dict[str, Any]]:
    return [
        {"label": LABELS.get(part.label_id, part.label_id), "value": part.value, "source": "", "kind": part.kind}
        for part in parts
    ]


def begin_actions(turn: Turn, fight: Fight, ties: Sequence[turns.Tie]) -> Event:
    """Places are set: the actions begin, and whoever comes first is up."""
    if fight.phase in {"intentions", "initiative"}:
        turn.change(fight, phase="actions")
    now = moves.go_on(turn, fight)
    full, public = told.order(fight, ties)
    by_itself = {"by_itself": turn.act == "dragonfly.initiative"}
    return told.step(turn, fight, now, full=full | by_itself, public=public | by_itself)


def ask_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card needs: what is added to the die, as whoever is asked knows it."""
    combatant = combatant_asked(ask.exchange)
    if combatant is None:
        return {"asked": ask.facts, "gone": True}
    parts = lines(combatant, moves.options_of(viewer, combatant.fight))
    return {
        "asked": ask.facts,
        "button": button(total_of(parts)),
        "parts": told_parts(parts),
        "fallen": bool(ask.thrown),
    }
