"""Who hears what of a roll (rough_magic.visibility): open rolls are seen, the sheets of the GM's people are not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apps.characters.models import Character
from apps.checks.modes import tell_roll
from apps.checks.rough_magic.ways import Against
from apps.checks.versus import SOMEBODY
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.visibility import TARGET, visibility
from apps.table.models import Event, Role, Seat
from apps.table.turn import Turn

Facts = dict[str, Any]
OF_THE_SHEET = ("av_words", "av")
OF_THE_TARGET = ("target", "margin", "dv", "dv_net")
OF_THE_OUTCOME = ("success", "extreme", "may_turn")


def is_gms(character: Character) -> bool:
    """Whether their sheet is the GMs' alone: nobody's, or a GM's own."""
    return character.hidden or character.seat is None or character.seat.role == Role.GM


def open_version(
    facts: Facts, character: Character, against: Against, options: Options, *, hidden: bool = False
) -> Facts | None:
    """What those hear who do not lead the game; None where nothing of it is kept from them.

    `hidden`: they are not told the number to reach, nor whether it was reached.
    """
    known = dict(facts)
    if is_gms(character):
        known = without(known, OF_THE_SHEET) | {"boxes": [one | {"source": ""} for one in known["boxes"]]}
    if character.hidden:
        known |= {"character": SOMEBODY, "character_id": ""}
    if against.openly:
        known = without(known, ("dv",)) | {"dv_words": against.openly}
    if hidden or not visibility(viewer="player", item=TARGET, options=options).shown:
        known = without(known, OF_THE_TARGET)
        known["boxes"] = [one for one in known["boxes"] if one["side"] != "DV"]
    if hidden:
        known = without(known, OF_THE_OUTCOME) | {"dv_words": ""}
    return known if known != facts else None


def without(facts: Facts, names: Iterable[str]) -> Facts:
    return {name: value for name, value in facts.items() if name not in names}


def tell(
    turn: Turn,
    character: Character,
    facts: Facts,
    against: Against,
    mode: str,
    roller: Seat,
    *,
    kind: str = "rough_magic.check",
    hidden: bool = False,
) -> Event:
    """Tells of a roll in that mode of the roller's; to oneself, what that seat may know of it."""
    less = open_version(facts, character, against, turn.options, hidden=hidden)
    if mode == "me" and not roller.is_gm:
        facts, less = less or facts, None
    return tell_roll(turn, kind, facts, mode, roller, open_part=less)
