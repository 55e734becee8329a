"""Whoever knows of a power may resist it better than by nature (yarn.fringe-resist-psychic); then all dice fall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from django import forms

from apps.characters.forms import acting_for, named, number
from apps.characters.models import Character
from apps.characters.yarn.sheet import sheet_for
from apps.characters.yarn.spans import SCENE
from apps.checks.thrown import thrown_with
from apps.checks.yarn.answers import Answer, answers_for
from apps.checks.yarn.pools import Extra
from apps.checks.yarn.real_dice import RealDiceForm
from apps.checks.yarn.rolling_acts.side import ReadForm, with_the_word
from apps.magic.yarn import shots
from apps.magic.yarn.powers import chances
from apps.magic.yarn.powers.hooks import countering
from apps.magic.yarn.powers.settling import LET, Resistance, power_pool, price_of, resistance_pool, row_of, settle
from apps.magic.yarn.powers.using import KINDS, MOST_DICE
from apps.magic.yarn.powers.works import ASKED, Using, works_of
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import AVERAGE
from apps.table import exchanges
from apps.table.acts import act
from apps.table.games import game_of
from apps.table.models import Ask, Span
from apps.table.shared.answers import AnswerForm
from apps.table.spans import ends_with_span
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

PLAIN = "resist"


class ResistForm(AnswerForm, ReadForm, RealDiceForm):
    kinds = KINDS
    way = forms.ChoiceField(label="How", widget=forms.RadioSelect, initial=PLAIN)
    trait = forms.ChoiceField(label="With", required=False)
    base = number("Dice to resist with", 0, MOST_DICE, required=False, initial=AVERAGE)
    bonus = number("Bonus dice", 0, MOST_DICE, required=False, initial=0)
    penalty = number("Penalty dice", 0, MOST_DICE, required=False, initial=0)

    def setup(self) -> None:
        if not self.viewer.is_gm:
            del self.fields["base"]
        if self.target is None:
            self.offer_read()
            return
        self.offer_read(options=self.options)
        self.start_with({"read": word_on(self.using)})
        self.offer("way", [(one.word, one.title) for one in self.ways])
        if len(self.ways) == 1:
            self.fields["way"].widget = forms.HiddenInput()
        traits = [(one.id, f"{one.name}, {one.score} dice") for one in sheet_for(self.viewer, self.target).traits]
        self.offer("trait", [("", "No trait"), *traits])

    @cached_property
    def target(self) -> Character | None:
        """Who resists; None where they are gone, or the question is closed."""
        return self.viewer.desk.find(Character, self.state.target) if self.row is not None else None

    @property
    def using(self) -> Using:
        found: Using = self.state
        return found

    @property
    def options(self) -> Options:
        """The switches that it began with."""
        return played_by(sure(self.row))

    @cached_property
    def ways(self) -> list[Answer]:
        return ways_of(self.viewer, self.using, self.target) if self.target is not None else []

    def clean_ask(self) -> Ask:
        found = super().clean_ask()
        if self.target is None or row_of(self.viewer.desk, self.using) is None:
            raise forms.ValidationError("Whoever it is about is no longer at the table. It can be called off.")
        return found

    def clean(self) -> dict[str, Any]:
        chosen = next((one for one in self.ways if one.word == self.cleaned_data.get("way")), None)
        if chosen is not None and chosen.why_not is not None:
            self.add_error("way", chosen.why_not.text)
        return self.cleaned_data

    @property
    def chosen(self) -> Answer:
        return next(one for one in self.ways if one.word == self.cleaned_data["way"])

    @property
    def resistance(self) -> Resistance:
        data, way = self.cleaned_data, self.chosen
        base = data.get("base")
        extras = (
            Extra(way.sort, way.dice, way.title, way.rule),  # type: ignore[arg-type]
            Extra("bonus", data["bonus"] or 0, "What helps", "yarn.fringe-circumstances"),
            Extra("penalty", data["penalty"] or 0, "What lowers their guard", "yarn.fringe-circumstances"),
        )
        return Resistance(way.word, data["trait"], AVERAGE if base is None else base, extras, self.read_given)

    @property
    def throws(self) -> int:
        """How many dice they throw."""
        if self.target is None or self.chosen.word == LET:
            return 0
        return resistance_pool(self.target, self.resistance, self.using).pool.thrown


def ways_of(viewer: Viewer, using: Using, target: Character) -> list[Answer]:
    """By nature, with what a psychic has to offer, or not at all where it is a matter of choice."""
    plain = Answer(PLAIN, "Resist", "2 dice, or a trait that fits")
    found = [plain, *([] if using.level else [*answers_for(target, "power"), *countering(target, using.listed)])]
    if works_of(using).resisted(using, viewer.options) == ASKED and not using.level:
        found.append(Answer(LET, "Let it in", "no dice: it reaches them"))
    return found


def outlook(viewer: Viewer, form: ResistForm) -> Mapping[str, Any]:
    """The own dice; the chance to hold out only where the other side's dice are known."""
    if form.target is None or form.chosen.word == LET:
        return {"heading": "Let it in", "button": "Let it in"}
    pool = resistance_pool(form.target, form.resistance, form.using).pool
    own = with_the_word(form.options, form.read_given)
    found = {
        "heading": f"{form.target.name} resists",
        "pool": pool,
        "odds": chances.spread(pool, own),
        "button": f"Throw {chances.dice_words(pool.thrown)}",
    }
    return found | {"chance": chance_of(viewer, form.using, form.target, form.resistance, form.options)}


