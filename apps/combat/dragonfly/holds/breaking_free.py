"""Holds: seizing, breaking free (dragonfly.break-free) and letting go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from apps.characters.access import played_by, readers_of
from apps.characters.dragonfly.points import spent_told_by
from apps.characters.dragonfly.sheet import DragonflySheet
from apps.characters.forms import CharacterChoice, acting_for
from apps.characters.models import Character, CharacterKey
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.facts import SOMEBODY
from apps.checks.dragonfly.sides import thrown_for
from apps.checks.versus import whom_to_ask
from apps.combat import tracking
from apps.combat.dragonfly.fighters import moves, questions, spending, tests_due
from apps.combat.dragonfly.fighters.standing import Standing, standing_of, there
from apps.combat.dragonfly.fighters.tests_due import Facts, OwnActForm, TestForm
from apps.combat.dragonfly.holds.seizing import hearers
from apps.combat.models import Combatant, CombatantKey
from apps.combat.tracking import is_fighting
from apps.rules.dice import Dice
from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.combat import holds, turns, wound_odds
from apps.rules.odds import percent
from apps.rules.parts import Part, total_of
from apps.table import exchanges
from apps.table.acts import act
from apps.table.audience import GMS
from apps.table.keys import NewKey, keys_elsewhere
from apps.table.models import Ask, Event, Exchange
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RULE = "dragonfly.break-free"


# the two sides


@dataclass(frozen=True)
class Side:
    """One side of breaking free as it fell. `key` is the combatant's."""

    key: CombatantKey
    total: int
    told: Facts


@dataclass(frozen=True)
class Breaking:
    """A victim's sealed throw, and the holders' as far as they are in. `waiting` are the holders still to throw."""

    character: CharacterKey
    victim: Side
    holders: list[Side]
    waiting: list[CombatantKey]


def victim_values(sheet: DragonflySheet) -> tuple[Part, ...]:
    if sheet.is_full:
        return holds.break_free_values(strength=sheet.number("strength"))
    return holds.break_free_values(muscle_score=sheet.number("muscle"))


def victim_lines(viewer: Viewer, standing: Standing) -> tuple[Part, ...]:
    """The holds, unless no-penalty-to-break-free, the injury, and that it is an additional action."""
    options = moves.options_of(viewer, standing.fight)
    penalty = holds.holds_together(holds=standing.holds).modifier
    held = holds.break_free_parts(hold_penalty=penalty, options=options)
    return (*held, *standing.hurt(options).parts, *spending.extra_line(viewer, standing.character))


def holder_values(sheet: DragonflySheet) -> tuple[Part, ...]:
    if not sheet.is_full:
        return turns.fighting_values(combat_score=sheet.number("combat"))
    return turns.fighting_values(dexterity=sheet.number("dexterity"), skill=sheet.number("kung-fu"), skill_id="kung-fu")


def holder_lines(standing: Standing, options: Any) -> tuple[Part, ...]:
    """A new Grapple: +2, less injury and the holds on the holder."""
    return (holds.GRAPPLE, *standing.lines("other", options))


# breaking free


class BreakFreeForm(OwnActForm):
    """Who breaks free: one of those who are held."""

    character = CharacterChoice(
        empty_label=None, error_messages={"invalid_choice": "Nobody holds that character, or it is not yours."}
    )

    @cached_property
    def alternatives(self) -> list[Character]:
        return held(played_by(self.viewer))

    def standing(self) -> Standing:
        """How they stand in the fight; the choices are those who are held in it."""
        return standing_of(there(tracking.fighting(self.own.character)))


def held(cast: Iterable[Character]) -> list[Character]:
    """Those of them whom somebody holds in the fight that runs."""
    return [one for one in cast if (found := tracking.fighting(one)) is not None and tracking.holds_on(found)]


