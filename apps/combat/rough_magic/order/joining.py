"""Who comes into a fight that runs, becomes aware of it, is put elsewhere in its order, and leaves it
(rough_magic.awareness-order, rough_magic.surprise, rough_magic.turn-engine)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django import forms

from apps.characters.access import knowers_of
from apps.characters.forms import CharacterChoice, CharactersChoice, acting_for, named
from apps.characters.models import Character
from apps.characters.rough_magic import states
from apps.combat import gathering, latecomers, tracking
from apps.combat.models import Combatant, Fight
from apps.combat.rough_magic.order import offering, places, stored, turns_of
from apps.combat.rough_magic.order.forms import FighterForm, InOrderForm, groups_among, running
from apps.combat.rough_magic.order.starting import StartForm, surprise
from apps.combat.sides import SideForm, go_over
from apps.rules.rough_magic.combat.turns import Place
from apps.table.acts import ActForm, act, gms
from apps.table.sure import sure
from apps.table.telling import tell_both
from apps.table.turn import Turn

BEHIND = "Behind everybody"


def before_whom() -> CharacterChoice:
    return CharacterChoice(required=False, label="Acts before", empty_label=BEHIND)


def beside_whom() -> CharacterChoice:
    return CharacterChoice(required=False, label="Or shares the place of", empty_label="Nobody")


class PlacedForm(ActForm):
    """Where in the order: before somebody, behind everybody, or where the form has it together with somebody."""

    def offer_places(self) -> None:
        fight = tracking.fight_of(self.viewer.table)
        placed = [one.character for one in stored.ordered(fight)] if fight else []
        for name in ("before", "beside"):
            if name in self.fields:
                self.choose(name, placed)

    def place(self, fight: Fight) -> Combatant | None:
        """Before whom; the first of a group, so that nobody is put between its members."""
        chosen: Character | None = self.cleaned_data["before"]
        found = tracking.combatant_of(fight, chosen) if chosen else None
        return _first_of_place(fight, found) if found else None

    def mate(self, fight: Fight) -> Combatant | None:
        """With whom they share a place, if with anybody."""
        chosen: Character | None = self.cleaned_data["beside"]
        return tracking.combatant_of(fight, chosen) if chosen else None


def _first_of_place(fight: Fight, one: Combatant) -> Combatant:
    return next(each for each in stored.ordered(fight) if each.place == one.place)


# coming in


class JoinForm(gathering.JoinForm, PlacedForm):
    """`together`: they share one place, whatever they are called. `unaware`: they know of no enemy yet, and wait
    outside the order."""

    before = before_whom()
    beside = beside_whom()
    together = forms.BooleanField(required=False, label="All in one place, to act one after the other")
    unaware = forms.BooleanField(required=False, label="Not aware of an enemy yet: no turns, and surprised")

    def setup(self) -> None:
        super().setup()
        self.offer_places()

    def where(self, fight: Fight) -> Where:
        return Where(self.place(fight), self.mate(fight), self.cleaned_data["together"])


MIXED = "Nobody hidden shares a place with those whom everybody knows."


@dataclass(frozen=True)
class Where:
    """The place of those who come: before somebody, beside somebody, else behind everybody."""

    before: Combatant | None
    beside: Combatant | None
    together: bool

    def why_not(self, characters: Iterable[Character]) -> str:
        """Why these cannot share it; empty if they can, or need not."""
        sharing = [*characters, *([self.beside.character] if self.beside else [])]
        one_place = self.together or self.beside is not None
        return MIXED if one_place and len({one.hidden for one in sharing}) > 1 else ""


@act(
    "rough_magic.fight-join",
    title="Bring somebody into the fight",
    form=JoinForm,
    who=gms,
    button="Bring them in",
    shown_in="panel-rough_magic-order",
)
def fight_join(turn: Turn, form: JoinForm) -> None:
    """More people, with a place in the order or without one. In this round they act only if their place has not gone
    by (rough_magic.round)."""
    fight = running(turn)
    where = None if form.cleaned_data["unaware"] else form.where(fight)
    if where and (no := where.why_not(form.cleaned_data["characters"])):
        turn.refuse("place", no, "beside" if where.beside else "together")
    came = tracking.join(turn, fight, form.cleaned_data["characters"])
    if where is None:
        surprise(turn, came)
    else:
        _seat(turn, fight, came, where)
    _tell_joined(turn, came, where)


latecomers.come_in_by(
    "rough_magic", "rough_magic.fight-join", StartForm.stands, lambda fight: fight.phase != stored.ROLLING
)


def _seat(turn: Turn, fight: Fight, came: list[Combatant], where: Where) -> None:
    if where.beside is not None:
        for one in came:
            places.share(turn, one, where.beside)
    elif where.together:
        places.come_in(turn, fight, came, where.before)
    else:
        take_places(turn, fight, came, where.before)


def take_places(turn: Turn, fight: Fight, came: Iterable[Combatant], before: Combatant | None) -> None:
    """Each group its own place, in the order in which they are given."""
    rows = {one.character_id: one for one in came}
    for group in groups_among(one.character for one in rows.values()):
        places.come_in(turn, fight, [rows[one.pk] for one in group.members], before)


def _tell_joined(turn: Turn, came: list[Combatant], where: Where | None) -> None:
    """Nobody but the GMs hears of those who are not aware."""
    known = gathering.seen(came) if where else []
    before, beside = (where.before, where.beside) if where else (None, None)
    full = {
        "names": gathering.names(came),
        "before": _named(before),
        "beside": _named(beside),
        "unaware": where is None,
    }
    full["together"] = where is not None and where.together and len(came) > 1
    public = full | {"names": gathering.names(known), "before": _openly(before), "beside": _openly(beside)}
    tell_both(turn, "rough_magic.fight-joined", full, public if known else None)


# becoming aware


class NoticeForm(PlacedForm):
    """Who becomes aware of an enemy."""

    characters = CharactersChoice(label="Who becomes aware")
    before = before_whom()

    def setup(self) -> None:
        fight = tracking.fight_of(self.viewer.table)
        outside = [one.character for one in stored.to_notice(fight)] if fight else []
        self.choose("characters", outside)
        self.start_with({"characters": [one.public_id for one in outside]})
        self.offer_places()


@act("rough_magic.notice", title="They notice", form=NoticeForm, who=gms, button="They notice")
def notice(turn: Turn, form: NoticeForm) -> None:
    """Who was not aware of an enemy has turns from now on, behind everybody unless the GM names another place. They
    stay surprised up to the end of their first turn (rough_magic.surprise)."""
    fight = running(turn)
    before = form.place(fight)
    those = [one for each in form.cleaned_data["characters"] if (one := tracking.combatant_of(fight, each))]
    take_places(turn, fight, those, before)
    for one in those:
        states.happened(turn, one.character, "became aware")
    known, ahead = gathering.seen(those), before.character.name if before else ""
    full = {"names": gathering.names(those), "before": ahead}
    shown = ahead if before and not before.character.hidden else ""
    public = {"names": gathering.names(known), "before": shown} if known else None
    tell_both(turn, "rough_magic.noticed", full, public)


# another place


class PlaceForm(InOrderForm, PlacedForm):
    """Whose place, and before whom; or with whom they share one."""

    before = before_whom()
    beside = beside_whom()

    def setup(self) -> None:
        super().setup()
        self.offer_places()


@act("rough_magic.place", title="Set the place", form=PlaceForm, who=gms, button="Put them there")
def set_place(turn: Turn, form: PlaceForm) -> None:
    """The GM changes the order between turns; it counts from the next place on (rough_magic.awareness-order). Any
    number may share a place, and act in it one after the other. Refuses whoever is on, and a second turn in this
    round."""
    one = form.combatant(turn)
    mate, before = form.mate(one.fight), form.place(one.fight)
    acting_for(turn, one.character)
    if no := why_not_share(one, mate) if mate else why_not_place(one, before):
        turn.refuse("place", no, "beside" if mate else "before")
    if mate is not None:
        places.share(turn, one, mate)
    else:
        turn.change(one, place=None)
        places.come_in(turn, one.fight, [one], before)
    full = {**named(one.character), "before": _named(before), "beside": _named(mate)}
    public = full | {"before": _openly(before), "beside": _openly(mate)}
    tell_both(turn, "rough_magic.placed", full, None if one.character.hidden else public)


def _named(one: Combatant | None) -> str:
    return one.character.name if one else ""


def _openly(one: Combatant | None) -> str:
    return _named(one) if one and not one.character.hidden else ""


def why_not_share(one: Combatant, mate: Combatant) -> str:
    """Why somebody cannot share that one's place now."""
    if mate.place == one.place:
        return f"{one.character.name} and {mate.character.name} share a place already."
    if mate.character.hidden != one.character.hidden:
        return MIXED
    to_come = all(each.state == "waiting" for each in places.of_place(mate))
    return why_not_place(one, mate if to_come else _whoever_is_on(one.fight))


