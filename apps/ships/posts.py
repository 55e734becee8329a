"""The only function that puts somebody at a post; whoever is deleted leaves theirs, as their rows go."""

from __future__ import annotations

from apps.characters.models import Character
from apps.ships.models import Post
from apps.table.turn import Turn

MOST_AT_A_POST = 12


def take(turn: Turn, ship: Character, key: str, person: Character, most: int = MOST_AT_A_POST) -> Post:
    """Puts somebody at a post. Refuses one that they have or that is full (`most`), and whoever is on another ship."""
    elsewhere = next((one for one in turn.desk.all(Post, person=person) if one.ship_id != ship.pk), None)
    if elsewhere is not None:
        why = f"{person.name} is aboard {elsewhere.ship.name}, and leaves every post there first."
        turn.refuse("aboard-elsewhere", why, "person")
    held = turn.desk.all(Post, ship=ship, key=key)
    if any(one.person_id == person.pk for one in held):
        turn.refuse("same", f"{person.name} has this post already. Nothing was changed.", "post")
    if len(held) >= most:
        why = "This post is taken: whoever has it leaves it first." if most == 1 else f"{most} have this post already."
        turn.refuse("post-full", why, "post")
    order = max((one.order for one in held), default=0) + 1
    return turn.create(Post, ship=ship, key=key, person=person, order=order)
