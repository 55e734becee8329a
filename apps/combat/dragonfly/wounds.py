"""What being hurt leads to: tests that come due by themselves, who falls, and the Director's last word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from django import forms

from apps.characters.access import known_to
from apps.characters.dragonfly import life
from apps.characters.dragonfly.sheet import DragonflySheet, sheet_of
from apps.characters.forms import CharacterChoice, acting_for, named, one_line
from apps.characters.models import Character, Trait
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.sides import thrown_for
from apps.combat import tracking
from apps.combat.dragonfly import tests_due
from apps.combat.dragonfly.states import State, set_state, state_of
from apps.combat.dragonfly.tests_due import Facts, TestForm
from apps.combat.models import Combatant
from apps.rules.dice import Dice
from apps.rules.dragonfly import drama
from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.combat import damage, injury, turns, wound_odds
from apps.rules.odds import percent
from apps.rules.parts import Part, total_of
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.models import Ask, Event
from apps.table.shared.acts import open_ask
from apps.table.turn import Turn
from apps.table.viewer import Viewer

SURVIVAL, CONSCIOUSNESS, KNOCKOUT = "dragonfly.survival", "dragonfly.consciousness", "dragonfly.knockout-test"
DOWN, WAKING = "dragonfly.down-at-zero", "dragonfly.waking"
KINDS = tests_due.kinds_for(SURVIVAL, CONSCIOUSNESS, KNOCKOUT)
TRIED = "stabilise-tried"
"""A healer's text about a patient whom they could not make stable since the patient's last Survival Test."""

Sort = Literal["survival", "consciousness", "knockout", "taser"]
TITLES: dict[Sort, str] = {
    "survival": "Survival Test", "consciousness": "Consciousness Test", "knockout": "Knockout, to stay up",
    "taser": "Taser, to stay up",
}  # fmt: skip
RULES: dict[Sort, str] = {
    "survival": "dragonfly.survival-test", "consciousness": "dragonfly.consciousness-test",
    "knockout": "dragonfly.knockout", "taser": "dragonfly.taser",
}  # fmt: skip
ENDS: dict[Sort, tuple[str, str]] = {
    "survival": ("lives on", "dies"), "consciousness": ("stays conscious", "falls unconscious"),
    "knockout": ("stays up", "is knocked out"), "taser": ("stays up", "is knocked out"),
}  # fmt: skip
ADDED: dict[Sort, str] = {
    "survival": "Constitution + Willpower", "consciousness": "Constitution + Willpower",
    "knockout": "Constitution, doubled", "taser": "Constitution, doubled",
}  # fmt: skip


@dataclass(frozen=True)
class Testing:
    """A test that waits. `number` counts Survival Tests, `levels` are the Success Levels of the blow that is resisted.

    With `then` a Consciousness Test follows the Survival Test that is passed. Life Points are read when it is
    answered: more harm before that makes the same test worse.
    """

    character: int
    sort: Sort
    number: int = 1
    levels: int = 0
    then: bool = False


# harm, and what follows from it


def hurt(turn: Turn, character: Character, ordinary: int, fire: int = 0) -> life.Change:
    """Does damage; the tests that come due are asked for once the act has told its event. Inside the hold."""
    sheet = sheet_of(character)
    return life.set_damage(turn, character, sheet.ordinary_damage + ordinary, sheet.fire_damage + fire)


@life.follows_harm
def what_follows(turn: Turn, character: Character, change: life.Change) -> None:
    """Asks for what has come due with a change of Life Points, and ends what no longer is."""
    before, after = change.life_points
    state, sheet = state_of(character), sheet_of(character)
    if before == after or state.dead:
        return
    if not sheet.is_full:
        _supporting(turn, character, state, before, after)
    else:
        _tested(turn, character, state, before, after)
    if not injury.may_wake(life_points=after):
        tests_due.call_off(turn, character, WAKING)
    elif before <= injury.DOWN:
        _risen(turn, character)


def _tested(turn: Turn, character: Character, state: State, before: int, after: int) -> None:
    due = injury.due_after_change(
        before=before, after=after, tests=state.survival_tests, stabilised=bool(state.stable), conscious=state.can_act
    )
    _count_on(turn, character, state, due)
    if after > injury.DYING and _no_survival(turn, character):
        due = replace(due, consciousness=state.can_act)
    if after > injury.DOWN:
        tests_due.call_off(turn, character, CONSCIOUSNESS)
        due = replace(due, consciousness=False)
    ask_for(turn, character, due)


def _no_survival(turn: Turn, character: Character) -> bool:
    """Calls off a Survival Test that waits; whether a Consciousness Test was to follow it."""
    waiting = tests_due.open_about(turn.table, character, SURVIVAL)
    tests_due.call_off(turn, character, SURVIVAL)
    return any(exchanges.state_of(one).then for one in waiting)


def _count_on(turn: Turn, character: Character, state: State, due: injury.Due) -> None:
    anew = due.tests == 0
    set_state(
        turn, character, survival_tests=due.tests, stable=int(due.stabilised),
        turns_since_test=0 if anew else state.turns_since_test,
    )  # fmt: skip
    if anew:
        healers_may_try(turn, character)


def healers_may_try(turn: Turn, patient: Character) -> None:
    """Every healer may try once more."""
    for one in Trait.objects.filter(key=TRIED, about=patient):
        turn.delete(one)


def ask_for(turn: Turn, character: Character, due: injury.Due) -> None:
    """Asks for the tests that are due: Survival first. One that is open already is not asked for twice."""
    waiting = next(iter(tests_due.open_about(turn.table, character, SURVIVAL)), None)
    fading = due.consciousness or bool(tests_due.open_about(turn.table, character, CONSCIOUSNESS))
    if waiting is not None:
        if due.consciousness:
            exchanges.advance(turn, waiting, replace(exchanges.state_of(waiting), then=True))
    elif due.survival is not None:
        tests_due.call_off(turn, character, CONSCIOUSNESS)
        _ask(turn, character, Testing(character.pk, "survival", due.survival, then=fading))
    elif due.consciousness and not tests_due.open_about(turn.table, character, CONSCIOUSNESS):
        _ask(turn, character, Testing(character.pk, "consciousness"))


KIND_OF: dict[Sort, str] = {
    "survival": SURVIVAL, "consciousness": CONSCIOUSNESS, "knockout": KNOCKOUT, "taser": KNOCKOUT,
}  # fmt: skip


def _ask(turn: Turn, character: Character, testing: Testing, by: Event | None = None) -> Ask:
    facts = {"title": TITLES[testing.sort]}
    return tests_due.ask_about(turn, KIND_OF[testing.sort], character, testing, facts, by=by)


def _supporting(turn: Turn, character: Character, state: State, before: int, after: int) -> None:
    """Nobody of the Supporting Cast tests: they fall, or the Director says (supporting-cast-down-at-zero)."""
    if after > injury.DOWN:
        tests_due.call_off(turn, character, DOWN)
    elif after < before and state.can_act:
        if tests_due.options_for(turn.viewer, character).supporting_cast_down_at_zero:
            fell(turn, character)
        elif not tests_due.open_about(turn.table, character, DOWN):
            tests_due.ask_about(turn, DOWN, character, About(character.pk), {}, ("gms", 0))


def fell(turn: Turn, character: Character) -> Event:
    """Down, and out of the fight that runs."""
    facts = named(character) | {"fighting": tests_due.fighting(character) is not None}
    goes_down(turn, character, unconscious=1)
    return tests_due.tell_about(turn, "dragonfly.fell", character, facts)


def _risen(turn: Turn, character: Character) -> None:
    """Above 0 again: whether the unconscious wake is for the Director to say."""
    unconscious = state_of(character).unconscious
    if unconscious and not tests_due.open_about(turn.table, character, WAKING):
        tests_due.ask_about(turn, WAKING, character, About(character.pk), {}, ("gms", 0))


# Knockout and taser


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


# answering


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


def _enduring(sheet: DragonflySheet) -> dict[str, int]:
    return {
        "constitution": sheet.number("constitution"), "willpower": sheet.number("willpower"),
        "life_points": sheet.life_points,
    }  # fmt: skip


def _resisting(sheet: DragonflySheet) -> tuple[Part, ...]:
    if sheet.is_full:
        return damage.resisting_values(constitution=sheet.number("constitution"))
    return damage.resisting_values(muscle_score=sheet.number("muscle"))


def _of_the_blow(testing: Testing) -> tuple[Part, ...]:
    return damage.resisting_parts(success_levels=testing.levels, taser=testing.sort == "taser")


def odds_of(testing: Testing, sheet: DragonflySheet, modifier: int, feat: bool) -> wound_odds.PassOdds:
    """The exact chance to pass."""
    more: Any = {"modifier": modifier, "heroic_feat": feat}
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
        assert self.row is not None
        found: Testing = exchanges.state_of(self.row.exchange)
        return found

    def character_key(self) -> int:
        return self.testing.character


def answer_outlook(viewer: Viewer, form: AnswerTestForm) -> Mapping[str, Any]:
    """The exact chance with what is chosen, and what a Heroic Feat would make of it."""
    assert form.sheet is not None
    testing, sheet = form.testing, form.sheet
    plain = odds_of(testing, sheet, form.by_hand, form.feat)
    better = None if form.feat or form.why_no_feat else odds_of(testing, sheet, form.by_hand, True)
    bonus = bonus_of(testing, sheet) + total_of(form.lines())
    return {
        "heading": f"{sheet.name}: {TITLES[testing.sort]}", "subheading": ADDED[testing.sort], "own_footer": True,
        "odds": tests_due.drawn(f"Chance of 9 or more: {ENDS[testing.sort][0]}", plain, better),
        "feat_off": form.why_no_feat, "button": odds.button(bonus, form.cleaned_data.get("face")),
    }  # fmt: skip


@act(
    "dragonfly.answer-test", title="A test is due", form=AnswerTestForm, button="Roll", preview=answer_outlook,
    template="combat/dragonfly/acts/answer-test.html",
)  # fmt: skip
def answer_test(turn: Turn, form: AnswerTestForm) -> None:
    """Rolls a Survival or Consciousness Test, or the one against a Knockout. Taken back, it has the same face again."""
    assert form.sheet is not None
    ask: Ask = form.cleaned_data["ask"]
    testing, sheet = form.testing, form.sheet
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
    tests_due.settle(turn, ask, event, spent)
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


def goes_down(turn: Turn, character: Character, **how: int) -> None:
    """Unconscious or knocked out; whoever has scores only is out of the fight by that."""
    set_state(turn, character, **how)
    if character.sheet == "full":
        tests_due.drops_everything(turn, character)
    else:
        tests_due.out_of_the_fight(turn, character)


def dies(turn: Turn, character: Character) -> None:
    """Dead: out of the fight, and nothing more is asked."""
    set_state(turn, character, dead=1, stable=0)
    tests_due.call_off(turn, character, SURVIVAL, DOWN, WAKING)
    tests_due.out_of_the_fight(turn, character)


OPENLY = ("character", "character_id", "sort", "title", "success", "end", "rule")


def _tell(turn: Turn, character: Character, testing: Testing, check: Check, facts: Facts) -> Event:
    """Those who may not know the numbers hear how it ended."""
    full = named(character) | facts | {
        "sort": testing.sort, "title": TITLES[testing.sort], "number": testing.number, "levels_of_blow": testing.levels,
        "end": ENDS[testing.sort][0 if check.success else 1], "rule": RULES[testing.sort],
        "what": ADDED[testing.sort] if character.sheet == "full" else "Muscle",
    }  # fmt: skip
    return tests_due.tell_about(turn, "dragonfly.tested", character, full, OPENLY)


def ok_offered(viewer: Viewer, sheet: DragonflySheet) -> Facts:
    """What I Think I'm OK makes of the Life Points (dragonfly.i-think-im-ok). A fight offers it in its own place."""
    if tests_due.fighting(sheet.character) or drama.why_not_ok(points=sheet.drama_points):
        return {}
    after = drama.i_think_im_ok(
        points=sheet.drama_points, max_life_points=sheet.max_life_points, ordinary_damage=sheet.ordinary_damage,
        fire_damage=sheet.fire_damage, options=viewer.options,
    )  # fmt: skip
    return {"ok_after": after.life_points}


