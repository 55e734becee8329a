"""Traits, hit points, healing by days, and what experience buys."""

import random
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dice import ScriptedDice
from apps.rules.yarn import Options
from apps.rules.yarn.experience import (
    award_dice,
    central_double,
    experience_pool,
    improve_trait,
    multiple_experience_dice,
    new_trait,
    spend_experience,
)
from apps.rules.yarn.hit_points import (
    healing_days,
    hit_point_increase,
    hit_point_reroll,
    hit_points,
    hit_points_roll,
    hit_points_several,
    long_term_healing,
    patient_state,
)
from apps.rules.yarn.lists import ACTIVITIES, KINDS, STATES
from apps.rules.yarn.traits import (
    approval,
    central_trait,
    flaw,
    my_story,
    side_traits,
    signs,
    starting_psychic_pool,
    superior_trait,
    trait_review,
    trait_scores,
    traits,
)

NARROW = Options(narrow_traits=True)


def no_dice(count, sides):
    raise AssertionError("a die fell")


# Traits


@pytest.mark.rule("yarn.trait-scores", "yarn.superior-trait")
def test_scores_of_every_kind():
    rows = {"standard": (4, 3, 2), "technical": (2, 1, 0), "narrow": (6, 4, 2), "narrow-and-technical": (4, 2, 0)}
    for kind in KINDS:
        high, good, average = rows[kind.id]
        found = superior_trait(central=kind.title, side1=kind.title, side2=kind.id, superior="side1", options=NARROW)
        assert (found.central, found.side1, found.side2) == (good, high, good)
        assert trait_scores(trait=kind.id, options=NARROW).score == good
        assert trait_scores(trait=kind.id, owner=False, options=NARROW).score == average
    with pytest.raises(Refused, match="plays without narrow traits"):
        trait_scores(side1="narrow", superior="central")


@pytest.mark.rule("yarn.superior-trait", "yarn.traits")
def test_exactly_one_is_superior_and_names_differ():
    for chosen in ([], ["central", "side1"]):
        found = superior_trait(superior=chosen)
        assert (found.legal, found.central) == (False, None)
        assert f"{len(chosen)} are chosen" in found.no.text
    names = {"central": "Cook", "side1": "Tough", "side2": "tough ", "flaw": "Drinks"}
    twice = traits(trait_names=names, superior="central", signs_given=4)
    assert (twice.legal, twice.complete, twice.no.code) == (False, False, "name-twice")
    names["side2"] = "Fast"
    assert not traits(trait_names=names, signs_given=4).complete
    assert not traits(trait_names=names, superior="side1", signs_given=3).complete
    assert traits(trait_names=names, superior="side1", signs_given=4).side1 == 4


@pytest.mark.rule("yarn.starting-psychic-pool", "yarn.side-traits", "yarn.central-trait")
def test_a_pool_is_flat_or_rolled():
    assert starting_psychic_pool(fringe_powers=3, choice="flat", dice=no_dice).dice_count == 0
    assert starting_psychic_pool(fringe_powers=3, choice="roll", dice=ScriptedDice([2, 6, 1])).shots == 6
    assert central_trait(name="Alien", central="technical", superior="side1").central == 1
    assert side_traits(name="Fast", side1="standard", superior="central").side2 is None


@pytest.mark.rule("yarn.flaw")
def test_a_flaw_strikes_by_chance_or_always():
    for chance in range(1, 7):
        struck = [flaw(name="Rage", chance=chance, dice=ScriptedDice([face])).strikes for face in range(1, 7)]
        assert sum(struck) == chance
    assert flaw(name="Vain", effect="roleplay", dice=no_dice).penalty == 0
    assert flaw(name="Frail", penalty=2, dice=no_dice).penalty == 2


@pytest.mark.rule("yarn.signs")
def test_closed_sheets_show_what_always_shows():
    given = [{"trait": "agile", "sign": "light step"}, {"trait": "seer", "sign": "trance", "visible": "at times"}]
    assert signs(signs=given).description == ("light step", "trance")
    closed = signs(signs=given, options=Options(sheets_open=False))
    assert (closed.count, closed.description) == (2, ("light step",))


@pytest.mark.rule("yarn.my-story")
def test_a_story_has_25_words():
    assert my_story(sentence="word " * 25).accepted
    long = my_story(sentence=" word" * 27)
    assert (long.accepted, long.too_long_by) == (False, 2)
    assert my_story(sentence="word " * 99, options=Options(story_word_limit=0)).accepted
    assert my_story(sentence="a b c d", options=Options(story_word_limit=3)).too_long_by == 1


