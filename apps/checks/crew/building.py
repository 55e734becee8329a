"""Putting a pool together: a tap for each die, quietly; lending a skill die; a Trait that the GM names.

What is tapped is no act of play until the dice are thrown, so it leaves no event. A loan is one: whoever lends shares
what comes of the roll (crew.lend).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms

from apps.characters.access import of_public_id, played_by
from apps.characters.crew import out, points
from apps.characters.crew.forms import PaysForm, die_field
from apps.characters.crew.holding import is_crewmember
from apps.characters.crew.sheet import SKILL_TITLES, sheet_of
from apps.characters.forms import CharacterChoice, acting_for, named, one_line
from apps.characters.models import Character, Use
from apps.characters.points import told_by
from apps.checks.crew import drafts, gangs
from apps.checks.crew.drafts import Bench, Building, Chosen, bench_of
from apps.checks.crew.offering import Offer
from apps.checks.models import Draft
from apps.rules.crew.lists import SKILLS
from apps.rules.crew.options import Options
from apps.rules.crew.pools import PoolDie, check_addition, has_scale
from apps.rules.crew.steps import written
from apps.table.acts import ActForm, act, anyone, gms
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.ids import public_id
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

GONE = "That pool is not there to be changed by you: perhaps it was thrown already."
NO_DIE = "That die is not there any more."
POOLS = "panel-crew-pool"
"""The part of the page where they lie."""


# whose


def drafts_seen_by(viewer: Viewer) -> list[Draft]:
    """The pools that grow before this seat's eyes; one of somebody hidden only before those who know of them."""
    seen = [one for one in viewer.desk.all(Draft) if one.exchange.closed_at is None and knows(viewer, one.character)]
    return sorted(seen, key=lambda one: (one.exchange_id, one.side == "aggressor"))


def knows(viewer: Viewer, character: Character | None) -> bool:
    """Whether this seat sees the pool of that roller grow; None is the GM's bare opposition."""
    return viewer.is_gm or character is None or not character.hidden or _plays(viewer, character)


def _plays(viewer: Viewer, character: Character | None) -> bool:
    return character is not None and character.seat_id == viewer.seat.pk and not viewer.is_spectator


def may_build(viewer: Viewer, draft: Draft) -> bool:
    """Whoever plays the roller, and the GM for anybody."""
    return viewer.is_gm or _plays(viewer, draft.character)


def options_of(viewer: Viewer, draft: Draft) -> Options:
    """The switches that the contest began with."""
    found: Options = viewer.game.options(draft.exchange.options)
    return found


class OfDraft(ActForm):
    """An act about a pool that this seat sees."""

    draft = forms.CharField(widget=forms.HiddenInput, max_length=16)
    bench: Bench | None = None

    def setup(self) -> None:
        wanted = str(self["draft"].value() or "")[:16]
        found = next((one for one in drafts_seen_by(self.viewer) if one.public_id == wanted), None)
        self.bench = bench_of(found) if found is not None else None

    def clean_draft(self) -> Draft:
        if self.bench is None or not self.may(self.bench):
            raise forms.ValidationError(GONE)
        return self.bench.draft

    def may(self, bench: Bench) -> bool:
        return may_build(self.viewer, bench.draft)

    @property
    def at(self) -> Bench:
        return sure(self.bench)

    @property
    def options(self) -> Options:
        return options_of(self.viewer, self.at.draft)


# a tap


class TapForm(OfDraft):
    """`die` is a token of what is chosen (see drafts.Chosen), `gang` all dice that ganging up brings; with `strike` the
    GM says no to a die, so that only the GM puts it in again."""

    die = forms.CharField(widget=forms.HiddenInput, max_length=80)
    strike = forms.BooleanField(widget=forms.HiddenInput, required=False)

    def may(self, bench: Bench) -> bool:
        return may_build(self.viewer, bench.draft) or self.is_own_loan(bench)

    def is_own_loan(self, bench: Bench) -> bool:
        """Whoever lent a die takes it back."""
        loan = loan_of(bench, str(self["die"].value() or ""))
        lender = bench.cast.of(loan.of) if loan else None
        return lender is not None and _plays(self.viewer, lender.character)

    @property
    def token(self) -> str:
        return str(self.cleaned_data["die"])


def loan_of(bench: Bench, token: str) -> PoolDie | None:
    return next((die for die in bench.loans if drafts.token_of(die) == token), None)


def tap_outlook(viewer: Viewer, form: TapForm) -> Mapping[str, Any]:
    """What the tap would do, for whoever has no JavaScript."""
    bench, token = form.at, form.token
    inside = bench.building.holds(token) or loan_of(bench, token) is not None
    offer = bench.offers.get(token)
    what = f"{offer.die.label} {written(offer.die.size)}" if offer else "this die"
    return {
        "heading": f"{bench.side.name or 'The opposition'}: the pool",
        "subheading": bench.contest.what,
        "button": f"Take out {what}" if inside else f"Put in {what}",
    }


