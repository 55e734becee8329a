"""The fight itself: begun, joined and left, taken on step by step, ended (dragonfly.turn)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import knowers_of, known_to
from apps.characters.dragonfly import ready, weapons, writing
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.dragonfly.sheet_form import MOST_LIFE_POINTS
from apps.characters.forms import CharacterChoice, OwnCharacterForm, acting_for, named, number
from apps.characters.listed import Row
from apps.characters.models import Character
from apps.characters.naming import is_one_of_several
from apps.checks.dragonfly.fury import raging_in
from apps.combat import gathering, latecomers, tracking
from apps.combat.dragonfly.fighters import initiative, moves, plans, questions
from apps.combat.dragonfly.fighters.standing import there
from apps.combat.dragonfly.fighters.states import state_of
from apps.combat.ending import Decision, EndForm, is_decided_when, leave_with_a_fight, tell_end
from apps.combat.gathering import JoinForm, StartForm
from apps.combat.models import Combatant, Declaration, Fight
from apps.combat.sides import SideForm, go_over
from apps.combat.tracking import is_calm
from apps.rules.dragonfly.combat import injury
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.models import Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

# beginning, joining, leaving


class StartFightForm(StartForm):
    example, who = "The gantry", "Who fights"

    @staticmethod
    def stands(character: Character) -> bool:
        return state_of(character).can_act and sheet_of(character).life_points > injury.DOWN


@act(
    "dragonfly.start-fight",
    menu=30,
    due=is_calm,
    begins="flame",
    shown_in="panel-fight",
    title="Start a fight",
    form=StartFightForm,
    who=gms,
    button="Start the fight",
)
def start_fight(turn: Turn, form: StartFightForm) -> None:
    """Opens a fight with those who are there; the first Turn begins with Intentions (dragonfly.turn)."""
    gathering.start(turn, "dragonfly.fight-started", form, "intentions")


@act(
    "dragonfly.fight-join",
    title="Bring somebody into the fight",
    form=JoinForm,
    who=gms,
    button="Bring them in",
    shown_in="panel-fight",
)
def fight_join(turn: Turn, form: JoinForm) -> None:
    """More combatants; once initiative is under way it is asked of them, or taken from their scores."""
    fight = tracking.running(turn)
    _come_in(turn, fight, tracking.join(turn, fight, form.cleaned_data["characters"]), {})


latecomers.come_in_by("dragonfly", "dragonfly.fight-join", StartFightForm.stands)


def _come_in(turn: Turn, fight: Fight, came: list[Combatant], more: Mapping[str, Any]) -> None:
    under_way = fight.phase in {"initiative", *moves.ACTING_PHASES}
    to_ask, fell = initiative.call_up(turn, fight) if under_way else ([], [])
    if under_way and fight.phase != "initiative":
        initiative.settle(turn, fight, turn.dice)
        moves.go_on(turn, fight)
    full, public = {"thrown": fell, **more}, {"thrown": [], **more}
    event = gathering.tell_joined(turn, "dragonfly.fight-joined", came, full, public)
    initiative.ask_for(turn, to_ask, event)


class ThugsForm(gathering.ThugsForm):
    """Several of a kind: of the list with one tap, copies of somebody who is there, or made from a name and numbers."""

    base = CharacterChoice(label="Copies of", required=False, help_text="Nobody: made from the numbers below")
    combat = number("Combat", initial=10, required=False)
    life_points = number("Life Points", most=MOST_LIFE_POINTS, initial=20, required=False)
    muscle = number("Muscle", required=False, widget=forms.HiddenInput)
    brains = number("Brains", required=False, widget=forms.HiddenInput)
    armor = number("Armor", most=999, required=False, widget=forms.HiddenInput)
    weapons = forms.MultipleChoiceField(
        label="Attack with", required=False, widget=forms.CheckboxSelectMultiple, initial=["punch"]
    )

    def setup(self) -> None:
        self.fields["name"].required = False
        self.start_with({"count": 6})
        cast = known_to(self.viewer)
        self.choose("base", [one for one in cast if one.sheet == "score" and one.seat_id is None])
        self.offer("weapons", weapons.choices("score"))
        self.fill_in()

    def listed(self) -> list[Row]:
        return ready.listed_cast()

    def clean(self) -> dict[str, Any]:
        if not self.cleaned_data.get("base"):
            for name in ("name", "combat", "life_points"):
                if self.cleaned_data.get(name) in {None, ""} and name not in self.errors:
                    self.add_error(name, "Without somebody to copy this is needed.")
        return self.cleaned_data


@act(
    "dragonfly.fight-thugs",
    title="Thugs",
    form=ThugsForm,
    who=gms,
    button="Into the fight with them",
    shown_in="panel-fight",
    preview=gathering.how_many,
    template="combat/dragonfly/acts/thugs.html",
)
def fight_thugs(turn: Turn, form: ThugsForm) -> None:
    """Several of the Supporting Cast, numbered, who come into the fight at once."""
    fight = tracking.running(turn)
    base, data = form.copied, form.cleaned_data
    made = [_copy(turn, base, name, form.hides) if base else _thug(turn, name, data) for name in form.names()]
    _come_in(turn, fight, tracking.join(turn, fight, made), {"new": True})


def _copy(turn: Turn, base: Character, name: str, hidden: bool) -> Character:
    twin = writing.copy_sheet(turn, base, name)
    return turn.change(twin, hidden=hidden, present=True)


def _thug(turn: Turn, name: str, data: dict[str, Any]) -> Character:
    """With the scores of the list, or with one number for all three."""
    scores = {key: data["combat"] if data[key] is None else data[key] for key in ("muscle", "brains")}
    return writing.supporting_cast(turn, name, {**data, **scores})


class FighterForm(OwnCharacterForm):
    """About one combatant: a player's own, any for a GM."""

    def open_characters(self) -> list[Character]:
        return [one for one in super().open_characters() if tracking.in_the_fight(one) is not None]

    def combatant(self, turn: Turn) -> Combatant:
        """The combatant, read inside the hold."""
        return there(tracking.combatant_of(tracking.running(turn), self.cleaned_data["character"]))


