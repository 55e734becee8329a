"""Righteous Fury where ships meet: asked for aboard, begun or not by the Director's word."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.dragonfly.points import drama_points_of
from apps.characters.models import Character, Track
from apps.combat.dragonfly.fighters.moves import options_of
from apps.combat.dragonfly.fighters.standing import standing_of
from apps.ships.models import Post
from apps.table.models import Ask
from tests.checks.conftest import everything_shown_to
from tests.combat.conftest import fighter, in_words
from tests.people import state_of_play
from tests.ships.conftest import PERSON, person_made, seated
from tests.ships.fleet import at_fire, facts_of, fire, meet, parts_of, said, switched, undone

BOW, TURRET = "Bow gun", "Top turret"
HELD = 3
WHY = "They fired on the lifeboat"


@pytest.fixture
def scene(gm):
    """What begins from here on belongs to it."""
    gm.does("open-scene", title="The lanes")


@pytest.fixture
def met(gm, ines, marek, kestrel, ashfall, shannon, pell):
    """Shannon flies the Kestrel, Pell has the turret, nobody flies Ashfall; they meet."""
    seated(ines, kestrel, shannon)
    seated(marek, kestrel, pell, "gunner")
    Track.objects.filter(character=shannon, key="drama-points").update(value=HELD)
    meet(gm, kestrel, ashfall)


def points(character: Character, spent: int = 0) -> bool:
    """Whether as many Drama Points are left as there were, but those."""
    return drama_points_of(character) == HELD - spent


def ask_for(who: Any, character: Character, **given: Any) -> Any:
    return who.post("dragonfly.fury-aboard", live=True, character=character.public_id, **{"why": WHY} | given)


def answer(gm: Any, allow: str = "yes", **more: Any) -> Any:
    return gm.post("dragonfly.answer-fury-aboard", ask=Ask.objects.get(closed_at=None).public_id, allow=allow, **more)


@pytest.mark.played("dragonfly.righteous-fury", "dragonfly.open-fire")
def test_it_counts_on_every_shot_until_the_encounter_ends(met, gm, ines, marek, dice, kestrel, ashfall, shannon):
    assert "Righteous Fury: Shannon · 2 Drama Points" in ines.panel("dogfight")
    assert ask_for(ines, shannon).status_code == 200
    assert points(shannon)
    assert f"asks for the Righteous Fury of Shannon: {WHY}" in marek.log()
    assert WHY in gm.soup().find("section", class_="ask").get_text(" ", strip=True)
    assert answer(gm).status_code == 200
    assert points(shannon, spent=2)
    assert "lets Shannon fight in Righteous Fury: +5 on all attacks, 1 Drama Point left" in marek.log()
    assert "Righteous Fury" in marek.panel("dogfight")
    at_fire(gm, kestrel, ashfall)
    dice(6)
    assert fire(ines, shannon, kestrel, BOW, ashfall).status_code == 200
    assert parts_of(facts_of(gm.table, "dragonfly.shot"))["Righteous Fury"] == 5
    gm.does("dragonfly.end-dogfight")
    assert "The Righteous Fury of Shannon ends with the encounter." in marek.log()
    meet(gm, kestrel, ashfall)
    at_fire(gm, kestrel, ashfall)
    dice(6)
    assert fire(ines, shannon, kestrel, BOW, ashfall).status_code == 200
    assert "Righteous Fury" not in parts_of(facts_of(gm.table, "dragonfly.shot"))


@pytest.mark.played("dragonfly.righteous-fury")
def test_without_reason_nothing_is_spent_and_one_may_ask_again(met, gm, ines, marek, shannon):
    ask_for(ines, shannon)
    assert answer(gm, "no", words="They had not seen it").status_code == 200
    assert points(shannon)
    assert "sees no reason for the Righteous Fury of Shannon; nothing is spent. They had not seen it" in marek.log()
    assert ask_for(ines, shannon).status_code == 200


@pytest.mark.played("dragonfly.righteous-fury")
def test_it_is_not_asked_for_twice(met, gm, ines, shannon):
    ask_for(ines, shannon)
    assert "2 Drama Points" not in ines.panel("dogfight")
    assert "Shannon has asked: the Director decides." in said(ask_for(ines, shannon))
    answer(gm)
    assert "does not stack" in said(ask_for(ines, shannon))
    assert not Ask.objects.filter(closed_at=None).exists()


def test_it_takes_two_points_and_a_reason_and_what_was_typed_stays(met, gm, ines, shannon):
    assert "field-why" in ask_for(ines, shannon, why="").content.decode()
    Track.objects.filter(character=shannon, key="drama-points").update(value=1)
    before = state_of_play(gm.table)
    response = ask_for(ines, shannon)
    assert response.status_code == 422
    assert "costs 2 Drama Points, and 1 is left" in said(response)
    assert WHY in response.content.decode()
    assert state_of_play(gm.table) == before


def test_it_is_offered_to_those_at_the_weapons_alone(met, gm, ines, marek, kestrel, shannon):
    other = person_made(ines, "Orla")
    seated(ines, kestrel, other, "engineer")
    assert "Righteous Fury: Orla" not in ines.panel("dogfight")
    assert ask_for(ines, other).status_code == 422
    assert ask_for(marek, shannon).status_code == 422
    assert not Ask.objects.exists()


@pytest.mark.played("dragonfly.righteous-fury", "dragonfly.drama-points")
def test_whoever_also_fights_asks_in_intentions(met, gm, ines, shannon):
    gm.does("dragonfly.start-fight", title="The gantry", characters=[shannon.public_id])
    gm.does("dragonfly.fight-next")
    assert "Intentions are over" in said(ask_for(ines, shannon))


@pytest.fixture
def gantry(met, gm, shannon):
    """Shannon fights as well, with points for two furies."""
    Track.objects.filter(character=shannon, key="drama-points").update(value=4)
    gm.does("dragonfly.start-fight", title="The gantry", characters=[shannon.public_id])


def rages_on_the_gantry(gm: Any, ines: Any, shannon: Character) -> None:
    plan = {"text": "Storms in", "action": "attack", "stance": "normal", "fury": "on", "fury_why": WHY}
    response = ines.post("dragonfly.declare", character=shannon.public_id, **plan)
    assert response.status_code == 200, said(response)
    ask = Ask.objects.get(closed_at=None, exchange__kind="dragonfly.righteous-fury")
    assert gm.post("dragonfly.answer-fury", ask=ask.public_id, allow="yes").status_code == 200


@pytest.mark.played("dragonfly.righteous-fury")
def test_whoever_fights_in_fury_needs_none_aboard(gantry, gm, ines, shannon):
    assert "2 Drama Points" in ines.panel("dogfight")
    rages_on_the_gantry(gm, ines, shannon)
    assert "Righteous Fury: Shannon" not in ines.panel("dogfight")
    before = state_of_play(gm.table)
    assert "counts on every shot too, and it does not stack" in said(ask_for(ines, shannon))
    assert state_of_play(gm.table) == before
    gm.does("dragonfly.end-fight")
    assert ask_for(ines, shannon).status_code == 200


@pytest.mark.played("dragonfly.righteous-fury")
def test_what_began_aboard_counts_on_the_attacks_of_a_fight_too(met, gm, ines, shannon):
    ask_for(ines, shannon)
    answer(gm)
    Track.objects.filter(character=shannon, key="drama-points").update(value=4)
    gm.does("dragonfly.start-fight", title="The gantry", characters=[shannon.public_id])
    standing = standing_of(fighter(shannon))
    assert [one.value for one in standing.lines("attack", options_of(gm.viewer, standing.fight))] == [5]
    assert "Righteous Fury" in ines.panel("fight")
    assert "Righteous Fury" not in in_words(ines.get("dragonfly.declare", character=shannon.public_id))
    ines.does("dragonfly.declare", character=shannon.public_id, fury="on", fury_why=WHY)
    assert not Ask.objects.filter(closed_at=None).exists()
    gm.does("dragonfly.end-dogfight")
    assert "Righteous Fury" not in ines.panel("fight")
    assert "Righteous Fury" in in_words(ines.get("dragonfly.declare", character=shannon.public_id))


@pytest.mark.played("dragonfly.righteous-fury")
def test_a_fury_that_began_in_the_fight_meanwhile_costs_nothing_more_aboard(gantry, gm, ines, shannon):
    ask_for(ines, shannon)
    aboard = Ask.objects.get(closed_at=None, exchange__kind="dragonfly.fury-aboard").public_id
    rages_on_the_gantry(gm, ines, shannon)
    response = gm.post("dragonfly.answer-fury-aboard", ask=aboard, allow="yes")
    assert response.status_code == 422
    assert "does not stack. Answer no" in said(response)
    assert drama_points_of(shannon) == 2
    assert gm.post("dragonfly.answer-fury-aboard", ask=aboard, allow="no").status_code == 200


def test_of_somebody_hidden_nobody_hears(met, gm, ines, marek, watcher, ashfall):
    gm.does("dragonfly.make", name="Voss", **PERSON | {"role": "guest-star", "sheet": "full", "hidden": "on"})
    voss = Character.objects.get(name="Voss")
    seated(gm, ashfall, voss, "gunner")
    Track.objects.filter(character=voss, key="drama-points").update(value=HELD)
    response = ask_for(gm, voss)
    assert response.status_code == 200, said(response)
    answer(gm)
    gm.does("dragonfly.end-dogfight")
    assert "The Righteous Fury of Voss ends" in gm.log()
    for person in (ines, marek, watcher):
        assert "Righteous Fury of Voss" not in everything_shown_to(person)
        assert WHY not in everything_shown_to(person)


@pytest.mark.played("dragonfly.righteous-fury")
def test_of_the_directors_own_aboard_a_players_ship_the_points_are_the_directors(met, gm, ines, marek, kestrel):
    gm.does("dragonfly.make", name="Orsk", **PERSON | {"role": "guest-star", "sheet": "full"})
    orsk = Character.objects.get(name="Orsk")
    seated(gm, kestrel, orsk, "gunner")
    Track.objects.filter(character=orsk, key="drama-points").update(value=HELD)
    ask_for(gm, orsk)
    answer(gm)
    assert "lets Orsk fight in Righteous Fury: +5 on all attacks, 1 Drama Point left." in gm.log()
    for person in (ines, marek):
        assert "lets Orsk fight in Righteous Fury: +5 on all attacks." in person.log()


@pytest.mark.played("dragonfly.righteous-fury", "dragonfly.table-options/secret-intentions")
def test_intentions_that_are_shown_open_no_line_of_a_fury_aboard(gm, ines, watcher, ashfall, kestrel, shannon):
    """Shannon is aboard one of the Director's ships: who hears of it is its crew."""
    switched(gm, secret_intentions="on")
    seated(gm, ashfall, shannon, "gunner")
    Track.objects.filter(character=shannon, key="drama-points").update(value=4)
    meet(gm, kestrel, ashfall)
    gm.does("dragonfly.start-fight", title="The gantry", characters=[shannon.public_id])
    ask_for(ines, shannon)
    answer(gm)
    ines.does("dragonfly.declare", character=shannon.public_id, text="Ducks", drama="defense")
    before = watcher.panel("points")
    gm.does("dragonfly.fight-next")
    assert "Righteous Fury" not in before + watcher.panel("points")
    assert "Heroic Feat" in watcher.panel("points")
    assert "Righteous Fury" in ines.panel("points")