def test_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card needs: the chance now, with a Heroic Feat, and the button's words."""
    form = AnswerTestForm({"ask": ask.public_id}, viewer=viewer)
    if form.sheet is None or not form.is_valid():
        return {"asked": ask.facts}
    testing, sheet = form.testing, form.sheet
    plain, better = odds_of(testing, sheet, 0, False), odds_of(testing, sheet, 0, True)
    return (ok_offered(viewer, sheet) if testing.sort in {"survival", "consciousness"} else {}) | {
        "asked": ask.facts, "what": ADDED[testing.sort], "life_points": sheet.life_points, "ends": ENDS[testing.sort],
        "button": f"Roll {odds.d10(bonus_of(testing, sheet))}", "chance": percent(plain.chance),
        "least": tests_due.least_face(plain), "with_feat": percent(better.chance), "feat_off": form.why_no_feat,
        "points": sheet.drama_points, "fallen": bool(ask.thrown),
    }  # fmt: skip


# the Director's word


@dataclass(frozen=True)
class About:
    """A question to the Director about this character."""

    character: int


class AnswerAboutForm(ActForm):
    """The Director answers yes or no about a character."""

    ask = forms.CharField(widget=forms.HiddenInput, max_length=16)
    allow = forms.ChoiceField(label="What happens", choices=[("yes", "Yes"), ("no", "No")], widget=forms.RadioSelect)
    kinds: tuple[str, ...] = ()

    def clean_ask(self) -> Ask:
        return open_ask(self.viewer, self.cleaned_data["ask"], *self.kinds)

    @property
    def allowed(self) -> bool:
        return bool(self.cleaned_data["allow"] == "yes")

    def character(self, turn: Turn) -> Character:
        """Whom it is about. Refuses where nobody is there any more."""
        key = exchanges.state_of(self.cleaned_data["ask"].exchange).character
        found = Character.objects.filter(pk=key, table=turn.table).select_related("seat").first()
        if found is None:
            turn.refuse("gone", "That character is no longer at the table. Call the question off.", "ask")
        return found


