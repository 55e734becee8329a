"""Experience dice that are given up for good: for traits, powers, spells and shots (yarn.spend-experience)."""

from __future__ import annotations

from apps.characters import rows
from apps.characters.models import Character, Use
from apps.characters.yarn.sheet import EXPERIENCE, sheet_of
from apps.characters.yarn.spans import EPISODE
from apps.rules.yarn.experience import spend_experience
from apps.table.turn import Turn

USED = "yarn.experience-pool"
"""The mark of a die that was used in this session."""
SPENT = "yarn.spend-experience"
"""The mark of whoever has given up dice: an empty pool is not an unset one."""


def give_up(turn: Turn, character: Character, dice: int, what: str = "") -> None:
    """So many dice of the pool, those first that were used in this session. Refuses more than there are
    (too-few-dice)."""
    episode = turn.span(EPISODE)
    used = turn.desk.all(Use, character=character, rule=USED, span=episode) if episode else []
    pool = sheet_of(character).experience
    found = spend_experience(pool=pool, improvement=what, price=dice, used=min(pool, len(used)))
    if not found.legal:
        turn.refuse(found.no.code, found.no.text)
    for one in used[found.used :]:
        turn.delete(one)
    rows.set_rating(turn, character, "pool", EXPERIENCE, found.pool)
    if dice and not has_given_up(character):
        turn.create(Use, character=character, rule=SPENT, span=None, at=turn.now)


def has_given_up(character: Character) -> bool:
    """Whether dice of the pool were ever given up."""
    return character.desk.one(Use, character=character, rule=SPENT) is not None
