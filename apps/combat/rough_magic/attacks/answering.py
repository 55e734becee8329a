"""The answer to a hit: take it, block, dodge, dive clear, or a power against a power (rough_magic.attack-sequence)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms

from apps.board.board import board_of, cell_of, ground_of, spot_of
from apps.board.forms import CellField, on_this_board
from apps.board.models import Spot
from apps.characters.forms import acting_for, number
from apps.characters.rough_magic.endurance import damage_of, word_for
from apps.combat.rough_magic.attacks import guards, leaping, paying, petitions, settling
from apps.combat.rough_magic.attacks.guards import Guard
from apps.combat.rough_magic.attacks.settling import DIVE
from apps.combat.rough_magic.attacks.strike import KINDS, Clash, clash_of, options_of
from apps.combat.rough_magic.attacks.told import OPENLY
from apps.combat.rough_magic.order.getting_clear import spot_on_board
from apps.rules.distance import Cell, name_of
from apps.rules.refusal import Refused
from apps.rules.rough_magic.combat.defences import diving_clear
from apps.rules.rough_magic.lists import MOST
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.states import KNOWN
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

GONE = "One of the two is not at the table any more. The attack can be called off."
MOST_METRES = 9999


class AnswerAttackForm(AnswerForm):
    """How a hit is met. `metres` is how far the nearest safe place is from whoever dives clear; on a board `cell` says
    where they lie then."""

    kinds = KINDS
    guard = forms.ChoiceField(
        label="Against it",
        widget=forms.RadioSelect,
        error_messages={"required": "Say what is done against it.", "invalid_choice": "That is no answer to it."},
    )
    metres = number("Metres to safety", 0, MOST_METRES, required=False)
    cell = CellField(label="Dives to the cell", required=False, help_text="Empty: the nearest one out of the way")

    def setup(self) -> None:
        self.offer("guard", [(one.id, one.title) for one in self.guards])
        self.start_with({"guard": settling.TAKE})
        if self.spot is None:
            del self.fields["cell"]

    @cached_property
    def spot(self) -> Spot | None:
        """Where whoever is hit stands on the board, if this seat sees one and them on it."""
        board = board_of(self.viewer)
        return spot_of(board, self.clash.target) if board and self.clash else None

    def clean_cell(self) -> Cell | None:
        cell: Cell | None = self.cleaned_data["cell"]
        return on_this_board(board_of(self.viewer), cell) if cell else None

    @cached_property
    def clash(self) -> Clash | None:
        """Both sides, read once; None where one is gone, or the question is closed."""
        return clash_of(self.viewer.desk, self.state) if self.row is not None else None

    @property
    def options(self) -> Options:
        return options_of(sure(self.row).exchange)

    @cached_property
    def guards(self) -> list[Guard]:
        return guards.guards_of(self.clash, self.options) if self.clash else []

    @property
    def tiles(self) -> list[dict[str, Any]]:
        """Each answer with what it leaves and costs, as far as this seat may know."""
        if self.clash is None:
            return []
        shown = figures_open(self.viewer, self.clash, sure(self.row))
        return [told_guard(self.clash, one, shown) for one in self.guards]

    @property
    def in_time(self) -> Clash:
        """Both sides, where both are still there."""
        if self.clash is None:
            raise Refused("gone", GONE, "ask")
        return self.clash

    @property
    def chosen(self) -> Guard:
        """What was chosen. Refuses what cannot be done."""
        found = next(one for one in self.guards if one.id == self.cleaned_data["guard"])
        if found.off:
            raise Refused("off", found.off, "guard")
        if found.id == DIVE:
            self._check_dive()
        return found

    def _check_dive(self) -> None:
        """Refuses a place that is farther than an all-out move (rough_magic.diving-clear)."""
        clash, metres = self.in_time, self._metres() or 0
        reach, moved = guards.reach_of_dive(clash), guards.moved_by(clash.struck)
        agility = clash.struck.rank("agility")
        if not diving_clear(agility=agility, distance_to_safety=metres, large=False, **moved).legal:
            words = f"{clash.target.name} gets {reach} m, and the nearest safe place is {metres} m away."
            raise Refused("too-far", words, "metres")

    def _metres(self) -> int | None:
        """How far it is to safety: as typed, else as far as the cell is away that is named."""
        typed: int | None = self.cleaned_data.get("metres")
        cell = self.cleaned_data.get("cell")
        if typed is None and cell and self.spot:
            return ground_of(self.spot.board).apart(cell_of(self.spot), cell)
        return typed

    def dive_offered(self) -> str:
        """The cell to which one tap dives, by its name; nothing where this seat sees no board."""
        if self.clash is None or self.spot is None or any(one.off for one in self.guards if one.id == DIVE):
            return ""
        to = guards.where_to_dive(self.clash, self.spot, None, self.options)
        return name_of(to) if to else ""

    @property
    def dives_to(self) -> Cell | None:
        """The cell where they lie once they have dived: the one that is named, else one out of the way."""
        named: Cell | None = self.cleaned_data.get("cell")
        spot = spot_on_board(self.in_time.target)
        if named or spot is None:
            return named
        return guards.where_to_dive(self.in_time, spot, self._metres(), self.options)


@act(
    "rough_magic.answer-attack",
    title="You are hit",
    form=AnswerAttackForm,
    button="This it is",
    template="combat/rough_magic/acts/answer-attack.html",
)
def answer_attack(turn: Turn, form: AnswerAttackForm) -> None:
    """Pays for the answer and settles the attack with it; a power that is only alike waits for the GM."""
    ask: Ask = form.cleaned_data["ask"]
    clash, guard = form.in_time, form.chosen
    acting_for(turn, clash.target)
    turn.cause = ask.exchange.opened_by
    if guard.asks and not turn.viewer.is_gm:
        petitions.ask_about_power(turn, ask.exchange, clash, guard)
        return
    to = form.dives_to if guard.id == DIVE else None
    event = paying.settle_with(turn, clash, guard, form.options, to)
    exchanges.answered(turn, ask, event)


# what is asked


def ask_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card tells: the hit as far as it may be known, and each answer with what it leaves and costs."""
    form = AnswerAttackForm(initial={"ask": ask.public_id}, viewer=viewer)
    found: dict[str, Any] = {"asked": ask.facts, "state": None}
    if form.clash is None:
        return found | {"gone": True}
    clash, shown = form.clash, figures_open(viewer, form.clash, ask)
    before = damage_of(clash.target)
    return found | {
        "clash": clash,
        "strike": clash.strike,
        "roll": clash.strike.roll() if shown else None,
        "levels": settling.levels_of(clash.strike, clash.strike.roll().margin) if shown else None,
        "unnamed": clash.struck.unnamed,
        "before": boxes(before.lost + before.stun, 0),
        "now": word_for(clash.target, before),
        "guards": [told_guard(clash, one, shown) for one in form.guards],
        "wanted": petitions.asked_about(ask.exchange),
        "leapers": leaping.who_may(viewer, ask.exchange, clash),
        "dive": form.dive_offered(),
    }


def figures_open(viewer: Viewer, clash: Clash, ask: Ask) -> bool:
    """Whether this seat sees by how much it was hit: not of a roll in secret, nor with the switch
    show-margin-before-reaction off."""
    return viewer.is_gm or (clash.strike.mode == OPENLY and ask.facts.get("margin") is not None)


def told_guard(clash: Clash, guard: Guard, shown: bool) -> dict[str, Any]:
    """A tile: what the answer leaves, where the figures are seen, and what it costs."""
    before = damage_of(clash.target)
    return {
        "id": guard.id,
        "title": guard.title,
        "off": guard.off,
        "price": guard.price,
        "levels": guard.levels if shown else None,
        "word": guard.word if shown else "",
        "boxes": boxes(before.lost + before.stun, guard.levels) if shown else [],
        "stunning": clash.strike.stunning,
        "begins": [KNOWN[name] for name in guard.begins] if shown else [],
        "asks": guard.asks,
        "reach": guards.reach_of_dive(clash) if guard.id == DIVE else None,
    }


def boxes(lost: int, more: int) -> list[str]:
    """Four boxes: those lost already, those that would be, and the others."""
    return ["lost"] * lost + ["would"] * more + [""] * (MOST - lost - more)
