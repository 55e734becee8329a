"""The order by roll: everybody rolls Perception once, the GM for each of theirs with a name and for each group
(rough_magic.perception-order)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.access import watchers_of
from apps.characters.forms import acting_for, named
from apps.characters.rough_magic import lasting
from apps.characters.rough_magic.sheet import sheet_of
from apps.checks.rough_magic.boxes import Box, boxes_for_check, counted
from apps.checks.rough_magic.sides import TwoSides, Value, added, duel, two_dice
from apps.checks.rough_magic.together.usual import with_net
from apps.checks.thrown import Thrown
from apps.combat import gathering, tracking
from apps.combat.models import Combatant, CombatantKey, Declaration, Fight
from apps.combat.rough_magic.order import places, stored, told
from apps.combat.rough_magic.order.forms import PLAIN, Group, groups_among
from apps.combat.rough_magic.order.stepping import Step, to_next
from apps.rules.dice import Dice, Fallen, KeptDice, Recorded
from apps.rules.rough_magic.combat.order import Ordered, perception_order
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.roll import DICE, SIDES
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.telling import tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "rough_magic.roll-order"
RULE = "rough_magic.perception-order"
OVER = "The order is rolled already, or the fight is over."


@dataclass(frozen=True)
class OrderAsked:
    """Whose roll is waited for."""

    combatant: CombatantKey


# what has been rolled


def plan_of(one: Combatant) -> Mapping[str, Any] | None:
    """What somebody rolled: two faces, the Perception that was added, and the net of what was for and against it."""
    found = tracking.declaration_of(one.fight, one)
    return found.plan if found is not None else None


def total_of(one: Combatant) -> int | None:
    plan = plan_of(one)
    return sum(plan["faces"]) + plan["perception"] + net_of(plan) if plan else None


def net_of(plan: Mapping[str, Any]) -> int:
    return int(plan.get("net", 0))


def boxes_of(one: Combatant, options: Options) -> list[Box]:
    """What may be for and against somebody's roll: nothing stands against it, so that nothing settles it either, and
    nobody runs yet."""
    found = boxes_for_check(sheet_of(one.character), gait=False, options=options)
    return [box for box in found if box.side == "AV"]


def usual_net(one: Combatant, options: Options) -> int:
    """The net of it as the states of play have it."""
    return counted(box for box in boxes_of(one, options) if box.ticked).av_net


def _note(turn: Turn, one: Combatant, faces: tuple[int, ...], net: int) -> None:
    """What was bought for this roll ends with it."""
    rank = sheet_of(one.character).rank("perception")
    plan = {"faces": list(faces), "perception": rank, "net": net}
    turn.create(Declaration, combatant=one, turn=one.fight.turn, plan=plan, shown=False)
    lasting.has_rolled(turn, one.character)


def groups_of(fight: Fight) -> list[Group]:
    """All who are in it, by groups, in the order in which they came."""
    return groups_among(one.character for one in stored.unaware(fight))


def lead_of(fight: Fight, group: Group) -> Combatant:
    return sure(tracking.combatant_of(fight, group.lead))


def wanting(fight: Fight) -> list[Combatant]:
    """Those who have yet to roll; of a group its first."""
    return [one for group in groups_of(fight) if plan_of(one := lead_of(fight, group)) is None]


# beginning


def begin(turn: Turn, fight: Fight) -> None:
    """The GM rolls for those whom nobody plays, and asks the players."""
    options, kept, fell = stored.options_of(fight), None, []
    for one in wanting(fight):
        if one.character.seat_id is None:
            faces = kept if kept and options.gm_order_rolls == "one for all" else turn.dice(DICE, SIDES)
            kept = faces
            _note(turn, one, faces, usual_net(one, options))
            fell.append(one)
    event = _tell_begun(turn, fight, fell)
    for one in wanting(fight):
        _ask(turn, one, event)
    if not wanting(fight):
        stand(turn, fight, order_of(fight, turn.dice))


def _ask(turn: Turn, one: Combatant, by: Event) -> None:
    exchange = exchanges.open_exchange(turn, KIND, OrderAsked(one.pk), by)
    facts = {"who": one.character.name, "character_id": one.character.public_id}
    exchanges.ask(turn, exchange, ("character", one.character_id), facts)


def _tell_begun(turn: Turn, fight: Fight, fell: list[Combatant]) -> Event:
    """What the GM's people rolled is the GM's; that everybody rolls is everybody's."""
    facts = {"title": fight.span.title, "rolling": True, "order": [], "unaware": []}
    rolls = [{"name": one.character.name, "total": total_of(one)} for one in fell]
    return tell_both(turn, "rough_magic.fight-started", {**facts, "rolls": rolls}, {**facts, "rolls": []})


