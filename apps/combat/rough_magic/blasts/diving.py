"""Diving clear of an explosion (rough_magic.diving-clear): who can, what it costs, and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from apps.board.board import board_of, cell_of, ground_of, spot_of
from apps.board.forms import CellField, on_this_board
from apps.board.models import Spot
from apps.characters.forms import CharactersChoice, acting_for, number
from apps.characters.models import Character
from apps.characters.rough_magic import states
from apps.characters.rough_magic.endurance import is_down
from apps.characters.rough_magic.sheet import sheet_of
from apps.checks.versus import openly
from apps.combat import tracking
from apps.combat.rough_magic.attacks.guards import moved_by
from apps.combat.rough_magic.attacks.landing import counted, levels_for
from apps.combat.rough_magic.blasts import settling, told
from apps.combat.rough_magic.blasts.charge import KINDS, Blast, Caught, Facts, struck
from apps.combat.rough_magic.order import getting_clear, stored
from apps.combat.rough_magic.order.getting_clear import Cleared
from apps.rules.distance import Cell
from apps.rules.refusal import Refused
from apps.rules.rough_magic.combat.defences import all_out, diving_clear
from apps.rules.rough_magic.options import Options
from apps.table import exchanges
from apps.table.acts import act
from apps.table.desk import Desk
from apps.table.models import Ask
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

DIVE = "dive clear"
LEAST_METRES, MOST_METRES = 1, 999


def to_safety(desk: Desk, blast: Blast, one: Caught) -> int:
    """Metres to the nearest open ground outside: by the board, where they stand on one that everybody sees as far from
    the middle as they were said to be."""
    least = blast.radius - one.distance + 1
    spot = _spot_of(desk, one)
    if blast.cell is None or spot is None or not spot.board.shown:
        return least
    ground, to = ground_of(spot.board), getting_clear.outside(spot, blast.cell, blast.radius)
    if to is None or ground.apart(blast.cell, cell_of(spot)) != one.distance:
        return least
    return ground.apart(cell_of(spot), to)


def _spot_of(desk: Desk, one: Caught) -> Spot | None:
    character = desk.find(Character, one.character)
    return getting_clear.spot_on_board(character) if character else None


def why_not(character: Character, metres: int, options: Options) -> Refused | None:
    """Why somebody cannot dive clear, or None if they can."""
    sheet = sheet_of(character)
    if sheet.is_thing:
        return Refused("thing", f"{character.name} goes nowhere.", "divers")
    if is_down(character):
        return Refused("down", f"{character.name} is defeated and goes nowhere.", "divers")
    if states.is_in(character, "restrained"):
        return Refused("restrained", f"{character.name} is held and cannot dive.", "divers")
    if states.is_in(character, "blind and deaf"):
        return Refused("unaware", f"{character.name} neither sees nor hears it coming.", "divers")
    if sheet.unnamed and not options.unnamed_may_react:
        return Refused("unnamed", "At this table those without a name take what hits them.", "divers")
    agility, moved = sheet.rank("agility"), moved_by(sheet)
    if not diving_clear(agility=agility, distance_to_safety=metres, **moved).legal:
        most = all_out(agility, **moved)
        return Refused("too-far", f"It is {metres} m to safety, and {character.name} gets {most} m far.", "divers")
    fight = tracking.fight_of(character.table)
    fights = fight is not None and stored.fighter_of(fight, character) is not None
    return stored.why_not_force(fight, character, DIVE) if fight and fights else None


def may_dive(turn: Turn, blast: Blast, one: Caught) -> bool:
    """Whether somebody is asked: it would cost them something, and nothing keeps them where they are. Where open ground
    is too far, cover of which the table alone knows may be near enough."""
    found = struck(turn.desk, blast, one, turn.options)
    if found is None or not (found.levels or found.effects):
        return False
    return why_not(found.sheet.character, LEAST_METRES, turn.options) is None


def price_of(character: Character) -> str:
    """What a dive costs, in the words of the order of play; nothing outside a fight."""
    fight = tracking.fight_of(character.table)
    return stored.price_of(fight, character, DIVE) if fight and stored.fighter_of(fight, character) else ""


# the answer


@dataclass(frozen=True)
class Goal:
    """Cover within it: how many metres away, at which cell of the board, or both. Metres that are typed count."""

    metres: int | None
    cell: Cell | None

    def far(self, spot: Spot | None) -> int:
        if self.metres is None and self.cell is not None and spot is not None:
            return ground_of(spot.board).apart(cell_of(spot), self.cell)
        return self.metres or 0


class AnswerBlastForm(AnswerForm):
    """Who of those about whom it is asked dives; the others stay. Cover within it may be nearer."""

    kinds = KINDS
    divers = CharactersChoice(label="Who dives clear", required=False)
    cover = number("Or behind cover within it, metres away", 0, MOST_METRES, required=False)
    cell = CellField(label="That cover is at the cell", required=False)

    def setup(self) -> None:
        self.choose("divers", self.people)
        board = board_of(self.viewer)
        if board is None or not any(spot_of(board, one) for one in self.people):
            del self.fields["cell"]

    def clean_cell(self) -> Cell | None:
        cell: Cell | None = self.cleaned_data["cell"]
        return on_this_board(board_of(self.viewer), cell) if cell else None

    @property
    def goal(self) -> Goal | None:
        """The cover that is named, if any is."""
        metres, cell = self.cleaned_data["cover"], self.cleaned_data.get("cell")
        return None if metres is None and cell is None else Goal(metres, cell)

    @property
    def chips(self) -> list[Facts]:
        """Who may dive, what staying costs them, and why they do not reach open ground; `stuck` is who gets behind no
        cover either."""
        sent = self["divers"].value() or ()
        rows = _rows(self.viewer, self.state, self.people) if self.row is not None else []
        return [row | {"on": row["id"] in sent} for row in rows]

    @cached_property
    def people(self) -> list[Character]:
        """About whom it is asked, as far as they are still there."""
        ids = self.row.facts["character_ids"] if self.row else ()
        return [one for one in self.viewer.desk.all(Character) if one.public_id in ids]

    def caught(self, blast: Blast) -> list[Caught]:
        """Those asked about with their answers."""
        found = [(one, blast.of(one)) for one in self.people]
        return [replace(mine, answer=self._answer(one)) for one, mine in found if mine is not None]

    def _answer(self, character: Character) -> Any:
        if character not in self.cleaned_data["divers"]:
            return "stays"
        return "dives" if self.goal is None else "ducks"


@act(
    "rough_magic.answer-blast",
    title="Dive clear",
    form=AnswerBlastForm,
    button="So it is",
    template="combat/rough_magic/acts/answer-blast.html",
)
def answer(turn: Turn, form: AnswerBlastForm) -> None:
    """Some dive clear, the others stay; with the last answer it strikes. Refuses who cannot get out of it."""
    ask: Ask = form.cleaned_data["ask"]
    blast: Blast = form.state
    said = form.caught(blast)
    turn.cause = ask.exchange.opened_by
    paid = [_dive(turn, blast, one, form.goal) for one in said if one.answer != "stays"]
    for one in form.people[:1]:
        acting_for(turn, one)
    now = blast.with_([*said, *_gone(turn.desk, blast)])
    event = _tell(turn, blast, form.people, paid)
    exchanges.close_ask(turn, ask, event)
    exchanges.advance(turn, ask.exchange, now)
    if not now.waits:
        exchanges.close(turn, ask.exchange)
        settling.settle(turn, now)


def _gone(desk: Desk, blast: Blast) -> list[Caught]:
    """Nobody waits for those who are no more."""
    return [replace(one, answer="stays") for one in blast.caught if desk.find(Character, one.character) is None]


@dataclass(frozen=True)
class Paid:
    """Somebody who dived, what they gave up for it, and where that has brought them."""

    character: Character
    price: str
    cover: bool
    cleared: Cleared

    @property
    def told(self) -> Facts:
        facts: Facts = {"who": self.character.name, "price": self.price, "cover": self.cover}
        return facts | {"cell": self.cleared.cell, "ended": list(self.cleared.ended)}


def _dive(turn: Turn, blast: Blast, one: Caught, cover: Goal | None) -> Paid:
    character = turn.desk.get(Character, one.character)
    spot = getting_clear.spot_on_board(character)
    metres = to_safety(turn.desk, blast, one) if cover is None else cover.far(spot)
    if no := why_not(character, metres, turn.options):
        raise no
    fight = tracking.fight_of(turn.table)
    fights = fight is not None and stored.fighter_of(fight, character) is not None
    price = stored.force(turn, fight, character, DIVE) if fight and fights else ""
    states.begin(turn, character, "prone")
    to = _lands_at(blast, spot, cover) if spot else None
    cleared = getting_clear.lies_there(turn, character, to, covered=cover is not None)
    return Paid(character, price, cover is not None, cleared)


def _lands_at(blast: Blast, spot: Spot, cover: Goal | None) -> Cell | None:
    """The cell where somebody lies then: outside, behind the cover that was named, or so far from the middle."""
    if cover is None:
        return _outside(blast, spot) if blast.cell else None
    return cover.cell or getting_clear.so_far(spot, blast.cell, cover.metres or 0)


def _outside(blast: Blast, spot: Spot) -> Cell | None:
    """The nearest free cell outside; where all of the board lies within, the one farthest from the middle."""
    middle = sure(blast.cell)
    return getting_clear.outside(spot, middle, blast.radius) or getting_clear.so_far(spot, middle, blast.radius)


def _tell(turn: Turn, blast: Blast, people: list[Character], paid: list[Paid]) -> Any:
    """Who dives and what it costs; of the hidden only the GMs hear, and nobody hears of a question about them."""
    rows = [one.told for one in paid]
    names = [one.name for one in people]
    full = {"what": blast.what, "names": names, "dived": rows, "rule": "rough_magic.diving-clear"}
    open_rows = [row for row, one in zip(rows, paid, strict=True) if not one.character.hidden]
    seen = [one for one in people if not one.hidden]
    public = full | {"names": [one.name for one in seen], "dived": open_rows}
    return told.tell(turn, "rough_magic.dived", blast, full, public if seen else None)


# what is asked


def context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What each would lose, and what a dive costs them."""
    blast: Blast = exchanges.state_of(ask.exchange)
    people = [one for one in viewer.desk.all(Character) if one.public_id in ask.facts["character_ids"]]
    by = told.thrower(viewer.desk, blast)
    return {"asked": ask.facts, "blast": blast, "by": openly(by) if by else "", "rows": _rows(viewer, blast, people)}


def _rows(viewer: Viewer, blast: Blast, people: list[Character]) -> list[Facts]:
    rows = []
    for character in people:
        one = blast.of(character)
        found = struck(viewer.desk, blast, one, viewer.options) if one else None
        if one is not None and found is not None:
            levels = levels_for(character, found.levels, found.found.stunning, viewer.options)
            rows.append(_row(viewer, blast, one, levels, found.found.rank_here, character))
    return rows


def _row(viewer: Viewer, blast: Blast, one: Caught, levels: int, rank: int | None, character: Character) -> Facts:
    no = why_not(character, to_safety(viewer.desk, blast, one), viewer.options)
    return {
        "id": character.public_id,
        "name": character.name,
        "metres": one.distance,
        "rank": rank,
        "levels": counted(character, levels),
        "leaves": settling.after(character, levels, "stunning" in blast.types),
        "safety": to_safety(viewer.desk, blast, one),
        "price": price_of(character),
        "off": no.text if no else "",
        "stuck": why_not(character, LEAST_METRES, viewer.options) is not None,
    }
