"""A character as versioned JSON: written by the export, read strictly by the import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from apps.characters import documents, entries, lines
from apps.characters.documents import ConditionPart, Strict, Wrong, check_between, check_few, check_text
from apps.characters.models import Character, Entry
from apps.characters.yarn.lines import (
    ARMOUR,
    FLAW,
    MOST_DICE,
    MOST_ROUNDS,
    POWER,
    SPELL,
    THING,
    TRAIT,
    WEAPON,
)
from apps.characters.yarn.sheet import ROLES, TEXTS, sheet_of
from apps.characters.yarn.sheet_form import MOST_POINTS, MOST_SHOTS, MOST_WANTS
from apps.characters.yarn.written import EFFECTS, PLACES, SHOWN
from apps.rules.yarn.combat.lists import AMMUNITION, ARMOURS, FIREARMS
from apps.rules.yarn.lists import KINDS as TRAIT_KINDS
from apps.rules.yarn.lists import WEAPONS
from apps.rules.yarn.magic.powers import POWERS
from apps.rules.yarn.magic.spells import SPELLS
from apps.table.viewer import Viewer

MOST_ROWS = 40
LONGEST = {"story": 400, "finances": 1000, "notes": 4000}


class SignPart(Strict):
    name: str
    text: str
    sign: str
    visible: str


class TraitPart(SignPart):
    """`score` is null where the kind says it."""

    place: str
    kind: str
    superior: bool
    tough: bool
    combat: bool
    score: int | None


class FlawPart(SignPart):
    effect: str
    penalty: int


class WeaponPart(Strict):
    name: str
    listed: str
    firearm: str
    ammunition: str
    clip: int | None
    left: int | None


class ArmourPart(Strict):
    name: str
    listed: str
    worn: bool


class PowerPart(Strict):
    name: str
    listed: str
    text: str
    score: int


class SpellPart(Strict):
    name: str
    listed: str
    known: bool
    failed: int


class TiePart(Strict):
    """Words about somebody, by their name."""

    about: str
    text: str


class Document(Strict):
    """One character, without what the GM alone knows of it."""

    fireside: Literal["character"]
    version: Literal[1]
    game: Literal["yarn"]
    name: str
    role: str
    texts: dict[str, str]
    traits: list[TraitPart]
    flaws: list[FlawPart]
    weapons: list[WeaponPart]
    armour: list[ArmourPart]
    powers: list[PowerPart]
    spells: list[SpellPart]
    things: list[str]
    relations: list[TiePart]
    wants: list[TiePart]
    hit_points: int
    lost: int
    experience: int
    pool: int
    spent: int
    conditions: list[ConditionPart]
    portrait: str | None = None


def written(character: Character) -> bytes:
    """The document as whoever reads the sheet writes it."""
    return documents.text_of(_document(character, None))


def written_for(viewer: Viewer, character: Character) -> bytes:
    """The same for these eyes: a GM's has the unknown traits, which are open on the copy."""
    return documents.text_of(_document(character, viewer))


def _document(character: Character, reader: Viewer | None) -> Document:
    sheet = sheet_of(character)

    def rows(kind: lines.Kind) -> list[Entry]:
        return entries.read_by(reader, character, kind.word)

    return Document(
        fireside="character",
        version=1,
        game="yarn",
        name=sheet.name,
        role=character.role,
        texts=sheet.texts,
        traits=[TraitPart(name=one.name, score=one.amount, **one.facts) for one in rows(TRAIT)],
        flaws=[FlawPart(name=one.name, **one.facts) for one in rows(FLAW)],
        weapons=[WeaponPart(name=one.name, left=one.amount, **one.facts) for one in rows(WEAPON)],
        armour=[ArmourPart(name=one.name, **one.facts) for one in rows(ARMOUR)],
        powers=[PowerPart(name=one.name, score=one.amount or 1, **one.facts) for one in rows(POWER)],
        spells=[SpellPart(name=one.name, failed=one.amount or 0, **one.facts) for one in rows(SPELL)],
        things=[one.name for one in rows(THING)],
        relations=[TiePart(about=one.about, text=one.text) for one in sheet.relations],
        wants=[TiePart(about=one.about, text=one.text) for one in sheet.wants],
        hit_points=sheet.level.full,
        lost=sheet.level.full - sheet.level.lasting,
        experience=sheet.experience,
        pool=sheet.pool,
        spent=sheet.pool - sheet.shots,
        conditions=documents.conditions_of(character),
        portrait=documents.picture(character),
    )


