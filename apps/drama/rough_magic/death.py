"""Death (rough_magic.death): nobody dies of dice; the GM and the player say yes, both."""

from __future__ import annotations

from dataclasses import dataclass

from apps.characters.access import knowers_of, known_to, readers_of
from apps.characters.forms import KnownCharacterForm, OwnCharacterForm, acting_for, named, one_line
from apps.characters.models import Character, CharacterKey
from apps.characters.rough_magic.endurance import is_dead, set_dead
from apps.checks.versus import whom_to_ask
from apps.rules.rough_magic.drama.story import death as rule
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.exchanges import exchange_kind, open_exchange
from apps.table.models import Ask, Event, Exchange, Seat
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RULE = "rough_magic.death"


@dataclass(frozen=True)
class OneYes:
    """Whose death one has said yes to; the other is asked. `by_gm` says which of the two that was."""

    character: CharacterKey
    by_gm: bool
    why: str


def is_the_gms(character: Character) -> bool:
    """Nobody but the GM has a word in it: no player plays them."""
    return character.seat is None or character.seat.is_gm


def waiting(character: Character) -> Exchange | None:
    """The question that is open about this character, if there is one."""
    found = exchanges.open_exchanges(character.desk, RULE)
    return next((one for one in found if one.state["character"] == character.pk), None)


# the first yes


class DeathForm(OwnCharacterForm):
    why = one_line("How, and what for", 200)

    def open_characters(self) -> list[Character]:
        return [one for one in super().open_characters() if not is_dead(one)]

    @property
    def alone(self) -> bool:
        """Whether one yes is enough for whoever is named so far."""
        return (character := self.chosen()) is not None and is_the_gms(character)

    @property
    def other(self) -> Seat | None:
        """Whom a GM's yes waits for."""
        character = self.chosen()
        return character.seat if character and self.viewer.is_gm and not self.alone else None


@act(
    RULE,
    menu=80,
    title="Let somebody die",
    form=DeathForm,
    button="I say yes to it",
    preview=lambda viewer, form: {},
    template="drama/rough_magic/acts/death.html",
)
def death(turn: Turn, form: DeathForm) -> None:
    """The first yes, of the GM or of the player; the other one is asked. Of the GM's own the GM's word is enough."""
    character, why = form.cleaned_data["character"], form.cleaned_data["why"]
    if waiting(character) is not None:
        turn.refuse("asked", f"One yes to the death of {character.name} is given, and the other is asked.", "character")
    by_gm = turn.viewer.is_gm
    if rule(gm_agrees=by_gm, of_the_gm=is_the_gms(character)).dead:
        dies(turn, character, why)
        return
    facts = named(character) | {"why": why, "by_gm": by_gm}
    told = turn.tell("rough_magic.death-proposed", facts, to=readers_of(character))
    exchange = open_exchange(turn, RULE, OneYes(character.pk, by_gm, why), told)
    whom = whom_to_ask(character) if by_gm else ("gms", 0)
    exchanges.ask(turn, exchange, whom, {"who": character.name, "why": why, "by_gm": by_gm})


def dies(turn: Turn, character: Character, why: str) -> Event:
    """Both have said yes. Levels stay what they were: none of them means dead."""
    acting_for(turn, character)
    set_dead(turn, character, True)
    return turn.tell("rough_magic.died", named(character) | {"why": why, "rule": RULE}, to=knowers_of(character))


# the second


class DeathAnswer(AnswerForm):
    kinds = (RULE,)
    allow = yes_or_no("Does it serve the game", "Yes, let it be so", "No, not dead")

    @property
    def no_yes(self) -> str:
        """Why this seat can only say no, or nothing."""
        return why_not_for(self.viewer, self.row) if self.row is not None else ""


def why_not_for(viewer: Viewer, one: Ask) -> str:
    """A GM does not say yes for the player: that yes is the player's own."""
    if one.audience == "gms" or (one.audience, one.subject) in viewer.atoms:
        return ""
    return f"Only whoever plays {one.facts['who']} can say yes to that. You can call the question off."


@act(
    "rough_magic.answer-death",
    title="Yes or no to a death",
    form=DeathAnswer,
    button="Answer",
    preview=lambda viewer, form: {"button": f"{form.row.facts['who']} {'dies' if form.allowed else 'does not die'}"},
    template="drama/rough_magic/acts/answer_death.html",
)
def answer_death(turn: Turn, form: DeathAnswer) -> None:
    """The second yes, or a no. Refuses a GM's yes in the player's place (not-yours)."""
    one: Ask = form.cleaned_data["ask"]
    state: OneYes = form.state
    if form.allowed and (why := why_not_for(turn.viewer, one)):
        turn.refuse("not-yours", why, "allow")
    character = turn.desk.find(Character, state.character)
    if character is None:
        turn.refuse("gone", "That character is no longer at the table. The question can be called off.", "ask")
    turn.cause = one.exchange.opened_by
    if rule(gm_agrees=state.by_gm or form.allowed, player_agrees=not state.by_gm or form.allowed).dead:
        told = dies(turn, character, state.why)
    else:
        told = turn.tell("rough_magic.death-refused", named(character), to=readers_of(character))
    exchanges.answered(turn, one, told)


exchange_kind(
    name=RULE,
    state=OneYes,
    template="drama/rough_magic/asks/death",
    answer="rough_magic.answer-death",
    open=False,
)


# taken back in the story


class LivesForm(KnownCharacterForm):
    """One who is dead."""

    why = one_line("How", 200, required=False)

    def open_characters(self) -> list[Character]:
        return [one for one in super().open_characters() if is_dead(one)]


def has_dead(viewer: Viewer) -> bool:
    return any(is_dead(one) for one in known_to(viewer))


@act(
    "rough_magic.not-dead",
    menu=81,
    title="Not dead after all",
    form=LivesForm,
    who=gms,
    due=has_dead,
    button="Lives",
)
def not_dead(turn: Turn, form: LivesForm) -> None:
    """The GM brings somebody back; their levels are what they were."""
    character = form.cleaned_data["character"]
    acting_for(turn, character)
    set_dead(turn, character, False)
    turn.tell("rough_magic.lives", named(character) | {"why": form.cleaned_data["why"]}, to=knowers_of(character))
