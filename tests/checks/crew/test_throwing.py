"""Both sides throw: the stakes are set and raised."""

import pytest

from apps.checks.models import Draft
from apps.table.models import Event
from tests.checks.crew.conftest import (
    bank,
    contest,
    full_facts,
    of,
    oppose,
    points_of,
    pool,
    the_contest,
    the_exchange,
    the_side,
    throw,
    waits_for,
    words_of,
)


@pytest.mark.played("crew.exchange", "crew.raise-the-stakes", "crew.total")
def test_the_catalogue_s_exchange(table, ines, gm, wren, dice):
    """The opposition's d8 d6 against d8 d10: 10 against 12."""
    bank(table, 0)
    contest(ines, wren)
    assert waits_for(table) == [("defender", "roll")]
    dice(6, 4)
    oppose(gm)
    assert waits_for(table) == [("aggressor", "roll")]
    pool(table, "aggressor", *of("physical", "shoot"))
    dice(5, 7)
    answer = throw(ines, "aggressor")
    assert answer.status_code == 200, words_of(answer)
    facts = full_facts(table, "crew.result")
    assert (facts["defender"]["total"], facts["aggressor"]["total"], facts["winner"]) == (10, 12, "aggressor")
    assert facts["margin"] == 2
    assert not facts["exceptional"]
    assert the_exchange(table).closed_at is not None
    assert not Draft.objects.exists()
