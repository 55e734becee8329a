"""How a hit came to its number: the steps of yarn.damage-order that did something, one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass

from apps.rules.yarn.combat.armour import Worn, half_up, kind_of_attack
from apps.rules.yarn.combat.damage import SHOTGUN, Done, divided
from apps.rules.yarn.combat.lists import PIERCING, weapon_of
from apps.rules.yarn.combat.shooting import in_range
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import Faces


@dataclass(frozen=True)
class Step:
    """One step: its number in the book's order, its word, what was multiplied, divided by or taken off, the points that
    are left after it, and the dice that fell in it."""

    number: int
    word: str
    amount: int
    left: int
    faces: Faces = ()
    rule: str = "yarn.damage-order"


def steps(
    done: Done,
    *,
    difference: int,
    weapon: str,
    ammunition: str = "standard",
    armour: Worn,
    metres: float | None = None,
    special_effect: bool = False,
    options: Options = DEFAULTS,
) -> tuple[Step, ...]:
    """The steps of a hit that was worked out; those in which nothing happened are left out (yarn.damage-order)."""
    by_dice = bool(done.faces)
    found = [Step(1, "difference", difference, difference, rule="yarn.damage")]
    found.append(Step(2, "factor", done.factor, done.factor, rule="yarn.damage-factors"))
    found.append(Step(3, "doubled" if done.doubled else "dice" if by_dice else "damage", done.factor, done.raw,
                      done.faces, "yarn.alternate-damage" if by_dice else "yarn.damage"))  # fmt: skip
    shot = divided(done.raw, weapon, metres, False, options)
    if weapon_of(weapon).title == SHOTGUN:
        found.append(Step(4, "shotgun", in_range(weapon, metres or 0, options), shot, rule="yarn.shotgun"))
    if special_effect:
        found.append(Step(5, "special effect", 2, done.gross, rule="yarn.special-effect"))
    return (*found, *through_armour(done, kind_of_attack(weapon), ammunition, armour))


def through_armour(done: Done, kind: str, ammunition: str, armour: Worn) -> Iterator[Step]:
    """What armour made of it: of a taser all or nothing, else regular layers, bullet-proof ones, armour-piercing."""
    hit = done.hit
    if kind == "taser":
        if armour.layers:
            yield Step(6, "taser", hit.stopped, hit.suffered, hit.faces, "yarn.taser-armour")
        return
    piercing = kind == "bullet" and ammunition == PIERCING
    off = armour.dice + armour.points if piercing else hit.stopped
    left = max(0, hit.gross - off)
    if armour.dice or armour.points:
        yield Step(7, "regular", off, left, hit.faces, _regular_rule(kind, ammunition))
    if armour.bullet_proof:
        yield _bullet_proof(done, kind, piercing, armour, left)
    if piercing:
        yield Step(9, "armour-piercing", 2, hit.suffered, rule="yarn.ammo-armour-piercing")


def _regular_rule(kind: str, ammunition: str) -> str:
    plain = {"standard": "yarn.armour-vs-gunfire", PIERCING: "yarn.ammo-armour-piercing"}
    return plain.get(ammunition, "yarn.ammo-hollow-point") if kind == "bullet" else "yarn.armour-regular"


def _bullet_proof(done: Done, kind: str, piercing: bool, armour: Worn, left: int) -> Step:
    hit = done.hit
    if kind == "bullet" and not piercing:
        after = half_up(left, hit.divisor)
        return Step(8, "divided", hit.divisor, after, hit.vest_faces, "yarn.armour-bullet-proof")
    after = max(0, left - armour.bullet_proof)
    return Step(8, "bullet-proof", armour.bullet_proof, after, rule="yarn.armour-bullet-proof")
