"""Pools: dice with their sources, and what may be in one."""

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Literal

from apps.rules.crew.options import DEFAULTS, Options
from apps.rules.crew.steps import LADDER, SIZES, sides, written
from apps.rules.refusal import Refused

DieKind = Literal[
    "attribute",
    "skill",
    "specialty",
    "distinction",
    "signature-asset",
    "asset",
    "complication",
    "scale",
    "loan",
    "difficulty",
    "trait",
    "gmc",
]
RollerKind = Literal["crewmember", "major-gmc", "minor-gmc", "extra", "opposition"]


@dataclass(frozen=True)
class PoolDie:
    """One die of a pool. `size` is 4 to 12 (14 for d12+, which throws a d12), `label` what its card shows
    ("Loyal to a fault"), `of` the public id of whoever brings it where that is not the roller (a lender, a ship, an
    opponent, the place), and `source` the row that it comes from: a rating's key or an entry's public id.

    `skill` is the key of the skill that a Specialty belongs to. `doubled` marks a die that a trigger has put in a
    second time: it is counted neither as a second Distinction nor as the same trait twice.
    """

    kind: DieKind
    size: int
    label: str
    of: str = ""
    source: str = ""
    skill: str = ""
    doubled: bool = False

    @property
    def sides(self) -> int:
        return sides(self.size)


Pool = tuple[PoolDie, ...]

LEAST = 2
SCALE = 8
SPECIALTY = 6
SITUATION = PoolDie("trait", 6, "Situation")
"""What the program adds to an opposition of one die."""

WORDS: dict[DieKind, str] = {
    "attribute": "attribute",
    "skill": "skill",
    "specialty": "Specialty",
    "distinction": "Distinction",
    "signature-asset": "Signature Asset",
    "asset": "Asset",
    "complication": "Complication",
    "scale": "Scale die",
    "loan": "lent skill",
    "difficulty": "difficulty die",
    "trait": "Trait of the situation or place",
    "gmc": "die of a Minor GMC or Extra",
}
OF_A_CREWMEMBER: frozenset[DieKind] = frozenset(
    ("attribute", "skill", "specialty", "distinction", "signature-asset", "asset", "complication", "scale", "loan")
)
OF_A_MAJOR_GMC: frozenset[DieKind] = frozenset(
    (
        "attribute",
        "skill",
        "specialty",
        "distinction",
        "signature-asset",
        "asset",
        "complication",
        "scale",
        "trait",
        "gmc",
    )
)
"""Like a crewmember, with Traits and other GMCs; an Asset where a trigger has created one."""
OF_THE_OPPOSITION: frozenset[DieKind] = frozenset(("difficulty", "trait", "gmc", "scale", "complication"))
ROLLERS: dict[RollerKind, str] = {
    "crewmember": "a crewmember",
    "major-gmc": "a Major GMC",
    "minor-gmc": "a Minor GMC",
    "extra": "an Extra",
    "opposition": "the opposition",
}


def may_hold(kind: RollerKind) -> frozenset[DieKind]:
    """The kinds of dice that whoever rolls may have in the pool."""
    return {"crewmember": OF_A_CREWMEMBER, "major-gmc": OF_A_MAJOR_GMC}.get(kind, OF_THE_OPPOSITION)


def completed(pool: Pool, kind: RollerKind) -> Pool:
    """The pool with a Trait d6 "Situation" where the opposition has but one die (crew.opposition-other)."""
    bare = may_hold(kind) is OF_THE_OPPOSITION
    return (*pool, SITUATION) if bare and len(pool) == 1 and pool[0].kind == "difficulty" else pool


def has_scale(pool: Pool) -> bool:
    return any(die.kind == "scale" for die in pool)


def pays_when_thrown(pool: Pool, kind: RollerKind = "crewmember") -> bool:
    """Whether the roller earns a plot point by throwing this: a crewmember with a Distinction as d4."""
    return kind == "crewmember" and any(die.kind == "distinction" and die.size == 4 for die in pool)


