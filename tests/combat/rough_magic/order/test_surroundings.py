"""What goes last in a round (rough_magic.environment-last)."""

import pytest

from apps.characters.models import Track
from apps.characters.rough_magic.endurance import LOST
from apps.table.models import Span
from tests.combat.rough_magic.order.conftest import goes_on, newest, starts, told_to, words


def adds(gm, **given):
    gm.does("rough_magic.surroundings", **{"what": "falls"} | given)
    return Span.objects.filter(kind__in=("falls", "drifts")).latest("pk").public_id


@pytest.mark.played("rough_magic.environment-last")
def test_when_all_have_acted_what_nobody_steers_moves_and_what_falls_falls(gm, jun):
    starts(gm, jun)
    adds(gm, character=jun.public_id, metres=12)
    adds(gm, name="the truck", what="drifts")
    goes_on(gm)
    assert told_to(newest(gm, "turn-came"), "everybody")["moves"] == ["the truck moves", "Jun Vey falls"]
    goes_on(gm)
    goes_on(gm)
    assert told_to(newest(gm, "turn-came"), "everybody")["moves"] == ["the truck moves"]


@pytest.mark.played("rough_magic.environment-last")
def test_one_level_for_each_full_ten_metres_is_suggested_and_the_gm_says(gm, jun):
    starts(gm, jun)
    fall = adds(gm, character=jun.public_id, metres=25)
    assert "One level for each full 10 m: 2" in words(gm.get("rough_magic.surroundings-settle", mover=fall))
    gm.does("rough_magic.surroundings-settle", mover=fall, levels=1)
    assert Track.objects.get(character=jun, key=LOST).value == 1
    assert gm.post("rough_magic.surroundings-settle", mover=fall, levels=1).status_code == 422


def test_what_is_steered_again_moves_no_more(gm, jun):
    starts(gm, jun)
    gm.does("rough_magic.surroundings-settle", mover=adds(gm, name="the truck", what="drifts"))
    goes_on(gm)
    assert told_to(newest(gm, "turn-came"), "everybody")["moves"] == []


def test_somebody_hidden_falls_before_the_gm_alone(gm, ines, jun, ash):
    starts(gm, jun, ash)
    adds(gm, character=ash.public_id, metres=10)
    assert newest(gm, "surroundings-added").tellings.get().audience == "gms"
    assert "Warden Ash" in gm.panel("rough_magic-order")
    assert "Ash" not in ines.panel("rough_magic-order")


def test_it_is_said_who_or_what_and_by_the_gm(gm, ines, jun):
    starts(gm, jun)
    assert "Who or what is it?" in words(gm.post("rough_magic.surroundings", what="falls"))
    assert ines.post("rough_magic.surroundings", what="falls", name="The hook").status_code == 403
