"""One against another (dragon.opposed-roll): both throw, and the resister's successes are taken off the actor's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.access import known_to
from apps.characters.answers import while_there
from apps.characters.dragon.sheet import DragonSheet, sheet_of
from apps.characters.forms import CharacterChoice, acting_for, one_line
from apps.characters.models import Character, CharacterKey
from apps.checks import versus
from apps.checks.dragon import odds
from apps.checks.dragon.checks import button
from apps.checks.dragon.pools import Chosen, Facts, SubstatForm, told
from apps.checks.dragon.secrecy import is_secret, seen
from apps.checks.modes import mode_field, mode_of, set_modes
from apps.rules.dragon.checks import opposed_roll, thrown
from apps.rules.dragon.lists import RESISTANCES, SUBSTATS, substat_of
from apps.table import exchanges
from apps.table.acts import act
from apps.table.keys import SeatKey
from apps.table.models import Ask
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

OPEN, QUIETLY = "dragon.opposed", "dragon.opposed-secret"
KINDS = (OPEN, QUIETLY)
MODES = ("everybody", "gm", "blind")
RULE = "dragon.opposed-roll"
MET_BY = {"charisma": "grace"}
"""By the substat of who acts: what the other side usually rolls (dragon.opposed-roll); else the same."""
THEIR_CHOICE = ("", "What they choose")


@dataclass(frozen=True)
class Opposing:
    """What waits for the other side. What the actor threw is sealed in here, as it will be told."""

    active: CharacterKey
    opposing: CharacterKey
    side: dict[str, Any]
    label: str
    mode: str
    roller: SeatKey


class OpposeForm(SubstatForm):
    opponent = CharacterChoice(
        label="Against whom", error_messages={"invalid_choice": "That one is not there to act against."}
    )
    meets = forms.ChoiceField(
        label="They resist with", choices=[THEIR_CHOICE, *((one.id, one.title) for one in SUBSTATS)], required=False
    )
    label = one_line("What for, in a few words", 120, required=False)
    mode = mode_field("Who sees the outcome")

    def setup(self) -> None:
        super().setup()
        if not self.viewer.is_gm:
            del self.fields["meets"]
        own = self.sheet.character if self.sheet else None
        self.choose("opponent", [one for one in known_to(self.viewer) if one != own])
        set_modes(self, self.viewer, MODES)


def oppose_outlook(viewer: Viewer, form: OpposeForm) -> Mapping[str, Any]:
    """How one's own dice fall: what the other side throws is not known yet."""
    pool = form.chosen().pool(viewer.options)
    return {
        "heading": f"{form.cleaned_data['character'].name} against {form.cleaned_data['opponent'].name}",
        "own_footer": True,
        "odds": odds.drawn(pool, None),
        "button": button(pool),
    }


@act(
    "dragon.oppose",
    menu=20,
    at_hand="swap",
    title="Act against somebody",
    form=OpposeForm,
    button="Roll",
    preview=oppose_outlook,
    template="checks/dragon/acts/oppose.html",
)
def oppose(turn: Turn, form: OpposeForm) -> None:
    """The actor throws; the dice lie sealed until the other side has thrown."""
    active, opponent = form.cleaned_data["character"], form.cleaned_data["opponent"]
    acting_for(turn, active)
    side = _throw(turn, form, form.chosen())
    state = Opposing(active.pk, opponent.pk, side, form.cleaned_data["label"], mode_of(form), turn.seat.pk)
    full = versus.names(active, opponent) | {"label": state.label, "mode": state.mode}
    event = versus.tell(turn, "dragon.oppose", full, state.mode, state.roller, (active, opponent))
    secret = state.mode != "everybody" or active.hidden or opponent.hidden
    exchange = exchanges.open_exchange(turn, QUIETLY if secret else OPEN, state, by=event)
    facts = {"who": opponent.name, "against": versus.openly(active), "label": state.label}
    if not secret and not is_secret(active):
        facts |= {"what": side["what"], "substat": side["substat"]}
    if meets := form.cleaned_data.get("meets"):
        facts |= {"meets": meets, "meets_title": substat_of(meets).title}
    exchanges.ask(turn, exchange, versus.whom_to_ask(opponent), facts | {"character_id": opponent.public_id})


