"""The house holds together: every kind has its words, every id its rule, every panel its one text."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import models
from django.template.loader import get_template

from apps.combat import latecomers
from apps.rules import registry
from apps.table import acts, exchanges, games, kinds, panels
from apps.table.carrying import rows
from apps.table.models import Table
from apps.table.viewer import Viewer
from tests.acts_of_an_evening import evening

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "apps").rglob("*.py"))
GAMES = [one.key for one in games.games()]
BRING_IN = {way.act for way in latecomers._ways.values()}
IDS = re.compile(rf"\"((?:{'|'.join(GAMES)})\.[a-z0-9-]+)\"")


@pytest.mark.parametrize("kind", kinds.kinds(), ids=lambda kind: kind.name)
def test_every_kind_of_event_is_told_by_two_templates(kind):
    get_template(kind.html)
    get_template(kind.text)


@pytest.mark.parametrize("kind", [one for one in kinds.kinds() if one.shape == "line"], ids=lambda kind: kind.name)
def test_a_line_that_begins_with_a_character_is_whole(kind):
    """Otherwise the name of the seat and that of the character stand side by side: Robin Joss Amber lives."""
    told = Path(get_template(kind.html).origin.name).read_text()  # type: ignore[attr-defined]
    begins = re.sub(r"\{%.*?%\}|\{#.*?#\}", "", told).lstrip()
    assert kind.whole or not begins.startswith("{{ facts.character }}"), kind.name


@pytest.mark.parametrize("act", acts.acts(), ids=lambda act: act.name)
def test_every_act_has_its_template_and_says_what_it_does(act):
    get_template(act.template)
    assert act.title
    assert act.button


SAID = {"dragon.fight-join": ("panel-dragon-turn", "panel-dragon-rounds")}
"""The places of acts that say for a seat where they are seen."""


@pytest.mark.parametrize(
    "act",
    [one for one in acts.acts() if one.quiet or one.begins not in {"", "ask"} or one.name in BRING_IN],
    ids=lambda act: act.name,
)
def test_what_is_quiet_begins_something_or_brings_somebody_in_is_seen_somewhere(act):
    """No card tells of it, or one goes on with it: without JavaScript it leads there, wherever it says."""
    places = SAID[act.name] if callable(act.shown_in) else [act.shown_in]
    pages = [one.read_text() for one in (ROOT / "templates").rglob("*.html")]
    assert all(any(f'id="{place}"' in page for page in pages) for place in places)


@pytest.mark.parametrize("name", sorted(exchanges._kinds))
def test_every_exchange_has_its_templates_and_its_answer(name):
    kind = exchanges._kinds[name]
    get_template(kind.card)
    get_template(kind.row)
    assert kind.answer in {act.name for act in acts.acts()}


def test_no_migration_is_missing(db):
    call_command("makemigrations", check=True, dry_run=True, stdout=StringIO())


def test_the_span_of_a_fight_is_named_in_one_place():
    """Who asks whether one runs asks for that: combat is known to nobody below it."""
    spelt = [path for path in SOURCES if re.search(r'^[A-Z_]+ = "fight"$', path.read_text(), re.MULTILINE)]
    assert [str(path.relative_to(ROOT)) for path in spelt] == ["apps/table/spans.py"]


def test_rows_are_saved_by_named_fields_only():
    """`save()` writes every column, also those that somebody else has just changed."""
    bare = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in SOURCES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.search(r"\.save\(\s*\)", line) and "Image" not in line
    ]
    assert not bare


def test_every_rule_that_the_program_names_is_in_the_book():
    known = {rule.id for game in GAMES for rule in registry.book(game).rules}
    named = {kind.name for kind in kinds.kinds()} | {act.name for act in acts.acts()} | set(exchanges._kinds)
    missing = {
        f"{path.relative_to(ROOT)}: {one}"
        for path in SOURCES
        for one in IDS.findall(path.read_text())
        if one not in known and one not in named
    }
    assert not missing


def test_nothing_reads_outside_the_project():
    outside = [str(path) for path in SOURCES if "../shared" in path.read_text()]
    assert not outside


def test_undo_can_note_every_row_that_acts_change():
    """Every column of the table's rows can be written down and read back."""
    from apps.table.changing import from_values, values
    from apps.table.models.play import OnDesk

    for app in ("table", "characters", "ships"):
        for model in apps.get_app_config(app).get_models():
            row = model()
            if not isinstance(row, OnDesk):
                continue
            noted = values(row)
            again = from_values(type(row), noted)
            for field in model._meta.concrete_fields:
                if not field.primary_key and not isinstance(field, models.DateTimeField):
                    assert again[field.attname] == getattr(row, field.attname), f"{model.__name__}.{field.name}"


@pytest.mark.parametrize("game", GAMES)
def test_what_a_book_names_as_its_look_is_drawn(game):
    book = registry.book(game)
    assert f'id="emblem-{book.emblem}"' in (ROOT / "static/img/icons.svg").read_text()
    assert f".game-{book.accent} {{" in (ROOT / "static/css/base.css").read_text()


@pytest.fixture(params=GAMES)
def people(db, request):
    """Two GMs, two players and a spectator at a table of each game."""
    return evening(game=request.param).people


def test_a_panel_drawn_per_role_is_the_same_for_every_seat_of_that_role(people):
    for one, other in ((people["ines"], people["marek"]), (people["gm"], people["second"])):
        for panel in panels.panels_of(one.viewer):
            if panel.per == "role":
                assert panels.draw(panel, one.viewer) == panels.draw(panel, other.viewer), panel.name


def test_whatever_can_be_begun_has_its_link_beside_the_scene(people):
    """The empty place of an act has them all too, but there is none on a tablet."""
    for viewer in (people["gm"].viewer, people["ines"].viewer):
        page = "".join(panels.draw(one, viewer) for one in panels.panels_of(viewer))
        assert not [one.name for one in acts.menu(viewer) if f"act/{one.name}" not in page]


def test_a_panel_is_drawn_the_same_again(people):
    for person in (people["gm"], people["ines"], people["watcher"]):
        viewer: Viewer = person.viewer
        for panel in panels.panels_of(viewer):
            text = panels.draw(panel, viewer)
            assert text == panels.draw(panel, person.viewer), panel.name
            assert "csrf" not in text
            assert f'id="panel-{panel.name}"' in text


# a table in one file


def _hangs_on(model, there):
    return any(isinstance(one, models.ForeignKey) and one.related_model in there for one in model._meta.concrete_fields)


def test_every_row_that_hangs_on_a_table_is_known_to_belong_to_it():
    """Otherwise it would neither travel with the table nor go with it."""
    there: set[type[models.Model]] = {Table}
    found = 0
    while found != len(there):
        found = len(there)
        there |= {model for model in apps.get_models() if _hangs_on(model, there)}
    assert there == set(rows.at_a_table())


def test_a_file_of_other_columns_has_another_version():
    """Where a column that travels has come, gone or changed, `VERSION` in apps/table/carrying/rows.py is one more, and
    the print of the new columns stands here. Until a version is given out that writes such files, the print alone is
    new."""
    assert {rows.VERSION: rows.print_of_columns()} == {1: "e236466e9f10c902"}
