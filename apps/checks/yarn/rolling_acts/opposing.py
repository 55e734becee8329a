"""One against another: whoever begins puts their dice together, the other answers, and then both throw
(yarn.opposed-roll)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.access import known_to, played_by
from apps.characters.forms import CharacterChoice, acting_for, first_unless_named, one_line
from apps.characters.models import Character, CharacterKey
from apps.characters.yarn.people import player_of
from apps.checks.thrown import Thrown
from apps.checks.versus import masked, names, openly, whom_to_ask
from apps.checks.yarn.pools import Built
from apps.checks.yarn.real_dice import Hands
from apps.checks.yarn.rolling import rolled
from apps.checks.yarn.rolling_acts.check import drawn, told
from apps.checks.yarn.rolling_acts.difficulty import Against
from apps.checks.yarn.rolling_acts.secrecy import Facts, tell_less, without_sources
from apps.checks.yarn.rolling_acts.side import Side, SideForm, ThrownSideForm, aims_of
from apps.rules.odds import percent
from apps.rules.yarn.checks import versus
from apps.rules.yarn.odds import opposed_odds
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "yarn.opposed"
NOTHING, OUTCOME, DICE = "", "outcome", "dice"


@dataclass(frozen=True)
class Opposed:
    """Whoever began, with the dice that they put together, and who answers. `faces` are those of real dice that whoever
    began has typed, closed until the other throws."""

    mine: Side
    opponent: CharacterKey
    label: str
    faces: tuple[int, ...] = ()

    def both(self, turn: Turn) -> tuple[Character, Character]:
        return turn.desk.get(Character, self.mine.character), turn.desk.get(Character, self.opponent)


class OpposeForm(ThrownSideForm):
    character = CharacterChoice(empty_label=None)
    opponent = CharacterChoice(label="Against whom")
    label = one_line("What for, in a few words", 120, required=False)

    def setup(self) -> None:
        self.choose("character", self.alternatives)
        whose = self.whose
        self.choose("opponent", [one for one in known_to(self.viewer) if one != whose and one.present])
        if whose is not None:
            self.offer_side(whose)

    @cached_property
    def alternatives(self) -> list[Character]:
        return played_by(self.viewer)

    @property
    def whose(self) -> Character | None:
        return first_unless_named(self, self.alternatives)


def outlook(viewer: Viewer, form: OpposeForm) -> Mapping[str, Any]:
    """How one's own dice fall: what the other throws is not known yet."""
    name, other = form.cleaned_data["character"].name, form.cleaned_data["opponent"].name
    shown = drawn(form.side, form.pool_found, Against(), viewer)
    return shown | {"heading": f"{name} against {other}", "button": f"Ask {other}", "own_footer": True}


@act(
    "yarn.oppose",
    menu=11,
    title="Roll against somebody",
    form=OpposeForm,
    button="Ask them",
    preview=outlook,
    template="checks/yarn/rolling_acts/acts/oppose.html",
)
def oppose(turn: Turn, form: OpposeForm) -> None:
    """Asks whoever plays the other for their side. No die falls before, but real ones, which nobody else sees."""
    mine, other = form.cleaned_data["character"], form.cleaned_data["opponent"]
    acting_for(turn, mine)
    label, faces = form.cleaned_data["label"], form.lying(turn, form.pool_found.pool.thrown)
    full = names(mine, other) | {"label": label}
    event = tell_less(turn, "yarn.opposed-begun", full, masked(full, mine, other))
    exchange = exchanges.open_exchange(turn, KIND, Opposed(form.side, other.pk, label, faces), by=event)
    known = {"who": other.name, "character_id": other.public_id, "label": label, "against": openly(mine)}
    exchanges.ask(turn, exchange, whom_to_ask(other), known)


# answering


class AnswerOpposeForm(AnswerForm, SideForm):
    kinds = (KIND,)
    shown = forms.ChoiceField(
        label="Of your people’s roll they learn", required=False, widget=forms.RadioSelect,
        choices=[(NOTHING, "Nothing"), (OUTCOME, "Who wins"), (DICE, "The dice")],
    )  # fmt: skip

    def setup(self) -> None:
        found = self.viewer.desk.find(Character, self.state.opponent) if self.row is not None else None
        if found is not None:
            self.offer_side(found)
        for name in ("read", *(() if self.viewer.is_gm else ("shown",))):
            del self.fields[name]

    def clean_ask(self) -> Ask:
        found = super().clean_ask()
        gone = self.viewer.desk.find(Character, self.state.mine.character) is None
        if self.sheet is None or gone:
            raise forms.ValidationError("One of the two is no longer at the table. It can be called off.")
        return found


