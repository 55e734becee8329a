"""What both sides of an attack are made of (rough_magic.close-combat-values, rough_magic.ranged-combat-values)."""

from __future__ import annotations

from apps.characters.rough_magic.sheet import Arm, RoughSheet
from apps.checks.rough_magic.ways import Way
from apps.combat.rough_magic.attacks.strike import GRAPPLE, Arms, Part, Strike
from apps.rules.rough_magic.lists import ATTRIBUTES, AttackKind
from apps.rules.rough_magic.options import Options

TITLES = {row.id: row.title for row in ATTRIBUTES}
WILL = "will"
DEFENDS_BY: dict[AttackKind, str] = {"close": "brawn", "ranged": "agility"}


def kind_of(arm: Arm) -> AttackKind:
    """How it attacks; what works by the mind alone works from afar."""
    return "close" if arm.kind == "close" else "ranged"


def arms_of(sheet: RoughSheet, arm: Arm) -> Arms:
    """A weapon or a power in the hands of whoever has this sheet."""
    return Arms(arm.name, kind_of(arm), arm.types, arm.harmless, _esoteric(sheet, arm))


def _esoteric(sheet: RoughSheet, arm: Arm) -> str:
    """The power that attacks, if only powers of its like can meet it (rough_magic.esoteric-block)."""
    found = next((one for one in sheet.powers if one.id == arm.id and one.esoteric), None) if arm.power else None
    return found.name if found else ""


def parts_of_way(way: Way) -> tuple[Part, ...]:
    """The attribute and the weapon's rank."""
    weapon = (Part(way.helper.name, way.helper.rank),) if way.helper else ()
    return (Part(way.title, way.rank), *weapon)


def attack_parts(sheet: RoughSheet, arm: Arm) -> tuple[Part, ...]:
    """What an attack with it is made of: its own attribute and its rank."""
    weapon = (Part(arm.name, arm.rank),) if arm.rank else ()
    return (Part(TITLES[arm.attribute], sheet.rank(arm.attribute)), *weapon)


def defence_parts(sheet: RoughSheet, arm: Arm) -> tuple[Part, ...]:
    """What meets it: the attribute and the highest layer; of a thing its one number (rough_magic.objects); of the mind
    the attribute that the power names."""
    if sheet.is_thing:
        return (Part("Soundness", sheet.dv),)
    if arm.kind == "mental" or arm.against:
        by = arm.against or WILL
        return (Part(TITLES[by], sheet.rank(by)),)
    return defence_against(sheet, kind_of(arm))


def defence_against(sheet: RoughSheet, kind: AttackKind) -> tuple[Part, ...]:
    """The defence against close or ranged attacks, with the one layer that counts (rough_magic.non-stacking)."""
    by = DEFENDS_BY[kind]
    layer = next(iter(sheet.layers(kind)), None)
    worn = (Part(layer.name, layer.rank),) if layer and layer.rank else ()
    return (Part(TITLES[by], sheet.rank(by)), *worn)


def defence_like(sheet: RoughSheet, strike: Strike, options: Options) -> tuple[Part, ...]:
    """Somebody else's defence against an attack that was made: with the same attribute, against a grapple without what
    they wear, unless the switch grapple-uses-gear lets it count (rough_magic.grappling)."""
    if strike.sort == GRAPPLE and not options.grapple_uses_gear and not sheet.is_thing:
        return (Part(TITLES["brawn"], sheet.rank("brawn")),)
    by = next((key for key, title in TITLES.items() if title == strike.theirs[0].label), "")
    kind: AttackKind = strike.arms.attack
    usual = DEFENDS_BY[kind]
    return (Part(TITLES[by], sheet.rank(by)),) if by and by != usual else defence_against(sheet, kind)
