"""A look around, to which the GM may answer with a roll (dragon.look-around): a free one, or one that is the act with
dice of this phase, which the looker may leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.access import readers_of
from apps.characters.answers import while_there
from apps.characters.dragon.sheet import DragonSheet, sheet_of
from apps.characters.forms import acting_for, named, number, one_line
from apps.checks.dragon import asking, checks, odds
from apps.checks.dragon.pools import Chosen, told, usual
from apps.checks.dragon.skilled import SkilledForm
from apps.checks.thrown import Thrown
from apps.checks.typed import FacesField, hand_of
from apps.checks.versus import whom_to_ask
from apps.combat.dragon.forms import FighterForm, PayingForm
from apps.combat.dragon.phases import spending, telling
from apps.combat.dragon.phases.acting import MOST_WORDS, priced
from apps.combat.dragon.phases.going_on import go_on
from apps.combat.dragon.phases.words import price_words
from apps.combat.models import Combatant, CombatantKey
from apps.rules.dragon.checks import thrown
from apps.rules.dragon.combat.phases import why_not_in_order
from apps.rules.dragon.combat.prices import Price
from apps.rules.dragon.lists import SUBSTATS, substat_of
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Ask, Event, Span
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.spans import ends_with_span
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

Facts = dict[str, Any]
LOOK, LOOK_QUIETLY = "dragon.look", "dragon.look-secret"
SEARCH, SEARCH_QUIETLY = "dragon.search", "dragon.search-secret"
LOOKS, SEARCHES = (LOOK, LOOK_QUIETLY), (SEARCH, SEARCH_QUIETLY)
FREE, DICED, NOTHING = "free", "diced", "nothing"


@dataclass(frozen=True)
class Looking:
    """Somebody looks for something, and the GM says what it takes."""

    combatant: CombatantKey
    words: str


@dataclass(frozen=True)
class Searching:
    """Finding out takes the act with dice; with `hidden` they do not learn how many successes are needed."""

    combatant: CombatantKey
    words: str
    substat: str
    required: int
    hidden: bool


# looking


class LookForm(FighterForm):
    words = one_line("For what", MOST_WORDS, help_text="Such as: who else is in this hall")


def why_no_look(combatant: Combatant) -> Refused | None:
    """Why somebody does not look around now, or None: it is the one act without dice of a phase."""
    price = spending.price_of(combatant)
    if isinstance(price, Refused):
        return price
    return why_not_in_order(order=("look around", "look around")) if spending.has_moved(combatant) else None


def look_outlook(viewer: Viewer, form: LookForm) -> Mapping[str, Any]:
    found = form.so_far()
    no = why_no_look(found) if found else None
    return {"heading": f"{found.character.name} looks around" if found else "", "refused_now": no.text if no else ""}


@act(
    "dragon.look",
    title="Look around",
    form=LookForm,
    button="Look",
    template="combat/dragon/acts/look.html",
    preview=look_outlook,
)
def look(turn: Turn, form: LookForm) -> None:
    """The act without dice of a phase; the GM says whether it takes a roll."""
    fight = spending.running_turn(turn)
    combatant, words = form.combatant(turn), form.cleaned_data["words"]
    if no := why_no_look(combatant):
        raise no
    character = combatant.character
    acting_for(turn, character)
    spending.note_move(turn, combatant)
    facts = telling.moment(fight) | {"words": words}
    event = telling.tell(turn, "dragon.looked", combatant, facts, public=facts)
    kind = LOOK_QUIETLY if character.hidden else LOOK
    exchange = exchanges.open_exchange(turn, kind, Looking(combatant.pk, words), by=event)
    exchanges.ask(turn, exchange, ("gms", 0), {"who": character.name, "words": words})


# the GM's word


class WordForm(AnswerForm):
    """What finding out takes."""

    kinds = LOOKS
    word = forms.ChoiceField(
        label="It takes",
        choices=[(FREE, "A free roll"), (DICED, "The act with dice"), (NOTHING, "No roll")],
        initial=FREE,
        widget=forms.RadioSelect,
    )
    substat = forms.ChoiceField(
        label="Substat", choices=[(row.id, row.title) for row in SUBSTATS], initial="wit", required=False
    )
    required = number("Successes needed", 1, checks.MOST_REQUIRED, required=False, initial=1)
    hidden = forms.BooleanField(label="They do not see how many", required=False)


@act(
    "dragon.answer-look",
    title="Somebody looks around",
    form=WordForm,
    who=gms,
    button="Say it",
    template="combat/dragon/acts/answer_look.html",
)
def answer_look(turn: Turn, form: WordForm) -> None:
    """A roll that costs nothing, one that is the act with dice, or none: then the GM tells what there is to see."""
    ask, state, data = form.cleaned_data["ask"], form.state, form.cleaned_data
    combatant = turn.desk.get(Combatant, state.combatant)
    substat, required = data["substat"] or "wit", data["required"] or 1
    event = _tell_word(turn, combatant, data["word"], substat, required, data["hidden"])
    exchanges.answered(turn, ask, event)
    character = combatant.character
    if data["word"] == FREE:
        wanted = asking.Asked(character.pk, substat, 0, required, data["hidden"], state.words, _mode(combatant))
        asking.ask_one(turn, character, wanted, event)
    elif data["word"] == DICED:
        _ask_search(turn, combatant, Searching(combatant.pk, state.words, substat, required, data["hidden"]), event)


def _mode(combatant: Combatant) -> str:
    return "gm" if combatant.character.hidden else "everybody"


def _tell_word(turn: Turn, combatant: Combatant, word: str, substat: str, required: int, hidden: bool) -> Event:
    """A number that is hidden is the GMs' alone."""
    character = combatant.character
    known: Facts = named(character) | {"word": word}
    if word != NOTHING:
        known |= {"what": substat_of(substat).title}
    full = known if word == NOTHING else known | {"required": required, "hidden": hidden}
    ears = readers_of(character) if character.hidden else EVERYBODY
    return turn.tell("dragon.look-answered", full, GMS, {ears: known if hidden else full})


