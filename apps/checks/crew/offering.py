"""The dice that may be tapped into a pool, by whoever rolls: from the sheet, the ship, the scene, the other side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from apps.characters.crew.holding import MINOR
from apps.characters.models import SHIP
from apps.checks.crew.bringing import Bringer, Cast
from apps.rules.crew.contest import Side
from apps.rules.crew.lists import DIFFICULTIES
from apps.rules.crew.pools import OF_THE_OPPOSITION, SCALE, SPECIALTY, DieKind, Pool, PoolDie, may_hold
from apps.rules.crew.steps import SIZES

Group = Literal["attribute", "skill", "helps", "difficulty", "scene", "gmc"]
HELPS, AGAINST = 8, 4
LIMITED = "Taken Out: 1 plot point, one die kept"
OF_A_SHIP: frozenset[DieKind] = frozenset(("attribute", "distinction", "signature-asset", "asset"))
LASTS = {"scene": "this scene", "episode": "this Episode"}


@dataclass(frozen=True)
class Offer:
    """A die that may be chosen. `note` says in small what it covers or where it comes from; `size` is part of the
    token only where there is a choice; `gm_only` dice are given by the GM alone. `skill` is a Specialty's."""

    die: PoolDie
    group: Group
    note: str = ""
    size: int = 0
    gm_only: bool = False
    rated: bool = True

    @property
    def token(self) -> str:
        return f"{self.die.kind}:{self.die.of}:{self.die.source}:{self.size or ''}"


def offers_of(cast: Cast, side: Side, rivals: list[str], treated: str = "") -> list[Offer]:
    """All that may be chosen for a side; `rivals` are the public ids of those on the other one, `treated` that of the
    Complication that a recovery is about: it opposes, whoever bears it."""
    roller = cast.of(side.character)
    against = [one for key in rivals if (one := cast.of(key)) and not one.hidden]
    found: list[Offer] = []
    if may_hold(side.kind) is OF_THE_OPPOSITION:
        found += _of_the_opposition(cast, against, side.character)
        found += [one for one in _treated(cast, treated) if one.token not in {held.token for held in found}]
    elif roller is not None:
        ships = cast.ships_of(roller)
        found += [*_own(roller), *_of_ships(ships), *_distinctions(roller, ships)]
        found += [*_signature_assets(roller, ships), *_assets(cast, roller, ships)]
        crew = side.kind == "crewmember"
        found += _of_a_crewmember(cast, against) if crew else _of_a_major(cast, against, roller.id)
    found.append(Offer(PoolDie("scale", SCALE, "Scale"), "scene", "keep three", gm_only=True))
    return found


# from the sheet


def _own(roller: Bringer) -> Iterator[Offer]:
    for one in roller.sheet.attributes:
        yield Offer(PoolDie("attribute", one.size, one.title, source=one.key), "attribute")
    for one in roller.sheet.skills:
        die = PoolDie("skill", one.size, one.title, source=one.key)
        yield Offer(die, "skill", one.covers, rated=one.size > SIZES[0])
    for held in roller.sheet.specialties:
        die = PoolDie("specialty", SPECIALTY, held.name, source=held.id, skill=held.skill)
        yield Offer(die, "helps", f"Specialty of {roller.sheet.title(held.skill)}")


def _of_ships(ships: list[Bringer]) -> Iterator[Offer]:
    for ship in ships:
        for one in ship.ship_attributes:
            note = f"{ship.name}, {LIMITED}" if ship.sheet.out_by else ship.name
            yield Offer(PoolDie("attribute", one.size, one.title, ship.id, one.key), "attribute", note)


def _distinctions(roller: Bringer, ships: list[Bringer]) -> Iterator[Offer]:
    """Each as d8 and, for a crewmember, as d4; a ship's counts as the one of the pool (crew.ship-traits)."""
    sizes = (HELPS, AGAINST) if roller.sheet.is_crewmember else (HELPS,)
    for bringer in (roller, *ships):
        for one in bringer.sheet.distinctions:
            for size in sizes:
                die = PoolDie("distinction", size, one.name, _of(bringer, roller), one.id)
                note = _from(bringer, roller, "Distinction")
                yield Offer(die, "helps", f"{note}, or d4 for a plot point" if len(sizes) > 1 else note, size)


def _signature_assets(roller: Bringer, ships: list[Bringer]) -> Iterator[Offer]:
    for bringer in (roller, *ships):
        for one in bringer.sheet.signature_assets:
            die = PoolDie("signature-asset", one.size, one.name, _of(bringer, roller), one.id)
            yield Offer(die, "helps", _from(bringer, roller, "Signature Asset"))


