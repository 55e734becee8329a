"""Attacks that several make together (rough_magic.combining-attacks): each rolls in their own act, one hit or none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.access import known_to, played_by
from apps.characters.forms import CharacterChoice, CharactersChoice, acting_for
from apps.characters.models import Character, CharacterKey, Move
from apps.characters.points import told_by
from apps.characters.rough_magic import lasting
from apps.characters.rough_magic.endurance import is_down
from apps.characters.rough_magic.sheet import BARE_HANDS, Arm, RoughSheet, sheet_of
from apps.checks import versus
from apps.checks.rough_magic.buying import WayOf, pay, refuse_penniless
from apps.checks.rough_magic.check import refuse_unable
from apps.combat import tracking
from apps.combat.ending import falls_with_a_fight
from apps.combat.rough_magic.attacks import opening, paying, petitions, ranges, values
from apps.combat.rough_magic.attacks.aimed import Aimed
from apps.combat.rough_magic.attacks.attacking import AttackForm, aimed, outlook
from apps.combat.rough_magic.attacks.circumstances import Scene
from apps.combat.rough_magic.attacks.strike import GRAPPLE, Clash, Facts, Part, Strike, clash_of, options_of
from apps.combat.rough_magic.feats.contest import on_turn
from apps.combat.rough_magic.holds import telling
from apps.combat.rough_magic.order.offering import without_ended
from apps.combat.rough_magic.order.together import acts_with_a_held_turn, at_hand, pays
from apps.combat.sides import first_foe, stand_together
from apps.rules.rough_magic.roll import DICE, SIDES
from apps.rules.rough_magic.together import combined
from apps.table import exchanges
from apps.table.acts import ActForm, act
from apps.table.desk import Desk
from apps.table.models import Ask, Event, Exchange, Span
from apps.table.names import name_of_all
from apps.table.shared.answers import AnswerForm
from apps.table.spans import ends_with_span
from apps.table.sure import sure
from apps.table.telling import tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer

OPEN, QUIETLY = "rough_magic.gang-up", "rough_magic.gang-up-secret"
KINDS = (OPEN, QUIETLY)
RULE = "rough_magic.combining-attacks"
TWO_OR_MORE = "Two or more: whoever’s turn it is, and those who hold a turn."


@dataclass(frozen=True)
class Ganging:
    """Several against one: who has still to roll, and the attacks with their dice so far. `agreed`: it shall be a
    grapple, whoever rolls best."""

    target: CharacterKey
    waiting: tuple[CharacterKey, ...]
    made: tuple[Strike, ...] = ()
    agreed: bool = False


# who may strike together


def may_strike(character: Character) -> bool:
    """Whether somebody has a turn to strike with: their own that is on, or one that they hold; anybody outside a
    fight."""
    one = tracking.fighting(character)
    return tracking.fight_of(character.table) is None if one is None else at_hand(one)


class CombineForm(ActForm):
    """Who strikes at whom, together. They have held their turns, all but the one whose turn it is."""

    attackers = CharactersChoice(label="Who strikes together", error_messages={"required": "Say who strikes."})
    target = CharacterChoice(
        label="Whom",
        empty_label=None,
        widget=forms.RadioSelect,
        error_messages={"required": "Say who is attacked.", "invalid_choice": "That target is not there."},
    )
    agreed = forms.BooleanField(label="Whoever rolls best: it is a grapple", required=False)

    def setup(self) -> None:
        there = [one for one in known_to(self.viewer) if one.present]
        able = [one for one in there if not is_down(one) and (self.viewer.is_gm or may_strike(one))]
        self.choose("attackers", able)
        if tracking.fight_of(self.viewer.table) is not None:
            self.fields["attackers"].help_text = TWO_OR_MORE
        own = on_turn(self.viewer, played_by(self.viewer))
        self.start_with({"attackers": self._suggested(able, own)})
        there.sort(key=lambda one: (is_down(one), own is not None and stand_together(one, own)))
        self._offer_targets(there, own)

    def _offer_targets(self, there: list[Character], own: Character | None) -> None:
        """All but those who strike. Who is sent all the same is still known, and refused by name."""
        self.choose("target", there)
        striking = self["attackers"].value() or []
        left = [one for one in there if one.public_id not in striking]
        self.fields["target"].widget.choices = [(one.public_id, str(one)) for one in left]
        self.start_with({"target": first_foe(own, left)})

    def _suggested(self, able: list[Character], own: Character | None) -> list[Character]:
        """The one whose turn it is, and those of the same side who hold theirs."""
        return [one for one in able if own is not None and stand_together(one, own) and may_strike(one)]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        attackers, target = given.get("attackers") or [], given.get("target")
        if target is not None and target in attackers:
            self.add_error("target", f"{target.name} is among those who strike.")
        if len(attackers) == 1:
            self.add_error("attackers", "One alone attacks as ever. It takes two or more.")
        mine = played_by(self.viewer)
        if attackers and not any(one in mine for one in attackers):
            self.add_error("attackers", "One of them must be yours.")
        return given


def combine_outlook(viewer: Viewer, form: CombineForm) -> Mapping[str, Any]:
    many = len(form.cleaned_data["attackers"])
    return {
        "heading": f"{many} against {form.cleaned_data['target'].name}",
        "subheading": f"Each rolls. The highest total counts, and {many} on top; one hit or none. "
        "It takes the held turns, and the task of whose turn it is",
    }


@act(
    "rough_magic.combined-attack",
    menu=42,
    title="Strike together",
    form=CombineForm,
    button="Ask each for their roll",
    due=tracking.is_fighting,
    preview=combine_outlook,
)
def combine(turn: Turn, form: CombineForm) -> None:
    """Each of them is asked for their attack; nothing is spent before they roll."""
    data = form.cleaned_data
    attackers: list[Character] = data["attackers"]
    target: Character = data["target"]
    acting_for(turn, attackers[0])
    state = Ganging(target.pk, tuple(one.pk for one in attackers), agreed=data["agreed"])
    full = {"names": [one.name for one in attackers], "target": target.name, "agreed": data["agreed"], "rule": RULE}
    hidden = target.hidden or any(one.hidden for one in attackers)
    seen = full | {"names": [one.name for one in attackers if not one.hidden]}
    event = tell_both(turn, "rough_magic.ganged-up", full, None if target.hidden else seen)
    exchange = exchanges.open_exchange(turn, QUIETLY if hidden else OPEN, state, event)
    for one in attackers:
        facts = {"who": one.name, "character_id": one.public_id, "target": versus.openly(target)}
        exchanges.ask(turn, exchange, versus.whom_to_ask(one), facts)


# one of them rolls


class JoinAttackForm(AnswerForm, AttackForm):
    """One attacker's part: with what, and what is for and against it."""

    kinds = KINDS
    grapple = forms.BooleanField(label="I take hold of them: Brawn, no harm", required=False)

    def setup(self) -> None:
        super().setup()
        self.fields["character"].required = self.fields["target"].required = False

    @property
    def before(self) -> None:
        """Others than whose turn it is join with a turn that they hold."""

    def offer_point(self, sheet: RoughSheet, way_of: WayOf, succeeds: str = "") -> None:
        """Certain success is that of them all together; one rank more lifts this roll (rough_magic.combining-tasks)."""
        super().offer_point(sheet, way_of, succeeds="It hits, all together")

    def open_characters(self) -> list[Character]:
        return [self.own] if self.own else []

    @cached_property
    def own(self) -> Character | None:
        wanted = self.row.facts["character_id"] if self.row else ""
        return self.viewer.desk.one(Character, public_id=wanted)

    @cached_property
    def targets(self) -> dict[str, Character]:
        target = self.at
        return {target.public_id: target} if target else {}

    @cached_property
    def at(self) -> Character | None:
        state: Ganging | None = exchanges.state_of(self.row.exchange) if self.row else None
        return self.viewer.desk.find(Character, state.target) if state else None

    def scene(self, arm: Arm) -> Scene:
        """Whoever strikes with a held turn begins it with that: what ends at its beginning is over."""
        found = super().scene(arm)
        if not acts_with_a_held_turn(found.attacker.character):
            return found
        return replace(found, attacker=without_ended(found.attacker, self.options))

    def clash(self) -> Clash:
        found = super().clash()
        strike = replace(found.strike, mode="everybody")
        if self.cleaned_data["grapple"]:
            strike = replace(strike, sort=GRAPPLE, **self._bare(sure(self.sheet), sheet_of(found.target)))
        return replace(found, strike=strike)

    def _bare(self, own: RoughSheet, other: RoughSheet) -> dict[str, Any]:
        """Brawn against Brawn alone, unless the switch grapple-uses-gear lets gear count (rough_magic.grappling)."""
        if self.options.grapple_uses_gear:
            return {}
        arms = values.arms_of(own, BARE_HANDS)
        brawn = [(Part("Brawn", sheet.rank("brawn")),) for sheet in (own, other)]
        return {"arms": arms, "mine": brawn[0], "theirs": brawn[1]}


