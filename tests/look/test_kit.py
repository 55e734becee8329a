"""The drawn parts: what they say, what the CSP would refuse, and the page that shows them all."""

import re
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from django import forms
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import RequestFactory, override_settings
from django.utils.safestring import SafeString

from apps.table.templatetags import kit
from tests.look.test_contrast import contrast

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "tests/vendor/axe.min.js"
WCAG = "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']})"
# Everything a finger can press, less what lies under a label that is itself counted.
SMALL = """[...document.querySelectorAll('a, button, select, summary, label:has(input), .input')]
  .filter(e => e.offsetParent && !e.classList.contains('skip') && e.getBoundingClientRect().height < 44)
  .map(e => e.outerHTML.slice(0, 120))"""
COLOURS = ("flame", "straw", "moss", "sea", "sky", "iris", "rose", "ash", "gm")
SYMBOLS = re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static/img/icons.svg").read_text())
PLAIN_STORAGE = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
LEVELS = {
    "headline": "90%",
    "sentence": "Chance of 9 or more",
    "hints": ["2 or more on the die"],
    "bought": "100% with Heroic Feat",
    "ghost_text": "with Heroic Feat: five levels or more",
    "rows": [
        {"n": 0, "name": "Failure", "percent": "10%", "width": 10, "fail": True},
        {"n": 1, "name": "Adequate", "percent": "20%", "width": 20},
        {"n": 5, "name": "Excellent", "percent": "10%", "width": 10, "ghost": 30},
    ],
}
TOTALS = {
    "headline": "68%",
    "sentence": "to beat 4",
    "columns": [
        {"n": 4, "percent": "25%", "width": 25, "target": True},
        {"n": 5, "percent": "50%", "width": 50, "kind": "win"},
        {"n": 6, "percent": "25%", "width": 25, "kind": "best"},
    ],
    "facts": [{"number": "15%", "text": "exceptional", "more": "a Big Damn Hero d8"}],
}


class Refused(forms.Form):
    points = forms.IntegerField(label="Drama Points to spend", max_value=1, help_text="Doc Amari has one.")
    difficulty = forms.IntegerField()
    helps = forms.MultipleChoiceField(
        choices=[("a", "Aimed +2"), ("b", "Burst +2")], widget=forms.CheckboxSelectMultiple
    )
    skill = forms.ChoiceField(choices=[("a", "Kung Fu"), ("b", "Pilot")], widget=forms.RadioSelect)
    mode = forms.ChoiceField(choices=[("all", "Everybody"), ("me", "Only me")], widget=forms.RadioSelect)
    sure = forms.BooleanField(label="Real dice", required=False)


def refused() -> Refused:
    return Refused({"points": "2", "difficulty": "-3", "helps": ["a"], "skill": "a", "mode": "all"})


def drawn(source: str, **context: Any) -> str:
    with override_settings(STORAGES=PLAIN_STORAGE):
        return Template("{% load kit %}" + source).render(Context(context))


def kit_page(theme: str = "") -> str:
    request = RequestFactory().get("/")
    request.COOKIES["theme"] = theme
    context = {
        "seats": [SimpleNamespace(name=colour.title(), colour=colour) for colour in COLOURS],
        "games": ["dragonfly", "dragon", "crew", "yarn", "rough"],
        "icons": [name for name in SYMBOLS if not name.startswith("emblem-") and name not in ("brand", "bust", "hull")],
        "kinds": ["kept", "dropped", "jinx", "idle"],
        "sizes": [4, 6, 8, 10, 12, 20],
        "marks": [10, 5],
        "form": refused(),
        "levels": LEVELS,
        "totals": TOTALS,
        "request": request,
    }
    with override_settings(STORAGES=PLAIN_STORAGE):
        return render_to_string("kit/kit.html", context)


@pytest.mark.parametrize(
    ("source", "spoken"),
    [
        ("{% die 10 6 %}", "d10: 6, kept"),
        ('{% die "d6" 2 "dropped" %}', "d6: 2, dropped"),
        ('{% die 8 1 "jinx" %}', "d8: 1, jinx"),
        ('{% die 12 "" "idle" %}', "d12"),
        ("{% bar 31 42 %}", "31 of 42"),
    ],
)
def test_what_is_drawn_is_also_spoken(source: str, spoken: str) -> None:
    assert f'aria-label="{spoken}"' in drawn(source)


def test_an_unknown_size_of_die_is_a_number_in_a_square() -> None:
    six, seven = drawn("{% die 6 5 %}"), drawn("{% die 7 5 %}")
    assert six.replace("d6", "d7") == seven


@pytest.mark.parametrize(("number", "text"), [(3, "+3"), (0, "0"), (-2, "−2"), (None, "0")])
def test_numbers_carry_a_true_minus(number: int | None, text: str) -> None:
    assert drawn("{% signed n %}", n=number) == text