@pytest.mark.rule("yarn.approval", "yarn.trait-review")
def test_the_gm_approves_or_lets_them_vote():
    assert approval(players=4, decision="approve").trait_accepted
    assert not approval(players=4, decision="veto").trait_accepted
    assert approval(players=4, votes_for=1).trait_accepted
    assert not approval(players=3, votes_for=1, votes_against=1, gm_tie="against").trait_accepted
    assert trait_review(name="strong", decision="accept").name == "strong"


# Hit points


@pytest.mark.rule("yarn.hit-points", "yarn.hit-points-roll")
def test_fourteen_is_the_least():
    assert [hit_points(relevant=[n]).hit_points for n in range(1, 6)] == [14, 14, 21, 28, 35]
    given: dict[str, Any] = {"relevant": [2], "choice": ["roll"]}
    assert hit_points_roll(**given, dice=ScriptedDice([1, 2, 1, 1])).hit_points == 14
    low = hit_points_roll(**given, options=Options(hp_floor=False), dice=ScriptedDice([1, 2, 1, 1]))
    assert (low.hit_points, low.total, low.dice_count) == (5, 5, 4)
    assert hit_points_roll(relevant=[], choice=["roll"], dice=no_dice).hit_points == 14
    free = Options(hp_roll_without_trait=True)
    assert hit_points_roll(relevant=[], choice=["roll"], options=free, dice=ScriptedDice([6] * 4)).hit_points == 24
    assert hit_points_roll(relevant=[3], choice=["average"], dice=no_dice).hit_points == 21


@pytest.mark.rule("yarn.hit-points-several")
def test_no_choice_changes_after_the_first_roll():
    found = hit_points_several(relevant=[2], choice=["roll"], after_first_roll="change", dice=ScriptedDice([6] * 4))
    assert (found.legal_change, getattr(found.why_no_change, "code", None), found.hit_points) == (
        False,
        "dice-fell",
        24,
    )
    assert hit_points_several(relevant=[], dice=no_dice).hit_points == 14


@pytest.mark.rule("yarn.hit-point-increase", "yarn.hit-point-reroll")
def test_wounds_stay_as_deep_as_they_were():
    more = hit_point_increase(full=21, current=-3, choice="+7", dice=no_dice)
    assert (more.full, more.current, more.dice_count) == (28, 4, 0)
    for total in range(12, 73):
        sixes, rest = divmod(total - 12, 5)
        faces = ([6] * sixes + [1 + rest] + [1] * 12)[:12]
        found = hit_point_reroll(full=30, current=10, new_score=6, dice=ScriptedDice(faces))
        rise = min(12, max(0, sum(faces) - 30))
        assert (found.full, found.current, found.total) == (30 + rise, 10 + rise, sum(faces))


# Healing

BY_HAND = {
    "active": {"mobile": (0, 1)},
    "rest": {"mobile": (1, 1), "bed-ridden": (1, 2), "critical": (0, 1)},
    "medical care": {"mobile": (2, 1), "bed-ridden": (1, 1), "critical": (1, 2)},
}
"""Points and days, written down again from the table."""


@pytest.mark.rule("yarn.long-term-healing", "yarn.patient-state")
def test_the_table_of_healing():
    for activity in ACTIVITIES:
        for state in STATES:
            found = long_term_healing(activity=activity, state=state)
            assert found.legal == (state in BY_HAND[activity])
            if found.legal:
                assert (found.points, found.in_days) == BY_HAND[activity][state]
            else:
                assert found.no.text == f"Nobody who is {state} can be active."
    stars = [(a, s) for a in ACTIVITIES for s in STATES if long_term_healing(activity=a, state=s).loss_possible]
    assert stars == [("active", "mobile"), ("rest", "bed-ridden"), ("rest", "critical")]
    patients = patient_state(hit_points=[5, -2])
    assert patients.open_activities == (ACTIVITIES, ("rest", "medical care"))


@pytest.mark.rule("yarn.healing-days")
def test_random_weeks_against_a_calendar():
    chance = random.Random(7)
    for _ in range(300):
        current, full, critical = chance.randint(-20, 10), 12, chance.random() < 0.2
        week = [chance.choice(["rest", "medical care"]) for _ in range(chance.randint(0, 12))]
        found = healing_days(current=current, full=full, activities=week, critical=critical)
        waiting, before, days = 0, None, []
        for activity in week:
            state = "critical" if critical else "mobile" if current >= 1 else "bed-ridden"
            points, needs = BY_HAND[activity][state]
            waiting = waiting + 1 if (activity, state) == before else 1
            before = activity, state
            if waiting == needs:
                current, waiting = min(full, current + points), 0
            days.append(current)
        assert (found.current, list(found.per_day)) == (current, days)


