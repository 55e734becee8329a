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
from apps.checks.templatetags.rolls import in_words
from apps.checks.thrown import Thrown
from apps.checks.typed import FacesField, hand_of
from apps.checks.versus import whom_to_ask
from apps.rules.dice import Dice
from apps.rules.dragon.checks import TARGET, Pool
from apps.rules.dragon.combat import harm as rules
from apps.rules.dragon.combat.odds import death_odds
from apps.rules.dragon.options import Options
from apps.rules.odds import percent
from apps.table import exchanges
from apps.table.acts import act
from apps.table.audience import EVERYBODY
from apps.table.desk import Desk
from apps.table.games import game_of
from apps.table.models import Ask, Event, Exchange
from apps.table.names import name_of_all
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
class Fell:
    """`past` is all damage past hit points at the time of the damage that called for the check."""

    character: CharacterKey
    past: int


@dataclass(frozen=True)
class Checking:
    """One who fell; or those who fell together and whom the GM rolls for, so that he is asked once."""

    those: tuple[Fell, ...]

    def without(self, character: Character) -> Checking:
        return Checking(tuple(one for one in self.those if one.character != character.pk))


def ask_for(turn: Turn, character: Character, past: int) -> None:
    """Asks whoever plays them; of an enemy, or of somebody hidden, nobody else hears. The turn has told its event."""
    kind = OPEN if watchers_of(character).public else QUIETLY
    fell = Fell(character.pk, past)
    if found := _fell_with(turn, character, kind):
        _ask_anew(turn, found, Checking((*exchanges.state_of(found).those, fell)))
        return
    state = Checking((fell,))
    exchange = exchanges.open_exchange(turn, kind, state, by=turn.events[0])
    exchanges.ask(turn, exchange, whom_to_ask(character), _asked(turn.desk, state))


def _fell_with(turn: Turn, character: Character, kind: str) -> Exchange | None:
    """What the GM is asked already about others who fell by the same event."""
    if character.seat_id is not None:
        return None
    found = (one for one in exchanges.open_exchanges(turn.desk, kind) if one.opened_by == turn.events[0])
    return next((one for one in found if all(ask.audience == "gms" for ask in exchanges.asks_of(one))), None)


def _ask_anew(turn: Turn, exchange: Exchange, state: Checking) -> None:
    """The same question about more of them, or fewer."""
    exchanges.advance(turn, exchange, state)
    for one in exchanges.asks_of(exchange):
        turn.change(one, facts=one.facts | _asked(turn.desk, state))


def _asked(desk: Desk, state: Checking) -> Facts:
    people = [desk.get(Character, one.character) for one in state.those]
    return {
        "who": name_of_all([one.name for one in people]),
        "character_id": people[0].public_id,
        "past": max(one.past for one in state.those),
        "count": len(people),
    }


def open_for(character: Character) -> list[Exchange]:
    """The checks that are still to be made for this character."""
    found = exchanges.open_exchanges(character.desk, *KINDS)
    return [one for one in found if any(fell.character == character.pk for fell in exchanges.state_of(one).those)]


def call_off(turn: Turn, character: Character) -> None:
    """Nothing is asked about them any more; about those who fell with them it still is."""
    for one in open_for(character):
        left = exchanges.state_of(one).without(character)
        if left.those:
            _ask_anew(turn, one, left)
        else:
            exchanges.close(turn, one)


# answering


