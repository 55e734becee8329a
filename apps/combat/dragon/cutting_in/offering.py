"""A phase that one side offers the other (dragon.bonus-phase): the GM says yes or no, then each of those it is for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from apps.characters.access import knowers_of, knows_of
from apps.characters.forms import CharacterChoice, CharactersChoice, acting_for, named, one_line
from apps.characters.models import Character
from apps.checks.versus import openly, whom_to_ask
from apps.combat import gathering, tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.cutting_in.questions import OFFER, OFFERED, Facts, both
from apps.combat.dragon.forms import FighterForm
from apps.combat.dragon.phases import going_on, spending
from apps.combat.models import Combatant, CombatantKey, Fight
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.bonus import offered_for
from apps.rules.dragon.combat.parts import PARTS, Moment, Part, is_own, why_not_in
from apps.rules.dragon.combat.prices import Price
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import GMS, Audience
from apps.table.keys import SpanKey
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn
from apps.table.viewer import Viewer

OFFERS, ASKED = both(OFFER), both(OFFERED)
MADE, ANSWERED, TAKEN = "dragon.bonus-offered", "dragon.bonus-answered", "dragon.bonus-taken"
RULE = "dragon.bonus-phase"


@dataclass(frozen=True)
class Offer:
    """Who offers a phase to whom, with which words, and in which part of which turn."""

    by: CombatantKey
    to: list[CombatantKey]
    words: str
    round: int
    part: Part
    turn: SpanKey

    @property
    def at(self) -> Moment:
        return Moment(self.round, self.part)


def why_no_offer(combatant: Combatant) -> Refused | None:
    """Why somebody offers nothing now: it is a free part of an action, so one must be theirs in this part."""
    fight = combatant.fight
    state, options = stored.state_of(fight), spending.options_of(fight)
    one = state.fighter(combatant.public_id)
    if why := why_not_in(side=one.side, sub_round=state.at.part):
        return why
    price = rules.own_price(state, one.id, options=options)
    if not (one.acted and not one.down) and not isinstance(price, Price):
        return price
    found = offered_for(state.at, one.side, options)
    return found if isinstance(found, Refused) else None


class OfferForm(FighterForm):
    """Who offers a phase, to whom of the other side, and what is said."""

    character = CharacterChoice(
        error_messages={"invalid_choice": "A phase is offered in the part of one’s own side."}, empty_label=None
    )
    to = CharactersChoice(
        label="To whom", error_messages={"invalid_choice": "A phase is offered to somebody of the other side."}
    )
    words = one_line("What is said", 160, required=False, help_text="Such as: “Lay down your arms!”")

    def setup(self) -> None:
        super().setup()
        others = [one.character for one in self._of_side(own=False) if knows_of(self.viewer, one.character)]
        self.choose("to", others)
        self.start_with({"to": [one.public_id for one in others] if len(others) == 1 else []})

    def open_characters(self) -> list[Character]:
        own = {one.character_id for one in self._of_side(own=True)}
        return [one for one in super().open_characters() if one.pk in own]

    def _of_side(self, *, own: bool) -> list[Combatant]:
        fight = self.fight
        if fight is None or not spending.under_way(fight):
            return []
        part = stored.part_of(fight)
        return [one for one in stored.fighters_of(fight) if is_own(one.side, part) == own]


def offer_outlook(viewer: Viewer, form: OfferForm) -> Facts:
    """When it could be used."""
    combatant = form.so_far()
    return {"at": announced(combatant)} if combatant else {}


def announced(combatant: Combatant) -> str:
    """The part in which a phase that they offer now can be used; nothing where they can offer none."""
    state = stored.state_of(combatant.fight)
    found = offered_for(state.at, state.fighter(combatant.public_id).side, spending.options_of(combatant.fight))
    return "" if isinstance(found, Refused) else found.announced


@act(
    "dragon.offer-bonus",
    menu=34,
    due=lambda viewer: spending.under_way(tracking.fight_of(viewer.table)),
    title="Offer a phase",
    form=OfferForm,
    button="Offer it",
    preview=offer_outlook,
    template="combat/dragon/acts/offer-bonus.html",
)
def offer_bonus(turn: Turn, form: OfferForm) -> None:
    """Asks the GM; where the GM offers, those are asked at once for whom it is."""
    fight, by = spending.running_turn(turn), form.combatant(turn)
    if why := why_no_offer(by):
        raise Refused(why.code, why.text, "character")
    to = _receivers(fight, form.cleaned_data["to"])
    acting_for(turn, by.character)
    at = stored.state_of(fight).at
    offer = Offer(by.pk, [one.pk for one in to], form.cleaned_data["words"], at.round, at.part, fight.turn_id or 0)
    for one in to:
        with_bonus(offer, by, one)
    told = tell(turn, MADE, by, to, {"words": offer.words, "at": announced(by), "rule": RULE})
    if turn.viewer.is_gm:
        _put_to(turn, offer, by, to, told)
    else:
        _ask_the_gm(turn, offer, by, to, told)


def _receivers(fight: Fight, characters: Iterable[Character]) -> list[Combatant]:
    found = (tracking.combatant_of(fight, one) for one in characters)
    return [one for one in found if one is not None]


def _ask_the_gm(turn: Turn, offer: Offer, by: Combatant, to: list[Combatant], told: Event) -> None:
    exchange = exchanges.open_exchange(turn, OFFERS[_is_secret(by, to)], offer, told)
    facts: Facts = {"who": by.character.name, "to": gathering.names(to), "words": offer.words, "at": announced(by)}
    own = _gms_own(to)
    facts |= {"own": gathering.names(own), "takers": [one.character.public_id for one in own]}
    exchanges.ask(turn, exchange, ("gms", 0), facts)


def _is_secret(by: Combatant, to: list[Combatant]) -> bool:
    return by.character.hidden or not gathering.seen(to)


def _gms_own(to: Iterable[Combatant]) -> list[Combatant]:
    return [one for one in to if not one.character.seat_id]


def _put_to(turn: Turn, offer: Offer, by: Combatant, to: list[Combatant], told: Event) -> None:
    """Each of them is asked, on their own."""
    at = moment_of(offer, by)
    for one in to:
        exchange = exchanges.open_exchange(turn, ASKED[_is_secret(by, [one])], replace(offer, to=[one.pk]), told)
        facts = {"who": one.character.name, "character_id": one.character.public_id, "by": openly(by.character)}
        exchanges.ask(turn, exchange, whom_to_ask(one.character), facts | {"words": offer.words, "at": at.announced})


# what it gives


def moment_of(offer: Offer, by: Combatant) -> Moment:
    """When the phase can be used. Refuses what the switches do not allow."""
    side = stored.fighter_of(by).side
    found = offered_for(offer.at, side, spending.options_of(by.fight))
    if isinstance(found, Refused):
        raise found
    return found


def with_bonus(offer: Offer, by: Combatant, to: Combatant) -> rules.State:
    """The turn as it is when they have taken it. Refuses one that is no use by now, or was for nobody like them."""
    fight = by.fight
    state = stored.state_of(fight)
    if fight.turn_id != offer.turn or _is_past(moment_of(offer, by), offer.at, state.at):
        raise Refused("lapsed", "The part for which it was offered is over.", "to")
    offered = rules.offer(replace(state, at=offer.at), by.public_id, to.public_id, spending.options_of(fight))
    return replace(offered, at=state.at)


def _is_past(bonus: Moment, offered: Moment, now: Moment) -> bool:
    """Whether its part is over; one in round 1 that was offered in round 10 is in the turn to come."""
    places = [(one.round, PARTS.index(one.part)) for one in (bonus, now)]
    return bonus.round >= offered.round and places[0] < places[1]


# the GM's word


class AnswerOfferForm(AnswerForm):
    kinds = OFFERS
    allow = yes_or_no("Is it allowed", "Yes", "No")
    takers = CharactersChoice(label="Who takes it", required=False)
    words = one_line("In your words", 160, required=False)

    def setup(self) -> None:
        found = _gms_own(_those(self.viewer, self.state.to)) if self.row else []
        self.choose("takers", [one.character for one in found])
        self.start_with({"takers": [one.character.public_id for one in found]})


def _those(viewer: Viewer, keys: Iterable[int]) -> list[Combatant]:
    """The fighters with these keys who are still in the fight."""
    found = (viewer.desk.find(Combatant, key) for key in keys)
    return [one for one in found if one is not None and one.state != "out"]


def _still(turn: Turn, *keys: int) -> list[Combatant]:
    """The same; refuses where one of them is gone."""
    found = _those(turn.viewer, keys)
    if len(found) < len(keys):
        turn.refuse("gone", "They are no longer in the fight. Call the question off.", "ask")
    return found


@act(
    "dragon.answer-offer",
    title="A phase is offered",
    form=AnswerOfferForm,
    who=gms,
    button="Answer",
    template="combat/dragon/acts/answer-offer.html",
)
def answer_offer(turn: Turn, form: AnswerOfferForm) -> None:
    """With a yes the players are asked for whom it is; the GM says at once which of the others take it."""
    ask: Ask = form.cleaned_data["ask"]
    offer: Offer = form.state
    (by,) = _still(turn, offer.by)
    turn.cause = ask.exchange.opened_by
    takers = [one.pk for one in form.cleaned_data["takers"]]
    to = _those(turn.viewer, offer.to) if form.allowed else []
    own = [one for one in _gms_own(to) if one.character_id in takers]
    for one in own:
        stored.write(turn, by.fight, with_bonus(offer, by, one))
    told = _tell_answered(turn, form, by, to, own)
    _put_to(turn, offer, by, [one for one in to if one.character.seat_id], told)
    exchanges.answered(turn, ask, told)
    going_on.go_on(turn, by.fight)


def _tell_answered(
    turn: Turn, form: AnswerOfferForm, by: Combatant, to: list[Combatant], own: list[Combatant]
) -> Event:
    facts = {"allowed": form.allowed, "words": form.cleaned_data["words"], "at": "", "rule": RULE}
    if form.allowed:
        facts["at"] = moment_of(form.state, by).announced
    left = [one for one in _gms_own(to) if one not in own]
    more = {"taken": own, "declined": left, "asked": [one for one in to if one.character.seat_id]}
    return tell(turn, ANSWERED, by, to or _those(turn.viewer, form.state.to), facts, more)


# those for whom it is


class TakeOfferForm(AnswerForm):
    kinds = ASKED
    allow = yes_or_no("Do they take it", "Take it", "No")


@act(
    "dragon.take-offer",
    title="A phase is offered to you",
    form=TakeOfferForm,
    button="Answer",
    template="combat/dragon/acts/take-offer.html",
)
def take_offer(turn: Turn, form: TakeOfferForm) -> None:
    """Whoever takes it may act in the part for which it is, and lets it lapse otherwise: it cannot be held."""
    ask: Ask = form.cleaned_data["ask"]
    offer: Offer = form.state
    by, one = _still(turn, offer.by, *offer.to)
    acting_for(turn, one.character)
    turn.cause = ask.exchange.opened_by
    if form.allowed:
        _take(turn, offer, by, one)
    facts = named(one.character) | {"takes": form.allowed, "at": moment_of(offer, by).announced, "rule": RULE}
    told = _tell_taken(turn, by, one, facts)
    exchanges.answered(turn, ask, told)
    going_on.go_on(turn, by.fight)


def _take(turn: Turn, offer: Offer, by: Combatant, one: Combatant) -> None:
    try:
        stored.write(turn, by.fight, with_bonus(offer, by, one))
    except Refused as why:
        turn.refuse(why.code, f"{why.text} Answer no.", "allow")


def _tell_taken(turn: Turn, by: Combatant, one: Combatant, facts: Facts) -> Event:
    full, less = facts | {"by": by.character.name}, facts | {"by": openly(by.character)}
    return _tell(turn, TAKEN, full, less, knowers_of(one.character))


# telling


def tell(
    turn: Turn,
    kind: str,
    by: Combatant,
    to: list[Combatant],
    facts: Facts,
    more: dict[str, list[Combatant]] | None = None,
) -> Event:
    """All of it to the GMs; everybody else hears of those of whom they may know."""
    lists = {"to": to, **(more or {})}
    full = named(by.character) | facts | {name: gathering.names(those) for name, those in lists.items()}
    less = full | {name: gathering.names(gathering.seen(those)) for name, those in lists.items()}
    return _tell(turn, kind, full, less, knowers_of(by.character) if gathering.seen(to) else GMS)


def _tell(turn: Turn, kind: str, full: Facts, less: Facts, knowers: Audience) -> Event:
    """`less` to those who may know that there is anything at all, all of it to the GMs."""
    if full == less:
        return turn.tell(kind, full, knowers)
    return turn.tell(kind, full, GMS, {Audience(knowers.atoms - GMS.atoms): less})