# rolling


class RollForm(AnswerForm, TwoSides):
    """One's own side alone: there is no number to reach."""

    kinds = (KIND,)

    def setup(self) -> None:
        one = asked_of(self.row.exchange) if self.row is not None else None
        self.offer_boxes(boxes_of(one, self.viewer.options) if one is not None else ())


def asked_of(exchange: Exchange) -> Combatant | None:
    """Whose roll it is, while the order is open."""
    found = exchange.desk.find(Combatant, exchanges.state_of(exchange).combatant)
    return found if found is not None and found.fight.phase == stored.ROLLING and found.state != "out" else None


def outlook(viewer: Viewer, form: RollForm) -> Mapping[str, Any]:
    one = asked_of(form.cleaned_data["ask"].exchange)
    if one is None:
        return {"refused_now": OVER}
    rank = sheet_of(one.character).rank("perception")
    both = duel(form, Value(f"Perception {rank}", rank), Value())
    faces = form.cleaned_data.get("faces") or []
    button = f"Enter {added([sum(faces), both.bonus or 0])}" if faces else f"Roll {both.roll}"
    return {"heading": f"Order of play: {one.character.name}", "duel": both, "own_footer": True, "button": button}


@act(
    "rough_magic.roll-order",
    title="Order of play",
    form=RollForm,
    button="Roll",
    preview=outlook,
    template="combat/rough_magic/acts/roll-order.html",
)
def roll_order(turn: Turn, form: RollForm) -> None:
    """One fighter's Perception, with what is for and against it. With the last of them the order stands, and the first
    turn comes."""
    ask: Ask = form.cleaned_data["ask"]
    one = asked_of(ask.exchange)
    if one is None:
        turn.refuse("over", OVER, "ask")
    acting_for(turn, one.character)
    thrown = form.thrown(turn, ask)
    _note(turn, one, thrown.dice(DICE, SIDES), form.sides.av_net)
    last = not wanting(one.fight)
    order = _with_ties(one, thrown, turn) if last else None
    thrown.settle()
    rolled = {**sure(plan_of(one)), **form.told_boxes, "total": total_of(one), "typed": thrown.typed}
    facts = {**named(one.character), **rolled, "rule": RULE}
    event = turn.tell("rough_magic.order-rolled", facts, to=watchers_of(one.character))
    exchanges.answered(turn, ask, event)
    if order is not None:
        stand(turn, one.fight, order)


def _with_ties(one: Combatant, thrown: Thrown, turn: Turn) -> Ordered:
    """The order with the last roll; the program settles ties, also where that roll was of real dice."""
    ties = Recorded(turn.dice if thrown.typed and not thrown.again else thrown.dice)
    order = order_of(one.fight, ties)
    if thrown.typed and not thrown.again:
        thrown.dice.fallen += ties.fallen
    return order


class RestForm(ActForm):
    """The GM waits no longer."""


def rest_outlook(viewer: Viewer, form: RestForm) -> Mapping[str, Any]:
    fight = tracking.fight_of(viewer.table)
    if fight is None or fight.phase != stored.ROLLING:
        return {"refused_now": OVER}
    return {"warning": f"Still to roll: {', '.join(gathering.names(wanting(fight)))}"}


