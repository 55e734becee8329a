"""Who goes down: unconscious, knocked out or dead, and what they let go of by that."""

from __future__ import annotations

from apps.characters.forms import named
from apps.characters.models import Character, Trait
from apps.combat import tracking
from apps.combat.dragonfly.fighters import initiative, moves, questions, tests_due
from apps.combat.dragonfly.fighters.states import set_state
from apps.combat.dragonfly.holds import breaking_free
from apps.table.models import Event
from apps.table.turn import Turn

TRIED = "stabilise-tried"
"""A healer's text about a patient whom they could not make stable since the patient's last Survival Test."""


def drops_everything(turn: Turn, character: Character) -> None:
    """Whoever goes down holds nobody, is asked nothing that only the awake answer, and the next one is up."""
    questions.call_off(turn, character, *questions.OF_THE_AWAKE)
    found = tracking.fighting(character)
    if found is None:
        return
    for hold in tracking.holds_of(found):
        turn.delete(hold)
    initiative.call_off(turn, found.fight, found)
    breaking_free.not_waited_for(turn, found)
    if found.state == "acting":
        moves.finish(turn, found)


def out_of_the_fight(turn: Turn, character: Character) -> None:
    """Whoever is down for good takes no part in the fight that runs, and nobody holds them any more."""
    drops_everything(turn, character)
    if (found := tracking.fighting(character)) is not None:
        for hold in tracking.holds_on(found):
            turn.delete(hold)
        turn.change(found, state="out")


def healers_may_try(turn: Turn, patient: Character) -> None:
    """Every healer may try once more."""
    for one in turn.desk.all(Trait, about=patient, key=TRIED):
        turn.delete(one)


def fell(turn: Turn, character: Character) -> Event:
    """Down, and out of the fight that runs."""
    facts = named(character) | {"fighting": tracking.fighting(character) is not None}
    goes_down(turn, character, unconscious=1)
    return tests_due.tell_about(turn, "dragonfly.fell", character, facts)


def goes_down(turn: Turn, character: Character, **how: int) -> None:
    """Unconscious or knocked out; whoever has scores only is out of the fight by that."""
    set_state(turn, character, **how)
    if character.sheet == "full":
        drops_everything(turn, character)
    else:
        out_of_the_fight(turn, character)


def dies(turn: Turn, character: Character) -> None:
    """Dead: out of the fight, and nothing more is asked."""
    set_state(turn, character, dead=1, stable=0)
    questions.call_off(turn, character, questions.SURVIVAL, questions.DOWN, questions.WAKING)
    out_of_the_fight(turn, character)
