"""A character's rows read as one sheet of Yarn (yarn.character-checklist), with the numbers that come of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from apps.characters import entries
from apps.characters.kept import kept
from apps.characters.models import Character, Condition, Entry, Rating, Track, Trait
from apps.characters.yarn.levels import Level, level_of
from apps.characters.yarn.mending.states import CRITICAL, DEAD, MARK, WOUND
from apps.characters.yarn.written import FlawLine, Layer, Power, SpellLine, Thing, Tie, TraitLine, Weapon
from apps.rules.refusal import Refused
from apps.rules.yarn.cast import fraught
from apps.rules.yarn.combat.armour import worn
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


OPEN, THE_GMS, WHOLE = "open", "the GM's", "whole"
"""Which lines are read: those that everybody reads, those that a GM is shown too, all that there are."""


@dataclass(frozen=True)
class YarnSheet:
    """Everything on a sheet, as plain values, each as the rows are when it is asked for. `eyes`: for whom."""

    character: Character
    eyes: str = OPEN

    @kept
    def texts(self) -> dict[str, str]:
        """The sheet's own texts, as far as they are written."""
        return {key: found for key in TEXTS if (found := self._plain.get(key)) is not None}

    @kept
    def traits(self) -> tuple[TraitLine, ...]:
        return tuple(map(_trait, self._lines("trait")))

    @kept
    def flaws(self) -> tuple[FlawLine, ...]:
        return tuple(map(_flaw, self._lines("flaw")))

    @kept
    def weapons(self) -> tuple[Weapon, ...]:
        return tuple(map(_weapon, self._lines("weapon")))

    @kept
    def armour(self) -> tuple[Layer, ...]:
        return tuple(Layer(row.public_id, row.name, **row.facts) for row in self._lines("armour"))

    @property
    def hindered(self) -> int:
        """Penalty dice of what is worn, where agility matters (yarn.armour-stacking)."""
        return worn([one.listed for one in self.armour if one.worn]).penalty

    @kept
    def powers(self) -> tuple[Power, ...]:
        return tuple(Power(row.public_id, row.name, score=row.amount or 1, **row.facts) for row in self._lines("power"))

    @kept
    def spells(self) -> tuple[SpellLine, ...]:
        return tuple(
            SpellLine(row.public_id, row.name, failed=row.amount or 0, **row.facts) for row in self._lines("spell")
        )

    @kept
    def things(self) -> tuple[Thing, ...]:
        return tuple(Thing(row.public_id, row.name) for row in self._lines("thing"))

    @kept
    def relations(self) -> tuple[Tie, ...]:
        """Who somebody is to them, fraught relationships first."""
        return _ties(self._about(RELATION), fraught_of(self._about(WANT)))

    @kept
    def wants(self) -> tuple[Tie, ...]:
        return _ties(self._about(WANT), ())

    @kept
    def level(self) -> Level:
        return level_of(self.character)

    @kept
    def experience(self) -> int:
        """The pool; 0 without one."""
        row = self.character.desk.one(Rating, character=self.character, key=EXPERIENCE)
        return row.value if row is not None else 0

    @kept
    def shots(self) -> int:
        """What is left of the psychic pool; 0 without one."""
        return self._shots.value if self._shots is not None else 0

    @kept
    def pool(self) -> int:
        """The shots of a full psychic pool; 0 without one."""
        return (self._shots.maximum or 0) if self._shots is not None else 0

    @kept
    def approved(self) -> bool:
        return APPROVED in self._plain

    @kept
    def states(self) -> tuple[Condition, ...]:
        return tuple(self.character.desk.all(Condition, character=self.character))

    @property
    def _plain(self) -> dict[str, str]:
        return {row.key: row.text for row in self.character.desk.all(Trait, character=self.character)}

    @property
    def _shots(self) -> Track | None:
        return self.character.desk.one(Track, character=self.character, key=SHOTS)

    def _about(self, key: str) -> list[Trait]:
        return self.character.desk.all(Trait, character=self.character, key=key)

    def _lines(self, kind: str) -> list[Entry]:
        held = entries.held_by(self.character, kind)
        return held if self.eyes == WHOLE else [one for one in held if self.eyes == THE_GMS or not one.hidden]

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
    return YarnSheet(character.desk.own(character))


def sheet_for(viewer: Viewer, character: Character) -> YarnSheet:
    """The sheet as these eyes read it: with unknown traits for the GM (yarn.unknown-traits)."""
    return YarnSheet(character.desk.own(character), THE_GMS if viewer.acts_as_gm else OPEN)


def whole_sheet(character: Character) -> YarnSheet:
    """With all that is hidden: for acts and rules. None of it is drawn or told to anybody but the GMs."""
    return YarnSheet(character.desk.own(character), WHOLE)


def sheets_of(cast: Iterable[Character]) -> list[YarnSheet]:
    return [sheet_of(one) for one in cast]


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
