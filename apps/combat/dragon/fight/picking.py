"""The secret pick of a speed (dragon.speed-choice): asked at the start of a turn, shown when the last is in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, partial
from typing import Any

from django import forms

from apps.characters.access import readers_of
from apps.characters.forms import acting_for, named
from apps.checks.typed import FacesField, hand_of
from apps.combat import tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.fight import offered, picks, speeds
from apps.combat.dragon.fight.groups import Kind, kinds_among
from apps.combat.dragon.phases import spending
from apps.combat.models import Combatant, Fight
from apps.rules.dragon.checks import SIDES as DIE
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.lists import PRIMARIES, primary_of
from apps.rules.dragon.visibility import PICK, visibility
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS, Audience, seats
from apps.table.models import Ask, Event
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

PICKED, BEGAN = "dragon.picked", "dragon.turn-began"

# a turn begins


def begin_turn(turn: Turn, fight: Fight) -> None:
    """The turn after one whose last part was closed, as the rows have it now: holds and a bonus go with their fighters
    (rules.next_turn), and everybody picks a speed again."""
    after = rules.next_turn(stored.state_of(fight), {}, spending.options_of(fight))
    for one in stored.fighters_of(fight):
        if after.fighter(one.public_id).kept is None:
            stored.let_go(turn, one)
    _nobody_waits(turn, fight)
    tracking.new_turn(turn, fight, picks.PICKS)
    turn.later(partial(_told_of_turn, turn, fight))


def _told_of_turn(turn: Turn, fight: Fight) -> None:
    ask_all(turn, fight, turn.tell(BEGAN, {"turn": sure(fight.turn).number}))


def ask_all(turn: Turn, fight: Fight, by: Event) -> None:
    """Asks each player who has somebody in the fight, and the GM, whomever he moves: nobody learns that he moves
    somebody of whom they do not know."""
    for one in picks.able(fight):
        if picks.has_player(one):
            _ask_player(turn, one, by)
    _ask_gm(turn, fight, picks.OF_GM, by)


def _ask_player(turn: Turn, one: Combatant, by: Event) -> None:
    span, character = sure(one.fight.turn), one.character
    kind = picks.QUIETLY if character.hidden else picks.OPEN
    exchange = exchanges.open_exchange(turn, kind, picks.Picking(span.pk, one.pk), by)
    facts = {"who": character.name, "character_id": character.public_id, "turn": span.number}
    exchanges.ask(turn, exchange, ("character", character.pk), facts)


def _ask_gm(turn: Turn, fight: Fight, kind: str, by: Event) -> None:
    span = sure(fight.turn)
    exchange = exchanges.open_exchange(turn, kind, picks.GmPicking(span.pk), by)
    exchanges.ask(turn, exchange, ("gms", 0), {"turn": span.number, "late": kind == picks.LATE_OF_GM})


def _nobody_waits(turn: Turn, fight: Fight) -> None:
    """What was asked about speeds in this turn is over."""
    for one in exchanges.open_exchanges(fight.desk, *picks.KINDS, *speeds.TURNS):
        exchanges.close(turn, one)


# somebody new


def ask_newcomers(turn: Turn, fight: Fight, came: Iterable[Combatant], by: Event) -> None:
    """Players are asked, in mid-turn too; of a kind that has its dice the new ones share them. Else the GM is asked,
    in mid-turn in secret; once his picks are in, what is usual is picked, so that he is not waited for again."""
    new = [one for one in came if picks.pick_of(one) is None and not stored.is_down(one)]
    for one in new:
        if picks.has_player(one):
            _ask_player(turn, one, by)
    _of_gm(turn, fight, [one for one in new if not picks.has_player(one)], by)


def _of_gm(turn: Turn, fight: Fight, new: list[Combatant], by: Event) -> None:
    if fight.phase == picks.PICKS:
        if not picks.waiting(fight, picks.OF_GM):
            for one in new:
                picks.seal(turn, one, picks.usual(one))
        return
    left = [one for one in new if not _shares(turn, one)]
    if left and not picks.waiting(fight, picks.LATE_OF_GM):
        _ask_gm(turn, fight, picks.LATE_OF_GM, by)


def _shares(turn: Turn, one: Combatant) -> bool:
    """Whether others of their kind have rolled: they have what these have."""
    held = picks.kin_of(one)
    if held is None:
        return False
    picks.seal(turn, one, held.plan["speed"])
    picks.roll(turn, one, held.plan["faces"], held.plan["phases"])
    if spending.under_way(one.fight):
        speeds.deal_later(turn, one)
    return True


# the pick


class PickForm(ActForm):
    """A player's pick for one character, or the GM's for all whom he moves: a field for each kind of them."""

    ask = forms.CharField(widget=forms.HiddenInput, max_length=16)
    speed = forms.ChoiceField(
        label="Speed", choices=[(row.id, row.title) for row in PRIMARIES], widget=forms.RadioSelect, required=False
    )
    faces = FacesField()

    def setup(self) -> None:
        if self.row is not None and self.of_gm:
            del self.fields["speed"], self.fields["faces"]
            for kind in self.kinds:
                self._add(kind)
        elif self.combatant is not None:
            self.start_with({"speed": self._said(self.combatant)})

    def _add(self, kind: Kind) -> None:
        choices = [(one.id, f"{one.told} ({one.expected})") for one in offered.tiles_of(kind.lead)]
        self.fields[_field(kind)] = forms.ChoiceField(
            label=kind.title, choices=choices, widget=forms.RadioSelect, required=False
        )
        self.start_with({_field(kind): self._said(kind.lead)})
        self.fields[_faces(kind)] = FacesField(label=f"{kind.title}: the faces of my real dice")

    def _said(self, one: Combatant) -> str:
        """What stands there at first: what was picked, for whoever picked it; else what is usual."""
        held = picks.pick_of(one)
        mine = self.of_gm or one.character.seat_id == self.viewer.seat.pk
        return held.plan["speed"] if held and mine else picks.usual(one)

    @cached_property
    def row(self) -> Ask | None:
        """What is asked; one's own answer can be changed until the last is in (dragon.speed-choice)."""
        named = str(self["ask"].value() or "")
        desk, viewer = self.viewer.desk, self.viewer
        for one in exchanges.open_exchanges(desk, *picks.KINDS):
            for ask in desk.all(Ask, exchange=one, public_id=named):
                mine = (ask.audience, ask.subject) in viewer.atoms
                return ask if mine or (viewer.is_gm and ask.closed_at is None) else None
        return None

    @property
    def of_gm(self) -> bool:
        return self.row is not None and self.row.exchange.kind in picks.OF_GMS

    @cached_property
    def combatant(self) -> Combatant | None:
        """Whom a player's pick is for."""
        if self.row is None or self.of_gm:
            return None
        return self.viewer.desk.find(Combatant, self.row.exchange.state["combatant"])

    @cached_property
    def kinds(self) -> list[Kind]:
        """For whom the GM picks."""
        fight = tracking.fight_of(self.viewer.table)
        return kinds_among(picks.of_the_gm(fight)) if fight else []

    @property
    def of_kinds(self) -> list[forms.BoundField]:
        """A field for each kind that the GM moves."""
        return [self[_field(one)] for one in self.kinds]

    @property
    def faces_of_kinds(self) -> list[forms.BoundField]:
        """And one for the real dice of each."""
        return [self[_faces(one)] for one in self.kinds]

    @property
    def has_faces(self) -> bool:
        """Whether some are typed already."""
        return any(one.value() or one.errors for one in self.faces_of_kinds)

    @property
    def tiles(self) -> list[offered.Tile]:
        """A player's five."""
        return offered.tiles_of(self.combatant) if self.combatant else []

    @property
    def sorts(self) -> list[offered.Sort]:
        return offered.sorts_of(self.tiles)

    def clean_ask(self) -> Ask:
        if self.row is None:
            raise forms.ValidationError("This pick is no longer open: the last one is in, or it was called off.")
        return self.row

    def clean(self) -> dict[str, Any]:
        if self.combatant is not None and not self.cleaned_data.get("speed") and "speed" not in self.errors:
            self.add_error("speed", "Pick one of the five.")
        return self.cleaned_data

    def typed(self) -> dict[int, list[int]]:
        """The faces of real dice by whom they are of, one for each speed die. Refuses others, and any over dice that
        fell before."""
        given = [(one, speed, self._field_of(one)) for one, speed in self.wanted()]
        return {one.pk: self._hand(one, speed, field) for one, speed, field in given if self.cleaned_data[field]}

    def _field_of(self, one: Combatant) -> str:
        kind = next((kind for kind in self.kinds if one in kind.members), None) if self.of_gm else None
        return _faces(kind) if kind else "faces"

    def _hand(self, one: Combatant, speed: str, field: str) -> list[int]:
        tile = next(tile for tile in offered.tiles_of(one) if tile.id == speed)
        try:
            hand = hand_of(self.cleaned_data[field], tile.dice, bool(sure(self.row).thrown))
            return list(sure(hand)(tile.dice, DIE))
        except Refused as no:
            raise Refused(no.code, no.text, field) from no

    def wanted(self) -> list[tuple[Combatant, str]]:
        """Who has picked what, in a form that is right. Whoever has no answer of the GM's has what is usual."""
        if self.combatant is not None:
            return [(self.combatant, self.cleaned_data["speed"])]
        return [(one, self._for(kind)) for kind in self.kinds for one in kind.members]

    def _for(self, kind: Kind) -> str:
        said: str = self.cleaned_data.get(_field(kind)) or self._said(kind.lead)
        return said


