"""States by the GM's word: how they begin, what shows of them and to whom, and what ends them."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Condition
from apps.characters.rough_magic.badges import Badge, badges_of
from apps.characters.rough_magic.sheet import sheet_of
from apps.characters.rough_magic.states_acts import BY_HAND
from tests.characters.rough_magic.test_harm import counts, hurts
from tests.checks.conftest import everything_shown_to
from tests.combat.conftest import in_words
from tests.people import open_a_table, sit_down, state_of_play


def says(gm: Any, one: Character, state: str, does: str = "begins", status: int = 200, **more: Any) -> str:
    answer = gm.post("rough_magic.state", character=one.public_id, state=state, does=does, **more)
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


def badges(person: Any, one: Character, *, reads: bool = False) -> list[Badge]:
    return badges_of(Character.objects.get(pk=one.pk), person.viewer, reads=reads)


MORE: dict[str, Any] = {"boosted": {"trait": "brawn"}, "power stunt": {"note": "Hears the walls"}}


@pytest.mark.played("rough_magic.conditions")
def test_any_state_begins_and_ends_by_hand(gm: Any, ines: Any, jun: Character) -> None:
    for one in BY_HAND:
        says(gm, jun, one.title, **MORE.get(one.title, {}))
        assert one.title.capitalize() in [each.text for each in badges(gm, jun)]
        says(gm, jun, one.title, "ends")
        assert one.title.capitalize() not in [each.text for each in badges(gm, jun)]
    told = ines.log()
    assert "Jun Vey is now in cover." in told
    assert "Jun Vey is no longer boosted." in told


@pytest.mark.played("rough_magic.conditions")
def test_owner_and_gm_see_what_is_behind_a_state(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    says(gm, jun, "taunted", by=sel.public_id)
    (badge,) = badges(ines, jun, reads=True)
    assert badge.effect == "the next available action attacks the taunter"
    assert badge.source == "by Sel Marrow"
    assert badge.ends == "with their next attack or with the scene"
    (plain,) = badges(ines, jun)
    assert (plain.text, plain.effect, plain.source, plain.ends) == ("Taunted", "", "", "")
    assert "Jun Vey is now taunted by Sel Marrow." in ines.log()


def test_of_a_hidden_source_the_gm_alone_hears(gm: Any, ines: Any, jun: Character, ash: Character) -> None:
    says(gm, jun, "taunted", by=ash.public_id)
    assert "by Warden Ash" in gm.log()
    assert "Jun Vey is now taunted." in ines.log()
    assert "Warden Ash" not in everything_shown_to(ines)
    assert badges(ines, jun, reads=True)[0].source == "by somebody unseen"
    assert badges(gm, jun, reads=True)[0].source == "by Warden Ash"


@pytest.mark.played("rough_magic.conditions", "rough_magic.power-boost")
def test_a_boost_by_hand_lifts_an_attribute_or_a_power(gm: Any, bramble: Character) -> None:
    power = bramble.entries.get(name="Stone skin").public_id
    says(gm, bramble, "boosted", trait="brawn")
    says(gm, bramble, "boosted", trait=power)
    sheet = sheet_of(Character.objects.get(pk=bramble.pk))
    assert (sheet.rank("brawn"), sheet.powers[0].rank) == (7, 5)
    assert [one.source for one in badges(gm, bramble, reads=True)] == ["Brawn", "Stone skin"]
    assert "is what is boosted" not in gm.log()


def test_what_is_boosted_must_be_said(gm: Any, jun: Character) -> None:
    before = state_of_play(gm.table)
    says(gm, jun, "boosted", status=422)
    assert state_of_play(gm.table) == before


@pytest.mark.played("rough_magic.conditions", "rough_magic.endurance-levels")
def test_the_states_of_levels_set_the_levels(gm: Any, jun: Character) -> None:
    hurts(gm, jun, sort="stunning")
    says(gm, jun, "exhausted")
    assert counts(jun) == (2, 1, "Exhausted")
    says(gm, jun, "defeated")
    assert counts(jun) == (3, 1, "Defeated")
    says(gm, jun, "defeated", "ends")
    assert counts(jun) == (3, 0, "Exhausted")
    says(gm, jun, "exhausted", "ends")
    assert counts(jun) == (2, 0, "Weakened")


@pytest.mark.parametrize(("state", "does"), [("prone", "ends"), ("exhausted", "ends"), ("cover", "begins")])
def test_what_is_so_already_is_refused(gm: Any, jun: Character, state: str, does: str) -> None:
    says(gm, jun, "cover")
    before = state_of_play(gm.table)
    assert "Jun Vey is " in says(gm, jun, state, does, status=422)
    assert state_of_play(gm.table) == before


@pytest.mark.played("rough_magic.conditions", "rough_magic.scene")
def test_what_lasts_a_scene_ends_with_it(gm: Any, ines: Any, jun: Character, ash: Character) -> None:
    gm.does("open-session")
    gm.does("open-scene", title="The stair")
    for one in (jun, ash):
        for state in ("distracted", "prone", "restrained"):
            says(gm, one, state)
    gm.does("close-scene")
    assert [one.text for one in badges(gm, jun)] == ["Prone", "Restrained"]
    assert [one.text for one in badges(gm, ash)] == ["Prone", "Restrained"]
    assert "Jun Vey" in ines.log().split("The stair")[-1]
    assert "Warden Ash" not in everything_shown_to(ines)
    gm.does("undo")
    assert "Distracted" in [one.text for one in badges(gm, jun)]


@pytest.mark.parametrize(
    ("switch", "state", "ends"),
    [
        ({}, "blocking", "when their next turn begins or with the scene"),
        ({"forced_defence_ends": "sacrificed turn"}, "blocking",
         "when their next turn begins, with the scene or when their next place has passed"),
        ({"surprise_ends": "on becoming aware"}, "surprised",
         "at the end of their next turn, with the scene or when they become aware"),
    ],
)  # fmt: skip
@pytest.mark.played("rough_magic.table-options", "rough_magic.conditions")
def test_the_form_says_what_the_state_does_and_ends(db: None, switch: dict[str, str], state: str, ends: str) -> None:
    gm = sit_down(open_a_table("Ends", game="rough_magic", **switch), "Kai", "gm")
    gm.does("rough_magic.make", name="Eel", role="enemy")
    words = in_words(
        gm.get("rough_magic.state", character=Character.objects.get().public_id, state=state, does="begins")
    )
    assert f"It ends {ends}, or by your hand." in words


def test_players_do_not_take_states_off_and_the_gm_does(
    gm: Any, ines: Any, watcher: Any, stranger: Any, jun: Character
) -> None:
    for person in (ines, watcher):
        says(person, jun, "cover", status=403)
    says(stranger.at(ines), jun, "cover", status=404)
    says(gm, jun, "restrained")
    row = Condition.objects.get()
    assert ines.post("condition-remove", condition=row.public_id).status_code == 422
    gm.does("condition-remove", condition=row.public_id)
    assert badges(gm, jun) == []


def test_it_can_be_taken_back(gm: Any, jun: Character) -> None:
    says(gm, jun, "prone")
    gm.does("undo")
    assert badges(gm, jun) == []
    assert not Condition.objects.exists()


@pytest.mark.played("rough_magic.brawn-table")
def test_the_sheet_says_what_brawn_lifts_and_throws_as_it_is_now(gm: Any, ines: Any, jun: Character) -> None:
    assert "Lifts 116 kg, throws 3 m, weighs 62 kg." in ines.panel("rough_magic-sheet")
    says(gm, jun, "boosted", trait="brawn")
    assert "Lifts 170 kg, throws 5 m" in ines.panel("rough_magic-sheet")


def test_on_the_sheet_a_tap_of_the_gm_ends_a_state(gm: Any, ines: Any, jun: Character) -> None:
    says(gm, jun, "restrained")
    hurts(gm, jun, levels=3)
    gm.opened = {"sheet": jun.public_id}
    words = " ".join(gm.soup(sheet=jun.public_id).find(id="panel-rough_magic-sheet").get_text(" ").split())
    assert "Ends when they break free or are let go. End it : Restrained" in words
    assert "Ends by recovery. End it : Exhausted" in words
    assert "End it" not in ines.panel("rough_magic-sheet")
