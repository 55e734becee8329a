"""The Death Check that is asked of whoever has fallen, or is hurt while down (dragon.death-check)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from apps.characters.access import readers_of, watchers_of
from apps.characters.dragon.sheet import DragonSheet, sheet_of
from apps.characters.dragon.states import DYING, UNCONSCIOUS, set_state, state_of
from apps.characters.forms import acting_for, named
from apps.characters.models import Character, CharacterKey
from apps.checks.dragon.checks import button
from apps.checks.dragon.pools import usual
from apps.checks.thrown import Thrown
from apps.checks.typed import FacesField, hand_of
from apps.checks.versus import whom_to_ask
from apps.rules.dragon.checks import TARGET, Pool
from apps.rules.dragon.combat import harm as rules
from apps.rules.dragon.combat.odds import death_odds
from apps.rules.dragon.options import Options
from apps.rules.odds import percent
from apps.table import exchanges
from apps.table.acts import act
from apps.table.audience import EVERYBODY
from apps.table.games import game_of
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

Facts = dict[str, Any]
OPEN, QUIETLY = "dragon.death-check", "dragon.death-check-secret"
KINDS = (OPEN, QUIETLY)
SUBSTAT = "health"
OF_THE_GAP = ("past", "gap")
"""Facts that GM and owner alone are told (dragon.dying)."""


@dataclass(frozen=True)
class Checking:
    """`past` is all damage past hit points at the time of the damage that called for it."""

    character: CharacterKey
    past: int


def ask_for(turn: Turn, character: Character, past: int) -> None:
    """Asks whoever plays them; of an enemy, or of somebody hidden, nobody else hears. The turn has told its event."""
    kind = OPEN if watchers_of(character).public else QUIETLY
    exchange = exchanges.open_exchange(turn, kind, Checking(character.pk, past), by=turn.events[0])
    facts = {"who": character.name, "character_id": character.public_id, "past": past}
    exchanges.ask(turn, exchange, whom_to_ask(character), facts)


def open_for(character: Character) -> list[Exchange]:
    """The checks that are still to be made for this character."""
    found = exchanges.open_exchanges(character.desk, *KINDS)
    return [one for one in found if one.state["character"] == character.pk]


def call_off(turn: Turn, character: Character) -> None:
    """Closes those that have become needless."""
    for one in open_for(character):
        exchanges.close(turn, one)


# answering


class DeathCheckForm(AnswerForm):
    """There is nothing to choose but real dice: Health, and the skill if there is one."""

    kinds = KINDS
    faces = FacesField()

    @cached_property
    def sheet(self) -> DragonSheet | None:
        """Of whoever has fallen; None where nothing is asked any more, or nobody is there."""
        found = self.viewer.desk.find(Character, self.state.character) if self.row is not None else None
        return sheet_of(found) if found else None

    @property
    def options(self) -> Options:
        """The switches with which it began."""
        assert self.row is not None
        found: Options = game_of(self.viewer.table).options(self.row.exchange.options)
        return found

    @property
    def given(self) -> dict[str, int]:
        """What the rule is told of the sheet."""
        assert self.sheet is not None
        skill = sum(one.level for one in usual(self.sheet, SUBSTAT))
        return {"health": self.sheet.value(SUBSTAT), "skill": skill}

    @property
    def pool(self) -> Pool:
        return rules.death_pool(**self.given, options=self.options)


def outlook(viewer: Viewer, form: DeathCheckForm) -> Mapping[str, Any]:
    """The exact chances; nothing where whoever has fallen is no longer there."""
    if form.sheet is None:
        return {}
    found = death_odds(form.pool, form.state.past, form.options)
    return {
        "heading": f"{form.sheet.name}: Death Check",
        "own_footer": True,
        "button": button(form.pool),
        "target": form.pool.target,
        "past": form.state.past,
        "unconscious": percent(found.unconscious),
        "dying": percent(found.dying),
        "earlier": state_of(form.sheet.character),
        "needed": _needed(form),
    }


def _needed(form: DeathCheckForm) -> int:
    """The fewest successes with which one does not die."""
    return next(
        n for n in range(form.state.past + 2) if not rules.is_dying(n * rules.EACH, form.state.past, form.options)
    )


@act(
    "dragon.death-check",
    title="Death Check",
    form=DeathCheckForm,
    button="Roll",
    preview=outlook,
    template="combat/dragon/acts/death-check.html",
)
def death_check(turn: Turn, form: DeathCheckForm) -> None:
    """Health dice: unconscious, or dying by what is missing. An answer taken back has the same faces again."""
    ask: Ask = form.cleaned_data["ask"]
    if form.sheet is None:
        turn.refuse("gone", "That character is no longer at the table. It can be called off.", "ask")
    character = form.sheet.character
    acting_for(turn, character)
    turn.cause = ask.exchange.opened_by
    dice = Thrown(turn, hand_of(form.cleaned_data["faces"], form.pool.dice, bool(ask.thrown)), ask)
    before = state_of(character)
    gap = before.gap if before.dying else None
    found = rules.death_check(
        **form.given, past=form.state.past, already_down=True, gap=gap, options=form.options, dice=dice.dice
    )
    dice.settle()
    event = _tell(turn, character, told(form, found) | {"typed": dice.typed, "before": gap})
    life = DYING if found.outcome == "dying" else UNCONSCIOUS
    set_state(turn, character, replace(before, life=life, gap=found.gap or 0))
    exchanges.answered(turn, ask, event)


def told(form: DeathCheckForm, found: rules.DeathCheck) -> Facts:
    """The check as its event holds it."""
    return {
        "faces": [[face, face >= found.target] for face in found.faces],
        "target": found.target,
        "successes": found.successes,
        "total": found.total,
        "past": form.state.past,
        "outcome": found.outcome,
        "gap": found.gap,
        "lines": _lines(form),
        "rule": "dragon.death-check",
    }


def _lines(form: DeathCheckForm) -> list[Facts]:
    skill, adds = form.given["skill"], form.options.skill_effect == "adds dice"
    dice = [{"label": "Health", "value": form.given["health"], "kind": "dice"}]
    target = [{"label": "Every roll", "value": TARGET, "kind": "base"}]
    if skill:
        line = {"label": "Death Check", "value": skill if adds else -skill, "kind": "dice" if adds else "target"}
        (dice if adds else target).append(line)
    return [*dice, *target]


def _tell(turn: Turn, character: Character, facts: Facts) -> Event:
    """Everybody sees how a player's character fares; by how much it fell short is for GM and owner."""
    full = named(character) | facts
    less = {name: full[name] for name in full if name not in (*OF_THE_GAP, "before")}
    also = {EVERYBODY: less} if watchers_of(character).public else {}
    return turn.tell("dragon.death-checked", full, to=readers_of(character), also=also)


def ask_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card needs: the chances as they are now."""
    form = DeathCheckForm({"ask": ask.public_id}, viewer=viewer)
    found = outlook(viewer, form) if form.is_valid() else {}
    return {"asked": ask.facts, "fallen": bool(ask.thrown), **found}
