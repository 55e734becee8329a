"""Triggers of Distinctions and Signature Assets (crew.triggers): a text, what it does to the plot points, an effect."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django import forms

from apps.characters.access import all_known_to, played_by
from apps.characters.crew import points
from apps.characters.crew.forms import PaysForm, die_field
from apps.characters.crew.holding import CREW, is_crewmember
from apps.characters.crew.sheet import Trigger, triggers_of
from apps.characters.forms import CharacterChoice, OwnCharacterForm, acting_for, named, one_line
from apps.characters.models import Character, Entry, Move
from apps.characters.points import told_by
from apps.drama.crew import pool_effects
from apps.drama.crew.assets import ships_for
from apps.drama.crew.effects import NEEDS, Wished, burdened, carry_out
from apps.drama.crew.forms import EntryChoice, known_entries
from apps.drama.crew.points import paid_facts
from apps.drama.crew.pool_effects import REROLL
from apps.drama.crew.telling import hearers_of
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import GMS, Audience
from apps.table.exchanges import exchange_kind, open_exchange
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RULE, KIND = "crew.triggers", "crew.trigger"
ABOUT = {name for names in NEEDS.values() for name in names}
COSTS = {-1: "costs a plot point", 0: "", 1: "pays a plot point"}


@dataclass(frozen=True)
class Listed:
    """A trigger where it stands: on a Distinction or Signature Asset of a character or a ship."""

    entry: Entry
    place: int
    trigger: Trigger

    @property
    def key(self) -> str:
        return f"{self.entry.public_id}-{self.place}"

    @property
    def label(self) -> str:
        said = [self.trigger.text or self.trigger.effect_title, COSTS[self.trigger.points]]
        return f"{self.entry.name}: {', '.join(one for one in said if one)}"


def triggers_on(sheets: Iterable[Character]) -> list[Listed]:
    """Every trigger on these sheets, in the order in which they were written down."""
    found = [entry for one in sheets for entry in one.desk.all(Entry, character=one)]
    entries = [one for one in found if one.kind in {"distinction", "signature-asset"}]
    return [Listed(entry, place, one) for entry in entries for place, one in enumerate(triggers_of(entry))]


@dataclass(frozen=True)
class TriggerAsked:
    """A trigger that pays and waits for the GM’s yes: who, by which entry (public id, name), its text, its effect."""

    character: str
    entry: str
    name: str
    text: str
    wished: Wished


class TriggerForm(OwnCharacterForm, PaysForm):
    trigger = forms.ChoiceField(label="Which trigger")
    name = one_line("What is it called", 60)
    target = CharacterChoice(label="Whom does it burden")
    asset = EntryChoice("Which Asset steps up")
    complication = EntryChoice("Which Complication steps down")
    die = die_field("Which Big Damn Hero die", initial="6", widget=forms.RadioSelect)
    pool_die = forms.ChoiceField(
        label="Which die of the roll",
        widget=forms.RadioSelect,
        error_messages={
            "required": "Say which die. One has to lie in the pool first.",
            "invalid_choice": pool_effects.GONE,
        },
    )

    field_order = ("character", "trigger", "name", "target", "asset", "complication", "die", "pool_die", "callback")

    def setup(self) -> None:
        super().setup()
        self.listed = {one.key: one for one in triggers_on(self._sheets())}
        field = self.offer("trigger", [(key, one.label) for key, one in self.listed.items()])
        field.initial = next(iter(self.listed), None)
        self._ask_for_what_it_needs()
        picked = self._picked()
        self["trigger"].help_text = f"{picked.label}." if picked else ""
        self.set_callbacks(self.chosen() if picked and picked.trigger.points < 0 else None)

    def open_characters(self) -> list[Character]:
        cast = [one for one in played_by(self.viewer) if one.sheet == CREW]
        return cast if self.viewer.is_gm else [one for one in cast if is_crewmember(one)]

    def _sheets(self) -> list[Character]:
        """Whoever acts, and the ships, which serve everybody."""
        chosen = self.chosen()
        those = {*([chosen] if chosen else self.open_characters()), *ships_for(self.viewer)}
        return [one for one in all_known_to(self.viewer) if one in those]

    def _picked(self) -> Listed | None:
        return self.listed.get(str(self["trigger"].value()))

    def _ask_for_what_it_needs(self) -> None:
        picked = self._picked()
        needed = NEEDS.get(picked.trigger.effect, ()) if picked else ()
        for name in ABOUT - set(needed):
            del self.fields[name]
        if picked and "pool_die" in needed:
            self._offer_dice(picked.trigger.effect)
        if "target" in needed:
            self.choose("target", all_known_to(self.viewer))
        for kind in {"asset", "complication"} & set(needed):
            self.choose(kind, known_entries(self.viewer, kind))

    def _offer_dice(self, effect: str) -> None:
        """The dice of the roll that waits; outside of one the people carry it out."""
        found = pool_effects.offers(self.viewer.table, self.chosen(), effect)
        self.offer("pool_die", found or [])
        if found is None:
            del self.fields["pool_die"]

    def clean(self) -> dict[str, Any]:
        character, picked = self.cleaned_data.get("character"), self.picked_trigger()
        if character and picked and picked.entry.character not in {character, *ships_for(self.viewer)}:
            self.add_error("trigger", f"{picked.entry.name} is not {character.name}’s.")
        return self.cleaned_data

    def picked_trigger(self) -> Listed | None:
        """The trigger that was chosen."""
        return self.listed.get(self.cleaned_data.get("trigger", ""))

    def wished(self, effect: str) -> Wished:
        """The effect with all that was said about it."""
        data = self.cleaned_data
        target, entry = data.get("target"), data.get("asset") or data.get("complication")
        return Wished(
            effect,
            data.get("name", ""),
            target.public_id if target else "",
            entry.public_id if entry else "",
            data.get("die") or 0,
            data.get("pool_die", ""),
        )

    def which_die(self, wished: Wished) -> str:
        """What the die of the roll is called, or nothing."""
        offered = pool_effects.offers(self.viewer.table, self.cleaned_data["character"], wished.effect)
        return dict(offered or ()).get(wished.pool_die, "")


def outlook(viewer: Viewer, form: TriggerForm) -> dict[str, Any]:
    """What it costs or pays, and what is at hand."""
    character, picked = form.cleaned_data["character"], form.picked_trigger()
    held = points.held(character) if is_crewmember(character) else None
    return {
        "payer": character,
        "held": held,
        "bank": points.bank_of(viewer.table) if held is None else None,
        "price": _price(viewer, picked.trigger, from_bank=held is None) if picked else "",
    }


def _price(viewer: Viewer, one: Trigger, from_bank: bool) -> str:
    """What a trigger costs or pays, and what it does."""
    effect = f" {one.effect_title}." if one.effect else ""
    if one.points < 0:
        return f"It costs a plot point{' of the bank' if from_bank else ''}.{effect}"
    if one.points == 0:
        return f"It costs nothing.{effect}"
    if from_bank:
        return f"The bank does not grow.{effect}"
    agreed = "" if viewer.is_gm else f", once the {viewer.game.gm} agrees that it applies"
    return f"It pays a plot point{agreed}.{effect}"


@act(
    "crew.trigger",
    menu=55,
    title="Use a trigger",
    form=TriggerForm,
    button="Use it",
    template="drama/crew/acts/pay.html",
    preview=outlook,
)
def trigger(turn: Turn, form: TriggerForm) -> None:
    """Uses a trigger of a Distinction or Signature Asset, one's own or the ship's (crew.triggers).

    One that costs is paid at once, by a GMC from the bank. One that pays a player a point waits for the GM's yes.
    """
    character, picked = form.cleaned_data["character"], sure(form.picked_trigger())
    wished = form.wished(picked.trigger.effect)
    acting_for(turn, character)
    if picked.trigger.points > 0 and not turn.viewer.is_gm:
        _ask(turn, character, picked, wished, form.which_die(wished))
        return
    _use(turn, character, picked.entry, picked.trigger, wished, form)


def _ask(turn: Turn, character: Character, picked: Listed, wished: Wished, die: str) -> None:
    facts = named(character) | {"name": picked.entry.name, "text": picked.trigger.text, "rule": RULE}
    told = turn.tell("crew.trigger-asked", facts, to=hearers_of(character, picked.entry.character))
    state = TriggerAsked(character.public_id, picked.entry.public_id, picked.entry.name, picked.trigger.text, wished)
    exchange = open_exchange(turn, KIND, state, told)
    asked = {"who": character.name, "name": picked.entry.name, "text": picked.trigger.text}
    effect = ": ".join(one for one in (picked.trigger.effect_title, die) if one)
    exchanges.ask(turn, exchange, ("gms", 0), asked | {"effect": effect})


def _use(
    turn: Turn, character: Character, entry: Entry, one: Trigger, wished: Wished, form: TriggerForm | None = None
) -> None:
    """Pays or gains, does what the program can do, and tells it."""
    others = burdened(turn, wished)
    line, moved = _settle_points(turn, character, entry, one.points, form)
    anew = pool_effects.throw_anew(turn, wished.pool_die) if wished.effect == REROLL and wished.pool_die else None
    did = anew.facts if anew else carry_out(turn, character, entry.character, wished)
    told = _tell(
        turn,
        hearers_of(character, entry.character, others),
        named(character) | moved | {"agreed": form is None} | _named_trigger(character, entry, one) | {"done": did},
        veiled=anew is not None and anew.veiled,
    )
    told_by(turn, told, line)
    if anew is not None:
        pool_effects.follow_up(turn, anew, told)


def _settle_points(
    turn: Turn, character: Character, entry: Entry, by: int, form: TriggerForm | None
) -> tuple[Move | None, dict[str, Any]]:
    """Pays what it costs, or gains what it pays a crewmember: the line of the ledger, and what is told of it."""
    facts = {"points": by, "gained": False}
    if by < 0:
        callback = form.callback_given() if form else None
        paid = points.pay(turn, character, entry.name, RULE, callback=callback, field="trigger")
        return paid.move, facts | paid_facts(paid) | {"bank": not is_crewmember(character)}
    if by > 0 and is_crewmember(character):
        line = points.gain(turn, character, entry.name, RULE)
        return line, facts | {"gained": True, "left": points.held(character)}
    return None, facts


def _named_trigger(character: Character, entry: Entry, one: Trigger) -> dict[str, Any]:
    """The trigger, and whose it is where that is somebody else: a ship."""
    return {
        "name": entry.name,
        "holder": entry.character.name if entry.character != character else "",
        "text": one.text,
        "effect": one.effect_title if one.effect else "",
        "rule": RULE,
    }


def _tell(turn: Turn, to: Audience, facts: dict[str, Any], veiled: bool) -> Event:
    """Of a die that the GM throws anew in secret the others hear no face (crew.visibility)."""
    if not veiled:
        return turn.tell("crew.triggered", facts, to)
    return turn.tell("crew.triggered", facts, GMS, {to: {**facts, "done": {}}} if to != GMS else None)


class TriggerAnswerForm(AnswerForm):
    kinds = (KIND,)
    allow = yes_or_no("Does it apply", "It applies: one plot point", "Not here", initial="yes")
    words = one_line("In your words", 120, required=False)


@act(
    "crew.answer-trigger",
    title="A trigger that pays",
    form=TriggerAnswerForm,
    who=gms,
    button="Answer",
    template="drama/crew/acts/answer_trigger.html",
)
def answer_trigger(turn: Turn, form: TriggerAnswerForm) -> None:
    """The GM says whether a trigger that pays a plot point applies; with a yes it is paid and done."""
    one: Ask = form.cleaned_data["ask"]
    state: TriggerAsked = exchanges.state_of(one.exchange)
    turn.cause = one.exchange.opened_by
    character = turn.desk.one(Character, public_id=state.character)
    entry = turn.desk.one(Entry, public_id=state.entry)
    if character is None or entry is None:
        turn.refuse("gone", "The trigger is no longer there. Call the question off.", "ask")
    if form.allowed:
        wished = _still(turn, character, state.wished)
        _use(turn, character, entry, Trigger(state.text, 1, state.wished.effect), wished)
    else:
        facts = named(character) | {"name": state.name, "text": state.text, "words": form.cleaned_data["words"]}
        turn.tell("crew.trigger-refused", facts, to=hearers_of(character, entry.character))
    exchanges.answered(turn, one, turn.events[0])


def _still(turn: Turn, character: Character, wished: Wished) -> Wished:
    """Without the die where it was thrown, or its total stands, while the GM was asked: the point is paid all the same,
    and what is left of the effect is the people's."""
    there = dict(pool_effects.offers(turn.table, character, wished.effect) or ())
    return wished if wished.pool_die in there else replace(wished, pool_die="")


exchange_kind(
    name=KIND,
    state=TriggerAsked,
    template="drama/crew/asks/trigger",
    answer="crew.answer-trigger",
)
