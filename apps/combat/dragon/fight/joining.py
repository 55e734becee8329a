"""The fight itself: begun, joined and left, sides changed, ended (dragon.turn, dragon.sub-rounds)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial
from typing import Any

from django import forms

from apps.characters import rows
from apps.characters.access import knowers_of, known_to
from apps.characters.dragon import ready
from apps.characters.dragon.quick import make_enemy
from apps.characters.dragon.sheet import SHEET, sheet_of
from apps.characters.dragon.writing import copy_sheet
from apps.characters.forms import CharacterChoice, CharactersChoice, acting_for, named, number
from apps.characters.listed import Row
from apps.characters.models import Character
from apps.characters.naming import is_one_of_several
from apps.characters.rows import make_character
from apps.combat import gathering, latecomers, sides, tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.fight import picking, picks, speeds
from apps.combat.dragon.forms import FighterForm
from apps.combat.dragon.phases import going_on, spending
from apps.combat.ending import (
    END_TEMPLATE,
    Decision,
    EndForm,
    is_decided_when,
    leave_with_a_fight,
    taking,
    tell_end,
)
from apps.combat.models import Combatant, Fight
from apps.combat.tracking import is_calm
from apps.rules.dragon.lists import substat_of
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.models import Event, Span
from apps.table.spans import ends_with_span
from apps.table.telling import tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer

Facts = dict[str, Any]
SIDES = {"good": "Good Guys", "bad": "Bad Guys"}

# beginning, joining


class SidesForm(ActForm):
    """Who comes in, and who of them is on the bad side: the enemies, unless it is said otherwise."""

    characters = CharactersChoice(label="Who fights", required=False)
    bad = CharactersChoice(label="On the bad side", required=False)
    sided = forms.BooleanField(required=False, widget=forms.HiddenInput, initial=True)

    def people(self) -> list[Character]:
        return known_to(self.viewer)

    def offer_people(self, ticked: Collection[Character]) -> None:
        cast = self.people()
        for name in ("characters", "bad"):
            self.choose(name, cast)
        enemies = [one.public_id for one in cast if sheet_of(one).side == "bad"]
        self.start_with({"characters": [one.public_id for one in ticked], "bad": enemies})

    @property
    def lines(self) -> list[Facts]:
        """The cast as it is drawn: somebody, whether they come in, and whether on the bad side."""
        ticked = {name: {str(one) for one in self[name].value() or ()} for name in ("characters", "bad")}
        return [{"who": one} | {name: one.public_id in ids for name, ids in ticked.items()} for one in self.people()]

    def side_of(self, character: Character) -> str:
        """As it was said; where nothing was said about sides, as the sheet has it."""
        data = self.cleaned_data
        if not (data["sided"] or data["bad"]):
            return sheet_of(character).side
        return "bad" if character in data["bad"] else "good"


class StartForm(gathering.StartForm, SidesForm):
    example, who = "The Salt Stair", "Who fights"

    def setup(self) -> None:
        super().setup()
        self.offer_people([one for one in self.people() if one.present and self.stands(one)])

    @staticmethod
    def stands(character: Character) -> bool:
        return not stored.lies(character)


def take_sides(turn: Turn, came: Iterable[Combatant], form: SidesForm) -> list[Combatant]:
    """Puts everybody who came on a side."""
    return [turn.change(one, side=form.side_of(one.character)) for one in came]


def sides_told(came: Iterable[Combatant]) -> Facts:
    """Who stands where, for a card."""
    return {side: [one.character.name for one in came if one.side == side] for side in SIDES}


@act(
    "dragon.start-fight",
    menu=30,
    due=is_calm,
    begins="flame",
    shown_in="panel-dragon-turn",
    title="Start a fight",
    form=StartForm,
    who=gms,
    button="Start the fight",
    template="combat/dragon/acts/start_fight.html",
)
def start_fight(turn: Turn, form: StartForm) -> None:
    """Opens a fight with those who are there, on two sides; everybody picks a speed (dragon.turn)."""
    fight = tracking.start(turn, picks.PICKS, form.cleaned_data["title"])
    came = take_sides(turn, tracking.join(turn, fight, form.cleaned_data["characters"]), form)
    facts = {"title": fight.span.title}
    public = {**facts, **sides_told(gathering.seen(came))}
    event = tell_both(turn, "dragon.fight-started", {**facts, **sides_told(came)}, public)
    picking.ask_all(turn, fight, event)


class JoinForm(SidesForm):
    def setup(self) -> None:
        self.fields["characters"].label = "Who comes in"
        self.fields["characters"].required = True
        self.fields["characters"].help_text = "" if self.people() else gathering.NOBODY_LEFT
        self.offer_people(())

    def people(self) -> list[Character]:
        there = tracking.fighters(self.viewer.table)
        return [one for one in super().people() if one.pk not in there]


def _where_it_runs(viewer: Viewer) -> str:
    """While speeds are picked there are no rounds yet."""
    fight = tracking.fight_of(viewer.table)
    under_way = fight is not None and spending.under_way(fight)
    return "panel-dragon-rounds" if under_way else "panel-dragon-turn"


@act(
    "dragon.fight-join",
    title="Bring somebody into the fight",
    form=JoinForm,
    who=gms,
    button="Bring them in",
    shown_in=_where_it_runs,
    template="combat/dragon/acts/join.html",
)
def fight_join(turn: Turn, form: JoinForm) -> None:
    """More fighters. In mid-turn they have phases only in rounds that have not begun (dragon.turn)."""
    fight = tracking.running(turn)
    came = tracking.join(turn, fight, form.cleaned_data["characters"])
    _come_in(turn, fight, take_sides(turn, came, form))


latecomers.come_in_by("dragon", "dragon.fight-join", StartForm.stands)


def _come_in(turn: Turn, fight: Fight, came: list[Combatant], new: bool = False) -> None:
    event = _tell_joined(turn, came, new)
    picking.ask_newcomers(turn, fight, came, event)


def _tell_joined(turn: Turn, came: list[Combatant], new: bool) -> Event:
    """The GMs alone hear it where nobody else may know of any of them."""
    known = gathering.seen(came)
    facts = {"new": new}
    public = {**facts, **sides_told(known)} if known else None
    return tell_both(turn, "dragon.fight-joined", {**facts, **sides_told(came)}, public)


# extras


def stat(label: str, **about: Any) -> forms.IntegerField:
    return number(label, 0, 30, required=False, initial=3, **about)


class ExtrasForm(gathering.ThugsForm):
    """Several of a kind: of the list with one tap, copies of somebody who is there, or made from a name and a few
    substats."""

    base = CharacterChoice(label="Copies of", required=False, empty_label="Nobody: made from the numbers below")
    side = forms.ChoiceField(label="Side", choices=[*SIDES.items()], initial="bad", widget=forms.RadioSelect)
    accuracy = stat("Accuracy")
    dexterity = stat("Dexterity")
    strength = stat("Strength")
    resistance = stat("Resistance")

    def setup(self) -> None:
        self.fields["name"].required = False
        self.fields["name"].initial = ""
        self.fields["side"].required = False
        self.start_with({"count": 3})
        self.choose("base", [one for one in known_to(self.viewer) if one.seat_id is None])
        self.fill_in()

    def listed(self) -> list[Row]:
        return ready.listed_cast(self.viewer.options)

    def stats(self) -> list[forms.BoundField]:
        """What the template draws."""
        return [self[key] for key in STATS]

    def clean(self) -> dict[str, Any]:
        if not self.cleaned_data.get("base") and not self.cleaned_data.get("name") and "name" not in self.errors:
            self.add_error("name", "Without somebody to copy this is needed.")
        return self.cleaned_data

    @property
    def side_of(self) -> str:
        said: str = self.cleaned_data["side"] or "bad"
        return said


STATS = ("accuracy", "dexterity", "strength", "resistance")


@act(
    "dragon.fight-extras",
    title="Extras",
    form=ExtrasForm,
    who=gms,
    button="Into the fight with them",
    shown_in=_where_it_runs,
    preview=gathering.how_many,
    template="combat/dragon/acts/extras.html",
)
def fight_extras(turn: Turn, form: ExtrasForm) -> None:
    """Several of one kind, numbered, who come into the fight at once; they share a pick and its dice."""
    fight, base = tracking.running(turn), form.copied
    made = [_copy(turn, base, name, form.hides) if base else _extra(turn, name, form) for name in form.names()]
    came = [turn.change(one, side=form.side_of) for one in tracking.join(turn, fight, made)]
    _come_in(turn, fight, came, new=True)


def _copy(turn: Turn, base: Character, name: str, hidden: bool) -> Character:
    return turn.change(copy_sheet(turn, base, name), hidden=hidden, present=True)


def _extra(turn: Turn, name: str, form: ExtrasForm) -> Character:
    role = "enemy" if form.side_of == "bad" else "ally"
    if form.tapped is not None:
        return make_enemy(turn, name, {**form.tapped.values, "hidden": form.cleaned_data["hidden"]}, role)
    made = make_character(turn, name=name, sheet=SHEET, role=role, seat=None, hidden=form.cleaned_data["hidden"])
    for key in STATS:
        if form.cleaned_data[key] is not None:
            rows.set_rating(turn, made, "substat", substat_of(key).id, form.cleaned_data[key])
    return made


# leaving, changing sides


@act("dragon.fight-leave", title="Out of the fight", form=FighterForm, who=gms, button="Out of the fight")
def fight_leave(turn: Turn, form: FighterForm) -> None:
    """Takes a fighter out; nobody waits for them any more."""
    one = form.combatant(turn)
    acting_for(turn, one.character)
    turn.change(one, state="out")
    turn.tell("dragon.fight-left", named(one.character), to=knowers_of(one.character))
    not_waited_for(turn, one)


def not_waited_for(turn: Turn, one: Combatant) -> None:
    """Somebody acts no more: nothing is asked about their speed, and the turn goes on once the act has told."""
    waited_for = _about(one)
    for exchange in waited_for:
        exchanges.close(turn, exchange)
    if waited_for or spending.under_way(one.fight):
        turn.later(partial(_goes_on_without, turn, one.fight))


def _about(one: Combatant) -> list[Any]:
    """What is asked about their speed alone."""
    found = exchanges.open_exchanges(one.desk, *picks.OF_PLAYERS, *speeds.TURNS)
    return [row for row in found if row.state.get("combatant") == one.pk or row.state.get("combatants") == [one.pk]]


def _goes_on_without(turn: Turn, fight: Fight) -> None:
    """Whoever has left may have been the last who was waited for."""
    if spending.under_way(fight):
        going_on.go_on(turn, fight)
    elif fight.phase == picks.DICE:
        speeds.begin_if_ready(turn, fight)
    elif not picks.waiting(fight, picks.OPEN, picks.OF_GM):
        picking.all_in(turn, fight)


class SideForm(sides.SideForm):
    sides = SIDES


@act("dragon.fight-side", title="Change sides", form=SideForm, who=gms, button="To that side")
def fight_side(turn: Turn, form: SideForm) -> None:
    """Who stands on which side is the GM's word; third parties count as bad (dragon.sub-rounds)."""
    one = sides.go_over(turn, form, "dragon.fight-sided")
    if spending.under_way(one.fight):
        turn.later(partial(going_on.go_on, turn, one.fight))


# the end


is_decided_when("dragon", Decision("dragon.end-fight", stored.lies))
leave_with_a_fight("dragon", is_one_of_several)


@act(
    "dragon.end-fight",
    title="End the fight",
    form=EndForm,
    who=gms,
    button="End the fight",
    template=END_TEMPLATE,
    preview=taking("Phases, holds and kept dice end with it; hit points stay as they are."),
    settled=True,
)
def end_fight(turn: Turn, form: EndForm) -> None:
    """Ends the fight; phases, holds and kept dice end with it."""
    fight = tracking.running(turn)
    title = fight.span.title
    facts = {"title": title, "ended": tracking.end(turn, fight)}
    tell_end(turn, "dragon.fight-ended", form, facts, facts)


@ends_with_span(tracking.KIND, game="dragon")
def fight_ends(turn: Turn, span: Span) -> list[Facts]:
    """However a fight ends, nobody is asked any more for what belonged to its turn."""
    for one in reversed(exchanges.open_exchanges(turn.desk, *picks.KINDS, *speeds.TURNS)):
        exchanges.close(turn, one)
    return []
