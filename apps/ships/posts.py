"""The only functions that change who sits where."""

from __future__ import annotations

from apps.characters.models import Character
from apps.characters.rows import when_deleted
from apps.ships.models import Post
from apps.table.turn import Turn

MOST_AT_A_POST = 12


def take(turn: Turn, ship: Character, key: str, person: Character, most: int = MOST_AT_A_POST) -> Post:
    """Puts somebody at a post. Refuses one that they have or that is full (`most`), and whoever is on another ship."""
    elsewhere = Post.objects.filter(person=person).exclude(ship=ship).select_related("ship").first()
    if elsewhere is not None:
        why = f"{person.name} is aboard {elsewhere.ship.name}, and leaves every post there first."
        turn.refuse("aboard-elsewhere", why, "person")
    held = Post.objects.filter(ship=ship, key=key)
    if held.filter(person=person).exists():
        turn.refuse("same", f"{person.name} has this post already. Nothing was changed.", "post")
    if held.count() >= most:
        why = "This post is taken: whoever has it leaves it first." if most == 1 else f"{most} have this post already."
        turn.refuse("post-full", why, "post")
    last = held.order_by("-order").first()
    return turn.create(Post, ship=ship, key=key, person=person, order=last.order + 1 if last else 1)


@when_deleted
def clear(turn: Turn, character: Character) -> None:
    """Whoever is deleted leaves their posts; of a ship that is deleted everybody does."""
    for post in (*Post.objects.filter(ship=character), *Post.objects.filter(person=character)):
        turn.delete(post)
