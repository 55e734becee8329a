"""An evening of Yarn: who is there at its beginning, and every act about sheets, hands, orders and votes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.characters import entries
from apps.characters.yarn import document
from apps.table.models import Ask
from tests.acts_of_an_evening import Data, Evening, Step, step, who, who_with_picture

MAUD: dict[str, Any] = {
    "name": "Maud Ferrin", "role": "main", "group_role": "innkeeper", "desire": "respect", "pole_1": "mother",
    "pole_2": "creditor", "story": "My story is of a woman who feeds everybody and is never asked how she is.",
    "hit_points_word": "bulk", "experience": 2, "finances": "An inn with a roof that leaks.", "notes": "Widowed.",
    "trait_1_name": "Innkeeper", "trait_1_place": "central", "trait_1_superior": "on",
    "trait_1_sign": "Knows your drink",
    "trait_2_name": "Hears what is not said", "trait_2_place": "side1", "trait_2_sign": "Stops wiping the bar",
    "trait_2_visible": "at times",
    "trait_3_name": "Strong as a drayman", "trait_3_place": "side2", "trait_3_tough": "on", "trait_3_combat": "on",
    "trait_3_sign": "Lifts barrels alone",
    "flaw_1_name": "Cannot forgive a debt", "flaw_1_sign": "Writes everything down",
    "weapon_1_name": "Cellar mallet", "weapon_1_listed": "knife", "thing_1_name": "Keys of the Halfway",
}  # fmt: skip
"""Ines's main character: 4, 3 and 3 dice, 21 hit points."""
JOSS: dict[str, Any] = {
    "name": "Joss Amber", "role": "main", "group_role": "ferryman", "desire": "forgiveness", "pole_1": "brother",
    "pole_2": "coward", "hit_points": 24, "experience": 1, "pool": 3, "pool_name": "The tide",
    "trait_1_name": "Ferryman", "trait_1_place": "central", "trait_1_tough": "on", "trait_1_sign": "Reads the water",
    "trait_2_name": "Brawler", "trait_2_place": "side1", "trait_2_superior": "on", "trait_2_combat": "on",
    "flaw_1_name": "Will not go below deck", "flaw_1_effect": "roleplay",
    "weapon_1_name": "Old revolver", "weapon_1_listed": "light-handgun", "weapon_1_firearm": "revolver",
    "weapon_1_left": 4, "weapon_1_clip": 6, "armour_1_name": "Sea jacket", "armour_1_listed": "jacket",
    "power_1_name": "Feels the current", "power_1_listed": "hunches", "power_1_score": 2,
    "spell_1_name": "Black water", "spell_1_listed": "blessed-black", "spell_1_learning": "on", "spell_1_failed": 1,
}  # fmt: skip
"""Marek's main character."""
BESS: dict[str, Any] = {
    "name": "Old Bess", "role": "recurring", "desire": "to punish", "hit_points": 16,
    "trait_1_name": "Remembers everything", "trait_1_score": 5, "trait_1_sign": "Hums",
}  # fmt: skip
HALE: dict[str, Any] = {"name": "Hale", "role": "recurring", "text": "Owns the debt.", "fighting": 4, "hidden": "on"}


def beginning() -> Iterator[Step]:
    """Two main characters, one of the GM's whom all know and one who hides; a scene runs."""
    yield step("gm", "yarn.open-episode", title="What we inherit", dice=(1,))
    yield step("gm", "yarn.set-scene", title="The Halfway", situation="Low water.\nNobody speaks.")
    yield step("ines", "yarn.make", **MAUD)
    yield step("marek", "yarn.make", **JOSS)
    yield step("gm", "yarn.make", **BESS)
    yield step("gm", "yarn.quick-cast", **HALE)
    yield step("gm", "yarn.make-place", name="The lock", text="Dark, and dripping.")


def tied(whom: str, sheet: dict[str, Any], *others: str, **more: Any) -> Data:
    """The sheet with a relationship to each of these."""
    return lambda e: {
        "character": e.character(whom), **sheet, **{f"tie_{e.character(one)}": f"To {one}" for one in others}, **more
    }  # fmt: skip


