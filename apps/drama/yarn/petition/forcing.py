"""Forcing what was refused, and blocking it (yarn.force, yarn.force-block, yarn.force-support).

Tokens are laid openly, one after the other, until a side has enough or gives up. They lie aside until the scene's
tokens move: 2 of a force that stands are the granter's then, 3 of a block the petitioner's, and the rest goes back.
"""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters import aside
from apps.characters.forms import number, one_line
from apps.characters.models import Move
from apps.characters.points import told_by
from apps.characters.yarn.people import Participant, of_key, of_viewer
from apps.characters.yarn.points import hand_of, track_of
from apps.drama.yarn import bans
from apps.drama.yarn.petition import course
from apps.drama.yarn.petition.deciding import StageForm, for_whom
from apps.drama.yarn.petition.sides import Sides, names, playing, there
from apps.drama.yarn.petition.sides_of_force import (
    GATHERING,
    LAID,
    PRICES,
    Declared,
    given,
    lay,
    may_be_helped,
    piles,
    short_of,
    why_not_give,
)
from apps.rules.refusal import Refused
from apps.rules.yarn.drama.tokens import why_not_payable
from apps.rules.yarn.lists import FORCE
from apps.table import exchanges
from apps.table.acts import ActForm, act
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn


def petition_around(pile: Exchange) -> Exchange:
    """The petition that a force, or its block, belongs to."""
    outer = pile.inside
    if outer is None:
        raise LookupError(pile.public_id)
    return outer if outer.kind == course.KIND else petition_around(outer)


def open_pile(turn: Turn, kind: str, inside: Exchange, who: Participant, by: Event) -> Exchange:
    """Opens a force or a block and asks whoever plays that side, for as long as tokens are missing."""
    pile = exchanges.open_exchange(turn, kind, Declared(who.key), by=by, inside=inside)
    told = names(course.sure_stake(turn, petition_around(pile)))
    exchanges.ask(turn, pile, who.atom, told | {"who": who.name, "key": who.key, "stage": kind})
    return pile


def grows(turn: Turn, pile: Exchange) -> None:
    """Where a side has enough now, it goes on: a force may be blocked, a block stands."""
    if short_of(pile):
        return
    for one in exchanges.asks_of(pile):
        exchanges.close_ask(turn, one, turn.events[0])
    turn.change(pile, stage=LAID)
    petition = petition_around(pile)
    if pile.kind == course.FORCE:
        sides = course.sure_stake(turn, petition)
        open_pile(turn, course.BLOCK, pile, sides.gives, by=turn.events[0])
    else:
        closes_the_matter(turn, petition, "blocked")


def closes_the_matter(turn: Turn, petition: Exchange, outcome: course.Won) -> None:
    """Forced or blocked, these two are not called into a scene like it again in this episode
    (yarn.repeat-scene-ban)."""
    sides = course.sure_stake(turn, petition)
    bans.ban(turn, sides.petitioner, sides.granter)
    course.forced_apart(turn, petition, outcome)


# declaring it


class ForceForm(StageForm):
    """`own` is how many of the petitioner's own tokens are laid; left out, as many as there are, up to the price."""

    stage = course.FORCING
    allow = yes_or_no("The refusal stands", "Force it", "Let it be refused")
    own = number("Of your own tokens", 0, FORCE, required=False)

    def seeks(self) -> Sides | None:
        ask = self.row
        return course.at_stake(ask.exchange) if ask is not None else None

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        sides = self.seeks()
        if self.errors or sides is None or data["allow"] == "no":
            return data
        held = hand_of(self.viewer.desk, sides.seeks)
        wanted = data.get("own")
        data["own"] = own = min(FORCE, held) if wanted is None else wanted
        no = Refused("too-few-tokens", f"{sides.seeks.name} holds {held}.", "own") if own > held else None
        if own < FORCE and not may_be_helped(self.viewer.desk, sides):
            no = no or why_not_payable("A force", FORCE, held, FORCE, "own")
        if no is not None:
            self.add_error("own", no.text)
        return data


