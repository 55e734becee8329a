"""The movement of a turn, and the pace that is declared for it (rough_magic.movement-action, rough_magic.gait)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms

from apps.board.board import board_of, cell_of, ground_of, open_board, spot_of, taken_for
from apps.board.forms import CellField, on_this_board
from apps.board.models import Board, Spot
from apps.characters.access import knowers_of
from apps.characters.forms import acting_for, named, number, one_line
from apps.characters.models import Character, Condition
from apps.characters.rough_magic import states
from apps.checks.versus import openly
from apps.combat import tracking
from apps.combat.models import Combatant
from apps.combat.rough_magic.order import stored, turns_of
from apps.combat.rough_magic.order.forms import PLAIN, OnTurnForm
from apps.combat.rough_magic.order.ways import GAITS, WALKED, Way, kind_of, left_of, way_of, ways_of, why_not_move
from apps.rules.distance import Cell, name_of
from apps.rules.refusal import Refused
from apps.rules.rough_magic.combat.actions import HALF
from apps.rules.rough_magic.combat.moves import movement_action
from apps.rules.rough_magic.options import Options
from apps.table.acts import act
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

FARTHEST = 500


class MoveForm(OnTurnForm):
    """How, how far if not all the way, and where to; on a board to which cell. Metres that are typed count before what
    the board says."""

    how = forms.ChoiceField(label="How", widget=forms.RadioSelect)
    metres = number("Metres", 0, FARTHEST, required=False, help_text="Empty: as far as it goes")
    cell = CellField(label="To the cell", required=False)
    where = one_line("Where to", 80, required=False)

    def setup(self) -> None:
        super().setup()
        one = self.so_far()
        if self.spot is None:
            del self.fields["cell"]
        ways = ways_of(one.character, stored.options_of(one.fight)) if one else []
        self.offer("how", [(way.id, way.words) for way in ways])
        if ways:
            self.start_with({"how": "walk"})

    @cached_property
    def spot(self) -> Spot | None:
        """Where they stand on the board, if this seat sees one and them on it."""
        one, board = self.so_far(), board_of(self.viewer)
        return spot_of(board, one.character) if one and board else None

    def clean_cell(self) -> Cell | None:
        cell: Cell | None = self.cleaned_data["cell"]
        return on_this_board(board_of(self.viewer), cell) if cell else None

    @property
    def end(self) -> Cell | None:
        """The cell where the move ends, if one is named."""
        return self.cleaned_data.get("cell") if self.spot else None

    @property
    def length(self) -> int | None:
        """How far: as typed, else as far as the cell is away; None for all the way."""
        typed: int | None = self.cleaned_data["metres"]
        if typed is None and self.spot is not None and self.end is not None:
            return ground_of(self.spot.board).apart(cell_of(self.spot), self.end)
        return typed

    def why_nowhere(self, way: Way) -> Refused | None:
        """Why it is not said yet where a move ends: on a board all the way is no place."""
        if self.spot is None or not way.metres or self.length is not None:
            return None
        name = self.spot.character.name
        return Refused("where", f"{name} stands on the board: say to which cell, or how many metres.", "cell")


def outlook(viewer: Viewer, form: MoveForm) -> Mapping[str, Any]:
    """How far it goes, and what the pace does."""
    one = form.so_far()
    way = way_of(one.character, form.cleaned_data["how"], stored.options_of(one.fight)) if one else None
    if one is None or way is None:
        return {}
    metres = form.length
    no = why_not_move(one, way, metres, stored.options_of(one.fight)) or form.why_nowhere(way)
    return {
        "way": way,
        "left": left_of(one, way),
        "refused_now": no.text if no else "",
        "price": price_of(way.gait),
        "button": f"{way.title} {metres} m" if way.metres and metres is not None else "",
    }


PRICES = {
    "run": "Skill rolls and ranged attacks −3 (Athletics and close combat as ever); attacks against you meet +3.",
    "sprint": "Athletics and close combat −3, other skills and ranged attacks fail; attacks against you meet +3.",
}


def price_of(gait: str) -> str:
    """What a pace does to rolls until the next own turn (rough_magic.gait)."""
    return PRICES.get(gait, "")


@act(
    "rough_magic.move",
    title="Move",
    form=MoveForm,
    button="Move",
    preview=outlook,
    template="combat/rough_magic/acts/move.html",
)
def move(turn: Turn, form: MoveForm) -> None:
    """The one movement of a turn: on foot, swimming, with a jump, by a power, or up from the ground, on a board to the
    cell that is named. A walk may be broken off and ended after the task. Refuses players more; a GM is never refused
    but for what nobody could do."""
    one, data = form.combatant(turn), form.cleaned_data
    options = stored.options_of(one.fight)
    way = sure(way_of(one.character, data["how"], options))
    acting_for(turn, one.character)
    if (no := why_not_move(one, way, form.length, options)) and not (turn.viewer.is_gm and is_a_limit(no)):
        raise no
    if no := form.why_nowhere(way):
        raise no
    metres = moves_by(turn, one, way, form.length)
    facts = {**named(one.character), "how": way.id, "title": way.title, "metres": metres}
    facts["where"] = " ".join(filter(None, (_goes(turn, form), data["where"])))
    ended = arrives(turn, one.character, way)
    turn.tell("rough_magic.moved", {**facts, "gait": way.gait, "ended": ended}, to=knowers_of(one.character))


def _goes(turn: Turn, form: MoveForm) -> str:
    """Puts them on the cell where the move ends; returns its name, if everybody sees the board."""
    if form.spot is None or form.end is None:
        return ""
    turn.change(form.spot, x=form.end[0], y=form.end[1])
    return name_of(form.end) if form.spot.board.shown else ""


def is_a_limit(no: Refused) -> bool:
    """Whether it is refused for what a turn holds, which is the GM's to give, and not for what is so."""
    return no.code in {"not-your-turn", "used", "pace", "too-far", "restrained", "terror"}


