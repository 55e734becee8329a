"""What the GM sets by hand: hit points, experience dice, shots, and anybody's tokens and bennies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms

from apps.characters import rows
from apps.characters.access import watchers_of
from apps.characters.forms import KnownCharacterForm, named, number, one_line
from apps.characters.models import Character, Rating, Track
from apps.characters.points import set_points, told_by
from apps.characters.yarn.harm import set_by_hand
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.lines import MOST_DICE
from apps.characters.yarn.people import Participant, participants
from apps.characters.yarn.points import BENNIES, TOKENS, hand_of, track_of
from apps.characters.yarn.sheet import EXPERIENCE, SHOTS
from apps.characters.yarn.sheet_form import MOST_POINTS, MOST_SHOTS
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS, Audience, seats
from apps.table.turn import Turn

MOST_HELD = 99
NUMBERS = {"hit-points": "Hit points", "temporary": "Harm that goes", "experience": "Experience dice", "shots": "Shots"}


class AdjustForm(KnownCharacterForm):
    track = forms.ChoiceField(label="Which number", choices=list(NUMBERS.items()))
    by = number("More or fewer", -MOST_POINTS, MOST_POINTS)
    why = one_line("Why", 120, required=False)


@act("yarn.adjust", title="A number by hand", form=AdjustForm, who=gms, button="Change it")
def adjust(turn: Turn, form: AdjustForm) -> None:
    """Raises or lowers a number of the sheet; hit points go below 0. Refuses what changes nothing (same)."""
    data = form.cleaned_data
    character: Character = data["character"]
    before = _numbers(character)[data["track"]]
    _change(turn, character, data["track"], before + data["by"])
    after = _numbers(character)[data["track"]]
    if after == before:
        turn.refuse("same", f"It is {before}, and stays so.", "by")
    told = {"what": NUMBERS[data["track"]], "from": before, "to": after, "why": data["why"]}
    turn.tell("yarn.adjusted", named(character) | told, to=watchers_of(character))


def _numbers(character: Character) -> dict[str, int]:
    level, desk = level_of(character), character.desk
    dice = desk.one(Rating, character=character, key=EXPERIENCE)
    shots = desk.one(Track, character=character, key=SHOTS)
    return {
        "hit-points": level.lasting,
        "temporary": level.temporary,
        "experience": dice.value if dice else 0,
        "shots": shots.value if shots else 0,
    }


def _change(turn: Turn, character: Character, what: str, wanted: int) -> None:
    level = level_of(character)
    match what:
        case "hit-points":
            lasting = max(-MOST_POINTS, min(level.full, wanted))
            set_by_hand(turn, character, replace(level, lasting=lasting, reference=max(level.reference, lasting)))
        case "temporary":
            set_by_hand(turn, character, replace(level, temporary=max(0, min(MOST_POINTS, wanted))))
        case "experience":
            rows.set_rating(turn, character, "pool", EXPERIENCE, max(0, min(MOST_DICE, wanted)))
        case "shots":
            shots = rows.track(turn, character, SHOTS)
            turn.change(shots, value=max(0, min(shots.maximum or MOST_SHOTS, wanted)))


# tokens and bennies


class HandForm(ActForm):
    """Whose hand, and how many shall lie in it."""

    who = forms.ChoiceField(label="Whose")
    points = forms.ChoiceField(label="Which", choices=[(TOKENS, "Tokens"), (BENNIES, "Bennies")])
    count = number("So many from now on", 0, MOST_HELD)
    why = one_line("Why", 120, required=False)

    def setup(self) -> None:
        there = participants(self.viewer.desk)
        self.offer("who", [(one.key, one.name) for one in there])
        whose = next((one for one in there if one.key == self["who"].value()), None)
        if whose is not None and self["points"].value() in (None, TOKENS):
            self.start_with({"count": hand_of(self.viewer.desk, whose)})

    def clean_who(self) -> Participant:
        return next(one for one in participants(self.viewer.desk) if one.key == self.cleaned_data["who"])

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("points") == BENNIES and "who" in data and data["who"].is_gm:
            self.add_error("points", f"The {self.viewer.game.gm} has no bennies: they are the players’.")
        return data


@act("yarn.set-hand", title="Tokens and bennies by hand", form=HandForm, who=gms, button="So many it is")
def set_hand(turn: Turn, form: HandForm) -> None:
    """Moves what is needed between a hand and the kitty. Refuses what is so already (same)."""
    data = form.cleaned_data
    who: Participant = data["who"]
    held = track_of(turn, who, data["points"])
    moved = set_points(turn, held, data["count"], data["why"] or "By hand", "yarn.drama-tokens")
    if moved is None:
        turn.refuse("same", f"{who.name} has so many already. Nothing was changed.", "count")
    facts = {"who": who.name, "points": data["points"], "count": data["count"], "why": data["why"]}
    told_by(turn, turn.tell("yarn.hand-set", facts, _heard_by(turn, who, data["points"])), moved)


def _heard_by(turn: Turn, who: Participant, points: str) -> Audience:
    """With tokens-public off whose they are and the GMs hear of tokens (yarn.drama-tokens)."""
    if points != TOKENS or turn.options.tokens_public:
        return EVERYBODY
    return GMS | seats(who.seat) if who.seat is not None else GMS
