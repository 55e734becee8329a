"""Fear Tests, panic as the Director lets it happen, and snapping out of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django import forms

from apps.characters.access import known_to, played_by, somebody
from apps.characters.dragonfly.sheet import DragonflySheet, sheet_of
from apps.characters.forms import CharacterChoice, CharactersChoice, OwnCharacterForm, acting_for, named, one_line
from apps.characters.models import Character
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.facts import open_version, openly
from apps.checks.dragonfly.sides import thrown_for
from apps.checks.modes import hidden_field
from apps.checks.whom import ask_people
from apps.combat import tracking
from apps.combat.dragonfly.fighters import moves, questions, tests_due
from apps.combat.dragonfly.fighters.states import NONE, State, state_of
from apps.combat.dragonfly.fighters.tests_due import Facts, TestForm, tell_about
from apps.combat.dragonfly.wounds.panic import TITLES, Facing, Panicking, ended, panicking
from apps.combat.tracking import is_calm
from apps.rules.dragonfly.characters import qualities
from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.combat import fear, wound_odds
from apps.rules.odds import percent
from apps.rules.parts import total_of
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS, Audience
from apps.table.chances import row
from apps.table.models import Ask, Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST = 99
VEILED = "What the die and your own numbers make. The modifier is hidden."


def quality_bonus(sheet: DragonflySheet, viewer: Viewer) -> int:
    """What the qualities on the sheet add to a Fear Test (dragonfly.qualities)."""
    options = moves.options_for(viewer, sheet.character)
    return sum(row.fear_test for row in qualities(options=options) if sheet.has(row.id))


def modifier_of(facing: Facing) -> int:
    """What counts on this test: of a penalty less with each new one (dragonfly.panic-retest)."""
    if not facing.retest:
        return facing.modifier
    return fear.retest_modifier(first_modifier=facing.modifier, retest_number=facing.retest)


# asking


class AskFearForm(ActForm):
    characters = CharactersChoice(label="Who", error_messages={"required": "Nobody is named yet."})
    creature = CharacterChoice(label="Who frightens them", required=False)
    label = one_line("What is so dreadful, in a few words", 120, required=False)
    modifier = forms.IntegerField(label="Modifier", required=False, min_value=-MOST, max_value=MOST, initial=0)
    hidden = hidden_field("They see the modifier")

    def setup(self) -> None:
        cast = known_to(self.viewer)
        testing = [one for one in cast if one.sheet == "full" and one.present]
        self.choose("characters", testing)
        self.choose("creature", cast, "Nobody in particular")
        if not self.is_bound and "characters" not in self.initial:
            self.initial["characters"] = [one.public_id for one in testing if one.seat_id]

    def facing(self, character: Character) -> Facing:
        given = self.cleaned_data
        creature = given["creature"].pk if given["creature"] else 0
        return Facing(character.pk, given["modifier"] or 0, bool(given["hidden"]), creature, given["label"])


def ask_outlook(viewer: Viewer, form: AskFearForm) -> Mapping[str, Any]:
    """Everybody's chance not to panic."""
    asked = form.cleaned_data["characters"]
    chances = [
        {"number": percent(_odds(form.facing(one), sheet_of(one), 0, False, viewer).success), "text": one.name}
        for one in asked
    ]
    return {"odds": {"sentence": "Chance not to panic", "facts": chances}, "button": ask_people(asked)}


@act(
    "dragonfly.ask-fear",
    menu=16,
    due=is_calm,
    begins="ask",
    title="Ask for a Fear Test",
    form=AskFearForm,
    button="Ask",
    who=gms,
    preview=ask_outlook,
    template="combat/dragonfly/acts/ask-fear.html",
)
def ask_fear(turn: Turn, form: AskFearForm) -> None:
    """Asks each of those named for a Fear Test. The Supporting Cast never test."""
    asked: list[Character] = form.cleaned_data["characters"]
    for one in asked:
        if questions.open_about(one, questions.FEAR, questions.PANIC):
            turn.refuse("asked", f"{one.name} is asked for a Fear Test already.", "characters")
        if not state_of(one).can_act:
            turn.refuse("not-awake", f"{one.name} is in no state to be frightened.", "characters")
    by = _tell_asked(turn, form, asked)
    for one in asked:
        _ask(turn, one, form.facing(one), form.cleaned_data["creature"], by)


