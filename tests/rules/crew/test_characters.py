"""Sheets of people, and what their traits bring to a pool."""

from dataclasses import replace
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.crew import DEFAULTS
from apps.rules.crew.characters import (
    Triggered,
    attribute_sizes,
    attributes,
    distinction,
    sheet,
    signature_asset,
    skill_ratings,
    skills,
    specialty,
    triggers,
    why_no_trigger,
)
from apps.rules.crew.lists import (
    ATTRIBUTES,
    DIFFICULTIES,
    PILE_REASONS,
    PLOT_POINT_GAINS,
    PLOT_POINT_USES,
    RATINGS,
    ROLES,
    SHIP_TYPES,
    SKILLS,
    TRIGGER_EFFECTS,
    pick,
)
from apps.rules.crew.steps import SIZES
from apps.rules.registry import book

LISTS = (ATTRIBUTES, DIFFICULTIES, PILE_REASONS, PLOT_POINT_GAINS, PLOT_POINT_USES, ROLES, SHIP_TYPES, SKILLS,
         TRIGGER_EFFECTS)  # fmt: skip


def code_of(no):
    return no and no.code


def field_of(call, *args, **given):
    with pytest.raises(Refused) as no:
        call(*args, **given)
    return no.value.field


# Lists


@pytest.mark.parametrize("rows", LISTS, ids=lambda rows: type(rows[0]).__name__)
def test_every_row_is_found_by_id_and_by_title(rows):
    assert len({row.id for row in rows}) == len(rows)
    for row in rows:
        assert pick("row", row.id, rows) is row
        assert pick("row", f" {row.title.upper()} ", rows) is row
    with pytest.raises(Refused) as no:
        pick("some_row", "nothing of that kind", rows)
    assert (no.value.code, no.value.field) == ("not-listed", "some_row")


def test_rules_named_in_the_lists_are_in_the_book():
    ids = {rule.id for rule in book("crew").rules}
    assert {row.rule for row in (*PLOT_POINT_USES, *PLOT_POINT_GAINS, *PILE_REASONS)} <= ids


@pytest.mark.rule("crew.skill-ratings")
def test_ratings_and_difficulties_go_up_the_ladder():
    assert tuple(row.size for row in RATINGS) == tuple(row.size for row in DIFFICULTIES) == SIZES


# Attributes


@pytest.mark.rule("crew.attributes")
@pytest.mark.parametrize("attribute", ["mental", "physical", "social"])
@pytest.mark.parametrize(
    ("size", "crew", "gmc"), [(4, (), (4,)), (6, (6,), (6,)), (8, (8,), (8,)), (10, (10,), (10,)), (12, (), (12,))]
)
def test_attributes_of_crewmembers_are_d6_to_d10_and_of_gmcs_any(attribute, size, crew, gmc):
    mine = attributes(attribute=attribute, size=size)
    assert (mine.legal, mine.added) == (bool(crew), crew)
    theirs = attributes(attribute=attribute, size=size, kind="major-gmc")
    assert (theirs.legal, theirs.added) == (True, gmc)


@pytest.mark.rule("crew.attributes")
def test_attributes_refuse():
    assert field_of(attributes, attribute="luck", size=8) == "attribute"
    assert field_of(attributes, attribute="mental", size=14) == "size"
    assert field_of(attributes, attribute="mental", size=8, kind="robot") == "kind"
    assert field_of(attribute_sizes, "") == "kind"


# Skills


@pytest.mark.rule("crew.skills")
def test_nineteen_skills_in_alphabetical_order():
    assert len(SKILLS) == 19
    assert [row.title for row in SKILLS] == sorted(row.title for row in SKILLS)


@pytest.mark.rule("crew.skills")
@pytest.mark.parametrize(
    ("deed", "skill"),
    [
        ("pushing", "labor"),
        ("sleight of hand", "trick"),
        ("jumping", "move"),
        ("spaceships", "fly"),
        ("mules", "drive"),
        ("grenades", "throw"),
        ("cutting torches", "operate"),
        ("counselling", "treat"),
    ],
)
def test_what_skills_cover(deed, skill):
    assert [row.id for row in SKILLS if deed in row.covers] == [skill]
    assert deed in skills(skill=skill).covers


@pytest.mark.rule("crew.skills", "crew.skill-ratings", "crew.sheet")
def test_a_skill_with_nothing_on_the_sheet_is_d4():
    assert skills(skill="know").size == skill_ratings().die == sheet().size == 4
    assert skill_ratings().rating == "Untrained"
    assert skills(skill="Know", size="d10").size == sheet(skill=10).size == 10


@pytest.mark.rule("crew.skill-ratings")
def test_the_five_grades():
    grades = [skill_ratings(die=size).rating for size in SIZES]
    assert grades == ["Untrained", "Competent", "Expert", "Master", "Grandmaster"]