def _field(kind: Kind) -> str:
    return f"speed-{kind.lead.public_id}"


def _faces(kind: Kind) -> str:
    return f"faces-{kind.lead.public_id}"


def pick_outlook(viewer: Viewer, form: PickForm) -> Mapping[str, Any]:
    """What the button picks."""
    if form.combatant is None:
        return {"heading": "Pick a speed for each of yours, in secret"}
    tile = next(one for one in form.tiles if one.id == form.cleaned_data["speed"])
    return {"heading": f"{form.combatant.character.name}: pick a speed, in secret", "button": tile.button}


@act(
    "dragon.pick",
    title="Pick a speed",
    form=PickForm,
    button="Pick",
    preview=pick_outlook,
    template="combat/dragon/acts/pick.html",
)
def pick(turn: Turn, form: PickForm) -> None:
    """Picks in secret. With the last pick all are shown together, and the speed dice fall (dragon.speed-choice)."""
    ask: Ask = form.cleaned_data["ask"]
    fight = tracking.running(turn)
    given, first = form.wanted(), ask.closed_at is None
    if form.combatant is not None:
        acting_for(turn, form.combatant.character)
    secret = not visibility(viewer="player", item=PICK, options=spending.options_of(fight)).shown
    if any(picks.typed_for(one) for one, _ in given):
        turn.refuse("thrown", "Real dice were thrown for this pick: it stands.", "speed")
    typed = form.typed()
    for one, speed in given:
        picks.seal(turn, one, speed, secret, typed.get(one.pk, ()))
    if fight.phase != picks.PICKS:
        event = _late(turn, fight, [one for one, _ in given])
        exchanges.answered(turn, ask, event)
    elif first and _is_last(fight, ask):
        exchanges.close_ask(turn, ask, all_in(turn, fight))
    else:
        event = _tell(turn, form, given, secret, changed=not first)
        if first:
            exchanges.close_ask(turn, ask, event)