@pytest.mark.played("dragonfly.righteous-fury")
@pytest.mark.parametrize("heard", [False, True])
def test_the_order_of_a_fight_tells_of_a_fury_aboard_those_alone_who_heard_of_it(
    heard, met, gm, ines, watcher, kestrel, ashfall
):
    """Aboard one of the Director's ships her side hears of it, aboard a players' ship everybody."""
    gm.does("dragonfly.make", name="Orsk", **PERSON | {"role": "guest-star", "sheet": "full"})
    orsk = Character.objects.get(name="Orsk")
    seated(gm, kestrel if heard else ashfall, orsk, "gunner")
    Track.objects.filter(character=orsk, key="drama-points").update(value=HELD)
    ask_for(gm, orsk)
    answer(gm)
    gm.does("dragonfly.start-fight", title="The gantry", characters=[orsk.public_id])
    assert "Righteous Fury" in gm.panel("fight")
    for person in (ines, watcher):
        assert ("Righteous Fury" in person.panel("fight")) == heard
    gm.does("dragonfly.end-dogfight")
    assert "Righteous Fury" not in gm.panel("fight")


def test_whoever_rages_unheard_of_reads_it_themselves(met, gm, ines, marek, shannon, pell, ashfall):
    gm.does("dragonfly.leave-post", post=Post.objects.get(person=pell).public_id)
    seated(gm, ashfall, pell, "gunner")
    Track.objects.filter(character=pell, key="drama-points").update(value=HELD)
    ask_for(marek, pell)
    answer(gm)
    gm.does("dragonfly.start-fight", title="The gantry", characters=[pell.public_id, shannon.public_id])
    assert "Righteous Fury" in marek.panel("my-fight")
    assert "Righteous Fury" not in marek.panel("fight") + ines.panel("fight") + ines.panel("my-fight")


