"""Intentions (dragonfly.intentions): what each combatant means to do in the Turn, and the Director's word on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms

from apps.characters.access import readers_of
from apps.characters.dragonfly.points import (
    Spent,
    drama_points_of,
    feats_made,
    note_feat,
    spend_drama_point,
    spent_told_by,
)
from apps.characters.forms import acting_for, named, number, one_line
from apps.checks.dragonfly.fury import ask_for, is_asked
from apps.combat import tracking
from apps.combat.dragonfly.blows.attacking import is_close
from apps.combat.dragonfly.fight import fury
from apps.combat.dragonfly.fight.joining import FighterForm
from apps.combat.dragonfly.fighters import initiative, moves, plans, told
from apps.combat.dragonfly.fighters.questions import FURY
from apps.combat.dragonfly.fighters.standing import FEAT_RULE, OTHER_FEAT, Standing, standing_of, there
from apps.combat.models import Combatant, Declaration, Fight
from apps.rules.dragonfly import drama
from apps.rules.dragonfly.combat import fear, turns
from apps.rules.dragonfly.lists import STANCES
from apps.rules.refusal import Refused
from apps.table.acts import act, gms
from apps.table.models import Event
from apps.table.telling import tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_EXTRA = 12
STANCE_WORDS = {
    "normal": "Normal",
    "full-offense": "Full Offense: +2 on attacks, no defense",
    "full-defense": "Full Defense: +3 on defenses, two free, no attack",
}
OWN = [("attack", "An attack"), ("other", "Something else")]
EXTRA = [("", "Not used"), ("attack", "Attack"), ("defense", "Defense"), ("other", "Other")]
FEATS = [
    ("", "No"),
    ("attack", "Attack"),
    ("defense", "Defense"),
    ("damage", "Damage"),
    ("initiative", "Initiative"),
    ("other", "Another roll"),
]
FIELDS = {"action": "text", "own": "action", "additional_actions": "extra_1", "use": "drama"}
Feat = drama.Use
FURY_USE: tuple[Feat, ...] = ("righteous-fury",)


class DeclareForm(FighterForm):
    text = one_line("What they try, and at whom", 160, required=False, help_text="Such as: kick the Brute twice")
    stance = forms.ChoiceField(
        label="Stance",
        choices=[(row.id, STANCE_WORDS[row.id]) for row in STANCES],
        initial="normal",
        widget=forms.RadioSelect,
        required=False,
    )
    action = forms.ChoiceField(
        label="The action", choices=OWN, initial="attack", widget=forms.RadioSelect, required=False
    )
    at = forms.ChoiceField(
        label="A close attack on",
        required=False,
        help_text="Two or more on the same one gang up; whoever shoots names nobody here",
    )
    aim = forms.BooleanField(label="Takes aim, and shoots after everybody else", required=False)
    drama = forms.ChoiceField(
        label="Heroic Feat, +10, one Drama Point", choices=FEATS, widget=forms.RadioSelect, required=False
    )
    fury = forms.BooleanField(label="Righteous Fury: +5 on all attacks of the fight, two Drama Points", required=False)
    fury_why = one_line("What provoked it", 200, required=False)

    standing: Standing | None = None

    def setup(self) -> None:
        super().setup()
        fight, character = tracking.fight_of(self.viewer.table), self.chosen()
        combatant = tracking.in_the_fight(character) if character else None
        self.standing = standing_of(combatant) if combatant else None
        if fight is not None:
            self._offer_extra(moves.options_of(self.viewer, fight).free_use_of_additional_actions)
            self._offer_targets(fight)
        if self.standing is not None:
            self._start_from(self.standing)

    def _offer_extra(self, free: bool) -> None:
        many = 0 if free or self.standing is None else min(self.standing.more, MOST_EXTRA)
        for place in range(1, many + 1):
            self.fields[f"extra_{place}"] = forms.ChoiceField(
                label=f"Additional action {place}, at −{2 * place}",
                choices=EXTRA,
                widget=forms.RadioSelect,
                required=False,
            )

    def _offer_targets(self, fight: Fight) -> None:
        seen = [one for one in tracking.combatants_known_to(self.viewer, fight) if one.state != "out"]
        others = [one for one in seen if self.standing is None or one != self.standing.combatant]
        self.offer("at", [("", "Nobody named"), *((one.public_id, one.character.name) for one in others)])

    def _start_from(self, standing: Standing) -> None:
        if standing.supporting:
            del self.fields["drama"]
        if standing.supporting or standing.fury or is_asked(standing.character, FURY):
            del self.fields["fury"], self.fields["fury_why"]
        declared = standing.declaration
        if declared is None or self.is_bound:
            return
        plan = declared.plan
        held = {
            "text": "" if self._is_wordless(declared) else declared.text,
            "stance": plan.get("stance"),
            "action": plan.get("action"),
            "aim": plan.get("aim"),
            "drama": next(iter(plan.get("drama", ())), ""),
        }
        held["at"] = plan.get(plans.AT, "")
        held |= {f"extra_{place}": act for place, act in enumerate(plan.get("extra", ()), 1)}
        for name, value in held.items():
            self.initial.setdefault(name, value)

    @staticmethod
    def _is_wordless(declared: Declaration) -> bool:
        """Whether nobody found words for it: what was written down then is worked out anew from what is chosen."""
        plan = declared.plan
        target = plans.open_target(declared.combatant.fight, plan.get(plans.AT, ""))
        return declared.text == default_words(plan.get("stance", "normal"), plan.get("action", "attack"), target)

    @property
    def extra(self) -> tuple[turns.Act, ...]:
        given = (self.cleaned_data.get(f"extra_{place}") for place in range(1, MOST_EXTRA + 1))
        return tuple(cast(turns.Act, one) for one in given if one)

    @property
    def extra_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("extra_")]

    @property
    def does_more(self) -> bool:
        """Whether anything of what stands in the fold for more than an action is chosen, or refused."""
        fields = [*self.extra_fields, self["aim"], *([self["at"]] if self.only_shoots else [])]
        return any(one.value() or one.errors for one in fields)

    @property
    def only_shoots(self) -> bool:
        """Whether every maneuver of theirs shoots or is thrown: a close attack is what they hardly think of."""
        maneuvers = self.standing.sheet.maneuvers if self.standing else ()
        return bool(maneuvers) and not any(is_close(one) for one in maneuvers)

    @property
    def points(self) -> int:
        return self.standing.sheet.drama_points if self.standing else 0

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("fury") and not self.cleaned_data.get("fury_why"):
            self.add_error("fury_why", "Say what provoked it: the Director decides on that.")
        return self.cleaned_data


@dataclass(frozen=True)
class Wanted:
    """What the form asks for, as the rules have accepted it."""

    text: str
    plan: dict[str, Any]
    feat: str


def declare_outlook(viewer: Viewer, form: DeclareForm) -> Mapping[str, Any]:
    """Whether this can be declared, before anybody presses."""
    standing = form.standing
    if standing is None:
        return {}
    no = _why_not_now(viewer, standing.fight)
    refused = no.text if no else ""
    try:
        wanted(form, moves.options_of(viewer, standing.fight))
    except Refused as wrong:
        refused = refused or wrong.text
    return {"heading": f"What {standing.character.name} tries", "refused_now": refused}


def wanted(form: DeclareForm, options: Any) -> Wanted:
    """The declaration by the rules; refuses what does not fit into a Turn, beside the form's own fields."""
    standing = there(form.standing)
    data, extra = form.cleaned_data, form.extra
    stance, feat = data.get("stance") or "normal", data.get("drama") or ""
    if stance == "full-defense":
        _refuse_in_panic(standing)
    if data.get("aim") and (no := turns.why_no_aim(stance=stance)):
        raise no
    own = _own_act(data, stance)
    text = data.get("text") or default_words(stance, own, plans.open_target(standing.fight, data.get("at") or ""))
    try:
        found = turns.intentions(
            action=text,
            stance=stance,
            additional_actions=extra,
            drama=(use_of(feat),) if feat else (),
            available=standing.more,
            own=own,
            options=options,
        )
    except Refused as no:
        raise Refused(no.code, no.text, FIELDS.get(no.field or "", no.field)) from no
    plan: dict[str, Any] = {
        "stance": found.plan.stance,
        "action": own,
        "extra": list(extra),
        "drama": [feat] if feat else [],
    }
    aims = bool(data.get("aim"))
    plan |= {moves.AIM: aims} | ({plans.AT: data["at"]} if data.get("at") and not aims else {})
    if standing.has_used_other_feat:
        plan[OTHER_FEAT] = True
    return Wanted(text, plan, feat)