class AnswerDownForm(AnswerAboutForm):
    kinds = tests_due.kinds_for(DOWN)

    def setup(self) -> None:
        self.fields["allow"].choices = [("yes", "Down, out of the fight"), ("no", "Stays in it")]  # type: ignore[attr-defined]


@act("dragonfly.answer-down", title="At 0 Life Points", form=AnswerDownForm, who=gms, button="So it is")
def answer_down(turn: Turn, form: AnswerDownForm) -> None:
    """What becomes of one of the Supporting Cast at 0 Life Points."""
    ask: Ask = form.cleaned_data["ask"]
    character = form.character(turn)
    turn.cause = ask.exchange.opened_by
    event = fell(turn, character) if form.allowed else _tell_fate(turn, character, "stays")
    tests_due.settle(turn, ask, event)


class AnswerWakingForm(AnswerAboutForm):
    kinds = tests_due.kinds_for(WAKING)

    def setup(self) -> None:
        self.fields["allow"].choices = [("yes", "Wakes now"), ("no", "Not yet")]  # type: ignore[attr-defined]


@act("dragonfly.answer-waking", title="Above 0 Life Points again", form=AnswerWakingForm, who=gms, button="So it is")
def answer_waking(turn: Turn, form: AnswerWakingForm) -> None:
    """Whether somebody wakes who has more than 0 Life Points again."""
    ask: Ask = form.cleaned_data["ask"]
    character = form.character(turn)
    turn.cause = ask.exchange.opened_by
    if form.allowed:
        _set_fate(turn, character, "awake")
    event = _tell_fate(turn, character, "awake" if form.allowed else "sleeps")
    tests_due.settle(turn, ask, event)