@pytest.mark.played("dragonfly.righteous-fury", "dragonfly.open-fire")
@pytest.mark.parametrize("heard", [True, False])
def test_a_shot_in_a_fury_tells_of_it_those_alone_who_heard_of_it(
    heard, met, gm, ines, marek, watcher, dice, kestrel, ashfall, shannon, pell
):
    """Aboard one of the Director's ships her side hears of it, aboard a players' ship everybody."""
    ship, target = (kestrel, ashfall) if heard else (ashfall, kestrel)
    gm.does("dragonfly.leave-post", post=Post.objects.get(person=shannon).public_id)
    if not heard:
        gm.does("dragonfly.leave-post", post=Post.objects.get(person=pell).public_id)
        seated(gm, ashfall, pell, "gunner")
        ashfall.entries.create(kind="weapon", name=TURRET, facts=kestrel.entries.get(name=TURRET).facts)
    Track.objects.filter(character=pell, key="drama-points").update(value=HELD)
    ask_for(marek, pell)
    answer(gm)
    at_fire(gm, ship, target)
    dice(6, 6)
    shot = fire(marek, pell, ship, TURRET, target)
    assert shot.status_code == 200, said(shot)
    cards = [one.soup().select("#log-cards .whyd")[-1].get_text() for one in (gm, marek, ines, watcher)]
    assert ["Righteous Fury" in one for one in cards] == [True, True, heard, heard]


