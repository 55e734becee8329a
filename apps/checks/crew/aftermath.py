"""What follows a roll of Crew: questions that open inside the contest, and their answers. For drama and combat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.crew import complications
from apps.characters.crew.complications import Changed
from apps.characters.crew.holding import held
from apps.characters.forms import one_line
from apps.characters.models import Character, Entry
from apps.checks.crew import contests, drafts
from apps.checks.templatetags.rolls import in_words
from apps.checks.versus import whom_to_ask
from apps.rules.crew.contest import Contest, Place, Side, jinx_places, other, side_of
from apps.rules.crew.pools import Pool
from apps.rules.crew.steps import BEYOND, step, written
from apps.table import exchanges
from apps.table.audience import Atom
from apps.table.models import Ask, Event, Exchange, Table
from apps.table.shared import answers
from apps.table.turn import Turn
from apps.table.viewer import Viewer

PASS = "pass"  # noqa: S105


@dataclass(frozen=True)
class Choice:
    """One way to answer. `value` is what the form is sent: "new:" and the holder's public id, "step:" or "raise:" and
    the entry's, or a word. `before` and `after` are sizes, None where there is none."""

    value: str
    title: str
    before: int | None = None
    after: int | None = None
    sub: str = ""

    @property
    def word(self) -> str:
        return self.value.partition(":")[0]

    @property
    def subject(self) -> str:
        """The public id of what it is about."""
        return self.value.partition(":")[2]

    @property
    def takes_out(self) -> bool:
        return self.after == BEYOND

    @property
    def dice(self) -> list[tuple[int, str]]:
        """The dice to draw: the sides and what stands on them, before and after."""
        return [(min(size, 12), written(size)) for size in (self.before, self.after) if size]

    @property
    def words(self) -> str:
        """As one line of a list: "Winded d6 to d10"."""
        sizes = " to ".join(written(size) for size in (self.before, self.after) if size)
        return f"{self.title} {sizes}".strip()


# asking


def asked_of(character: Character | None) -> Atom:
    """Who is asked about a character: its player, or the GMs where nobody plays it."""
    return whom_to_ask(character) if character is not None else ("gms", 0)


def ask_inside(
    turn: Turn, contest: Exchange, kind: str, state: Any, by: Event, whom: Atom, facts: Mapping[str, Any]
) -> Exchange:
    """Opens a question inside a contest, which waits for it."""
    exchange = exchanges.open_exchange(turn, kind, state, by=by, inside=contest)
    exchanges.ask(turn, exchange, whom, facts)
    return exchange


def open_inside(contest: Exchange, *kinds: str) -> list[Exchange]:
    """The questions of these kinds that are open inside a contest, the newest first."""
    return [one for one in exchanges.inside_of(contest) if one.kind in kinds]


def character_at(table: Table, public_id: str) -> Character | None:
    return table.desk.one(Character, public_id=public_id)


def characters_at(table: Table, public_ids: Iterable[str]) -> list[Character]:
    """Those of them who are still there, in that order."""
    return [one for public_id in public_ids if (one := character_at(table, public_id)) is not None]


def pool_of(exchange: Exchange, place: Place) -> Pool:
    """The pool of a side: as it was thrown, or as it is being put together."""
    side = side_of(contests.contest_of(exchange), place)
    draft = None if side.pool else drafts.draft_of(exchange, place)
    return side.pool if draft is None else drafts.pool_of(draft)


def ship_in(pool: Pool) -> str:
    """The public id of the ship or vehicle whose attribute is in a pool, or nothing."""
    return next((die.of for die in pool if die.kind == "attribute" and die.of), "")


def lenders_in(pool: Pool) -> tuple[str, ...]:
    """The public ids of those who lent a skill die to a pool."""
    return tuple(dict.fromkeys(die.of for die in pool if die.kind == "loan"))


def ones(side: Side) -> int:
    """How many dice of the pool show 1."""
    return len(jinx_places(side))


def crew_place(contest: Contest, prefer: Place = "aggressor") -> Place | None:
    """The side that a crewmember rolls for; of two the preferred one."""
    for place in (prefer, other(prefer)):
        if side_of(contest, place).kind == "crewmember":
            return place
    return None


# choosing what happens to Complications


def new_choice(holder: Character, size: int, title: str = "New Complication") -> Choice:
    return Choice(f"new:{holder.public_id}", title, None, size)