def check_pool(pool: Pool, kind: RollerKind = "crewmember", options: Options = DEFAULTS) -> None:
    """Refuses, naming the kind of die as field, a pool that may not be thrown (crew.pool, crew.pool-dice,
    crew.major-gmc, crew.opposition-other).

    A crewmember and a Major GMC have exactly one attribute and one skill, at most one Specialty (of that skill) and one
    Distinction; the opposition exactly one difficulty die and two dice or more. One Scale die, one loan of each lender,
    no trait twice, as many Signature Assets as the switch signature-assets-per-roll allows. How many dice of GMCs may
    join is crew.ganging-up's to say.
    """
    for die in pool:
        _refuse_die(die, kind)
    counted = tuple(die for die in pool if not die.doubled)
    if may_hold(kind) is OF_THE_OPPOSITION:
        _exactly_one(counted, "difficulty")
    else:
        _exactly_one(counted, "attribute")
        _exactly_one(counted, "skill")
    _refuse_too_many(counted, options)
    _refuse_foreign_specialty(counted)
    _refuse_too_few(pool)


def check_addition(pool: Pool, die: PoolDie, kind: RollerKind = "crewmember", options: Options = DEFAULTS) -> None:
    """Refuses a `die` that may not join the `pool` while it is being put together: what still lacks is no matter."""
    _refuse_die(die, kind)
    counted = tuple(one for one in (*pool, die) if not one.doubled)
    for single in ("attribute", "skill", "difficulty"):
        _at_most_one(counted, single)
    _refuse_too_many(counted, options)
    _refuse_foreign_specialty(counted)


def _refuse_die(die: PoolDie, kind: RollerKind) -> None:
    if die.kind not in may_hold(kind):
        raise Refused("not-in-pool", f"No {WORDS[die.kind]} can join a pool of {ROLLERS[kind]}.", die.kind)
    allowed = _sizes(die.kind, kind)
    if die.size not in allowed:
        text = f"“{die.label}” cannot be {written(die.size)}: a {WORDS[die.kind]} is {_either(allowed)}."
        raise Refused("no-size", text, die.kind)


def _sizes(die: DieKind, roller: RollerKind) -> tuple[int, ...]:
    """The sizes that a kind of die may have in a pool. Triggers step traits, so most may be any."""
    if die == "scale":
        return (SCALE,)
    if die == "complication":
        return LADDER[1:]
    if die == "distinction" and roller == "major-gmc":
        return SIZES[1:]
    return SIZES


def _either(sizes: tuple[int, ...]) -> str:
    *most, last = map(written, sizes)
    return f"{', '.join(most)} or {last}" if most else last


def _exactly_one(pool: Pool, kind: DieKind) -> None:
    _at_most_one(pool, kind)
    if not any(die.kind == kind for die in pool):
        raise Refused(f"no-{kind}", f"The pool has no {WORDS[kind]} yet: it needs exactly one.", kind)


def _at_most_one(pool: Pool, kind: DieKind) -> None:
    found = [die for die in pool if die.kind == kind]
    if len(found) > 1:
        labels = ", ".join(die.label for die in found)
        raise Refused(f"two-{kind}", f"The pool holds one {WORDS[kind]} at most, not {len(found)}: {labels}.", kind)


def _refuse_too_many(pool: Pool, options: Options) -> None:
    for kind in ("specialty", "distinction", "scale"):
        _at_most_one(pool, kind)
    if options.signature_assets_per_roll == "1":
        _at_most_one(pool, "signature-asset")
    _refuse_again([die for die in pool if die.kind == "loan"], lambda die: die.of, "two-loans", "lends a second die")
    _refuse_again(
        list(pool), lambda die: die.source and (die.kind, die.of, die.source), "twice", "is in the pool twice"
    )


def _refuse_again(dice: list[PoolDie], key: Callable[[PoolDie], Hashable], code: str, what: str) -> None:
    """Refuses two dice of the same key; an empty key is nobody's."""
    often = Counter(key(die) for die in dice)
    for die in dice:
        if key(die) and often[key(die)] > 1:
            raise Refused(code, f"“{die.label}” {what}: once is enough for any roll.", die.kind)


def _refuse_foreign_specialty(pool: Pool) -> None:
    skill = next((die for die in pool if die.kind == "skill"), None)
    for die in pool:
        if die.kind == "specialty" and skill and die.skill and skill.source and die.skill != skill.source:
            text = f"“{die.label}” does not belong to {skill.label}, the skill in this pool."
            raise Refused("other-skill", text, "specialty")


def _refuse_too_few(pool: Pool) -> None:
    if len(pool) < LEAST:
        text = "One die is no opposition: it needs two at least, such as a Trait of the situation."
        raise Refused("too-few", text, "trait")
