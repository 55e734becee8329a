"""How line breaks in our templates count, so that whoever writes one may break and indent as it reads best.

- Beside a tag, `<...>` or `{% ... %}`, and at either end of the file, a line break is nothing.
- Between words, `{{ ... }}` among them, and inside `<...>`, it is one space.

The indentation around a break goes with it, and so do empty lines. Spaces within a line stay as they are: a space that
is meant beside a tag stands on the tag's line, or as `{{ " " }}` on a line of its own. `<pre>` and `<textarea>` are
left alone, `{# ... #}` is taken out wherever it stands.
"""

import re

from django.template.base import Origin
from django.template.loaders import filesystem

BREAK = r"\s*\n\s*"
DJANGO = r"\{%.*?%\}|\{\{.*?\}\}"  # may hold quotes and ">" of its own
TEMPLATE_TAG = r"\{%.*?%\}"
PLAIN = r"(?!\{[%{])"
HTML_TAG = rf"""</?[a-zA-Z!](?:{DJANGO}|"(?:{DJANGO}|{PLAIN}[^"])*"|'(?:{DJANGO}|{PLAIN}[^'])*'|{PLAIN}[^>"'])*>"""
TAG = re.compile(rf"(<(pre|textarea)\b.*?</\2>|{TEMPLATE_TAG}|{HTML_TAG})", re.DOTALL)
COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)


def joined(source: str) -> str:
    """The template as if it stood on one line."""
    found, end = [], 0
    source = COMMENT.sub("", source)
    for tag in TAG.finditer(source):
        found += [_words(source[end : tag.start()]), tag[0] if tag[2] else _tag(tag[0])]
        end = tag.end()
    return "".join([*found, _words(source[end:])])


def _words(text: str) -> str:
    return re.sub(BREAK, " ", re.sub(rf"\A{BREAK}|{BREAK}\Z", "", text))


def _tag(text: str) -> str:
    return re.sub(BREAK, " ", re.sub(rf"{BREAK}(?=/?>\Z)", "", text))


class Loader(filesystem.Loader):
    """Reads templates from the folders of the settings."""

    def get_contents(self, origin: Origin) -> str:
        return joined(super().get_contents(origin))
