"""A roll that the GM asks for, and its answers."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character, Use
from apps.characters.yarn.sheet import sheet_of
from apps.table.models import Ask, Exchange, Telling
from tests.people import Person
from tests.yarn_world import refused, starts, told


def asks(gm: Person, *whom: Character, **more: Any) -> Ask:
    gm.does("yarn.ask-check", characters=[one.public_id for one in whom], **more)
    return Ask.objects.filter(closed_at=None).latest("pk")


@pytest.mark.played("yarn.task-class", "yarn.trait-roll")
def test_one_tap_on_a_trait_answers(maud: Character, gm: Person, ines: Person, dice: Any) -> None:
    ask = asks(gm, maud, task="hard", label="Calm them", bonus=1, bonus_why="Her own house")
    card = " ".join(ines.panel("asks").split())
    assert "Beat 11" in card
    assert "Her own house: 1 bonus" in card
    assert "Innkeeper" in card
    dice(6, 5, 4, 1, 2)
    trait = sheet_of(maud).traits[0].id
    ines.does("yarn.answer-check", ask=ask.public_id, trait=trait)
    found = told(gm.table, "yarn.check")
    assert (found["roll"]["total"], found["outcome"], found["roll"]["sources"][0]["source"]) == (
        17, "success", "Her own house",
    )  # fmt: skip
    assert not Exchange.objects.filter(closed_at=None).exists()


def test_a_hidden_number_is_told_to_nobody_but_the_gm(maud: Character, gm: Person, ines: Person, dice: Any) -> None:
    ask = asks(gm, maud, factor=13, hidden="hidden", label="Listen")
    assert "13" not in ines.panel("asks")
    page = ines.client.get(f"{ines.url}act/yarn.answer-check", {"ask": ask.public_id, "trait": ""}).content.decode()
    assert "Chance to beat" not in page
    dice(6, 5)
    ines.does("yarn.answer-check", ask=ask.public_id, trait="")
    assert told(gm.table, "yarn.check")["difference"] == -2
    shown = told(gm.table, "yarn.check", audience="everybody")
    assert shown["roll"]["total"] == 11
    assert not {"factor", "outcome", "difference", "against"} & shown.keys()


@pytest.mark.played("yarn.experience-die-on-a-roll")
def test_no_experience_die_goes_into_what_is_not_told(maud: Character, gm: Person, ines: Person, dice: Any) -> None:
    starts(gm)
    ask = asks(gm, maud, factor=5)
    no = refused(ines, "yarn.answer-check", ask=ask.public_id, trait="", experience="on", reasons="Will")
    assert "keeps the purpose" in no
    dice(3, 3)
    ines.does("yarn.answer-check", ask=ask.public_id, trait="")
    assert not Use.objects.exists()


def test_who_is_asked_in_secret_alone_hears_of_it(
    maud: Character, joss: Character, gm: Person, ines: Person, marek: Person
) -> None:
    asks(gm, maud, mode="gm", label="Footsteps")
    assert "Footsteps" in ines.panel("asks")
    assert not Telling.objects.filter(audience="everybody", event__kind="yarn.roll-asked").exists()
    assert "Footsteps" not in marek.page()
    assert ines.post("yarn.ask-check").status_code == 403


def test_what_nobody_untrained_can_try_is_refused(maud: Character, gm: Person, ines: Person) -> None:
    ask = asks(gm, maud, factor=5, technical="on", label="The tumour")
    assert "impossible" in refused(ines, "yarn.answer-check", ask=ask.public_id, trait="")


def test_an_answer_taken_back_falls_again_as_it_fell(maud: Character, gm: Person, ines: Person, dice: Any) -> None:
    ask = asks(gm, maud, factor=5, label="Climb")
    dice(2, 5)
    ines.does("yarn.answer-check", ask=ask.public_id, trait="")
    gm.does("undo", event=Telling.objects.filter(event__kind="yarn.check").latest("pk").event.public_id)
    assert "same faces" in ines.panel("asks")
    assert "fell before" in refused(ines, "yarn.answer-check", ask=ask.public_id, trait="", faces="6 6")
    ines.does("yarn.answer-check", ask=ask.public_id, trait="")
    assert [one["face"] for one in told(gm.table, "yarn.check")["roll"]["dice"]] == [2, 5]


def test_who_is_not_in_the_scene_is_not_ticked(maud: Character, joss: Character, gm: Person) -> None:
    def ticked() -> list[str]:
        page = BeautifulSoup(gm.get("yarn.ask-check").content, "html.parser")
        return [str(one["value"]) for one in page.select("input[name=characters][checked]")]

    assert ticked() == [maud.public_id, joss.public_id]
    starts(gm)
    gm.does("yarn.set-scene", title="The attic", mode="procedural", cast=[joss.public_id])
    assert ticked() == [joss.public_id]
