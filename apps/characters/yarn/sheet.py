"""A character's rows read as one sheet of Yarn (yarn.character-checklist), with the numbers that come of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from apps.characters import entries
from apps.characters.models import PLACE, Character, Condition, Entry, Rating, Track, Trait
from apps.characters.yarn.levels import Level, level_of
from apps.characters.yarn.mending.states import CRITICAL, DEAD, MARK, WOUND
from apps.characters.yarn.written import FlawLine, Layer, Power, SpellLine, Thing, Tie, TraitLine, Weapon
from apps.rules.refusal import Refused
from apps.rules.yarn.cast import fraught
from apps.rules.yarn.lists import kind_of
from apps.rules.yarn.pool import AVERAGE
from apps.table.viewer import Viewer

PERSON = "person"
MAIN, RECURRING, MINOR = "main", "recurring", "minor"
ROLES = {MAIN: "Main character", RECURRING: "Recurring character", MINOR: "Minor character"}
TEXTS = (
    "group-role", "desire", "pole-1", "pole-2", "story", "hit-points-word", "finances", "pool-name", "notes",
)  # fmt: skip
"""The sheet's own texts, by the keys of their rows."""
APPROVED = "approved"
"""The text that is there from the GM's approval on (yarn.approval)."""
RELATION, WANT = "relation", "want"
"""The keys of texts about somebody else; the oldest want is the first (yarn.wants)."""
EXPERIENCE, SHOTS = "experience", "shots"


@dataclass(frozen=True)
class YarnSheet:
    """Everything on a sheet, as plain values. `experience` is the pool, `shots` what is left of a psychic pool of
    `pool` shots; both are 0 without one.
    """

    character: Character
    texts: dict[str, str]
    traits: tuple[TraitLine, ...]
    flaws: tuple[FlawLine, ...]
    weapons: tuple[Weapon, ...]
    armour: tuple[Layer, ...]
    powers: tuple[Power, ...]
    spells: tuple[SpellLine, ...]
    things: tuple[Thing, ...]
    relations: tuple[Tie, ...]
    wants: tuple[Tie, ...]
    level: Level
    experience: int
    shots: int
    pool: int
    approved: bool
    states: tuple[Condition, ...] = field(default=())

    @property
    def id(self) -> str:
        return self.character.public_id

    @property
    def name(self) -> str:
        return self.character.name

    @property
    def is_main(self) -> bool:
        return self.character.role == MAIN

    @property
    def role_title(self) -> str:
        return ROLES.get(self.character.role, self.character.role)

    @property
    def poles(self) -> tuple[str, ...]:
        """The two identities at war, as far as they are written (yarn.dramatic-poles)."""
        return tuple(text for key in ("pole-1", "pole-2") if (text := self.texts.get(key, "")))

    @property
    def desire(self) -> str:
        return self.texts.get("desire", "")

    @property
    def story(self) -> str:
        return self.texts.get("story", "")

    @property
    def group_role(self) -> str:
        return self.texts.get("group-role", "")

    @property
    def hit_points_word(self) -> str:
        """What hit points stand for with them (yarn.hit-points-word)."""
        return self.texts.get("hit-points-word", "")

    @property
    def pool_name(self) -> str:
        """What they call their psychic pool (yarn.fringe-pool)."""
        return self.texts.get("pool-name", "Psychic pool")

    @property
    def signed(self) -> tuple[TraitLine | FlawLine, ...]:
        """All that has a sign: the traits, and the flaw."""
        return (*self.traits, *self.flaws)

    @property
    def signs(self) -> tuple[str, ...]:
        """What others may notice, at whatever time (yarn.signs)."""
        return tuple(one.sign for one in self.signed if one.sign)

    @property
    def always_seen(self) -> tuple[str, ...]:
        """What everybody notices, whether they read the sheet or not."""
        return tuple(one.sign for one in self.signed if one.sign and one.visible == "always")

    def trait(self, id: str) -> TraitLine | None:
        """The trait of that id, if it is theirs."""
        return next((one for one in self.traits if one.id == id), None)

    @property
    def tough(self) -> tuple[int, ...]:
        """The dice of the traits that count for hit points (yarn.hit-points)."""
        return tuple(one.score for one in self.traits if one.tough)

    @property
    def harm_word(self) -> str:
        """How they are, where the number is nobody's business; empty for unhurt."""
        return "dead" if any(one.name == DEAD for one in self.states) else self.level.word

    @property
    def harm_states(self) -> tuple[Condition, ...]:
        """What harm has left beside the number: critical, a serious wound, a mark for good."""
        return tuple(one for one in self.states if one.name in (CRITICAL, WOUND, MARK))

    @property
    def fights_with(self) -> int:
        """The most dice that they have for fighting (yarn.ganging-up)."""
        return max((one.score for one in self.traits if one.combat), default=AVERAGE)


