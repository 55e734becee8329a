import pytest
from tests.acts_of_an_evening import evening, Evening
from tests.people import open_a_table, sit_down
from tests.crew_evening import beginning
from tests.crew_evening_aftermath import aftermath
from tests.crew_evening_conflict import conflict
@pytest.mark.parametrize("part",[aftermath,conflict])
def test_it(db, part):
    table = open_a_table("X", game="crew")
    people = {
        "gm": sit_down(table, "Director", "gm", "gm"), "second": sit_down(table, "Second", "gm", "gm"),
        "ines": sit_down(table, "Ines", colour="sea"), "marek": sit_down(table, "Marek", colour="flame"),
        "watcher": sit_down(table, "Wanda", "spectator", "ash"),
    }
    e = Evening(table, people)
    seen=set()
    for s in [*beginning(), *part()]:
        e.do(s)
        if s.act!="crew.draft": assert str(s) not in seen or print("DOUBLE", s) is None
        seen.add(str(s))
    import os
    for p in people.values(): p.page()
    assert not table.exchanges.filter(closed_at=None).exists()
