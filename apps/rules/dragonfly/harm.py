"""What one hit does, number by number: the same for every attack, with a Heroic Feat or without."""

from dataclasses import dataclass, replace

from apps.rules.numbers import whole
from apps.rules.parts import Part, total_of


@dataclass(frozen=True)
class Harm:
    """The damage of one hit; the fields stand in the order in which it is worked out.

    `parts` are the terms up to the armor, which leave `after_armor`, but never less than 0.
    """

    base_damage: int
    success_levels: int
    heroic_feat: int
    before_armor: int
    armor: int
    after_armor: int
    multiplier: int
    multiplied: int
    halved: bool
    damage: int
    parts: tuple[Part, ...]


def harm(
    *,
    base_damage: int,
    success_levels: int = 0,
    feat: Part | None = None,
    armor: int = 0,
    multiplier: int = 1,
) -> Harm:
    """(base damage + Success Levels + `feat` - armor, at least 0) x multiplier. Refuses numbers under 0."""
    given = {"base_damage": base_damage, "success_levels": success_levels, "armor": armor, "multiplier": multiplier}
    for field, value in given.items():
        whole(field, value, least=0)
    own = Part("base-damage", base_damage, "rule"), Part("success-levels", success_levels, "rule")
    added = (*own, *((feat,) if feat else ()))
    before = total_of(added)
    after = max(0, before - armor)
    return Harm(
        base_damage=base_damage,
        success_levels=success_levels,
        heroic_feat=feat.value if feat else 0,
        before_armor=before,
        armor=armor,
        after_armor=after,
        multiplier=multiplier,
        multiplied=after * multiplier,
        halved=False,
        damage=after * multiplier,
        parts=(*added, Part("armor", -armor, "rule")),
    )


def half(full: Harm, /) -> Harm:
    """The same hit at half its whole damage, rounded down."""
    return replace(full, halved=True, damage=full.multiplied // 2)
