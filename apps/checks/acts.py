"""Acts of every table: saying something, and rolling free dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import known_to
from apps.characters.forms import one_line
from apps.checks import free, speech
from apps.checks.freely import may_begin, why_not_now
from apps.checks.modes import mode_field, mode_of, set_modes, tell_roll
from apps.rules.notation import LONGEST, parse
from apps.rules.refusal import Refused
from apps.table.acts import ActForm, act
from apps.table.audience import EVERYBODY, GMS, Audience, seats
from apps.table.guide import Entry, can_be_typed
from apps.table.models import Voice
from apps.table.turn import Turn
from apps.table.viewer import Viewer, seated
from apps.table.voices import told_to

LONGEST_SPEECH = 2000
QUICK = ("d4", "d6", "d8", "d10", "d12", "d20", "d100")
GM_KEY = "gm"


# words


@can_be_typed
def commands(viewer: Viewer) -> list[Entry]:
    """What the line below the log may begin with."""
    of_the_line = [
        Entry(tuple(f"/{word}" for word in one.words), one.means.format(gm=viewer.game.gm)) for one in speech.COMMANDS
    ]
    return [*of_the_line, Entry(("[[1d6]]",), "Dice in the middle of what you say."), Entry(("//",), "A stroke.")]


class SayForm(ActForm):
    text = forms.CharField(
        label="Say something, or roll with /r",
        max_length=LONGEST_SPEECH,
        strip=False,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )
    mode = mode_field("Who hears it")

    def setup(self) -> None:
        set_modes(self, self.viewer)

    @property
    def commands(self) -> list[Entry]:
        return commands(self.viewer)


@act(
    "say",
    title="Say something",
    form=SayForm,
    button="Send",
    paused=True,
    template="checks/acts/say.html",
)
def say(turn: Turn, form: SayForm) -> None:
    """One line: plain words, a whisper, or dice, as its beginning says."""
    names = names_to_whisper_to(turn.viewer)
    meant = speech.understand(form.cleaned_data["text"], names)
    mode = mode_of(form)
    if isinstance(meant, speech.Roll):
        try:
            roll_freely(turn, meant.formula, meant.label, meant.mode or mode)
        except Refused as no:
            raise Refused(no.code, no.text, "text") from no
        return
    _speak(turn, meant, mode)


def names_to_whisper_to(viewer: Viewer) -> dict[str, str]:
    """Everybody who can be whispered to: the GMs, people by name, and players by the names of their characters."""
    names: dict[str, str] = {}
    for character in known_to(viewer):
        if character.seat and character.seat.removed_at is None:
            names[character.name.casefold()] = character.seat.public_id
    for seat in seated(viewer.desk):
        names[seat.name.casefold()] = seat.public_id
    names.update({"gm": GM_KEY, viewer.game.gm.casefold(): GM_KEY})
    return names


def _speak(turn: Turn, words: speech.Words, mode: str) -> None:
    to, told_to = _whispered_to(turn, words, mode)
    facts = {"pieces": _pieces(turn, words.text), "voice": words.voice, "to": told_to, "mode": mode}
    turn.tell("say", facts, to=to)


def _whispered_to(turn: Turn, words: speech.Words, mode: str) -> tuple[Audience, list[str]]:
    """Who hears it, and their names as the card tells them. A GM hears only what is whispered to a GM."""
    if words.to is None:
        if mode == "me":
            return seats(turn.seat), ["me"]
        if mode in {"gm", "blind"}:
            return GMS | seats(turn.seat), [f"the {turn.viewer.game.gm}"]
        return EVERYBODY, []
    people = [seat for seat in seated(turn.desk) if seat.public_id in words.to]
    audience = seats(turn.seat, *people)
    names = [seat.name for seat in people]
    if GM_KEY in words.to:
        return audience | GMS, [f"the {turn.viewer.game.gm}", *names]
    return audience, names


def _pieces(turn: Turn, text: str) -> list[dict[str, Any]]:
    """The text with its [[rolls]] rolled. All of them are read before the first die falls."""
    rolls = speech.inline_rolls(text)
    if rolls > speech.MOST_INLINE:
        raise Refused("too-many", f"{rolls} rolls in one line are too many: at most {speech.MOST_INLINE}.", "text")
    if rolls:
        _refuse_dice(turn.viewer, "text")
    cut = list(speech.pieces(text))
    for piece, is_roll in cut:
        if is_roll:
            _readable(piece, "text")
    return [{"roll": free.rolled(piece, turn.dice)} if is_roll else {"text": piece} for piece, is_roll in cut if piece]


def _refuse_dice(viewer: Viewer, field: str) -> None:
    if no := why_not_now(viewer):
        raise Refused(no.code, no.text, field)


def _readable(text: str, field: str) -> None:
    try:
        parse(text)
    except Refused as no:
        raise Refused(no.code, no.text, field) from no


# who hears it


class HearForm(ActForm):
    mode = mode_field("Who hears what you say and roll")

    def setup(self) -> None:
        set_modes(self, self.viewer)


@act(
    "hear",
    title="Who hears you",
    form=HearForm,
    button="Keep it so",
    paused=True,
    quiet=True,
    shown_in="panel-say",
)
def hear(turn: Turn, form: HearForm) -> None:
    """Sets the switch that rules the words and rolls of this seat until it is set otherwise."""
    voice = turn.desk.one(Voice, seat=turn.seat) or turn.add(Voice, seat=turn.seat)
    turn.keep(voice, mode=mode_of(form))


# free dice


class RollForm(ActForm):
    formula = forms.CharField(
        label="Dice",
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"placeholder": "2d6+3", "autocomplete": "off", "inputmode": "text"}),
        help_text="2d6+3, 4d6kh3 for the three highest, d% for d100, or a list such as d8 d10 2d6.",
    )
    label = one_line("What for", 120, required=False)
    mode = mode_field("Who sees the roll")
    quick = forms.ChoiceField(choices=[(die, die) for die in QUICK], required=False, widget=forms.HiddenInput)

    def setup(self) -> None:
        set_modes(self, self.viewer)


def roll_outlook(viewer: Viewer, form: RollForm) -> Mapping[str, Any]:
    """The exact odds of what is written so far."""
    text, secret = form.cleaned_data["formula"], told_to(mode_of(form), viewer.game.gm)
    found = {"quick_dice": QUICK, "heading": f"Free dice, {secret}" if secret else "Free dice"}
    return found | ({"odds": free.odds_of(text), "button": f"Roll {parse(text).text}"} if text else {})


@act(
    "roll",
    menu=30,
    at_hand="die",
    due=may_begin,
    title="Free dice",
    form=RollForm,
    button="Roll",
    preview=roll_outlook,
    template="checks/acts/roll.html",
)
def roll(turn: Turn, form: RollForm) -> None:
    """Any dice, outside the rules of the game."""
    given = form.cleaned_data
    roll_freely(turn, given["quick"] or given["formula"], given["label"], mode_of(form))


def roll_freely(turn: Turn, formula: str, label: str, mode: str) -> None:
    _refuse_dice(turn.viewer, "formula")
    facts = {**free.rolled(formula, turn.dice), "label": label, "mode": mode}
    tell_roll(turn, "roll", facts, mode, turn.seat)
