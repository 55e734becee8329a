"""Supporting characters: who comes in, who becomes recurring, who keeps the list; and a scene that moves."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Trait
from apps.characters.yarn.scenes import scene_of
from apps.characters.yarn.ties import relation_between
from tests.people import Person
from tests.yarn_world import made, opens, refused, starts, told


@pytest.fixture
def scene(maud: Character, joss: Character, bess: Character, gm: Person, ines: Person, marek: Person) -> Person:
    """Maud and Bess are at the lock; Joss is not."""
    opens(gm)
    gm.does(
        "yarn.call", cast=[maud.public_id, bess.public_id], mode="dramatic", situation="Rain.", new_place="The lock"
    )
    gm.does("yarn.start-anyway")
    return gm


def role(name: str) -> str:
    return Character.objects.get(name=name).role


@pytest.mark.played("yarn.introduce-minor", "yarn.supporting-characters", "yarn.minor-characters")
def test_anybody_brings_somebody_minor_in(scene: Person, marek: Person, ines: Person) -> None:
    marek.does("yarn.introduce", name="Berta", text="Harbour clerk", here="on")
    berta = Character.objects.get(name="Berta")
    assert (berta.role, berta.seat, berta.hidden) == ("minor", None, False)
    found = scene_of(scene.viewer.desk)
    assert found
    assert berta in found.present
    assert "Harbour clerk" in ines.panel("yarn-people")
    marek.does("undo")
    assert not Character.objects.filter(name="Berta").exists()
    assert "Berta" not in ines.panel("yarn-people")


def test_they_need_a_name_and_a_line(table: Any, gm: Person, ines: Person) -> None:
    assert "Nothing was changed" in refused(ines, "yarn.introduce", name="Berta")
    ines.does("yarn.introduce", name="Berta", text="Harbour clerk")
    assert told(table)["here"] is False


@pytest.mark.played("yarn.promotion")
def test_what_is_needed_of_somebody_makes_them_recurring_at_once(
    maud: Character, joss: Character, gm: Person, ines: Person
) -> None:
    carter = made(gm, "quick-cast", name="Carter", role="minor")
    assert "Needs something of them" in ines.panel("yarn-people")
    ines.does("yarn.promote", character=maud.public_id, who=carter.public_id, need="His respect")
    assert role("Carter") == "recurring"
    relation = relation_between(maud, carter)
    assert relation
    assert relation.text == "His respect"
    no = refused(ines, "yarn.promote", character=maud.public_id, who=carter.public_id, need="More")
    assert "not yours to choose" in no
    ines.does("undo")
    assert role("Carter") == "minor"
    assert not Trait.objects.filter(key="relation").exists()


def test_nobody_promotes_for_somebody_else_or_whom_they_do_not_know(
    maud: Character, joss: Character, gm: Person, ines: Person
) -> None:
    carter = made(gm, "quick-cast", name="Carter", role="minor")
    hidden = made(gm, "quick-cast", name="Tally", role="minor", hidden="on")
    for data in ({"character": joss, "who": carter}, {"character": maud, "who": hidden}):
        ids = {key: one.public_id for key, one in data.items()}
        assert "not yours to choose" in refused(ines, "yarn.promote", **ids, need="Respect")
    assert "Tally" not in ines.page()


@pytest.mark.played("yarn.recurring-relationships")
def test_a_tie_is_made_while_both_are_in_the_scene(
    scene: Person, maud: Character, joss: Character, bess: Character, ines: Person, marek: Person
) -> None:
    no = refused(marek, "yarn.link-recurring", character=joss.public_id, who=bess.public_id, label="Old shipmates")
    assert "Joss Amber is not in this scene." in no
    ines.does("yarn.link-recurring", character=maud.public_id, who=bess.public_id, label="Owes her")
    relation = relation_between(maud, bess)
    assert relation
    assert relation.text == "Owes her"
    scene.does("yarn.end-scene")
    no = refused(ines, "yarn.link-recurring", character=maud.public_id, who=bess.public_id, label="Hates her")
    assert "a scene in which both are" in no


@pytest.mark.played("yarn.supporting-characters")
def test_the_gm_keeps_the_list_or_whom_she_gives_it_to(
    maud: Character, bess: Character, hale: Character, gm: Person, ines: Person, marek: Person
) -> None:
    words: dict[str, Any] = {"character": bess.public_id, "text": "Remembers everything"}
    assert ines.post("yarn.describe-anew", **words).status_code == 403
    gm.does("yarn.name-keeper", seat=ines.viewer.seat.public_id)
    assert "They keep it already" in refused(gm, "yarn.name-keeper", seat=ines.viewer.seat.public_id)
    ines.does("yarn.describe-anew", **words)
    assert "Remembers everything" in marek.panel("yarn-people")
    assert "what it says already" in refused(ines, "yarn.describe-anew", **words)
    assert "not yours to choose" in refused(ines, "yarn.describe-anew", character=hale.public_id, text="x")
    assert marek.post("yarn.describe-anew", **words).status_code == 403
    gm.does("yarn.name-keeper")
    assert ines.post("yarn.describe-anew", **words).status_code == 403


def test_the_list_tells_nothing_of_a_sheet(bess: Character, gm: Person, ines: Person) -> None:
    gm.does("yarn.edit", character=bess.public_id, name="Old Bess", role="recurring", notes="Killed him.")
    assert "Killed him" not in ines.page()


@pytest.mark.played("yarn.locations")
def test_a_scene_moves_to_another_place(scene: Person, ines: Person, marek: Person) -> None:
    assert "Somebody who is in the scene moves it" in refused(marek, "yarn.move-scene", new_place="The marsh")
    assert "Where to?" in refused(ines, "yarn.move-scene")
    ines.does("yarn.move-scene", new_place="The marsh", text="Fog.")
    found = scene_of(scene.viewer.desk)
    assert found
    assert found.place
    assert found.place.name == "The marsh"
    ines.does("yarn.move-scene", place=Character.objects.get(name="The lock").public_id)
    assert told(scene.table)["place"] == "The lock"
    scene.does("yarn.end-scene")
    assert "No scene is played" in refused(ines, "yarn.move-scene", new_place="The marsh")


def test_a_scene_set_by_hand_moves_too(gm: Person, ines: Person, maud: Character) -> None:
    starts(gm)
    ines.does("yarn.move-scene", new_place="The marsh")
    assert told(gm.table)["place"] == "The marsh"
