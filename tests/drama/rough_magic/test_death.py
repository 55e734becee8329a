"""Nobody dies of dice: the GM and the player say yes, both."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.rough_magic.endurance import is_dead, is_down
from apps.combat import tracking
from apps.combat.rough_magic.order import stored
from apps.table.models import Ask
from apps.table.sure import sure
from tests.characters.rough_magic.conftest import ash, bramble, jun, sel, table
from tests.checks.conftest import everything_shown_to
from tests.combat.conftest import in_words
from tests.combat.wounded import undo
from tests.people import state_of_play

__all__ = ["ash", "bramble", "jun", "sel", "table"]


def proposes(person: Any, one: Character, status: int = 200, why: str = "She holds the sluice") -> str:
    answer = person.post("rough_magic.death", character=one.public_id, why=why)
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


def answers(person: Any, allow: str, status: int = 200) -> str:
    answer = person.post("rough_magic.answer-death", ask=Ask.objects.latest("pk").public_id, allow=allow)
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


def dead(one: Character) -> bool:
    return is_dead(Character.objects.get(pk=one.pk))


def test_who_is_asked_besides_is_said_from_the_start(gm: Any, ines: Any, jun: Character, ash: Character) -> None:
    assert "Jun Vey dies on both yeses alone" in in_words(ines.get("rough_magic.death"))
    assert "Ines is asked" in in_words(gm.get("rough_magic.death", character=jun.public_id))
    assert "whoever has a player dies on both yeses alone" in in_words(gm.get("rough_magic.death"))
    assert "your yes is enough" in in_words(gm.get("rough_magic.death", character=ash.public_id))


@pytest.mark.played("rough_magic.death")
def test_the_gm_proposes_and_the_player_agrees(gm: Any, ines: Any, marek: Any, jun: Character) -> None:
    proposes(gm, jun)
    assert "Shall Jun Vey die? She holds the sluice" in ines.panel("asks")
    assert "Jun Vey" not in marek.panel("asks")
    assert "sluice" not in everything_shown_to(marek)
    assert not dead(jun)
    query = {"ask": Ask.objects.latest("pk").public_id}
    for allow, button in (("yes", "Jun Vey dies"), ("no", "Jun Vey does not die")):
        assert in_words(ines.get("rough_magic.answer-death", allow=allow, **query)).endswith(button)
    answers(ines, "yes")
    assert dead(jun)
    assert is_down(Character.objects.get(pk=jun.pk))
    assert "Jun Vey dies. She holds the sluice" in marek.log()


@pytest.mark.played("rough_magic.death")
def test_the_player_proposes_and_the_gm_agrees(gm: Any, ines: Any, jun: Character) -> None:
    proposes(ines, jun)
    assert "Shall Jun Vey die?" in gm.panel("asks")
    assert "Play somebody else" not in ines.panel("first-steps")
    answers(gm, "yes")
    assert dead(jun)
    assert "Jun Vey is dead. Play somebody else" in ines.panel("first-steps")


@pytest.mark.played("rough_magic.death")
@pytest.mark.parametrize("first", ["gm", "ines"])
def test_on_a_no_nobody_dies(gm: Any, ines: Any, marek: Any, jun: Character, first: str) -> None:
    one, other = (gm, ines) if first == "gm" else (ines, gm)
    proposes(one, jun)
    answers(other, "no")
    assert not dead(jun)
    assert "Jun Vey does not die." in one.log()
    assert "sluice" not in everything_shown_to(marek)


@pytest.mark.played("rough_magic.death")
def test_defeat_is_not_death_and_death_costs_no_level(gm: Any, ines: Any, jun: Character) -> None:
    gm.does("rough_magic.hurt", characters=[jun.public_id], levels=4, sort="lasting", why="The fall")
    assert not dead(jun)
    proposes(gm, jun)
    answers(ines, "yes")
    gm.does("rough_magic.not-dead", character=jun.public_id)
    assert "Jun Vey is not dead after all." in ines.log()
    assert (dead(jun), is_down(Character.objects.get(pk=jun.pk))) == (False, True)


def test_whoever_said_yes_sees_what_is_awaited_and_takes_it_back(
    gm: Any, ines: Any, marek: Any, jun: Character
) -> None:
    proposes(ines, jun)
    said = "You have said yes to the death of Jun Vey. The GM is asked for the other. Take it back"
    assert said in ines.panel("rough_magic-one-yes")
    assert "Jun Vey" not in marek.panel("rough_magic-one-yes")
    assert marek.post("rough_magic.take-yes-back", character=jun.public_id).status_code == 422
    ines.does("rough_magic.take-yes-back", character=jun.public_id)
    assert "takes the yes back: Jun Vey does not die." in gm.log()
    assert not ines.panel("rough_magic-one-yes")
    assert "Jun Vey" not in gm.panel("asks")
    assert not dead(jun)
    undo(gm)
    assert said in ines.panel("rough_magic-one-yes")
    assert "Shall Jun Vey die?" in gm.panel("asks")


def test_a_gm_reads_whose_yes_is_awaited_among_what_waits(gm: Any, ines: Any, jun: Character) -> None:
    """Where the player has still to say it, no page of theirs says that they have."""
    proposes(gm, jun)
    assert "Whether Jun Vey dies" in gm.panel("waiting")
    assert not ines.panel("rough_magic-one-yes")
    assert ines.post("rough_magic.take-yes-back", character=jun.public_id).status_code == 422


def test_a_gm_says_no_for_the_player_and_never_yes(gm: Any, ines: Any, jun: Character) -> None:
    proposes(gm, jun)
    before = state_of_play(gm.table)
    assert "Only whoever plays Jun Vey can say yes" in answers(gm, "yes", status=422)
    assert state_of_play(gm.table) == before
    answers(gm, "no")
    assert not dead(jun)


@pytest.mark.played("rough_magic.death")
def test_of_the_gm_s_own_the_gm_alone_decides(gm: Any, ines: Any, sel: Character, ash: Character) -> None:
    proposes(gm, sel, why="The hook finds her")
    assert dead(sel)
    assert "Sel Marrow dies. The hook finds her" in ines.log()
    proposes(gm, ash, why="Alone in the dark")
    assert dead(ash)
    assert "Alone in the dark" not in everything_shown_to(ines)


def test_one_question_at_a_time(gm: Any, ines: Any, jun: Character) -> None:
    proposes(ines, jun)
    before = state_of_play(gm.table)
    assert "the other is asked" in proposes(gm, jun, status=422)
    assert state_of_play(gm.table) == before
    gm.does("call-off", exchange=Ask.objects.get().exchange.public_id)
    proposes(gm, jun)


def test_the_form_says_whose_yes_it_takes(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    of_jun = {"character": jun.public_id, "why": "x"}
    assert "Ines is asked, and Jun Vey dies on both yeses alone" in in_words(gm.get("rough_magic.death", **of_jun))
    assert "your yes is enough" in in_words(gm.get("rough_magic.death", character=sel.public_id, why="x"))
    assert "The GM is asked" in in_words(ines.get("rough_magic.death", **of_jun))


def test_nobody_proposes_it_for_others(
    gm: Any, ines: Any, marek: Any, watcher: Any, stranger: Any, jun: Character
) -> None:
    proposes(marek, jun, status=422)
    proposes(watcher, jun, status=403)
    proposes(stranger.at(marek), jun, status=404)
    proposes(gm, jun)
    assert marek.post("rough_magic.answer-death", ask=Ask.objects.get().public_id, allow="yes").status_code == 422
    assert ines.post("rough_magic.not-dead", character=jun.public_id).status_code == 403


def test_a_death_can_be_taken_back(gm: Any, ines: Any, jun: Character) -> None:
    proposes(gm, jun)
    answers(ines, "yes")
    gm.does("undo")
    assert not dead(jun)
    assert "Shall Jun Vey die?" in ines.panel("asks")


@pytest.mark.played("rough_magic.death")
def test_the_dead_have_no_turn_in_a_fight_any_more(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    both = [jun.public_id, sel.public_id]
    gm.does("rough_magic.start-fight", characters=both, noticed=both[::-1])
    proposes(gm, jun)
    answers(ines, "yes")
    fight = sure(tracking.fight_of(gm.viewer.table))
    assert sure(stored.fighter_of(fight, Character.objects.get(pk=jun.pk))).away