def wanting(whom: str, sheet: dict[str, Any], of: str, want: str) -> Data:
    return lambda e: {"character": e.character(whom), **sheet, "want_1": want, "want_1_of": e.character(of)}


def trait(whom: str, name: str) -> Data:
    """The trait's own choice of a form, by its row."""

    def found(e: Evening) -> dict[str, Any]:
        (row,) = [one for one in entries.held_by(e.row(whom)) if one.name == name]
        return {"trait": row.public_id}

    return found


def hand(person: str, word: str) -> Step:
    """What this person answers to the newest question that is theirs."""

    def found(e: Evening) -> dict[str, Any]:
        return {"ask": asked(e, person).public_id, "hand": word}

    return step(person, "yarn.vote", found, note=word)


def asked(e: Evening, person: str) -> Ask:
    seat = e.people[person].seat
    assert seat is not None
    whose = {"audience": "gms"} if seat.is_gm else {"audience": "seat", "subject": seat.pk}
    return Ask.objects.filter(table=e.table, closed_at=None, **whose).latest("pk")


def sheets() -> Iterator[Step]:
    """Each act about characters and hands at least once, by players and the GM, the hidden one among them."""
    yield step("ines", "yarn.edit", tied("Maud Ferrin", MAUD, "Joss Amber", "Old Bess"))
    yield step("marek", "yarn.edit", wanting("Joss Amber", JOSS, "Maud Ferrin", "Her forgiveness"))
    yield step("gm", "yarn.edit", who("Hale", name="Hale", role="recurring", notes="Will not wait."), note="hidden")
    yield step("ines", "portrait", who_with_picture("Maud Ferrin"))
    yield step("gm", "yarn.approve", who("Maud Ferrin", approved="yes"))
    yield step("gm", "yarn.approve", who("Joss Amber", approved="yes"), note="the other")
    yield step("gm", "yarn.approve", who("Joss Amber", approved="no"), note="back")
    yield step("gm", "yarn.unknown-trait", who("Maud Ferrin", name="The child is hers", score=4))
    yield step("gm", "yarn.reveal-trait", trait("Maud Ferrin", "The child is hers"))
    yield step("gm", "yarn.quick-cast", name="Carter", role="minor", text="Wants his horse back.", copies=2)
    yield step("gm", "yarn.duplicate", who("Old Bess"))
    yield step("gm", "yarn.duplicate", who("Hale"), note="hidden")
    yield step("gm", "yarn.edit-place", who("The lock", name="The upper lock", text="Wind."))
    yield step("ines", "yarn.make-place", name="The attic")
    yield step("gm", "yarn.import", lambda e: {"text": document.written(e.row("Old Bess")).decode()})
    yield step("marek", "yarn.import", lambda e: {"text": document.written(e.row("Joss Amber")).decode()},
               note="a player’s")  # fmt: skip
    yield step("gm", "yarn.adjust", who("Maud Ferrin", track="hit-points", by=-12, why="The stairs"))
    yield step("gm", "yarn.adjust", who("Hale", track="hit-points", by=-3), note="hidden")
    yield step("gm", "yarn.set-hand", lambda e: {"who": e.seat("ines"), "points": "tokens", "count": 2})
    yield step("gm", "yarn.set-hand", who="GM", points="tokens", count=1, why="For Bess", note="her own")
    yield step("gm", "yarn.set-hand", lambda e: {"who": e.seat("marek"), "points": "bennies", "count": 1}, note="b")
    yield step("gm", "yarn.time-passes", count=2, unit="days", why="Rain")
    yield step("gm", "yarn.draw-order", purpose="Who speaks", dice=(2,))
    yield step("gm", "yarn.doubt-trait", trait("Maud Ferrin", "Innkeeper"))
    yield hand("marek", "struck")
    yield step("gm", "yarn.doubt-trait", trait("Joss Amber", "Brawler"), note="left out")
    yield step("gm", "remind", lambda e: {"ask": asked(e, "ines").public_id})
    yield step("gm", "leave-out", lambda e: {"ask": asked(e, "ines").public_id})
    yield step("second", "yarn.vote", lambda e: {"ask": asked(e, "second").public_id, "hand": "stands"}, note="a tie")
    yield step("gm", "delete-character", who("Carter 2"))
