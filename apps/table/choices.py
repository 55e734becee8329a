"""Form fields for rows of the desk, chosen by their public ids among those that a form's `setup` offers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.utils.choices import BaseChoiceIterator


class Pairs(list[tuple[Any, Any]], BaseChoiceIterator):
    """Choices as value and words, taken as they are. Of any other list Django looks through every pair again for each
    field, for its widget and for each copy of both: a tenth of the time of an act."""

    def __copy__(self) -> Pairs:
        return Pairs(self)

    def __deepcopy__(self, memo: Any) -> Pairs:
        return Pairs(self)


def settle_choices(form: type[forms.Form]) -> None:
    """Those that stand in a form's class are looked through no more when it is made."""
    for field in form.base_fields.values():
        if isinstance(field, forms.ChoiceField) and type(field.choices) is list:
            field.choices = Pairs(field.choices)


def offer(form: forms.BaseForm, name: str, choices: Iterable[Any]) -> forms.ChoiceField:
    """Says what may be chosen, as value and words, in the field of that name; returns the field."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"{name} is no choice")
    field.choices = Pairs(choices)
    return field


class _Rows:
    """What both fields share. `rows` are those that may be chosen, in the order in which they are shown."""

    rows: list[Any]

    def label_from_instance(self, row: Any) -> str:
        """The words of a choice."""
        return str(row)

    def _offered(self) -> list[tuple[str, str]]:
        return [(row.public_id, self.label_from_instance(row)) for row in self.rows]

    def _found(self, public_id: Any) -> Any:
        return next((row for row in self.rows if row.public_id == str(public_id)), None)

    def prepare_value(self, value: Any) -> Any:
        """A row may be given as a starting value."""
        if isinstance(value, list | tuple):
            return [self.prepare_value(one) for one in value]
        return getattr(value, "public_id", value)


class OneRow(_Rows, forms.ChoiceField):
    """One row by its public id; `cleaned_data` has the row, or None where nothing was chosen.

    `empty_label` are the words of the empty choice; radio buttons that must be answered have none.
    """

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid_choice": "That is not to be chosen here."}

    def __init__(self, *, empty_label: str | None = "Choose", **about: Any) -> None:
        super().__init__(**about)
        self.empty_label = empty_label
        self.offer(())

    def offer(self, rows: Iterable[Any]) -> None:
        """Says what may be chosen."""
        self.rows = list(rows)
        self.choices = Pairs([*self._nothing(), *self._offered()])

    def _nothing(self) -> list[tuple[str, str]]:
        must = self.required and (self.initial is not None or isinstance(self.widget, forms.RadioSelect))
        return [] if must or self.empty_label is None else [("", self.empty_label)]

    def to_python(self, value: Any) -> Any:
        if value in self.empty_values:
            return None
        found = self._found(self.prepare_value(value))
        if found is None:
            raise forms.ValidationError(self.error_messages["invalid_choice"], "invalid_choice")
        return found

    def validate(self, value: Any) -> None:
        forms.Field.validate(self, value)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return str(self.prepare_value(initial) or "") != str(data or "")


class SeveralRows(_Rows, forms.MultipleChoiceField):
    """Several rows by their public ids; `cleaned_data` has a list of rows, in the order in which they are shown."""

    def __init__(self, **about: Any) -> None:
        super().__init__(**about)
        self.offer(())

    def offer(self, rows: Iterable[Any]) -> None:
        """Says what may be chosen."""
        self.rows = list(rows)
        self.choices = Pairs(self._offered())

    def to_python(self, value: Any) -> list[Any]:
        wanted = super().to_python(value)
        chosen = [row for row in self.rows if row.public_id in wanted]
        if len(chosen) != len(set(wanted)):
            raise forms.ValidationError(self.error_messages["invalid_choice"], "invalid_choice")
        return chosen

    def validate(self, value: Any) -> None:
        forms.Field.validate(self, value)