def join_outlook(viewer: Viewer, form: JoinAttackForm) -> Mapping[str, Any]:
    found = outlook(viewer, form)
    return {**found, "heading": f"{sure(form.own).name} joins in", "subheading": "The best total counts"}


@act(
    "rough_magic.join-attack",
    title="Join the attack",
    form=JoinAttackForm,
    button="Roll",
    preview=join_outlook,
    template="combat/rough_magic/acts/join-attack.html",
)
def join(turn: Turn, form: JoinAttackForm) -> None:
    """One attacker's roll; with the last one the best of them strikes. A plot point lifts this roll, or makes sure of
    the whole, whoever rolls best. A player's shot beyond its range waits for the GM first."""
    ask: Ask = form.cleaned_data["ask"]
    clash = form.clash()
    _may_join(turn, form, clash)
    bands = ranges.beyond(sure(form.arm), form.metres(), form.options)
    if not turn.viewer.is_gm and ranges.asks_gm(bands, form.options):
        _asks_first(turn, form, clash, ask)
        return
    for one in asked_about(ask.exchange, clash.attacker):
        exchanges.close(turn, one)
    pays(turn, clash.attacker, form.struck)
    paying.use_one(turn, clash.attacker, sure(form.arm).id)
    paid = pay(turn, form, clash.attacker)
    turn.cause = ask.exchange.opened_by
    thrown = form.thrown(turn, ask)
    faces = () if clash.strike.fails else thrown.dice(DICE, SIDES)
    thrown.settle()
    _has_joined(turn, replace(clash, strike=replace(clash.strike, faces=faces, typed=thrown.typed)), ask, paid)


