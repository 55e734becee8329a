"""Drawn parts: icons, seat marks, dice, bars, odds. No rules in here, only how a thing looks and how it is spoken."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.forms import BoundField, CheckboxInput
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from apps.table import plots

register = template.Library()

SPRITE = "img/icons.svg"
MINUS = re.compile(r"(?<![\w-])-(?=\d)")

CIRCLE = ("M16 2a14 14 0 1 1 0 28 14 14 0 0 1 0-28z", 21.5)
MARKS = {
    "flame": ("M16 2c2 6 10 9 10 18a10 10 0 0 1-20 0C6 14 13 10 16 2z", 23),
    "straw": ("M3 4h26v24H3z", 21.5),
    "moss": ("M16 2 31 28H1z", 24.5),
    "sea": CIRCLE,
    "sky": ("M16 1 31 16 16 31 1 16z", 21.5),
    "iris": ("M9 3h14l7 13-7 13H9L2 16z", 21.5),
    "rose": ("M16 2l14 10.500-5.300 17H7.300L2 12.500z", 23),
    "ash": ("M3 3h26v14c0 8-7 11-13 14C10 28 3 25 3 17z", 20),
    "gm": CIRCLE,
}

# Body, facets and the number's baseline on a 40 grid.
SQUARE = (
    "M10 4h20a6 6 0 0 1 6 6v20a6 6 0 0 1-6 6H10a6 6 0 0 1-6-6V10a6 6 0 0 1 6-6z",
    "M11.500 7.500h17a4 4 0 0 1 4 4v17a4 4 0 0 1-4 4h-17a4 4 0 0 1-4-4v-17a4 4 0 0 1 4-4z",
    25.5,
)
DICE = {
    4: ("M20 3 38 35H2z", "", 29),
    6: SQUARE,
    8: ("M20 1 37 20 20 39 3 20z", "M3 20 20 28.500 37 20M20 28.500V39", 22),
    10: (
        "M20 1 38 17v6L20 39 2 23v-6z",
        "M20 1 9.500 21 20 28l10.500-7L20 1M9.500 21 2 20.500M30.500 21l7.500-.5M20 28v11",
        23.5,
    ),
    12: (
        "M20 1l11.500 3.700L38.500 14v12l-7 9.300L20 39 8.500 35.300 1.500 26V14l7-9.300z",
        "M20 8.500 31 16.500 27 29.500H13L9 16.500zM20 1v7.500M38.500 14 31 16.500M31.500 35.300 27 29.500"
        "M8.500 35.300 13 29.500M1.500 14 9 16.500",
        25.5,
    ),
    20: (
        "M20 1 37 10.500v19L20 39 3 29.500v-19z",
        "M20 9 31.500 28.500h-23zM20 1v8M37 10.500 20 9 3 10.500 8.500 28.500 3 29.500"
        "M37 29.500l-5.500-1L37 10.500M8.500 28.500 20 39l11.500-10.500",
        26,
    ),
}
DICE_MEAN = {
    "kept": "Thrown, and it counts.",
    "dropped": "Thrown, and it does not count.",
    "idle": "Not thrown yet, with its size.",
    "chosen": "Chosen for the next throw.",
}
DIE_MARKS = {
    "dropped": ("strike", "M5 35 35 5"),
    "jinx": ("crack", "M21.500 2.500l-4 5 5.500 2.500-3.500 4.500"),
    "six": ("spark", "M34-1l2 5 5 2-5 2-2 5-2-5-5-2 5-2z"),
}


drawn_once = lru_cache(maxsize=4096, typed=True)
"""Keeps what was drawn: the same values always look the same. Typed, so that a name is never taken for a text that is
equal to it and safe."""


@cache
def _sprite() -> str:
    return static(SPRITE)


@register.simple_tag
@drawn_once
def icon(name: str, size: str = "") -> SafeString:
    """Sizes: nothing for 20, s16, s24."""
    return format_html(
        '<svg class="icon {}" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"/></svg>', size, _sprite(), name
    )


@register.simple_tag
@drawn_once
def brand() -> SafeString:
    return format_html(
        '<svg class="brand" viewBox="0 0 32 32" aria-hidden="true"><use href="{}#brand"/></svg>', _sprite()
    )


@cache
def _emblems() -> list[str]:
    """The emblems that are drawn among the icons."""
    return re.findall(r'id="emblem-([a-z_]+)"', Path(str(finders.find(SPRITE))).read_text(encoding="utf-8"))


@register.simple_tag
@drawn_once
def emblem(game: str, size: str = "") -> SafeString:
    """The game's emblem in the game's colour. Sizes: nothing for 28, lg, xl."""
    name = game if game in _emblems() else _emblems()[0]
    return format_html(
        '<span class="game-{0}"><svg class="emblem {1}" viewBox="0 0 32 32" aria-hidden="true">'
        '<use href="{2}#emblem-{0}"/></svg></span>',
        name,
        size,
        _sprite(),
    )


@register.simple_tag
@drawn_once
def seat_mark(colour: str, initial: str, size: str = "") -> SafeString:
    """The shape of a colour with the person's initial. Sizes: s22, nothing for 28, s36."""
    return format_html(
        '<svg class="sig s-{} {} {}" viewBox="0 0 32 32" aria-hidden="true">{}</svg>',
        colour,
        size,
        "two" if len(str(initial)[:2]) > 1 else "",
        seat_shape(colour, initial),
    )


