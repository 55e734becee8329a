"""A ship's rows read as one sheet (dragonfly.ship-sheet)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from apps.characters.access import knows_of
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character, Condition, Entry, Rating, Track, Trait
from apps.rules.dragonfly import lists
from apps.rules.dragonfly.options import Options
from apps.rules.dragonfly.ships import damage
from apps.rules.dragonfly.ships.sheet import post_roll
from apps.ships.models import Post
from apps.table.viewer import Viewer

GAIN_TITLES = {row.id: row.title for row in lists.SENSOR_GAINS}
MOUNT_TITLES = {row.id: row.title for row in lists.MOUNTS}
HITS, HOURS, CARGO, SUPPLIES = "hits", "life-support-hours", "cargo", "supplies"
HITS_TONES = {"system-fails": "warn", "debris": "bad"}


def out_key(key: str) -> str:
    """The track that says whether a system is out of order: 1 or 0. The track `key` counts its hits."""
    return f"{key}-out"


def weapon_key(weapon: Entry) -> str:
    """The track that counts the hits of one weapon, where hits silence one at a time."""
    return f"weapon-{weapon.public_id}"


@dataclass(frozen=True)
class System:
    """A system that can fail: how often it was hit, and whether it is `out` of order."""

    id: str
    title: str
    effect: str
    times: int
    out: bool

    @property
    def dead(self) -> bool:
        """Whether only an overhaul in a spaceport helps (dragonfly.ship-repair)."""
        return self.out and self.times >= damage.BEYOND_REPAIR

    @property
    def condition(self) -> str:
        """In a few words: whether it works, or what is to be done without it."""
        if self.dead:
            return "beyond repair"
        return self.effect if self.out else "works"


@dataclass(frozen=True)
class Weapon:
    """A weapon; `times` and `out` count where hits silence one weapon at a time."""

    id: str
    name: str
    mount: str
    times: int
    out: bool

    @property
    def mount_title(self) -> str:
        return MOUNT_TITLES.get(self.mount, self.mount)


@dataclass(frozen=True)
class Mate:
    """Somebody at a post. `bonus` is what they add to their d10 there, or their Ability Score."""

    id: str
    post: lists.Post
    person: Character
    bonus: int
    is_score: bool


@dataclass(frozen=True)
class ShipSheet:
    """Everything on a ship's sheet, as plain values. `hours` of life support that are left, None: no clock runs."""

    ship: Character
    size: int
    speed: int
    gain: str
    medical: bool
    notes: str
    hits: int
    hours: int | None
    cargo: int
    supplies: int
    systems: tuple[System, ...]
    weapons: tuple[Weapon, ...]
    crew: tuple[Mate, ...]
    conditions: tuple[Condition, ...]

    @property
    def id(self) -> str:
        return self.ship.public_id

    @property
    def name(self) -> str:
        return self.ship.name

    @property
    def character(self) -> Character:
        """What the parts of a page that people and ships share call it."""
        return self.ship

    @property
    def gain_title(self) -> str:
        return GAIN_TITLES.get(self.gain, self.gain)

    @property
    def armed(self) -> bool:
        return bool(self.weapons)

    @property
    def effect(self) -> damage.Effect:
        """What the hits do to the ship as a whole (dragonfly.ship-hits)."""
        return damage.ship_hits(size=max(1, self.size), hits=self.hits).effect

    @property
    def most_hits(self) -> int:
        """The hits with which it is debris."""
        return 2 * self.size

    @property
    def hits_in_words(self) -> str:
        """The hits, and how many more it takes."""
        if self.effect == "holds":
            return f"{self.hits} of {self.size} before trouble"
        return f"{self.hits}: debris" if self.effect == "debris" else f"{self.hits} of {self.most_hits} before debris"

    @property
    def hits_tone(self) -> str:
        return HITS_TONES.get(self.effect, "")

    @cached_property
    def _systems(self) -> dict[str, System]:
        return {one.id: one for one in self.systems}

    def system(self, id: str) -> System:
        """One of its systems. Refuses others (KeyError)."""
        return self._systems[id]

    @property
    def out(self) -> frozenset[str]:
        """The ids of the systems that are out of order."""
        return frozenset(one.id for one in self.systems if one.out)

    @property
    def dead(self) -> frozenset[str]:
        """The ids of those that are beyond repair."""
        return frozenset(one.id for one in self.systems if one.dead)

    @property
    def struck(self) -> tuple[System, ...]:
        """The systems that were hit or are out."""
        return tuple(one for one in self.systems if one.times or one.out)

    def at(self, post: str) -> tuple[Mate, ...]:
        """Who is at this post, in their order."""
        return tuple(one for one in self.crew if one.post.id == post)