def _tell_asked(turn: Turn, form: AskFearForm, asked: list[Character]) -> Event:
    """The GMs hear all; the others what is not hidden."""
    data = form.cleaned_data
    creature: Character | None = data["creature"]
    full: Facts = {
        "names": [one.name for one in asked],
        "label": data["label"],
        "creature": creature.name if creature else "",
        "modifier": data["modifier"] or 0,
        "hidden": bool(data["hidden"]),
    }
    seen = [one.name for one in asked if not one.hidden]
    known = full | {"names": seen, "creature": _openly(creature)}
    if full["hidden"]:
        known.pop("modifier")
    also: dict[Audience, Facts] = {EVERYBODY: known} if seen else {}
    return turn.tell("dragonfly.fear-asked", full, GMS, also)


def _openly(creature: Character | None) -> str:
    return openly(creature) if creature else ""


def _ask(turn: Turn, character: Character, facing: Facing, creature: Character | None, by: Event) -> Ask:
    facts: Facts = {
        "label": facing.label,
        "creature": _openly(creature),
        "hidden": facing.veiled,
        "retest": facing.retest,
        "panic": TITLES.get(state_of(character).panic, ""),
    }
    if not facing.veiled:
        facts["modifier"] = modifier_of(facing)
    return questions.ask_about(turn, questions.FEAR, character, facing, facts, by=by)


# answering


def _odds(
    facing: Facing, sheet: DragonflySheet, more: int, feat: bool, viewer: Viewer, face: int | None = None
) -> wound_odds.FearOdds:
    return wound_odds.fear_odds(
        willpower=sheet.number("willpower"),
        quality_bonus=quality_bonus(sheet, viewer),
        modifier=modifier_of(facing) + more,
        heroic_feat=feat,
        face=face,
    )


def drawn(plain: wound_odds.FearOdds, better: wound_odds.FearOdds | None, face: int | None) -> Facts:
    """The chance of no panic and of every row of the Panic Table, with what a Heroic Feat would make of them."""
    found: Facts = {
        "headline": percent(plain.success),
        "sentence": "Chance not to panic: 9 or more",
        "hints": [odds.least_face(plain.least_face, face)],
    }
    ghosts = {one.panic: one.chance for one in better.panics} if better else {}
    if better:
        found["bought"] = f"{percent(better.success)} with Heroic Feat"
    best = row("No panic", plain.success, ghost=better.success if better else None)
    rows = [row(one.title, one.chance, ghost=ghosts.get(one.panic), fail=True) for one in plain.panics]
    return found | {"rows": [best, *rows]}


class AnswerFearForm(TestForm):
    kinds = questions.kinds_for(questions.FEAR)
    decline = forms.BooleanField(required=False, widget=forms.HiddenInput)

    @property
    def facing(self) -> Facing:
        return cast(Facing, self.state)

    def character_key(self) -> int:
        return self.facing.character

    def odds(self, feat: bool) -> wound_odds.FearOdds:
        return _odds(self.facing, self.own, self.by_hand, feat, self.viewer, self.fallen)

    def own_bonus(self, viewer: Viewer) -> int:
        """What is added without the Director's modifier."""
        own = 2 * self.own.number("willpower") + quality_bonus(self.own, viewer)
        return own + total_of(self.lines())


def _veiled(viewer: Viewer, facing: Facing) -> bool:
    return facing.veiled and not viewer.is_gm