@register.simple_tag
@drawn_once
def seat_shape(colour: str, initial: str) -> SafeString:
    """The same inside another picture, on a grid of 32; colours that no seat has are a disc."""
    path, baseline = MARKS.get(colour, CIRCLE)
    letters = str(initial)[:2]
    return format_html('<path class="shape" d="{}"/><text x="16" y="{}">{}</text>', path, baseline, letters)


@register.simple_tag
def seat_name(seat: Any, label: str = "", size: str = "s22") -> SafeString:
    """Mark and coloured name; label stands in for the name ("You")."""
    initial = getattr(seat, "mark", "") or str(seat.name)[:1].upper()
    return _seat_name(seat.colour, initial, label or seat.name, size)


@drawn_once
def _seat_name(colour: str, initial: str, name: str, size: str) -> SafeString:
    mark = seat_mark(colour, initial, size)
    return format_html('<span class="seat s-{}">{}<span class="nm">{}</span></span>', colour, mark, name)


NOT_ROLLED = ("idle", "chosen")
PRESENCE = {
    "here": ("", "Has this table open."),
    "reconnecting": ("away", "The line dropped a moment ago and is coming back."),
    "gone": ("gone", "Has no page of this table open."),
}
ICONS = {
    "flame": "Something is asked of somebody",
    "veil": "Secret: not everybody is told",
    "eye": "Everybody sees it, or watching",
    "hand": "Real dice, or a number set by hand",
    "star": "Points to spend",
    "die": "A roll",
    "ask": "Ask for a roll, or how this works",
    "undo": "Take back",
    "warn": "Look at this first",
    "check": "Done, or yes",
    "pause": "Stop, without a name",
    "stepback": "Step back, lines and veils",
    "close": "Close, or no",
    "more": "More of it",
    "plus": "One more, or add",
    "minus": "One less",
    "next": "Go on to",
    "back": "Back to",
    "down": "Fold out",
    "up": "Further up",
    "people": "People and cast",
    "door": "Who comes in",
    "flag": "It ends here",
    "clock": "Time: a session, a minute, steps to go",
    "swap": "One against the other",
    "note": "Notes",
    "search": "Look for words",
    "link": "A link to hand on",
    "sheet": "The sheet",
    "log": "The log",
    "table": "The table",
    "book": "The rules",
    "gear": "The table’s options",
    "moon": "Light or dark, or a fade",
    "download": "To keep as a file",
    "send": "Send",
    "shield": "A defence",
    "breakin": "Somebody’s turn inside another’s",
    "fall": "Who falls",
    "lock": "Bound to one use for the round",
}
"""What each icon says that a table's pages show. It always stands beside a word or is spoken."""


