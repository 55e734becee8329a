"""Who acts when: initiative is rolled for once, or all act as they sit (yarn.initiative, yarn.initiative-seating)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.access import sheet_open_to, watchers_of
from apps.characters.forms import acting_for, named
from apps.characters.yarn.people import players
from apps.checks.thrown import Thrown
from apps.checks.yarn.pools import Built, Sought, built
from apps.checks.yarn.real_dice import RealDiceForm
from apps.checks.yarn.rolling import facts_of
from apps.combat import gathering, tracking
from apps.combat.models import Combatant, CombatantKey, Fight
from apps.combat.yarn.rounds import stored, told
from apps.combat.yarn.rounds.forms import PLAIN, DiceForm, trait_field, traits_of
from apps.combat.yarn.rounds.going_on import first_turn
from apps.rules.dice import Dice, Fallen, Recorded
from apps.rules.yarn.combat.rounds import GM_SIDE, initiative, initiative_seating
from apps.rules.yarn.options import DEFAULTS
from apps.rules.yarn.pool import AVERAGE, throw
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "yarn.initiative"
stored.asks_in_fights(KIND)
OVER = "Initiative is rolled already, or the fight is over."
GM_DICE = "gm-dice"
"""How many dice the GM named for the one roll of her side, on each of hers."""


@dataclass(frozen=True)
class Asked:
    """Whose roll is waited for."""

    combatant: CombatantKey


# as they sit


def seat_all(turn: Turn, fight: Fight) -> None:
    """Players' characters in the order of the seats, the GM's before or after them; the first turn comes."""
    cast = stored.everybody(fight)
    mine = [one for one in cast if one.character.seat_id is None]
    by_seat = [(who.key, [one for one in cast if one.character.seat == who.seat]) for who in players(turn.desk)]
    theirs = {key: found for key, found in by_seat if found}
    order = initiative_seating(seats=list(theirs) or ["nobody"], options=stored.options_of(fight)).order
    rows = [one for key in order for one in (mine if key == GM_SIDE else theirs.get(key, []))]
    rest = [one for one in cast if one not in rows]
    _give_places(turn, [*rows, *rest])


def _give_places(turn: Turn, rows: Sequence[Combatant]) -> None:
    for place, one in enumerate(rows, 1):
        turn.change(one, place=place)


# asking


def wanting(fight: Fight) -> list[Combatant]:
    """Those of whom no number is known yet."""
    return [one for one in stored.everybody(fight) if one.initiative is None]


def ask_players(turn: Turn, those: Sequence[Combatant], by: Event) -> None:
    """Asks each for their initiative, in an exchange of its own."""
    for one in those:
        exchange = exchanges.open_exchange(turn, KIND, Asked(one.pk), by)
        facts = {"who": one.character.name, "character_id": one.character.public_id}
        exchanges.ask(turn, exchange, ("character", one.character_id), facts)


def asked_of(exchange: Exchange) -> Combatant | None:
    """Whose roll it is, while it is waited for."""
    found = exchange.desk.find(Combatant, exchanges.state_of(exchange).combatant)
    waits = found is not None and found.initiative is None and found.state != "out"
    return found if waits and sure(found).fight.span.closed_at is None else None


def ask_of(one: Combatant) -> Ask | None:
    """The question for somebody's roll, while it is open."""
    return exchanges.ask_about(one.desk, KIND, combatant=one.pk)


def call_off(turn: Turn, one: Combatant | None = None) -> None:
    """Nobody waits for a roll any more, or for that one's."""
    for exchange in exchanges.open_exchanges(turn.desk, KIND):
        if one is None or exchanges.state_of(exchange).combatant == one.pk:
            exchanges.close(turn, exchange)


# rolling


def sought_of(one: Combatant, trait: str = "", *, wits: bool = False) -> Sought:
    """A roll for initiative. No rule that may be read on rolls is read on it (yarn.blowing-the-top-off), and armour
    hinders it as anything that needs agility (yarn.armour-penalty), but for a trait of the `wits`."""
    return Sought(one.character, "action", trait, agility=not wits)


class RollForm(AnswerForm, DiceForm, RealDiceForm):
    """With which trait, as far as one fits."""

    kinds = (KIND,)
    trait = trait_field()
    wits = forms.BooleanField(label="A trait of the wits: what hinders agility does not count", required=False)

    def setup(self) -> None:
        one = self.one
        if one is not None:
            self.offer("trait", traits_of(self.viewer, one.character))
            self.start_with({"trait": ""})
        if one is None or built(sought_of(one)).pool == built(sought_of(one, wits=True)).pool:
            del self.fields["wits"]

    @property
    def one(self) -> Combatant | None:
        return asked_of(self.row.exchange) if self.row is not None else None

    def pool(self, one: Combatant) -> Built:
        """The roll as it is chosen. It locks no trait (yarn.initiative)."""
        trait = self.cleaned_data.get("trait") or ""
        wits = bool(trait and self.cleaned_data.get("wits"))
        return built(sought_of(one, trait, wits=wits), self.by_hand())