def answer_outlook(viewer: Viewer, form: AnswerFearForm) -> Mapping[str, Any]:
    """The odds of every row; with a hidden modifier only how the open part falls."""
    facing, face = form.facing, form.fallen
    veiled = _veiled(viewer, facing)
    bonus = form.own_bonus(viewer) + (0 if veiled else modifier_of(facing))
    plain = form.odds(form.feat)
    better = None if form.feat or form.why_no_feat else form.odds(True)
    return {
        "heading": f"{form.own.name}: Fear Test",
        "subheading": facing.label,
        "own_footer": True,
        "odds": tests_due.open_part(bonus, VEILED, face) if veiled else drawn(plain, better, face),
        "feat_off": form.why_no_feat,
        "button": odds.button(bonus, form.cleaned_data.get("face"), face),
    }


@act(
    "dragonfly.answer-fear",
    title="Something dreadful",
    form=AnswerFearForm,
    button="Roll",
    preview=answer_outlook,
    template="combat/dragonfly/acts/answer-fear.html",
)
def answer_fear(turn: Turn, form: AnswerFearForm) -> None:
    """Rolls a Fear Test, or leaves a new one be. What a failed one does waits for the Director's word."""
    ask: Ask = form.cleaned_data["ask"]
    acting_for(turn, form.own.character)
    turn.cause = ask.exchange.opened_by
    if form.cleaned_data["decline"]:
        _decline(turn, form, ask)
        return
    thrown = thrown_for(turn, form, ask)
    spent = form.pay(turn)
    check = _check(turn, form, thrown.dice)
    thrown.settle()
    facts = tests_due.told_of(check, thrown.typed, form.feat, form.modifier_title)
    if spent:
        facts["points_left"] = spent.left
    event = _tell_tested(turn, form, facts)
    questions.settle(turn, ask, event, spent)
    _go_on(turn, form, check, event)


def _check(turn: Turn, form: AnswerFearForm, dice: Any) -> Check:
    facing = form.facing
    given: Any = {
        "willpower": form.own.number("willpower"),
        "quality_bonus": quality_bonus(form.own, turn.viewer),
        "lines": form.lines(),
        "dice": dice,
    }
    if facing.retest:
        return fear.panic_retest(first_modifier=facing.modifier, retest_number=facing.retest, **given).check
    return fear.fear_test(modifier=facing.modifier, **given).check


def _decline(turn: Turn, form: AnswerFearForm, ask: Ask) -> None:
    if not form.facing.retest:
        turn.refuse("first-test", "Only a new Fear Test can be left be: the first one is rolled.", "ask")
    event = tell_about(turn, "dragonfly.retest-declined", form.own.character, named(form.own.character))
    questions.settle(turn, ask, event)


def _tell_tested(turn: Turn, form: AnswerFearForm, facts: Facts) -> Event:
    """With a hidden modifier the others see what the die and the open numbers make, and whether it was enough."""
    character, facing = form.own.character, form.facing
    facts["parts"] = [_of_the_director(one) for one in facts["parts"]]
    full = (
        named(character)
        | facts
        | {
            "what": "Willpower, doubled",
            "label": facing.label,
            "retest": facing.retest,
            "hidden": facing.veiled,
            "rule": "dragonfly.panic-retest" if facing.retest else "dragonfly.fear-test",
        }
    )
    if not facing.veiled:
        return tell_about(turn, "dragonfly.fear-tested", character, full, OPENLY)
    return _tell_veiled(turn, character, full)


OPENLY = ("character", "character_id", "label", "retest", "success", "rule")


def _of_the_director(part: Facts) -> Facts:
    """The modifier that came with the asking is told as a difficulty is: it can be hidden."""
    if part["label"] != tests_due.TITLES["modifier"]:
        return part
    return part | {"kind": "difficulty", "source": "set by the Director"}


def _tell_veiled(turn: Turn, character: Character, full: Facts) -> Event:
    known = open_version(full, character, difficulty_hidden=True) or {}
    if character.hidden:
        return turn.tell("dragonfly.fear-tested", full, GMS)
    if not character.seat_id:
        known = {key: value for key, value in full.items() if key in OPENLY}
    return turn.tell("dragonfly.fear-tested", full, GMS, {EVERYBODY: known})


