"""Rules found by id, and what the book tells of them."""

import pytest

from apps.rules import Refused, Unknown, book, done, find, games, rule, text
from apps.rules.registry import Switch

RULES = [pytest.param(it, id=it.id) for game in games() for it in book(game).rules]
SWITCHES = [pytest.param(game, it, id=it.key) for game in games() for it in book(game).switches]


def test_every_game_is_found():
    assert "dragonfly" in games()
    assert list(games()) == sorted(games())


@pytest.mark.parametrize("game", games())
def test_every_rule_with_a_function_is_in_its_book(game):
    assert done(game)
    assert done(game) <= {it.id for it in book(game).rules}


@pytest.mark.parametrize("game", games())
def test_ids_and_keys_are_unique(game):
    ids, keys = [it.id for it in book(game).rules], [it.key for it in book(game).switches]
    assert (len(set(ids)), len(set(keys))) == (len(ids), len(keys))


@pytest.mark.parametrize("it", RULES)
def test_a_rule_says_something(it):
    assert it.id.partition(".")[0] == it.game
    assert it.title
    assert it.says.strip() == it.says
    assert it.says.endswith((".", "!"))
    assert "  " not in it.says
    assert text(it.id) == it


@pytest.mark.parametrize(("game", "it"), SWITCHES)
def test_a_switch_is_whole(game, it):
    it.parse(it.default)
    assert it in book(game).rule(it.rule).switches
    assert book(game).switch(it.key) == it
    assert bool(it.choices) == (it.kind in ("on-off", "choice"))
    for choice in it.choices:
        it.parse(choice.value)
        assert choice.title
    assert it.effect.endswith(".")


def test_the_book_of_dragonfly():
    dragonfly = book("dragonfly")
    assert (dragonfly.title, dragonfly.gm, dragonfly.dice) == ("Dragonfly", "Director", "d10")
    assert len(dragonfly.rules) == 82
    assert dragonfly.defaults()["typed-dice"] == "on"


def test_find_gives_the_function_that_does_the_rule():
    from apps.rules.dragonfly.checks import base_check

    assert find("dragonfly.base-check") is base_check


@pytest.mark.parametrize("ask", [find, text])
@pytest.mark.parametrize("id", ["dragonfly.no-such-rule", "chess.castling", "dragonfly", "", "../dragonfly.die"])
def test_an_unknown_id_is_unknown(ask, id):
    with pytest.raises(Unknown):
        ask(id)


def test_two_functions_cannot_do_one_rule():
    find("dragonfly.die")
    with pytest.raises(ValueError, match=r"dragonfly\.die"):
        rule("dragonfly.die")(lambda: None)


def test_a_text_switch_keeps_to_its_pattern():
    switch = Switch(
        "name", "x", "text", (), "The name", "It has a name.", "a.b", "first", 0, 0, "[a-z]{1,3}", "letters"
    )
    assert switch.parse(" abc ") == "abc"
    with pytest.raises(Refused) as no:
        switch.parse("abcd")
    assert (no.value.field, "letters" in no.value.text) == ("name", True)
