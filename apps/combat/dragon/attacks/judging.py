"""The GM says what counts in an attack that waits for its answer: cover, difficulty, range, which skills apply."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.forms import number
from apps.checks.dragon.pools import MOST_DIFFICULTY
from apps.combat.dragon.attacks import told
from apps.combat.dragon.attacks.strike import KINDS, Facts, Sides, Strike, sides_of
from apps.rules.dragon.lists import COVERS
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.models import Exchange
from apps.table.turn import Turn

JUDGED = "dragon.attack-judged"
MOST_HEXES, MOST_COVER = 9999, 20


def covers(strike: Strike) -> list[Facts]:
    """The usual covers with what they are worth (dragon.cover), as buttons; the one that counts is marked."""
    rows = [("None", 0), *((row.title, row.successes) for row in COVERS)]
    return [{"title": title, "cover": n, "on": n == strike.cover} for title, n in rows]


class JudgeForm(ActForm):
    """What is left empty stays as it is."""

    attack = forms.CharField(widget=forms.HiddenInput, max_length=16)
    cover = number("Cover, in successes", 0, MOST_COVER, required=False)
    difficulty = number("Difficulty", -MOST_DIFFICULTY, MOST_DIFFICULTY, required=False)
    distance = number("Hexes away", 0, MOST_HEXES, required=False)
    struck = forms.MultipleChoiceField(
        label="Skills that do not apply", widget=forms.CheckboxSelectMultiple, required=False
    )

    def setup(self) -> None:
        if self.strike is None:
            return
        if not self.strike.arms.is_ranged:
            del self.fields["distance"]
        self.offer("struck", [(name, f"{name} {level}") for name, level in self.strike.chosen.skills])
        self.start_with(
            {
                "cover": self.strike.cover,
                "difficulty": self.strike.chosen.difficulty,
                "distance": self.strike.distance,
            }
        )

    @cached_property
    def exchange(self) -> Exchange | None:
        named = str(self["attack"].value() or "")
        found = self.viewer.desk.all(Exchange, public_id=named, closed_at=None)
        return next((one for one in found if one.kind in KINDS), None)

    @cached_property
    def strike(self) -> Strike | None:
        return exchanges.state_of(self.exchange) if self.exchange else None

    def clean_attack(self) -> Exchange:
        if self.exchange is None:
            raise forms.ValidationError("This attack is settled already, or was called off.")
        return self.exchange

    def judged(self, strike: Strike) -> Strike:
        """The attack as it counts from now on, with the dice that have fallen."""
        given, chosen = self.cleaned_data, strike.chosen
        cover, difficulty = (
            was if given.get(name) is None else given[name]
            for name, was in (("cover", strike.cover), ("difficulty", chosen.difficulty))
        )
        skills = tuple(one for one in chosen.skills if one[0] not in given["struck"])
        found = replace(strike, cover=cover, chosen=replace(chosen, difficulty=difficulty, skills=skills))
        far = given.get("distance")
        return found.at(strike.distance if far is None else far)


@act(
    "dragon.judge-attack",
    title="What counts in this attack",
    form=JudgeForm,
    button="So it counts",
    who=gms,
    template="combat/dragon/acts/judge-attack.html",
)
def judge(turn: Turn, form: JudgeForm) -> None:
    """Cover, difficulty, range and skills of an open attack: its dice stay as they fell."""
    exchange: Exchange = form.cleaned_data["attack"]
    before: Strike = exchanges.state_of(exchange)
    after = form.judged(before)
    if after == before:
        turn.refuse("same", "That is how it counts already.")
    sides = sides_of(turn.desk, before)
    if sides is None:
        turn.refuse("gone", "One of the two is not in the fight any more. The attack can be called off.", "attack")
    turn.cause = exchange.opened_by
    exchanges.advance(turn, exchange, after)
    _tell(turn, sides, before, after)


def _tell(turn: Turn, sides: Sides, before: Strike, after: Strike) -> None:
    full: dict[str, Any] = {
        "attacker": sides.attacker.character.name,
        "target": sides.target.character.name,
        "cover": after.cover,
        "difficulty": after.chosen.difficulty,
        "distance": after.distance if after.arms.is_ranged else None,
        "struck": [name for name, _ in before.chosen.skills if name not in dict(after.chosen.skills)],
    }
    told.tell(turn, JUDGED, full, sides.attacker, [sides.target], lambda facts, to: _cut(facts, to, sides))


def _cut(full: Facts, to: told.Knows, sides: Sides) -> Facts:
    struck = full["struck"] if to.numbers(sides.attacker) else []
    return full | told.named(to, sides.attacker, sides.target) | {"struck": struck}