def _spoken(size: int, face: object, kind: str) -> str:
    if kind in NOT_ROLLED:
        return f"d{size}"
    return f"d{size}: {face}, {kind}"


@register.simple_tag
@drawn_once
def die(sides: int | str, face: object = "", kind: str = "kept", size: str = "") -> SafeString:
    """Kinds: kept, dropped, jinx, six; idle and chosen are not rolled. Sizes: nothing for 38, lg 48, xl 60.

    Spoken as "d10: 6, kept"."""
    number = int(str(sides).lstrip("d"))
    body, facet, baseline = DICE.get(number, SQUARE)
    shown = f"d{number}" if kind in NOT_ROLLED else face
    spoken, long = _spoken(number, face, kind), "long" if len(str(shown)) > 2 else ""
    mark = format_html('<path class="{}" d="{}"/>', *DIE_MARKS[kind]) if kind in DIE_MARKS else ""
    return format_html(
        '<svg class="die {} {} {}" viewBox="0 0 40 40" role="img" aria-label="{}"><path class="b" d="{}"/>'
        '<path class="f" d="{}"/><text x="20" y="{}">{}</text>{}</svg>',
        kind,
        size,
        long,
        spoken,
        body,
        facet,
        baseline,
        shown,
        mark,
    )


@register.simple_tag
def bar(value: float, maximum: float, marks: Sequence[float] = (), label: str = "") -> SafeString:
    """A bar with the thresholds that matter. It never stands without its figure: write that beside it."""
    ticks = format_html_join(
        "",
        '<rect class="mark" x="{}" width="2" height="100%"/>',
        ((plots.share(mark, maximum),) for mark in marks or ()),
    )
    return format_html(
        '<svg class="bar" role="img" aria-label="{}"><rect class="fill" width="{}" height="100%"/>{}</svg>',
        label or f"{value} of {maximum}",
        plots.share(value, maximum),
        ticks,
    )


@register.simple_tag
@drawn_once
def pips(n: int, of: int = 0, kind: str = "") -> SafeString:
    """Small counts as discs, kind "tokens" for the large ones; the figure stands beside them in words."""
    on = max(0, int(n))
    discs = ["on"] * min(on, 20) + [""] * max(0, min(int(of or 0), 20) - on)
    drawn = format_html_join("", '<i class="pip {}"></i>', ((disc,) for disc in discs))
    return format_html('<span class="pips {}" aria-hidden="true">{}</span>', kind, drawn)


@register.simple_tag
@drawn_once
def portrait(url: str = "", colour: str = "ash", size: str = "", figure: str = "bust") -> SafeString:
    """A picture, or a figure (bust, hull) in the seat's colour. Its name stands beside it, so it is silent. Sizes: sm,
    lg, xl."""
    if url:
        picture = format_html('<img src="{}" alt="" loading="lazy">', url)
    else:
        picture = format_html('<svg viewBox="0 0 60 60"><use href="{}#{}"/></svg>', _sprite(), figure)
    return format_html('<span class="portrait s-{} {}" aria-hidden="true">{}</span>', colour or "ash", size, picture)


@register.filter
@register.simple_tag
def signed(n: int | str | None) -> str:
    """+3, 0, and a true minus: −2."""
    number = int(n or 0)
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


@register.filter
def minus(n: object) -> str:
    """A number in words and tables with a true minus, without a plus; the hyphens of words stay."""
    return MINUS.sub("−", str(n))


@register.filter
def full_stop(text: object) -> str:
    """What somebody has typed, as a sentence that ends, with one mark and no second."""
    said = str(text).rstrip()
    return said if said.rstrip("”’\"')").endswith((".", "!", "?", "…")) else f"{said}."


@register.simple_tag
@drawn_once
def tag(text: str, tone: str = "") -> SafeString:
    """Tones: good, warn, bad, ember, or none."""
    return format_html('<span class="tag {}">{}</span>', tone, text)