@pytest.mark.rule("yarn.healing-days")
def test_an_odd_day_waits_for_the_next_jump():
    lost = Options(healing_odd_day_carries=False)
    jumps = [{"activity": "rest", "days": 3}, {"activity": "rest", "days": 1}]
    given: dict[str, Any] = {"current": -5, "full": 20}
    assert healing_days(**given, jumps=jumps).after == (-4, -3)
    assert healing_days(**given, jumps=jumps, options=lost).after == (-4, -4)
    assert healing_days(**given, activity="rest", days=1, odd_day=1).current == -4
    assert healing_days(**given, activity="rest", days=1, odd_day=1, options=lost).current == -5
    assert healing_days(**given, activity="rest", days=1, options=lost).odd_day == 0


@pytest.mark.rule("yarn.healing-days")
def test_what_no_day_allows():
    up = healing_days(current=0, full=9, activity="active", days=1)
    assert (up.legal, up.current, up.no.code) == (False, 0, "not-active")
    loss: dict[str, Any] = {"current": 4, "full": 9, "gm_loss": 3}
    assert healing_days(**loss, activity="rest", days=2).no.code == "no-star"
    star = healing_days(**loss, activity="active", days=2)
    assert (star.legal, star.current, star.per_day) == (True, 1, (4, 1))


# Experience


@pytest.mark.rule("yarn.experience-pool", "yarn.multiple-experience-dice")
def test_one_die_on_a_roll_unless_the_table_allows_more():
    several = Options(multiple_experience_dice=True)
    assert experience_pool(pool=3, offered_on_one_roll=2).no.code == "one-die"
    found = experience_pool(pool=3, offered_on_one_roll=2, options=several)
    assert (found.legal, found.bonus_dice, found.left, found.most_on_one_roll) == (True, 2, 1, 3)
    no = experience_pool(pool=3, justification="luck", refused=True)
    assert (no.no.code, no.bonus_dice, no.left) == ("not-justified", 0, 3)
    assert experience_pool(pool=1, used=1).no.code == "dice-used"
    assert experience_pool(pool=1, roll_explained=False).no.code == "purpose-unknown"
    assert not multiple_experience_dice(pool=4, reasons=2, accepted=2).legal
    assert multiple_experience_dice(pool=4, reasons=2, accepted=1).legal
    assert not multiple_experience_dice(pool=1, reasons=2, accepted=2, options=several).legal


@pytest.mark.rule("yarn.award-dice", "yarn.spend-experience")
def test_dice_come_and_go():
    given: dict[str, Any] = {"pools": {"Ann": 1, "Bob": 0}, "active": ["Ann", "Bob"], "dice_awarded": {"Ann": 2}}
    assert award_dice(**given, options=Options(equal_awards=False)).pools == {"Ann": 3, "Bob": 0}
    with pytest.raises(Refused, match="the same number of dice"):
        award_dice(**given)
    assert award_dice(pools={"Ann": 1}, active=[]).pools == {"Ann": 1}
    bought = spend_experience(pool=6, price=6, used=4)
    assert (bought.pool, bought.used) == (0, 0)
    assert spend_experience(pool=6, price=2, used=4).used == 2
    for asked, code in (
        ({"price": 7}, "too-few-dice"),
        ({"price": 1, "requirement_met": False}, "not-done"),
        ({"price": 1, "gm_approves": False}, "not-approved"),
    ):
        found = spend_experience(pool=6, used=4, **asked)  # type: ignore[arg-type]
        assert (found.no.code, found.pool, found.used) == (code, 6, 4)


@pytest.mark.rule("yarn.new-trait")
@pytest.mark.parametrize(
    ("given", "score", "code"),
    [
        ({"kind": "technical", "casual": True}, 0, "no-training"),
        ({"kind": "standard"}, 0, "no-training"),
        ({"kind": "standard", "training": True, "pool": 4}, 0, "too-few-dice"),
        ({"kind": "narrow", "training": True}, 0, "no-narrow-traits"),
        ({"kind": "narrow", "training": True, "options": NARROW}, 3, None),
        ({"kind": "narrow and technical", "training": True, "options": NARROW}, 1, None),
        (
            {
                "kind": "narrow and technical",
                "training": True,
                "options": Options(narrow_traits=True, narrow_development="good column"),
            },
            2,
            None,
        ),
    ],
)
def test_a_new_trait(given, score, code):
    found = new_trait(name="Pilot", **{"pool": 9, **given})
    assert (found.score, found.no.code if found.why else None) == (score, code)
    assert found.pool == given.get("pool", 9) - 5 * found.legal