def chance_of(viewer: Viewer, using: Using, target: Character, resistance: Resistance, options: Options) -> str:
    """The chance of holding out, as far as these eyes may know it; empty against what they do not."""
    pool = resistance_pool(target, resistance, using).pool
    own = with_the_word(options, resistance.read or ())
    if using.level:
        return chances.at_least(pool, using.level, own) if knows_level(viewer) else ""
    row = row_of(viewer.desk, using)
    if row is None or (using.secret and not viewer.is_gm):
        return ""
    theirs = power_pool(row.character, using, row.amount or 1).pool
    reaches = partial(works_of(using).reaches, using)
    return chances.against(pool, theirs, own, with_the_word(options, using.read), reaches)


def played_by(ask: Ask) -> Options:
    """The switches that what is asked began with."""
    found: Options = game_of(ask.desk.table).options(ask.exchange.options)
    return found


def word_on(using: Using) -> tuple[str, ...]:
    """What the GM has said of rules asked each time, which goes for the answer too until she says otherwise; what she
    said of a use in secret nobody is shown."""
    return () if using.secret else using.read


def knows_level(viewer: Viewer) -> bool:
    """Whether this seat may know how high a spell is (the switch spell-levels-hidden)."""
    return viewer.acts_as_gm or not viewer.options.spell_levels_hidden


@act(
    "yarn.resist-power",
    title="Resist it",
    form=ResistForm,
    button="Resist",
    preview=outlook,
    template="magic/yarn/powers/acts/resist.html",
)
def resist_power(turn: Turn, form: ResistForm) -> None:
    """Pays for the way that was chosen; then the power's dice fall, and those of the resistance. Refuses a way that
    cannot be paid."""
    ask: Ask = form.cleaned_data["ask"]
    using, target, way = form.using, turn.desk.get(Character, form.using.target), form.chosen
    acting_for(turn, target)
    dice, hands = form.after(turn, using.faces, form.throws, ask)
    turn.cause = ask.exchange.opened_by
    if way.pay is not None:
        way.pay(turn, target)
    with thrown_with(turn, dice.dice):
        event = settle(turn, using, replace(form.resistance, typed=dice.typed), form.options, hands)
    dice.settle()
    exchanges.answered(turn, ask, event)


@ends_with_span(SCENE, game="yarn")
def nobody_resists_any_more(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """What still waits when the scene ends never comes about, and costs nothing."""
    open_now = exchanges.open_exchanges(turn.desk, *KINDS)
    ended = [fact for one in open_now if (fact := _comes_to_nothing(turn, exchanges.state_of(one)))]
    for one in open_now:
        exchanges.close(turn, one)
    return ended


def _comes_to_nothing(turn: Turn, using: Using) -> dict[str, Any] | None:
    """Gives the shots back; tells of it as far as everybody knew of the use."""
    user, row = turn.desk.find(Character, using.user), row_of(turn.desk, using)
    if user is None:
        return None
    price = price_of(using)
    shots.give_back(turn, user, price)
    if using.secret or row is None:
        return None
    back = "1 shot is back" if price == 1 else f"{price} shots are back"
    return named(user) | {"name": f"{row.name}, which nobody answered; {back}"}


def context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """The ways that one tap takes, each with the chance of it as far as it may be known."""
    using: Using = exchanges.state_of(ask.exchange)
    target = viewer.desk.find(Character, using.target)
    if target is None or row_of(viewer.desk, using) is None:
        return {"asked": ask.facts}
    ways = ways_of(viewer, using, target)
    tiles = [{"way": one, "chance": _chance_as_it_is(viewer, ask, using, target, one)} for one in ways]
    return {"asked": ask.facts, "tiles": tiles, "read": word_on(using), "fallen": bool(ask.thrown)}


def _chance_as_it_is(viewer: Viewer, ask: Ask, using: Using, target: Character, way: Answer) -> str:
    if way.word == LET:
        return ""
    extras = (Extra(way.sort, way.dice, way.title, way.rule),)  # type: ignore[arg-type]
    found = Resistance(way.word, extras=extras, read=word_on(using))
    return chance_of(viewer, using, target, found, played_by(ask))
