"""A form as a GET shows it, with what the address says already."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

from django import forms

from apps.table.door import started


class Counted(forms.Form):
    """One field of its class, one that comes when it is made."""

    made: ClassVar[int] = 0
    own = forms.CharField()

    def __init__(self, *values: Any, viewer: Any, **about: Any) -> None:
        Counted.made += 1
        super().__init__(*values, **about)
        self.fields["later"] = forms.CharField()


def shown(**query: str) -> tuple[Any, int]:
    """What it starts with, and how many were made for it."""
    before = Counted.made
    act: Any = SimpleNamespace(form=Counted)
    form = started(act, None, query)  # type: ignore[arg-type]  # this form asks its viewer nothing
    return form.initial, Counted.made - before


def test_fields_of_the_class_are_known_before_any_form_is_made() -> None:
    assert shown() == ({}, 1)
    assert shown(own="a", nonce="n", look="1", csrfmiddlewaretoken="t") == ({"own": "a"}, 1)


def test_fields_that_come_with_the_form_are_filled_in_as_well() -> None:
    assert shown(own="a", later="b", stray="c") == ({"own": "a", "later": "b"}, 2)