def _own_act(data: dict[str, Any], stance: str) -> turns.OwnAct:
    """The Turn's own action; whoever fully defends and says nothing of it does not attack."""
    own = data.get("action") or "attack"
    defends = stance == "full-defense" and not data.get("text") and own == "attack"
    return "other" if defends else cast(turns.OwnAct, own)


def _refuse_in_panic(standing: Standing) -> None:
    """Not everybody in panic has the calm for Full Defense (dragonfly.panic-table)."""
    if no := fear.why_panicked(panic=standing.state.panic, act="full-defense"):
        raise Refused(no.code, no.text, "stance")


def default_words(stance: str, own: str, target: str = "") -> str:
    """What is written down where nobody finds words; an attack says on whom, as far as all may know."""
    if stance == "full-defense":
        return "Defends"
    return f"Attacks {target}".strip() if own == "attack" else "Something else"


def use_of(feat: str) -> Feat:
    return "damage-feat" if feat == "damage" else "heroic-feat"


def _why_not_now(viewer: Viewer, fight: Fight) -> Refused | None:
    """Once Intentions are over, what a GM declares has the Director's leave."""
    if fight.phase == "intentions":
        return None
    no = turns.why_no_change(director_allows=viewer.is_gm)
    return Refused(no.code, no.text, "character") if no else None