@dataclass(frozen=True)
class Check:
    """The check of one of them: what is thrown, and how it may end."""

    sheet: DragonSheet
    past: int
    options: Options

    @property
    def character(self) -> Character:
        return self.sheet.character

    @property
    def given(self) -> dict[str, int]:
        """What the rule is told of the sheet."""
        skill = sum(one.level for one in usual(self.sheet, SUBSTAT))
        return {"health": self.sheet.value(SUBSTAT), "skill": skill}

    @property
    def pool(self) -> Pool:
        return rules.death_pool(**self.given, options=self.options)

    @property
    def needed(self) -> int:
        """The fewest successes with which one does not die."""
        found = range(self.past + 2)
        return next(n for n in found if not rules.is_dying(n * rules.EACH, self.past, self.options))

    @property
    def expected(self) -> Facts:
        """The exact chances, and what speaks for them."""
        found = death_odds(self.pool, self.past, self.options)
        return {
            "name": self.sheet.name,
            "dice": self.pool.dice,
            "target": self.pool.target,
            "past": self.past,
            "unconscious": percent(found.unconscious),
            "dying": percent(found.dying),
            "earlier": state_of(self.character),
            "needed": self.needed,
        }

    def rolled(self, dice: Dice) -> rules.DeathCheck:
        """Whoever is dying already stays so, with the larger gap."""
        return rules.death_check(
            **self.given, past=self.past, already_down=True, gap=self.gap, options=self.options, dice=dice
        )

    @property
    def gap(self) -> int | None:
        """That of an earlier check."""
        before = state_of(self.character)
        return before.gap if before.dying else None


def _check(sheet: DragonSheet, past: int, options: Options) -> Check:
    """What has been healed since counts no more; with 0 hit points or more nobody is dying, equal totals or not."""
    still = past if sheet.left is None else min(past, max(0, -sheet.left))
    return Check(sheet, still, options if still else replace(options, death_check_tie="unconscious"))


class DeathCheckForm(AnswerForm):
    """There is nothing to choose but real dice: Health, and the skill if there is one."""

    kinds = KINDS
    faces = FacesField()

    @cached_property
    def checks(self) -> list[Check]:
        """Of those who have fallen and are still at the table; of nobody where nothing is asked any more."""
        if self.row is None:
            return []
        options: Options = game_of(self.viewer.table).options(self.row.exchange.options)
        those = [(self.viewer.desk.find(Character, one.character), one.past) for one in self.state.those]
        return [_check(sheet_of(one), past, options) for one, past in those if one is not None]


def outlook(viewer: Viewer, form: DeathCheckForm) -> Mapping[str, Any]:
    """The exact chances of each; nothing where whoever has fallen is no longer there."""
    checks = form.checks
    if not checks:
        return {}
    return {
        "heading": f"{name_of_all([one.sheet.name for one in checks])}: Death Check",
        "own_footer": True,
        "button": button(checks[0].pool) if len(checks) == 1 else f"Roll for all {in_words(len(checks))}",
        "checks": [one.expected for one in checks],
    }


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
    if not form.checks:
        turn.refuse("gone", "That character is no longer at the table. It can be called off.", "ask")
    turn.cause = ask.exchange.opened_by
    count = sum(one.pool.dice for one in form.checks)
    dice = Thrown(turn, hand_of(form.cleaned_data["faces"], count, bool(ask.thrown)), ask)
    found = [(one, one.rolled(dice.dice)) for one in form.checks]
    dice.settle()
    event = [_ends(turn, one, fell, dice.typed) for one, fell in found][-1]
    exchanges.answered(turn, ask, event)


def _ends(turn: Turn, check: Check, found: rules.DeathCheck, typed: bool) -> Event:
    """How it ends for one of them."""
    character, before = check.character, state_of(check.character)
    acting_for(turn, character)
    event = _tell(turn, character, told(check, found) | {"typed": typed, "before": check.gap})
    life = DYING if found.outcome == "dying" else UNCONSCIOUS
    set_state(turn, character, replace(before, life=life, gap=found.gap or 0))
    return event


def told(check: Check, found: rules.DeathCheck) -> Facts:
    """The check as its event holds it."""
    return {
        "faces": [[face, face >= found.target] for face in found.faces],
        "target": found.target,
        "successes": found.successes,
        "total": found.total,
        "past": check.past,
        "outcome": found.outcome,
        "gap": found.gap,
        "lines": _lines(check),
        "rule": "dragon.death-check",
    }


def _lines(check: Check) -> list[Facts]:
    given = check.given
    skill, adds = given["skill"], check.options.skill_effect == "adds dice"
    dice = [{"label": "Health", "value": given["health"], "kind": "dice"}]
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
