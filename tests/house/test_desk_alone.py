"""Rows of play are asked of the desk alone: a question to the database costs more than all else that an act does."""

import re
from pathlib import Path

import pytest
from django.apps import apps

from apps.table import games, panels
from apps.table.hold import at_the_desk
from apps.table.models.play import OnDesk
from tests.acts_of_an_evening import evening
from tests.desks import at_desk, reading
from tests.evenings import EVENINGS

ROOT = Path(__file__).resolve().parents[2]
BEGINNINGS = {played.game: played.parts[0] for played in EVENINGS.values() if played.first}

MAY_ASK = {
    "changing.py",  # rows that no desk keeps, and that point at one that goes
    "demonstration.py", "doors/demo.py", "doors/opening.py", "doors/pages.py",  # which tables there are, and who knocks
    "devices.py", "live/consumer.py", "live/hub.py",  # whose browser this is, and where tables stand
    "ears.py", "log.py", "live/drawing.py", "undo.py", "seating/pages.py",  # the record before its last page
    "models/tables.py", "switches.py",  # what a new table is made of
    "carrying/pictures.py", "carrying/rows.py", "carrying/settling.py",  # a table whole, which no desk has
}  # fmt: skip
"""In apps/table; the desk and the server beside it."""
CONSTRAINED = {Path("characters/models.py")}
"""Whose constraints are written as conditions."""

ASKS = re.compile(
    r"(?<!rough_magic)\.objects\b|\b_(base|default)_manager\b|\b(select|prefetch)_related\b|\bvalues_list\b|\bQuerySet\b"
    r"|(?<![\w.])[QF]\(|\bmodels\.[QF]\(|\brefresh_from_db\b|\bget_object_or_404\b|\bModel(Multiple)?Choice|\bin_bulk\b"
)
"""But for the rule of Rough Magic that is about things."""


def reverse_managers() -> set[str]:
    """What Django adds to a row of play for the rows that point at it."""
    rows = [one for one in apps.get_models() if issubclass(one, OnDesk)]
    return {str(one.get_accessor_name()) for model in rows for one in model._meta.related_objects} - {"None"}


def asking(pattern: re.Pattern[str], end: str) -> list[tuple[Path, int, str]]:
    """The lines of all apps that the pattern is found in, but for the desk, the server and migrations."""
    apart = (ROOT / "apps/table/desk", ROOT / "apps/server")
    paths = [one for one in sorted((ROOT / "apps").rglob(end)) if "migrations" not in one.parts]
    return [
        (path.relative_to(ROOT / "apps"), number, line.strip())
        for path in paths
        if not path.is_relative_to(apart[0]) and not path.is_relative_to(apart[1])
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if pattern.search(line)
    ]


def test_nothing_but_the_house_asks_the_database():
    found = asking(ASKS, "*.py")
    allowed = {Path("table") / one for one in MAY_ASK} | CONSTRAINED
    wrong = [f"{path}:{number}: {line}" for path, number, line in found if path not in allowed]
    assert not wrong, "\n".join(wrong)
    needless = allowed - {path for path, _, _ in found}
    assert not needless, "these do not ask any more"


CALLS = "all|filter|exclude|exists|count|first|last|latest|order_by|create|update|delete"


@pytest.mark.parametrize(
    ("end", "asked"), [("*.py", rf"({CALLS})\(|get\(\w+="), ("*.html", rf"({CALLS})\b"), ("*.txt", rf"({CALLS})\b")]
)
def test_nobody_goes_from_a_row_to_those_that_point_at_it(end, asked):
    names = "|".join(sorted(reverse_managers()))
    wrong = asking(re.compile(rf"\.({names})\.({asked})"), end)
    assert not wrong, wrong


@pytest.mark.parametrize("game", [one.key for one in games.games()])
def test_no_panel_asks_the_database(db, game):
    """At any table; through all evenings the law of acts looks at it (tests/law_of_acts.py)."""
    tonight = evening(game=game)
    for step in BEGINNINGS[game]():
        tonight.people[step.who].has_a_line = True
        tonight.do(step)
    with at_the_desk(tonight.table.public_id) as desk:
        for person in tonight.people.values():
            viewer = at_desk(desk, person.viewer)
            with reading() as asked:
                for panel in panels.panels_of(viewer):
                    panels.draw(panel, viewer)
                    assert not asked, (panel.name, asked)
