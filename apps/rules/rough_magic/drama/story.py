"""Talk in a fight, death, and failures that move the story on."""

from dataclasses import dataclass

from apps.rules.listed import pick
from apps.rules.registry import rule
from apps.rules.rough_magic.lists import WAYS


@dataclass(frozen=True)
class Said:
    legal: bool
    penalty: int
    log: str


@rule("rough_magic.roleplay-action")
def roleplay_action(*, text: str = "", own_turn: bool = True, exhausted: bool = False) -> Said:
    """Talk costs nothing, on the own turn or off it, even for the exhausted (rough_magic.roleplay-action)."""
    return Said(True, 0, text)


@dataclass(frozen=True)
class Fate:
    dead: bool


@rule("rough_magic.death")
def death(*, gm_agrees: bool = False, player_agrees: bool = False, of_the_gm: bool = False) -> Fate:
    """A main character dies only if GM and player agree (rough_magic.death); the GM's own by the GM's word alone."""
    return Fate(gm_agrees and (player_agrees or of_the_gm))


@dataclass(frozen=True)
class Forward:
    """How a failed roll goes on: what becomes of the wish, what it costs, and both for the log."""

    wanted_result: str
    price: str
    log: str


@rule("rough_magic.failure-options")
def failure_options(*, choice: str, price: str = "") -> Forward:
    """One of four ways (rough_magic.failure-options); the GM may word the `price`. Refuses a way that is not listed."""
    way = pick("choice", choice, WAYS)
    return Forward(way.wanted_result, price or way.price, f"{way.title}: {price or way.price}")
