"""A fight begins: in one roll or by rounds, as the GM picks (yarn.combat-modes); who comes in later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from apps.characters.forms import number
from apps.characters.models import Character
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.scenes import in_scene
from apps.checks.yarn.group.efforts import TITLES
from apps.combat import gathering, latecomers, tracking
from apps.combat.models import Combatant, Fight
from apps.combat.tracking import is_calm
from apps.combat.yarn.rounds import initiative, stored, told
from apps.combat.yarn.rounds.going_on import first_turn
from apps.rules.yarn.groups import WAYS
from apps.rules.yarn.pool import AVERAGE
from apps.table.acts import act, gms
from apps.table.telling import tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_DICE = 20
MODES = {"detailed": "Round by round", "gestalt": "One roll for all of it"}
ASKED = "asked each fight"
BUTTONS = {"detailed": "Start the fight", "gestalt": "Start the fight, in one roll"}


class BeginForm(gathering.StartForm):
    """What it is about, who is in it, how it is played, and how many dice the GM rolls initiative with for hers."""

    example, who = "The lock gate", "Who is in it"
    mode = forms.ChoiceField(
        label="How", choices=list(MODES.items()), initial="detailed", required=False, widget=forms.RadioSelect
    )
    dice = number("Your side rolls initiative with", 1, MOST_DICE, required=False, initial=AVERAGE)
    way = forms.ChoiceField(
        label="In one roll, the players’ side",
        choices=list(TITLES.items()),
        initial=WAYS[0],
        required=False,
        widget=forms.RadioSelect,
    )

    def setup(self) -> None:
        super().setup()
        by_switch = self.viewer.options.combat_mode
        if by_switch != ASKED:
            del self.fields["mode"]
        if by_switch == "detailed":
            del self.fields["way"]
        if by_switch == "gestalt" or self.viewer.options.turn_order != "initiative":
            del self.fields["dice"]

    def clean(self) -> dict[str, Any]:
        """What is asked for the other way of playing is out of sight, and refuses nothing."""
        self.errors.pop("dice" if self.wanted == "gestalt" else "way", None)
        return self.cleaned_data

    @staticmethod
    def stands(character: Character) -> bool:
        """Whoever is played only where the scene is about them; the GM's may have come since it was called."""
        cast = in_scene(character.desk)
        elsewhere = cast is not None and character.seat_id is not None and character not in cast
        return not elsewhere and not level_of(character).down

    @property
    def so_far(self) -> str:
        """How it is played: as the switch combat-mode says, else as far as it is said."""
        by_switch: str = self.viewer.options.combat_mode
        return by_switch if by_switch != ASKED else str(self["mode"].value() or "detailed")

    @property
    def wanted(self) -> str:
        """The same once the form was looked through."""
        return self.cleaned_data.get("mode") or self.so_far


def outlook(viewer: Viewer, form: BeginForm) -> Mapping[str, Any]:
    """The button says how it is played."""
    return {"button": BUTTONS[form.wanted]}


@act(
    "yarn.begin-fight",
    menu=30,
    due=is_calm,
    begins="flame",
    shown_in="panel-yarn-fight",
    title="Start a fight",
    form=BeginForm,
    who=gms,
    button="Start the fight",
    preview=outlook,
)
def begin_fight(turn: Turn, form: BeginForm) -> None:
    """Opens a fight with those who are there. By rounds the players are asked for initiative, or all act as they sit;
    in one roll the GM says what each side rolls."""
    phase = stored.GESTALT if form.wanted == "gestalt" else stored.INITIATIVE
    fight = tracking.start(turn, phase, form.cleaned_data["title"])
    came = tracking.join(turn, fight, form.cleaned_data["characters"])
    facts = {"title": fight.span.title, "mode": form.wanted}
    public = facts | {"names": gathering.names(gathering.seen(came))}
    tell_both(turn, "yarn.fight-begun", facts | {"names": gathering.names(came)}, public)
    if phase == stored.INITIATIVE:
        into_rounds(turn, fight, came, form.cleaned_data.get("dice"))
    else:
        stored.set_way(turn, fight, form.cleaned_data.get("way") or WAYS[0])
        stored.has_begun(turn, fight)


def into_rounds(turn: Turn, fight: Fight, came: Iterable[Combatant], dice: int | None) -> None:
    """Who acts when is settled: asked for, or given by the seats. Inside the hold, after the act's event."""
    rows = list(came)
    if stored.options_of(fight).turn_order != "initiative":
        seated(turn, fight)
        return
    name_dice(turn, fight, rows, dice)
    initiative.ask_players(turn, [one for one in rows if one.character.seat_id], turn.events[0])
    rolls = initiative.settle(turn, fight, turn.dice)
    initiative.go_on(turn, fight, rolls, stored.INITIATIVE)


def seated(turn: Turn, fight: Fight) -> None:
    """All act as they sit, and the first turn comes."""
    initiative.seat_all(turn, fight)
    turn.change(fight, phase=stored.ROUNDS)
    first_turn(turn, fight)
    told.order_stands(turn, fight, [])


def name_dice(turn: Turn, fight: Fight, came: Iterable[Combatant], dice: int | None) -> None:
    """The dice that the GM names for the one roll of her side."""
    for one in came:
        if one.character.seat_id is None and dice and dice != AVERAGE:
            tracking.set_tally(turn, one, fight.span, initiative.GM_DICE, dice)


class JoinForm(gathering.JoinForm):
    """Who comes in, and how many dice they roll for their place."""

    dice = number("They roll initiative with", 1, MOST_DICE, required=False, initial=AVERAGE)


@act(
    "yarn.fight-join",
    title="Bring somebody into the fight",
    form=JoinForm,
    who=gms,
    button="Bring them in",
    shown_in="panel-yarn-fight",
)
def fight_join(turn: Turn, form: JoinForm) -> None:
    """More people: they roll initiative now, and act from the next round on (yarn.initiative)."""
    fight = tracking.running(turn)
    came = tracking.join(turn, fight, form.cleaned_data["characters"])
    for one in came:
        turn.change(one, state="acted" if fight.phase == stored.ROUNDS else "waiting", place=None, initiative=None)
    gathering.tell_joined(turn, "yarn.fight-joined", came, {}, {})
    if fight.phase != stored.GESTALT:
        _place(turn, fight, came, form.cleaned_data.get("dice"))


def is_missed(character: Character) -> bool:
    """Whether somebody could come in: who stands, and is in the scene where one is about somebody."""
    cast = in_scene(character.desk)
    return BeginForm.stands(character) and (cast is None or character in cast)


latecomers.come_in_by("yarn", "yarn.fight-join", is_missed)


def _place(turn: Turn, fight: Fight, came: list[Combatant], dice: Any) -> None:
    if stored.options_of(fight).turn_order == "initiative":
        name_dice(turn, fight, came, dice)
        initiative.ask_players(turn, [one for one in came if one.character.seat_id], turn.events[0])
        initiative.settle(turn, fight, turn.dice)
    else:
        initiative.seat_all(turn, fight)