def _is_last(fight: Fight, ask: Ask) -> bool:
    """Whether nobody else is waited for; somebody hidden never is, as nobody may notice that the table waits."""
    return all(one == ask for one in picks.waiting(fight, picks.OPEN, picks.OF_GM))


def _late(turn: Turn, fight: Fight, those: list[Combatant]) -> Event:
    """Newcomers roll by themselves."""
    found = speeds.fall(turn, fight, those)
    if spending.under_way(fight):
        speeds.settle(turn, fight, found)
    else:
        speeds.ask_to_turn(turn, [one for one in found if speeds.all_equal(one.lead)])
    return speeds.tell_speeds(turn, fight, found, late=True)


def all_in(turn: Turn, fight: Fight) -> Event:
    """All picks are shown and the dice fall. Whoever has not picked has what is usual."""
    those = picks.able(fight)
    for one in those:
        if picks.pick_of(one) is None:
            picks.seal(turn, one, picks.usual(one))
    found = speeds.fall(turn, fight, those)
    event = speeds.tell_speeds(turn, fight, found)
    _nobody_waits(turn, fight)
    speeds.settle(turn, fight, found)
    return event


def _tell(turn: Turn, form: PickForm, given: list[tuple[Combatant, str]], secret: bool, changed: bool) -> Event:
    """What was picked is told to whoever picked it; to the others that it is in, and of a change nothing."""
    if form.combatant is None:
        chosen = [{"name": kind.name, "speed": _title(form._for(kind))} for kind in form.kinds]
        whose, less, to_all = GMS, {"of_gm": True, "changed": changed}, EVERYBODY
        return _told(turn, {**less, "chosen": chosen}, less, whose, to_all, changed)
    character = form.combatant.character
    less = named(character) | {"of_gm": False, "changed": changed}
    full = {**less, "speed": _title(given[0][1])}
    if not secret:
        return turn.tell(PICKED, full, to=readers_of(character) if character.hidden else EVERYBODY)
    whose = seats(turn.seat, character.seat or turn.seat)
    return _told(turn, full, less, whose, readers_of(character) if character.hidden else EVERYBODY, changed)


