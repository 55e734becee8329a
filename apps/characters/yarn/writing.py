"""Writing a sheet of Yarn: what the forms and the import share."""

from __future__ import annotations

from typing import Any

from apps.characters import lines, rows, sheets
from apps.characters.models import Character, Move, Track
from apps.characters.sheets import Long
from apps.characters.yarn import ties
from apps.characters.yarn.levels import level_of, set_level, with_full
from apps.characters.yarn.lines import ARMOUR, KINDS, POWER, SPELL, WEAPON
from apps.characters.yarn.sheet import EXPERIENCE, SHOTS, TEXTS, YarnSheet, sheet_of, whole_sheet
from apps.characters.yarn.sheet_form import SheetForm
from apps.rules.yarn.hit_points import hit_points
from apps.table.turn import Turn


def write_sheet(turn: Turn, character: Character, form: SheetForm) -> None:
    """Writes the form's texts, lists and numbers."""
    data = form.cleaned_data
    for key in TEXTS:
        rows.set_trait(turn, character, key, data[key.replace("-", "_")])
    for kind in KINDS:
        lines.write(turn, character, kind.word, lines.given(form, kind))
    for other in form.others:
        ties.relate(turn, character, other, data[f"tie_{other.public_id}"])
    ties.rewrite_wants(turn, character, form.wanted())
    write_numbers(turn, character, full=data["hit_points"], experience=data["experience"], pool=data["pool"])


def write_numbers(
    turn: Turn, character: Character, *, full: int | None, experience: int | None, pool: int | None
) -> None:
    """Hit points, by the rules where none are given (yarn.hit-points), experience dice and shots."""
    found = full or hit_points(relevant=whole_sheet(character).tough).hit_points
    set_level(turn, character, with_full(level_of(character), found))
    rows.set_rating(turn, character, "pool", EXPERIENCE, experience or 0)
    set_pool(turn, character, pool or 0)


def set_pool(turn: Turn, character: Character, shots: int) -> None:
    """A psychic pool of so many shots; what was spent of it stays spent."""
    held = turn.desk.one(Track, character=character, key=SHOTS)
    if held is None and shots:
        turn.create(Track, table=turn.table, character=character, key=SHOTS, value=shots, maximum=shots)
    elif held is not None:
        left = held.value + shots - (held.maximum or 0)
        turn.change(held, value=max(0, min(shots, left)), maximum=shots)


def copy_sheet(turn: Turn, character: Character, name: str) -> Character:
    """A copy under another name, unhurt, with nobody to whom it is tied."""
    twin = sheets.copy_sheet(turn, character, name, texts=TEXTS, entries=[one.word for one in KINDS])
    found = sheet_of(character)
    write_numbers(turn, twin, full=found.level.full, experience=found.experience, pool=found.pool)
    return twin


def no_points(turn: Turn, character: Character) -> Move | None:
    """Tokens and bennies are a person's, whomever they play: nobody's sheet brings any."""
    return None


# what changed, for the event

TITLES = {
    "group-role": "Role in the group", "desire": "Desire", "pole-1": "First pole", "pole-2": "Second pole",
    "story": "Story", "hit-points-word": "What hit points stand for", "finances": "Means", "pool-name": "Pool’s name",
    "notes": "Notes",
}  # fmt: skip
LONG = ("story", "finances", "notes")


def told(sheet: YarnSheet) -> dict[str, Any]:
    """Every line of the sheet by its title, without what is the GM's alone."""
    found: dict[str, Any] = {"Name": sheet.name, "In the story": sheet.role_title}
    for key, title in TITLES.items():
        text = sheet.texts.get(key, "")
        found[title] = Long(text) if key in LONG else text
    found |= {"Hit points": sheet.level.full, "Experience dice": sheet.experience, "Psychic pool": sheet.pool}
    found |= {f"To {one.about}": one.text for one in sheet.relations if one.about}
    found["Wants"] = "; ".join(f"{one.text} ({one.about})" for one in sheet.wants)
    found["Traits"] = "; ".join(f"{one.name} {one.score}" for one in sheet.traits)
    found["Flaw"] = "; ".join(one.name for one in sheet.flaws)
    found |= {f"{one.name}, in detail": Long(one) for one in sheet.signed}
    found["Belongings"] = "; ".join(one.name for one in sheet.things)
    return found | _of_lists(sheet)


def _of_lists(sheet: YarnSheet) -> dict[str, Any]:
    """Weapons, armour, powers and spells by name; of what else is about one of them, that it changed."""
    found: dict[str, Any] = {}
    for kind in (WEAPON, ARMOUR, POWER, SPELL):
        held = lines.held_by(sheet.character, kind)
        found[f"{kind.title}s" if kind is not ARMOUR else "Armour"] = "; ".join(row.name for row in held)
        found |= {f"{row.name}, in detail": Long([*sorted(row.facts.items(), key=str), row.amount]) for row in held}
    return found
