"""An evening of Dragon's turn: a fight from its start to its end; speeds are picked, dice fall and are turned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from apps.combat.dragon.fight import picks, speeds
from apps.combat.models import Combatant
from apps.table.models import Ask
from tests.acts_of_an_evening import Data, Evening, Step, all_of, of_event, step, who


def _ask(kinds: tuple[str, ...], **about: Any) -> Callable[[Evening], str]:
    """What is asked of that sort, answered or not."""
    return lambda e: (
        Ask.objects.filter(table=e.table, exchange__kind__in=kinds, exchange__closed_at=None, **about)
        .latest("pk")
        .public_id
    )


def pick(name: str, speed: str) -> Data:
    """The pick of that character’s player."""
    return lambda e: {"ask": _ask(picks.OF_PLAYERS, subject=e.row(name).pk)(e), "speed": speed}


def gm_picks(said: Mapping[str, str] | None = None) -> Data:
    """The GM's picks, by name of the first of a kind; what is usual for each of whom nothing is said."""

    def found(e: Evening) -> dict[str, str]:
        fields = {f"speed-{_fighter(e, e.row(name).pk)}": speed for name, speed in (said or {}).items()}
        return {"ask": _ask(picks.OF_GMS)(e), **fields}

    return found


def _fighter(e: Evening, key: int) -> str:
    return Combatant.objects.filter(character=key, fight__table=e.table).latest("pk").public_id


def turned(name: str, *rounds: int) -> Data:
    return lambda e: {
        "ask": _ask(speeds.TURNS, facts__character_id=e.character(name))(e),
        "chosen": list(rounds),
    }


def started(*names: str, **more: Any) -> Data:
    return lambda e: {"characters": all_of(e, *names), "title": "The bells", **more}


def turn() -> Iterator[Step]:
    """Two fights: one as it goes, one in which everything comes late."""
    yield step("gm", "dragon.start-fight", started("Ketta Vane", "Captain Sorrel", "Bell-witch"))
    yield step("gm", "dragon.fight-join", lambda e: {"characters": all_of(e, "Oskar Thule")})
    yield step("gm", "dragon.fight-extras", name="Salt ghoul", count=3, accuracy=4)
    yield step("gm", "dragon.fight-extras", lambda e: {"base": e.character("Bell-witch"), "count": 1}, note="hidden")
    yield step("gm", "dragon.fight-side", who("Captain Sorrel", side="good"))
    yield step("gm", "dragon.fight-side", who("Captain Sorrel", side="bad"), note="and back")
    yield step("gm", "dragon.fight-side", who("Bell-witch", side="good"), note="of somebody hidden")
    yield step("gm", "dragon.fight-side", who("Bell-witch", side="bad"), note="of somebody hidden, and back")
    yield step("ines", "dragon.pick", pick("Ketta Vane", "social"))
    yield step("ines", "dragon.pick", pick("Ketta Vane", "reflexes"), note="another one")
    yield step("gm", "dragon.pick", gm_picks({"Captain Sorrel": "mind"}), note="the GM’s")
    yield step("second", "dragon.pick", gm_picks({"Bell-witch": "tao"}), note="the other GM’s")
    yield step("marek", "dragon.pick", pick("Oskar Thule", "body"),
               dice=(4, 4, 4, 3, 9, 1, 6, 2, 2, 2, 5, 8, 2), note="the last")  # fmt: skip
    yield step("ines", "dragon.turn-dice", turned("Ketta Vane", 2, 6, 9))
    yield step("gm", "undo", of_event("dragon.dice-turned"), note="turned")
    yield step("gm", "dragon.begin-rounds", note="dice that nobody turns")
    yield step("gm", "dragon.set-phases", who("Oskar Thule", rounds=[3, 7], speed="reflexes", why="The tide"))
    yield step("gm", "dragon.set-phases", who("Bell-witch", rounds=[5]), note="of somebody hidden")
    yield step("gm", "dragon.fight-extras", name="Gull", count=2, side="good", note="in mid-turn")
    yield step("gm", "dragon.pick", gm_picks(), dice=(5, 5), note="for newcomers")
    yield step("gm", "dragon.turn-dice", turned("Gull 1", 6, 8), note="the GM’s")
    yield step("gm", "dragon.fight-leave", who("Salt ghoul 3"))
    yield step("gm", "dragon.fight-leave", who("Bell-witch"), note="somebody hidden")
    yield step("gm", "dragon.end-fight")
    yield step("gm", "dragon.start-fight", started("Ketta Vane", "Oskar Thule"), note="again")
    yield step("gm", "dragon.pick", pick("Ketta Vane", "body"), note="for a player")
    yield step("gm", "dragon.begin-rounds", dice=(1, 7, 5, 9), note="picks that nobody makes")
    yield step("gm", "dragon.fight-leave", who("Ketta Vane"), note="of a player’s")
    yield step("gm", "dragon.fight-join", lambda e: {"characters": all_of(e, "Captain Sorrel")}, note="in mid-turn")
    yield step("gm", "dragon.end-fight", note="again")