@pytest.mark.rule("crew.skills", "crew.skill-ratings", "crew.sheet")
@pytest.mark.parametrize("size", [0, 3, 5, 14, 20, "d12+", "d7", "8"])
def test_skills_refuse_what_is_no_die(size):
    assert field_of(skills, skill="know", size=size) == "size"
    assert field_of(skill_ratings, die=size) == "die"
    if size:
        assert field_of(sheet, skill=size) == "skill"


@pytest.mark.rule("crew.skills")
def test_skills_refuse_what_is_none():
    assert field_of(skills, skill="swim") == "skill"


# What joins a pool


@pytest.mark.rule("crew.specialty")
@pytest.mark.parametrize("size", SIZES)
def test_a_specialty_is_always_d6(size):
    assert specialty(skill=size).added == (6,)
    assert specialty(skill=size, specialty=False).added == ()


@pytest.mark.rule("crew.specialty")
def test_a_specialty_belongs_to_a_skill():
    assert field_of(specialty, skill=3) == "skill"


@pytest.mark.rule("crew.distinction")
@pytest.mark.parametrize("pp", [0, 1, 7])
def test_a_distinction_in_the_way_pays(pp):
    assert (distinction(distinction=8, pp=pp).added, distinction(distinction=8, pp=pp).pp) == ((8,), pp)
    assert (distinction(distinction=4, pp=pp).added, distinction(distinction=4, pp=pp).pp) == ((4,), pp + 1)


@pytest.mark.rule("crew.distinction")
def test_a_distinction_refuses():
    assert field_of(distinction, distinction=6) == "distinction"
    assert field_of(distinction, distinction=8, pp=-1) == "pp"


@pytest.mark.rule("crew.signature-asset", "crew.table-options/signature-assets-per-roll")
def test_one_signature_asset_or_all_that_fit():
    one = replace(DEFAULTS, signature_assets_per_roll="1")
    assert signature_asset(signature_assets=[8, 6, 6]).added == (8, 6, 6)
    assert signature_asset(signature_assets=[8], options=one).added == (8,)
    with pytest.raises(Refused) as no:
        signature_asset(signature_assets=[8, 6], options=one)
    assert (no.value.code, no.value.field) == ("one-signature-asset", "signature_assets")


@pytest.mark.rule("crew.signature-asset")
@pytest.mark.parametrize("size", [4, 10, 12, 14])
def test_a_signature_asset_is_d6_or_d8(size):
    assert field_of(signature_asset, signature_assets=[8, size]) == "signature_assets"


# Triggers


@pytest.mark.rule("crew.triggers")
@pytest.mark.parametrize(
    ("costs", "pp", "legal", "left"),
    [(-1, 0, False, 0), (-1, 1, True, 0), (0, 0, True, 0), (0, 3, True, 3), (1, 0, True, 1), (1, 3, True, 4)],
)
def test_a_trigger_pays_or_is_paid(costs, pp, legal, left):
    fired = triggers(trigger_pp=costs, pp=pp, effect="reroll")
    assert (fired.legal, fired.pp, fired.effect) == (legal, left, "reroll" if legal else "")


@pytest.mark.rule("crew.triggers")
@pytest.mark.parametrize(
    ("given", "code"), [({"wanted": False}, "not-wanted"), ({"agreed": False}, "not-agreed"), ({"pp": 0}, "no-points")]
)
def test_a_button_can_tell_why_no_trigger(given, code):
    case: dict[str, Any] = {"trigger_pp": -1, "pp": 1, **given}
    assert code_of(why_no_trigger(**case)) == code
    assert triggers(**case) == Triggered(legal=False, pp=case["pp"], effect="")
    assert why_no_trigger(trigger_pp=-1, pp=1) is None


@pytest.mark.rule("crew.triggers")
def test_what_the_program_does_for_a_trigger():
    assert {row.id: row.on for row in TRIGGER_EFFECTS} == {
        "": "", "step-up": "pool", "step-down": "pool", "double": "pool", "reroll": "roll",
        "create-asset": "sheet", "step-up-asset": "sheet", "create-complication": "sheet",
        "step-down-complication": "sheet", "gain-hero-die": "sheet",
    }  # fmt: skip
    assert triggers(trigger_pp=0, pp=0).effect == ""


@pytest.mark.rule("crew.triggers")
@pytest.mark.parametrize(("field", "value"), [("trigger_pp", -2), ("trigger_pp", 2), ("pp", -1), ("effect", "explode")])
def test_a_trigger_refuses(field, value):
    assert field_of(triggers, **{"trigger_pp": 0, "pp": 1, field: value}) == field


@pytest.mark.rule("crew.sheet")
def test_what_changes_in_play():
    assert {row.id for row in sheet().fields if row.changes} == {
        "assets", "complications", "hero-dice", "plot-points", "taken-out", "acted", "episodes"
    }  # fmt: skip
    assert {row.id for row in sheet().fields if not row.changes} == {
        "name", "role", "attributes", "skills", "specialties", "distinctions", "signature-assets"
    }  # fmt: skip
