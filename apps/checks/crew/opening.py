"""Opening a contest, and what is at stake in it (crew.exchange, crew.high-stakes)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django import forms

from apps.characters.access import known_to, played_by
from apps.characters.crew.holding import is_crewmember
from apps.characters.forms import CharacterChoice, OwnCharacterForm, acting_for, one_line
from apps.characters.models import Character
from apps.checks.crew import contests, course, drafts
from apps.checks.crew.bringing import cast_of
from apps.checks.crew.offering import Offer, offers_of
from apps.checks.models import Draft
from apps.rules.crew.contest import Contest, Place, Side, Stakes, side_of
from apps.rules.crew.lists import DIFFICULTIES
from apps.rules.crew.pools import RollerKind
from apps.rules.crew.steps import written
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Event, Exchange
from apps.table.sure import sure
from apps.table.turn import Turn

UNNAMED = "A roll"
"""What is tried where nobody has said it."""
STAKES = [("no", "No"), ("both", "For both"), ("defender", "For the defender"), ("aggressor", "For the aggressor")]
ROLLERS: tuple[RollerKind, ...] = ("crewmember", "major-gmc", "minor-gmc", "extra")


def stakes_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label="High stakes: the loser is Taken Out",
        choices=STAKES,
        initial="no",
        required=False,
        widget=forms.RadioSelect,
    )


def difficulty_field() -> forms.TypedChoiceField:
    """How hard it is, in the book's words, each with its die (crew.difficulty)."""
    named = [(str(row.size), f"{row.title}, {written(row.size)}") for row in DIFFICULTIES]
    return forms.TypedChoiceField(
        label="How hard it is",
        choices=[("", "Not said yet"), *named],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )


class ContestForm(OwnCharacterForm):
    what = one_line("What is tried", 120, required=False)
    lay = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    against = CharacterChoice(label="Against whom", required=False)
    defends = forms.ChoiceField(
        label="Who rolls first and sets the stakes",
        required=False,
        initial="other",
        widget=forms.RadioSelect,
        choices=[("other", "The other side defends"), ("this", "This side defends")],
    )
    high_stakes = stakes_field()
    difficulty = difficulty_field()

    def setup(self) -> None:
        super().setup()
        self.fields["character"].label = "Who acts"
        self.choose("against", rolling(known_to(self.viewer)), f"The {self.viewer.game.gm}’s opposition")
        if not self.viewer.is_gm:
            del self.fields["high_stakes"], self.fields["difficulty"]

    def open_characters(self) -> list[Character]:
        return rolling(played_by(self.viewer))

    @property
    def laid(self) -> Offer | None:
        """The die of the sheet that lies in the pool from the beginning: `lay` is the key or the id of its row, on a
        ship's sheet after the ship's id and a colon."""
        who, lay = self.chosen(), self["lay"].value()
        if who is None or not lay:
            return None
        of, _, source = lay.rpartition(":")
        offers = offers_of(cast_of(self.viewer.table), side_for(who), [])
        return next((one for one in offers if (one.die.of, one.die.source) == (of, source) and not one.gm_only), None)

    @property
    def growing(self) -> list[Draft]:
        """The pools of whoever acts that lie open already: the die may be meant for one of them."""
        who = self.chosen() if self.laid else None
        held = self.viewer.desk.all(Draft, character=who) if who else []
        return [one for one in held if one.exchange.closed_at is None]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        who, against = given.get("character"), given.get("against")
        for name in ("character", "against"):
            if said := contests.roll_still_open(given.get(name)):
                self.add_error(name, said)
        if who and who == against:
            self.add_error("against", "Nobody rolls against themselves: name somebody else.")
        if who and not against and not is_crewmember(who) and not self.errors:
            self.add_error("against", f"{who.name} is one of the opposition: name the crewmember who answers.")
        return given


def rolling(cast: Iterable[Character]) -> list[Character]:
    """Those among them who can roll: people who are there."""
    return [one for one in cast if one.role in ROLLERS and one.present]


@act(
    "crew.contest",
    menu=10,
    at_hand="swap",
    title="Start a roll",
    form=ContestForm,
    button="Start it",
    template="checks/crew/acts/contest.html",
    leads_to="table",
)
def contest(turn: Turn, form: ContestForm) -> None:
    """Opens a contest between somebody who acts and whoever is in the way."""
    given = form.cleaned_data
    who: Character = given["character"]
    against: Character | None = given["against"]
    acting_for(turn, who)
    mine, theirs = side_for(who), side_for(against)
    first, second = (mine, theirs) if given["defends"] == "this" else (theirs, mine)
    opened = Contest(given["what"] or UNNAMED, first, second, high_stakes=given.get("high_stakes") or "no")
    event = tell_opened(turn, opened, who, against)
    exchange = course.open_contest(turn, opened, event, given.get("difficulty"))
    if form.laid is not None:
        _lay_in(turn, exchange, "defender" if given["defends"] == "this" else "aggressor", form.laid)