def test_the_question_ends_with_the_encounter_and_undo_gives_points_back(met, gm, ines, shannon):
    ask_for(ines, shannon)
    answer(gm)
    undone(gm, "dragonfly.fury-answered")
    assert points(shannon)
    assert Ask.objects.filter(closed_at=None).count() == 1
    assert "Righteous Fury</span>" not in ines.panel("dogfight")
    gm.does("dragonfly.end-dogfight")
    assert not Ask.objects.filter(closed_at=None).exists()
    assert points(shannon)


@pytest.mark.played("dragonfly.righteous-fury")
def test_the_question_ends_with_the_scene(gm, ines, scene, met, shannon, kestrel, ashfall):
    ask_for(ines, shannon)
    gm.does("close-scene")
    assert not Ask.objects.filter(closed_at=None).exists()
    assert "Righteous Fury" not in gm.panel("asks")
    undone(gm, "scene-closed")
    assert Ask.objects.filter(closed_at=None).count() == 1
    gm.does("close-scene")
    meet(gm, kestrel, ashfall)
    assert ask_for(ines, shannon).status_code == 200


@pytest.mark.played("dragonfly.righteous-fury")
def test_where_the_scene_ends_it_those_who_heard_of_it_are_told(gm, ines, marek, scene, met, shannon):
    ask_for(ines, shannon)
    answer(gm)
    gm.does("close-scene")
    assert "The Righteous Fury of Shannon ends with the encounter." in marek.log()


def test_where_the_scene_ends_that_of_somebody_hidden_nobody_hears(gm, ines, watcher, scene, met, ashfall):
    gm.does("dragonfly.make", name="Voss", **PERSON | {"role": "guest-star", "sheet": "full", "hidden": "on"})
    voss = Character.objects.get(name="Voss")
    seated(gm, ashfall, voss, "gunner")
    Track.objects.filter(character=voss, key="drama-points").update(value=HELD)
    ask_for(gm, voss)
    answer(gm)
    gm.does("close-scene")
    assert "The Righteous Fury of Voss ends" in gm.log()
    for person in (ines, watcher):
        assert "Righteous Fury of Voss" not in everything_shown_to(person)


def test_supporting_cast_is_not_asked(met, gm, ashfall, voss):
    seated(gm, ashfall, voss, "gunner")
    assert "Righteous Fury: Voss" not in gm.panel("dogfight")
    assert ask_for(gm, voss).status_code == 422


def test_only_a_gm_answers_with_or_without_javascript(met, gm, ines, shannon):
    ask_for(ines, shannon)
    ask = Ask.objects.get(closed_at=None).public_id
    assert ines.post("dragonfly.answer-fury-aboard", ask=ask, allow="yes").status_code == 403
    assert WHY in gm.get("dragonfly.answer-fury-aboard", ask=ask, plain=True).content.decode()
    assert gm.post("dragonfly.answer-fury-aboard", ask=ask, allow="yes", plain=True).status_code == 302
    assert "no longer open" in said(gm.post("dragonfly.answer-fury-aboard", ask=ask, allow="yes"))
