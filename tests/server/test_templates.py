"""How line breaks in templates count."""

import pytest

from apps.server.templates import joined


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("<p>\n  One\n  two\n</p>\n", "<p>One two</p>"),
        ("<ul>\n\n  <li>a</li>\n  <li>b</li>\n</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("{{ a }}\n  hits\n  {{ b }}", "{{ a }} hits {{ b }}"),
        ("It hits\n{% if far %}\n  , far off\n{% endif %}\n.", "It hits{% if far %}, far off{% endif %}."),
        ("It {% if far %} hits {% endif %} .", "It {% if far %} hits {% endif %} ."),
        ('<b>a</b>\n{{ " " }}\n<b>b</b>', '<b>a</b>{{ " " }}<b>b</b>'),
        ('<a\n  class="x\n    y"\n  href="z"\n>\n  One\n</a>', '<a class="x y" href="z">One</a>'),
        ('<a {% if a > b %}x="{{ c }}"{% endif %}\n>d</a>', '<a {% if a > b %}x="{{ c }}"{% endif %}>d</a>'),
        ('<img\n  src="{% static "x" %}"\n/>', '<img src="{% static "x" %}"/>'),
        ("One\n{# more than\none line #}\ntwo", "One two"),
        ("<pre>\n one\n  two\n</pre>\n<i>x</i>", "<pre>\n one\n  two\n</pre><i>x</i>"),
        ("<textarea>\n{{ a }}\n</textarea>", "<textarea>\n{{ a }}\n</textarea>"),
        ("1 < 2\nand 3 > 2", "1 < 2 and 3 > 2"),
        ("<p>\r\n  One\r\n  two\r\n</p>", "<p>One two</p>"),
    ],
)
def test_a_line_break_is_nothing_beside_a_tag_and_one_space_between_words(source: str, read: str) -> None:
    assert joined(source) == read
