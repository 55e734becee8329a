"""Pools and contests to test with."""

from apps.rules.crew.contest import Contest, Side, announced, bought, thrown
from apps.rules.crew.options import DEFAULTS
from apps.rules.crew.pools import DieKind, PoolDie
from apps.rules.dice import ScriptedDice

MENTAL = PoolDie("attribute", 8, "Mental", source="mental")
FIX = PoolDie("skill", 10, "Fix", source="fix")
HARD = PoolDie("difficulty", 10, "Hard")
SITUATION = PoolDie("trait", 6, "Situation")
SCALE = PoolDie("scale", 8, "Scale")
LOYAL = PoolDie("distinction", 8, "Loyal to a fault", source="d1")
STUBBORN = PoolDie("distinction", 4, "Stubborn", source="d2")
WELDING = PoolDie("specialty", 6, "Welding", source="p1", skill="fix")
RIFLES = PoolDie("specialty", 6, "Rifles", source="p2", skill="shoot")
RIFLE = PoolDie("signature-asset", 8, "Grandfather's Rifle", source="s1")
LETTERS = PoolDie("signature-asset", 6, "Letters of Passage", source="s2")
SMOKE = PoolDie("asset", 6, "Smoke Grenade", source="a1")
ANKLE = PoolDie("complication", 8, "Twisted Ankle", of="wren", source="c1")
CRAFT_OF_KIT = PoolDie("loan", 6, "Craft", of="kit", source="craft")
KNOW_OF_KIT = PoolDie("loan", 8, "Know", of="kit", source="know")
THUG = PoolDie("gmc", 6, "Thug", of="thug", source="die")

POOL = (MENTAL, FIX)
OPPOSITION = (HARD, SITUATION)


def a_contest(defender="opposition", aggressor="crewmember", **more):
    """Wren tries something; nothing has been thrown."""
    names = {"opposition": "", "crewmember": "Wren", "major-gmc": "Marshal Tran", "minor-gmc": "Deputy"}
    return Contest(
        "Mend the drive",
        Side(kind=defender, name="Kit" if defender == "crewmember" else names[defender]),
        Side(kind=aggressor, name=names[aggressor]),
        **more,
    )


def of_kinds(first: tuple[DieKind, ...], rest: DieKind, sizes: tuple[int, ...]):
    """Dice of those sizes, of the `first` kinds and then of the same kind."""
    kinds = (*first, *((rest,) * len(sizes)))
    return tuple(PoolDie(kind, size, f"die {n}") for n, (kind, size) in enumerate(zip(kinds, sizes, strict=False)))


def sized(*sizes):
    """A crewmember's pool of those sizes: attribute, skill, then Assets."""
    return of_kinds(("attribute", "skill"), "asset", sizes)


def opposed(*sizes):
    """An opposition of those sizes: a difficulty die, then Traits."""
    return of_kinds(("difficulty",), "trait", sizes)


def pool_for(kind, sizes):
    return sized(*sizes) if kind in ("crewmember", "major-gmc") else opposed(*sizes)


def throw(contest, place, fallen, options=DEFAULTS, **more):
    """`fallen` are pairs of size and face."""
    side = getattr(contest, place)
    dice = ScriptedDice([face for _, face in fallen])
    after = thrown(contest, place, pool_for(side.kind, [size for size, _ in fallen]), dice, options=options, **more)
    assert dice.left == []
    return after


def stand(contest, place):
    """The total stands, whether or not anything could still be bought."""
    return contest if getattr(contest, place).announced else announced(contest, place)


def compared(defence, attack, options=DEFAULTS, extra=(), **kinds):
    """A contest in which both have thrown these pairs and let the totals stand; the aggressor has bought `extra`."""
    contest = stand(throw(a_contest(**kinds), "defender", defence, options), "defender")
    contest = throw(contest, "aggressor", attack, options)
    if extra:
        contest = bought(contest, "aggressor", extra, options)
    return stand(contest, "aggressor")
