"""I Think I'm OK (dragonfly.i-think-im-ok), in a fight and outside one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.access import watchers_of
from apps.characters.dragonfly import life
from apps.characters.dragonfly.points import OK_RULE as RULE
from apps.characters.dragonfly.points import (
    oks_made,
    spend_drama_point,
    spent_told_by,
    turns_of,
    why_late,
)
from apps.characters.dragonfly.sheet import DragonflySheet, sheet_of
from apps.characters.forms import OwnCharacterForm, acting_for, named
from apps.characters.models import Character, Use
from apps.rules.dragonfly import drama
from apps.rules.refusal import Refused
from apps.table.acts import act
from apps.table.models import Span
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class OkForm(OwnCharacterForm):
    """Who."""


def ok_outlook(viewer: Viewer, form: OkForm) -> Mapping[str, Any]:
    """What it makes of the Life Points, or why it cannot be used now."""
    sheet = sheet_of(form.cleaned_data["character"])
    no = why_not(viewer, sheet)
    return {"refused_now": no.text} if no else {"sheet": sheet, "after": _recovered(sheet, viewer.options)}


def why_not(viewer: Viewer, sheet: DragonflySheet) -> Refused | None:
    """Why it cannot be used now, or None if it can: one point, once a Turn, not after death, and not unhurt."""
    uses, dead = oks_made(sheet.character), life.is_dead(sheet.character)
    if no := drama.why_not_ok(points=sheet.drama_points, uses_this_turn=uses, dead=dead):
        return no
    if not sheet.damage:
        return Refused("unhurt", f"{sheet.name} is not hurt: there is nothing to halve.")
    return why_late(viewer, sheet.character, "i-think-im-ok")


def _recovered(sheet: DragonflySheet, options: Any) -> drama.Recovered:
    return drama.i_think_im_ok(
        points=sheet.drama_points,
        max_life_points=sheet.max_life_points,
        ordinary_damage=sheet.ordinary_damage,
        fire_damage=sheet.fire_damage,
        options=options,
    )


@act(
    "dragonfly.im-ok",
    menu=55,
    title="I Think I’m OK",
    form=OkForm,
    button="Halve the damage: one Drama Point",
    template="drama/dragonfly/acts/ok.html",
    preview=ok_outlook,
)
def im_ok(turn: Turn, form: OkForm) -> None:
    """Halves all damage for one Drama Point; once in each Turn that runs for them, of a fight or of ships."""
    character = form.cleaned_data["character"]
    sheet = sheet_of(character)
    if no := why_not(turn.viewer, sheet):
        turn.refuse(no.code, no.text, "character")
    after = _recovered(sheet, turn.options)
    acting_for(turn, character)
    spent = spend_drama_point(turn, character, "I Think I’m OK", RULE, field="character")
    change = life.set_damage(turn, character, after.ordinary_left, after.fire_left)
    _note(turn, character)
    told = turn.tell(
        "dragonfly.im-ok",
        named(character) | {"left": spent.left, "rule": RULE} | change.facts(),
        to=watchers_of(character),
    )
    spent_told_by(turn, told, spent)


def _note(turn: Turn, character: Character) -> None:
    """Counts it in every Turn that runs for them; where none does it is written down all the same."""
    running: list[Span | None] = [*turns_of(character)]
    for one in running or [None]:
        turn.create(Use, character=character, rule=RULE, span=one, at=turn.now)
