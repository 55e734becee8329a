"""Who sees what."""

import pytest

from apps.rules import Refused
from apps.rules.crew.visibility import KEPT_BACK, OPEN, VIEWERS, visibility


@pytest.mark.rule("crew.visibility")
@pytest.mark.parametrize("item", OPEN)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_play_is_open_to_everybody(viewer, item):
    assert visibility(viewer=viewer, item=item).shown


@pytest.mark.rule("crew.visibility")
@pytest.mark.parametrize("item", KEPT_BACK)
def test_the_gm_may_keep_some_things_back(item):
    assert visibility(viewer="GM", item=item, kept_back=True).shown
    assert not visibility(viewer="player", item=item, kept_back=True).shown
    assert not visibility(viewer="spectator", item=item, kept_back=True).shown
    assert visibility(viewer="player", item=item).shown


@pytest.mark.rule("crew.visibility")
@pytest.mark.parametrize("item", OPEN)
def test_of_a_secret_roll_the_total_and_the_ones_are_shown(item):
    hidden = item in ("pool", "source", "face")
    assert visibility(viewer="player", item=item, secret_roll=True).shown is not hidden
    assert visibility(viewer="GM", item=item, secret_roll=True).shown


@pytest.mark.parametrize(("viewer", "item", "field"), [("host", "bank", "viewer"), ("player", "dreams", "item")])
def test_refusals(viewer, item, field):
    with pytest.raises(Refused) as no:
        visibility(viewer=viewer, item=item)
    assert no.value.field == field
