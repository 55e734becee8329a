"""Characters who are hurt, and ways to ask and answer, for the tests of wounds, fear, fire and holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apps.characters.models import Character, Rating, Track
from apps.combat.dragonfly.fighters.states import State, state_of
from apps.combat.dragonfly.holds import seizing
from apps.combat.models import Combatant
from apps.rules.dice import ScriptedDice
from apps.table.hold import hold
from apps.table.models import Ask, Event, Telling
from apps.table.turn import Turn
from tests.checks.conftest import full_sheet, score_sheet, words_of
from tests.people import open_a_table, sit_down


def with_life(character: Character, maximum: int, damage: int = 0) -> Character:
    """Maximum Life Points, and ordinary damage done already, for which nothing was asked."""
    Rating.objects.create(character=character, group="life", key="life-points", value=maximum)
    Track.objects.create(table=character.table, character=character, key="ordinary-damage", value=damage)
    return character


def jess_of(person: Any, drama: int = 3, **numbers: int) -> Character:
    """The example's: Constitution 2, Willpower 4, 38 Life Points."""
    held: dict[str, Any] = {"constitution": 2, "willpower": 4, "strength": 3, "dexterity": 3, "kung_fu": 2} | numbers
    return with_life(full_sheet(person.table, "Jess", person, drama=drama, **held), 38)


def thug_of(table: Any, name: str = "Thug", hidden: bool = False, **scores: int) -> Character:
    held: dict[str, Any] = {"muscle": 12, "combat": 10, "brains": 8} | scores
    return with_life(score_sheet(table, name, hidden=hidden, **held), 20)


def seated(**switches: str) -> tuple[Any, Any, Any, Any, Character]:
    """A table with these switches: table, GM, Ines, Marek, and Jess whom Ines plays."""
    table = open_a_table(**switches)
    gm, ines, marek = sit_down(table, "Director", "gm", "gm"), sit_down(table, "Ines"), sit_down(table, "Marek")
    return table, gm, ines, marek, jess_of(ines)


def does(person: Any, act: str, status: int = 200, **data: Any) -> str:
    """Posts an act and returns the words of the answer."""
    answer = person.post(act, live=True, **data)
    assert answer.status_code == status, words_of(answer)
    return words_of(answer)


def harm(gm: Any, character: Character, by: int) -> None:
    """The GM takes Life Points, or with a number over 0 gives some back."""
    does(gm, "dragonfly.adjust", character=character.public_id, track="life-points", by=by)


def asks(table: Any, *kinds: str) -> list[Ask]:
    """What is open, oldest first; of these kinds."""
    found = Ask.objects.filter(table=table, closed_at=None, exchange__closed_at=None).order_by("pk")
    return [one for one in found if not kinds or one.exchange.kind in kinds]


def the_ask(table: Any, *kinds: str) -> Ask:
    found = asks(table, *kinds)
    assert len(found) == 1, [one.exchange.kind for one in found]
    return found[0]


def now(character: Character) -> State:
    return state_of(character)


def told(table: Any, kind: str = "") -> dict[str, Any]:
    """The fullest version of the newest event, of this kind."""
    found = Telling.objects.filter(event__table=table).order_by("-event", "-rank")
    if kind:
        found = found.filter(event__kind=kind)
    assert found, "nothing was told"
    facts: dict[str, Any] = found[0].facts
    return facts


def undo(gm: Any, event: Any = None) -> None:
    """Takes an event back, by default the newest that stands."""
    standing = Event.objects.filter(table=gm.table, undone_by=None).exclude(kind="undo").latest("pk")
    does(gm, "undo", event=(event or standing).public_id)


def labels(facts: dict[str, Any]) -> dict[str, int]:
    """The parts of a card's sum."""
    return {one["label"]: one["value"] for one in facts["parts"]}


TOLD: dict[str, tuple[str, dict[str, Any]]] = {
    "dragonfly": ("dragonfly.fell", {"character": "Somebody"}),
    "dragon": ("dragon.rounds-began", {}),
    "rough_magic": ("rough_magic.fight-started", {}),
}
"""What an act that stands for any other tells: an event of the table's own game, so that the table can be carried."""


def a_turn_of(gm: Any, what: Callable[[Turn], Any]) -> None:
    """Does something inside the hold, as an act of the GM's does."""
    with hold(gm.table.public_id):
        turn = Turn(gm.viewer, "dragonfly.fight-next", ScriptedDice([]))
        turn.tell(*TOLD[gm.table.game])
        what(turn)
        turn.finish()


def seizes(gm: Any, holder: Character, victim: Character, grip: str = "body") -> None:
    """What a grapple that has landed does."""
    first, second = (Combatant.objects.get(character=one) for one in (holder, victim))
    a_turn_of(gm, lambda turn: seizing.seize(turn, first, second, grip))


def seen_in(name: str, *people: Any) -> list[str]:
    """The words of a panel, as each of these people sees them."""
    return [person.panel(name) for person in people]
