"""Speed dice that all show the same are turned (dragon.yahtzee), and phases are set by the GM's hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django import forms

from apps.characters.access import readers_of
from apps.characters.forms import acting_for, named, one_line
from apps.characters.models import Character
from apps.combat.dragon import turns as stored
from apps.combat.dragon.fight import picks, speeds
from apps.combat.dragon.forms import FighterForm
from apps.combat.dragon.phases import going_on, spending
from apps.combat.models import Combatant, Slot
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.parts import PARTS, ROUNDS, is_own
from apps.rules.dragon.combat.picks import turned, why_not_turned
from apps.rules.dragon.lists import PRIMARIES
from apps.rules.dragon.visibility import PHASES, visibility
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import EVERYBODY, Audience
from apps.table.models import Ask
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

NUMBERS = [(number, str(number)) for number in range(1, ROUNDS + 1)]


def rounds_field(label: str) -> forms.TypedMultipleChoiceField:
    return forms.TypedMultipleChoiceField(
        label=label, coerce=int, choices=NUMBERS, required=False, widget=forms.CheckboxSelectMultiple
    )


def ears_of(one: Combatant) -> Audience:
    """Who hears of somebody's phases: of the bad side the GMs, unless these are open (dragon.visibility)."""
    shown = visibility(viewer="player", item=PHASES, options=spending.options_of(one.fight)).shown
    if one.character.hidden or (one.side == "bad" and not shown):
        return readers_of(one.character)
    return EVERYBODY


# all equal


class TurnForm(AnswerForm):
    """A number for each die: where fewer are chosen, the dice left over show the last of them too."""

    kinds = speeds.TURNS
    chosen = rounds_field("The rounds in which you act")

    def setup(self) -> None:
        self.fields["chosen"].help_text = "One for each die, or fewer: several dice may show the same"
        if members := self.members:
            self.start_with({"chosen": list(picks.phases_of(members[0]))})

    @property
    def members(self) -> list[Combatant]:
        """Whose dice they are."""
        if self.row is None:
            return []
        found = (self.viewer.desk.find(Combatant, key) for key in self.state.combatants)
        return [one for one in found if one is not None]

    @property
    def faces(self) -> list[int]:
        return list(sure(self.row).facts["faces"])

    def clean(self) -> dict[str, Any]:
        chosen = self.cleaned_data.get("chosen")
        if self.row is None or chosen is None:
            return self.cleaned_data
        numbers = [*chosen, *chosen[-1:] * (len(self.faces) - len(chosen))]
        if no := why_not_turned(faces=self.faces, chosen=numbers):
            self.add_error("chosen", no.text)
        return {**self.cleaned_data, "chosen": numbers}


def turn_outlook(viewer: Viewer, form: TurnForm) -> Mapping[str, Any]:
    return {"heading": f"{sure(form.row).facts['who']}: all equal, so choose"}


@act(
    "dragon.turn-dice",
    title="All equal: choose",
    form=TurnForm,
    button="Turn the dice",
    preview=turn_outlook,
    template="combat/dragon/acts/turn_dice.html",
)
def turn_dice(turn: Turn, form: TurnForm) -> None:
    """Turns dice that all show the same to any numbers (dragon.yahtzee); with the last of them the rounds begin."""
    ask: Ask = form.cleaned_data["ask"]
    members = [one for one in form.members if one.state != "out"]
    if not members:
        turn.refuse("gone", "They are not in the fight any more. It can be called off.", "ask")
    lead = members[0]
    acting_for(turn, lead.character)
    phases = turned(form.faces, form.cleaned_data["chosen"])
    for one in members:
        _turns(turn, one, phases)
    facts = {"who": ask.facts["who"], "faces": form.faces, "phases": list(phases)}
    event = turn.tell("dragon.dice-turned", facts, to=ears_of(lead))
    exchanges.answered(turn, ask, event)
    if lead.fight.phase == picks.DICE:
        turn.later(partial(speeds.begin_if_ready, turn, lead.fight))
    elif spending.under_way(lead.fight):
        turn.later(partial(going_on.go_on, turn, lead.fight))