def step_choices(holders: Sequence[Character], by: int) -> list[Choice]:
    """Each of their Complications that can go `by` steps up, or down where negative; from d12+ there is no way up."""
    found = []
    for entry in _all_held(holders):
        size = entry.amount or 6
        if by < 0 or size < BEYOND:
            after = step(size=size, steps=by).size
            verb, sub = ("Step up ", _steps(by)) if by > 0 else ("", "")
            found.append(Choice(f"step:{entry.public_id}", verb + _title(entry, holders), size, after, sub))
    return found


def _steps(by: int) -> str:
    return f"{in_words(by)} step{'' if by == 1 else 's'}"


def raise_choices(holders: Sequence[Character], to: int) -> list[Choice]:
    """Each of their Complications that is smaller than that."""
    return [
        Choice(f"raise:{entry.public_id}", f"Raise {_title(entry, holders)}", size, to, f"at once to {written(to)}")
        for entry in _all_held(holders)
        if (size := entry.amount or 6) < to
    ]


def _all_held(holders: Sequence[Character]) -> list[Entry]:
    return [entry for holder in holders for entry in held(holder, "complication")]


def _title(entry: Entry, holders: Sequence[Character]) -> str:
    return f"{entry.name} ({entry.character.name})" if len(holders) > 1 else entry.name


def entry_of(turn: Turn, choice: Choice) -> Entry:
    """The Complication that a choice is about. Refuses one that is gone."""
    found = turn.desk.one(Entry, public_id=choice.subject, kind="complication")
    if found is None:
        turn.refuse("gone", "That Complication is not there any more.", "choice")
    return found


def carry_out(turn: Turn, choice: Choice, name: str) -> Changed:
    """Does to a Complication what was chosen; a new one bears `name`."""
    if choice.word == "new":
        holder = character_at(turn.table, choice.subject)
        if holder is None or choice.after is None:
            turn.refuse("gone", "Whoever would bear it is not there any more.", "choice")
        return complications.put(turn, holder, name, choice.after)
    entry = entry_of(turn, choice)
    if choice.after is None:
        return complications.clear(turn, entry)
    return complications.set_size(turn, entry, choice.after)


# answering


def default_name(what: str) -> str:
    """What a Complication is called that nobody names."""
    return f"Trouble: {what}"[:60]


class AnswerForm(answers.AnswerForm):
    """An answer of which something depends on what is asked."""

    def setup(self) -> None:
        if self.row is not None:
            self.prepare(self.row)

    def prepare(self, row: Ask) -> None:
        """Fills in what the question offers."""

    @property
    def table(self) -> Table:
        return self.viewer.table


class ChoiceForm(AnswerForm):
    """An answer that picks one of several; `choices` are offered by `choices_for`."""

    choice = forms.ChoiceField(
        label="What happens",
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "That is not possible any more. Choose from what is offered."},
    )
    choices: list[Choice]

    def prepare(self, row: Ask) -> None:
        super().prepare(row)
        self.choices = self.choices_for(row)
        self.offer("choice", [(one.value, one.words) for one in self.choices])

    def choices_for(self, row: Ask) -> list[Choice]:
        raise NotImplementedError

    @property
    def chosen(self) -> Choice:
        return next(one for one in self.choices if one.value == self.cleaned_data["choice"])


class NamingForm(ChoiceForm):
    """As `ChoiceForm`, with the name of a new Complication; without one it is called after what was tried."""

    name = one_line("What a new one is called", 60, required=False)

    def prepare(self, row: Ask) -> None:
        super().prepare(row)
        self.fields["name"].help_text = f"Nothing: {default_name(self.state.what)}"

    @property
    def called(self) -> str:
        return self.cleaned_data["name"] or default_name(self.state.what)


def finish(turn: Turn, row: Ask, told: Event) -> None:
    """Closes the question; the contest goes on by itself once the act is done."""
    exchanges.answered(turn, row, told)


def told_changes(changes: Iterable[Changed]) -> tuple[dict[str, Any], dict[str, Any]]:
    """{"changes": lines, "out": names of those whom a Complication takes out now}, for the GMs and for everybody."""
    everything = list(changes)
    return _told(everything), _told([one for one in everything if not one.holder.hidden])


def _told(changes: Sequence[Changed]) -> dict[str, Any]:
    return {"changes": [one.facts() for one in changes], "out": [one.holder.name for one in changes if one.taken_out]}


def choices_drawn(form_class: type[ChoiceForm]) -> Any:
    """The `context` of an exchange kind whose question lists the choices of that form."""

    def context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
        form = form_class(viewer=viewer, initial={"ask": ask.public_id})
        return {
            "choices": getattr(form, "choices", []),
            "named": default_name(getattr(form.state, "what", "")) if form.row else "",
        }

    return context
