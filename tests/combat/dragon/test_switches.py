"""Every switch of the book is on offer: something plays by it."""

from apps.table.games import games
from apps.table.switches import offered


def test_every_switch_of_dragon_is_on_offer() -> None:
    game = next(one for one in games() if one.key == "dragon")
    assert {one.key for one in offered(game)} == {one.key for one in game.book.switches}
