"""Conditions: how long they last, and what ends with a stretch of play."""

from __future__ import annotations

from typing import Any

from apps.characters.forms import named
from apps.characters.models import Condition
from apps.table.choices import OneRow
from apps.table.models import Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn

MOST = 20
TONES = [("warn", "A hindrance"), ("bad", "Harm"), ("good", "A help")]
UNTIL = [("", "When somebody takes it off"), ("scene", "With this scene"), ("session", "With this session")]


_of_rules: set[str] = set()


def ends_by_rule(name: str) -> None:
    """Registers a condition that players do not take off by hand: the rules end it, or a GM."""
    _of_rules.add(name)


def is_of_rules(row: Condition) -> bool:
    return row.name in _of_rules


class ConditionChoice(OneRow):
    def __init__(self) -> None:
        super().__init__(
            label="Condition",
            error_messages={"invalid_choice": "That condition is not there any more."},
        )


def span_for(turn: Turn, kind: str) -> Span | None:
    """The open span that a condition is to end with. Refuses one that is not open."""
    if not kind:
        return None
    span = turn.span(kind)
    if span is None:
        turn.refuse("no-span", f"No {kind} is open that it could end with.", "until")
    return span


def facts(row: Condition) -> dict[str, Any]:
    return {
        "condition": row.name,
        "modifier": row.modifier,
        "tone": row.tone,
        "note": row.note,
        "until": row.ends_with.kind if row.ends_with else None,
    }


@ends_with_span()
def conditions_end(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """Takes off what ends with this span; what a hidden character bore is listed for nobody."""
    ended = []
    for row in turn.desk.all(Condition, ends_with=span):
        if not row.character.hidden:
            ended.append(named(row.character) | {"name": row.name})
        turn.delete(row)
    return ended