def _go_on(turn: Turn, form: AnswerFearForm, check: Check, event: Event) -> None:
    """Passed: the panic that it is about is over. Failed: the Director says what it does."""
    character, facing = form.own.character, form.facing
    panic = fear.panic_of(check)
    if panic != NONE:
        state = Panicking(character.pk, panic, check.total, facing)
        told: Facts = {"panic": TITLES[panic], "total": check.total, "label": facing.label}
        questions.ask_about(turn, questions.PANIC, character, state, told, ("gms", 0), by=event)
    elif facing.retest and state_of(character).panic != NONE:
        ended(turn, character)


def _named_to(viewer: Viewer, facing: Facing) -> str:
    """Who frightens them, as far as this seat knows."""
    found = viewer.desk.find(Character, facing.creature)
    if found is None:
        return ""
    return found.name if viewer.is_gm else openly(found)


def fear_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card needs: the chance of every row, or with a hidden modifier only what may be known."""
    form = AnswerFearForm({"ask": ask.public_id}, viewer=viewer)
    if form.sheet is None or not form.is_valid():
        return {"asked": ask.facts}
    facing = form.facing
    veiled = _veiled(viewer, facing)
    bonus = form.own_bonus(viewer) + (0 if veiled else modifier_of(facing))
    found: Facts = {
        "asked": ask.facts,
        "button": odds.button(bonus, fallen=form.fallen),
        "feat_off": form.why_no_feat,
        "feat_price": form.feat_price,
        "fallen": bool(ask.thrown),
        "creature": _named_to(viewer, facing),
    }
    return found if veiled else found | _chances(form)


def _chances(form: AnswerFearForm) -> Facts:
    plain, better = (form.odds(feat) for feat in (form.feat, True))
    return {
        "chance": percent(plain.success),
        "with_feat": percent(better.success),
        "least": odds.least_face(plain.least_face, form.fallen),
        "rows": [{"title": one.title, "percent": percent(one.chance)} for one in plain.panics if one.chance],
    }


# panic


# after the first test


def may_retest(state: State, options: Any) -> bool:
    return fear.why_no_retest(panic=state.panic, options=options) is None


def offer_retest(turn: Turn, character: Character, by: Event | None = None) -> None:
    """A new Fear Test is offered, with what is left of the modifier. One that is open stays as it is."""
    if questions.open_about(character, questions.FEAR, questions.PANIC):
        return
    state = state_of(character)
    facing = Facing(
        character.pk, state.panic_modifier, bool(state.panic_veiled), 0, "Snapping out of it", state.panic_retests + 1
    )
    _ask(turn, character, facing, None, by or turn.events[0])


class SnapOutForm(OwnCharacterForm):
    """Who tries to snap out of it."""

    def open_characters(self) -> list[Character]:
        return panicking(played_by(self.viewer))


@act(
    "dragonfly.snap-out",
    menu=17,
    due=somebody(panicking),
    title="Snap out of a panic",
    form=SnapOutForm,
    button="Try again",
)
def snap_out(turn: Turn, form: SnapOutForm) -> None:
    """A new Fear Test every few seconds while no fight counts them; in a fight it comes with the end of the Turn."""
    character: Character = form.cleaned_data["character"]
    options = moves.options_for(turn.viewer, character)
    if no := fear.why_no_retest(panic=state_of(character).panic, options=options):
        turn.refuse(no.code, no.text, "character")
    if tracking.fighting(character) is not None and not turn.viewer.is_gm:
        turn.refuse("with-the-turn", "In a fight a new Fear Test comes at the end of each Turn.", "character")
    if questions.open_about(character, questions.FEAR, questions.PANIC):
        turn.refuse("asked", f"{character.name} is asked for a Fear Test already.", "character")
    acting_for(turn, character)
    facts: Facts = {"names": [character.name], "retest": True}
    event = tell_about(turn, "dragonfly.fear-asked", character, facts)
    offer_retest(turn, character, event)