def _whoever_is_on(fight: Fight) -> Combatant | None:
    """Whose place is on or has gone by: nobody gets a second turn there."""
    return next((each for each in stored.ordered(fight) if each.state != "waiting"), None)


def why_not_place(one: Combatant, before: Combatant | None) -> str:
    """Why somebody cannot be put there now."""
    if before == one:
        return f"{one.character.name} cannot act before themselves."
    if one.state == "acting":
        return f"{one.character.name} is on. Places are set between turns."
    over = one.fight.phase == stored.SURROUNDINGS
    if one.state == "acted" and not over and (before is None or before.state == "waiting"):
        return f"{one.character.name} has had the turn of this round, and would have a second one there."
    return ""


# leaving, changing sides


@act("rough_magic.fight-leave", title="Out of the fight", form=FighterForm, who=gms, button="Out of the fight")
def fight_leave(turn: Turn, form: FighterForm) -> None:
    """Somebody is gone: their place, what they hold and owe, and every grip of theirs and on them."""
    one = form.combatant(turn)
    acting_for(turn, one.character)
    leaves(turn, one)
    turn.tell("rough_magic.fight-left", named(one.character), to=knowers_of(one.character))


def leaves(turn: Turn, one: Combatant) -> None:
    """Takes them out of the order, and ends their turn if it is theirs."""
    for hold in (*tracking.holds_of(one), *tracking.holds_on(one)):
        turn.delete(hold)
    stored.keep_debts(turn, one.fight, one, Place(one.public_id))
    offering.forget(turn, one)
    if one in turns_of.breaking_in(one.fight):
        tracking.set_tally(turn, one, sure(one.fight.turn), turns_of.INNER, 0)
    turn.change(one, state="out", place=None)


@act("rough_magic.fight-side", title="Change sides", form=SideForm, who=gms, button="To that side")
def fight_side(turn: Turn, form: SideForm) -> None:
    """On which side somebody fights is the GM's word."""
    go_over(turn, form, "rough_magic.fight-sided")