# reading


def sheet_of(character: Character) -> YarnSheet:
    """The sheet as everybody who reads it does: without what is the GM's alone."""
    desk = character.desk
    return desk.memo_of(character, "yarn sheet", lambda: _sheet(desk.own(character), None))


def sheet_for(viewer: Viewer, character: Character) -> YarnSheet:
    """The sheet as these eyes read it: with unknown traits for the GM (yarn.unknown-traits)."""
    return _sheet(character.desk.own(character), viewer) if viewer.acts_as_gm else sheet_of(character)


def whole_sheet(character: Character) -> YarnSheet:
    """With all that is hidden: for acts and rules. None of it is drawn or told to anybody but the GMs."""
    sheet = sheet_of(character)
    traits, flaws = (entries.held_by(character, kind) for kind in ("trait", "flaw"))
    return YarnSheet(**vars(sheet) | {"traits": tuple(map(_trait, traits)), "flaws": tuple(map(_flaw, flaws))})


def sheets_of(cast: Iterable[Character]) -> list[YarnSheet]:
    return [sheet_of(one) for one in cast]


def is_place(character: Character) -> bool:
    """Whether it is one of the places that the table keeps (yarn.locations)."""
    return character.sheet == PLACE


def _sheet(character: Character, reader: Viewer | None) -> YarnSheet:
    desk = character.desk
    texts = desk.all(Trait, character=character)
    plain = {row.key: row.text for row in texts}
    ratings = {row.key: row.value for row in desk.all(Rating, character=character)}
    shots = desk.one(Track, character=character, key=SHOTS)
    wants = [row for row in texts if row.key == WANT]

    def lines(kind: str) -> list[Entry]:
        return entries.read_by(reader, character, kind)

    return YarnSheet(
        character=character,
        texts={key: plain[key] for key in TEXTS if key in plain},
        traits=tuple(map(_trait, lines("trait"))),
        flaws=tuple(map(_flaw, lines("flaw"))),
        weapons=tuple(map(_weapon, lines("weapon"))),
        armour=tuple(Layer(row.public_id, row.name, **row.facts) for row in lines("armour")),
        powers=tuple(Power(row.public_id, row.name, score=row.amount or 1, **row.facts) for row in lines("power")),
        spells=tuple(SpellLine(row.public_id, row.name, failed=row.amount or 0, **row.facts) for row in lines("spell")),
        things=tuple(Thing(row.public_id, row.name) for row in lines("thing")),
        relations=_ties([row for row in texts if row.key == RELATION], fraught_of(wants)),
        wants=_ties(wants, ()),
        level=level_of(character),
        experience=ratings.get(EXPERIENCE, 0),
        shots=shots.value if shots else 0,
        pool=(shots.maximum or 0) if shots else 0,
        approved=APPROVED in plain,
        states=tuple(desk.all(Condition, character=character)),
    )


def fraught_of(wants: Sequence[Trait]) -> tuple[str, ...]:
    """The ids of the first two different people of whom something is wanted (yarn.fraught-relationships)."""
    towards = [row.about.public_id for row in wants if row.about is not None]
    return fraught(wants_of="", towards=towards).fraught if towards else ()


def _ties(rows: Iterable[Trait], fraught_ids: Sequence[str]) -> tuple[Tie, ...]:
    """Texts about somebody, those of fraught relationships first."""
    found = [
        Tie(row.text, one.public_id, one.name, one.public_id in fraught_ids) if one is not None else Tie(row.text)
        for row in rows
        for one in [row.about]
    ]
    return tuple(sorted(found, key=lambda one: not one.fraught))


def score_of(row: Entry) -> int:
    """The dice of a trait: as written, else by its kind (yarn.trait-scores)."""
    if row.amount is not None:
        return row.amount
    try:
        kind = kind_of(row.facts["kind"], "kind")
    except Refused:
        return AVERAGE
    return kind.superior if row.facts["superior"] else kind.good


def _trait(row: Entry) -> TraitLine:
    return TraitLine(row.public_id, row.name, score_of(row), **row.facts, hidden=row.hidden)


def _flaw(row: Entry) -> FlawLine:
    return FlawLine(row.public_id, row.name, **row.facts, hidden=row.hidden)


def _weapon(row: Entry) -> Weapon:
    return Weapon(row.public_id, row.name, left=row.amount, **row.facts)