@act(
    "dragonfly.declare",
    title="Declare what you try",
    form=DeclareForm,
    button="Declare it",
    template="combat/dragonfly/acts/declare.html",
    preview=declare_outlook,
)
def declare(turn: Turn, form: DeclareForm) -> None:
    """Writes down what is tried and pays for what is announced; Righteous Fury is asked of the GMs."""
    combatant = form.combatant(turn)
    fight, standing = combatant.fight, standing_of(combatant)
    options = moves.options_of(turn.viewer, fight)
    if no := _why_not_now(turn.viewer, fight):
        raise no
    if combatant.state == "out":
        turn.refuse("out", f"{combatant.character.name} is not in the fight any more.", "character")
    given = wanted(form, options)
    acting_for(turn, combatant.character)
    rage = bool(form.cleaned_data.get("fury"))
    if rage and (no := fury.why_not(combatant.character)):
        raise no
    spent = _announce(turn, fight, standing, given.feat, options, rage)
    secret = turns.sealed(all_in=fight.phase != "intentions", options=options)
    row = _write(turn, fight, combatant, given, secret)
    event = _tell(turn, row, spent, changed=standing.declaration is not None)
    spent_told_by(turn, event, spent)
    if rage:
        ask_for(turn, FURY, combatant.character, form.cleaned_data["fury_why"], event)