def _lay_in(turn: Turn, exchange: Exchange, place: Place, offer: Offer) -> None:
    draft = sure(drafts.draft_of(exchange, place))
    drafts.write(turn, draft, drafts.tapped(drafts.bench_of(draft), offer, contests.options_of(exchange)))


def side_for(character: Character | None) -> Side:
    """The side of a character, or of the GM's bare opposition. Whoever is hidden has no name before the others."""
    if character is None:
        return Side(name=contests.OPPOSITION)
    name = contests.SOMEBODY if character.hidden else character.name
    kind: RollerKind = character.role  # type: ignore[assignment]
    return Side(kind=kind, character=character.public_id, name=name)


def tell_opened(turn: Turn, opened: Contest, *people: Character | None) -> Event:
    """The GMs hear who is hidden behind "Somebody"."""
    facts = told_of(opened)
    hidden = {one.public_id: one.name for one in people if one is not None and one.hidden}
    if not hidden:
        return turn.tell("crew.contest", facts)
    names: dict[str, str] = {one: hidden.get(side_of(opened, one).character, facts[one]) for one in contests.PLACES}
    return turn.tell("crew.contest", {**facts, **names}, GMS, {EVERYBODY: facts})


def told_of(opened: Contest) -> dict[str, Any]:
    """What everybody is told of a contest that begins."""
    return {
        "what": opened.what,
        "defender": opened.defender.name,
        "aggressor": opened.aggressor.name,
        "purpose": opened.purpose,
        "high_stakes": opened.high_stakes,
    }


# high stakes


class RunningForm(ActForm):
    """An act about a contest that is open."""

    exchange = forms.CharField(widget=forms.HiddenInput, max_length=16)

    def clean_exchange(self) -> Exchange:
        running = {one.public_id: one for one in contests.running(self.viewer.table)}
        found = running.get(self.cleaned_data["exchange"])
        if found is None:
            raise forms.ValidationError("This contest is over.")
        return found


def for_whom(side: Side) -> str:
    return "For the opposition" if side.kind == "opposition" else f"For {side.name}"


class StakesForm(RunningForm):
    high_stakes = stakes_field()

    def setup(self) -> None:
        """By name for whom; whoever makes an ordinary roll high stakes begins with both sides."""
        super().setup()
        running = {one.public_id: one for one in contests.running(self.viewer.table)}
        found = running.get(str(self["exchange"].value()))
        if found is None:
            return
        held = contests.contest_of(found)
        names: dict[str, str] = {place: for_whom(side_of(held, place)) for place in contests.PLACES}
        self.offer("high_stakes", [(one, names.get(one, words)) for one, words in STAKES])
        if held.high_stakes == "no":
            self.initial["high_stakes"] = "both"


@act("crew.stakes", title="High stakes", form=StakesForm, button="So it is", who=gms)
def stakes(turn: Turn, form: StakesForm) -> None:
    """Makes a roll high stakes, or not, before anybody has rolled. Refused afterwards."""
    exchange: Exchange = form.cleaned_data["exchange"]
    held = contests.contest_of(exchange)
    wanted: Stakes = form.cleaned_data["high_stakes"] or "no"
    if contests.anybody_rolled(held):
        turn.refuse("rolled", "Dice have fallen: what is at stake stays as it is.", "high_stakes")
    if wanted == held.high_stakes:
        turn.refuse("same", "That is what is at stake already.", "high_stakes")
    exchanges.advance(turn, exchange, replace(held, high_stakes=wanted))
    turn.tell("crew.stakes", {"what": held.what, "high_stakes": wanted, "before": held.high_stakes})


# moving on


@act("crew.move-on", title="Move on", form=RunningForm, button="Move on", who=gms)
def move_on(turn: Turn, form: RunningForm) -> None:
    """Closes what is still open inside a contest without effect, then the contest."""
    exchange: Exchange = form.cleaned_data["exchange"]
    held = contests.contest_of(exchange)
    facts = {"what": held.what, "open": len(exchanges.inside_of(exchange)), "result": exchange.stage == contests.RESULT}
    turn.tell("crew.moved-on", facts)
    exchanges.close(turn, exchange)