def outlook(viewer: Viewer, form: RollForm) -> Mapping[str, Any]:
    """How the dice of this initiative fall."""
    one = form.one
    if one is None:
        return {"refused_now": OVER}
    found = form.pool(one)
    heading, button = f"Initiative: {one.character.name}", f"Throw {found.pool.thrown}"
    return {"heading": heading, "button": button, "line": told.spread(found.pool, DEFAULTS)}


@act(
    "yarn.roll-initiative",
    title="Initiative",
    form=RollForm,
    button="Throw",
    preview=outlook,
    template="combat/yarn/rounds/acts/roll_initiative.html",
)
def roll_initiative(turn: Turn, form: RollForm) -> None:
    """One fighter's roll; with the last of them the GM's side is thrown, and the order stands. Whoever comes in later
    has a place from the next round on. Refuses somebody who is not in the fight any more."""
    ask: Ask = form.cleaned_data["ask"]
    one = form.one
    if one is None:
        turn.refuse("over", OVER, "ask")
    acting_for(turn, one.character)
    found, fight = form.pool(one), one.fight
    thrown = form.dice_of(turn, found.pool.thrown, ask)
    was = fight.phase
    fell = _throw(turn, one, found, thrown)
    rolls = settle(turn, fight, thrown.dice)
    thrown.settle()
    facts = named(one.character) | {"roll": fell, "later": was == stored.ROUNDS}
    event = turn.tell("yarn.initiative-rolled", facts, to=watchers_of(one.character))
    exchanges.answered(turn, ask, event)
    go_on(turn, fight, rolls, was)


def _throw(turn: Turn, one: Combatant, found: Built, thrown: Thrown) -> dict[str, Any]:
    rolled = throw(found.pool, DEFAULTS, thrown.dice)
    _keep(turn, one, rolled.total, found.pool.counted)
    return facts_of(found, rolled, typed=thrown.typed)


def _keep(turn: Turn, one: Combatant, total: int, dice: int) -> None:
    turn.change(one, initiative=total)
    tracking.set_tally(turn, one, one.fight.span, stored.DICE, dice)


class RestForm(ActForm):
    """The GM waits no longer."""


def rest_outlook(viewer: Viewer, form: RestForm) -> Mapping[str, Any]:
    """Who has still to roll, the GM's own apart."""
    fight = tracking.fight_of(viewer.table)
    left = [one for one in wanting(fight) if one.character.seat_id] if fight else []
    if not left:
        return {"refused_now": OVER}
    return {"line": f"Still to roll: {', '.join(gathering.names(left))}."}


@act(
    "yarn.roll-rest",
    title="Roll for everybody left",
    form=RestForm,
    who=gms,
    button="Roll for them",
    preview=rest_outlook,
    template=PLAIN,
)
def roll_rest(turn: Turn, form: RestForm) -> None:
    """The GM rolls 2 dice for whoever has not yet. Faces that fell in an answer that was taken back count again.
    Refuses it where nobody is left."""
    fight = tracking.running(turn)
    left = [one for one in wanting(fight) if one.character.seat_id]
    if not left:
        turn.refuse("over", OVER)
    was, fallen, rolls = fight.phase, list[Fallen](), []
    for one in left:
        thrown = Thrown(turn, None, ask_of(one))
        rolls.append({"name": one.character.name, "roll": _throw(turn, one, _plain(one), thrown)})
        thrown.settle()
        fallen += thrown.dice.fallen
        call_off(turn, one)
    theirs = settle(turn, fight, rest := Recorded(turn.dice))
    turn.dice.fallen[:] = [*fallen, *rest.fallen]
    turn.tell("yarn.initiative-thrown", {"rolls": rolls})
    go_on(turn, fight, theirs, was)


def _plain(one: Combatant) -> Built:
    return built(sought_of(one))


# the GM's side


