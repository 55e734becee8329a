"""Traits of situation and place: added, changed, kept from the players, taken away."""

import pytest

from apps.characters.crew import places
from apps.characters.models import Character, Entry
from tests.drama.crew.conftest import said, the
from tests.people import state_of_play


def trait(gm, name="Crowded market", size=8, **more):
    return gm.post("crew.place-trait", name=name, size=size, **more)


@pytest.mark.played("crew.scene", "crew.opposition-other")
def test_added_for_all_to_see(gm, ines, watcher):
    assert trait(gm).status_code == 200
    row = the("trait", "Crowded market")
    assert (row.amount, row.character, row.character.sheet) == (8, places.place_of(gm.table), "place")
    assert "adds a Trait of the place: Crowded market d8." in watcher.log()
    assert "d8 Crowded market Trait of the place, this scene" in ines.panel("crew-scene")
    trait(gm, "Dust storm", 6)
    assert Character.objects.filter(sheet="place").count() == 1
    gm.does("undo")
    gm.does("undo")
    assert not Entry.objects.filter(kind="trait").exists()
    assert not Character.objects.filter(sheet="place").exists()


def test_another_size_and_another_name(gm, ines):
    trait(gm)
    row = the("trait", "Crowded market")
    form = said(gm.get("crew.place-trait", trait=row.public_id))
    assert 'value="Crowded market"' in form
    assert trait(gm, "", 10, trait=row.public_id).status_code == 200
    assert "changes a Trait of the place: Crowded market d8 to d10." in ines.log()
    before = state_of_play(gm.table)
    assert "Crowded market is d10 already." in said(trait(gm, "", 10, trait=row.public_id))
    assert state_of_play(gm.table) == before


@pytest.mark.played("crew.visibility")
def test_one_that_only_the_gm_knows_until_it_is_shown(gm, ines, watcher):
    trait(gm, "Kraken", 12, hidden="on")
    row = the("trait", "Kraken")
    for person in (ines, watcher):
        assert "Kraken" not in person.page()
    assert "only you know" in gm.panel("crew-scene")
    assert trait(gm, "", 12, trait=row.public_id).status_code == 200
    assert "adds a Trait of the place: Kraken d12." in ines.log()
    assert "Kraken" in ines.panel("crew-scene")


@pytest.mark.parametrize(("shown", "seen"), [("all", True), ("total", False)])
@pytest.mark.played("crew.visibility")
def test_one_that_is_thrown_comes_into_play(gm, ines, wren, dice, shown, seen):
    from tests.checks.crew.conftest import contest, the_exchange, throw

    trait(gm, "Kraken", 8, hidden="on")
    row = the("trait", "Kraken")
    contest(ines, wren)
    draft = the_exchange(gm.table).drafts.get(side="defender").public_id
    for die in ("difficulty:::8", f"trait:{row.character.public_id}:{row.public_id}:"):
        gm.does("crew.draft", draft=draft, die=die)
    dice(5, 4)
    assert throw(gm, "defender", shown=shown).status_code == 200
    assert ("Kraken" in ines.panel("crew-scene")) == seen


def test_taken_away(gm, ines):
    trait(gm)
    row = the("trait", "Crowded market")
    gm.does("crew.place-trait-gone", trait=row.public_id)
    assert "takes Crowded market d8 away from the place." in ines.log()
    gm.does("undo")
    assert the("trait", "Crowded market")
    assert gm.post("crew.place-trait-gone", plain=True, trait=row.public_id).status_code == 302


def test_refusals_change_nothing(gm, ines, watcher, stranger):
    before = state_of_play(gm.table)
    for wrong in ({"name": ""}, {"name": "x" * 61}, {"size": 7}, {"size": "many"}, {"trait": "xforeign"}):
        assert trait(gm, **wrong).status_code == 422
    for person, code in ((ines, 403), (watcher, 403), (stranger.at(ines), 404)):
        assert trait(person).status_code == code
        assert person.post("crew.place-trait-gone", trait="x").status_code == code
    assert state_of_play(gm.table) == before


def test_not_more_than_thirty(gm):
    for number in range(30):
        trait(gm, f"Trait {number}", 6)
    refused = trait(gm, "One more", 6)
    assert refused.status_code == 422
    assert "The place has 30 Traits." in said(refused)


def test_a_complication_of_the_place(gm, ines):
    trait(gm)
    place = places.place_of(gm.table)
    assert place is not None
    gm.does("crew.complication", do="new", character=place.public_id, name="On fire", size=6)
    assert "On fire" in ines.panel("crew-scene")