def _ask_search(turn: Turn, combatant: Combatant, state: Searching, event: Event) -> None:
    character = combatant.character
    kind = SEARCH_QUIETLY if character.hidden else SEARCH
    exchange = exchanges.open_exchange(turn, kind, state, by=event)
    facts = {"who": character.name, "words": state.words, "what": substat_of(state.substat).title}
    known = facts if state.hidden else facts | {"required": state.required}
    exchanges.ask(turn, exchange, whom_to_ask(character), known)


# searching


class SearchForm(AnswerForm, PayingForm, SkilledForm):
    """Yes, with the skills that apply and the later phase if one is due; or no."""

    kinds = SEARCHES
    allow = yes_or_no("It takes the act with dice", "Roll", "Leave it", initial="yes")
    faces = FacesField()

    def setup(self) -> None:
        del self.fields["character"]
        self.offer_phases()
        if self.sheet is not None:
            substat = self.state.substat
            self.offer_skills(self.sheet, substat, usual(self.sheet, substat))

    def so_far(self) -> Combatant | None:
        return self.viewer.desk.find(Combatant, self.state.combatant) if self.row is not None else None

    @cached_property
    def sheet(self) -> DragonSheet | None:
        found = self.so_far()
        return sheet_of(found.character) if found else None

    def rolls(self) -> tuple[str, ...]:
        return (self.state.substat,) if self.row is not None else ()

    def clean_ask(self) -> Ask:
        gone = "That character is no longer in the fight. It can be called off."
        return while_there(super().clean_ask(), self.sheet, gone)

    def pool(self) -> Chosen:
        """What is thrown, in a form that is right."""
        sheet = sure(self.sheet)
        skills = [one for one in sheet.skills if one.id in self.cleaned_data["skills"]]
        return Chosen.of(sheet, self.state.substat, skills)


def search_outlook(viewer: Viewer, form: SearchForm) -> Mapping[str, Any]:
    """The price, and the odds of what this seat may know."""
    found, state = form.so_far(), form.state
    if found is None:
        return {}
    pool = form.pool().pool(viewer.options)
    known = viewer.is_gm or not state.hidden
    return {
        "heading": f"{found.character.name}: {state.words}",
        "own_footer": True,
        "odds": odds.drawn(pool, state.required if known else None),
    } | priced(found, form.price(), form.rolls(), checks.button(pool))


@act(
    "dragon.search",
    title="It takes the act with dice",
    form=SearchForm,
    button="Roll",
    template="combat/dragon/acts/search.html",
    preview=search_outlook,
)
def search(turn: Turn, form: SearchForm) -> None:
    """Rolls as the act with dice of this phase, and pays for it; or leaves it and keeps that act."""
    ask: Ask = form.cleaned_data["ask"]
    combatant = turn.desk.get(Combatant, form.state.combatant)
    character = combatant.character
    acting_for(turn, character)
    if not form.allowed:
        event = telling.tell(turn, "dragon.search-left", combatant, {}, public={})
        exchanges.answered(turn, ask, event)
        return
    fight = spending.running_turn(turn)
    facts = telling.moment(fight) | {"words": form.state.words, "moved": True}
    event = telling.tell(turn, "dragon.acted", combatant, facts | form.spend(turn, combatant), public=facts)
    _roll(turn, combatant, form, ask)
    exchanges.answered(turn, ask, event)
    go_on(turn, fight)


def _roll(turn: Turn, combatant: Combatant, form: SearchForm, ask: Ask) -> None:
    chosen, state, options = form.pool(), form.state, turn.options
    pool = chosen.pool(options)
    dice = Thrown(turn, hand_of(form.cleaned_data["faces"], pool.dice, bool(ask.thrown)), ask)
    facts = told(chosen, thrown(pool, dice.dice), dice.typed, options)
    dice.settle()
    character = combatant.character
    facts |= named(character) | checks.judged(facts, state.required) | {"label": state.words, "asked": True}
    checks.tell(turn, character, facts, _mode(combatant), character.seat or turn.seat, number_hidden=state.hidden)


# what is asked


def look_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    return {"asked": ask.facts}


def search_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What it costs, and with which skills one tap rolls."""
    state: Searching = exchanges.state_of(ask.exchange)
    found = viewer.desk.find(Combatant, state.combatant)
    if found is None:
        return {"asked": ask.facts}
    price = spending.price_of(found, (state.substat,))
    return {
        "asked": ask.facts,
        "usual": usual(sheet_of(found.character), state.substat),
        "fallen": bool(ask.thrown),
    } | _one_tap(found, price, (state.substat,))


def _one_tap(combatant: Combatant, price: Price | Refused, rolls: tuple[str, ...]) -> Facts:
    """What one tap pays: the later phases that are suggested; or why it cannot."""
    if isinstance(price, Refused):
        return {"refused": price.text}
    later = spending.later_of(combatant)
    return {"costs": price_words(combatant, price, rolls)[0], "pay": price.suggested(later)}


@ends_with_span("turn", game="dragon")
def over_with_the_turn(turn: Turn, span: Span) -> list[Facts]:
    """What was looked for in a turn is not found in the next."""
    for exchange in exchanges.open_exchanges(turn.desk, *LOOKS, *SEARCHES):
        exchanges.close(turn, exchange)
    return []
