"""What changes whose call it is: a pass, a call that is withdrawn, and the GM's word (yarn.calling-turns)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters import parts
from apps.characters.forms import number, one_line
from apps.characters.parts import Holder
from apps.characters.yarn.people import Participant, of_key, of_seat
from apps.characters.yarn.scenes import Scene, end, scene_of
from apps.characters.yarn.spans import EPISODE, open_now
from apps.drama.yarn import turns
from apps.drama.yarn.themes import chooser_of_theme
from apps.drama.yarn.window import window_of
from apps.rules.yarn.orders import GM
from apps.table.acts import ActForm, act, gms
from apps.table.desk import Desk
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class TurnForm(ActForm):
    """Something of whoever is to call: by themselves, or by the GM for them."""

    def clean(self) -> dict[str, Any]:
        coming = turns.coming(self.viewer.desk)
        if coming is None:
            self.add_error(None, "No episode is open.")
        elif scene_of(self.viewer.desk) is not None:
            self.add_error(None, "A scene has been called already.")
        elif not self.viewer.is_gm and coming.who.key != of_seat(self.viewer.seat).key:
            self.add_error(None, f"It is for {coming.who.name} to call.")
        return self.cleaned_data


@act("yarn.pass-call", title="Pass", form=TurnForm, button="Pass")
def pass_call(turn: Turn, form: TurnForm) -> None:
    """The turn goes on to the next; there is no other for it (yarn.calling-turns)."""
    coming = turns.coming(turn.desk)
    if coming is None:
        raise LookupError(EPISODE)
    turn.for_somebody_else = turn.viewer.is_gm and not coming.who.is_gm
    turns.passes(turn, coming.who)
    whose = coming.who.name if turn.for_somebody_else else ""
    turn.tell("yarn.call-passed", {"who": whose, "next": next_name(turn.desk)})


def next_name(desk: Desk) -> str:
    """Who is to call next; empty outside an episode."""
    found = turns.coming(desk)
    return found.who.name if found is not None else ""


class WithdrawForm(ActForm):
    """The call that waits, if it is one's own."""

    def clean(self) -> dict[str, Any]:
        scene = scene_of(self.viewer.desk)
        if scene is None or window_of(self.viewer.desk) is None:
            self.add_error(None, "No call waits for anybody.")
        elif not self.viewer.is_gm and not is_theirs(self.viewer, scene):
            self.add_error(None, "Only whoever called it withdraws it.")
        return self.cleaned_data


def what_comes_back(viewer: Viewer, form: WithdrawForm) -> Mapping[str, Any]:
    """What withdrawing the call does, in a sentence."""
    scene = scene_of(viewer.desk)
    title = f"“{scene.span.title}”" if scene is not None else "It"
    return {
        "subheading": f"{title} is not played. What was laid aside for it comes back, and the turn stays where it was."
    }


def is_theirs(viewer: Viewer, scene: Scene) -> bool:
    """Whether this seat has called it."""
    return scene.caller is not None and not viewer.is_spectator and scene.caller.key == of_seat(viewer.seat).key


@act("yarn.withdraw-call", title="Withdraw the call", form=WithdrawForm, button="Withdraw it", preview=what_comes_back)
def withdraw_call(turn: Turn, form: WithdrawForm) -> None:
    """The scene is not played, what lay aside comes back, and the turn stays where it was (yarn.absent-caller-cost)."""
    scene = scene_of(turn.desk)
    if scene is None:
        raise LookupError("scene")
    facts = {"title": scene.span.title, "number": scene.span.number, "ended": end(turn, scene)}
    turns.mark(turn, scene.span, turns.TAKEN_BACK)
    turn.tell("yarn.call-withdrawn", facts | {"next": next_name(turn.desk)})


# by the GM's word

MOVE, SKIP, UNSKIP, NOW, AWAY, HERE = "move", "skip", "unskip", "now", "away", "here"
WAYS = {
    MOVE: "Stands in another place", SKIP: "Misses the next turn", UNSKIP: "Does not miss it after all",
    NOW: "Calls now", AWAY: "Is not here tonight", HERE: "Is here after all",
}  # fmt: skip