def vacant_posts(viewer: Viewer, ship: Character) -> list[lists.Post]:
    """The posts at which nobody sits, as far as these eyes know."""
    taken = {one.key for one in ship.desk.all(Post, ship=ship) if knows_of(viewer, one.person)}
    return [row for row in lists.POSTS if row.id not in taken]


def posts_to_take(viewer: Viewer, ship: Character) -> Sequence[lists.Post]:
    """The same, without a gunner's where no turret is; where each of them is taken, those that several may have."""
    weapons = ship.desk.all(Entry, character=ship, kind="weapon")
    armed = any(one.facts.get("mount") == "turret" for one in weapons)
    posts = [row for row in lists.POSTS if armed or row.id != "gunner"]
    vacant = vacant_posts(viewer, ship)
    return [row for row in posts if row in vacant] or [row for row in posts if row.several]


def bonus_at(post: lists.Post, person: Character, options: Options) -> int:
    """What somebody adds to the d10 at this post, or their Ability Score."""
    sheet, roll = sheet_of(person), post_roll(post=post.id, options=options)
    return sheet.number(roll.attribute) + sheet.number(roll.skill) if sheet.is_full else sheet.number(roll.score)


def weapons_that_fire(ship: Character) -> list[Weapon]:
    """The ship's weapons that are in order, without the rest of the sheet."""
    tracks = {row.key: row for row in ship.desk.all(Track, character=ship) if row.value > 0}
    rows = [] if out_key("weapons") in tracks else ship.desk.all(Entry, character=ship, kind="weapon")
    return [one for one in (_weapon(row, tracks) for row in rows) if not one.out]


def ship_sheet_of(ship: Character, options: Options) -> ShipSheet:
    """The ship's sheet as it is now: one worked out before a change does not know of it."""
    desk = ship.desk
    return desk.memo(("ship-sheet", ship.pk, options), lambda: _sheet(desk.get(Character, ship.pk), options))


def _sheet(ship: Character, options: Options) -> ShipSheet:
    desk = ship.desk
    ratings = {row.key: row.value for row in desk.all(Rating, character=ship)}
    tracks = {row.key: row for row in desk.all(Track, character=ship)}
    traits = {row.key: row.text for row in desk.all(Trait, character=ship)}
    weapons = tuple(_weapon(row, tracks) for row in desk.all(Entry, character=ship, kind="weapon"))
    hours = tracks.get(HOURS)
    return ShipSheet(
        ship=ship,
        size=ratings.get("size", 1),
        speed=ratings.get("speed", 0),
        gain=traits.get("gain", "normal"),
        medical="medical" in traits,
        notes=traits.get("notes", ""),
        hits=_value(tracks, HITS),
        hours=hours.value if hours else None,
        cargo=_value(tracks, CARGO),
        supplies=_value(tracks, SUPPLIES),
        systems=_systems(tracks, options),
        weapons=weapons,
        crew=_crew(ship, options),
        conditions=tuple(desk.all(Condition, character=ship)),
    )


def _value(tracks: dict[str, Track], key: str) -> int:
    return tracks[key].value if key in tracks else 0


def _systems(tracks: dict[str, Track], options: Options) -> tuple[System, ...]:
    """Those whose hits are remembered at this table."""
    return tuple(
        System(row.id, row.title, row.effect, _value(tracks, row.id), bool(_value(tracks, out_key(row.id))))
        for row in lists.SHIP_SYSTEMS
        if damage.repairable(row.id, options)
    )


def _weapon(row: Entry, tracks: dict[str, Track]) -> Weapon:
    key = weapon_key(row)
    mount = row.facts.get("mount", "turret")
    return Weapon(row.public_id, row.name, mount, _value(tracks, key), bool(_value(tracks, out_key(key))))


def _crew(ship: Character, options: Options) -> tuple[Mate, ...]:
    held = ship.desk.all(Post, ship=ship)
    places = {row.id: place for place, row in enumerate(lists.POSTS)}
    known = sorted((one for one in held if one.key in places), key=lambda one: (places[one.key], one.order, one.pk))
    return tuple(_mate(one, options) for one in known)


def _mate(post: Post, options: Options) -> Mate:
    row = lists.pick("post", post.key, lists.POSTS)
    bonus = bonus_at(row, post.person, options)
    return Mate(post.public_id, row, post.person, bonus, not sheet_of(post.person).is_full)