@act("yarn.force", title="Force it?", form=ForceForm, button="That is my word")
def force(turn: Turn, form: ForceForm) -> None:
    """Declares a force with one's own tokens; while it lacks some, those present may give them. Or lets it be refused.

    Refuses more tokens than are held, and a force that nobody could help with too few (too-few-tokens).
    """
    ask: Ask = form.cleaned_data["ask"]
    petition, sides = ask.exchange, course.sure_stake(turn, ask.exchange)
    told = names(sides) | for_whom(turn, ask)
    if not form.allowed:
        turn.tell("yarn.let-be", told | {"all": True})
        course.stays_refused(turn, petition)
        return
    own = form.cleaned_data["own"]
    event = turn.tell("yarn.forced", told | {"own": own, "short": FORCE - own})
    course.to_stage(turn, petition, course.FORCING)
    pile = open_pile(turn, course.FORCE, petition, sides.seeks, by=event)
    if own:
        told_by(turn, event, lay(turn, pile, sides.seeks, own, "A force"))
    grows(turn, pile)


# gifts

SIDES = {"force": course.FORCE, "block": course.BLOCK}


class PileForm(ActForm):
    """A pile that still lacks tokens."""

    def pile(self, kind: str) -> Exchange | None:
        petition = course.open_petition(self.viewer.desk)
        found = [one for one in piles(petition) if one is not None and one.kind == kind] if petition else []
        return next((one for one in found if one.stage == GATHERING), None)


class GiveForm(PileForm):
    side = forms.ChoiceField(
        label="To which side", choices=[("force", "The force"), ("block", "The block")], widget=forms.RadioSelect
    )
    text = one_line("What your character says or does for it", 160, required=False)

    def setup(self) -> None:
        scene = playing(self.viewer.desk)
        if self.viewer.is_gm and scene is not None:
            mine = [("", "Yours"), *((one.key, one.name) for one in there(scene) if not one.is_gm)]
            self.fields["who"] = forms.ChoiceField(label="Whose token", choices=mine, required=False)

    def giver(self) -> Participant | None:
        """Whose token it is: one's own, or whose the GM gives for them."""
        key = self.cleaned_data.get("who")
        return of_key(self.viewer.desk, key) if key else of_viewer(self.viewer)

    def clean(self) -> dict[str, Any]:
        data, who = self.cleaned_data, self.giver()
        pile = self.pile(SIDES[data["side"]]) if "side" in data else None
        if "side" not in data or "who" in self.errors or who is None:
            return data
        if pile is None:
            self.add_error("side", "Nothing is gathered for it now.")
            return data
        petition = petition_around(pile)
        sides = course.at_stake(petition)
        no = why_not_give(self.viewer.desk, sides, petition, pile, who) if sides else None
        if no is not None:
            self.add_error("side", no.text)
        return data


@act("yarn.give-to-force", title="Give a token", form=GiveForm, button="Give 1")
def give_to_force(turn: Turn, form: GiveForm) -> None:
    """One token to either side, of the petitioner, the granter, or anybody whose character is present; with it what
    they say or do. Refuses help to both sides, without a character there, and without a token."""
    pile, who = form.pile(SIDES[form.cleaned_data["side"]]), form.giver()
    if pile is None or who is None:
        raise LookupError("a form that is valid has its pile")
    turn.for_somebody_else = bool(form.cleaned_data.get("who"))
    facts = {"side": form.cleaned_data["side"], "text": form.cleaned_data["text"]}
    facts["who"] = who.name if turn.for_somebody_else else ""
    moved = lay(turn, pile, who, 1, f"To the {facts['side']}")
    told_by(turn, turn.tell("yarn.token-given", facts | {"short": short_of(pile)}), moved)
    grows(turn, pile)


