"""The half hour after a conflict, and days that pass (rough_magic.recovery)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.access import known_to
from apps.characters.forms import CharactersChoice, number
from apps.characters.models import Character, Track
from apps.characters.rough_magic import endurance
from apps.characters.rough_magic.endurance import CARE, WITHOUT, damage_of, is_dead, may_rest, set_damage
from apps.characters.rough_magic.told import Line, levels_told, tell_levels
from apps.rules.rough_magic.endurance import WEEK, Damage, recovery, stunning
from apps.table.acts import ActForm, act, gms
from apps.table.spans import FIGHT
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_DAYS = 365


@dataclass(frozen=True)
class Recovered:
    """What time has given back. `halved`: the half hour was taken in it; `care` and `without` are the counts now."""

    before: Damage
    after: Damage
    halved: bool = False
    care: int = 0
    without: int = 0

    @property
    def gains(self) -> bool:
        return self.before != self.after


def half_hour(character: Character) -> Recovered:
    """All stun and one level, once for each conflict in which levels were lost (rough_magic.stunning).

    Days of recovery that count by then go on counting, until no lasting level is left.
    """
    before, rests = damage_of(character), may_rest(character)
    after = stunning(lost=before.lost, stun=before.stun, half_hour_rest=rests)
    care, without = days_counted(character) if after.lost else (0, 0)
    return Recovered(before, after, rests, care, without)


def would_rest(character: Character) -> bool:
    """Whether the half hour is open and gives something back: not to whoever was healed meanwhile."""
    return may_rest(character) and damage_of(character) != Damage(0, 0)


def days_pass(character: Character, days: int, *, care: bool, rest_first: bool) -> Recovered:
    """A level for each day with rest and care, or for each full week without; the count of the other kind begins anew.

    Weeks are counted on from days that have passed before.
    """
    before = damage_of(character)
    first = half_hour(character) if rest_first else Recovered(before, before)
    counted = {CARE: 0, WITHOUT: 0} | {(CARE if care else WITHOUT): _count(character, care) + days}
    after = recovery(
        lost=first.after.lost,
        stun=first.after.stun,
        days_with_care=days if care else 0,
        days_without=counted[WITHOUT],
    )
    if not after.lost:
        counted = {CARE: 0, WITHOUT: 0}
    return Recovered(before, after, first.halved, counted[CARE], counted[WITHOUT] % WEEK)


def _count(character: Character, care: bool) -> int:
    kept = character.desk.one(Track, character=character, key=CARE if care else WITHOUT)
    return kept.value if kept is not None else 0


def days_counted(character: Character) -> tuple[int, int]:
    """Days of recovery so far: with rest and care, and without, since the last full week of those."""
    return _count(character, True), _count(character, False)


def counts_in_words(character: Character) -> list[str]:
    """How far somebody has come in recovering, as their own sheet says it."""
    care, without = days_counted(character)
    lines = (
        (would_rest(character), "Half an hour of rest is open"),
        (care, f"{care} day{'s' if care > 1 else ''} with rest and care so far"),
        (without, f"Day {without} of the week without care"),
    )
    return [words for counts, words in lines if counts]


def keep(turn: Turn, character: Character, found: Recovered) -> None:
    """Writes what time has given back; the half hour is over, taken or not."""
    set_damage(turn, character, found.after)
    endurance.rested(turn, character)
    endurance.set_days(turn, character, found.care, found.without)


# acts


class WhoRests(ActForm):
    """Whom it is about, those whom it helps first: of these the players' own, where nobody says otherwise."""

    characters = CharactersChoice(label="Who rests", error_messages={"required": "Nobody is named yet."})

    def setup(self) -> None:
        living = [one for one in known_to(self.viewer) if not is_dead(one)]
        living.sort(key=lambda one: not self.concerns(one))
        self.choose("characters", living)
        self.initial.setdefault("characters", [one for one in living if one.seat_id and self.concerns(one)])

    def concerns(self, character: Character) -> bool:
        return would_rest(character)


class DaysForm(WhoRests):
    days = number("Days", 1, MOST_DAYS, initial=1)
    care = forms.ChoiceField(
        label="How",
        choices=[("yes", "With rest and medical care: a level a day"), ("no", "Lacking either: a level a week")],
        initial="yes",
        widget=forms.RadioSelect,
    )
    rest_first = forms.BooleanField(label="The half hour first, for whoever has it open", required=False, initial=True)
    field_order = ("days", "care", "rest_first", "characters")

    def concerns(self, character: Character) -> bool:
        return damage_of(character) != Damage(0, 0)

    def recovered(self, character: Character) -> Recovered:
        data = self.cleaned_data
        return days_pass(character, data["days"], care=data["care"] == "yes", rest_first=data["rest_first"])


def rest_outlook(viewer: Viewer, form: WhoRests) -> Mapping[str, Any]:
    return {"outlook": [_told(one, half_hour(one)) for one in form.cleaned_data["characters"]]}


def days_outlook(viewer: Viewer, form: DaysForm) -> Mapping[str, Any]:
    return {"outlook": [_told(one, form.recovered(one)) for one in form.cleaned_data["characters"]]}


def _told(character: Character, found: Recovered) -> dict[str, Any]:
    """A line of the card: levels, whether a half hour was taken, and how many days count so far."""
    counts = {"halved": found.halved, "care_days": found.care, "bare_days": found.without}
    return levels_told(character, found.before, found.after) | counts


@act(
    "rough_magic.rest",
    menu=44,
    title="Half an hour of rest",
    form=WhoRests,
    who=gms,
    button="They rest",
    preview=rest_outlook,
    template="characters/rough_magic/acts/levels.html",
)
def rest(turn: Turn, form: WhoRests) -> None:
    """Half an hour after the conflict. Refuses while a fight runs (fighting) and who has rested already (no-rest)."""
    _refuse_in_a_fight(turn)
    found = [(one, half_hour(one)) for one in form.cleaned_data["characters"]]
    if not any(one.halved for _, one in found):
        turn.refuse("no-rest", "They have rested already: a new half hour comes with new losses.", "characters")
    tell_levels(turn, "rough_magic.rested", _kept(turn, found), {"rule": "rough_magic.recovery"})


@act(
    "rough_magic.time-passes",
    menu=45,
    title="Days pass",
    form=DaysForm,
    who=gms,
    button="Let them pass",
    preview=days_outlook,
    template="characters/rough_magic/acts/levels.html",
)
def time_passes(turn: Turn, form: DaysForm) -> None:
    """Whole days for those chosen, each kind counted apart (rough_magic.recovery). Refuses while a fight runs."""
    _refuse_in_a_fight(turn)
    data = form.cleaned_data
    found = [(one, form.recovered(one)) for one in data["characters"]]
    facts = {"days": data["days"], "care": data["care"] == "yes", "rule": "rough_magic.recovery"}
    tell_levels(turn, "rough_magic.time-passed", _kept(turn, found), facts)


def _refuse_in_a_fight(turn: Turn) -> None:
    if turn.span(FIGHT) is not None:
        turn.refuse("fighting", "A fight is running. There is time to rest when it is over.")


def _kept(turn: Turn, found: list[tuple[Character, Recovered]]) -> list[Line]:
    for one, back in found:
        keep(turn, one, back)
    return [(one, _told(one, back)) for one, back in found]