def _assets(cast: Cast, roller: Bringer, ships: list[Bringer]) -> Iterator[Offer]:
    """One's own and those of the ship; for a crewmember also those of the crew's ships (crew.ship-traits), of the
    place, and what another one shares (crew.asset)."""
    bringers = {one.id: one for one in (roller, *ships)}
    if roller.sheet.is_crewmember:
        bringers |= {one.id: one for one in cast.crews_ships if not one.hidden}
        bringers |= {cast.place.id: cast.place} if cast.place else {}
    for bringer in bringers.values():
        for held in bringer.sheet.assets:
            die = PoolDie("asset", held.size, held.name, _of(bringer, roller), held.id)
            yield Offer(die, "helps", _from(bringer, roller, f"Asset, {LASTS.get(held.lasts, held.lasts)}"))
    for bringer in cast.crew:
        for held in bringer.sheet.assets:
            if roller.id in held.shared and bringer is not roller:
                die = PoolDie("asset", held.size, held.name, bringer.id, held.id)
                yield Offer(die, "helps", f"Asset of {bringer.name}")


# from others and the scene


def _of_a_crewmember(cast: Cast, against: list[Bringer]) -> Iterator[Offer]:
    yield from _complications([*against, *_ships_of(cast, against)])
    if cast.place is not None:
        yield from _complications([cast.place], "burdens the place")


def _of_a_major(cast: Cast, against: list[Bringer], roller: str) -> Iterator[Offer]:
    yield from _traits(cast)
    yield from _supporting(cast, roller)
    yield from _complications([*against, *_ships_of(cast, against)])


def _of_the_opposition(cast: Cast, against: list[Bringer], roller: str) -> Iterator[Offer]:
    for row in DIFFICULTIES:
        yield Offer(PoolDie("difficulty", row.size, row.title), "difficulty", size=row.size)
    yield from _of_a_major(cast, against, roller)


def _treated(cast: Cast, treated: str) -> list[Offer]:
    if not treated:
        return []
    return [one for one in _complications(cast.everybody, "what is treated") if one.die.source == treated]


def _supporting(cast: Cast, roller: str) -> Iterator[Offer]:
    """The single dice of Minor GMCs and Extras, d6 of another Major GMC in the conflict (crew.ganging-up). Whoever is
    hidden goes by what they are."""
    for one in cast.supporting:
        if not _joins(one, roller):
            continue
        title = one.sheet.role_title
        label = title if one.hidden else one.name
        note = f"{one.name}, hidden" if one.hidden else title
        yield Offer(PoolDie("gmc", one.sheet.die, label, one.id, "die"), "gmc", note)


def _joins(one: Bringer, roller: str) -> bool:
    """Whoever rolls with one die has it in the pool; of the others nobody joins who is Taken Out."""
    return one.character.sheet == MINOR if one.id == roller else not one.sheet.taken_out


def _traits(cast: Cast) -> Iterator[Offer]:
    if cast.place is not None:
        for one in cast.place.traits:
            yield Offer(PoolDie("trait", one.size, one.name, cast.place.id, one.id), "scene", "Trait of the place")


def _complications(bearers: list[Bringer], note: str = "") -> Iterator[Offer]:
    for one in bearers:
        for held in one.sheet.complications:
            die = PoolDie("complication", held.size, held.name, one.id, held.id)
            yield Offer(die, "helps", note or f"{one.name}’s own")


def _ships_of(cast: Cast, people: list[Bringer]) -> list[Bringer]:
    """The ships in use by them: each once."""
    found = {ship.id: ship for person in people for ship in cast.ships_of(person) if not ship.hidden}
    return list(found.values())


def _of(bringer: Bringer, roller: Bringer) -> str:
    return "" if bringer is roller else bringer.id


def _from(bringer: Bringer, roller: Bringer, word: str) -> str:
    whose = word if bringer is roller else f"{word} of {bringer.name}"
    return f"{whose}, {LIMITED}" if is_out_of_use(bringer) else whose


def is_out_of_use(bringer: Bringer) -> bool:
    """Whether it is a ship or vehicle with a Complication at d12+: its dice make the roll a limited action."""
    return bringer.character.sheet == SHIP and bool(bringer.sheet.out_by)


def out_of_use_in(pool: Pool, cast: Cast) -> Bringer | None:
    """The ship that is Taken Out and whose dice are in the pool (crew.taken-out, crew.limited-action)."""
    own = [cast.of(die.of) for die in pool if die.of and die.kind in OF_A_SHIP]
    return next((one for one in own if one is not None and is_out_of_use(one)), None)


def word_of(kind: DieKind) -> str:
    """What stands under a die of the pool."""
    return {
        "attribute": "attribute",
        "skill": "skill",
        "specialty": "Specialty",
        "distinction": "Distinction",
        "signature-asset": "Signature Asset",
        "asset": "Asset",
        "complication": "Complication",
        "scale": "Scale",
        "loan": "lent",
        "difficulty": "difficulty",
        "trait": "Trait",
        "gmc": "GMC",
    }[kind]