def _turns(turn: Turn, one: Combatant, phases: Sequence[int]) -> None:
    picks.roll(turn, one, sure(picks.pick_of(one)).plan["faces"], phases)
    if not spending.under_way(one.fight):
        return
    if any(phase.spent != "open" for phase in stored.fighter_of(one).phases):
        turn.refuse("acted", f"{one.character.name} has used a phase of these dice already: they stay.", "chosen")
    deal_anew(turn, one, phases)
    stored.write(turn, one.fight, rules.lapses(stored.state_of(one.fight), one.public_id))


def deal_anew(turn: Turn, one: Combatant, phases: Iterable[int], field: str = "chosen") -> None:
    """In mid-turn: the open phases go, and these come. Refuses rounds that are over."""
    at = stored.state_of(one.fight).at
    for slot in one.desk.all(Slot, combatant=one, kind=stored.PHASE, span=one.fight.turn, state="open"):
        turn.delete(slot)
    left = PARTS[PARTS.index(at.part) :]
    first = at.round if any(is_own(one.side, part) for part in left) else at.round + 1
    over = [number for number in phases if number < first]
    if over:
        turn.refuse("over", f"Round {over[0]} is over for {one.character.name}.", field)
    stored.deal(turn, one, phases)


# by hand


class PhasesForm(FighterForm):
    """Every phase that is open, and the speed if it is another one."""

    rounds = rounds_field("Phases that are open")
    speed = forms.ChoiceField(
        label="Speed",
        required=False,
        choices=[("", "As it is"), *((row.id, row.title) for row in PRIMARIES)],
        widget=forms.RadioSelect,
    )
    why = one_line("Why", 120, required=False)

    def setup(self) -> None:
        super().setup()
        if self.one is not None and spending.under_way(self.one.fight):
            self.start_with({"rounds": open_rounds(self.one)})

    @property
    def one(self) -> Combatant | None:
        """Whose phases it is about."""
        return self.so_far()

    @property
    def fighters(self) -> list[Character]:
        return self.open_characters()

    @property
    def numbers(self) -> range:
        return range(1, ROUNDS + 1)

    @property
    def ticked(self) -> list[int]:
        """The rounds that are ticked so far."""
        return [number for number, title in NUMBERS if title in {str(one) for one in self["rounds"].value() or ()}]


def open_rounds(one: Combatant) -> list[int]:
    """The rounds in which somebody has an open phase."""
    return [phase.round for phase in stored.fighter_of(one).phases if phase.spent == "open"]


@act(
    "dragon.set-phases",
    title="Set phases by hand",
    form=PhasesForm,
    who=gms,
    button="Keep these",
    template="combat/dragon/acts/set_phases.html",
)
def set_phases(turn: Turn, form: PhasesForm) -> None:
    """The GM's word on somebody's phases and speed, with a reason if one is given. What is spent stays spent."""
    one = form.combatant(turn)
    if not spending.under_way(one.fight):
        turn.refuse("no-round", "The rounds of this turn have not begun: speeds are being picked.", "character")
    chosen, speed = form.cleaned_data["rounds"], form.cleaned_data["speed"]
    acting_for(turn, one.character)
    spent = {phase.round: phase.spent for phase in stored.fighter_of(one).phases if phase.spent != "open"}
    if twice := sorted(spent.keys() & set(chosen)):
        turn.refuse("spent", f"The phase of round {twice[0]} is {spent[twice[0]]}: it stays so.", "rounds")
    held = picks.pick_of(one)
    was = open_rounds(one)
    deal_anew(turn, one, chosen, "rounds")
    if speed:
        picks.set_speed(turn, one, speed)
    if chosen == was and (not speed or (held and held.plan["speed"] == speed)):
        turn.refuse("same", "That is how it stands already. Nothing was changed.", "rounds")
    facts = {**named(one.character), "phases": chosen, "was": was, "why": form.cleaned_data["why"]}
    turn.tell("dragon.phases-set", facts, to=ears_of(one))
    turn.later(partial(going_on.go_on, turn, one.fight))