@act(
    "crew.draft",
    title="Put the pool together",
    form=TapForm,
    button="Put in",
    quiet=True,
    shown_in=POOLS,
    who=anyone,
    preview=tap_outlook,
    template="checks/crew/acts/draft.html",
)
def tap(turn: Turn, form: TapForm) -> None:
    """Puts a die into a pool, or takes it out (crew.pool, crew.pool-dice, crew.opposition-other)."""
    bench, token = form.at, form.token
    if form.cleaned_data["strike"] and turn.viewer.is_gm:
        drafts.write(turn, bench.draft, _struck(bench.building, token))
    elif loan_of(bench, token) is not None:
        drafts.write(turn, bench.draft, _handed_back(bench.building, token))
    elif token == gangs.ALL and turn.viewer.is_gm:
        drafts.write(turn, bench.draft, gangs.all_in(bench, form.options))
    elif token.startswith("trait::"):
        drafts.write(turn, bench.draft, bench.building.without(token))
    else:
        _tap_offer(turn, form, _offered(turn, bench, token))


def _struck(building: Building, token: str) -> Building:
    return replace(building.without(token), struck=tuple(dict.fromkeys((*building.struck, token))))


def _handed_back(building: Building, token: str) -> Building:
    return replace(building, returned=tuple(dict.fromkeys((*building.returned, token))))


def _offered(turn: Turn, bench: Bench, token: str) -> Offer:
    """What may be chosen by this seat. Refuses what is not there, and what only the GM gives or has struck out."""
    offer = bench.offers.get(token)
    if offer is None:
        turn.refuse("gone", NO_DIE, "die")
    if turn.viewer.is_gm or bench.building.holds(token):
        return offer
    if offer.gm_only:
        turn.refuse("gm-only", f"Only the {turn.viewer.game.gm} says who has the advantage of scale.", "die")
    if bench.building.has_struck(offer.die):
        turn.refuse("struck", f"The {turn.viewer.game.gm} has said no to {offer.die.label} in this roll.", "die")
    return offer


def _tap_offer(turn: Turn, form: TapForm, offer: Offer) -> None:
    bench = form.at
    building = drafts.tapped(bench, offer, form.options)
    if building.holds(offer.token):
        _only_one_side_has_scale(turn, bench, offer)
        gangs.refuse_too_many(bench, building, form.options)
    drafts.write(turn, bench.draft, building)


def _only_one_side_has_scale(turn: Turn, bench: Bench, offer: Offer) -> None:
    """Takes the Scale die from the other side's pool; refuses where that one was thrown with it (crew.scale)."""
    if offer.die.kind != "scale":
        return
    if has_scale(bench.rival.pool):
        turn.refuse("two-scales", f"{bench.rival.name or 'The opposition'} threw a Scale die: one side only.", "die")
    for across in drafts.opposite(bench.draft):
        drafts.write(turn, across, drafts.building_of(across).without_kind("scale"))


# what triggers do to a die


class AlterForm(OfDraft):
    die = forms.ChoiceField(label="Which die", widget=forms.RadioSelect)
    steps = forms.TypedChoiceField(
        label="Its size",
        choices=[("0", "As it is"), ("1", "A step up"), ("2", "Two up"), ("-1", "A step down")],
        coerce=int,
        empty_value=None,
        initial="0",
        required=False,
        widget=forms.RadioSelect,
    )
    double = forms.BooleanField(label="Double it: one more of the same", required=False)

    def setup(self) -> None:
        super().setup()
        dice = self.bench.chosen() if self.bench is not None else []
        self.offer("die", [(one.token, f"{die.label} {written(die.size)}") for one, die in dice])


@act(
    "crew.alter-die",
    title="Step or double a die",
    form=AlterForm,
    button="So it is",
    quiet=True,
    shown_in=POOLS,
    who=gms,
)
def alter_die(turn: Turn, form: AlterForm) -> None:
    """Steps a die of a pool or doubles it, as a trigger says (crew.triggers), for this roll alone."""
    given, bench = form.cleaned_data, form.at
    building = drafts.altered(bench.building, given["die"], steps=given["steps"] or 0, double=given["double"])
    drafts.write(turn, bench.draft, building)


# a Trait of the situation


class TraitForm(OfDraft):
    label = one_line("What stands in the way", 40, help_text="Such as: Dark alley")
    size = die_field("Its die", initial="6")
    die = forms.CharField(widget=forms.HiddenInput, max_length=80, required=False)


@act(
    "crew.trait",
    title="A Trait of the situation",
    form=TraitForm,
    button="Into the pool",
    quiet=True,
    shown_in=POOLS,
    who=gms,
)
def trait(turn: Turn, form: TraitForm) -> None:
    """Puts a Trait of situation or place into the opposition's pool, or changes one (crew.opposition-other).

    What is named here counts in this roll alone; a Trait that stays for the scene belongs to the place.
    """
    given = form.cleaned_data
    bench = form.at
    building = bench.building.without(given["die"])
    one = Chosen("trait", public_id(), size=given["size"], label=given["label"])
    check_addition((), PoolDie("trait", one.size, one.label, source=one.source), bench.kind, form.options)
    drafts.write(turn, bench.draft, building.with_(one))