def read(text: bytes) -> Document:
    """The document in a text. Refuses (Wrong) whatever does not fit, naming the field."""
    return documents.read(text, Document, check)


def made_of(plain: Mapping[str, Any]) -> Document:
    """The document of plain values."""
    return documents.made_of("yarn", plain, Document, check)


# what the types cannot say


def check(document: Document) -> None:
    """Refuses (Wrong) words that are no part of the game, texts that are too long, and numbers out of range."""
    check_text("name", document.name, 60, needed=True)
    _check_listed("role", document.role, ROLES)
    for key, text in document.texts.items():
        _check_listed("texts", key, TEXTS)
        check_text(f"texts.{key}", text, LONGEST.get(key, 120))
    _check_numbers(document)
    _check_lists(document)
    documents.check_conditions(document.conditions)


def _check_listed(where: str, given: str, known: Any) -> None:
    if given not in known:
        raise Wrong(f"{where}: “{given[:40]}” is not listed")


def _check_numbers(document: Document) -> None:
    check_between("hit_points", document.hit_points, 1, MOST_POINTS)
    check_between("lost", document.lost, 0, 2 * MOST_POINTS)
    check_between("experience", document.experience, 0, MOST_DICE)
    check_between("pool", document.pool, 0, MOST_SHOTS)
    check_between("spent", document.spent, 0, document.pool)


LISTED = {
    "weapons": {row.id for row in WEAPONS},
    "armour": {row.id for row in ARMOURS},
    "powers": {row.id for row in POWERS},
    "spells": {"", *(row.id for row in SPELLS)},
}


def _check_lists(document: Document) -> None:
    for where in ("traits", "flaws", "weapons", "armour", "powers", "spells", "things", "relations"):
        check_few(where, getattr(document, where), MOST_ROWS)
    check_few("wants", document.wants, MOST_WANTS)
    for place, trait in enumerate(document.traits):
        _check_trait(f"traits[{place}]", trait)
    for place, flaw in enumerate(document.flaws):
        _check_sign(f"flaws[{place}]", flaw)
        _check_listed(f"flaws[{place}].effect", flaw.effect, EFFECTS)
        check_between(f"flaws[{place}].penalty", flaw.penalty, 0, MOST_DICE)
    for where, known in LISTED.items():
        for place, one in enumerate(getattr(document, where)):
            check_text(f"{where}[{place}].name", one.name, 60, needed=True)
            _check_listed(f"{where}[{place}].listed", one.listed, known)
    _check_belongings(document)
    for where in ("relations", "wants"):
        for place, tie in enumerate(getattr(document, where)):
            check_text(f"{where}[{place}].text", tie.text, 240, needed=True)
            check_text(f"{where}[{place}].about", tie.about, 60)


def _check_sign(where: str, one: SignPart) -> None:
    check_text(f"{where}.name", one.name, 60, needed=True)
    check_text(f"{where}.text", one.text, 240)
    check_text(f"{where}.sign", one.sign, 120)
    _check_listed(f"{where}.visible", one.visible, SHOWN)


def _check_trait(where: str, trait: TraitPart) -> None:
    _check_sign(where, trait)
    _check_listed(f"{where}.place", trait.place, PLACES)
    _check_listed(f"{where}.kind", trait.kind, {row.id for row in TRAIT_KINDS})
    check_between(f"{where}.score", 1 if trait.score is None else trait.score, 1, MOST_DICE)


def _check_belongings(document: Document) -> None:
    for place, weapon in enumerate(document.weapons):
        _check_listed(f"weapons[{place}].firearm", weapon.firearm, {"", *(row.id for row in FIREARMS)})
        _check_listed(f"weapons[{place}].ammunition", weapon.ammunition, AMMUNITION)
        for name in ("clip", "left"):
            check_between(f"weapons[{place}].{name}", getattr(weapon, name) or 0, 0, MOST_ROUNDS)
    for place, power in enumerate(document.powers):
        check_between(f"powers[{place}].score", power.score, 1, MOST_DICE)
        check_text(f"powers[{place}].text", power.text, 240)
    for place, spell in enumerate(document.spells):
        check_between(f"spells[{place}].failed", spell.failed, 0, MOST_DICE)
    for place, thing in enumerate(document.things):
        check_text(f"things[{place}]", thing, 60, needed=True)