HARD = "highly specialized, nearly full time, 1500 dollars a month, trainer found"


@pytest.mark.rule("yarn.improve-trait", "yarn.central-double")
@pytest.mark.parametrize(
    ("trait", "score", "to", "training", "lacking"),
    [
        ("side", 3, 4, "", ("training",)),
        ("side", 3, 4, "5 months full time", ("training",)),
        ("side", 3, 4, "1 year beside other activities", ()),
        ("side", 3, 4, "11 months beside other activities", ("training",)),
        ("central", 3, 4, "11 months full time", ("training",)),
        ("central", 3, 4, "2 years beside other activities", ()),
        ("side", 4, 5, HARD, ()),
        ("side", 4, 5, HARD.replace("1500", "900"), ("training",)),
        ("side", 4, 5, "6 months full time", ("training",)),
        ("side", 3, 5, f"6 months full time, {HARD}", ()),
        ("side", 3, 5, HARD, ("training",)),
        ("side", 4, 5, "sufficient", ()),
        ("side", 5, 6, "sufficient", ("score",)),
        ("side", 3, 3, "sufficient", ("score",)),
    ],
)
def test_what_it_takes_to_improve(trait, score, to, training, lacking):
    assert improve_trait(trait=trait, score=score, to=to, pool=99, training=training).lacking == lacking


@pytest.mark.rule("yarn.improve-trait", "yarn.central-double")
def test_prices_add_up_step_by_step():
    steps = {1: 5, 2: 5, 3: 10, 4: 15}
    for score in range(1, 5):
        for to in range(score + 1, 6):
            price = sum(steps[n] for n in range(score, to))
            side = improve_trait(trait="side", score=score, to=to, pool=price, training=f"9 years full time, {HARD}")
            assert (side.legal, side.price, side.pool, side.score) == (True, price, 0, to)
            central = central_double(score=score, to=to, pool=price)
            assert (central.price, getattr(central, f"price_to_{to}")) == (2 * price, 2 * price)
            assert "dice" in central.lacking
    assert central_double(score=1, pool=25).affordable_score == 3
    assert improve_trait(trait="side", score=2, to=3, pool=5, game_world=False).lacking == ("game world",)
    short = improve_trait(trait="side", score=2, to=3, pool=4)
    assert (short.no.text, short.pool, short.score) == ("What is lacking: dice.", 4, 2)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: central_trait(name=" ", superior="central"), "no-name"),
        (lambda: side_traits(name="", superior="central"), "no-name"),
        (lambda: trait_scores(central="odd"), "not-listed"),
        (lambda: starting_psychic_pool(fringe_powers=0, choice="flat"), "too-low"),
        (lambda: flaw(name="", dice=no_dice), "no-name"),
        (lambda: flaw(name="Rage", chance=7, dice=no_dice), "too-high"),
        (lambda: signs(signs=[{"trait": "agile", "sign": ""}]), "no-sign"),
        (lambda: trait_review(name="x", decision="edit"), "no-new-name"),
        (lambda: approval(players=3, votes_for=3), "too-many-votes"),
        (lambda: approval(players=3, votes_for=1, votes_against=1), "tie"),
        (lambda: hit_points(relevant=[3], choice=["roll"]), "not-a-choice"),
        (lambda: hit_points_roll(relevant=[3, 4], dice=no_dice), "one-trait"),
        (lambda: hit_points_several(relevant=[3, 4], choice=["roll"], dice=no_dice), "one-for-each"),
        (lambda: hit_point_increase(full=14, other_hit_point_traits=1, choice="2d6", dice=no_dice), "other-traits"),
        (lambda: hit_point_reroll(full=14, new_score=3, other_hit_point_traits=0, dice=no_dice), "too-low"),
        (lambda: patient_state(hit_points=[1], critical=[True, False]), "one-for-each"),
        (lambda: healing_days(current=9, full=8), "too-high"),
        (lambda: award_dice(pools={}, active=["Ann"]), "not-a-choice"),
        (lambda: multiple_experience_dice(pool=3, reasons=1, accepted=2), "too-high"),
        (lambda: improve_trait(trait="flaw", score=1, to=2, pool=9), "not-a-choice"),
    ],
)
def test_refusals(call, code):
    with pytest.raises(Refused) as no:
        call()
    assert no.value.code == code
