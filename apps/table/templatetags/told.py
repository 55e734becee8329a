"""How events are told within other events, and who is awaited."""

import re
from collections.abc import Mapping
from functools import lru_cache
from textwrap import shorten
from typing import Any, NamedTuple

from django import template
from django.forms import BoundField, CheckboxInput, CheckboxSelectMultiple, Form, NumberInput, RadioSelect
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.table import acts, audience, kinds
from apps.table.acts import Act
from apps.table.hearing import hearers
from apps.table.log import Told
from apps.table.models import Ask, Seat
from apps.table.templatetags.kit import seat_name
from apps.table.viewer import Viewer

SEGMENTS = 4
LONG_WORD = re.compile(r"[^\W\d_]{9,}")
BETWEEN_SYLLABLES = re.compile(
    r"(?<=\w\w)(?<=[aeiouy])(?=[bcdfghjklmnpqrstvwz][aeiouy]\w)"
    r"|(?<=[aeiouy][bcdfghjklmnpqrstvwz])(?=[bcdfghjklmnpqrstvwz][aeiouy]\w)"
)
"""Before a consonant and a vowel, and between two consonants; at least two letters stay on either side."""

register = template.Library()


@register.filter
def words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


@register.filter
def initial(seat: Seat) -> str:
    """The letter in a seat's mark."""
    return seat.name[:1].upper()


@register.simple_tag
def shelves(viewer: Viewer) -> list[tuple[str, list[Act]]]:
    """The acts that this seat may start from nothing, by their shelves; none while somebody only looks."""
    return [] if viewer.watching else list(acts.shelves(acts.menu(viewer)).items())


@register.simple_tag
def shelved(things: list[Act]) -> SafeString:
    """These acts as links on their shelves, drawn once for all who may start just these."""
    return _shelves_of(tuple((title, tuple(shelf)) for title, shelf in acts.shelves(things).items()))


@lru_cache(maxsize=256)
def _shelves_of(things: tuple[tuple[str, tuple[Act, ...]], ...]) -> SafeString:
    return SafeString(render_to_string("table/panels/shelves.html", {"things": things}).strip())


@register.simple_tag
def telling(kind: str, facts: Mapping[str, Any]) -> str:
    """The one sentence of an event of that kind; escaped where the template around it escapes."""
    return " ".join(render_to_string(kinds.find(kind).text, {"facts": facts, "plain": True}).split())


@register.simple_tag
def ended(facts: list[Mapping[str, Any]] | None) -> str:
    """What ended with a span."""
    if not facts:
        return ""
    return " Ended with it: " + ", ".join(f"{one['character']}: {one['name']}" for one in facts) + "."


@register.simple_tag(takes_context=True)
def whispered(context: Mapping[str, Any], told: Told) -> str:
    """To whom a secret card was told."""
    return hearers(told, context["game"].gm)


@register.filter
def said_by(name: str, sentence: str) -> str:
    """Who did it, before what: "Ines spends a point", but "Ines: Shannon attacks Brute" where it names somebody."""
    return f"{name}: {sentence}" if name and sentence[:1].isupper() else f"{name} {sentence}".strip()


@register.filter
def in_short(told: Told, longest: int) -> str:
    """Who did it and what, cut between words: "Ines spends a Drama Point…"."""
    who = "" if told.kind.whole or told.event.seat is None else told.event.seat.name
    return shorten(said_by(who, told.text), longest, placeholder="…")


@register.filter
def in_syllables(text: str) -> str:
    """With a soft hyphen wherever a long word may be broken in a narrow tile: names too, as the browser by itself does
    not hyphenate what is written with a capital."""
    return LONG_WORD.sub(lambda found: BETWEEN_SYLLABLES.sub("\u00ad", found[0]), text)


@register.simple_tag(takes_context=True)
def awaited(context: Mapping[str, Any], ask: Ask) -> str:
    """For whom an ask waits, with their mark and name."""
    seat = audience.one_seat(ask.desk, ask.audience, ask.subject)
    if seat:
        return seat_name(seat)
    return format_html("<span>{}</span>", ask.facts.get("who") or f"the {context['viewer'].game.gm}")


@register.filter
def widget_kind(field: BoundField) -> str:
    """Which part of the kit draws a form's field."""
    widget = field.field.widget
    if isinstance(widget, CheckboxInput):
        return "check"
    if isinstance(widget, CheckboxSelectMultiple):  # before RadioSelect, which Django makes its parent
        return "chips"
    if isinstance(widget, RadioSelect):
        return "seg" if len(list(field)) <= SEGMENTS else "chips"
    return "number" if isinstance(widget, NumberInput) else "plain"


@register.filter
def unplaced_errors(form: Form) -> list[str]:
    """What is wrong with the form as a whole or with a field that nobody sees."""
    found = [str(error) for error in form.non_field_errors()]
    for field in form.hidden_fields():
        found += [str(error) for error in field.errors]
    return found


class RefusedField(NamedTuple):
    """A field that does not fit: what it is called, why, and the id of what a link to it leads to."""

    label: str
    words: str
    anchor: str


@register.filter
def refused_fields(form: Form) -> list[RefusedField]:
    """The fields in sight that do not fit, in the order of the form."""
    return [
        RefusedField(str(field.label), " ".join(map(str, field.errors)), _anchor(field))
        for field in form.visible_fields()
        if field.errors
    ]


def _anchor(field: BoundField) -> str:
    """What is typed into, and so has the focus; of several choices the place where all of them stand."""
    return field.id_for_label or f"field-{field.html_name}"


@register.filter
def leads_to_its_field(form: Form) -> bool:
    """Whether one field alone does not fit and takes the focus by itself: it has its reason beside it."""
    refused = [field for field in form.visible_fields() if field.errors]
    return len(refused) == len(form.errors) == 1 and bool(refused[0].id_for_label)