def break_outlook(viewer: Viewer, form: BreakFreeForm) -> Mapping[str, Any]:
    """The chance of 9; against holders whose sheets this seat may read, of getting loose from each."""
    standing = form.standing()
    options = moves.options_of(viewer, standing.fight)
    bonus = total_of((*victim_lines(viewer, standing), *form.lines()))
    own = total_of((*victim_values(standing.sheet), *((Part("x", bonus, "rule"),) if bonus else ())))
    found: Facts = {
        "heading": f"{standing.character.name} pulls to break free",
        "own_footer": True,
        "feat_off": form.why_no_feat,
        "subheading": "Muscle" if standing.supporting else "Strength, doubled",
    }
    if standing.supporting:
        return found | {"button": f"Muscle makes {own}", "odds": {"headline": str(own), "sentence": "Muscle, no die"}}
    chance = wound_odds.break_free_odds(strength=standing.sheet.number("strength"), modifier=bonus, options=options)
    drawn: Facts = {"headline": percent(chance.success), "sentence": "Chance of 9 or more"}
    drawn["facts"] = [_against(viewer, standing, bonus, one, options) for one in _holders(standing)]
    drawn["facts"] = [one for one in drawn["facts"] if one]
    return found | {"odds": drawn, "button": odds.button(own, form.cleaned_data.get("face"))}


def _against(viewer: Viewer, standing: Standing, bonus: int, holder: Combatant, options: Any) -> Facts:
    """The chance against one holder; nothing where this seat may not read the holder's sheet."""
    if not (viewer.is_gm or holder.character.seat_id == viewer.seat.pk):
        return {}
    theirs = standing_of(holder)
    number = total_of((*holder_values(theirs.sheet), *holder_lines(theirs, options)))
    chance = wound_odds.break_free_odds(
        strength=standing.sheet.number("strength"),
        modifier=bonus,
        options=options,
        holder_bonus=None if theirs.supporting else number,
        holder_total=number if theirs.supporting else None,
    )
    return {"number": percent(there(chance.free)), "text": f"loose from {holder.character.name}"}


def _holders(standing: Standing) -> list[Combatant]:
    keys = {int(one.holder) for one in standing.holds}
    return [one for one in standing.fight.desk.all(Combatant, fight=standing.fight) if one.pk in keys]


@act(
    "dragonfly.break-free",
    menu=44,
    due=is_fighting,
    title="Break free",
    form=BreakFreeForm,
    button="Pull",
    preview=break_outlook,
    template="combat/dragonfly/acts/break-free.html",
)
def break_free(turn: Turn, form: BreakFreeForm) -> None:
    """The victim's throw, sealed until each holder has thrown a new Grapple; scores stand at once."""
    standing = form.standing()
    character = standing.character
    if questions.open_about(character, questions.BREAK_FREE):
        turn.refuse("pulling", f"{character.name} is pulling already: the holders are asked.", "character")
    spending.refuse_unless_free(turn, character)
    acting_for(turn, character)
    spent = form.pay(turn)
    thrown = thrown_for(turn, form)
    options = moves.options_of(turn.viewer, standing.fight)
    check = turns.thrown(
        values=victim_values(form.own), lines=(*victim_lines(turn.viewer, standing), *form.lines()), dice=thrown.dice
    )
    thrown.settle()
    spending.spend(turn, standing)
    victim = _side(standing, check, thrown.typed, form)
    event = _open(turn, standing, victim, options)
    spent_told_by(turn, event, spent)


def _side(standing: Standing, check: Check, typed: bool, form: Any = None, what: str = "Strength, doubled") -> Side:
    feat, title = (form.feat, form.modifier_title) if form else (False, "")
    told = tests_due.told_of(check, typed, feat, title)
    words = what if standing.sheet.is_full else ("Muscle" if what.startswith("Strength") else "Combat")
    return Side(standing.combatant.pk, check.total, told | {"what": words, "who": standing.character.name})


@keys_elsewhere("table.ask")
def _in_ask(fields: dict[str, Any], known: Mapping[str, Any], new: NewKey) -> None:
    if "combatant" in fields.get("facts", {}):
        fields["facts"] = fields["facts"] | {"combatant": new("combat.combatant", fields["facts"]["combatant"])}


