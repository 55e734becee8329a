"""The GM closes the episode: hands are fixed, and the first statement is asked for; or breaks it off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms import BoundField

from apps.characters.yarn.mending import days
from apps.characters.yarn.people import Participant, main_of, players
from apps.characters.yarn.points import hand_of
from apps.characters.yarn.spans import EPISODE, SCENE, open_now
from apps.drama.yarn.closes import open_step
from apps.drama.yarn.closing.stating import begin_statements
from apps.drama.yarn.closing.steps import Closing
from apps.drama.yarn.turns import absent_of
from apps.rules.refusal import Refused
from apps.table.acts import ActForm, act, gms
from apps.table.desk import Desk
from apps.table.models import Span
from apps.table.spans import close_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def why_not_closed(desk: Desk) -> Refused | None:
    """Why an episode cannot be closed now, or None: what its scene still holds aside is settled first
    (yarn.token-reset)."""
    if open_now(desk, EPISODE) is None:
        return Refused("no-session", "No episode is open.")
    if open_now(desk, SCENE) is not None:
        return Refused("scene-open", "End the scene first: what lies aside in it is settled before hands are fixed.")
    if open_step(desk) is not None:
        return Refused("closing", "It is being closed already.")
    return None


def took_part(desk: Desk) -> list[Participant]:
    """All players but those who were absent when it opened."""
    away = [one.key for one in absent_of(desk)]
    return [one for one in players(desk) if one.key not in away]


class CloseForm(ActForm):
    here = forms.MultipleChoiceField(
        label="Who took part",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="The others make no statement, cast no ballot and are not ranked.",
        error_messages={"required": "Somebody took part. If nobody did, break the session off."},
    )

    def setup(self) -> None:
        self.offer("here", [(one.key, one.name) for one in players(self.viewer.desk)])
        self.fields["here"].required = bool(players(self.viewer.desk))
        self.fields["here"].initial = [one.key for one in took_part(self.viewer.desk)]
        self.patients = days.due_at_the_end(self.viewer.desk)
        for one in self.patients:
            self.fields[f"does-{one.id}"] = days.all_day(one, f"{one.name}, all day")

    @property
    def spent(self) -> days.Spent:
        """How those whose days still wait have spent them, in a form that is valid."""
        return [(one, self.cleaned_data[f"does-{one.id}"] or one.proposed) for one in self.patients]

    @property
    def activities(self) -> list[BoundField]:
        """Their fields, for the template."""
        return [self[f"does-{one.id}"] for one in self.patients]

    @property
    def not_yet(self) -> Refused | None:
        """Why it would be refused now, which is said before anything is chosen."""
        return why_not_closed(self.viewer.desk)

    def clean(self) -> dict[str, Any]:
        if self.not_yet is not None:
            self.add_error(None, self.not_yet.text)
        return self.cleaned_data


def still_to_heal(viewer: Viewer, form: CloseForm) -> Mapping[str, Any]:
    """What the days that still wait will bring."""
    return {"expected": days.healed_at_the_end(form.spent, viewer.options)}


def due(viewer: Viewer) -> bool:
    return why_not_closed(viewer.desk) is None


@act(
    "yarn.close-episode",
    title="Close the episode",
    form=CloseForm,
    who=gms,
    button="Fix the hands, ask for statements",
    template="drama/yarn/closing/acts/close-episode.html",
    preview=still_to_heal,
    menu=16,
    due=due,
    instead_of="close-session",
)
def close_episode(turn: Turn, form: CloseForm) -> None:
    """Hands are fixed, days that wait heal, and each player says how the poles came out (yarn.session-end).

    Refuses it without an episode, in a scene, and while it closes already.
    """
    closing = _fixed(turn, [one for one in players(turn.desk) if one.key in form.cleaned_data["here"]])
    episode = turn.desk.get(Span, closing.span)
    hands = [{"who": one.name, "tokens": hand_of(turn.desk, one)} for one in players(turn.desk)]
    shown = {"hands": hands} if turn.options.tokens_public else {}
    told = turn.tell("yarn.episode-closes", {"number": episode.number, "title": episode.title} | shown)
    begin_statements(turn, closing, told)
    days.heal_at_the_end(turn, form.spent)


def _fixed(turn: Turn, there: list[Participant]) -> Closing:
    episode = turn.span(EPISODE)
    if episode is None:
        turn.refuse("no-session", "No episode is open.")
    ranked = tuple(one.key for one in there if main_of(one, turn.desk) is not None)
    hands = {one.key: hand_of(turn.desk, one) for one in there}
    return Closing(episode.pk, tuple(one.key for one in there), ranked, hands)


class BreakForm(ActForm):
    """The episode that is open."""

    def clean(self) -> dict[str, Any]:
        if open_now(self.viewer.desk, EPISODE) is None:
            self.add_error(None, "No episode is open.")
        return self.cleaned_data


@act(
    "yarn.break-off",
    title="Break the session off",
    form=BreakForm,
    who=gms,
    button="Break it off",
    template="drama/yarn/closing/acts/break-off.html",
    menu=17,
    due=lambda viewer: open_now(viewer.desk, EPISODE) is not None,
)
def break_off(turn: Turn, form: BreakForm) -> None:
    """Closes it without statements, ballots and bennies: nothing that closing an episode does is done.
    Refuses it while none is open."""
    episode = turn.span(EPISODE)
    if episode is None:
        turn.refuse("no-session", "No episode is open.")
    ended = close_span(turn, episode)
    turn.tell("yarn.broken-off", {"number": episode.number, "title": episode.title, "ended": ended})
