"""Death's door: the reason to live, the GM's verdict, last acts for a token."""

from __future__ import annotations

import pytest

from apps.characters.models import Character, Condition
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.scenes import scene_of
from apps.table.models import Ask, Exchange
from tests.people import Person
from tests.yarn_world import asked, held, refused, starts


def now(character: Character) -> int:
    return level_of(Character.objects.get(pk=character.pk)).now


def falls(gm: Person, character: Character, points: int = 45) -> None:
    gm.does("yarn.deal-harm", characters=[character.public_id], how="points", count=points, like="light-handgun")


def asked_of(character: Character) -> str:
    """The newest question about their death."""
    return Ask.objects.filter(exchange__kind__startswith="yarn.death", closed_at=None).latest("pk").public_id


def reason(person: Person, character: Character, text: str = "The child", choice: str = "hold on") -> None:
    person.does("yarn.reason-to-live", ask=asked_of(character), choice=choice, reason=text)


def is_dead(character: Character) -> bool:
    return Condition.objects.filter(character=character, name="Dead").exists()


@pytest.mark.played("yarn.death")
def test_who_holds_on_gives_a_reason_and_the_gm_judges_it(
    maud: Character, gm: Person, ines: Person, marek: Person
) -> None:
    falls(gm, maud)
    assert "Maud Ferrin is dying. What is there to live for?" in ines.page()
    assert "To hold on takes a reason" in refused(ines, "yarn.reason-to-live", ask=asked_of(maud), choice="hold on")
    reason(ines, maud)
    assert "Maud Ferrin holds on: The child" in marek.log()
    assert "Usually in shock, bleeding" in gm.page()
    gm.does("yarn.judge-death", ask=asked_of(maud), allow="yes", raised="on", why="A long winter.")
    assert (now(maud), is_dead(maud)) == (-20, False)
    assert "Maud Ferrin lives, at −20 hit points. A long winter." in marek.log()
    assert not Exchange.objects.filter(closed_at=None).exists()
    gm.does("undo")
    assert now(maud) == -24
    assert asked_of(maud)


@pytest.mark.played("yarn.death", "yarn.death-token")
def test_who_dies_may_take_last_acts_for_a_token_each_once(
    maud: Character, joss: Character, gm: Person, ines: Person, marek: Person
) -> None:
    starts(gm)
    gm.does("yarn.set-hand", who=ines.viewer.seat.public_id, points="tokens", count=2)
    falls(gm, maud)
    reason(ines, maud)
    gm.does("yarn.judge-death", ask=asked_of(maud), allow="no")
    assert is_dead(maud)
    assert "dead" in marek.panel("yarn-here")
    ines.does("yarn.last-act", ask=asked_of(maud), wanted="last words", text="Feed them.")
    scene = scene_of(gm.viewer.desk)
    assert scene is not None
    assert (scene.span.title, scene.mode, held(ines)) == ("Maud Ferrin: last words", "dramatic", 1)
    assert "taken already" in refused(ines, "yarn.last-act", ask=asked_of(maud), wanted="last words")
    ines.does("yarn.last-act", ask=asked_of(maud), wanted="vanishing")
    assert not Character.objects.get(pk=maud.pk).present
    assert "has none" in refused(ines, "yarn.last-act", ask=asked_of(maud), wanted="heroic sacrifice")
    assert "needs 1 token" in ines.page()
    ines.does("yarn.last-act", ask=asked_of(maud), wanted="nothing more")
    assert "Maud Ferrin is gone." in marek.log()
    assert not Exchange.objects.filter(closed_at=None).exists()


def test_who_lives_on_at_death_s_door_is_asked_again_when_more_harm_comes(
    maud: Character, gm: Person, ines: Person
) -> None:
    falls(gm, maud)
    reason(ines, maud)
    gm.does("yarn.judge-death", ask=asked_of(maud), allow="yes")
    gm.does("yarn.land-hit", target=maud.public_id, weapon="taser", attack=2, metres=1)
    assert not Exchange.objects.filter(closed_at=None).exists()
    falls(gm, maud, 1)
    assert "What is there to live for?" in ines.page()
    gm.does("delete-character", character=maud.public_id)
    assert not Exchange.objects.filter(closed_at=None).exists()
    gm.does("undo")
    assert "What is there to live for?" in ines.page()


def test_who_lets_go_is_dead_without_a_verdict(maud: Character, gm: Person, ines: Person) -> None:
    falls(gm, maud)
    reason(ines, maud, "", "let go")
    assert is_dead(maud)
    assert "lets go, and dies." in gm.log()
    ines.does("yarn.last-act", ask=asked_of(maud), wanted="nothing more")
    falls(gm, maud, 3)
    assert not Exchange.objects.filter(closed_at=None).exists()
    assert "Maud" not in gm.panel("yarn-patients")


def test_of_her_own_the_gm_decides_and_of_the_hidden_nobody_hears(
    bess: Character, hale: Character, gm: Person, ines: Person
) -> None:
    before = ines.log()
    falls(gm, hale, 60)
    gm.does("yarn.judge-death", ask=asked(gm), allow="no")
    assert ines.log() == before
    assert "Hale" not in ines.page()
    falls(gm, bess, 60)
    assert "Does Old Bess live?" not in ines.page()
    gm.does("yarn.judge-death", ask=asked(gm), allow="yes")
    assert (is_dead(hale), is_dead(bess)) == (True, False)


def test_who_saw_the_wound_of_one_of_the_gm_s_hears_of_the_death(bess: Character, gm: Person, ines: Person) -> None:
    falls(gm, bess, 60)
    assert "dying" in ines.panel("yarn-here")
    gm.does("yarn.judge-death", ask=asked(gm), allow="no", why="Her heart.")
    assert "dead" in ines.panel("yarn-here")
    assert "Old Bess dies." in ines.log()
    assert "Her heart." not in ines.log(), "what the GM notes of one of hers is hers"
    assert "Old Bess dies. Her heart." in gm.log()


def test_each_stage_is_answered_by_its_own_act(maud: Character, gm: Person, ines: Person, marek: Person) -> None:
    falls(gm, maud)
    assert "Something else is asked now." in refused(gm, "yarn.judge-death", ask=asked_of(maud), allow="yes")
    assert "no longer open" in refused(marek, "yarn.reason-to-live", ask=asked_of(maud), choice="let go")
    falls(gm, maud, 5)
    assert Exchange.objects.filter(closed_at=None).count() == 1
    gm.does("yarn.reason-to-live", ask=asked_of(maud), choice="hold on", reason="She is away tonight")
    assert "you and the GM" in ines.page() or "the GM" in ines.page()


def test_a_number_set_by_hand_asks_what_harm_asks_and_a_better_one_nothing(
    maud: Character, gm: Person, ines: Person
) -> None:
    gm.does("yarn.adjust", character=maud.public_id, track="hit-points", by=-45)
    assert "Maud Ferrin is dying" in ines.page()
    reason(ines, maud)
    gm.does("yarn.judge-death", ask=asked(gm), allow="yes", raised="on", why="")
    gm.does("yarn.adjust", character=maud.public_id, track="hit-points", by=2)
    assert not Exchange.objects.filter(closed_at=None).exists()
