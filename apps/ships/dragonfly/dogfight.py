"""Ships that meet (dragonfly.ship-turn): who is in it, how far apart, whom they engage, and the steps of the Turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from apps.characters.forms import CharactersChoice, acting_for
from apps.characters.models import Character
from apps.rules.dragonfly.lists import SPACE_RANGES
from apps.rules.dragonfly.ships.dogfight import Choice, engage_or_disengage
from apps.rules.refusal import Refused
from apps.ships import board
from apps.ships.access import crew_and_gms, ships_of
from apps.ships.board import sailing
from apps.ships.dragonfly import chasing, fury, looking, maneuvering, sensing, shots
from apps.ships.dragonfly.crew import options_of, pilot_of, why_unfit
from apps.ships.dragonfly.damage import is_debris
from apps.ships.dragonfly.sight import hidden_from
from apps.ships.dragonfly.steps import (
    DISENGAGE,
    ENGAGE,
    RANGE_TITLES,
    RANGES,
    STEP_TITLES,
    firing_total,
    next_to_fire,
    steered_by,
    step_of,
    targets_of,
    why_not_now,
    working_weapons,
)
from apps.ships.dragonfly.telling import tell, watchers
from apps.ships.models import Encounter, Vessel
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Event, Span
from apps.table.names import name_of_all
from apps.table.spans import ends_with_span
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RANGE_CHOICES = [(row.id, row.title) for row in SPACE_RANGES]
WAITING = (maneuvering.KIND, shots.KIND, chasing.KIND, looking.DETECT, sensing.MOVED, fury.KIND)
HOLDING = {
    shots.KIND: ("shot-waits", "A shot waits for its answer. Answer for the pilot, or call the shot off."),
    chasing.KIND: ("chase-waits", "A chase waits for its pilots. Answer for them, or call the chase off."),
}
"""What has to be answered before the Turn goes on."""


class ShipsForm(ActForm):
    """Ships that come in, and how far they are from those that are there."""

    ships = CharactersChoice(label="Ships", error_messages={"required": "No ship is named yet."})
    range = forms.ChoiceField(label="Range", choices=RANGE_CHOICES, initial="long", widget=forms.RadioSelect)

    def setup(self) -> None:
        running = board.encounter_of(self.viewer.table)
        held = board.vessels_of(running) if running else []
        wrecks = [one for one in held if one.state == "lost" and is_debris(self.viewer, one)]
        there = {one.ship_id for one in held if one.state == "in" or one in wrecks}
        self.choose("ships", [one for one in ships_of(self.viewer.desk) if one.pk not in there])
        if wrecks:
            self.fields["ships"].help_text = _of_wrecks(wrecks)


def _of_wrecks(wrecks: list[Vessel]) -> str:
    """How a ship that is debris can come back (dragonfly.ship-hits): its hits are a number on its sheet."""
    names = name_of_all([one.ship.name for one in wrecks])
    return f"By the hits on its sheet {names} is debris: with fewer of them it can come back"


class StartForm(ShipsForm):
    def setup(self) -> None:
        """All of them meet, or the Director leaves some out."""
        super().setup()
        self.start_with({"ships": [one.public_id for one in ships_of(self.viewer.desk)]})

    def clean_ships(self) -> Any:
        chosen = self.cleaned_data["ships"]
        if len(chosen) < 2:
            raise forms.ValidationError("It takes two ships to meet: name another one.")
        return chosen


def ships_may_meet(viewer: Viewer) -> bool:
    """Whether there are two ships, and no encounter runs."""
    return board.encounter_of(viewer.table) is None and len(ships_of(viewer.desk)) > 1


@act(
    "dragonfly.start-dogfight",
    title="Ships meet",
    form=StartForm,
    who=gms,
    button="Begin the encounter",
    menu=60,
    due=ships_may_meet,
    begins="flag",
    shown_in="panel-dogfight",
)
def start_dogfight(turn: Turn, form: StartForm) -> None:
    """Opens an encounter with its first Turn, every ship at that range from all the others."""
    encounter = board.start(turn, "choose")
    ships, range_ = form.cleaned_data["ships"], form.cleaned_data["range"]
    board.join(turn, encounter, ships, range_)
    _tell_of_ships(turn, "dragonfly.dogfight-started", ships, range_)


def _tell_of_ships(turn: Turn, kind: str, ships: Iterable[Character], range_: str) -> None:
    """Everybody hears of those that are no secret; the GMs of all."""
    names = [one.name for one in ships]
    open_ = [one.name for one in ships if not one.hidden]
    full = {"ships": names, "range": RANGE_TITLES[range_]}
    if len(open_) == len(names):
        turn.tell(kind, full)
    else:
        turn.tell(kind, full, GMS, {EVERYBODY: full | {"ships": open_}} if open_ else {})


@act("dragonfly.dogfight-join", title="Ships come in", form=ShipsForm, who=gms, button="Bring them in")
def dogfight_join(turn: Turn, form: ShipsForm) -> None:
    """Further ships come in at that range from all the others; such as had escaped too, and such as were debris and are
    it no more.

    Refuses where no encounter runs.
    """
    ships = form.cleaned_data["ships"]
    new = board.join(turn, board.running(turn), ships, form.cleaned_data["range"])
    _tell_of_ships(turn, "dragonfly.dogfight-joined", ships, form.cleaned_data["range"])
    sensing.came_in(turn, new)


# the range of a pair


class RangeForm(ActForm):
    one = forms.CharField(max_length=16, widget=forms.HiddenInput)
    other = forms.CharField(max_length=16, widget=forms.HiddenInput)
    by = forms.TypedChoiceField(
        label="The gap",
        coerce=int,
        choices=[("-1", "One step nearer"), ("1", "One step farther")],
        widget=forms.RadioSelect,
    )


@act("dragonfly.dogfight-range", title="Change the range", form=RangeForm, who=gms, button="Change it")
def dogfight_range(turn: Turn, form: RangeForm) -> None:
    """Sets two ships one step nearer or farther (dragonfly.space-range); whoever hid from the other hides anew."""
    given, encounter = form.cleaned_data, board.running(turn)
    pair = {row.public_id: row for row in sailing(encounter)}
    one, other = pair.get(given["one"]), pair.get(given["other"])
    gap = board.gap_between(one, other) if one and other else None
    if one is None or other is None or gap is None:
        turn.refuse("gone", "Those two ships are not in this encounter any more. Look at the board again.")
    place = RANGES.index(gap.range) + given["by"]
    if not 0 <= place < len(RANGES):
        turn.refuse("no-nearer" if place < 0 else "no-farther", "That is as far as it goes in this direction.", "by")
    before, heard = gap.range, watchers(turn, one, other)
    turn.change(gap, range=RANGES[place])
    facts = {
        "ship": one.ship.name,
        "other": other.ship.name,
        "from": RANGE_TITLES[before],
        "to": RANGE_TITLES[gap.range],
        "nearer": given["by"] < 0,
    }
    turn.tell("dragonfly.range-changed", facts, GMS | heard | watchers(turn, one, other))
    sensing.range_changed(turn, gap)


# engaging and disengaging


class EngageForm(ActForm):
    ship = forms.ChoiceField(label="Ship")
    choice = forms.ChoiceField(
        label="This Turn",
        choices=[(ENGAGE, "Engage"), (DISENGAGE, "Disengage")],
        initial=ENGAGE,
        widget=forms.RadioSelect,
    )
    target = forms.ChoiceField(label="Target", required=False, widget=forms.RadioSelect)

    vessel: Vessel | None = None

    def setup(self) -> None:
        mine = {one.public_id: one for one in steered_by(self.viewer)}
        self.offer("ship", [(key, one.ship.name) for key, one in mine.items()])
        given = self.data.get("ship") if self.is_bound else self.initial.get("ship")
        self.vessel = mine.get(str(given or next(iter(mine), "")))
        if self.vessel is not None and not self.is_bound:
            self.initial["ship"] = self.vessel.public_id
        seen = targets_of(self.viewer, self.vessel) if self.vessel else []
        self.targets = {one.public_id: one for one in seen}
        self.offer("target", [(key, one.ship.name) for key, one in self.targets.items()])


def engage_outlook(viewer: Viewer, form: EngageForm) -> Mapping[str, Any]:
    """The odds of firing position on the chosen target, as far as this seat knows both pilots."""
    vessel, target = sure(form.vessel), form.targets.get(form.cleaned_data["target"])
    if no := _why_no_choice(viewer, vessel):
        return {"refused_now": no.text}
    engages = form.cleaned_data["choice"] == ENGAGE
    return maneuvering.outlook_of(viewer, vessel, target) if target and engages else {}


@act(
    "dragonfly.engage",
    title="Engage or disengage",
    form=EngageForm,
    button="This it is",
    preview=engage_outlook,
    template="ships/dragonfly/acts/engage.html",
)
def engage(turn: Turn, form: EngageForm) -> None:
    """The pilot's choice for this Turn (dragonfly.engage-or-disengage).

    With the switch secret-intentions nobody but the ship's crew learns of it before the Director goes on.
    """
    vessel = sure(form.vessel)
    if no := _why_no_choice(turn.viewer, vessel):
        raise no
    word: Choice = form.cleaned_data["choice"]
    chosen = engage_or_disengage(choice=word, target=form.cleaned_data["target"] or None)
    target = form.targets[chosen.target] if chosen.target else None
    if pilot := pilot_of(vessel):
        acting_for(turn, pilot)
    turn.change(vessel, choice=chosen.choice, target=target)
    if options_of(turn.viewer, vessel.encounter).secret_intentions and step_of(vessel.encounter) == "choose":
        turn.tell("dragonfly.engaged", _chosen(vessel), crew_and_gms(vessel.ship))
    else:
        _tell_choice(turn, vessel)


def _why_no_choice(viewer: Viewer, vessel: Vessel) -> Refused | None:
    """Why nothing can be chosen for this ship now: its pilot can do nothing, or it is another step of the Turn."""
    pilot = pilot_of(vessel)
    return (why_unfit(viewer, pilot) if pilot else None) or why_not_now(viewer, vessel, "choose")


def _chosen(vessel: Vessel) -> dict[str, Any]:
    return {
        "ship": vessel.ship.name,
        "choice": vessel.choice,
        "target": vessel.target.ship.name if vessel.target else "",
    }


def _tell_choice(turn: Turn, vessel: Vessel) -> Event:
    """Whoever sees both ships hears it, and the crew that is aimed at."""
    pair = (vessel, vessel.target) if vessel.target else (vessel,)
    return tell(turn, "dragonfly.engaged", _chosen(vessel), *pair)


# the steps of a Turn


class NextForm(ActForm):
    """`step` is where the Turn stood when this was offered: a second tap does not go on twice."""

    step = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)


def whereabouts(encounter: Encounter) -> str:
    """Turn and phase, as one word."""
    return f"{encounter.turn.number if encounter.turn else 0}-{encounter.phase}"


def next_phase(encounter: Encounter) -> str:
    """The phase that comes next; "choose" is that of the next Turn."""
    step = step_of(encounter)
    if step in {"maneuver", "fire"}:
        total = next_to_fire(encounter)
        return "run" if total is None else f"fire:{total}"
    return "maneuver" if step == "choose" else "choose"


def next_words(encounter: Encounter) -> str:
    """What the button that goes on says."""
    phase = next_phase(encounter)
    step, _, total = phase.partition(":")
    late = [one.ship.name for one in sailing(encounter) if one.piloting is None]
    if step_of(encounter) == "maneuver" and late:
        return f"Go on without {', '.join(late)}"
    if phase == "choose":
        return f"Turn {encounter.turn.number + 1 if encounter.turn else 1}"
    if step == "fire":
        names = [one.ship.name for one in sailing(encounter) if (one.piloting or 0) == int(total)]
        return f"Next: {', '.join(names)} {'fires' if len(names) == 1 else 'fire'}"
    return STEP_TITLES[step]


def next_outlook(viewer: Viewer, form: NextForm) -> Mapping[str, Any]:
    encounter = board.encounter_of(viewer.table)
    return {"button": next_words(encounter), "subheading": STEP_TITLES[step_of(encounter)]} if encounter else {}


@act("dragonfly.dogfight-next", title="Go on", form=NextForm, who=gms, button="Go on", preview=next_outlook)
def dogfight_next(turn: Turn, form: NextForm) -> None:
    """The next step of the Turn, or the next Turn. Refuses while a shot or a chase waits for its answer."""
    encounter = board.running(turn)
    if form.cleaned_data["step"] not in {"", whereabouts(encounter)}:
        turn.refuse("gone-on", "The Turn has gone on already. Nothing was changed.")
    for waiting in exchanges.open_exchanges(turn.desk, *HOLDING):
        turn.refuse(*HOLDING[waiting.kind])
    before, phase = step_of(encounter), next_phase(encounter)
    if phase == "choose":
        board.new_turn(turn, encounter, phase)
    else:
        turn.change(encounter, phase=phase)
    event = _tell_step(turn, encounter)
    _entered(turn, encounter, before, event)


def _tell_step(turn: Turn, encounter: Encounter) -> Event:
    """Everybody hears of a step; that a ship fires which not everybody sees, nobody but the GMs."""
    facts = {"step": STEP_TITLES[step_of(encounter)], "turn": sure(encounter.turn).number, "ships": []}
    total = firing_total(encounter)
    if total is None:
        return turn.tell("dragonfly.dogfight-step", facts)
    firing = [one for one in sailing(encounter) if (one.piloting or 0) == total and working_weapons(one)]
    seen = [one.ship.name for one in firing if not one.ship.hidden and not hidden_from(one)]
    full = facts | {"ships": [one.ship.name for one in firing]}
    return turn.tell("dragonfly.dogfight-step", full, GMS, {EVERYBODY: facts | {"ships": seen}} if seen else {})


def _entered(turn: Turn, encounter: Encounter, before: str, event: Event) -> None:
    """What comes by itself with a step."""
    step = step_of(encounter)
    if step == "maneuver":
        _reveal(turn, encounter)
        maneuvering.ask_pilots(turn, encounter, event)
    if before == "maneuver":
        _call_off(turn, maneuvering.KIND)
        maneuvering.tell_positions(turn, encounter)
    if step == "run":
        chasing.resolve(turn, encounter)


def _reveal(turn: Turn, encounter: Encounter) -> None:
    """What was chosen in secret is shown together."""
    if options_of(turn.viewer, encounter).secret_intentions:
        for vessel in sailing(encounter):
            if vessel.choice:
                _tell_choice(turn, vessel)


def _call_off(turn: Turn, *kinds: str) -> None:
    for one in exchanges.open_exchanges(turn.desk, *kinds):
        exchanges.close(turn, one)


class EndForm(ActForm):
    """Nothing to say."""


@act(
    "dragonfly.end-dogfight",
    title="The encounter ends",
    form=EndForm,
    who=gms,
    button="End the encounter",
    template="ships/dragonfly/acts/end_dogfight.html",
)
def end_dogfight(turn: Turn, form: EndForm) -> None:
    """Closes the encounter, its Turn and all that waits in it."""
    encounter = board.running(turn)
    turns = encounter.turn.number if encounter.turn else 0
    board.end(turn, encounter)
    turn.change(encounter, phase="")
    turn.tell("dragonfly.dogfight-ended", {"turns": turns})


@ends_with_span(board.KIND, game="dragonfly")
def encounter_ends(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """However an encounter ends, nobody waits any more for what belonged to it. Fury is told to its hearers alone."""
    _call_off(turn, *WAITING)
    fury.tell_what_ends(turn, span)
    return []