@register.simple_tag
def printed_line(name: object, number: object = "", soft: object = "") -> SafeString:
    """A line of a printed sheet: what it is, with softer words behind it, and its number where it has one."""
    words = format_html(' <span class="soft">{}</span>', soft) if soft else ""
    figure = format_html('<span class="num">{}</span>', number) if number != "" else ""
    return format_html('<li class="skill"><span>{}{}</span>{}</li>', name, words, figure)


PHASES = {
    "phase": ("", "phase"),
    "used": ("", "used"),
    "held": ("H", "held, the line shows how long"),
    "kept": ("H", "was held"),
    "defence": ("D", "spent on a defence"),
    "given": ("×", "given up"),
    "lost": ("–", "let go"),
    "void": ("–", "void: has fallen"),
    "bought": ("2→1", "bought for two later"),
    "bonus": ("B", "bonus phase"),
}
"""The marks of Dragon's phases: what stands in each, and the word that is spoken."""


@register.simple_tag
@drawn_once
def phase(kind: str) -> SafeString:
    """What became of the right to act in a round; an empty kind is a round without one."""
    if kind not in PHASES:
        return format_html('<span class="vh">{}</span>', "no phase")
    letter, word = PHASES[kind]
    return format_html('<i class="ph {}" aria-hidden="true">{}</i><span class="vh">{}</span>', kind, letter, word)


@register.simple_tag
@drawn_once
def phase_meaning(kind: str) -> SafeString:
    """The mark with its word beside it, for a legend."""
    letter, word = PHASES[kind]
    return format_html('<i class="ph {}">{}</i>{}', kind, letter, word)


@register.simple_tag
@drawn_once
def here(state: str) -> SafeString:
    """Presence: here, reconnecting, gone; always with the word."""
    look, _ = PRESENCE.get(state, PRESENCE["gone"])
    return format_html('<span class="here {}">{}</span>', look, state)


@register.inclusion_tag("kit/odds.html")
def odds(odds: Any) -> dict[str, Any]:
    """The chance, the sentence it answers, and a bar per level; see docs/look.md for the fields."""
    return plots.drawn(odds)


@register.filter
def spoken_by(field: BoundField) -> str:
    """The ids that describe a field: its help and its refusal."""
    parts = [f"{field.auto_id}_help"] if field.help_text else []
    if field.errors:
        parts.append(f"{field.auto_id}_refusal")
    return " ".join(parts)


@register.simple_tag
def control(field: BoundField, css: str = "input") -> SafeString:
    """The bound field's own widget, dressed, and tied to its help and its refusal. The first that is refused has the
    focus, also where the whole page comes anew."""
    attrs: dict[str, Any] = {"class": f"{field.field.widget.attrs.get('class', '')} {css}".strip()}
    if described := spoken_by(field):
        attrs["aria-describedby"] = described
    if field.errors:
        attrs["aria-invalid"] = "true"
        attrs["autofocus"] = next(iter(field.form.errors)) == field.name
    return _that_it_is_not_ticked(field) + field.as_widget(attrs=attrs)


def _that_it_is_not_ticked(field: BoundField) -> SafeString:
    """Of a box that starts ticked: nothing is sent of one without a tick, and what is worked out from a form so far has
    to know that from one that was not there yet."""
    starts_ticked = isinstance(field.field.widget, CheckboxInput) and field.field.initial
    return format_html('<input type="hidden" name="{}" value="">', field.html_name) if starts_ticked else SafeString()


@register.simple_tag(takes_context=True)
def personal(context: Mapping[str, Any]) -> SafeString:
    """What a person chose for this device: <html data-theme data-hand>. Anything else in the cookie is ignored."""
    cookies = getattr(context.get("request"), "COOKIES", {})
    allowed = {"theme": ("dark", "light"), "hand": ("left", "right")}
    chosen = ((name, cookies[name]) for name, values in allowed.items() if cookies.get(name) in values)
    return format_html_join("", ' data-{}="{}"', chosen)
