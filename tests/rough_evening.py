"""An evening of Rough Magic: who is there at its beginning, and every act about sheets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.characters.rough_magic import document
from tests.acts_of_an_evening import Step, step, who, who_with_picture

JUN: dict[str, Any] = {
    "name": "Jun Vey", "role": "hero", "agility": 7, "brawn": 4, "perception": 3, "reason": 5, "will": 2, "power": 1,
    "mass": 62, "skill_1_name": "Athletics", "skill_1_areas": "Climbing", "skill_2_name": "Stealth",
    "skill_3_name": "Culture", "skill_3_areas": "Harbour law, Songs",
    "gear_1_name": "Longsaber", "gear_1_rank": 3, "gear_1_attack": "close", "gear_1_hands": 2,
    "gear_2_name": "Pistol", "gear_2_rank": 2, "gear_2_attack": "ranged", "gear_2_range": 10,
    "gear_3_name": "Scale coat", "gear_3_rank": 2, "gear_3_defends": "both",
    "gear_4_name": "Lock picks", "gear_4_rank": 2, "gear_4_helps": "Locks",
    "gear_5_name": "Burst flask", "gear_5_rank": 12, "gear_5_attack": "ranged", "gear_5_range": 10,
    "gear_5_types": ["exploding"], "gear_5_radius": 6, "gear_5_left": 3,
    "complication_1_name": "Owes the Salt Court a life", "notes": "Sings while she works.",
}  # fmt: skip
"""Ines's hero: close attack 7, ranged attack 9, defence 6 and 9, walks 11 metres."""
BRAMBLE: dict[str, Any] = {
    "name": "Bramble Oke", "role": "hero", "agility": 4, "brawn": 6, "perception": 4, "reason": 2, "will": 5,
    "power": 5, "mass": 110, "underwater": "on", "senses": "Hears through walls",
    "skill_1_name": "Survival", "skill_1_areas": "Tides", "skill_2_name": "Athletics",
    "gear_1_name": "Boat axe", "gear_1_rank": 2, "gear_1_attack": "close",
    "gear_2_name": "Short bow", "gear_2_rank": 2, "gear_2_attack": "ranged", "gear_2_range": 50, "gear_2_hands": 2,
    "power_1_name": "Stone skin", "power_1_rank": 4, "power_1_defends": "both",
    "power_2_name": "Torment", "power_2_rank": 3, "power_2_attack": "mental", "power_2_range": 50,
    "power_2_types": ["terrifying"], "power_2_esoteric": "on", "power_2_on": "on",
    "power_3_name": "Wave step", "power_3_rank": 3, "power_3_metres": 30, "power_3_all_out": 60,
    "complication_1_name": "Hunted by the tide guild",
}  # fmt: skip
"""Marek's hero: close attack 8, defence 6 and 4, both 4 more while the stone skin is on."""
SEL: dict[str, Any] = {
    "name": "Sel Marrow", "role": "enemy", "agility": 5, "brawn": 5, "perception": 5, "reason": 4, "will": 6,
    "power": 4, "skill_1_name": "Stealth", "gear_1_name": "Hook sword", "gear_1_rank": 3, "gear_1_attack": "close",
    "gear_2_name": "Rifle", "gear_2_rank": 3, "gear_2_attack": "ranged", "gear_2_range": 50, "gear_2_hands": 2,
    "gear_3_name": "Breastplate", "gear_3_rank": 1, "gear_3_defends": "both",
    "power_1_name": "Stillness", "power_1_rank": 4, "power_1_attack": "mental", "power_1_range": 10,
    "power_1_types": ["stunning"], "power_1_esoteric": "on", "power_1_on": "on",
}  # fmt: skip
GUARD: dict[str, Any] = {
    "name": "Guard 1", "role": "enemy", "unnamed": "on", "agility": 3, "brawn": 3, "perception": 3, "will": 3,
    "gear_1_name": "Spear", "gear_1_rank": 2, "gear_1_attack": "close", "gear_2_name": "Sling", "gear_2_rank": 1,
    "gear_2_attack": "ranged", "gear_2_range": 10, "gear_3_name": "Leather", "gear_3_rank": 1, "gear_3_defends": "both",
}  # fmt: skip
ASH: dict[str, Any] = {
    "name": "Warden Ash", "role": "enemy", "agility": 6, "brawn": 4, "perception": 6, "will": 5, "hidden": "on",
    "gear_1_name": "Needle gun", "gear_1_rank": 3, "gear_1_attack": "ranged", "gear_1_range": 50,
    "gear_1_types": ["sensory"], "gear_1_harmless": "on",
}  # fmt: skip
DOOR: dict[str, Any] = {"name": "Sluice door", "dv": 8}


def beginning() -> Iterator[Step]:
    """Two heroes, an enemy with a name, three guards without one, one who hides, and a door; a scene runs."""
    yield step("gm", "open-session", title="The first evening")
    yield step("gm", "open-scene", title="The drowned foundry", text="Chains drip.\nThe sluice is shut.")
    yield step("ines", "rough_magic.make", **JUN)
    yield step("marek", "rough_magic.make", **BRAMBLE)
    yield step("gm", "rough_magic.make", **SEL)
    yield step("gm", "rough_magic.make", **GUARD)
    yield step("gm", "rough_magic.duplicate", who("Guard 1", copies=2))
    yield step("gm", "rough_magic.make", **ASH)
    yield step("gm", "rough_magic.make-thing", **DOOR)


def sheets() -> Iterator[Step]:
    """Each act about characters at least once, by players and the GM, the hidden one among them."""
    yield step("ines", "rough_magic.edit", who("Jun Vey", **JUN | {"reason": 6, "notes": "Sings no more."}))
    yield step("gm", "rough_magic.edit", who("Warden Ash", **ASH | {"will": 6}), note="hidden")
    yield step("ines", "portrait", who_with_picture("Jun Vey"))
    yield step("gm", "rough_magic.duplicate", who("Warden Ash"), note="hidden")
    yield step("gm", "rough_magic.make-thing", name="Console", dv=6, hidden="on", note="hidden")
    yield step("gm", "rough_magic.edit-thing", who("Sluice door", **DOOR | {"dv": 9}))
    yield step("gm", "rough_magic.edit-thing", who("Console", name="Console", dv=5), note="hidden")
    yield step("gm", "rough_magic.quick-cast", name="Ferry thug", copies=2, agility=3, brawn=4, weapon="Club",
               weapon_rank=1, attack="close", armour_rank=1)  # fmt: skip
    yield step("gm", "rough_magic.quick-cast", name="Net caster", attack="ranged", range=10, hidden="on", note="hidden")
    yield step("gm", "rough_magic.import", lambda e: {"text": document.written(e.row("Sel Marrow")).decode()})
    yield step("marek", "rough_magic.import", lambda e: {"text": document.written(e.row("Bramble Oke")).decode()},
               note="a player’s")  # fmt: skip
    yield step("ines", "rough_magic.open-sheet", who("Jun Vey", open="yes"))
    yield step("gm", "rough_magic.open-sheet", who("Jun Vey", open="no"), note="closed again")
    yield step("gm", "delete-character", who("Guard 3"))
