"""How powers and spells are learned, and what only the GM knows of it."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.characters.yarn.clock import now as second
from apps.characters.yarn.sheet import sheet_of
from apps.checks.yarn.experience import left_of
from apps.magic.yarn.learning.marks import PSI_MUTE, TALENT, mark_of
from tests.keeping_secrets import level
from tests.magic.yarn.conftest import line, psychic, switched, wizard
from tests.people import Person
from tests.yarn_world import made, refused, starts, told


@pytest.fixture
def joss(marek: Person) -> Character:
    """Somebody without powers, who has learned much."""
    return made(marek, **psychic(experience=14, pool=""))


def now(character: Character) -> Any:
    return sheet_of(Character.objects.get(pk=character.pk))


@pytest.mark.played("yarn.fringe-learn", "yarn.fringe-pool")
def test_a_power_takes_a_month_and_a_six_among_the_dice(marek: Person, joss: Character, table: Any, dice: Any) -> None:
    words = marek.get("yarn.learn-power", character=joss.public_id, listed="sending", given_up=3, months=1)
    assert "42%" in words.content.decode()
    dice(5, 5, 1)
    marek.does("yarn.learn-power", character=joss.public_id, listed="sending", given_up=3, months=1)
    assert (now(joss).experience, now(joss).powers, now(joss).pool) == (11, (), 0)
    assert "Sending will not come" in marek.log()
    dice(1, 6)
    marek.does("yarn.learn-power", character=joss.public_id, listed="sending", given_up=2, months=1, name="The call")
    (power,) = now(joss).powers
    assert (power.name, power.score, now(joss).shots, now(joss).pool) == ("The call", 1, 1, 1)
    assert "faces" not in told(table, audience="everybody")
    assert "has that power already" in refused(
        marek, "yarn.learn-power", character=joss.public_id, listed="sending", given_up=1, months=1
    )


def test_the_gm_may_count_fives_and_sees_the_dice(gm: Person, marek: Person, joss: Character, dice: Any) -> None:
    assert "lowest_face" not in marek.get("yarn.learn-power").content.decode()
    dice(5)
    gm.does("yarn.learn-power", character=joss.public_id, listed="hunches", given_up=1, months=2, lowest_face=5)
    assert now(joss).powers[0].listed == "hunches"
    assert "Only you see this throw" in gm.log()
    assert "Only you see" not in marek.log()


def test_more_dice_than_there_are_are_refused_before_any_falls(marek: Person, joss: Character) -> None:
    assert "given up" in refused(
        marek, "yarn.learn-power", character=joss.public_id, listed="hunches", given_up=15, months=1
    )


@pytest.mark.played("yarn.psi-mute")
def test_psi_mute_looks_like_bad_luck(gm: Person, marek: Person, ines: Person, joss: Character, dice: Any) -> None:
    """Equal bytes for whoever is psi-mute, and whoever merely throws no six."""
    switched(gm, "psi-mute", "on")
    learn: dict[str, Any] = {"character": joss.public_id, "listed": "sending", "given_up": 2, "months": 1}
    shown = []
    for faces in ((1, 6, 6), (2, 5, 5)):
        dice(*faces)
        marek.does("yarn.learn-power", **learn)
        assert mark_of(Character.objects.get(pk=joss.pk), PSI_MUTE) == (faces[0] == 1)
        form = marek.get("yarn.learn-power", **learn).content.decode()
        shown.append([level(one) for one in (marek.page(), ines.page(), form)])
        if faces[0] == 1:
            assert "Psi-mute: they can never learn one" in gm.log()
            assert "Joss Amber: no psychic pool psi-mute: only you know" in gm.panel("yarn-powers")
            gm.does("undo")
    assert shown[0][2] == shown[1][2]
    assert "they can never learn" not in marek.log() + ines.log()


@pytest.mark.played("yarn.psi-mute")
def test_the_mark_stays_and_who_begins_with_a_power_has_none(gm: Person, marek: Person, dice: Any) -> None:
    switched(gm, "psi-mute", "on")
    joss = made(marek, **psychic("hunches", experience=5))
    dice(6)
    marek.does("yarn.learn-power", character=joss.public_id, listed="sending", given_up=1, months=1)
    assert len(now(joss).powers) == 2


@pytest.mark.played("yarn.spell-learn", "yarn.fringe-pool")
def test_a_spell_takes_a_die_more_each_week(marek: Person, joss: Character, table: Any, dice: Any) -> None:
    dice(4)
    marek.does("yarn.learn-spell", character=joss.public_id, spell="blessed-black")
    assert (now(joss).experience, now(joss).spells[0].failed, now(joss).spells[0].known) == (9, 1, False)
    words = marek.get("yarn.learn-spell", character=joss.public_id, spell=line(joss, "Blessed Black")).content.decode()
    assert "Give up 5 dice, throw 2" in words
    assert "the next one throws a die more" in words
    assert "to reach level" not in words
    assert "level" not in marek.panel("yarn-powers")
    dice(3, 3)
    marek.does("yarn.learn-spell", character=joss.public_id, spell=line(joss, "Blessed Black"))
    assert (now(joss).spells[0].known, now(joss).pool, now(joss).shots) == (True, 1, 1)
    assert "level" not in told(table, audience="everybody")


def test_a_week_that_cannot_be_paid_is_refused(gm: Person, marek: Person, joss: Character) -> None:
    gm.does("yarn.adjust", character=joss.public_id, track="experience", by=-10)
    assert "costs 5 experience dice, and there are 4" in refused(
        marek, "yarn.learn-spell", character=joss.public_id, spell="ring-of-gyges"
    )


def test_the_form_says_before_that_a_week_cannot_be_paid(gm: Person, marek: Person, joss: Character) -> None:
    gm.does("yarn.adjust", character=joss.public_id, track="experience", by=-10)
    form = marek.get("yarn.learn-spell", character=joss.public_id, spell="ring-of-gyges").content.decode()
    assert "costs 5 experience dice, and there are 4" in form


@pytest.mark.played("yarn.spell-learn")
def test_levels_are_shown_where_the_table_plays_so(gm: Person, marek: Person, joss: Character, dice: Any) -> None:
    switched(gm, "spell-levels-hidden", "off")
    words = marek.get("yarn.learn-spell", character=joss.public_id, spell="lurking-chains").content.decode()
    assert "to reach level 3" in words
    dice(3)
    marek.does("yarn.learn-spell", character=joss.public_id, spell="lurking-chains")
    assert "Level 3." in marek.log()
    assert "level 3" in marek.panel("yarn-powers")


@pytest.mark.played("yarn.spell-learn", "yarn.spell-learn-botch", "yarn.blowing-the-top-off")
def test_the_odds_of_a_week_are_those_of_its_throw(gm: Person, marek: Person, joss: Character, dice: Any) -> None:
    """No die goes on at six, and all ones fail."""
    switched(gm, "spell-levels-hidden", "off")
    switched(gm, "blow-top", "on")
    learn: dict[str, Any] = {"character": joss.public_id, "spell": "serpents-tongue"}
    assert "to reach level 9 0%" in _odds(marek.get("yarn.learn-spell", **learn))
    gm.does("yarn.adjust", character=joss.public_id, track="experience", by=6)
    learn["spell"] = "lurking-chains"
    for faces in ((1,), (1, 1)):
        dice(*faces)
        marek.does("yarn.learn-spell", **learn)
        learn["spell"] = line(joss, "Lurking Chains")
    assert "to reach level 3 >99%" in _odds(marek.get("yarn.learn-spell", **learn))


def _odds(answer: Any) -> str:
    """The headline of the odds, with what it is the chance of."""
    found = BeautifulSoup(answer.content, "lxml").select_one("#odds")
    assert found
    return " ".join(found.get_text(" ").split())


@pytest.mark.played("yarn.spell-learn-botch")
def test_all_ones_fail_whatever_the_level(marek: Person, joss: Character, dice: Any) -> None:
    dice(1)
    marek.does("yarn.learn-spell", character=joss.public_id, spell="lurking-chains")
    assert "All dice are ones: something goes wrong" in marek.log()
    assert now(joss).spells[0].failed == 1


def test_a_spell_of_the_tables_own_has_the_level_that_the_gm_says(
    gm: Person, marek: Person, joss: Character, dice: Any
) -> None:
    no = refused(gm, "yarn.learn-spell", character=joss.public_id, name="The long rain")
    assert "has the level that you say" in no
    for faces, known in (((5,), False), ((1, 5), True)):
        dice(*faces)
        spell = {"name": "The long rain", "level": 6} if not known else {"spell": line(joss, "The long rain")}
        gm.does("yarn.learn-spell", character=joss.public_id, **spell)
        assert now(joss).spells[0].known is known
    assert "Level 6" not in marek.log()


@pytest.mark.played("yarn.magic-limits")
def test_without_talent_no_throw_is_enough(gm: Person, marek: Person, joss: Character, dice: Any) -> None:
    switched(gm, "magic-limits", "one in six")
    dice(2, 6)
    marek.does("yarn.learn-spell", character=joss.public_id, spell="lurking-chains")
    assert now(joss).spells[0].known is False
    assert mark_of(Character.objects.get(pk=joss.pk), TALENT) == 0
    assert "Without the talent" in gm.log()
    assert "Without the talent" not in marek.log()
    dice(6, 6)
    marek.does("yarn.learn-spell", character=joss.public_id, spell=line(joss, "Lurking Chains"))
    assert now(joss).spells[0].known is False


@pytest.mark.played("yarn.magic-limits")
@pytest.mark.parametrize(
    ("switch", "why"),
    [("magic-intense-study", "takes years"), ("magic-rare-resources", "Books are in code")],
)
def test_limits_bind_players_and_the_gm_lets_them(
    gm: Person, marek: Person, joss: Character, dice: Any, switch: str, why: str
) -> None:
    switched(gm, switch, "on")
    assert why in refused(marek, "yarn.learn-spell", character=joss.public_id, spell="lurking-chains")
    dice(5)
    gm.does("yarn.learn-spell", character=joss.public_id, spell="lurking-chains")
    assert now(joss).spells[0].known


@pytest.mark.played("yarn.magic-limits")
def test_a_power_may_shut_out_magic(gm: Person, marek: Person) -> None:
    switched(gm, "magic-no-fringe-powers", "on")
    joss = made(marek, **psychic("hunches", experience=9))
    for person in (marek, gm):
        no = refused(person, "yarn.learn-spell", character=joss.public_id, spell="lurking-chains")
        assert "shuts out magic" in no


@pytest.mark.played("yarn.fringe-shot-price")
def test_two_dice_buy_a_shot_that_comes_full(gm: Person, marek: Person, table: Any) -> None:
    joss = made(marek, **wizard("lurking-chains", shots=2, experience=5))
    marek.does("yarn.cast", spell=line(joss, "lurking-chains"), metres=5)
    marek.does("yarn.buy-shot", character=joss.public_id, shots=2)
    assert (now(joss).experience, now(joss).shots, now(joss).pool) == (1, 3, 4)
    assert "2 experience dice" in refused(marek, "yarn.buy-shot", character=joss.public_id, shots=1)
    none = made(gm, **psychic(experience=9, pool="") | {"name": "Nan", "role": "recurring"})
    assert "no psychic pool yet" in refused(gm, "yarn.buy-shot", character=none.public_id, shots=1)


@pytest.mark.played("yarn.spend-experience", "yarn.spell-learn", "yarn.fringe-learn", "yarn.fringe-shot-price")
@pytest.mark.parametrize(
    ("act", "said", "price"),
    [
        ("yarn.learn-spell", {"spell": "lurking-chains"}, 5),
        ("yarn.learn-power", {"listed": "sending", "given_up": 3, "months": 1}, 3),
        ("yarn.buy-shot", {"shots": 2}, 4),
    ],
)
def test_dice_that_were_used_are_given_up_first(
    gm: Person, marek: Person, dice: Any, act: str, said: dict[str, Any], price: int
) -> None:
    joss = made(marek, **wizard("blessed-black", experience=9))
    starts(gm)
    for _ in range(4):
        dice(2, 2, 2)
        marek.does("yarn.check", character=joss.public_id, trait="", experience="on", reasons="Will")
    assert left_of(joss) == 5
    dice(5, 5, 5)
    marek.does(act, character=joss.public_id, **said)
    assert (now(joss).experience, left_of(Character.objects.get(pk=joss.pk))) == (9 - price, min(5, 9 - price))


def test_nobody_learns_for_somebody_else(ines: Person, watcher: Person, joss: Character) -> None:
    for act, said in (
        ("yarn.learn-power", {"listed": "sending", "given_up": 1, "months": 1}),
        ("yarn.learn-spell", {"spell": "lurking-chains"}),
        ("yarn.buy-shot", {"shots": 1}),
    ):
        assert "is not yours to choose" in refused(ines, act, character=joss.public_id, **said)
        assert watcher.post(act, character=joss.public_id, **said).status_code == 403


@pytest.mark.played("yarn.spell-learn", "yarn.fringe-pool-recovery")
def test_study_moves_the_storys_clock_where_it_is_meant_to(
    gm: Person, ines: Person, marek: Person, table: Any, dice: Any
) -> None:
    joss = made(marek, **wizard("lurking-chains", shots=2, experience=20))
    marek.does("yarn.cast", spell=line(joss, "lurking-chains"), metres=5)
    about: dict[str, Any] = {"character": joss.public_id, "spell": "seven-shields"}
    form = BeautifulSoup(marek.get("yarn.learn-spell", **about).content, "lxml")
    assert form.select("[name=meanwhile][checked]"), "as it is drawn it goes on"
    dice(1)
    marek.does("yarn.learn-spell", **about, meanwhile="on")
    assert second(table.desk) == 7 * 86400
    assert "lets 7 days pass: Joss Amber studies." in ines.log()
    assert "no longer under lurking-chains" in ines.log()
    assert now(joss).shots == 2
    gm.does("undo")
    assert (second(table.desk), now(joss).shots, now(joss).experience) == (0, 1, 20)


def test_while_a_scene_plays_the_gm_alone_lets_the_weeks_pass(gm: Person, marek: Person, table: Any, dice: Any) -> None:
    joss = made(marek, **wizard("lurking-chains", experience=20))
    starts(gm)
    about: dict[str, Any] = {"character": joss.public_id, "listed": "sending", "given_up": 1, "months": 2}
    assert "The story goes on meanwhile" not in marek.get("yarn.learn-power", **about).content.decode()
    dice(1)
    marek.does("yarn.learn-power", **about, meanwhile="on")
    assert second(table.desk) == 0
    (way,) = gm.soup().select('#log-cards a[href*="yarn.time-passes"]')
    assert way.get_text(strip=True) == "60 days pass meanwhile"
    assert not marek.soup().select('#log-cards a[href*="yarn.time-passes"]')
    form = BeautifulSoup(gm.at_address(str(way["href"]).partition(gm.url)[2] or str(way["href"])).content, "lxml")
    assert form.select("[name=count][value='60']")
    assert "The story goes on meanwhile" in gm.get("yarn.learn-power", **about).content.decode()


def test_whose_study_others_do_not_hear_of_is_not_named(gm: Person, ines: Person, dice: Any) -> None:
    witch = made(gm, **wizard("grip-of-stone", experience=9) | {"name": "The witch", "role": "recurring"})
    dice(1)
    gm.does("yarn.learn-spell", character=witch.public_id, spell="seven-shields", meanwhile="on")
    assert "lets 7 days pass." in ines.log()
    assert "witch studies" not in ines.log().replace("makes The witch", "")


def test_real_dice_of_a_week(marek: Person, joss: Character, table: Any, dice: Any) -> None:
    said = refused(marek, "yarn.learn-spell", character=joss.public_id, spell="blessed-black", faces="6 6")
    assert "The pool has 1 die, and 2 faces are written here." in said
    assert "6 6" in said
    assert now(joss).experience == 14
    dice()
    marek.does("yarn.learn-spell", character=joss.public_id, spell="blessed-black", faces="5")
    assert (told(table, "yarn.spell-learned")["faces"], now(joss).experience) == ([5], 9)
    assert "Real dice" in marek.log()


def test_a_talent_is_thrown_for_in_secret_whatever_is_typed(
    gm: Person, marek: Person, joss: Character, table: Any, dice: Any
) -> None:
    switched(gm, "magic-limits", "one in six")
    dice(2)
    marek.does("yarn.learn-spell", character=joss.public_id, spell="blessed-black", faces="6")
    assert mark_of(Character.objects.get(pk=joss.pk), TALENT) == 0
    assert told(table, "yarn.spell-learned", "gms")["faces"] == [6]


def test_the_gm_alone_types_what_is_thrown_for_a_power(gm: Person, marek: Person, joss: Character, dice: Any) -> None:
    given: dict[str, Any] = {"character": joss.public_id, "listed": "sending", "given_up": 2, "months": 1}
    assert 'name="faces"' not in marek.get("yarn.learn-power", **given).content.decode()
    assert "The pool has 2 dice" in refused(gm, "yarn.learn-power", **given, faces="6")
    dice()
    gm.does("yarn.learn-power", **given, faces="6 1")
    assert now(joss).powers[0].listed == "sending"
    assert "Real dice" in gm.log()
    assert "Real dice" not in marek.log()


def test_the_odds_of_a_week_stand_right_below_the_spell(marek: Person, joss: Character) -> None:
    page = marek.get("yarn.learn-spell", character=joss.public_id, spell="blessed-black").content.decode()
    assert page.index('id="field-spell"') < page.index('id="odds"') < page.index('id="field-meanwhile"')
