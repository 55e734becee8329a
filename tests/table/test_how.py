"""First steps, keys, typed words, signs; and a rule found by its words."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from apps.checks import speech
from apps.rules import registry
from apps.table import guide
from apps.table.templatetags import kit
from config.settings import GAMES as OFFERED
from tests.people import open_a_table, sit_down

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = ("server/", "kit/", "table/doors/")


def shown(person, address, **query):
    answer = person.at_address(address, **query)
    assert answer.status_code == 200
    return answer.content.decode()


# how this works


def test_the_menu_leads_to_it(ines, gm, watcher):
    for person in (ines, gm, watcher):
        assert person.soup().select_one("#panel-menu a[href=how]")


def test_first_steps_are_those_of_the_role(ines, gm, watcher):
    texts = {name: shown(person, "how") for name, person in (("player", ines), ("gm", gm), ("spectator", watcher))}
    assert "Invite people" in texts["gm"]
    assert "Invite people" not in texts["player"]
    assert "asked of you" in texts["player"]
    assert "You touch nothing" in texts["spectator"]
    assert "What the line below the log" not in texts["spectator"]
    for text in texts.values():
        assert "Step back" in text


@pytest.mark.parametrize("game", OFFERED)
def test_each_game_tells_how_one_rolls_and_its_rules_are_there(game, db):
    table = open_a_table(game=game)
    for role in ("gm", "player"):
        page = shown(sit_down(table, role.title(), role), "how")
        rules = re.findall(r'rule\?id=([\w.-]+)"', page)
        assert rules
        assert {registry.text(one).game for one in rules} == {game}


def test_whatever_can_be_typed_is_there(ines):
    page = shown(ines, "how")
    for word in {**speech.ROLLS, **speech.VOICES, **speech.WHISPERS}:
        assert f"<kbd>/{word}</kbd>" in page
        assert f"<kbd>/{word}</kbd>" in ines.get("say").content.decode()


def test_every_command_is_in_the_refusal_of_an_unknown_one(ines):
    words = ines.post("say", text="/dance").content.decode()
    for one in speech.COMMANDS:
        assert f"/{one.words[0]}" in words


def test_every_key_that_the_scripts_know_is_there():
    """Read from the scripts: a key that is added is told; but for Tab, which goes on as it does everywhere."""
    known = set()
    for path in (ROOT / "static/js").glob("*.js"):
        known |= set(re.findall(r'event\.key(?:\.toLowerCase\(\))? [!=]== "([^"]+)"', path.read_text()))
    told = {part.casefold() for one in guide.KEYS for sign in one.signs for part in sign.split()} - {"ctrl", "shift"}
    assert told == {one.casefold() for one in known} - {"tab"}


def test_every_icon_that_pages_show_is_told():
    used = set()
    for path in (ROOT / "templates").rglob("*.html"):
        if not path.relative_to(ROOT / "templates").as_posix().startswith(ELSEWHERE):
            used |= set(re.findall(r'{% icon "([a-z]+)"', path.read_text()))
    assert used == set(kit.ICONS)


def test_every_kind_of_die_is_told(ines):
    page = shown(ines, "how")
    assert set(kit.NOT_ROLLED) <= set(kit.DICE_MEAN)
    for kind in kit.DICE_MEAN:
        assert f'class="die {kind} ' in page


# looking up a rule


def found(person, words):
    return re.findall(r'<a href="rule\?id=([\w.-]+)">', shown(person, "book", q=words))


@pytest.mark.parametrize("game", settings.GAMES)
def test_any_rule_is_found_by_its_title_and_leads_to_its_text(game, db):
    """It is among the first: more rules may have the same words."""
    ines = sit_down(open_a_table(game=game), "Ines")
    for rule in registry.book(game).rules:
        named = [one for one in registry.book(game).rules if set(rule.title.split()) <= set(one.title.split())]
        assert rule.id in found(ines, rule.title.upper())[: len(named) + 5]
    assert registry.book(game).rules[0].title in shown(ines, "rule", id=registry.book(game).rules[0].id)


def test_a_rule_is_found_by_words_of_its_text_in_any_order(ines):
    rule = registry.text("dragonfly.base-check")
    words = re.findall(r"\w{5,}", rule.says)[:4]
    assert rule.id in found(ines, " ".join(reversed(words)))


def test_what_is_shown_of_a_rule_says_why_it_was_found(db):
    ines = sit_down(open_a_table(game="rough_magic"), "Ines")
    page = shown(ines, "book", q="surprise")
    told = dict(re.findall(r'id=([\w.-]+)">[^<]*</a><span class="small soft">([^<]*)<', page))
    assert set(told) == set(found(ines, "surprise"))
    for rule, passage in told.items():
        assert "surprise" in passage.casefold() or "surprise" not in registry.text(rule).says.casefold(), rule
        assert "•" not in passage
    assert any(one.startswith("… ") for one in told.values())


def test_only_this_games_rules_are_found(db):
    """Every rule of the other games is looked for by its title."""
    for game in settings.GAMES:
        ines = sit_down(open_a_table(game=game), "Ines")
        for other in set(settings.GAMES) - {game}:
            for rule in registry.book(other).rules:
                assert all(one.startswith(f"{game}.") for one in found(ines, rule.title))
                assert ines.at_address("rule", id=rule.id).status_code == 404


def test_without_words_all_are_listed_and_unknown_words_say_so(ines):
    assert len(found(ines, "")) == len(registry.book("dragonfly").rules) == len(found(ines, "   "))
    page = shown(ines, "book", q="<b>xylophone</b>")
    assert "No rule of Dragonfly has these words" in page
    assert "<b>xylophone" not in page


def test_a_very_long_search_is_cut(ines):
    assert len(re.findall("a" * 121, shown(ines, "book", q="a" * 5000))) == 0


def test_the_rules_stand_under_what_they_are_about(ines):
    page = shown(ines, "book")
    headings = re.findall(r"<h2>(.+?)</h2>", page)
    assert headings == list(dict.fromkeys(headings))
    assert {"Rolls", "Characters", "Fights and wounds", "Ships"} <= set(headings)
    of_ships = page.partition("<h2>Ships</h2>")[2].partition("<h2>")[0]
    assert "id=dragonfly.ship-turn" in of_ships
    assert "id=dragonfly.base-check" not in of_ships