@act("dragonfly.fight-leave", title="Out of the fight", form=FighterForm, who=gms, button="Out of the fight")
def fight_leave(turn: Turn, form: FighterForm) -> None:
    """Takes a combatant out; whoever they held, and who held them, is free."""
    combatant = form.combatant(turn)
    if combatant.state == "out":
        turn.refuse("out", f"{combatant.character.name} is out of the fight already.", "character")
    acting_for(turn, combatant.character)
    initiative.call_off(turn, combatant.fight, combatant)
    for hold in (*tracking.holds_of(combatant), *tracking.holds_on(combatant)):
        turn.delete(hold)
    turn.change(combatant, state="out", place=None, initiative=None)
    moves.go_on(turn, combatant.fight)
    turn.tell("dragonfly.fight-left", named(combatant.character), to=knowers_of(combatant.character))


@act("dragonfly.fight-side", title="Change sides", form=SideForm, who=gms, button="To that side")
def fight_side(turn: Turn, form: SideForm) -> None:
    """On which side somebody fights is the GM's word."""
    go_over(turn, form, "dragonfly.fight-sided")


# the end


def _lies(character: Character) -> bool:
    """Whoever has no Life Points left lies, but a hero who keeps conscious."""
    fallen = sheet_of(character).state == "down" and character.seat_id is None
    return fallen or not state_of(character).can_act


is_decided_when("dragonfly", Decision("dragonfly.end-fight", _lies))
leave_with_a_fight("dragonfly", lambda one: one.sheet == "score" and is_one_of_several(one))


def _outlook(viewer: Viewer, form: ActForm) -> Mapping[str, Any]:
    """What ends with the fight, and whether an attack would come to nothing by it."""
    fight = tracking.fight_of(viewer.table)
    waits = exchanges.open_exchanges(viewer.desk, *questions.kinds_for(questions.ATTACK))
    return {"ends": what_ends(fight) if fight else [], "waits": bool(fight and waits)}


@act(
    "dragonfly.end-fight",
    title="End the fight",
    form=EndForm,
    who=gms,
    button="End the fight",
    template="combat/dragonfly/acts/end_fight.html",
    preview=_outlook,
    settled=True,
)
def end_fight(turn: Turn, form: EndForm) -> None:
    """Ends the fight and says what ended with it: Righteous Fury, stances, holds."""
    fight = tracking.running(turn)
    title, ending = fight.span.title, what_ends(fight)
    after = tracking.end(turn, fight)
    facts = {"title": title}
    listed = [one for one in after if one not in [_line(line) for line in ending]]
    tell_end(
        turn,
        "dragonfly.fight-ended",
        form,
        facts | {"ended": [*[_line(one) for one in ending], *listed]},
        facts | {"ended": [*[_line(one) for one in ending if not one["hidden"]], *listed]},
    )


def _line(one: Mapping[str, Any]) -> dict[str, Any]:
    return {"character": one["character"], "character_id": one["character_id"], "name": one["name"]}


def what_ends(fight: Fight) -> list[dict[str, Any]]:
    """What a fight takes with it: Righteous Fury, stances and every hold."""
    found = [_ending(one, "Righteous Fury") for one in raging_in(fight.span)]
    for one in fight.desk.all(Declaration, turn=fight.turn, shown=True):
        stance = one.plan.get("stance", "normal")
        if stance != "normal":
            found.append(_ending(one.combatant.character, plans.STANCE_TITLES[stance]))
    holds = [hold for one in fight.desk.all(Combatant, fight=fight) for hold in tracking.holds_on(one)]
    for hold in sorted(holds, key=lambda hold: hold.pk):
        line = _ending(hold.held.character, f"held by {hold.holder.character.name}")
        found.append(line | {"hidden": line["hidden"] or hold.holder.character.hidden})
    return found


def _ending(character: Character, name: str) -> dict[str, Any]:
    return named(character) | {"name": name, "hidden": character.hidden}


@ends_with_span(tracking.KIND, game="dragonfly")
def fight_ends(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """However a fight ends, nobody waits any more for what belonged to it."""
    fight = turn.desk.one(Fight, span=span)
    if fight is None:
        return []
    call_off_questions(turn)
    return [_line(one) for one in what_ends(fight) if not one["hidden"]]


def call_off_questions(turn: Turn) -> None:
    """Closes what waits for answers within the fight: throws, attacks, wishes for Righteous Fury."""
    for one in reversed(exchanges.open_exchanges(turn.desk, *questions.END_WITH_FIGHT)):
        exchanges.close(turn, one)