class TakeBackForm(PileForm):
    def mine(self) -> list[tuple[Exchange, int]]:
        """The piles that still lack tokens, with how many of one's own lie there."""
        who, desk = of_viewer(self.viewer), self.viewer.desk
        open_ones = [one for kind in PRICES if (one := self.pile(kind)) is not None]
        return [(one, given(desk, one).get(who.key, 0)) for one in open_ones] if who is not None else []

    def clean(self) -> dict[str, Any]:
        if not any(count for _, count in self.mine()):
            self.add_error(None, "Nothing of yours lies there that could be taken back.")
        return self.cleaned_data


@act("yarn.take-gift-back", title="Take it back", form=TakeBackForm, button="Take it back")
def take_gift_back(turn: Turn, form: TakeBackForm) -> None:
    """One's own tokens, while their side still lacks some."""
    who = of_viewer(turn.viewer)
    found: list[Move] = []
    for pile, count in form.mine():
        if count and who is not None:
            found.append(aside.take_back(turn, track_of(turn, who), count, pile, "Taken back", "yarn.force-support"))
    told_by(turn, turn.tell("yarn.gift-taken-back", {"count": sum(one.points for one in found)}), *found)


# the end of it


class GiveUpForm(AnswerForm):
    kinds = (course.FORCE,)


@act("yarn.give-up", title="Give the force up", form=GiveUpForm, button="Give it up")
def give_up(turn: Turn, form: GiveUpForm) -> None:
    """The petitioner forces nothing after all: what lies there goes back, and it is refused."""
    ask: Ask = form.cleaned_data["ask"]
    petition = petition_around(ask.exchange)
    told = names(course.sure_stake(turn, petition)) | for_whom(turn, ask)
    turn.tell("yarn.force-left", told)
    exchanges.close(turn, ask.exchange)
    course.stays_refused(turn, petition)


class BlockForm(AnswerForm):
    kinds = (course.BLOCK,)
    allow = yes_or_no("A force is declared", "Block it", "Let the force stand")

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        ask: Ask | None = data.get("ask")
        sides = course.at_stake(petition_around(ask.exchange)) if ask is not None else None
        if ask is None or sides is None or data.get("allow") != "yes":
            return data
        lies = PRICES[course.BLOCK] - short_of(ask.exchange)
        held = hand_of(self.viewer.desk, sides.gives)
        no = why_not_payable("A block", PRICES[course.BLOCK], held, short_of(ask.exchange), "allow")
        if no is not None:
            self.add_error("allow", f"{no.text} {lies} of them lie there." if lies else no.text)
        return data


@act("yarn.block", title="Block it?", form=BlockForm, button="That is my word")
def block(turn: Turn, form: BlockForm) -> None:
    """The granter's own tokens fill up what was given to the block, which then stands; or the force does.

    Refuses a block that the side cannot pay: the kitty makes up for nothing (too-few-tokens).
    """
    ask: Ask = form.cleaned_data["ask"]
    pile, petition = ask.exchange, petition_around(ask.exchange)
    sides = course.sure_stake(turn, petition)
    told = names(sides) | for_whom(turn, ask)
    if form.allowed:
        rest = short_of(pile)
        event = turn.tell("yarn.blocked", told | {"own": rest})
        told_by(turn, event, lay(turn, pile, sides.gives, rest, "A block"))
        grows(turn, pile)
        return
    turn.tell("yarn.block-left", told)
    exchanges.close(turn, pile)
    closes_the_matter(turn, petition, "forced")


def called_off(turn: Turn, force: Exchange) -> None:
    """The block of a force that stands open was called off: its granter is asked again."""
    petition = petition_around(force)
    if petition.stage == course.FORCING and not exchanges.inside_of(force) and not short_of(force):
        sides = course.sure_stake(turn, petition)
        open_pile(turn, course.BLOCK, force, sides.gives, by=turn.events[0])
