"""Objections to a relationship, and the map on which they all stand."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.yarn.creation import drawing
from apps.characters.yarn.sheet import sheet_of
from apps.table.models import Exchange
from tests.acts_of_an_evening import said
from tests.people import Person
from tests.yarn_cast import character, says, wants_of
from tests.yarn_evening import MAUD
from tests.yarn_world import asked, refused, told


@pytest.fixture
def objected(entered: list[Person]) -> list[Person]:
    """Ines would not have it that Yssa, who has entered last, owes her."""
    entered[0].does("yarn.object-tie", tie=character(entered[0]), why="Nobody owes her.")
    return entered


def tie(one: Person, other: Person) -> str:
    """What stands on the first one's sheet about the other."""
    found = sheet_of(Character.objects.get(public_id=character(one))).relations
    return "".join(each.text for each in found if each.about_id == character(other))


@pytest.mark.played("yarn.relationship-objection")
def test_a_tie_is_open_until_both_are_content(objected: list[Person], gm: Person) -> None:
    ines, _, noor = objected
    assert tie(noor, ines) == tie(ines, noor) == ""
    assert "Yssa and Maud: still talked over" in gm.panel("yarn-creation")
    no = refused(noor, "yarn.offer-tie", ask=asked(noor), label="Owes 0")
    assert "objected to already" in no
    says(noor, "yarn.offer-tie", label="Her pupil", back="Her teacher")
    says(ines, "yarn.agree-tie", allow="no")
    says(noor, "yarn.offer-tie", label="Her cousin")
    assert "Yssa and Maud: “Her cousin”" in said(ines.get("yarn.agree-tie", plain=True, ask=asked(ines)))
    says(ines, "yarn.agree-tie", allow="yes")
    assert tie(noor, ines) == tie(ines, noor) == "Her cousin"


def test_the_gm_helps_where_two_are_stuck(objected: list[Person], gm: Person) -> None:
    ines, _, noor = objected
    open_one = Exchange.objects.get(kind="yarn.tie-objection").public_id
    gm.does("yarn.settle-tie", exchange=open_one, label="Old neighbours")
    assert tie(noor, ines) == "Old neighbours"
    assert "settled already" in refused(gm, "yarn.settle-tie", exchange=open_one, label="Cousins")


def test_nobody_objects_to_their_own_tie_nor_once_the_next_has_entered(cast: list[Person], gm: Person) -> None:
    ines, marek, noor = cast
    says(ines, "yarn.proclaim", name="Maud", group_role="innkeeper")
    maud = character(ines)
    says(marek, "yarn.proclaim", name="Joss", group_role="ferryman", **{f"tie_{maud}": "Brother"})
    assert "nobody can object" in refused(marek, "yarn.object-tie", tie=maud)
    assert "nobody can object" in refused(noor, "yarn.object-tie", tie=maud)
    assert "Object to Joss and Maud: “Brother”" in ines.panel("yarn-creation")
    assert "Object to" not in marek.panel("yarn-creation")
    ties = {f"tie_{maud}": "Guest", f"tie_{character(marek)}": "Guest"}
    says(noor, "yarn.proclaim", name="Yssa", group_role="guest", **ties)
    ines.does("yarn.object-tie", tie=character(marek))
    assert told(gm.table, "yarn.tie-objected")["one"] == "Yssa"


def test_a_character_that_goes_takes_what_was_talked_over_with_it(objected: list[Person], gm: Person) -> None:
    gm.does("delete-character", character=character(objected[2]))
    assert not Exchange.objects.filter(kind="yarn.tie-objection", closed_at=None).exists()
    assert "still talked over" not in gm.panel("yarn-creation")


# the map


@pytest.mark.played("yarn.relationship-map", "yarn.fraught-relationships")
def test_the_map_grows_before_everybodys_eyes(cast: list[Person], watcher: Person) -> None:
    ines, marek, _ = cast
    says(ines, "yarn.proclaim", name="Maud", group_role="innkeeper")
    assert "Maud" in watcher.panel("yarn-creation")
    says(marek, "yarn.proclaim", name="Joss", group_role="ferryman", **{f"tie_{character(ines)}": "Brother"})
    for person in (ines, marek, watcher):
        assert "Brother" in person.panel("yarn-creation")


def test_whoever_somebody_wants_most_of_is_marked(wanting: list[Person], watcher: Person) -> None:
    ines, marek, _ = wanting
    wants_of(ines, marek, "That Joss says it")
    soup = ines.soup().find(id="panel-yarn-creation")
    assert soup
    assert len(soup.select("g.line.fraught")) == 3  # the line, its words, and the key
    assert "Wants of Joss That Joss says it" in watcher.panel("yarn-creation")
    assert "The ties of Maud" in ines.panel("yarn-creation")
    assert "Ties and wants" in watcher.panel("yarn-creation")


def test_somebody_hidden_is_on_nobodys_map(maud: Character, bess: Character, gm: Person, ines: Person) -> None:
    gm.does("yarn.edit", character=maud.public_id, **MAUD, **{f"tie_{bess.public_id}": "Aunt"})
    assert "Old Bess" in ines.panel("yarn-map")
    gm.does("character-hidden", character=bess.public_id, hidden="yes")
    assert "Old Bess" not in ines.panel("yarn-map")


def test_everybody_stands_apart_and_words_cover_nobody() -> None:
    ids = [str(n) for n in range(7)]
    for own in ("", "0"):
        at = drawing.spots(ids, [f"Somebody {n}" for n in ids], own)
        ties: list[tuple[str, str, str]] = [(a, b, f"knows {b}") for n, a in enumerate(ids) for b in ids[n + 1 :]]
        spots: list[Any] = list(at.values())
        assert all(
            (a.x - b.x) ** 2 + (a.y - b.y) ** 2 >= (a.r + b.r) ** 2 for n, a in enumerate(spots) for b in spots[n + 1 :]
        )
        found = drawing.lines(ties[:6], at)
        assert all(line.left >= 0 and line.left + line.width <= drawing.WIDTH for line in found)
    assert at["0"].lines == ("Somebody", "0")
    assert drawing.in_lines("Joss Reed") == ("Joss Reed",)
    assert drawing.in_lines("Bartholomew Quentin the Third") == ("Bartholomew", "Quentin th…")


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_around_ones_own_no_words_lie_over_anybody_or_over_each_other(count: int) -> None:
    """All are tied to each other; a line that would run behind one's own character goes round it."""
    ids = [str(n) for n in range(count)]
    own = ids[count // 2]
    at = drawing.spots(ids, [f"Somebody {n}" for n in ids], own)
    ties = [(a, b, f"{b} knows what {a} once did") for n, a in enumerate(ids) for b in ids[n + 1 :]]
    found = drawing.lines(sorted(ties, key=lambda tie: own in tie[:2]), at)
    boxes = [(line.left, line.top, line.left + line.width, line.top + drawing.A_LINE) for line in found]
    boxes += [(one.x - one.r, one.y - one.r, one.x + one.r, one.y + one.r) for one in at.values()]
    assert [(a, b) for n, a in enumerate(boxes) for b in boxes[n + 1 :] if over(a, b)] == []
    bent = [line for line in found if abs(2 * line.bend[0] - line.x1 - line.x2) > 2]
    assert len(bent) == (2 if count == 5 else 0)


def over(a: drawing.Box, b: drawing.Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