def test_a_printed_line_has_softer_words_and_a_number_only_where_they_are_given() -> None:
    whole = drawn("{% printed_line name bonus|signed soft=note %}", name="A & B", bonus=-2, note="prone")
    assert whole == (
        '<li class="skill"><span>A &amp; B <span class="soft">prone</span></span><span class="num">−2</span></li>'
    )
    assert drawn('{% printed_line "Down" soft=note %}', note="") == '<li class="skill"><span>Down</span></li>'


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("He fell", "He fell."),
        ("He fell. ", "He fell."),
        ("Who?", "Who?"),
        ("“Run!”", "“Run!”"),
        ("her ‘own’", "her ‘own’."),
    ],
)
def test_what_somebody_typed_ends_with_one_mark(typed: str, said: str) -> None:
    assert kit.full_stop(typed) == said
    assert Template("{% load kit %}{{ one|full_stop }}").render(Context({"one": "<b>"})) == "&lt;b&gt;."


@pytest.mark.parametrize(("value", "width"), [(21, "50%"), (-4, "0%"), (60, "100%")])
def test_a_bar_stays_in_its_track(value: int, width: str) -> None:
    assert f'<rect class="fill" width="{width}"' in drawn("{% bar value 42 %}", value=value)


def test_each_colour_has_a_shape_of_its_own() -> None:
    shapes = {re.search(r' d="([^"]+)"', drawn(f'{{% seat_mark "{colour}" "A" %}}'))[1] for colour in COLOURS[:8]}  # type: ignore[index]
    assert len(shapes) == 8


def test_a_text_that_is_safe_lends_its_escape_to_no_name() -> None:
    assert "<b>" in kit.tag(SafeString("<b>"), "warn")
    assert "<b>" not in kit.tag("<b>", "warn")


def test_names_are_escaped() -> None:
    seat = SimpleNamespace(name="<b>Ann", colour="sea")
    assert "&lt;b&gt;Ann" in drawn("{% seat_name seat %}", seat=seat)


def test_odds_hatch_failure_and_outline_what_a_point_buys() -> None:
    html = drawn("{% odds odds %}", odds=LEVELS)
    assert '<li class="o fail">' in html
    assert '<rect class="ghost" y="-1" width="75%"' in html
    assert html.count('<rect class="fill" width="50%"') == 1


def test_columns_have_a_text_alternative() -> None:
    assert 'aria-label="4: 25%, 5: 50%, 6: 25%"' in drawn("{% odds odds %}", odds=TOTALS)


def test_whoever_hears_many_columns_hears_the_number_of_each() -> None:
    columns = [{"n": n, "percent": "5%", "width": 5} for n in range(20)]
    spoken = ", ".join(f"{n}: 5%" for n in range(20))
    assert f'aria-label="{spoken}"' in drawn("{% odds odds %}", odds={"columns": columns})


def test_what_else_may_fall_is_told_where_nothing_is_to_be_beaten() -> None:
    html = drawn("{% odds odds %}", odds={"sentence": "How often each total falls", "hints": ["7% a good break"]})
    assert '<span class="hint">7% a good break</span>' in html


@pytest.mark.parametrize(("totals", "figures"), [(12, 12), (13, 0)])
def test_columns_say_their_percent_where_there_is_room(totals: int, figures: int) -> None:
    columns = [{"n": n, "percent": "5%", "width": 5} for n in range(totals)]
    assert drawn("{% odds odds %}", odds={"columns": columns}).count(">5%<") == figures


def test_a_refusal_stands_beside_its_field_and_what_was_typed_stays() -> None:
    html = drawn('{% include "kit/field.html" with field=form.points %}', form=refused())
    assert 'aria-invalid="true"' in html
    assert 'aria-describedby="id_points_help id_points_refusal"' in html
    assert 'id="id_points_refusal"' in html
    assert 'value="2"' in html


def test_a_form_that_fits_says_nothing() -> None:
    assert drawn('{% include "kit/form_errors.html" %}', form=Refused()).strip() == ""


@pytest.mark.parametrize(("cookie", "attribute"), [("light", ' data-theme="light"'), ('"><script>', ""), ("", "")])
def test_the_theme_cookie_is_believed_only_where_it_makes_sense(cookie: str, attribute: str) -> None:
    assert f'<html lang="en"{attribute}>' in kit_page(cookie)


def test_the_content_security_policy_has_nothing_to_refuse() -> None:
    page = kit_page()
    assert not re.search(r"\sstyle=|<style|\son\w+=|<script>", page)


def test_every_symbol_that_a_template_asks_for_exists() -> None:
    asked: set[str] = set()
    for path in (ROOT / "templates").rglob("*.html"):
        asked |= set(re.findall(r'{% icon "([\w-]+)"', path.read_text()))
    assert asked <= set(SYMBOLS)


