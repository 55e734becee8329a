"""What somebody attacks with (dragon.weapons): the weapons of the sheet, then those of the book's list."""

from __future__ import annotations

from apps.characters.dragon.sheet import DragonSheet, Skill, Weapon
from apps.combat.dragon.attacks.strike import Arms
from apps.rules.dragon.characters import added
from apps.rules.dragon.lists import WEAPONS


def weapons_of(sheet: DragonSheet) -> dict[str, Weapon]:
    """By the id that a form sends. Of the book's list those that are not on the sheet by that name."""
    own = {one.id: one for one in sheet.weapons}
    names = {one.name.casefold() for one in sheet.weapons}
    listed = [row for row in WEAPONS if row.title.casefold() not in names]
    return own | {row.id: Weapon(row.id, row.title, row.multiple, row.attack, "") for row in listed}


def arms_of(sheet: DragonSheet, weapon: Weapon) -> Arms:
    """A weapon in the hands of whoever has this sheet."""
    return Arms(weapon.name, weapon.multiple + added(sheet.switches, "multiple"), weapon.attack)


def skills_with(sheet: DragonSheet, weapon: Weapon) -> list[Skill]:
    """The skill that the sheet names for it; with a blade or a club of the sheet for which it names none, the only
    melee skill."""
    if weapon.skill or weapon.attack == "ranged" or weapon not in sheet.weapons:
        return [one for one in sheet.skills if one.name.casefold() == weapon.skill.casefold()]
    melee = [one for one in sheet.skills if one.melee]
    return melee if len(melee) == 1 else []


def labelled(weapon: Weapon) -> str:
    """Sabre ×3, ranged ones with the word."""
    return f"{weapon.name} ×{weapon.multiple}{', ranged' if weapon.attack == 'ranged' else ''}"
