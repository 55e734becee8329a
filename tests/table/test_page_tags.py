"""The tags that every template has."""

import pytest
from django.template import Context, Template


def drawn(source: str, **context: object) -> str:
    return Template(source).render(Context(context))


def test_a_link_opens_an_act():
    html = drawn('<a {% opens "award?character=" id "&amp;by=" by %}>', id="x1", by=2)
    address = "act/award?character=x1&amp;by=2"
    assert html == f'<a href="{address}" hx-get="{address}" hx-target="#act" hx-swap="innerMorph">'


def test_a_form_sends_an_act():
    html = drawn('<form {% sends "pause" %}>')
    assert html == '<form method="get" action="act/pause" hx-post="act/pause" hx-target="#act" hx-swap="innerMorph">'


def test_what_stands_in_an_address_is_escaped():
    assert '"act/x?a=&quot;&gt;"' in drawn('{% opens "x?a=" a %}', a='">')


@pytest.mark.parametrize(("game", "linked"), [("crew", True), ("dragonfly", True), ("none-such", False), ("", False)])
def test_a_game_brings_its_stylesheet_if_it_has_one(game, linked):
    assert ("stylesheet" in drawn("{% style_of game %}", game=game)) == linked
