"""The defence, chosen before any die falls (yarn.attack-roll, yarn.ranged-attack, yarn.dodge)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.forms import acting_for
from apps.characters.yarn.circumstances import helpless
from apps.checks.yarn.answers import alone, answers_for, chosen
from apps.checks.yarn.rolling_acts.side import ReadForm, asked_each_time
from apps.combat.yarn.attacks import expecting, gangs, settling, throwing
from apps.combat.yarn.attacks.forms import ExperienceForm, tick
from apps.combat.yarn.attacks.judging import JudgingForm
from apps.combat.yarn.attacks.strike import HELPLESS, KINDS, STAND, Clash, Met, clash_asked
from apps.combat.yarn.attacks.told import band_of
from apps.combat.yarn.rounds import stored
from apps.combat.yarn.rounds.forms import likeliest_trait
from apps.combat.yarn.rounds.own_turn import why_not_desperate
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

GONE = "One of the two is not in the fight any more. The attack can be called off."
NO_MORE = [("", "Nothing more")]
MORE = ("desperate", "answer", "experience", "read")
"""The fields for which the form is opened; everything else is one tap."""


class DefendForm(AnswerForm, ExperienceForm, JudgingForm, ReadForm):
    """How an attack is met, with the GM's word on this roll; to a GM who is asked, her word on the attack as well."""

    kinds = KINDS
    way = forms.ChoiceField(
        label="Meets it with",
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "That is no way to meet it."},
    )
    desperate = tick("Desperate defence: give up this round’s attack for a bonus die on every defence")
    real = tick("I throw real dice, and type them one throw after the other")
    answer = forms.ChoiceField(label="And", required=False, choices=NO_MORE, widget=forms.RadioSelect)

    def setup(self) -> None:
        clash = self.clash
        judges = clash is not None and self.viewer.is_gm
        if clash is None or not judges:
            self.no_word()
        else:
            self.offer_word(clash.strike, bool(clash.attacker.character.seat_id))
        self.offer_read(options=stored.options_of(clash.attacker.fight) if clash else None)
        if clash is not None:
            self._offer_ways(clash)
            self.start_with({"read": word_on(clash)})
        self.offer_experience(clash.target.character if clash else None)

    def _offer_ways(self, clash: Clash) -> None:
        ways = expecting.words_of_ways(self.viewer, clash)
        self.offer("way", ways)
        likeliest = likeliest_trait(self.viewer, clash.target.character, clash.target, "defence")
        self.start_with({"way": likeliest if likeliest in dict(ways) else ways[0][0]})
        more = [one for one in answers_for(clash.target.character, "attack") if one.why_not is None]
        self.offer("answer", [*NO_MORE, *((one.word, f"{one.title} · {one.line}") for one in more)])
        if not more:
            del self.fields["answer"]
        if why_not_desperate(self.viewer, clash.target) is not None:
            del self.fields["desperate"]

    @cached_property
    def clash(self) -> Clash | None:
        """Both sides; None where one is gone, or the question is closed."""
        return clash_asked(self.row) if self.row is not None else None

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if self.clash is not None:
            self.check_experience(self.clash.target.character)
            if given.get("way") == HELPLESS and (given.get("desperate") or self._answers_in_vain(given)):
                self.add_error("way", "Whoever is helpless or unaware does nothing for the defence.")
        return given

    def _answers_in_vain(self, given: dict[str, Any]) -> bool:
        """Whether an answer is chosen that whoever is helpless, or knows nothing of it, does not have."""
        target = sure(self.clash).target.character
        able = [] if helpless(target) else [one.word for one in alone(target, "attack")]
        return bool(given.get("answer")) and given["answer"] not in able

    @property
    def judged_clash(self) -> Clash:
        """Both sides with what the GM says of the attack in this form, where she is asked."""
        clash = sure(self.clash)
        return replace(clash, strike=self.judged(clash.strike)) if "granted" in self.fields else clash

    @property
    def met(self) -> Met:
        """How it is met as it is chosen."""
        given, clash = self.cleaned_data, sure(self.clash)
        usual = STAND if clash.strike.ranged else ""
        return Met(
            way=given.get("way") or usual,
            desperate=bool(given.get("desperate")),
            answer=given.get("answer") or "",
            read=self.read_given,
            by_hand=bool(given.get("real")),
            **self.experience_given,
        )


def word_on(clash: Clash) -> list[str]:
    """What the GM has said of the attack, which goes for the defence too until she says otherwise; what she said of
    one that comes out of hiding nobody is shown."""
    if clash.attacker.character.hidden:
        return []
    asked = asked_each_time(stored.options_of(clash.attacker.fight))
    return [name for name, _ in asked if name in clash.strike.read]


def outlook(viewer: Viewer, form: DefendForm) -> Mapping[str, Any]:
    """The chance of what is chosen, as far as this seat may know the attacker's dice."""
    if form.clash is None:
        return {"refused_now": GONE}
    clash = form.judged_clash
    found = expecting.of_defence(viewer, clash, form.met)
    heading = f"{clash.target.character.name}’s defence"
    return {"odds": found, "heading": heading, "button": expecting.on_button("This defence", found)}


@act(
    "yarn.defend",
    title="The defence",
    form=DefendForm,
    button="This defence",
    preview=outlook,
    template="combat/yarn/attacks/acts/defend.html",
)
def defend(turn: Turn, form: DefendForm) -> None:
    """Chooses the defence; only then the dice of both sides fall. While the one who is set upon has still to say who
    has the bonus of ganging up, it is refused; so is an attack of which somebody has left the fight."""
    ask: Ask = form.cleaned_data["ask"]
    clash = form.clash
    if clash is None:
        turn.refuse("gone", GONE, "ask")
    if gangs.is_open(clash.target) and not clash.strike.ranged:
        turn.refuse("gang-first", f"First {clash.target.character.name} says who has the bonus of ganging up.", "ask")
    acting_for(turn, clash.target.character)
    if "granted" in form.fields:
        clash = form.judged_clash
        exchanges.advance(turn, ask.exchange, clash.strike)
    if form.met.answer:
        chosen(clash.target.character, "attack", form.met.answer)
    turn.cause = ask.exchange.opened_by
    settling.answered(turn, ask, throwing.meet(turn, clash, form.met, ask))


# what is asked


def ask_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """The attack as far as it may be known, and each way to meet it with its chances."""
    clash = clash_asked(ask)
    if clash is None:
        return {"gone": True}
    form = DefendForm(initial={"ask": ask.public_id}, viewer=viewer)
    return {
        "clash": clash,
        "strike": clash.strike,
        "judges": viewer.is_gm,
        "by": ask.facts["by"],
        "who": clash.target.character.name,
        "band": band_of(clash),
        "ways": expecting.ways_of(viewer, clash),
        "read": word_on(clash),
        "more": any(name in form.fields for name in MORE) or viewer.is_gm,
        "gang": gangs.is_open(clash.target) and not clash.strike.ranged,
        "fallen": bool(ask.thrown),
    }
