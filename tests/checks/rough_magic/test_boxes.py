"""Boxes: each does what the rule says of its circumstance, and what somebody ticked stays so."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from django.http import QueryDict

from apps.characters.models import Character, Condition
from apps.characters.rough_magic.sheet import RoughSheet, Skill
from apps.checks.rough_magic.boxes import Box, boxes_for_check, counted, settled
from apps.checks.rough_magic.sides import TwoSides, Value, duel, netted, two_dice
from apps.rules.refusal import Refused
from apps.rules.rough_magic.endurance import Damage
from apps.rules.rough_magic.options import DEFAULTS, Options
from apps.rules.rough_magic.skills import skill_modifiers

ATHLETICS = Skill("s1", "Athletics", ("brawn",), ("Climbing", "Running"))
STEALTH = Skill("s2", "Stealth", ("agility",), ("Shadowing",))


def sheet(*states: str, lost: int = 0) -> RoughSheet:
    return RoughSheet(
        character=Character(name="Ana"), notes="", senses="", ranks={}, dv=0, mass=80, at_home=frozenset(), skills=(),
        gear=(), powers=(), complications=(), damage=Damage(lost, 0),
        states=tuple(Condition(name=name, note="a falling beam") for name in states),
    )  # fmt: skip


class Watcher:
    """All that the form asks of a viewer."""

    options = DEFAULTS


def form(*boxes: Box, data: str | None = None, **initial: Any) -> TwoSides:
    found = TwoSides(None if data is None else QueryDict(data), initial=initial, viewer=Watcher())  # type: ignore[arg-type]
    found.offer_boxes(boxes)
    return found


@pytest.mark.rule("rough_magic.skill-modifiers", "rough_magic.gait")
@pytest.mark.parametrize("skill", [None, ATHLETICS, STEALTH])
def test_the_boxes_that_are_ticked_come_to_what_the_rule_says(skill: Skill | None) -> None:
    for gait, distracted, exhausted in product(("walk", "run", "sprint"), (False, True), (False, True)):
        states = [*{"run": ["running"], "sprint": ["sprinting"]}.get(gait, []), *(["distracted"] if distracted else [])]
        found = boxes_for_check(sheet(*states, lost=3 if exhausted else 0), skill=skill, options=DEFAULTS)
        ticked = [one for one in found if one.ticked]
        rule = skill_modifiers(
            athletics=skill is ATHLETICS, gait=gait, distracted=distracted, exhausted=exhausted, options=DEFAULTS
        )
        sides = counted(ticked)
        assert (sides.av_bonuses, sides.av_penalties) == (rule.av_bonuses, rule.av_penalties)
        assert settled(ticked) == rule.auto


def test_no_two_boxes_have_the_same_id() -> None:
    ids = [one.id for one in boxes_for_check(sheet(), skill=ATHLETICS, gm=True, options=DEFAULTS)]
    assert len(ids) == len(set(ids))
    assert not any(" " in one for one in ids)


def test_lacking_the_skill_is_nothing_a_penalty_or_refused() -> None:
    lacking = {"untrained": True}
    assert not [one for one in boxes_for_check(sheet(), options=DEFAULTS, **lacking) if one.ticked]  # type: ignore[arg-type]
    penalty = boxes_for_check(sheet(), untrained=True, options=Options(unskilled="penalty"))
    assert [one.modifier for one in penalty if one.ticked] == [-3]
    with pytest.raises(Refused):
        boxes_for_check(sheet(), untrained=True, options=Options(unskilled="not allowed"))


def test_a_box_says_who_brought_it_about() -> None:
    box = next(one for one in boxes_for_check(sheet("distracted"), options=DEFAULTS) if one.ticked)
    assert (box.title, box.modifier, box.source) == ("Distracted", -3, "a falling beam · until an attack")


# the form

HELPS, TIRED = Box("helps", "Something helps", "AV", 3), Box("tired", "Exhausted", "AV", -3, ticked=True)


def test_what_nobody_has_seen_stands_as_play_has_it() -> None:
    assert form(HELPS, TIRED).on == [TIRED]
    assert form(HELPS, TIRED, data="").on == [TIRED]
    assert form(HELPS, TIRED, data="boxes=helps").on == [TIRED]


def test_what_somebody_ticked_stays_so_until_play_says_otherwise() -> None:
    assert form(HELPS, TIRED, data="boxes=helps&seen=helps- tired%2B").on == [HELPS]
    assert form(HELPS, TIRED, boxes=["helps"], seen="helps- tired+").on == [HELPS]
    assert form(HELPS, TIRED, data="boxes=helps&seen=helps- tired-").on == [HELPS, TIRED]
    assert form(HELPS, TIRED, data="boxes=helps&seen=helps- tired%2B").left_out == [TIRED]


def test_a_box_that_is_gone_counts_no_more() -> None:
    found = form(HELPS, data="boxes=helps&boxes=gone&seen=helps- gone%2B")
    assert found.is_valid()
    assert found.on == [HELPS]


@pytest.mark.rule("rough_magic.bonus-penalty")
def test_each_side_is_netted_by_itself() -> None:
    boxes = [HELPS, TIRED, Box("cover", "Cover", "DV", 3, ticked=True), Box("runs", "Runs", "DV", 3, ticked=True)]
    seen = "+".join(one.mark.replace("+", "%2B") for one in boxes)
    drawn = duel(
        form(*boxes, data=f"boxes=helps&boxes=tired&boxes=cover&boxes=runs&seen={seen}"), Value("", 10), Value("", 5)
    )
    assert (drawn.mine.net, drawn.theirs.net, drawn.bonus, drawn.target) == (0, 3, 10, 16)
    assert (drawn.mine.says, drawn.theirs.says) == ("One for, one against: they cancel", "Two for: they count once")
    assert (drawn.sum, drawn.own_sum, drawn.roll, drawn.on_the_dice) == ("8 + 5 + 3", "10 + 0", "2d6 + 10", "6 or more")


def test_what_is_added_is_written_with_a_true_minus() -> None:
    assert [two_dice(n) for n in (3, 0, -2)] == ["2d6 + 3", "2d6", "2d6 − 2"]
    assert netted(0, 0) == "Nothing for or against"