def _open(turn: Turn, standing: Standing, victim: Side, options: Any) -> Event:
    """Settled at once where every holder has a score; else each of the others is asked."""
    holders = _holders(standing)
    rolling = [one for one in holders if one.character.sheet == "full"]
    scores = [_score(standing_of(one), options, turn.dice) for one in holders if one not in rolling]
    state = Breaking(standing.character.pk, victim, scores, [one.pk for one in rolling])
    if not rolling:
        return _settle(turn, standing.combatant, state)
    event = _tell_tried(turn, standing.character, holders)
    secret = standing.character.hidden or any(one.character.hidden for one in rolling)
    exchange = exchanges.open_exchange(
        turn, f"{questions.BREAK_FREE}-secret" if secret else questions.BREAK_FREE, state, by=event
    )
    for one in rolling:
        facts = {
            "who": one.character.name,
            "character_id": one.character.public_id,
            "combatant": one.pk,
            "victim": SOMEBODY if standing.character.hidden else standing.character.name,
        }
        exchanges.ask(turn, exchange, whom_to_ask(one.character), facts)
    return event


def _score(standing: Standing, options: Any, dice: Dice) -> Side:
    check = turns.thrown(values=holder_values(standing.sheet), lines=holder_lines(standing, options), dice=dice)
    return _side(standing, check, False, what="Dexterity + Kung Fu")


def _tell_tried(turn: Turn, victim: Character, holders: list[Combatant]) -> Event:
    """That somebody pulls; nothing of the sealed throw."""
    full: Facts = {"character": victim.name, "holders": [one.character.name for one in holders]}
    seen = [one.character.name for one in holders if not one.character.hidden]
    less = {"character": SOMEBODY if victim.hidden else victim.name, "holders": seen}
    return turn.tell("dragonfly.break-tried", full, GMS, hearers(victim, [one.character for one in holders], less))


# the holder's answer


class AnswerHoldForm(TestForm):
    use = "heroic-feat"
    kinds = questions.kinds_for(questions.BREAK_FREE)

    @property
    def was_shown(self) -> bool:
        """What the holders throw is sealed until the last of them has."""
        holder = self.holder
        return holder is not None and self.state.waiting == [holder.pk]

    @property
    def holder(self) -> Combatant | None:
        return self.viewer.desk.find(Combatant, self.row.facts["combatant"]) if self.row else None

    def character_key(self) -> int:
        holder = self.holder
        return holder.character_id if holder else 0


def hold_outlook(viewer: Viewer, form: AnswerHoldForm) -> Mapping[str, Any]:
    """How the holder's own throw falls; the victim's stays sealed."""
    bonus, asked = _bonus(viewer, form), form.open_ask.facts
    return {
        "heading": f"{asked['who']} holds {asked['victim']}",
        "own_footer": True,
        "feat_off": form.why_no_feat,
        "odds": tests_due.open_part(bonus, "What the die and the holder’s own numbers make", form.fallen),
        "button": odds.button(bonus, form.cleaned_data.get("face"), form.fallen),
    }


def _bonus(viewer: Viewer, form: AnswerHoldForm) -> int:
    standing = standing_of(there(form.holder))
    options = moves.options_of(viewer, standing.fight)
    return total_of((*holder_values(standing.sheet), *holder_lines(standing, options), *form.lines()))


@act(
    "dragonfly.answer-hold",
    title="Somebody pulls free",
    form=AnswerHoldForm,
    button="Hold on",
    preview=hold_outlook,
    template="combat/dragonfly/acts/answer-hold.html",
)
def answer_hold(turn: Turn, form: AnswerHoldForm) -> None:
    """A holder's new Grapple, which costs nothing. With the last of them both sides are shown."""
    ask: Ask = form.cleaned_data["ask"]
    gone = "The holder is not in the fight any more. The question can be called off."
    standing = standing_of(there(form.holder, gone, "ask"))
    acting_for(turn, standing.character)
    turn.cause = ask.exchange.opened_by
    thrown = thrown_for(turn, form, ask)
    spent = form.pay(turn)
    options = moves.options_of(turn.viewer, standing.fight)
    lines = (*holder_lines(standing, options), *form.lines())
    check = turns.thrown(values=holder_values(standing.sheet), lines=lines, dice=thrown.dice)
    thrown.settle()
    side = _side(standing, check, thrown.typed, form, "Dexterity + Kung Fu")
    state: Breaking = exchanges.state_of(ask.exchange)
    now = replace(state, holders=[*state.holders, side], waiting=[one for one in state.waiting if one != side.key])
    spent_told_by(turn, _go_on(turn, ask, now), spent)


