"""Selectors with :has, which browsers follow on every change: none makes them look at the whole page again."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.test_templates import STYLES, named

PAGE = re.compile(r"\.(?:table-page|role-\w+|game-\w+)\b")
NAMED = re.compile(r"(?:^|:is\()[.#\[a-z]")


def cut(text: str, at: str) -> list[str]:
    """Where none of these signs stands in brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if depth == 0 and sign in at:
            parts.append("")
        else:
            parts[-1] += sign
    return [one.strip() for one in parts if one.strip()]


def looking(path: Path) -> Iterator[list[str]]:
    """Each selector in which something is found out by :has for something else: its parts, from the outermost."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    for rule in re.findall(r"([^{};]+)\{", text):
        for selector in cut(rule, ",") if ":has(" in rule and "@" not in rule else []:
            parts = cut(selector, " >+~\n")
            if any(":has(" in one for one in parts[:-1]):
                yield parts


def test_what_has_finds_out_is_for_somebody_by_name():
    """`:has(…) > *` would have every element under it looked at when anything comes or goes there."""
    found = {named(path): [one for one in looking(path) if not NAMED.search(one[-1])] for path in STYLES}
    assert not {path: selectors for path, selectors in found.items() if selectors}


def test_the_page_itself_finds_nothing_out_for_its_parts():
    """Whatever changes lies within it: `.notices:has(…) ~ .stage` and `.stage:has(~ …)` ask only where it matters."""

    def asks(parts: list[str]) -> bool:
        return any(PAGE.match(one) and ":has(" in one for one in parts[:-1])

    found = {named(path): [one for one in looking(path) if asks(one)] for path in STYLES}
    assert not {path: selectors for path, selectors in found.items() if selectors}