def _asks_first(turn: Turn, form: JoinAttackForm, clash: Clash, ask: Ask) -> None:
    """A shot beyond its range waits for the GM, and the question to whoever joins stays open meanwhile."""
    if asked_about(ask.exchange, clash.attacker):
        turn.refuse("asked", f"The {turn.viewer.game.gm} is asked about this shot already.", "ask")
    refuse_penniless(turn, clash.attacker, form.buys)
    turn.cause = ask.exchange.opened_by
    petitions.ask_about_range(turn, *aimed(form, clash), sure(form.arm).range, inside=ask.exchange)


def asked_about(exchange: Exchange, character: Character) -> list[Exchange]:
    """In which the GM has still to say whether a shot of theirs may be tried."""
    shots = [one for one in exchanges.inside_of(exchange) if one.kind == petitions.RANGE]
    return [one for one in shots if exchanges.state_of(one).strike.attacker == character.pk]


@petitions.when_part_of(*KINDS)
def joins_after_all(turn: Turn, clash: Clash, held: Aimed, ask: Ask) -> Event:
    """The GM has said yes: their roll counts with those of the others."""
    exchange = sure(ask.exchange.inside)
    asks = (one for one in exchanges.asks_of(exchange) if one.facts["character_id"] == clash.attacker.public_id)
    own = next(asks, None)
    if own is None:
        turn.refuse("gone", f"{clash.attacker.name} is waited for no longer.", "ask")
    pays(turn, clash.attacker, [clash.target])
    made, _, paid = petitions.shoot(turn, clash, held, ask)
    return _has_joined(turn, made, own, paid)


