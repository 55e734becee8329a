"""Templates and stylesheets can be read: no long lines, and no line break where words would be glued together."""

import re
from pathlib import Path

import pytest
from django.template.loader import get_template

from apps.server.templates import joined

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in {".html", ".txt"})
STYLES = sorted((ROOT / "static/css").rglob("*.css"))
LONGEST = 120
INLINE = "a|b|em|i|small|span|strong"
WORD = r"(?:[\w,.;:!?”’)]|(?<!\" )\}\})"
GLUED = re.compile(
    rf"{WORD}\n\s*(?:<(?:{INLINE})\b|{{% (?:firstof|signed) ).*|</(?:{INLINE})>\n\s*(?:[\w“(]|{{{{ (?!\" )).*"
)
"""A word and a piece of text in a tag of its own, with nothing but a line break between them."""
IF = r"{% (?:if|endif)\b[^%]*%}"
VALUE = r"{{ (?!\"|[\w.]+\|pluralize)"
RUN_ON = re.compile(rf"[\w.,:;!?’”)]{{% rule_link |[.!?](?:{IF})+[A-Z]|[a-z,:;]{IF}{VALUE}")
"""A rule, a sentence or a value that begins right behind a word, in the template as it stands on one line."""
BEGINS = r"{% (?:if|for)\b[^%]*%}"
NO_SPACE = re.compile(
    rf"(?:[a-z.,:;’”)]|(?<!\" )\}}\}}){BEGINS}[A-Za-z]{{2,}}[ ,.]"
    rf"|[a-z.,:;]{BEGINS}{VALUE}"
)
"""Words or a value behind a word, where a line ended before a tag."""


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", [*TEMPLATES, *STYLES], ids=named)
def test_no_line_is_long(path):
    lines = path.read_text().splitlines()
    assert not [f"{number}: {line}" for number, line in enumerate(lines, 1) if len(line) > LONGEST]


def test_every_template_can_be_read_by_django():
    for path in TEMPLATES:
        get_template(path.relative_to(ROOT / "templates").as_posix())


def test_no_line_break_glues_words_together():
    """See apps/server/templates.py: put both on one line, or a line with {{ " " }} between them."""
    found = {named(path): GLUED.findall(path.read_text()) for path in TEMPLATES}
    assert not {path: glued for path, glued in found.items() if glued}


def test_numbers_in_plain_text_are_not_left_to_join():
    """Where nothing is escaped Django's `join` gives up on them: "[1, 2]". Ours is `commas`."""
    assert [named(path) for path in TEMPLATES if path.suffix == ".txt" and "|join" in path.read_text()] == []


def test_no_tag_lets_sentences_run_on():
    found = {named(path): RUN_ON.findall(joined(path.read_text())) for path in TEMPLATES if path.suffix == ".html"}
    assert not {path: on for path, on in found.items() if on}


def test_what_a_tag_holds_back_begins_with_a_space():
    found = {named(path): NO_SPACE.findall(joined(path.read_text())) for path in TEMPLATES}
    assert not {path: on for path, on in found.items() if on}


def test_what_looks_as_if_it_were_on_says_so():
    """To whoever hears the page: whose move it is, which step a fight is at."""
    found = [
        named(one) for one in TEMPLATES if re.search(r'class="[^"\n]*[ }](?:now|cur)(?:{%|\b[^-])', one.read_text())
    ]
    assert [one for one in found if not re.search("aria-(?:current|hidden)", (ROOT / one).read_text())] == []


def test_every_ask_can_be_led_to():
    """Without JavaScript whoever brings a question back comes to it by its address."""
    asks = {one: one.read_text() for one in TEMPLATES if '<section class="ask"' in one.read_text()}
    led_to = 'id="ask-{{ ask.public_id }}"'
    assert [named(one) for one, text in asks.items() if "ask.public_id" in text and led_to not in text] == []


def test_every_page_links_every_shared_stylesheet_and_the_order_of_layers_first():
    linked = re.findall(r'static "css/([\w-]+\.css)"', (ROOT / "templates/base.html").read_text())
    assert linked[0] == "tokens.css"
    assert sorted(linked) == sorted(path.name for path in (ROOT / "static/css").glob("*.css"))


def test_every_custom_property_is_set_somewhere():
    text = "".join(path.read_text() for path in STYLES)
    asked, there = set(re.findall(r"var\((--[\w-]+)", text)), set(re.findall(r"(--[\w-]+):", text))
    assert asked <= there


def test_no_selector_looks_within_what_it_looks_for():
    """Browsers know no :has() inside :has(): they leave out the rule, or that part of an :is()."""
    outer = re.compile(r":has\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)")
    found = {named(path): [one for one in outer.findall(path.read_text()) if ":has(" in one] for path in STYLES}
    assert not {path: nested for path, nested in found.items() if nested}