def moves_by(turn: Turn, one: Combatant, way: Way, wanted: int | None) -> int:
    """Counts the movement, and the task where it takes that too; returns the metres."""
    kind, left = kind_of(one, way, wanted), left_of(one, way)
    metres = left if wanted is None else wanted
    turns_of.count(turn, one, kind)
    if kind == HALF:
        tracking.set_tally(turn, one, sure(one.fight.turn), WALKED, metres)
    if way.takes:
        turns_of.count(turn, one, way.takes)
    return metres


def arrives(turn: Turn, character: Character, way: Way) -> list[str]:
    """What a move begins and ends of somebody's states: its pace, being prone, cover; returns what has ended."""
    choice = "stand" if way.id == "stand" else "power" if way.power else "other" if way.id == "other" else "move"
    prone = states.is_in(character, "prone")
    after = movement_action(choice=choice, gait=way.gait, agility=0, prone=prone, power_metres=way.metres)
    ended = states.happened(turn, character, "got up") if prone and not after.prone else []
    if choice in ("move", "power"):
        ended += states.happened(turn, character, "left cover")
        ended += parts(turn, character)
    sets_pace(turn, character, way.gait)
    return ended


def parts(turn: Turn, character: Character) -> list[str]:
    """Whoever moves away from another is held by them no longer, and holds them no longer (rough_magic.grappling);
    returns the states that have ended, in words."""
    grips = [
        one for one in turn.desk.all(Condition, name="restrained") if one.by and character in (one.by, one.character)
    ]
    for one in grips:
        turn.delete(one)
    return [f"restrained ({openly(one.character)})" if one.by == character else one.name for one in grips]


def sets_pace(turn: Turn, character: Character, gait: str) -> None:
    """Somebody runs or sprints from now until their next turn; a walk afterwards does not make that undone."""
    state = GAITS.get(gait)
    if state is None or states.is_in(character, state):
        return
    states.end(turn, character, *(other for other in GAITS.values() if other != state))
    states.begin(turn, character, state)


def goes_beside(turn: Turn, character: Character, whom: Character, towards: Character | None = None) -> None:
    """On the board they stand beside somebody now, on the side of whoever they come `towards`; without that by the
    shortest way, and those who stand there already stay. Nothing where the three are not on it."""
    board = open_board(turn.desk)
    mine, goal, side = (_cell_on(board, one) for one in (character, whom, towards or character))
    if board is None or mine is None or goal is None or side is None:
        return
    ground, spot = ground_of(board), sure(spot_of(board, character))
    if towards is None and ground.touch(mine, goal):
        return
    beside = ground.beside(goal, side, taken_for(spot))
    if beside is not None and beside != mine:
        turn.change(spot, x=beside[0], y=beside[1])


def _cell_on(board: Board | None, character: Character) -> Cell | None:
    spot = spot_of(board, character) if board else None
    return cell_of(spot) if spot else None


# the pace, before anything else


class PaceForm(OnTurnForm):
    """The pace of this turn, where the task comes before the movement."""

    gait = forms.ChoiceField(
        label="Pace", choices=[("run", "Run"), ("sprint", "Sprint")], widget=forms.RadioSelect, initial="run"
    )


def why_not_pace(one: Combatant, options: Options) -> Refused | None:
    if no := turns_of.why_not(one, "movement", options):
        return no
    if "task" in turns_of.used(one):
        name = one.character.name
        return Refused("pace", f"{name} has had this turn’s task: the pace is declared before it.", "gait")
    return None


def pace_outlook(viewer: Viewer, form: PaceForm) -> Mapping[str, Any]:
    one = form.so_far()
    no = why_not_pace(one, stored.options_of(one.fight)) if one else None
    return {"refused_now": no.text if no else "", "warning": price_of(form.cleaned_data["gait"])}


@act("rough_magic.pace", title="Run or sprint, the task first", form=PaceForm, button="At this pace",
     preview=pace_outlook, template=PLAIN)  # fmt: skip
def pace(turn: Turn, form: PaceForm) -> None:
    """Somebody says before their task that they run or sprint in this turn; the movement is still to come
    (rough_magic.gait)."""
    one, gait = form.combatant(turn), form.cleaned_data["gait"]
    acting_for(turn, one.character)
    if (no := why_not_pace(one, stored.options_of(one.fight))) and not (turn.viewer.is_gm and is_a_limit(no)):
        raise no
    sets_pace(turn, one.character, gait)
    turn.tell("rough_magic.paced", {**named(one.character), "gait": gait}, to=knowers_of(one.character))