FATES = {"awake": "Awake", "unconscious": "Unconscious", "dead": "Dead"}


class SomebodyForm(ActForm):
    """The Director names somebody; `why` in a few words."""

    character = CharacterChoice()
    why = one_line("Why, in a few words", 120, required=False)

    def setup(self) -> None:
        field = self.fields["character"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = known_to(self.viewer)


class FateForm(SomebodyForm):
    fate = forms.ChoiceField(label="What they are now", choices=list(FATES.items()), widget=forms.RadioSelect)
    field_order = ("character", "fate", "why")


@act("dragonfly.fate", menu=47, title="Awake, unconscious or dead", form=FateForm, who=gms, button="So it is")
def fate(turn: Turn, form: FateForm) -> None:
    """The Director's last word, whatever tests say; what is open about the character is over."""
    data = form.cleaned_data
    character: Character = data["character"]
    if _fate_of(state_of(character)) == data["fate"]:
        turn.refuse("same", f"{character.name} is {data['fate']} already.", "fate")
    acting_for(turn, character)
    _set_fate(turn, character, data["fate"])
    _tell_fate(turn, character, data["fate"], data["why"])


@act("dragonfly.wake", title="Wake somebody", form=SomebodyForm, who=gms, button="Wakes")
def wake(turn: Turn, form: SomebodyForm) -> None:
    """Somebody unconscious or knocked out wakes. The dead do not: their fate is set by hand."""
    character: Character = form.cleaned_data["character"]
    if (now := _fate_of(state_of(character))) != "unconscious":
        turn.refuse("not-asleep", f"{character.name} is {now}: only the unconscious wake.", "character")
    acting_for(turn, character)
    _set_fate(turn, character, "awake")
    _tell_fate(turn, character, "awake", form.cleaned_data["why"])


def _fate_of(state: State) -> str:
    if state.dead:
        return "dead"
    return "awake" if state.can_act else "unconscious"


def _set_fate(turn: Turn, character: Character, fate: str) -> None:
    tests_due.call_off(turn, character, CONSCIOUSNESS, KNOCKOUT, DOWN, WAKING)
    if fate == "dead":
        dies(turn, character)
        return
    set_state(turn, character, dead=0, knocked_out=0)
    if fate == "unconscious":
        goes_down(turn, character, unconscious=1)
    else:
        _back_on_their_feet(turn, character)


def _back_on_their_feet(turn: Turn, character: Character) -> None:
    set_state(turn, character, unconscious=0)
    fight = tracking.fight_of(turn.table)
    found = tracking.combatant_of(fight, character) if fight else None
    if found is not None and found.state == "out":
        turn.change(found, state="waiting")


UNSEEN = frozenset({"stays", "sleeps"})
"""Words of the Director's that nobody sees happen: they would tell how many Life Points somebody has."""


def _tell_fate(turn: Turn, character: Character, fate: str, why: str = "") -> Event:
    facts = named(character) | {"fate": fate, "why": why}
    openly = () if fate in UNSEEN else None
    return tests_due.tell_about(turn, "dragonfly.fate-set", character, facts, openly)


def question_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """Life Points as they are now."""
    character = Character.objects.filter(pk=exchanges.state_of(ask.exchange).character).first()
    return {"asked": ask.facts, "life_points": sheet_of(character).life_points if character else 0}


tests_due.of_the_awake(CONSCIOUSNESS, KNOCKOUT)
