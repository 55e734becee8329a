"""Resisted Actions between two (dragonfly.resisted-action) and against Ability Scores (dragonfly.ability-scores)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.access import known_to, sheet_open_to
from apps.characters.dragonfly.points import spent_told_by
from apps.characters.dragonfly.sheet import DragonflySheet, sheet_of
from apps.characters.forms import CharacterChoice, acting_for, one_line
from apps.characters.models import Character, CharacterKey
from apps.checks import versus
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.asking import AskedForm
from apps.checks.dragonfly.checks import OwnSideForm
from apps.checks.dragonfly.facts import Facts, openly
from apps.checks.dragonfly.sides import (
    MOST_MODIFIER,
    Added,
    Line,
    SideForm,
    condition_line,
    pay_for_feat,
    thrown_for,
)
from apps.checks.freely import may_begin, why_not_now
from apps.checks.modes import mode_field, mode_of, set_modes
from apps.rules.dragonfly import checks
from apps.rules.dragonfly.lists import SCORES
from apps.rules.dragonfly.odds import ability_odds
from apps.table import exchanges
from apps.table.acts import act
from apps.table.keys import SeatKey
from apps.table.models import Ask, Event
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

OPEN = "dragonfly.resist"
QUIETLY = "dragonfly.resist-secret"
KINDS = (OPEN, QUIETLY)
MODES = ("everybody", "gm", "blind")


@dataclass(frozen=True)
class Resisting:
    """A Resisted Action that waits for its other side. The mover's face is sealed in here until they have rolled."""

    active: CharacterKey
    opposing: CharacterKey
    added: Added
    face: int | None
    typed: bool
    defender: str
    label: str
    mode: str
    roller: SeatKey


class ResistForm(OwnSideForm):
    opponent = CharacterChoice(
        label="Against whom", error_messages={"invalid_choice": "That one is not there to act against."}
    )
    against = forms.ChoiceField(
        label="If they never roll, it is measured by",
        choices=[(row.id, row.title) for row in SCORES],
        initial="combat",
        widget=forms.RadioSelect,
        required=False,
    )
    against_modifier = forms.IntegerField(
        label="On their score", required=False, min_value=-MOST_MODIFIER, max_value=MOST_MODIFIER, initial=0
    )
    defender = forms.ChoiceField(
        label="Who defends, and so wins a tie",
        widget=forms.RadioSelect,
        required=False,
        initial="opposing",
        choices=[("opposing", "The other side"), ("active", "This side"), ("nobody", "Nobody")],
    )
    show_score = forms.BooleanField(label="They may see the score that they roll against", required=False)
    label = one_line("What for, in a few words", 120, required=False)
    mode = mode_field("Who sees the outcome")

    def setup(self) -> None:
        begins_with_the_best(self, super().setup)
        own = self.sheet.character if self.sheet else None
        self.choose("opponent", [one for one in known_to(self.viewer) if one != own])
        set_modes(self, self.viewer, MODES)
        if not self.viewer.is_gm:
            del self.fields["against_modifier"]
        if not (self.viewer.is_gm and self.sheet and not self.sheet.is_full):
            del self.fields["show_score"]

    def everything(self) -> Added:
        return self.added()

    def other_score(self) -> Added:
        """The Ability Score of an opponent who never rolls."""
        sheet = sheet_of(self.cleaned_data["opponent"])
        key = self.cleaned_data["against"] or "combat"
        score = Line(key, sheet.title(key), sheet.number(key), "score")
        by = self.cleaned_data.get("against_modifier") or 0
        more = [Line("modifier", "Something else", by, "modifier", "set by the Director")] if by else []
        lines = [condition_line(one) for one in sheet.conditions if one.modifier]
        return Added(score.label, [score, *lines, *more], [], is_score=True)


def best_of(sheet: DragonflySheet) -> dict[str, str]:
    """What one does best, the Attribute and the skill, for both sides alike: what the other side rolls is sealed."""
    rows = {"attribute": sheet.attributes, "skill": sheet.skills} if sheet.is_full else {}
    best = {name: max(found, key=lambda one: one.value, default=None) for name, found in rows.items()}
    return {name: one.key if one and one.value else "" for name, one in best.items()}


def begins_with_the_best(form: SideForm, setup: Callable[[], None]) -> None:
    """Sets the form up; where neither Attribute nor skill is named, it begins with what one does best."""
    named = form.is_bound or {"attribute", "skill"} & form.initial.keys()
    setup()
    if form.sheet is not None and not named:
        form.initial.update(best_of(form.sheet))


