"""The tags that every template has."""

from typing import Any
from urllib.parse import urljoin

import lxml.html
import pytest
from bs4 import BeautifulSoup
from django.template import Context, Template

from tests.people import open_a_table, sit_down


def drawn(source: str, **context: object) -> str:
    return Template(source).render(Context(context))


def test_a_link_opens_an_act():
    html = drawn('<a {% opens "award?character=" id "&amp;by=" by %}>', id="x1", by=2)
    address = "act/award?character=x1&amp;by=2"
    assert html == f'<a href="{address}" hx-get="{address}" hx-target="#act" hx-swap="innerMorph">'


def test_a_form_sends_an_act():
    html = drawn('<form {% sends "pause" %}>')
    assert html == '<form method="get" action="act/pause" hx-post="act/pause" hx-target="#act" hx-swap="innerMorph">'


def test_a_form_opens_an_act_with_what_it_holds():
    html = drawn('<form {% opens_with "undo" %}>')
    assert html == '<form method="get" action="act/undo" hx-get="act/undo" hx-target="#act" hx-swap="innerMorph">'


def test_on_the_page_of_an_act_another_act_lies_beside_it():
    """Without JavaScript an act has a page of its own, below act/."""
    assert 'href="crew.import"' in drawn('<a {% opens "crew.import" %}>', whole_page=True)
    assert 'action="pause"' in drawn('<form {% sends "pause" %}>', whole_page=True)


def test_numbers_stand_with_commas_where_nothing_is_escaped():
    assert drawn("{% autoescape off %}{{ rounds|commas }}{% endautoescape %}", rounds=[1, 4, 7]) == "1, 4, 7"


@pytest.mark.parametrize(
    ("game", "act"),
    [("crew", "crew.quick-gmc"), ("dragon", "dragon.quick-cast"), ("rough_magic", "rough_magic.quick-cast")],
)
def test_without_javascript_the_form_for_the_cast_leads_on_to_the_others(db: None, game: str, act: str):
    gm = sit_down(open_a_table(game=game), "Robin", "gm")
    links = BeautifulSoup(gm.get(act, plain=True).content, "lxml").select("main a[hx-get]")
    assert links
    for link in links:
        assert gm.client.get(urljoin(f"{gm.url}act/{act}", str(link["href"]))).status_code == 200, link["href"]


def test_what_stands_in_an_address_is_escaped():
    assert '"act/x?a=&quot;&gt;"' in drawn('{% opens "x?a=" a %}', a='">')


@pytest.mark.parametrize(("game", "linked"), [("crew", True), ("dragonfly", True), ("none-such", False), ("", False)])
def test_a_game_brings_its_stylesheet_if_it_has_one(game, linked):
    assert ("stylesheet" in drawn("{% style_of game %}", game=game)) == linked


def columns(count: int, beat: int = 0) -> Any:
    """A chart of totals from 1 on, of which one may be the number to beat."""
    shown = [{"n": n, "percent": "1%", "width": n, "target": n == beat} for n in range(1, count + 1)]
    return lxml.html.fromstring(drawn("{% load kit %}{% odds odds %}", odds={"columns": shown})).xpath("//svg")[0]


def numbers(chart: Any) -> list[str]:
    said = [one.text_content().strip() for one in chart.xpath(".//text[starts-with(@class, 'n')]")]
    return [one for one in said if one]


def test_many_totals_share_the_room_of_a_few_and_some_have_their_number():
    """Else they are drawn as flat as a line on a phone."""
    few, many = columns(12), columns(51)
    assert few.get("viewbox").split()[2:] == ["480", "200"]
    assert many.get("viewbox").split()[2:] == ["500", "178"]
    last = many.xpath(".//rect[starts-with(@class, 'c')]")[-1]
    assert float(last.get("x")) + float(last.get("width")) <= 480
    assert numbers(few) == [str(n) for n in range(1, 13)]
    assert numbers(many) == [str(n) for n in range(1, 52, 5)]


def test_beside_the_number_to_beat_stands_no_other():
    assert numbers(columns(51, beat=23)) == ["1", "6", "11", "16", "23", "31", "36", "41", "46", "51"]