def _go_on(turn: Turn, ask: Ask, state: Breaking) -> Event:
    if state.waiting:
        exchanges.advance(turn, ask.exchange, state)
        victim = turn.desk.get(Character, state.character)
        facts = {"holder": state.holders[-1].told["who"], "character": victim.name, "left": len(state.waiting)}
        holder = turn.desk.get(Combatant, state.holders[-1].key).character
        event = turn.tell("dragonfly.hold-answered", facts, readers_of(holder))
        exchanges.close_ask(turn, ask, event)
        return event
    event = _settle(turn, turn.desk.get(Combatant, state.victim.key), state)
    exchanges.close_ask(turn, ask, event)
    exchanges.close(turn, ask.exchange)
    return event


def not_waited_for(turn: Turn, holder: Combatant) -> None:
    """A holder who has gone down throws no more; with the last of them the victim's throw counts."""
    for exchange in exchanges.open_exchanges(turn.desk, *questions.kinds_for(questions.BREAK_FREE)):
        state: Breaking = exchanges.state_of(exchange)
        if holder.pk in state.waiting:
            _without(turn, exchange, replace(state, waiting=[one for one in state.waiting if one != holder.pk]), holder)


def _without(turn: Turn, exchange: Exchange, state: Breaking, holder: Combatant) -> None:
    for one in turn.desk.all(Ask, exchange=exchange, closed_at=None):
        if one.facts["combatant"] == holder.pk:
            exchanges.close_ask(turn, one, None)
    if state.waiting:
        exchanges.advance(turn, exchange, state)
        return
    _settle(turn, turn.desk.get(Combatant, state.victim.key), state)
    exchanges.close(turn, exchange)


def _settle(turn: Turn, victim: Combatant, state: Breaking) -> Event:
    """Every holder whose Grapple is beaten loses every hold (a tie, or a victim's total under 9, keeps it)."""
    totals = {str(one.key): one.total for one in state.holders}
    loose = holds.freed(victim_total=state.victim.total, holder_totals=totals)
    for one in tracking.holds_on(victim):
        if str(one.holder_id) in loose:
            turn.delete(one)
    return _tell_settled(turn, victim, state, loose)


def _tell_settled(turn: Turn, victim: Combatant, state: Breaking, loose: tuple[str, ...]) -> Event:
    """All of it to the GMs; to the others the numbers of players' characters, of the rest the totals alone."""
    there = [(turn.desk.find(Combatant, one.key), one) for one in state.holders]
    sides = [(found.character, one.told | {"loose": str(one.key) in loose}) for found, one in there if found]
    free = not tracking.holds_on(victim)
    common = {"free": free, "loose": len(loose), "rule": RULE}
    full = common | {
        "character": victim.character.name,
        "victim": state.victim.told,
        "sides": [told for _, told in sides],
    }
    open_ones = [_known(one, told) for one, told in sides]
    known = common | {
        "character": SOMEBODY if victim.character.hidden else victim.character.name,
        "victim": _known(victim.character, state.victim.told),
        "sides": open_ones,
    }
    also = hearers(victim.character, [one for one, _ in sides], known)
    return turn.tell("dragonfly.broke-free", full, GMS, also)


UNREAD = ("face", "typed", "parts", "left_out", "what")


def _known(character: Character, told: Facts) -> Facts:
    """What everybody may know of one side."""
    if character.seat_id and not character.hidden:
        return told
    less = {key: value for key, value in told.items() if key not in UNREAD}
    return less | {"who": SOMEBODY if character.hidden else character.name}


def hold_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card tells: never anything of the sealed throw."""
    form = AnswerHoldForm({"ask": ask.public_id}, viewer=viewer)
    if form.holder is None or form.sheet is None or not form.is_valid():
        return {"asked": ask.facts, "state": None}
    return {
        "asked": ask.facts,
        "button": odds.button(_bonus(viewer, form), fallen=form.fallen),
        "fallen": bool(ask.thrown),
        "state": None,
    }