@act("rough_magic.roll-rest", title="Roll for everybody left", form=RestForm, who=gms, button="Roll for them",
     preview=rest_outlook, template=PLAIN)  # fmt: skip
def roll_rest(turn: Turn, form: RestForm) -> None:
    """The GM rolls for whoever has not yet, and the order stands. Faces that fell before an answer was taken back count
    again."""
    fight = tracking.running(turn)
    if fight.phase != stored.ROLLING:
        turn.refuse("over", OVER)
    fallen: list[Fallen] = []
    for one in wanting(fight):
        thrown = Thrown(turn, None, ask_of(one))
        _note(turn, one, thrown.dice(DICE, SIDES), usual_net(one, stored.options_of(fight)))
        thrown.settle()
        fallen += thrown.dice.fallen
    order = order_of(fight, ties := Recorded(turn.dice))
    turn.dice.fallen[:] = [*fallen, *ties.fallen]
    stand(turn, fight, order)


def ask_of(one: Combatant) -> Ask | None:
    """The question for somebody's roll, while it is open."""
    return exchanges.ask_about(one.desk, KIND, combatant=one.pk)


def call_off(turn: Turn) -> None:
    """Nobody waits for a roll any more."""
    for exchange in exchanges.open_exchanges(turn.desk, KIND):
        exchanges.close(turn, exchange)


# the order


def order_of(fight: Fight, ties: Dice) -> Ordered:
    """The order that the rolls make; dice that settle ties fall now."""
    leads = [lead_of(fight, group) for group in groups_of(fight)]
    plans = [(one, sure(plan_of(one))) for one in leads]
    fighters = [
        (one.public_id, plan["perception"], "player" if one.character.seat_id else "gm", net_of(plan))
        for one, plan in plans
    ]
    options = stored.options_of(fight)
    return perception_order(fighters=fighters, options=options, dice=KeptDice(_fell(plans, options), ties))


def _fell(plans: list[tuple[Combatant, Mapping[str, Any]]], options: Any) -> list[Fallen]:
    """The faces in the order in which the rule asks for them: with one roll for all, the GM's first alone."""
    fell: list[Fallen] = []
    gm_rolled = False
    for one, plan in plans:
        gm = one.character.seat_id is None
        if not (gm and gm_rolled and options.gm_order_rolls == "one for all"):
            fell += [(SIDES, face) for face in plan["faces"]]
        gm_rolled = gm_rolled or gm
    return fell


def stand(turn: Turn, fight: Fight, order: Ordered) -> None:
    """Everybody has a place, and the first turn comes."""
    call_off(turn)
    by_id = {lead_of(fight, group).public_id: group for group in groups_of(fight)}
    for group, total in zip(by_id.values(), order.totals, strict=True):
        turn.change(lead_of(fight, group), initiative=total)
    turn.change(fight, phase=stored.ROUND)
    places.seat_in_order(turn, fight, [by_id[name] for name in order.order])
    step = to_next(turn, fight, Step())
    full = {"order": told.order(fight, public=False), "totals": _totals(fight, public=False)}
    public = {"order": told.order(fight, public=True), "totals": _totals(fight, public=True)}
    told.step(turn, "rough_magic.order-set", fight, step, full, public)


def _totals(fight: Fight, *, public: bool) -> list[dict[str, Any]]:
    """The totals, of those whom players play to everybody, of the others to the GM."""
    rolled = [one for one in stored.ordered(fight) if one.initiative is not None]
    shown = [one for one in rolled if not public or (one.character.seat_id and not one.character.hidden)]
    return [{"name": one.character.name, "total": one.initiative} for one in shown]


def ask_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card needs."""
    one = asked_of(ask.exchange)
    if one is None:
        return {"asked": ask.facts, "gone": True}
    rank, net = sheet_of(one.character).rank("perception"), usual_net(one, viewer.options)
    words = with_net(f"Perception {rank}", net)
    return {"asked": ask.facts, "button": f"Roll {two_dice(rank + net)}", "words": words, "fallen": bool(ask.thrown)}