# lending


class LendForm(PaysForm, OfDraft):
    character = CharacterChoice(label="Who lends")
    skill = forms.ChoiceField(
        label="Which skill", choices=[(row.id, row.title) for row in SKILLS], widget=forms.RadioSelect
    )

    def setup(self) -> None:
        OfDraft.setup(self)
        lenders = lenders_for(self.viewer, self.bench)
        self.choose("character", lenders)
        if len(lenders) == 1:
            self.initial.setdefault("character", lenders[0].public_id)
        self.set_callbacks(self._payer(lenders))

    def may(self, bench: Bench) -> bool:
        return bench.kind == "crewmember"

    def _payer(self, cast: list[Character]) -> Character | None:
        """Whoever is Taken Out pays to lend."""
        lender = of_public_id(cast, self["character"].value())
        return lender if lender is not None and out.is_out(lender) else None


def lenders_for(viewer: Viewer, bench: Bench | None) -> list[Character]:
    """The crewmembers who are there and whom this seat plays, less whoever rolls on either side; anybody's for a GM.
    Of a pool that is gone nobody is told that they may not lend: it is refused for that alone."""
    cast = [one for one in played_by(viewer) if is_crewmember(one) and one.present]
    rolling = {bench.side.character, *bench.rivals()} if bench is not None else set()
    return [one for one in cast if one.public_id not in rolling]


def lend_outlook(viewer: Viewer, form: LendForm) -> Mapping[str, Any]:
    lender: Character = form.cleaned_data["character"]
    die = written(sheet_of(lender).size(form.cleaned_data["skill"]))
    price = " for 1 plot point" if out.is_out(lender) and not form.callback_given() else ""
    return {
        "heading": f"{lender.name} lends to {form.at.side.name}",
        "subheading": form.at.contest.what,
        "button": f"Lend {SKILL_TITLES[form.cleaned_data['skill']]} {die}{price}",
    }


@act("crew.lend", title="Lend a skill die", form=LendForm, button="Lend it", preview=lend_outlook)
def lend(turn: Turn, form: LendForm) -> None:
    """Lends a skill die to another crewmember's pool, one for each lender (crew.lend). Whoever is Taken Out pays 1 plot
    point for it, once for each roll. Lending again changes the skill."""
    bench, skill = form.at, form.cleaned_data["skill"]
    lender: Character = form.cleaned_data["character"]
    die = PoolDie("loan", sheet_of(lender).size(skill), SKILL_TITLES[skill], lender.public_id, skill)
    _refuse_loan(turn, bench, die, lender)
    acting_for(turn, lender)
    turn.cause = bench.draft.exchange.opened_by
    loans = drafts.loans_to(bench.draft.exchange, bench.place)
    held = next((one for one in loans if one.character == lender), None)
    paid = _pay_to_lend(turn, form, lender) if held is None and out.is_out(lender) else None
    _note_loan(turn, bench, lender, skill, held)
    facts = {
        **named(lender),
        "to": bench.side.name,
        "to_id": bench.side.character,
        "skill": die.label,
        "die": written(die.size),
        "what": bench.contest.what,
        "paid": bool(paid and paid.move),
        "left": paid.left if paid else None,
        "callback": paid.callback if paid else "",
    }
    event = turn.tell("crew.lent", facts, _hearers(bench, lender))
    told_by(turn, event, paid.move if paid else None)


def _pay_to_lend(turn: Turn, form: LendForm, lender: Character) -> points.Paid:
    """Whoever is Taken Out pays to lend."""
    callback = form.callback_given()
    return points.pay(turn, lender, "Lending while Taken Out", "crew.lend", callback=callback, field="skill")


def _refuse_loan(turn: Turn, bench: Bench, die: PoolDie, lender: Character) -> None:
    if drafts.token_of(die) in bench.building.struck:
        turn.refuse("struck", f"The {turn.viewer.game.gm} has said no to that die in this roll.", "skill")
    if any(one.of == die.of and one.source == die.source for one in bench.loans):
        turn.refuse("lent", f"{lender.name} lends {die.label} already.", "skill")


def _note_loan(turn: Turn, bench: Bench, lender: Character, skill: str, held: Use | None) -> None:
    """The row of the loan; one that was handed back counts again."""
    draft = bench.draft
    rule = drafts.loan_rule(draft.exchange, bench.place, skill)
    if held is None:
        turn.create(Use, character=lender, rule=rule, span=turn.span("scene"), at=turn.now)
    else:
        turn.change(held, rule=rule)
    token = f"loan:{lender.public_id}:{skill}:"
    if token in bench.building.returned:
        left = tuple(one for one in bench.building.returned if one != token)
        turn.keep(draft, state={**draft.state, "returned": list(left)})


def _hearers(bench: Bench, lender: Character) -> Audience:
    roller = bench.draft.character
    if roller is None or not (roller.hidden or lender.hidden):
        return EVERYBODY
    return GMS | players_of(roller.pk, lender.pk)
