"""The icons in public/, from static/img/favicon.svg: python -m tests.screenshots.icons

Rounded for tabs; to its edges for tablets, which cut a shape of their own: what they cut off at most is left free.
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from config.environment import ROOT
from tests.browser.screens import ARGS, CHROMIUM, GET_CHROMIUM

FOLDER = ROOT / "public"
ROUNDED = (ROOT / "static/img/favicon.svg").read_text(encoding="utf-8")
TO_ITS_EDGES = ROUNDED.replace(' rx="7"', "").replace(
    "<path ", '<path transform="translate(16 16) scale(.68) translate(-16 -16)" '
)
PICTURES = {
    "icon-192.png": (ROUNDED, 192),
    "icon-512.png": (ROUNDED, 512),
    "icon-maskable-192.png": (TO_ITS_EDGES, 192),
    "icon-maskable-512.png": (TO_ITS_EDGES, 512),
    "apple-touch-icon.png": (TO_ITS_EDGES, 180),
}
IN_A_TAB = [16, 32, 48]


def drawn(browser: Browser, svg: str, size: int) -> Image.Image:
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>body{{margin:0}} svg{{display:block;width:{size}px;height:{size}px}}</style>{svg}")
    picture = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    page.close()
    return picture


def make(browser: Browser, folder: Path) -> None:
    for name, (svg, size) in PICTURES.items():
        drawn(browser, svg, size).quantize(64).save(folder / name, optimize=True)
    largest = drawn(browser, ROUNDED, max(IN_A_TAB))
    smaller = [drawn(browser, ROUNDED, size) for size in IN_A_TAB]
    largest.save(folder / "favicon.ico", sizes=[(size, size) for size in IN_A_TAB], append_images=smaller)


def main() -> None:
    if not CHROMIUM:
        raise SystemExit(GET_CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        make(browser, FOLDER)
        browser.close()


if __name__ == "__main__":
    main()