def _has_joined(turn: Turn, clash: Clash, ask: Ask, paid: Move | None) -> Event:
    """Their roll is told; with the last one the best of them strikes."""
    event = _tell_joined(turn, clash)
    told_by(turn, event, paid)
    lasting.has_rolled(turn, clash.attacker)
    exchanges.close_ask(turn, ask, event)
    state: Ganging = exchanges.state_of(ask.exchange)
    waiting = tuple(key for key in state.waiting if key != clash.strike.attacker)
    _go_on(turn, ask.exchange, replace(state, waiting=waiting, made=(*state.made, clash.strike)))
    return event


def _may_join(turn: Turn, form: JoinAttackForm, clash: Clash) -> None:
    """Refuses those who can do nothing, and what is out of reach; the GM does it all the same."""
    acting_for(turn, clash.attacker)
    refuse_unable(turn, sheet_of(clash.attacker))
    no = ranges.why_out_of_reach(sure(form.arm), form.metres(), form.options)
    if no and not turn.viewer.is_gm:
        raise no


def _tell_joined(turn: Turn, clash: Clash) -> Event:
    strike, roll = clash.strike, clash.strike.roll()
    facts = {
        "weapon": strike.arms.name, "sort": strike.sort, "faces": [[face, "kept"] for face in strike.faces],
        "total": roll.total, "typed": strike.typed, "bought": strike.bought, "rule": RULE,
    }  # fmt: skip
    public = facts | {"weapon": ""} if clash.attacker.hidden else None
    return telling.tell(turn, "rough_magic.joined-attack", clash.attacker, clash.target, facts, public)


def _go_on(turn: Turn, exchange: Exchange, state: Ganging) -> None:
    there = [key for key in state.waiting if turn.desk.find(Character, key) is not None]
    exchanges.advance(turn, exchange, replace(state, waiting=tuple(there)))
    if there:
        return
    exchanges.close(turn, exchange)
    clash = clash_of(turn.desk, best_of(state))
    if clash is not None:
        opening.make(turn, clash, options_of(exchange))


def best_of(state: Ganging) -> Strike:
    """The attack that counts, with what all of them make together: of equal totals that with the larger margin. One
    plot point makes sure of the whole."""
    rolls = [(one, one.roll()) for one in state.made]
    hits = [(one, roll) for one, roll in rolls if roll.total is not None]
    if not hits:
        return replace(state.made[0], beside=tuple(one.attacker for one in state.made[1:]))
    best, _ = max(hits, key=lambda pair: (pair[1].total, pair[1].margin or 0))
    total = combined([roll.total or 0 for _, roll in hits])
    return replace(
        best,
        joined=total,
        sort=GRAPPLE if state.agreed else best.sort,
        bought=any(one.bought for one in state.made),
        beside=tuple(one.attacker for one in state.made if one is not best),
    )


def context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card tells: with what they would roll."""
    form = JoinAttackForm(initial={"ask": ask.public_id}, viewer=viewer)
    arm, sheet = form.arm, form.sheet
    if arm is None or sheet is None:
        return {"asked": ask.facts, "weapon": ""}
    weapon = next(key for key, one in form.weapons.items() if one == arm)
    found = {"asked": ask.facts, "weapon": weapon, "arm": arm, "av": form.way.rank + arm.rank}
    asks_gm = ranges.asks_gm(ranges.beyond(arm, form.metres(), form.options), form.options)
    return found | {"asks_gm": asks_gm and not viewer.is_gm, "wanted": bool(asked_about(ask.exchange, sheet.character))}


@falls_with_a_fight("rough_magic")
def attacks_together_that_wait(desk: Desk) -> list[str]:
    """Whose dice are still waited for when the fight ends."""
    found = []
    for one in exchanges.open_exchanges(desk, *KINDS):
        state: Ganging = exchanges.state_of(one)
        target, late = desk.find(Character, state.target), [desk.find(Character, key) for key in state.waiting]
        if target is not None:
            whom = name_of_all([each.name for each in late if each is not None])
            found.append(f"The attack together on {target.name} still waits for {whom}: it comes to nothing.")
    return found


@ends_with_span(tracking.KIND, game="rough_magic")
def nobody_joins_any_more(turn: Turn, span: Span) -> list[Facts]:
    """With the fight nobody is waited for."""
    for one in exchanges.open_exchanges(turn.desk, *KINDS):
        exchanges.close(turn, one)
    return []
