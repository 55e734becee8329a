"""The games' rules: pure functions of plain values, the table's switches and dice. Nothing here knows of Django."""

from apps.rules.refusal import Refused
from apps.rules.registry import Book, Choice, RuleText, Switch, Unknown, book, done, find, games, rule, text

__all__ = [
    "Book",
    "Choice",
    "Refused",
    "RuleText",
    "Switch",
    "Unknown",
    "book",
    "done",
    "find",
    "games",
    "rule",
    "text",
]
