"""Tasks whose Success Levels add up over several rolls (the switch levels-add-up-over-turns)."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character, Entry
from apps.checks.templatetags.rolls import in_words
from apps.table.turn import Turn

KIND = "task"


def begun_by(character: Character) -> list[Entry]:
    """The tasks that the character has begun and not finished."""
    held = character.desk.all(Entry, character=character, kind=KIND)
    return [one for one in held if (one.amount or 0) < (one.maximum or 0)]


def told(task: Entry) -> str:
    return f"{task.name}: {in_words(task.amount or 0)} of {in_words(task.maximum or 0)} levels"


def chosen(form: Any) -> Entry | None:
    """The task that the form goes on with."""
    id = form.cleaned_data.get("task")
    return form.viewer.desk.one(Entry, character=form.sheet.character, kind=KIND, public_id=id) if id else None


def needed(task: Entry) -> int:
    return task.maximum or 1


def still_needed(task: Entry) -> int:
    return max(1, (task.maximum or 1) - (task.amount or 0))


def keep(turn: Turn, form: Any, task: Entry | None, facts: dict[str, Any]) -> None:
    """Counts the levels of this roll: for the task that goes on, or for a new one that needs more than it earned."""
    if task is not None:
        turn.change(task, amount=facts["so_far"])
        facts["required"] = task.maximum
    elif turn.options.levels_add_up_over_turns and form.needed > 1 and not facts["success"]:
        name = form.cleaned_data["label"] or facts["what"]
        turn.create(
            Entry,
            character=form.sheet.character,
            kind=KIND,
            name=name[:60],
            amount=facts["so_far"],
            maximum=form.needed,
        )
