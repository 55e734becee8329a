"""An attack that a taunt provoked and that misses strikes whoever is behind (rough_magic.taunting)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms

from apps.characters.access import all_known_to
from apps.characters.models import PLACE, SHIP, Character
from apps.characters.rough_magic.sheet import sheet_of
from apps.combat.rough_magic.attacks import circumstances, opening, values
from apps.combat.rough_magic.attacks.settling import when_it_ends
from apps.combat.rough_magic.attacks.strike import Clash, Strike, clash_of, options_of
from apps.rules.rough_magic.options import Options
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import GMS
from apps.table.choices import OneRow
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

BEHIND = "rough_magic.behind"


@dataclass(frozen=True)
class Past:
    """An attack that has gone past whom it was aimed at."""

    strike: Strike


@when_it_ends
def goes_past(turn: Turn, clash: Clash, hit: bool, event: Event) -> None:
    """Asks the GM who is behind the taunter, where a provoked attack has missed."""
    if hit or not clash.strike.provoked or clash.strike.roll().total is None:
        return
    exchange = exchanges.open_exchange(turn, BEHIND, Past(clash.strike), event)
    facts = {"by": clash.attacker.name, "who": clash.target.name}
    exchanges.ask(turn, exchange, ("gms", 0), facts)


class BehindForm(AnswerForm):
    """Who or what stands directly behind; nobody, and nothing is struck."""

    kinds = (BEHIND,)
    target = OneRow(label="Directly behind stands", required=False, empty_label="Nobody", widget=forms.RadioSelect)

    def setup(self) -> None:
        state: Past | None = exchanges.state_of(self.row.exchange) if self.row else None
        both = (state.strike.attacker, state.strike.target) if state else ()
        there = [one for one in all_known_to(self.viewer) if one.present and one.sheet not in (SHIP, PLACE)]
        self.others = [one for one in there if one.pk not in both]
        self.choose("target", self.others)


def outlook(viewer: Viewer, form: BehindForm) -> Mapping[str, Any]:
    """Past whom it went, and a button that says whom it strikes."""
    asked, struck = form.cleaned_data["ask"].facts, form.cleaned_data["target"]
    return {
        "heading": f"{asked['by']} misses {asked['who']}",
        "subheading": "The taunt provoked it: whoever is directly behind is struck",
        "button": f"It strikes {struck.name}" if struck else "Nobody is behind",
    }


@act(
    "rough_magic.strike-behind",
    title="Who is behind",
    form=BehindForm,
    button="So it is",
    who=gms,
    preview=outlook,
    template="combat/rough_magic/acts/behind.html",
)
def strike_behind(turn: Turn, form: BehindForm) -> None:
    """The rolled total is measured against them, at the least by a margin of 0; they may meet it as any hit."""
    ask: Ask = form.cleaned_data["ask"]
    struck: Character | None = form.cleaned_data["target"]
    turn.cause = missed = sure(ask.exchange.opened_by)
    about = [missed] if opening.is_final(turn, missed) else []
    if struck is None:
        facts = {"by": ask.facts["by"], "who": ask.facts["who"], "rule": "rough_magic.taunting"}
        exchanges.answered(turn, ask, turn.tell("rough_magic.struck-nobody", facts, GMS, about=about))
        return
    clash = sure(clash_of(turn.desk, form.state.strike))
    options = options_of(ask.exchange)
    event = opening.make(turn, _against(clash, struck, options), options, used_up=False, about=about)
    exchanges.answered(turn, ask, event)


def _against(clash: Clash, struck: Character, options: Options) -> Clash:
    """The same total against somebody else, who is struck by it in any case."""
    strike, sheet = clash.strike, sheet_of(struck)
    scene = circumstances.Scene(clash.attacking, sheet, strike.arms.attack)
    mine = [one for one in strike.boxes if not circumstances.about_defender(one.id) and one.side != "DV"]
    theirs = [one for one in circumstances.boxes_of_defender(scene) if one.side == "DV"]
    found = strike.at(struck, values.defence_like(sheet, strike, options), [*mine, *theirs])
    total = max(strike.roll().total or 0, found.roll().target or 0)
    return Clash(replace(found, joined=total, provoked=False), clash.attacker, struck)


def context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """Who may stand there: one tap each."""
    return {"asked": ask.facts, "others": BehindForm(initial={"ask": ask.public_id}, viewer=viewer).others}
