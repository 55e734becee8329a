"""The contrast of every pair of colours that meet, computed from the stylesheet itself (WCAG 2.2)."""

import re
from itertools import product
from pathlib import Path

import pytest

TOKENS = Path(__file__).resolve().parents[2] / "static" / "css" / "tokens.css"
GROUNDS = ("night", "board", "card", "well")
SEATS = tuple(f"seat-{name}" for name in ("flame", "straw", "moss", "sea", "sky", "iris", "rose", "ash"))
GAMES = ("dragonfly", "dragon", "crew", "yarn", "rough")


def colours(css: str) -> dict[str, str]:
    return {name: value.lower() for name, value in re.findall(r"--([\w-]+):\s*(#[0-9a-fA-F]{6})\b", css)}


def block(selector: str) -> str:
    found = re.search(rf"^ *{re.escape(selector)} \{{(.*?)\}}", TOKENS.read_text(), re.DOTALL | re.MULTILINE)
    assert found, f"{selector} is gone from tokens.css"
    return found[1]


DARK = colours(block(":root"))
THEMES = {"dark": DARK, "light": DARK | colours(block(':root[data-theme="light"]'))}


def luminance(colour: str) -> float:
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def pairs() -> list[tuple[str, str, float]]:
    """(what is seen, on what, how much it needs)"""
    asked = (*GROUNDS, "ember-wash")
    found = [*product(("text", "soft", "ember", *SEATS), asked, (4.5,))]
    found += [*product(GAMES, GROUNDS, (4.5,)), *product(("edge", "focus"), asked, (3.0,))]
    for meaning in ("good", "warn", "bad"):
        found += [(meaning, ground, 4.5) for ground in (*GROUNDS, f"{meaning}-wash")]
        found.append(("text", f"{meaning}-wash", 4.5))
    found += [("on-seat", seat, 4.5) for seat in SEATS]
    found += [*product(("die", "die-jinx"), GROUNDS, (3.0,)), ("die-jinx", "bad-wash", 3.0)]
    found += [("on-ember", "ember", 4.5), ("on-ember", "die-six", 4.5), ("die-ink", "die", 4.5), ("board", "text", 4.5)]
    return found


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("seen", "ground", "needs"), pairs())
def test_every_pair_is_readable(theme: str, seen: str, ground: str, needs: float) -> None:
    got = contrast(THEMES[theme][seen], THEMES[theme][ground])
    assert got >= needs, f"{theme}: {seen} on {ground} is {got:.2f}, needs {needs}"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("seen", "ground"), [*product(("text", "soft", "edge"), GROUNDS)])
def test_whoever_asks_for_more_contrast_has_it(theme: str, seen: str, ground: str) -> None:
    instead = dict(re.findall(r"--([\w-]+): var\(--([\w-]+)\)", block(":root:root")))
    assert contrast(THEMES[theme][instead.get(seen, seen)], THEMES[theme][ground]) >= 7


def test_the_measure_is_the_one_of_wcag() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_the_light_lists_are_alike() -> None:
    chosen, by_system = (block(s).split() for s in (':root[data-theme="light"]', ":root:not([data-theme])"))
    assert chosen == by_system


def test_light_names_every_colour_that_dark_names() -> None:
    assert set(colours(block(':root[data-theme="light"]'))) == set(DARK)
