"""What a form says when something does not fit, in the table's own words; a field's own words go first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, cast

from django import forms
from django.http import QueryDict

EMPTY = "This is still empty."
NOTHING_CHOSEN = "Nothing is chosen yet."
NO_CHOICE = "That cannot be chosen here. Choose from what is offered."
NO_NUMBER = "A whole number is wanted, such as 7 or -2."
TOO_LONG = "This has %(show_value)d letters, and at most %(limit_value)d fit in here."
UNREADABLE = "There is a sign in it that nobody can see. Leave it out."
NULL, INSTEAD = "\x00", "\ufffd"


def in_our_words(fields: Iterable[forms.Field]) -> None:
    """Gives each field our sentences wherever it still has the framework's."""
    for field in fields:
        theirs = _of_the_framework(cast(Any, type(field)))
        for code, text in _ours(field).items():
            said = field.error_messages.get(code)
            if said is None or str(said) == theirs.get(code):
                field.error_messages[code] = text


@cache
def _of_the_framework(kind: Any) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if one.__module__.startswith("django."):
            found |= {code: str(text) for code, text in vars(one).get("default_error_messages", {}).items()}
    return found


def _ours(field: forms.Field) -> dict[str, str]:
    found = {"max_length": TOO_LONG, "null_characters_not_allowed": UNREADABLE, "required": EMPTY}
    if isinstance(field, forms.ChoiceField):
        found = {"required": NOTHING_CHOSEN}
        found |= dict.fromkeys(("invalid_choice", "invalid_list", "invalid_pk_value", "list"), NO_CHOICE)
    if isinstance(field, forms.IntegerField):
        found |= {"invalid": NO_NUMBER, **_limits(field)}
    return found


def _limits(field: forms.IntegerField) -> dict[str, str]:
    least, most = field.min_value, field.max_value
    if least is not None and most is not None:
        said = f"{_signed(least)} to {_signed(most)} is possible."
    else:
        said = f"{_signed(least)} is the least." if least is not None else f"{_signed(most)} is the most."
    return {"min_value": said, "max_value": said}


def _signed(number: Any) -> str:
    return str(number).replace("-", "−")


# signs that no database keeps


def readable(data: Any) -> tuple[Any, set[str]]:
    """The data with another sign where a zero byte was, and the names of the fields that held one."""
    names = {name for name in data or () if any(NULL in one for one in _texts(data, name))}
    if not names:
        return data, names
    clean = data.copy()
    for name in names:
        texts = [one.replace(NULL, INSTEAD) for one in _texts(data, name)]
        if isinstance(clean, QueryDict):
            clean.setlist(name, texts)
        else:
            clean[name] = texts if isinstance(data[name], list) else texts[0]
    return clean, names


def _texts(data: Mapping[str, Any], name: str) -> list[str]:
    value = data.getlist(name) if isinstance(data, QueryDict) else data[name]
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]