def resist_outlook(viewer: Viewer, form: ResistForm) -> Mapping[str, Any]:
    """Odds of what this seat may know: against a score whose sheet it may read the chance to win, else of one's own."""
    added = form.everything()
    opponent: Character = form.cleaned_data["opponent"]
    found: dict[str, Any] = {
        "heading": f"{form.own_sheet.name} against {opponent.name}",
        "own_footer": True,
        "feat_off": form.why_no_feat,
        "added": added,
        "button": "Settle it" if added.is_score else odds.button(added.bonus, form.cleaned_data.get("face")),
    }
    if added.is_score:
        return found | {"score_total": added.check()}
    if opponent.sheet != "full" and sheet_open_to(viewer, opponent):
        total, cast_is = form.other_score().check().total, _cast_is(form.cleaned_data["defender"])
        return found | {"odds": _against(added, total, cast_is, form.own_sheet.name)}
    return found | {"odds": odds.drawn(added, 1, may_feat=not form.why_no_feat)}


def _against(added: Added, total: int, cast_is: checks.CastIs, name: str, face: int | None = None) -> dict[str, Any]:
    given: dict[str, Any] = {"score": max(0, total), "score_modifier": min(0, total)}
    chances = ability_odds(cast_bonus=added.bonus, cast_is=cast_is, face=face, **given)
    return odds.against_score(chances, total, name)


def _cast_is(defender: str, mover: bool = True) -> checks.CastIs:
    """What the one who rolls is, as the mover or as the other side."""
    words: dict[str, checks.CastIs] = {"opposing": "attacker", "active": "defender", "nobody": "neither"}
    other: dict[str, checks.CastIs] = {"opposing": "defender", "active": "attacker", "nobody": "neither"}
    return (words if mover else other)[defender or "opposing"]


@act(
    "dragonfly.resist",
    menu=20,
    at_hand="swap",
    due=may_begin,
    title="Act against somebody",
    form=ResistForm,
    button="Roll",
    preview=resist_outlook,
    template="checks/dragonfly/acts/resist.html",
)
def resist(turn: Turn, form: ResistForm) -> None:
    """The mover's side. Against a score it is settled at once; else the die lies sealed until the other side rolls."""
    if no := why_not_now(turn.viewer):
        raise no
    active, opponent = form.own_sheet.character, form.cleaned_data["opponent"]
    acting_for(turn, active)
    spent = pay_for_feat(turn, form)
    thrown = thrown_for(turn, form)
    added = form.everything()
    check = added.check(thrown)
    thrown.settle()
    state = Resisting(
        active=active.pk,
        opposing=opponent.pk,
        added=added,
        face=check.face,
        typed=thrown.typed and not added.is_score,
        defender=form.cleaned_data["defender"] or "opposing",
        label=form.cleaned_data["label"],
        mode=mode_of(form),
        roller=turn.seat.pk,
    )
    if opponent.sheet == "full":
        event = _open(turn, state, active, opponent, bool(form.cleaned_data.get("show_score")))
    else:
        event = _settle(turn, state, active, opponent, form.other_score(), None, False)
    spent_told_by(turn, event, spent)


def _open(turn: Turn, state: Resisting, active: Character, opponent: Character, show: bool) -> Event:
    """Asks the other side. Nothing of the sealed roll is in the event or in the ask."""
    full = _names(active, opponent, state)
    event = versus.tell(turn, "dragonfly.resist", full, state.mode, state.roller, (active, opponent))
    secret = state.mode != "everybody" or active.hidden or opponent.hidden
    exchange = exchanges.open_exchange(turn, QUIETLY if secret else OPEN, state, by=event)
    facts: Facts = {
        "who": opponent.name,
        "against": openly(active),
        "label": state.label,
        "defender": state.defender,
        "character_id": opponent.public_id,
    }
    if show and state.added.is_score:
        facts["score_total"] = state.added.check().total
    exchanges.ask(turn, exchange, versus.whom_to_ask(opponent), facts)
    return event


def _names(active: Character, opponent: Character, state: Resisting) -> Facts:
    told = {"defender": state.defender, "label": state.label, "mode": state.mode}
    return versus.names(active, opponent) | told


def _settle(
    turn: Turn,
    state: Resisting,
    active: Character,
    opponent: Character,
    other: Added,
    face: int | None,
    typed: bool,
    about: tuple[Event, ...] = (),
) -> Event:
    """Both sides are in: who wins, by the rules, and why."""
    mine, theirs = state.added.check(face=state.face), other.check(face=face)
    winner, levels = outcome(state, mine, theirs, state.added.is_score, other.is_score)
    names = {"active": active.name, "opposing": opponent.name}
    scores = state.added.is_score or other.is_score
    full = _names(active, opponent, state) | {
        "sides": [state.added.told(mine, state.typed), other.told(theirs, typed)],
        "moved": active.name if other.is_score else opponent.name,
        "winner": winner,
        "winner_name": names.get(winner, ""),
        "levels": levels,
        "word": checks.success_levels(total=max(mine.total, theirs.total)).description,
        "rule": "dragonfly.ability-scores" if scores else "dragonfly.resisted-action",
    }
    return versus.tell(turn, "dragonfly.resisted", full, state.mode, state.roller, (active, opponent), about)