def _announce(turn: Turn, fight: Fight, standing: Standing, feat: str, options: Any, rage: bool) -> Spent | None:
    """Pays for the Turn's one Heroic Feat, unless it was paid for already and is only meant for something else."""
    in_time = fight.phase == "intentions"
    announced: list[Feat] = [use_of(feat)] if feat and (feat,) != standing.drama else []
    for use in [*announced, *(FURY_USE if rage else ())]:
        _in_time(use, in_time, options)
    if feat == initiative.USE and standing.drama != (feat,) and not initiative.is_open(standing.combatant):
        why = f"Initiative is not thrown for {standing.character.name} in this Turn: announce it for something else."
        turn.refuse("no-throw", why, "drama")
    if announced and standing.has_used_other_feat:
        why = f"The Heroic Feat for {plans.FEATS['other']} was made in this Turn already: it stays with that roll."
        turn.refuse("feat-made", why, "drama")
    if standing.drama and not feat:
        why = "The Heroic Feat is announced and paid: say what it is for, or take the declaration back with Undo."
        turn.refuse("announced", why, "drama")
    if not feat or standing.drama:
        return None
    character = standing.character
    if no := drama.why_no_feat(points=drama_points_of(character), feats_this_turn=feats_made(character)):
        turn.refuse(no.code, no.text, "drama")
    spent = spend_drama_point(turn, character, f"Heroic Feat for {plans.FEATS[feat]}", FEAT_RULE, field="drama")
    note_feat(turn, character)
    return spent


def _in_time(use: Feat, in_time: bool, options: Any) -> None:
    try:
        drama.timing(use=use, in_fight=True, in_intentions=in_time, options=options)
    except Refused as no:
        raise Refused(no.code, no.text, "fury" if use == "righteous-fury" else "drama") from no


def _write(turn: Turn, fight: Fight, combatant: Combatant, given: Wanted, secret: bool) -> Declaration:
    held = tracking.declaration_of(fight, combatant)
    fields = {"text": given.text, "plan": given.plan, "shown": not secret, "verdict": "", "turns_left": 0}
    if held is None:
        return turn.create(Declaration, combatant=combatant, turn=fight.turn, **fields)
    return turn.change(held, **fields)


def _tell(turn: Turn, row: Declaration, spent: Spent | None, changed: bool) -> Event:
    """Openly, or in secret to the GMs and whoever plays the combatant; how many points are left stays with watchers."""
    character = row.combatant.character
    less = named(character) | {"text": plans.words_of(row), "changed": changed, "secret": not row.shown}
    less |= plans.plan_facts(row.plan)
    full = less | ({"left": spent.left} if spent else {})
    if character.hidden or not row.shown:
        return turn.tell(plans.DECLARED, full, to=readers_of(character))
    return tell_both(turn, plans.DECLARED, full, full if told.is_open(character) else less)


# the Director's word


class VerdictForm(FighterForm):
    verdict = forms.ChoiceField(
        label="Does it fit into a Turn",
        widget=forms.RadioSelect,
        initial="yes",
        choices=[("yes", "Yes"), ("no", "No"), ("longer", "It takes longer")],
    )
    turns = number("How many Turns, this one included", 2, 99, required=False, initial=2)


@act("dragonfly.verdict", title="The Director’s word", form=VerdictForm, who=gms, button="That is my word")
def verdict(turn: Turn, form: VerdictForm) -> None:
    """Yes, no, or how many Turns it takes (dragonfly.intentions)."""
    combatant, word = form.combatant(turn), form.cleaned_data["verdict"]
    row = tracking.declaration_of(combatant.fight, combatant)
    if row is None:
        turn.refuse("undeclared", f"Nothing is declared for {combatant.character.name} in this Turn.", "character")
    many = (form.cleaned_data["turns"] or 2) if word == "longer" else 0
    if (row.verdict, row.turns_left) == (word, many):
        turn.refuse("same", "That was your word already. Nothing was changed.", "verdict")
    acting_for(turn, combatant.character)
    turn.change(row, verdict=word, turns_left=many)
    character = combatant.character
    facts = named(character) | {"text": row.text, "verdict": word, "turns": many}
    if character.hidden or not row.shown:
        turn.tell("dragonfly.verdict", facts, to=readers_of(character))
    else:
        turn.tell("dragonfly.verdict", facts)
