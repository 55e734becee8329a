"""Ships and who sits where aboard."""

from __future__ import annotations

from collections.abc import Iterator

from tests.acts_of_an_evening import KESTREL, Data, Step, step


def _aboard(ship: str, person: str, post: str) -> Data:
    return lambda e: {"ship": e.character(ship), "person": e.character(person), "post": post}


def _post_of(name: str) -> Data:
    return lambda e: {"post": e.row(name).posts_held.latest("pk").public_id}


def ships() -> Iterator[Step]:
    yield step("gm", "dragonfly.make-ship", lambda e: {**KESTREL, "seat": e.seat("ines")})
    yield step("gm", "dragonfly.make-ship", name="Ashfall", size=2, speed=4, gain="normal", note="the other")
    yield step("gm", "dragonfly.make-ship", name="The Widow", size=3, speed=2, gain="low", hidden="on", note="hidden")
    yield step("ines", "dragonfly.take-post", _aboard("The Kestrel", "Shannon Reyes", "pilot"))
    yield step("marek", "dragonfly.take-post", _aboard("The Kestrel", "Pell", "gunner"), note="a player’s ship")
    yield step("marek", "dragonfly.take-post", _aboard("The Kestrel", "Pell", "engineer"), note="two posts")
    yield step("gm", "dragonfly.take-post", _aboard("Ashfall", "Dockhand 1", "pilot"), note="of the other")
    yield step("gm", "dragonfly.take-post", _aboard("The Widow", "Voss", "pilot"), note="hidden")
    yield step("gm", "dragonfly.make-ship", ready="raider", note="a ready one, with its crew")
    yield step("gm", "dragonfly.leave-post", _post_of("Raider pilot"), note="of a ready one")
    yield step("gm", "dragonfly.ready-crew", lambda e: {"ship": e.character("Raider")})
    yield step("gm", "dragonfly.take-post", _aboard("The Kestrel", "Sniper", "gunner"), note="of somebody hidden")
    yield step("marek", "dragonfly.leave-post", _post_of("Pell"))
    yield step("gm", "dragonfly.leave-post", _post_of("Sniper"), note="of somebody hidden")
    yield step("ines", "dragonfly.edit-ship", lambda e: {
        **KESTREL, "ship": e.character("The Kestrel"), "hits": 5, "engines": 1, "engines_out": "on", "hours": 6,
        "seen_cargo": 6, "seen_supplies": 9})  # fmt: skip
    yield step("gm", "dragonfly.edit-ship", lambda e: {
        "ship": e.character("The Widow"), "name": "The Widow", "size": 4, "speed": 2, "gain": "low",
    }, note="hidden")  # fmt: skip
