"""One number of a character up or down, or set: what a GM taps in play."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters import rows
from apps.characters.access import readers_of, watchers_of
from apps.characters.dragonfly import life, writing
from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.forms import OwnCharacterForm, acting_for, named, number, one_line
from apps.characters.models import Character
from apps.characters.points import told_by
from apps.table.acts import act
from apps.table.turn import Turn

TITLES = {
    "life-points": "Life Points",
    "ordinary-damage": "Ordinary damage",
    "fire-damage": "Fire damage",
    "drama-points": "Drama Points",
    "armor": "Armor Value",
    "life-points-maximum": "Life Points, maximum",
}
DAMAGE = ("life-points", "ordinary-damage", "fire-damage")
MOST = {"armor": 999, "drama-points": 999, "life-points-maximum": 9999}


class AdjustForm(OwnCharacterForm):
    track = forms.ChoiceField(label="What", choices=list(TITLES.items()))
    by = number("By how much", -9999, 9999, required=False, help_text="−3 takes three away")
    set = number("Or set it to", -9999, 9999, required=False)
    why = one_line("Why", 120, required=False)

    def setup(self) -> None:
        super().setup()
        if not self.viewer.is_gm:
            self.offer("track", [one for one in TITLES.items() if one[0] != "drama-points"])

    def clean(self) -> dict[str, Any]:
        by, to = self.cleaned_data.get("by"), self.cleaned_data.get("set")
        if self.errors:
            return self.cleaned_data
        if (by is None) == (to is None):
            self.add_error("by", "Say either by how much or what it is to be.")
        elif by == 0:
            self.add_error("by", "By 0 would change nothing.")
        return self.cleaned_data


@act("dragonfly.adjust", title="Change a number", form=AdjustForm, button="Change it")
def adjust(turn: Turn, form: AdjustForm) -> None:
    """Life Points, damage, Drama Points or armor, by so many or to so many."""
    data = form.cleaned_data
    character, key = data["character"], data["track"]
    acting_for(turn, character)
    facts = named(character) | {"track": key, "title": TITLES[key], "why": data["why"]}
    if key in DAMAGE:
        _harm(turn, character, key, data, facts)
    elif key == "drama-points":
        _points(turn, character, data, facts)
    else:
        _number(turn, character, key, data, facts)


def _harm(turn: Turn, character: Character, key: str, data: dict[str, Any], facts: dict[str, Any]) -> None:
    sheet = sheet_of(character)
    if key == "life-points":
        change = (
            life.change_life_points(turn, character, data["by"])
            if data["set"] is None
            else life.set_life_points(turn, character, data["set"])
        )
    else:
        now = sheet.ordinary_damage if key == "ordinary-damage" else sheet.fire_damage
        wanted = _wanted(turn, key, now, data, life.MOST_DAMAGE)
        other = sheet.fire_damage if key == "ordinary-damage" else sheet.ordinary_damage
        change = life.set_damage(turn, character, *((wanted, other) if key == "ordinary-damage" else (other, wanted)))
    if change.ordinary[0] == change.ordinary[1] and change.fire[0] == change.fire[1]:
        turn.refuse("same", f"{character.name} has {change.life_points[0]} already.", "set")
    turn.tell("dragonfly.adjusted", facts | change.facts(), to=watchers_of(character))


def _points(turn: Turn, character: Character, data: dict[str, Any], facts: dict[str, Any]) -> None:
    track = rows.track(turn, character, "drama-points")
    before = track.value
    wanted = _wanted(turn, "drama-points", before, data, MOST["drama-points"])
    moved = writing.set_points(turn, character, wanted, data["why"] or "By hand")
    if moved is None:
        turn.refuse("same", f"{character.name} has {before} already.", "set")
    told = turn.tell("dragonfly.adjusted", facts | {"from": before, "to": wanted}, to=watchers_of(character))
    told_by(turn, told, moved)


def _number(turn: Turn, character: Character, key: str, data: dict[str, Any], facts: dict[str, Any]) -> None:
    sheet = sheet_of(character)
    before = sheet.armor if key == "armor" else sheet.max_life_points
    wanted = _wanted(turn, key, before, data, MOST[key])
    if wanted == before:
        turn.refuse("same", f"{TITLES[key]} is {before} already.", "set")
    if key == "armor":
        rows.set_track(turn, character, "armor", wanted)
    else:
        rows.set_rating(turn, character, "life", "life-points", wanted)
    turn.tell("dragonfly.adjusted", facts | {"from": before, "to": wanted}, to=readers_of(character))


def _wanted(turn: Turn, key: str, now: int, data: dict[str, Any], most: int) -> int:
    wanted: int = now + data["by"] if data["set"] is None else data["set"]
    if not 0 <= wanted <= most:
        field = "by" if data["set"] is None else "set"
        turn.refuse("out-of-range", f"{TITLES[key]} is {now}. From 0 to {most} is possible, {wanted} is not.", field)
    return wanted
