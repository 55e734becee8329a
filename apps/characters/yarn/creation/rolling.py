"""The dice of the making of a cast: hit points and the psychic pool. All choices come before the first die."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import readers_of
from apps.characters.forms import OwnCharacterForm, acting_for, named, number
from apps.characters.models import Character, Use
from apps.characters.yarn.creation.own_steps import ROLLED, has_rolled
from apps.characters.yarn.levels import level_of, set_level, with_full
from apps.characters.yarn.sheet import MAIN, sheet_of
from apps.characters.yarn.writing import set_pool
from apps.characters.yarn.written import TraitLine
from apps.rules.odds import mean
from apps.rules.yarn.hit_points import A_DIE, FLOOR, HitPoints, hit_points_roll, hit_points_several
from apps.rules.yarn.odds import hit_point_odds
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import AVERAGE
from apps.rules.yarn.traits import FLAT_POOL, starting_psychic_pool
from apps.table.acts import act
from apps.table.turn import Turn
from apps.table.viewer import Viewer

TAKE, ROLL = "average", "roll"
MOST_POWERS = 8


class HitPointsForm(OwnCharacterForm):
    """For each trait that counts for hit points: its average, or twice as many dice as it has."""

    def setup(self) -> None:
        super().setup()
        for n, (name, score) in enumerate(self.relevant, 1):
            figures = [(TAKE, f"{max(FLOOR, A_DIE * score)}, certain"), (ROLL, f"Roll {2 * score}d6")]
            self.fields[f"how_{n}"] = forms.ChoiceField(
                label=f"{name}, {score} dice", choices=figures, initial=ROLL, widget=forms.RadioSelect
            )

    def open_characters(self) -> list[Character]:
        return [one for one in super().open_characters() if one.role == MAIN]

    @property
    def relevant(self) -> list[tuple[str, int]]:
        """The names and dice of what they may roll for; without any an average person's, where the table plays so."""
        held = self.chosen()
        lines: list[TraitLine] = [one for one in sheet_of(held).traits if one.tough] if held is not None else []
        if not lines and self.viewer.options.hp_roll_without_trait:
            return [("No trait that counts", AVERAGE)]
        return [(one.name, one.score) for one in lines]

    @property
    def choice(self) -> list[str]:
        return [self.cleaned_data[f"how_{n}"] for n in range(1, len(self.relevant) + 1)]

    def clean(self) -> dict[str, Any]:
        if "character" in self.cleaned_data and not self.relevant:
            self.add_error("character", f"No trait of theirs counts for hit points: they have {FLOOR}.")
        return self.cleaned_data


def _odds(viewer: Viewer, form: HitPointsForm) -> Mapping[str, Any]:
    """What comes of what is chosen so far."""
    found = hit_point_odds([score for _, score in form.relevant], form.choice, viewer.options)
    most = max(weight for _, weight in found)
    low, high = found.outcomes[0], found.outcomes[-1]
    certain = max((max(FLOOR, A_DIE * score) for _, score in form.relevant), default=FLOOR)
    more = round(100 * found.chance(lambda n: n > certain))
    columns = [
        {"n": n, "percent": round(100 * weight / found.total, 1), "width": round(100 * weight / most), "kind": "open"}
        for n, weight in found
    ]
    hints = [f"{more}% for more than the {certain} that are certain", f"{low} to {high}"]
    return {
        "odds": {
            "headline": f"{float(mean(found)):.1f}",
            "sentence": "hit points on average",
            "hints": hints,
            "columns": columns,
        }
    }


@act(
    "yarn.roll-hit-points",
    title="Roll for hit points",
    form=HitPointsForm,
    template="characters/yarn/creation/acts/hit_points.html",
    preview=_odds,
    button="Throw the dice",
)
def roll_hit_points(turn: Turn, form: HitPointsForm) -> None:
    """Step 18 (yarn.hit-points-roll, yarn.hit-points-several): the highest figure counts.

    Refuses what is no roll at all (no-roll), and a second one (dice-fell).
    """
    character: Character = form.cleaned_data["character"]
    if has_rolled(character):
        turn.refuse("dice-fell", "The dice for these hit points have fallen: they fall once.", "character")
    if ROLL not in form.choice:
        turn.refuse("no-roll", "All at the average: nothing is rolled. They have that already.", "how_1")
    names, scores = [name for name, _ in form.relevant], [score for _, score in form.relevant]
    acting_for(turn, character)
    figures, faces, full = _thrown(turn, character, scores, form.choice)
    set_level(turn, character, with_full(level_of(character), full))
    turn.create(Use, character=character, rule=ROLLED, span=None, at=turn.now)
    rows = [
        {"name": name, "figure": figure, "faces": list(dice)}
        for name, figure, dice in zip(names, figures, faces, strict=True)
    ]
    turn.tell("yarn.hit-points-rolled", named(character) | {"rows": rows, "full": full}, to=readers_of(character))


def _thrown(turn: Turn, character: Character, scores: list[int], choice: list[str]) -> tuple[Any, Any, int]:
    """Each figure, its faces, and what they come to."""
    options: Options = turn.options
    if len(scores) > 1:
        several = hit_points_several(relevant=scores, choice=choice, options=options, dice=turn.dice)
        return several.figures, several.rolls, several.hit_points
    relevant = [] if not sheet_of(character).tough else scores
    one: HitPoints = hit_points_roll(relevant=relevant, choice=choice, options=options, dice=turn.dice)
    return (one.total,), (one.faces,), one.hit_points


# the psychic pool


class PoolForm(OwnCharacterForm):
    powers = number("Fringe powers", 1, MOST_POWERS, initial=1, help_text="One for an unusual central trait")
    choice = forms.ChoiceField(
        label="The pool",
        choices=[("flat", f"{FLAT_POOL} shots, certain"), ("roll", "Roll a d6 for each, the highest counts")],
        initial="flat",
        widget=forms.RadioSelect,
    )

    def setup(self) -> None:
        super().setup()
        held = self.chosen()
        self.fields["powers"].initial = max(1, len(sheet_of(held).powers)) if held is not None else 1


@act("yarn.roll-pool", title="A psychic pool", form=PoolForm, button="So it is")
def roll_pool(turn: Turn, form: PoolForm) -> None:
    """A pool for whoever starts with an unusual power (yarn.starting-psychic-pool). Refuses a second one (has-one)."""
    data = form.cleaned_data
    character: Character = data["character"]
    if sheet_of(character).pool:
        turn.refuse("has-one", f"{character.name} has a pool already: it is found once.", "character")
    acting_for(turn, character)
    found = starting_psychic_pool(fringe_powers=data["powers"], choice=data["choice"], dice=turn.dice)
    set_pool(turn, character, found.shots)
    facts = named(character) | {"shots": found.shots, "faces": list(found.faces)}
    turn.tell("yarn.pool-found", facts, to=readers_of(character))