def outcome(
    state: Resisting, mine: checks.Check, theirs: checks.Check, mine_is_score: bool, theirs_is_score: bool
) -> tuple[str, int]:
    """Who wins ("active", "opposing", "neither" or "tie") and with how many Success Levels."""
    if mine_is_score != theirs_is_score:
        cast, score = (theirs, mine) if mine_is_score else (mine, theirs)
        found = checks.against_score(cast, score, cast_is=_cast_is(state.defender, mover=not mine_is_score))
        sides = ("opposing", "active") if mine_is_score else ("active", "opposing")
        words: dict[str, str] = dict(zip(("cast", "supporting"), sides, strict=True))
        return words.get(found.winner, found.winner), found.success_levels
    if state.defender == "active":
        turned = checks.resisted(theirs, mine, has_defender=True)
        return {"active": "opposing", "opposing": "active"}.get(turned.winner, turned.winner), turned.success_levels
    result = checks.resisted(mine, theirs, has_defender=state.defender == "opposing")
    return result.winner, result.success_levels


# the other side


class AnswerResistForm(AskedForm):
    kinds = KINDS

    def setup(self) -> None:
        begins_with_the_best(self, super().setup)

    @property
    def state(self) -> Resisting:
        found: Resisting = exchanges.state_of(sure(self.row).exchange)
        return found

    def character_key(self) -> int:
        return self.state.opposing

    @property
    def was_shown(self) -> bool:
        return self.state.mode != "blind" or self.viewer.is_gm

    def everything(self) -> Added:
        return self.added()


def answer_outlook(viewer: Viewer, form: AnswerResistForm) -> Mapping[str, Any]:
    """Odds per level of one's own total; against a score that is shown, the chance to win."""
    added = form.everything()
    facts = sure(form.row).facts
    known = facts.get("score_total")
    if known is not None:
        cast_is = _cast_is(facts["defender"], mover=False)
        drawn = _against(added, known, cast_is, form.own_sheet.name, form.fallen)
    else:
        drawn = odds.drawn(added, 1, not form.why_no_feat, form.fallen)
    return {
        "heading": f"{form.own_sheet.name} against {facts['against']}",
        "subheading": facts["label"],
        "odds": drawn,
        "button": odds.button(added.bonus, form.cleaned_data.get("face"), form.fallen),
        "feat_off": form.why_no_feat,
        "own_footer": True,
        "added": added,
    }


@act(
    "dragonfly.answer-resist",
    title="Somebody acts against you",
    form=AnswerResistForm,
    button="Roll",
    preview=answer_outlook,
    template="checks/dragonfly/acts/answer-resist.html",
)
def answer_resist(turn: Turn, form: AnswerResistForm) -> None:
    """The other side rolls, and both are shown together."""
    ask: Ask = form.cleaned_data["ask"]
    state = form.state
    opponent = form.own_sheet.character
    active = turn.desk.find(Character, state.active)
    if active is None:
        turn.refuse("gone", "The other side is no longer at the table. It can be called off.", "ask")
    acting_for(turn, opponent)
    thrown = thrown_for(turn, form, ask)
    spent = pay_for_feat(turn, form)
    added = form.everything()
    check = added.check(thrown)
    thrown.settle()
    opened = (ask.exchange.opened_by,) if ask.exchange.opened_by else ()
    event = _settle(turn, state, active, opponent, added, check.face, thrown.typed, opened)
    spent_told_by(turn, event, spent)
    exchanges.answered(turn, ask, event)


def resist_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card tells: what is likely to be rolled, by one tap, and never anything of the sealed side."""
    found: Facts = {"asked": ask.facts, "fallen": bool(ask.thrown), "state": None}
    form = AnswerResistForm(viewer=viewer, initial={"ask": ask.public_id})
    if form.row is None or form.sheet is None or not form.sheet.is_full:
        return found
    best = best_of(form.sheet)
    tapped = AnswerResistForm({"ask": ask.public_id, **best}, viewer=viewer)
    if not tapped.is_valid():
        return found
    added = tapped.everything()
    button = odds.button(added.bonus, fallen=tapped.fallen)
    return found | best | {"what": added.what, "button": button}