def throw_for_gm(turn: Turn, fight: Fight, dice: Dice) -> list[dict[str, Any]]:
    """One roll for all of hers, in nobody's name, or one each (the switch gmc-initiative), with as many dice as she
    named. For the GMs."""
    kept: tuple[int, int] | None = None
    found: list[dict[str, Any]] = []
    each = stored.options_of(fight).gmc_initiative == "one each"
    for one in wanting(fight):
        if kept is None or each:
            kept = _roll_of(one, dice)
            found.append({"name": one.character.name if each else "", "total": kept[0]})
        _keep(turn, one, *kept)
    return found


def _roll_of(one: Combatant, dice: Dice) -> tuple[int, int]:
    named_dice = tracking.tallies_of(one, one.fight.span).get(GM_DICE, AVERAGE)
    pool = built(Sought(one.character, "action", base=named_dice)).pool
    return throw(pool, DEFAULTS, dice).total, pool.counted


# the order


def settle(turn: Turn, fight: Fight, dice: Dice) -> list[dict[str, Any]] | None:
    """When every player has rolled, the GM's side is thrown and all have their places; returns what she threw. None
    while somebody is waited for."""
    if any(one.character.seat_id for one in wanting(fight)):
        return None
    rolls = throw_for_gm(turn, fight, dice)
    if fight.phase == stored.INITIATIVE:
        _give_places(turn, _ordered(stored.everybody(fight), fight, dice))
        turn.change(fight, phase=stored.ROUNDS)
    else:
        for one in [each for each in stored.everybody(fight) if each.place is None]:
            turn.change(one, place=tracking.make_place(turn, fight, _behind(fight, one, dice)))
    return rolls


def _ordered(cast: Sequence[Combatant], fight: Fight, dice: Dice) -> list[Combatant]:
    """From the highest number down, a die each where nothing else differs; with one roll the GM's side is one."""
    together = stored.options_of(fight).gmc_initiative == "one roll for all"
    groups: dict[str, list[Combatant]] = {}
    for one in cast:
        alone = bool(one.character.seat_id) or not together
        groups.setdefault(one.public_id if alone else GM_SIDE, []).append(one)
    rolls = [{"who": key, **_number(rows[0])} for key, rows in groups.items()]
    return [one for key in initiative(rolls=rolls, dice=dice).order for one in groups[key]]


def _number(one: Combatant) -> dict[str, Any]:
    dice = tracking.tallies_of(one, one.fight.span).get(stored.DICE, 0)
    return {"pc": bool(one.character.seat_id), "dice": dice, "total": one.initiative or 0}


def _behind(fight: Fight, one: Combatant, dice: Dice) -> Combatant | None:
    """Before whom a later one comes: the first whose number is lower, or of the equal ones the first whom the dice put
    behind."""
    placed = [each for each in stored.everybody(fight) if each.place is not None]
    equal = [each for each in placed if _number(each) == _number(one)]
    passed = equal[_ahead(fight, equal, one, dice) :]
    behind = [each for each in placed if each in passed or (each not in equal and _goes_before(each, one, dice))]
    return next(iter(behind), None)


def _ahead(fight: Fight, equal: Sequence[Combatant], later: Combatant, dice: Dice) -> int:
    """How many of those with the same number stay ahead of the later one: all throw a die, and among themselves they
    keep their order. With one roll the GM's side is one: it throws no die among itself."""
    if stored.options_of(fight).gmc_initiative == "one roll for all" and not later.character.seat_id:
        return len(equal)
    return _thrown_order([*equal, later], dice).index(str(later.pk))


def _goes_before(each: Combatant, later: Combatant, dice: Dice) -> bool:
    return _thrown_order([each, later], dice)[0] == str(later.pk)


def _thrown_order(those: Sequence[Combatant], dice: Dice) -> Sequence[str]:
    return initiative(rolls=[{"who": str(one.pk), **_number(one)} for one in those], dice=dice).order


def go_on(turn: Turn, fight: Fight, rolls: list[dict[str, Any]] | None, was: str) -> None:
    """The first turn comes as soon as the order stands."""
    if rolls is not None and was == stored.INITIATIVE:
        first_turn(turn, fight)
        told.order_stands(turn, fight, rolls)


# what is asked


def ask_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """The traits to roll with, a tap each."""
    one = asked_of(ask.exchange)
    if one is None or not sheet_open_to(viewer, one.character):
        return {"gone": True}
    return {"one": one, "ways": _ways(viewer, one), "fallen": bool(ask.thrown)}


def _ways(viewer: Viewer, one: Combatant) -> list[dict[str, Any]]:
    found = []
    for key, words in traits_of(viewer, one.character):
        pool = built(sought_of(one, key)).pool
        found.append({"trait": key, "title": words.rpartition(" · ")[0], "line": told.spread(pool, DEFAULTS)})
    return found