def _throw(turn: Turn, form: SubstatForm, chosen: Chosen, ask: Ask | None = None) -> Facts:
    pool = chosen.pool(turn.options)
    dice = form.thrown(turn, pool, ask)
    side = told(chosen, thrown(pool, dice.dice), dice.typed, turn.options)
    dice.settle()
    return side


# the other side


class AnswerOpposeForm(AnswerForm, SubstatForm):
    """What the resister throws; who that is comes from the ask."""

    kinds = KINDS
    substat = forms.ChoiceField(
        label="Substat", widget=forms.RadioSelect, error_messages={"required": "Say what is rolled against it."}
    )

    def setup(self) -> None:
        self.start_with({"substat": self._asked})
        super().setup()
        self.usual_answers = RESISTANCES
        del self.fields["character"]

    @property
    def _asked(self) -> str:
        """As the GM has named it, else what usually meets that roll; nothing where it is not known what was rolled."""
        facts = self.row.facts if self.row is not None else {}
        rolled = facts.get("substat", "")
        found: str = facts.get("meets") or MET_BY.get(rolled, rolled)
        return found

    @cached_property
    def alternatives(self) -> list[Character]:
        """Nobody but whom the ask is for."""
        found = self.viewer.desk.find(Character, self.state.opposing) if self.row is not None else None
        return [found] if found else []

    @cached_property
    def sheet(self) -> DragonSheet | None:
        return sheet_of(self.alternatives[0]) if self.alternatives else None

    def clean_ask(self) -> Ask:
        return while_there(super().clean_ask(), self.sheet)

    def chosen(self) -> Chosen:
        data, sheet = self.cleaned_data, sure(self.sheet)
        return Chosen.of(sheet, data["substat"], self.picked(sheet), data.get("difficulty") or 0)


def answer_outlook(viewer: Viewer, form: AnswerOpposeForm) -> Mapping[str, Any]:
    """How one's own dice fall; what the actor threw is sealed."""
    pool = form.chosen().pool(viewer.options)
    facts = form.row.facts if form.row else {}
    return {
        "heading": f"{facts.get('who', '')} against {facts.get('against', '')}",
        "subheading": facts.get("label", ""),
        "own_footer": True,
        "odds": odds.drawn(pool, None),
        "button": button(pool),
    }


@act(
    "dragon.answer-oppose",
    title="Somebody acts against you",
    form=AnswerOpposeForm,
    button="Roll",
    preview=answer_outlook,
    template="checks/dragon/acts/answer-oppose.html",
)
def answer_oppose(turn: Turn, form: AnswerOpposeForm) -> None:
    """The resister throws, and both are shown together."""
    ask: Ask = form.cleaned_data["ask"]
    state: Opposing = form.state
    active, opponent = turn.desk.find(Character, state.active), turn.desk.get(Character, state.opposing)
    if active is None:
        turn.refuse("gone", "The other side is no longer at the table. It can be called off.", "ask")
    acting_for(turn, opponent)
    theirs = _throw(turn, form, form.chosen(), ask)
    full = versus.names(active, opponent) | outcome(state, theirs, active, opponent)
    about = [ask.exchange.opened_by] if ask.exchange.opened_by else []
    cut = seen_outcome(full, active, opponent)
    event = versus.tell(turn, "dragon.opposed", full, state.mode, state.roller, (active, opponent), about, cut)
    exchanges.answered(turn, ask, event)


def outcome(state: Opposing, theirs: Facts, active: Character, opponent: Character) -> Facts:
    """Both sides, and who wins (dragon.opposed-roll)."""
    found = opposed_roll(actor=state.side["successes"], resist=[theirs["successes"]])
    return {
        "label": state.label,
        "mode": state.mode,
        "sides": [state.side, theirs],
        "net": found.net,
        "success": found.success,
        "winner_name": active.name if found.success else opponent.name,
        "moved": opponent.name,
        "rule": RULE,
    }


def seen_outcome(full: Facts, active: Character, opponent: Character) -> Facts | None:
    """The outcome without what tells of an enemy's sheet; None where neither is one."""
    both = (active, opponent)
    if not any(map(is_secret, both)):
        return None
    return full | {"sides": [seen(side, one) for side, one in zip(full["sides"], both, strict=True)]}


def opposed_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card tells, and never anything of the sealed side."""
    return {"asked": ask.facts, "fallen": bool(ask.thrown), "state": None}