def test_every_icon_stands_in_the_document_by_its_name() -> None:
    drawn = {name for name in SYMBOLS if not name.startswith("emblem-")} - {"brand", "bust", "hull"}
    row = next(line for line in (ROOT / "docs/look.md").read_text().splitlines() if line.startswith("| `{% icon"))
    assert set(row.split("|")[2].partition(";")[0].split()) == drawn
    assert {"breakin", "fall"} <= drawn


def test_every_file_that_the_stylesheets_name_exists() -> None:
    for sheet in (ROOT / "static/css").rglob("*.css"):
        for name in re.findall(r'url\("([^"]+)"\)', sheet.read_text()):
            assert (sheet.parent / name).resolve().is_file(), f"{sheet.name} asks for {name}"


def test_nothing_stays_lit_after_a_tap() -> None:
    """On a screen that is touched :hover sticks to what was tapped last: it counts for a pointer that hovers alone."""
    for sheet in (ROOT / "static/css").rglob("*.css"):
        text = sheet.read_text()
        for found in re.finditer(r":hover", text):
            around = text[: found.start()].rpartition("@media (hover: hover) {")
            assert around[1], f"{sheet.name}: a :hover for fingers too"
            assert around[2].count("}") <= around[2].count("{"), f"{sheet.name}: a :hover for fingers too"


class Files(SimpleHTTPRequestHandler):
    page: ClassVar[bytes] = b""

    def do_GET(self) -> None:
        if self.path.startswith("/static/"):
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Security-Policy", "default-src 'self'")
        self.end_headers()
        self.wfile.write(self.page)
        return None

    def translate_path(self, path: str) -> str:
        return str(ROOT / path.split("?")[0].lstrip("/"))

    def log_message(self, *args: Any) -> None:
        """Quiet."""


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_kit_page_fits_and_nobody_complains(theme: str, tmp_path: Path) -> None:
    from playwright.sync_api import ConsoleMessage, sync_playwright

    from tests.browser.screens import chromium_at_hand

    chromium = chromium_at_hand()
    Files.page = kit_page(theme).encode()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    Thread(target=server.serve_forever, daemon=True).start()
    complaints: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        complaints.append(message.text)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for width in (1280, 390):
            page = browser.new_page(viewport={"width": width, "height": 1250}, has_touch=width < 1280)
            page.on("console", listen)
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            page.screenshot(path=tmp_path / f"kit-{theme}-{width}.png", full_page=True)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert complaints == []  # before axe, which itself tries inline styles
            page.remove_listener("console", listen)
            page.evaluate(AXE.read_text())
            assert [found["id"] for found in page.evaluate(WCAG)["violations"]] == []
            assert width == 1280 or page.evaluate(SMALL) == []
        browser.close()
    server.shutdown()


PARTS = """
<ol><li class="skip" id="row">Skip a turn</li></ol>
<label class="chip" id="fixed"><input type="checkbox" checked disabled>Aimed</label>
<section class="ask"><div class="opts">
  <form><button class="opt" id="plain"><span>Go on</span><span class="sub">nothing is rolled</span></button></form>
</div></section>
<p><i class="ph" id="lettered">2</i> <i class="ph" id="empty"></i></p>
"""
SEEN = """id => {
  const one = document.getElementById(id), look = getComputedStyle(one), box = one.getBoundingClientRect();
  return { box: box.toJSON(), colour: look.color, ground: look.backgroundColor, second: one.lastElementChild
    ?.getBoundingClientRect().x - one.firstElementChild?.getBoundingClientRect().x };
}"""


def hexed(colour: str) -> str:
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)[:3])


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_parts_hold_in_states_that_the_kit_page_does_not_show(theme: str) -> None:
    """A chip that is ticked and fixed, an answer without a number on a phone, an empty phase, a row called skip."""
    from playwright.sync_api import sync_playwright

    from tests.browser.screens import chromium_at_hand

    chromium = chromium_at_hand()
    head, _, _ = kit_page(theme).partition("<body")
    game = '<link rel="stylesheet" href="/static/css/games/dragon.css">'
    Files.page = f'{head}{game}<body><main class="page">{PARTS}</main></body></html>'.encode()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        row, fixed, plain, lettered, empty = (
            page.evaluate(SEEN, one) for one in ("row", "fixed", "plain", "lettered", "empty")
        )
        browser.close()
    server.shutdown()
    assert row["box"]["x"] >= 0
    assert row["box"]["height"] > 10
    assert contrast(hexed(fixed["colour"]), hexed(fixed["ground"])) >= 4.5
    assert plain["second"] == pytest.approx(0, abs=1)
    assert empty["box"]["y"] == pytest.approx(lettered["box"]["y"], abs=1)
