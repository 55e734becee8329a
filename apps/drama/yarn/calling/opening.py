"""An episode begins: its theme, empty hands, and the order in which all call (yarn.episode, yarn.calling-order)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from apps.characters import parts
from apps.characters.forms import number, one_line
from apps.characters.models import Move, Part
from apps.characters.parts import Holder
from apps.characters.points import set_points, told_by
from apps.characters.yarn import clock
from apps.characters.yarn.bennies import BETWEEN
from apps.characters.yarn.orders import draw_calling
from apps.characters.yarn.people import Participant, participants, players
from apps.characters.yarn.points import hand_of, track_of
from apps.characters.yarn.spans import EPISODE
from apps.drama.yarn import turns
from apps.drama.yarn.themes import chooser_of_theme, episode_opens, theme_to_come
from apps.rules.yarn.drama.calling import calling_order
from apps.rules.yarn.orders import GM
from apps.table.acts import ActForm, act, gms
from apps.table.choices import SeveralRows
from apps.table.desk import Desk
from apps.table.models import Event, Seat, Span
from apps.table.shared.acts import session_begins
from apps.table.telling import tell_both
from apps.table.turn import Turn

RULE = "yarn.calling-order"
NEW = "A new episode"


class OpenForm(ActForm):
    """The theme and who is here; the cards and the GM's place only where the table’s options leave them to her."""

    title = one_line("Its theme", 120, required=False, help_text="May follow later")
    absent = SeveralRows(
        label="Who is not here tonight", required=False, widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "Nobody of that name plays here."},
    )  # fmt: skip
    continued = forms.BooleanField(
        label="Goes on with the last episode", required=False, help_text="Hands, order and turns stay as they were"
    )
    runs_on = forms.MultipleChoiceField(
        label="What still runs", required=False, widget=forms.CheckboxSelectMultiple,
        help_text="Whatever is not ticked was over before this episode begins",
        error_messages={"invalid_choice": "One of these does not run any more."},
    )  # fmt: skip

    def setup(self) -> None:
        here = players(self.viewer.desk)
        self.start_with({"title": theme_to_come(self.viewer.desk)})
        self.choose("absent", [one.seat for one in here])
        if not here:
            self.fields["absent"].widget = forms.MultipleHiddenInput()
        if last_episode(self.viewer.desk) is None:
            self.fields["continued"].widget = forms.HiddenInput()
        self._ask_what_runs()
        if self.viewer.options.gm_slot == "asked each episode":
            self.fields["gm_place"] = number("Your place in the calling order", 2, len(here) + 1, required=False)
        if self.viewer.options.precedence_source == "GM arranges":
            self._ask_for_cards(here)

    def _ask_what_runs(self) -> None:
        """What an earlier episode has left running by the story's clock; nothing where there is none of it."""
        before = last_episode(self.viewer.desk)
        self.runs = clock.all_timed(self.viewer.desk) if before is not None else []
        if self.runs:
            self.offer("runs_on", [(one.row.public_id, one.words) for one in self.runs])
        else:
            del self.fields["runs_on"]

    def over(self) -> list[clock.Timed]:
        """What does not run on, in a form that is valid: in an episode that goes on all does."""
        data = self.cleaned_data
        return [] if data["continued"] else [one for one in self.runs if one.row.public_id not in data["runs_on"]]

    def _ask_for_cards(self, here: Sequence[Participant]) -> None:
        names = [("", "Nobody"), *((one.key, one.name) for one in here)]
        for place in range(1, len(here) + 1):
            self.fields[f"card_{place}"] = forms.ChoiceField(label=f"Card {place}", choices=names, required=False)

    def here(self) -> list[Participant]:
        """Who plays tonight, in a form that is valid."""
        away: list[Seat] = self.cleaned_data["absent"]
        return [one for one in players(self.viewer.desk) if one.seat not in away]

    def cards(self) -> list[Participant] | None:
        """The order as the GM has laid it; None where the cards are shuffled."""
        fields = [name for name in self.fields if name.startswith("card_")]
        laid = [self.cleaned_data[name] for name in fields if self.cleaned_data[name]]
        by_key = {one.key: one for one in self.here()}
        return [by_key[key] for key in laid if key in by_key] if fields else None


def last_episode(desk: Desk) -> Span | None:
    """The one before the next."""
    return max(desk.all(Span, kind=EPISODE), key=lambda one: one.number, default=None)


@act(
    "yarn.open-episode",
    title="Open an episode",
    form=OpenForm,
    button="Open the episode",
    who=gms,
    instead_of="open-session",
)
def open_episode(turn: Turn, form: OpenForm) -> None:
    """Hands are empty, the cards are shuffled, whoever chose the theme calls first (yarn.episode, yarn.calling-order).

    An episode that goes on keeps hands, order and turns; into another nothing runs on that lasts for a time, unless
    the GM says so: nobody has played how long it is since. Refuses an order that is not of all who are here
    (not-the-cards), and none where the GM lays or says it (gm-arranges, gm-slot).
    """
    data, before = form.cleaned_data, last_episode(turn.desk)
    facts = session_begins(turn, data["title"])
    episode = turn.span(EPISODE)
    if episode is None:
        raise LookupError(EPISODE)
    moves: list[Move | None] = []
    if data["continued"] and before is not None:
        _goes_on(turn, before, episode)
    else:
        _order(turn, form, episode)
        moves = _empty_hands(turn)
    for one in data["absent"]:
        parts.give(turn, episode, turns.ABSENT, Holder(one))
    event = _tell(turn, facts | _told(turn, form), clock.end_all(turn, form.over()))
    told_by(turn, event, *moves)
    episode_opens(turn, episode, event)


def _tell(turn: Turn, facts: dict[str, Any], over: list[dict[str, Any]]) -> Event:
    """With what is over since: what befell the hidden to the GMs alone."""
    return tell_both(turn, "yarn.episode-opened", facts | {"over": over}, facts | {"over": clock.told_to_all(over)})


def _order(turn: Turn, form: OpenForm, episode: Span) -> None:
    here = form.here()
    drawn = draw_calling(turn, episode, form.cards(), here) if here else []
    chooser = chooser_of_theme(turn.desk)
    found = calling_order(
        drawn=[one.key for one in drawn], chooser=chooser.key if chooser else "", episode=episode.number,
        gm_place=form.cleaned_data.get("gm_place"), options=turn.options,
    )  # fmt: skip
    by_key = {one.key: one for one in participants(turn.desk)}
    turns.arrange(turn, episode, [by_key[key] for key in found.order or (GM,)])


def _empty_hands(turn: Turn) -> list[Move | None]:
    held = [one for one in participants(turn.desk) if hand_of(turn.desk, one)]
    return [set_points(turn, track_of(turn, one), 0, NEW, "yarn.episode") for one in held]


def _goes_on(turn: Turn, before: Span, episode: Span) -> None:
    """All parts of an episode that was broken off are those of its other half."""
    for one in turn.desk.all(Part, span=before):
        left = one.seat is not None and one.seat.removed_at is not None
        if not left and one.role not in (BETWEEN, turns.ABSENT):
            turn.create(Part, span=episode, seat=one.seat, character=one.character, role=one.role, place=one.place)


def _told(turn: Turn, form: OpenForm) -> dict[str, Any]:
    chooser = chooser_of_theme(turn.desk)
    return {
        "order": [one.name for one in turns.order_of(turn.desk) if one not in turns.absent_of(turn.desk)],
        "chooser": chooser.name if chooser else "",
        "absent": [one.name for one in form.cleaned_data["absent"]],
        "continued": form.cleaned_data["continued"],
        "rule": RULE,
    }
