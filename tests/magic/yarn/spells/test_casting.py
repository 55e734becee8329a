"""Spells that are cast: they work, for as long as they say, on whoever does not resist their level."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.characters.yarn.clock import lasts
from apps.checks.yarn.pools import Sought, built
from apps.magic.yarn import running
from apps.rules.yarn.pool import Pool
from tests.combat.conftest import in_words
from tests.magic.yarn.conftest import left, line, wizard
from tests.people import Person
from tests.yarn_world import asked, in_a_turn, made, opens, refused, told


def casts(person: Person, who: Character, spell: str, **said: Any) -> None:
    person.does("yarn.cast", spell=line(who, spell), **said)


@pytest.mark.played("yarn.spell-cast", "yarn.spell-list", "yarn.spell-blessed-black", "yarn.spell-ring-of-gyges",
                    "yarn.magic-kinds")  # fmt: skip
def test_a_spell_costs_a_shot_works_and_ends_by_the_clock(gm: Person, ines: Person, marek: Person, table: Any) -> None:
    joss = made(marek, **wizard("blessed-black", "ring-of-gyges", shots=2))
    casts(marek, joss, "blessed-black")
    assert "All light sources go out" in marek.log()
    casts(marek, joss, "ring-of-gyges")
    assert "10 minutes" in ines.panel("yarn-timers")
    gm.does("yarn.time-passes", count=1, unit="minutes")
    assert "blessed-black" not in ines.panel("yarn-timers")
    assert "This costs 1 psychic shot, and 0 are left" in refused(marek, "yarn.cast", spell=line(joss, "blessed-black"))


@pytest.mark.played("yarn.round-length", "yarn.fringe-interpretation", "yarn.episode")
def test_what_lasts_for_a_minute_lasts_into_no_new_episode_unless_the_gm_says_so(
    gm: Person, ines: Person, marek: Person, hale: Character
) -> None:
    opens(gm)
    joss = made(marek, **wizard("serpents-tongue", "ring-of-gyges"))
    for one in ("serpents-tongue", "ring-of-gyges"):
        casts(marek, joss, one)
    in_a_turn(gm, lambda turn: lasts(turn, turn.desk.own(hale), "Asleep", 60))
    gm.does("yarn.break-off")
    opens(gm, continued="on")
    assert len(running.all_running(gm.viewer.desk)) == 2
    gm.does("yarn.break-off")
    runs_on: Any = BeautifulSoup(gm.get("yarn.open-episode").content, "lxml").select("[name=runs_on]")
    assert [one.parent.get_text(" ", strip=True) for one in runs_on][-1] == "Joss Amber, ring-of-gyges"
    opens(gm, runs_on=[runs_on[-1]["value"]])
    assert [one.name for one in running.all_running(gm.viewer.desk)] == ["ring-of-gyges"]
    assert "Joss Amber is no longer under serpents-tongue." in ines.log()
    assert "Hale is no longer asleep." in gm.log()
    assert "Hale" not in ines.log()
    gm.does("undo")
    assert len(running.all_running(gm.viewer.desk)) == 2
    opens(gm, runs_on=[runs_on[-1]["value"]])
    gm.does("yarn.break-off")
    opens(gm)
    assert running.all_running(gm.viewer.desk) == []
    gm.does("yarn.break-off")
    assert 'name="runs_on"' not in gm.get("yarn.open-episode").content.decode()


def test_the_form_says_whose_shots_it_takes_before_anybody_is_chosen(marek: Person) -> None:
    joss = made(marek, **wizard("grip-of-stone", shots=2))
    words = in_words(marek.get("yarn.cast", spell=line(joss, "grip-of-stone")))
    assert "grip-of-stone Joss Amber has 2 of 2 shots left. It costs 1." in words
    assert "Paralysis: wears off within half an hour." in words


@pytest.mark.played("yarn.spell-lurking-chains")
def test_chains_begin_within_reach(marek: Person) -> None:
    joss = made(marek, **wizard("lurking-chains"))
    assert "reaches 20 m, and it is 21 m" in refused(marek, "yarn.cast", spell=line(joss, "lurking-chains"), metres=21)
    casts(marek, joss, "lurking-chains", metres=20)
    assert left(joss) == 5


@pytest.mark.played("yarn.spell-serpents-tongue")
def test_words_persuade_while_it_runs(marek: Person) -> None:
    joss = made(marek, **wizard("serpents-tongue"))
    casts(marek, joss, "serpents-tongue")
    caster = Character.objects.get(pk=joss.pk)
    assert built(Sought(caster, aim="persuade")).pool == Pool(2, net_bonus=1)
    assert built(Sought(caster, aim="climb")).pool == Pool(2)
    (way,) = marek.soup().select('#panel-yarn-timers a[href*="yarn.check"]')
    form = marek.at_address(str(way["href"]).partition(marek.url)[2] or str(way["href"])).content.decode()
    assert 'value="serpents-tongue"' in form


@pytest.mark.played("yarn.spell-resist", "yarn.spell-grip-of-stone")
def test_the_level_is_enough_to_throw_it_off(marek: Person, gm: Person, table: Any, bess: Character, dice: Any) -> None:
    joss = made(marek, **wizard("grip-of-stone"))
    for base, faces, works in ((2, (6, 5), True), (2, (6, 6), False)):
        casts(marek, joss, "grip-of-stone", target=bess.public_id, metres=15)
        dice(*faces)
        gm.does("yarn.resist-power", ask=asked(gm), way="resist", base=base)
        assert told(table)["works"] is works
    (row,) = running.running_on(Character.objects.get(pk=bess.pk))
    assert row.facts["state"] == "paralysed"
    assert "resists, against 12" in gm.log()
    assert "12" not in marek.log().replace("12 dice", "")
    assert "reaches 15 m" in refused(
        marek, "yarn.cast", spell=line(joss, "grip-of-stone"), target=bess.public_id, metres=16
    )


@pytest.mark.played("yarn.spell-resist")
def test_whom_it_strikes_is_asked_and_not_told_the_level(
    gm: Person, ines: Person, table: Any, maud: Character, dice: Any
) -> None:
    witch = made(gm, **wizard("grip-of-stone") | {"name": "The witch", "role": "recurring"})
    casts(gm, witch, "grip-of-stone", target=maud.public_id, metres=3)
    page = ines.page()
    assert "Something works on Maud Ferrin" in page
    assert "grip-of-stone" not in page
    (trait,) = (one.public_id for one in maud.entries.filter(name="Strong as a drayman"))
    ask = page.partition('data-ask="')[2].partition('"')[0]
    form = ines.get("yarn.resist-power", ask=ask, way="resist", trait=trait).content.decode()
    assert "Throw 3 dice" in form
    assert "to hold out" not in form
    dice(6, 3, 2)
    ines.does("yarn.resist-power", ask=ask, way="resist", trait=trait)
    assert told(table)["works"] is True
    assert "Maud Ferrin is paralysed" in ines.log()
    assert "Maud Ferrin resists:" in ines.log()
    assert "grip-of-stone" not in ines.log()
    assert "Paralysed Maud Ferrin, paralysed 30 minutes" in ines.panel("yarn-timers")


def test_what_is_only_being_learned_is_not_cast(marek: Person) -> None:
    joss = made(marek, **wizard("blessed-black") | {"spell_1_learning": "on"})
    assert "not yours to cast" in refused(marek, "yarn.cast", spell=line(joss, "blessed-black"))


@pytest.mark.played("yarn.spell-serpents-tongue")
def test_where_a_roll_is_asked_for_words_that_persuade_are_one_tap_away(
    gm: Person, ines: Person, marek: Person, table: Any, maud: Character, dice: Any
) -> None:
    joss = made(marek, **wizard("serpents-tongue"))
    gm.does("yarn.ask-check", characters=[joss.public_id], label="The harbour master")
    assert not marek.soup().select('#panel-asks a[href*="aim=persuade"]')
    casts(marek, joss, "serpents-tongue")
    (way,) = marek.soup().select('#panel-asks a[href*="aim=persuade"]')
    page = marek.at_address(str(way["href"]).partition(marek.url)[2] or str(way["href"]))
    assert BeautifulSoup(page.content, "lxml").select("[name=aim][value=persuade][checked]")
    dice(5, 4, 1)
    ask = str(way["href"]).partition("ask=")[2].partition("&")[0]
    marek.does("yarn.answer-check", ask=ask, trait="", aim="persuade")
    assert told(table, "yarn.check")["roll"]["total"] == 9
    ines.does("yarn.oppose", character=maud.public_id, opponent=joss.public_id, label="The price")
    assert marek.soup().select('#panel-asks a[href*="aim=persuade"]')
