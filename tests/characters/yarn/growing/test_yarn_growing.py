"""Experience dice: awarded, and spent on new traits, better ones, and the hit points that come of them."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters import entries
from apps.characters.models import Character, Entry, Rating, Use
from apps.characters.yarn.approving import missing
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.sheet import sheet_of
from apps.table.models import Ask, Exchange, Span
from tests.people import Person, open_a_table, sit_down
from tests.yarn_evening import JOSS, MAUD
from tests.yarn_evening_growing import NEW
from tests.yarn_world import asked, made, opens, refused


def trait(character: Character, name: str) -> str:
    """The public id of a trait."""
    (row,) = [one for one in entries.held_by(character, "trait") if one.name == name]
    return row.public_id


@pytest.fixture
def rich(maud: Character, ines: Person) -> Character:
    """Maud, with twenty experience dice."""
    Rating.objects.filter(character=maud, key="experience").update(value=20)
    return maud


def says(person: Person, act: str, **given: Any) -> None:
    person.does(act, ask=asked(person), **given)


# awards


@pytest.mark.played("yarn.award-dice")
def test_all_who_took_part_get_the_same(maud: Character, joss: Character, gm: Person, ines: Person) -> None:
    gm.does("yarn.award-dice", characters=[maud.public_id], play=1, feats=2, why="An old foe")
    assert (sheet_of(maud).experience, sheet_of(joss).experience) == (5, 1)
    assert "Maud Ferrin +3, now 5. An old foe" in ines.log()
    assert "no die at all" in refused(gm, "yarn.award-dice", characters=[maud.public_id], play=0)
    no = refused(gm, "yarn.award-dice", characters=[maud.public_id], play=9, feats=9)
    assert "a sheet holds 20" in no
    assert ines.post("yarn.award-dice", characters=[maud.public_id], play=1).status_code == 403


def test_some_get_more_where_the_table_plays_so(db: None) -> None:
    table = open_a_table("Low Water", game="yarn", equal_awards="off")
    gm, ines, marek = sit_down(table, "Edda", "gm", "gm"), sit_down(table, "Ines"), sit_down(table, "Marek")
    maud, joss = made(ines, **MAUD), made(marek, **JOSS)
    more = {f"own_{joss.public_id}": 2}
    gm.does("yarn.award-dice", characters=[maud.public_id, joss.public_id], play=1, **more)
    assert (sheet_of(maud).experience, sheet_of(joss).experience) == (3, 4)


# new traits


@pytest.mark.played("yarn.new-trait", "yarn.spend-experience")
def test_a_new_trait_costs_five_dice_and_the_gms_word(rich: Character, gm: Person, ines: Person) -> None:
    ines.does("yarn.new-trait", character=rich.public_id, **NEW)
    assert sheet_of(rich).experience == 20
    says(gm, "yarn.judge-improvement", allow="yes")
    assert sheet_of(rich).experience == 15
    assert [(one.name, one.score, one.place) for one in sheet_of(rich).traits][-1] == ("Reads people", 3, "more")
    assert "different names" in refused(ines, "yarn.new-trait", character=rich.public_id, **NEW)


def test_not_yet_costs_nothing(rich: Character, gm: Person, ines: Person) -> None:
    ines.does("yarn.new-trait", character=rich.public_id, **NEW)
    says(gm, "yarn.judge-improvement", allow="no", remark="Later.")
    assert (sheet_of(rich).experience, len(sheet_of(rich).traits)) == (20, 3)
    assert "Later." in ines.log()


def test_what_the_rules_refuse_is_not_asked_of_the_gm(maud: Character, ines: Person) -> None:
    no = refused(ines, "yarn.new-trait", character=maud.public_id, **NEW)
    assert "costs 5 experience dice, and the pool has 2" in no
    Rating.objects.filter(character=maud, key="experience").update(value=9)
    no = refused(ines, "yarn.new-trait", character=maud.public_id, **NEW | {"kind": "technical"})
    assert "come without training" in no
    assert not Ask.objects.exists()


@pytest.mark.parametrize(("how", "dice"), [("one over average", 3), ("good column", 4)])
def test_a_narrow_trait_starts_as_the_table_plays_it(db: None, how: str, dice: int) -> None:
    table = open_a_table("Low Water", game="yarn", narrow_traits="on", narrow_development=how)
    gm, ines = sit_down(table, "Edda", "gm", "gm"), sit_down(table, "Ines")
    maud = made(ines, **MAUD | {"experience": 5})
    gm.does("yarn.new-trait", character=maud.public_id, **NEW | {"kind": "narrow"})
    assert (sheet_of(maud).traits[-1].score, sheet_of(maud).experience) == (dice, 0)


def test_dice_that_were_used_are_given_up_first(rich: Character, gm: Person, ines: Person) -> None:
    opens(gm)
    episode = Span.objects.get(kind="session")
    for _ in range(6):
        Use.objects.create(character=rich, rule="yarn.experience-pool", span=episode)
    gm.does("yarn.new-trait", character=rich.public_id, **NEW)
    assert Use.objects.filter(character=rich, rule="yarn.experience-pool").count() == 1


def test_a_pool_that_is_spent_is_not_missing_from_the_sheet(maud: Character, gm: Person) -> None:
    def lacks() -> bool:
        return "experience pool" in missing(sheet_of(Character.objects.get(pk=maud.pk)))

    Rating.objects.filter(character=maud, key="experience").update(value=0)
    assert lacks()
    Rating.objects.filter(character=maud, key="experience").update(value=5)
    gm.does("yarn.new-trait", character=maud.public_id, **NEW)
    assert sheet_of(maud).experience == 0
    assert not lacks()


def test_what_is_asked_twice_is_bought_once(rich: Character, gm: Person, ines: Person) -> None:
    for _ in range(2):
        ines.does("yarn.new-trait", character=rich.public_id, **NEW)
    says(gm, "yarn.judge-improvement", allow="yes")
    assert "different names" in refused(gm, "yarn.judge-improvement", ask=asked(gm), allow="yes")
    says(gm, "yarn.judge-improvement", allow="no")
    row = trait(rich, "Hears what is not said")
    for _ in range(2):
        ines.does("yarn.improve-trait", trait=row, to=4, months=6)
    says(gm, "yarn.judge-improvement", allow="yes")
    assert "has 4 dice by now" in refused(gm, "yarn.judge-improvement", ask=asked(gm), allow="yes")
    assert sheet_of(rich).experience == 5


def test_what_was_asked_before_the_score_was_noted_with_it_can_be_bought(
    rich: Character, gm: Person, ines: Person
) -> None:
    row = trait(rich, "Hears what is not said")
    for _ in range(2):
        ines.does("yarn.improve-trait", trait=row, to=4, months=6)
    for exchange in Exchange.objects.all():
        exchange.state.pop("before")
        exchange.save()
    says(gm, "yarn.judge-improvement", allow="yes")
    assert (sheet_of(rich).trait(row).score, sheet_of(rich).experience) == (4, 10)  # type: ignore[union-attr]
    assert "has 4 dice by now" in refused(gm, "yarn.judge-improvement", ask=asked(gm), allow="yes")


# better ones


@pytest.mark.played("yarn.improve-trait", "yarn.training-scene")
def test_training_that_is_too_short_is_the_gms_to_call_enough(rich: Character, gm: Person, ines: Person) -> None:
    ines.does("yarn.note-training", character=rich.public_id, text="Two weeks of boxing")
    row = trait(rich, "Hears what is not said")
    ines.does("yarn.improve-trait", trait=row, to=4, months=2, how="full time")
    shown = gm.panel("asks")
    assert "less training than the rules ask" in shown
    assert "Noted: Two weeks of boxing" in shown
    says(gm, "yarn.judge-improvement", allow="yes")
    assert (sheet_of(rich).trait(row).score, sheet_of(rich).experience) == (4, 10)  # type: ignore[union-attr]


@pytest.mark.played("yarn.central-double")
def test_the_central_trait_costs_twice(rich: Character, gm: Person, ines: Person) -> None:
    row = trait(rich, "Innkeeper")
    assert "costs 30 experience dice, and the pool has 20" in refused(ines, "yarn.improve-trait", trait=row, to=5)
    shown = " ".join(ines.get("yarn.improve-trait", trait=row, to=5).content.decode().split())
    assert "<b>30</b> of 20 experience dice" in shown
    assert "twice the time" in shown


def test_a_low_score_needs_a_deed_and_nothing_goes_down(rich: Character, ines: Person) -> None:
    row = trait(rich, "Strong as a drayman")
    assert "A score rises" in refused(ines, "yarn.improve-trait", trait=row, to=3)
    Entry.objects.filter(public_id=row).update(amount=2)
    assert "done in the game world first" in refused(ines, "yarn.improve-trait", trait=row, to=3)


def test_nobody_raises_what_is_anothers(rich: Character, marek: Person) -> None:
    assert "not yours to raise" in refused(marek, "yarn.improve-trait", trait=trait(rich, "Innkeeper"), to=5)


# hit points


@pytest.fixture
def stronger(rich: Character, gm: Person, ines: Person) -> Character:
    """Maud has become stronger, and her hit points may rise from 21."""
    gm.does("yarn.adjust", character=rich.public_id, track="hit-points", by=-5)
    gm.does("yarn.improve-trait", trait=trait(rich, "Strong as a drayman"), to=4, months=6)
    return rich


@pytest.mark.played("yarn.hit-point-increase")
@pytest.mark.parametrize(("choice", "faces", "full"), [("+7", (), 28), ("2d6", (4, 5), 30), ("leave", (), 21)])
def test_the_only_trait_brings_seven_or_two_dice(
    stronger: Character, ines: Person, dice: Any, choice: str, faces: tuple[int, ...], full: int
) -> None:
    dice(*faces)
    says(ines, "yarn.raise-hit-points", choice=choice)
    assert (level_of(stronger).full, level_of(stronger).now) == (full, full - 5)


@pytest.mark.played("yarn.hit-point-reroll")
@pytest.mark.parametrize(
    ("faces", "full"), [((5, 4, 6, 3, 5, 4), 27), ((6, 6, 6, 6, 6, 5), 33), ((3, 4, 2, 5, 3, 3), 21)]
)
def test_one_trait_among_several_is_rolled_and_rises_by_twelve_at_most(
    rich: Character, gm: Person, ines: Person, dice: Any, faces: tuple[int, ...], full: int
) -> None:
    gm.does("yarn.new-trait", character=rich.public_id, **NEW | {"tough": "on"})
    dice(*faces)
    says(ines, "yarn.raise-hit-points", choice="roll")
    assert level_of(rich).full == full


def test_dice_that_fell_for_hit_points_stay(stronger: Character, gm: Person, ines: Person, dice: Any) -> None:
    dice(4, 5)
    says(ines, "yarn.raise-hit-points", choice="2d6")
    gm.does("undo")
    assert level_of(stronger).full == 21
    dice(1, 1)
    says(ines, "yarn.raise-hit-points", choice="2d6")
    assert level_of(stronger).full == 30


def test_the_prices_stand_on_ones_own_page_once_the_sheet_is_approved(
    rich: Character, gm: Person, ines: Person, marek: Person
) -> None:
    assert "Growing" not in ines.panel("yarn-growing")
    gm.does("yarn.approve", character=rich.public_id, approved="yes")
    shown = ines.panel("yarn-growing")
    assert "Innkeeper to 5 twice the time 30 dice" in shown
    assert "Growing" not in marek.panel("yarn-growing")