def _told(turn: Turn, full: Any, less: Any, whose: Audience, others: Audience, changed: bool) -> Event:
    return turn.tell(PICKED, full, to=whose, also=None if changed else {others: less})


def _title(speed: str) -> str:
    return primary_of(speed).title


# going on without somebody


class BeginForm(ActForm):
    """Going on without whoever is missing needs to be told nothing."""


def begin_outlook(viewer: Viewer, form: BeginForm) -> Mapping[str, Any]:
    """Who would be gone on without."""
    fight = tracking.fight_of(viewer.table)
    if fight is None or spending.under_way(fight):
        return {"refused_now": NOTHING_TO_BEGIN}
    missing = [one for one in picks.able(fight) if picks.pick_of(one) is None]
    return {"missing": [kind.name for kind in kinds_among(missing)], "phase": fight.phase}


NOTHING_TO_BEGIN = "The rounds of this turn run already, or there is no fight."


@act(
    "dragon.begin-rounds",
    title="Begin without them",
    form=BeginForm,
    who=gms,
    button="Go on",
    preview=begin_outlook,
    template="combat/dragon/acts/begin_rounds.html",
)
def begin_without(turn: Turn, form: BeginForm) -> None:
    """Whoever has not picked has what is usual; dice that nobody turns are 1 and up (dragon.yahtzee)."""
    fight = tracking.running(turn)
    if spending.under_way(fight):
        turn.refuse("begun", NOTHING_TO_BEGIN)
    if fight.phase == picks.PICKS:
        all_in(turn, fight)
        return
    for one in exchanges.open_exchanges(fight.desk, speeds.TURN):
        exchanges.close(turn, one)
    turn.tell("dragon.rounds-began", {})
    turn.later(partial(speeds.begin_if_ready, turn, fight))
