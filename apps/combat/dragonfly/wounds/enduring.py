"""Survival and Consciousness Tests, and those against a Knockout and a taser: asked for, answered, told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from apps.characters.dragonfly.points import oks_made
from apps.characters.dragonfly.sheet import DragonflySheet, sheet_of
from apps.characters.forms import acting_for, named
from apps.characters.models import Character, CharacterKey
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.sides import thrown_for
from apps.combat import tracking
from apps.combat.dragonfly.fighters import questions, tests_due
from apps.combat.dragonfly.fighters.states import set_state, state_of
from apps.combat.dragonfly.fighters.tests_due import Facts, TestForm
from apps.combat.dragonfly.wounds.falling import dies, goes_down, healers_may_try
from apps.combat.models import Combatant, Fight
from apps.rules.dice import Dice
from apps.rules.dragonfly import drama
from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.combat import damage, injury, turns, wound_odds
from apps.rules.odds import percent
from apps.rules.parts import Part, total_of
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask, Event, Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KINDS = questions.kinds_for(questions.SURVIVAL, questions.CONSCIOUSNESS, questions.KNOCKOUT)
Sort = Literal["survival", "consciousness", "knockout", "taser"]
TITLES: dict[Sort, str] = {
    "survival": "Survival Test",
    "consciousness": "Consciousness Test",
    "knockout": "Knockout, to stay up",
    "taser": "Taser, to stay up",
}
RULES: dict[Sort, str] = {
    "survival": "dragonfly.survival-test",
    "consciousness": "dragonfly.consciousness-test",
    "knockout": "dragonfly.knockout",
    "taser": "dragonfly.taser",
}
ENDS: dict[Sort, tuple[str, str]] = {
    "survival": ("lives on", "dies"),
    "consciousness": ("stays conscious", "falls unconscious"),
    "knockout": ("stays up", "is knocked out"),
    "taser": ("stays up", "is knocked out"),
}
ADDED: dict[Sort, str] = {
    "survival": "Constitution + Willpower",
    "consciousness": "Constitution + Willpower",
    "knockout": "Constitution, doubled",
    "taser": "Constitution, doubled",
}


@dataclass(frozen=True)
class Testing:
    """A test that waits. `number` counts Survival Tests, `levels` are the Success Levels of the blow that is resisted.

    With `then` a Consciousness Test follows the Survival Test that is passed. Life Points are read when it is
    answered: more harm before that makes the same test worse. `outlasts` the fight in which it was asked for.
    """

    character: CharacterKey
    sort: Sort
    number: int = 1
    levels: int = 0
    then: bool = False
    outlasts: bool = False


@ends_with_span(tracking.KIND, game="dragonfly")
def outlast(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """A fight that is over takes no test with it: those of its combatants wait on, and say so."""
    fight = turn.desk.one(Fight, span=span)
    if fight is None:
        return []
    fought = {one.character_id for one in turn.desk.all(Combatant, fight=fight)}
    for one in exchanges.open_exchanges(turn.desk, *KINDS):
        testing: Testing = exchanges.state_of(one)
        if testing.character in fought:
            exchanges.advance(turn, one, replace(testing, outlasts=True))
    return []


def ask_for(turn: Turn, character: Character, due: injury.Due) -> None:
    """Asks for the tests that are due: Survival first. One that is open already is not asked for twice."""
    waiting = next(iter(questions.open_about(character, questions.SURVIVAL)), None)
    fading = due.consciousness or bool(questions.open_about(character, questions.CONSCIOUSNESS))
    if waiting is not None:
        if due.consciousness:
            exchanges.advance(turn, waiting, replace(exchanges.state_of(waiting), then=True))
    elif due.survival is not None:
        questions.call_off(turn, character, questions.CONSCIOUSNESS)
        _ask(turn, character, Testing(character.pk, "survival", due.survival, then=fading))
    elif due.consciousness and not questions.open_about(character, questions.CONSCIOUSNESS):
        _ask(turn, character, Testing(character.pk, "consciousness"))


KIND_OF: dict[Sort, str] = {
    "survival": questions.SURVIVAL,
    "consciousness": questions.CONSCIOUSNESS,
    "knockout": questions.KNOCKOUT,
    "taser": questions.KNOCKOUT,
}


def _ask(turn: Turn, character: Character, testing: Testing, by: Event | None = None) -> Ask:
    facts = {"title": TITLES[testing.sort]}
    return questions.ask_about(turn, KIND_OF[testing.sort], character, testing, facts, by=by)


def ask_knockout(turn: Turn, victim: Combatant, by: Event, penalty_levels: int, taser: bool) -> None:
    """Asks the victim's player to resist a Knockout or a taser that landed with so many Success Levels.

    A Muscle Score answers at once; whoever is down already is asked nothing. The turn has told `by`.
    """
    character = victim.character
    testing = Testing(character.pk, "taser" if taser else "knockout", levels=penalty_levels)
    if not state_of(character).can_act:
        return
    if sheet_of(character).is_full:
        _ask(turn, character, testing, by)
        return
    check = check_of(testing, sheet_of(character), (), turn.dice)
    _tell(turn, character, testing, check, tests_due.told_of(check, False))
    _take_effect(turn, character, testing, check.success)


def check_of(testing: Testing, sheet: DragonflySheet, lines: tuple[Part, ...], dice: Dice) -> Check:
    """The finished test by the rules. Refuses one that these Life Points do not need, before any die."""
    if testing.sort in {"knockout", "taser"}:
        return turns.thrown(values=_resisting(sheet), lines=(*_of_the_blow(testing), *lines), dice=dice)
    given = _enduring(sheet)
    found: injury.Survival | injury.Consciousness
    if testing.sort == "survival":
        found = injury.survival_test(**given, test_number=testing.number, lines=lines, dice=dice)
    else:
        found = injury.consciousness_test(**given, lines=lines, dice=dice)
    if found.check is None:
        raise Refused("not-needed", "With these Life Points no test is needed any more.", "ask")
    return found.check


def _enduring(sheet: DragonflySheet) -> dict[str, Any]:
    return {
        "constitution": sheet.number("constitution"),
        "willpower": sheet.number("willpower"),
        "life_points": sheet.life_points,
    }


def _resisting(sheet: DragonflySheet) -> tuple[Part, ...]:
    if sheet.is_full:
        return damage.resisting_values(constitution=sheet.number("constitution"))
    return damage.resisting_values(muscle_score=sheet.number("muscle"))


def _of_the_blow(testing: Testing) -> tuple[Part, ...]:
    return damage.resisting_parts(success_levels=testing.levels, taser=testing.sort == "taser")


def odds_of(
    testing: Testing, sheet: DragonflySheet, modifier: int, feat: bool, face: int | None = None
) -> wound_odds.PassOdds:
    """The exact chance to pass; a `face` is that of a die that has fallen already."""
    more: Any = {"modifier": modifier, "heroic_feat": feat, "face": face}
    if testing.sort == "survival":
        return wound_odds.survival_odds(**_enduring(sheet), test_number=testing.number, **more)
    if testing.sort == "consciousness":
        return wound_odds.consciousness_odds(**_enduring(sheet), **more)
    chances = wound_odds.taser_test_odds if testing.sort == "taser" else wound_odds.knockout_test_odds
    return chances(success_levels=testing.levels, constitution=sheet.number("constitution"), **more)


def bonus_of(testing: Testing, sheet: DragonflySheet) -> int:
    """All that is added to the die, without what the one who answers adds."""
    if testing.sort in {"knockout", "taser"}:
        return total_of((*_resisting(sheet), *_of_the_blow(testing)))
    penalty = (
        injury.survival_penalty(life_points=sheet.life_points, test_number=testing.number)
        if testing.sort == "survival"
        else injury.consciousness_penalty(life_points=sheet.life_points)
    )
    return sheet.number("constitution") + sheet.number("willpower") + penalty


class AnswerTestForm(TestForm):
    kinds = KINDS

    @property
    def testing(self) -> Testing:
        return cast(Testing, self.state)

    def character_key(self) -> int:
        return self.testing.character


def answer_outlook(viewer: Viewer, form: AnswerTestForm) -> Mapping[str, Any]:
    """The exact chance with what is chosen, and what a Heroic Feat would make of it."""
    testing, sheet = form.testing, form.own
    plain = odds_of(testing, sheet, form.by_hand, form.feat, form.fallen)
    better = None if form.feat or form.why_no_feat else odds_of(testing, sheet, form.by_hand, True, form.fallen)
    bonus = bonus_of(testing, sheet) + total_of(form.lines())
    return {
        "heading": f"{sheet.name}: {TITLES[testing.sort]}",
        "subheading": ADDED[testing.sort],
        "own_footer": True,
        "odds": tests_due.drawn(f"Chance of 9 or more: {ENDS[testing.sort][0]}", plain, better, form.fallen),
        "feat_off": form.why_no_feat,
        "button": odds.button(bonus, form.cleaned_data.get("face"), form.fallen),
    }


@act(
    "dragonfly.answer-test",
    title="A test is due",
    form=AnswerTestForm,
    button="Roll",
    preview=answer_outlook,
    template="combat/dragonfly/acts/answer-test.html",
)
def answer_test(turn: Turn, form: AnswerTestForm) -> None:
    """Rolls a Survival or Consciousness Test, or the one against a Knockout. Taken back, it has the same face again."""
    ask: Ask = form.cleaned_data["ask"]
    testing, sheet = form.testing, form.own
    acting_for(turn, sheet.character)
    turn.cause = ask.exchange.opened_by
    thrown = thrown_for(turn, form, ask)
    spent = form.pay(turn)
    check = check_of(testing, sheet, form.lines(), thrown.dice)
    thrown.settle()
    facts = tests_due.told_of(check, thrown.typed, form.feat, form.modifier_title)
    if spent:
        facts["points_left"] = spent.left
    event = _tell(turn, sheet.character, testing, check, facts)
    questions.settle(turn, ask, event, spent)
    _take_effect(turn, sheet.character, testing, check.success)
    if testing.then and check.success:
        _go_on_to_consciousness(turn, sheet.character)


def _go_on_to_consciousness(turn: Turn, character: Character) -> None:
    if state_of(character).can_act and sheet_of(character).life_points <= injury.DOWN:
        _ask(turn, character, Testing(character.pk, "consciousness"))


def _take_effect(turn: Turn, character: Character, testing: Testing, passed: bool) -> None:
    if testing.sort == "survival":
        set_state(turn, character, survival_tests=testing.number, turns_since_test=0)
        healers_may_try(turn, character)
        if not passed:
            dies(turn, character)
    elif not passed:
        goes_down(turn, character, **{"unconscious" if testing.sort == "consciousness" else "knocked_out": 1})


OPENLY = ("character", "character_id", "sort", "title", "success", "end", "rule")


def _tell(turn: Turn, character: Character, testing: Testing, check: Check, facts: Facts) -> Event:
    """Those who may not know the numbers hear how it ended."""
    full = (
        named(character)
        | facts
        | {
            "sort": testing.sort,
            "title": TITLES[testing.sort],
            "number": testing.number,
            "levels_of_blow": testing.levels,
            "end": ENDS[testing.sort][0 if check.success else 1],
            "rule": RULES[testing.sort],
            "what": ADDED[testing.sort] if character.sheet == "full" else "Muscle",
        }
    )
    return tests_due.tell_about(turn, "dragonfly.tested", character, full, OPENLY)


def ok_offered(viewer: Viewer, sheet: DragonflySheet) -> Facts:
    """What I Think I'm OK makes of the Life Points (dragonfly.i-think-im-ok). A fight offers it in its own place."""
    used = oks_made(sheet.character)
    if tracking.fighting(sheet.character) or drama.why_not_ok(points=sheet.drama_points, uses_this_turn=used):
        return {}
    after = drama.i_think_im_ok(
        points=sheet.drama_points,
        max_life_points=sheet.max_life_points,
        ordinary_damage=sheet.ordinary_damage,
        fire_damage=sheet.fire_damage,
        options=viewer.options,
    )
    return {"ok_after": after.life_points}


def test_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card needs: the chance now, with a Heroic Feat, and the button's words."""
    form = AnswerTestForm({"ask": ask.public_id}, viewer=viewer)
    if form.sheet is None or not form.is_valid():
        return {"asked": ask.facts}
    testing, sheet = form.testing, form.own
    plain, better = (odds_of(testing, sheet, 0, feat, form.fallen) for feat in (form.feat, True))
    return (ok_offered(viewer, sheet) if testing.sort in {"survival", "consciousness"} else {}) | {
        "asked": ask.facts,
        "what": ADDED[testing.sort],
        "life_points": sheet.life_points,
        "ends": ENDS[testing.sort],
        "button": odds.button(bonus_of(testing, sheet) + total_of(form.lines()), fallen=form.fallen),
        "chance": percent(plain.chance),
        "least": odds.least_face(plain.least_face, form.fallen),
        "with_feat": percent(better.chance),
        "feat_off": form.why_no_feat,
        "feat_price": form.feat_price,
        "fallen": bool(ask.thrown),
    }
