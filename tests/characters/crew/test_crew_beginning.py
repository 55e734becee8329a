"""The evening's beginning."""

import pytest

from apps.characters.crew.sheet import sheet_of
from apps.characters.models import Character
from tests.crew_evening import beginning


def test_everybody_is_there(table, gm, ines, marek):
    people = {"gm": gm, "ines": ines, "marek": marek}
    for step in beginning():
        answer = people[step.who].post(step.act, **step.data(None))
        assert answer.status_code == 200, (step, answer.content.decode())
    names = list(Character.objects.order_by("pk").values_list("name", flat=True))
    assert names == [
        "Wren", "Kit", "Marshal Tran", "Deputy", "Thug 1", "Thug 2", "Thug 3", "Sniper", "The Long Lena",
    ]  # fmt: skip
    wren = sheet_of(Character.objects.get(name="Wren"))
    assert (wren.size("shoot"), wren.size("labor"), wren.plot_points) == (10, 4, 1)