class OrderForm(ActForm):
    who = forms.ChoiceField(label="Who")
    what = forms.ChoiceField(label="What", choices=list(WAYS.items()), widget=forms.RadioSelect)
    place = number("Which place", 1, 99, required=False)

    def setup(self) -> None:
        self.offer("who", [(one.key, one.name) for one in turns.order_of(self.viewer.desk)])

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if open_now(self.viewer.desk, EPISODE) is None:
            self.add_error(None, "No episode is open.")
        if data.get("what") == MOVE and not data.get("place") and "place" not in self.errors:
            self.add_error("place", "To which place?")
        if data.get("what") == AWAY and data.get("who") == GM:
            self.add_error("who", f"Without the {self.viewer.game.gm} nobody plays.")
        return data


@act("yarn.change-order", title="Change the order", form=OrderForm, who=gms, button="So it is")
def change_order(turn: Turn, form: OrderForm) -> None:
    """The GM moves somebody in the calling order, skips their next turn, or says whose turn it is.

    Refuses to take back a skip that there is not, and what is so already (same).
    """
    data = form.cleaned_data
    who = of_key(turn.desk, data["who"])
    if who is None:
        raise LookupError(data["who"])
    before = _state(turn.desk)
    _WAYS[data["what"]](turn, who, data["place"] or 1)
    if _state(turn.desk) == before:
        turn.refuse("same", "That is so already. Nothing was changed.", "what")
    order = [one.name for one in turns.order_of(turn.desk)]
    facts = {"who": who.name, "what": data["what"], "order": order, "next": next_name(turn.desk)}
    turn.tell("yarn.order-changed", facts)


def _state(desk: Desk) -> tuple[Any, ...]:
    return turns.order_of(desk), turns.coming(desk), turns.skipped_in(desk), turns.absent_of(desk)


def _moves(turn: Turn, who: Participant, place: int) -> None:
    order = [one for one in turns.order_of(turn.desk) if one.key != who.key]
    order.insert(place - 1, who)
    turns.arrange(turn, _episode(turn), order)


def _calls_now(turn: Turn, who: Participant, place: int) -> None:
    turns.comes_now(turn, who)


def _goes(turn: Turn, who: Participant, place: int) -> None:
    if who not in turns.absent_of(turn.desk):
        parts.give(turn, _episode(turn), turns.ABSENT, Holder(who.seat))


def _comes(turn: Turn, who: Participant, place: int) -> None:
    held = parts.of_seat(_episode(turn), turns.ABSENT, turns.seat_of(turn.desk, who))
    if held is not None:
        parts.take(turn, held)


def _episode(turn: Turn) -> Any:
    return turn.span(EPISODE)


_WAYS = {
    MOVE: _moves,
    SKIP: lambda turn, who, place: turns.skip_next(turn, who),
    UNSKIP: lambda turn, who, place: turns.unskip(turn, who),
    NOW: _calls_now,
    AWAY: _goes,
    HERE: _comes,
}


# the theme of an episode that has begun


class ThemeForm(ActForm):
    theme = one_line("The theme of this episode", 120)

    def clean(self) -> dict[str, Any]:
        chooser = chooser_of_theme(self.viewer.desk)
        if open_now(self.viewer.desk, EPISODE) is None:
            self.add_error(None, "No episode is open.")
        elif not self.viewer.is_gm and (chooser is None or chooser.key != of_seat(self.viewer.seat).key):
            first = next(iter(turns.order_of(self.viewer.desk)), None)
            if first is None or first.key != of_seat(self.viewer.seat).key:
                self.add_error("theme", f"It is for the {self.viewer.game.gm} to name it.")
        return self.cleaned_data


@act("yarn.name-theme", title="Name the theme", form=ThemeForm, button="So it is called")
def name_theme(turn: Turn, form: ThemeForm) -> None:
    """The GM, or the player who has chosen it and calls first, names the theme of the episode that has begun.
    Refuses the one that it has."""
    episode = turn.span(EPISODE)
    if episode is not None and episode.title == form.cleaned_data["theme"]:
        turn.refuse("same", "That is its theme already.", "theme")
    if episode is not None:
        turn.change(episode, title=form.cleaned_data["theme"])
    turn.tell("yarn.theme-named", {"theme": form.cleaned_data["theme"]})