def answer_outlook(viewer: Viewer, form: AnswerOpposeForm) -> Mapping[str, Any]:
    """The chance to win, where what the other throws is open to this seat."""
    found = drawn(form.side, form.pool_found, Against(), viewer)
    facts = form.row.facts if form.row else {}
    theirs = beside(viewer, form.state)
    if theirs is not None:
        chance = opposed_odds(form.pool_found.pool, theirs.pool, form.state.mine.options(viewer.options))
        draws = [f"{percent(chance.equal)} a draw"] if chance.equal else []
        found["odds"] |= {"headline": percent(chance.higher), "sentence": f"Chance to win against {facts['against']}"}
        found["odds"]["hints"] = [*draws, *found["odds"]["hints"]]
    return found | {"heading": f"{facts['who']} against {facts['against']}", "own_footer": True}


def beside(viewer: Viewer, state: Opposed) -> Built | None:
    """What the other side throws, where this seat may know it: a player’s is open, the GM’s is hers."""
    who = viewer.desk.find(Character, state.mine.character)
    if who is None or (player_of(who).is_gm and not viewer.is_gm):
        return None
    return state.mine.built(viewer.desk)


@act(
    "yarn.answer-oppose",
    title="Somebody rolls against you",
    form=AnswerOpposeForm,
    button="Throw",
    preview=answer_outlook,
    template="checks/yarn/rolling_acts/acts/answer-oppose.html",
)
def answer_oppose(turn: Turn, form: AnswerOpposeForm) -> None:
    """Both throw, whoever began first; the higher total wins, and the GM says what that means."""
    ask, state = form.cleaned_data["ask"], form.state
    mine, other = state.both(turn)
    acting_for(turn, other)
    dice, hands = form.after(turn, state.faces, form.pool_found.pool.thrown, ask)
    fought = _fought(turn, state, form.side, dice, hands)
    facts = names(mine, other) | {"label": state.label} | fought
    dice.settle()
    event = _tell(turn, facts, mine, other, form.cleaned_data.get("shown", NOTHING))
    exchanges.answered(turn, ask, event)


def _fought(turn: Turn, state: Opposed, side: Side, dice: Thrown, hands: Hands) -> Facts:
    """Both rolls, and how they compare."""
    options = state.mine.options(turn.options)
    mine, theirs = state.mine.built(turn.desk), replace(side, read=state.mine.read).built(turn.desk)
    first = rolled(turn, mine, dice=dice.dice, options=options)
    hands.next_throw()
    second = rolled(turn, theirs, own_action=False, dice=dice.dice, options=options)
    found = versus(first, second, options)
    return {
        "mine": told(turn, state.mine, mine, first) | {"typed": bool(state.faces)},
        "theirs": told(turn, side, theirs, second) | {"typed": dice.typed},
        "outcome": found.outcome, "difference": found.difference,
    }  # fmt: skip


def _tell(turn: Turn, facts: Facts, mine: Character, other: Character, shown: str) -> Event:
    """Of the GM's people the players learn what she chose; of two players' all is open."""
    if not any(player_of(one).is_gm for one in (mine, other)):
        return turn.tell("yarn.opposed-rolled", facts)
    known = masked(facts, mine, other)
    for name, who in (("mine", mine), ("theirs", other)):
        if player_of(who).is_gm:
            side = known[name]
            bare = side | {"trait": "", "reasons": [], "roll": without_sources(side["roll"])}
            known[name] = bare if shown == DICE else None
    if shown == NOTHING:
        known |= {"outcome": None, "difference": None}
    elif shown == OUTCOME:
        known["difference"] = None
    return tell_less(turn, "yarn.opposed-rolled", facts, known)


def context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """A tile for each trait with which they can answer, with the chance to win where that may be known."""
    state: Opposed = exchanges.state_of(ask.exchange)
    who = viewer.desk.find(Character, state.opponent)
    shown = {"asked": ask.facts, "fallen": bool(ask.thrown)}
    if who is None:
        return shown
    form, theirs = SideForm(viewer=viewer), beside(viewer, state)
    form.offer_side(who)
    tiles = [tile | _chance(viewer, state, tile["id"], theirs) for tile in form.tiles]
    return shown | {"tiles": tiles, "aims": aims_of(who)}


def _chance(viewer: Viewer, state: Opposed, trait: str, theirs: Built | None) -> Facts:
    pool = Side(state.opponent, trait).built(viewer.desk).pool
    options = state.mine.options(viewer.options)
    chance = percent(opposed_odds(pool, theirs.pool, options).higher) if theirs else ""
    return {"dice": pool.thrown, "chance": chance}
