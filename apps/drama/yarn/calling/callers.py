"""Who calls: whoever's turn it is, whoever jumps the queue, and the GM for anybody (yarn.calling-turns)."""

from __future__ import annotations

from functools import cached_property

from django import forms

from apps.characters.yarn import bennies
from apps.characters.yarn.people import Participant, of_key, of_viewer, participants, the_gm
from apps.characters.yarn.points import bennies_of
from apps.characters.yarn.scenes import scene_of
from apps.characters.yarn.spans import EPISODE, open_now
from apps.drama.yarn import turns
from apps.drama.yarn.calling.marks import MONTAGES, closer_played, played_in
from apps.drama.yarn.closes import open_step
from apps.drama.yarn.window import window_of
from apps.rules.refusal import Refused
from apps.rules.yarn.drama.calling import why_no_jump
from apps.table import exchanges
from apps.table.acts import ActForm
from apps.table.desk import Desk
from apps.table.viewer import Viewer

JUMP = "queue-jump"


class CallerForm(ActForm):
    """The first fields of any call: a GM says for whom it is, a player whether it is out of turn."""

    caller = forms.ChoiceField(label="Who calls", required=False)
    jump = forms.BooleanField(label="Jump the queue, for 1 bennie", required=False)

    def setup(self) -> None:
        if self.viewer.is_gm:
            self.offer("caller", [(one.key, one.name) for one in participants(self.viewer.desk)])
            if self.coming is not None:
                self.fields["caller"].initial = self.coming.who.key
        else:
            del self.fields["caller"]
        if self.in_turn or self.who.is_gm:
            self.fields["jump"].widget = forms.HiddenInput()

    @cached_property
    def coming(self) -> turns.Coming | None:
        return turns.coming(self.viewer.desk)

    @cached_property
    def who(self) -> Participant:
        """Who calls, as far as it is said; without a word of the GM's whoever's turn it is."""
        own = of_viewer(self.viewer)
        if own is not None and not own.is_gm:
            return own
        named = of_key(self.viewer.desk, str(self["caller"].value() or "")) if own is not None else None
        return named or (self.coming.who if self.coming else the_gm(self.viewer.desk))

    @property
    def in_turn(self) -> bool:
        """Whether it is their turn."""
        return self.coming is not None and self.coming.who.key == self.who.key

    @property
    def is_own(self) -> bool:
        """Whether whoever fills it in calls for themselves."""
        return self._is_me(self.who)

    @property
    def whose_turn(self) -> str:
        """Whose turn it is, in a sentence to whoever fills it in."""
        if self.coming is None:
            return ""
        return "you" if self._is_me(self.coming.who) else self.coming.who.name

    def _is_me(self, who: Participant) -> bool:
        own = of_viewer(self.viewer)
        return own is not None and own.key == who.key

    @property
    def jumps(self) -> bool:
        """Whether they pay to call out of turn, as far as it is said."""
        asks = "jump" in self.fields and bool(self["jump"].value())
        return asks and not self.in_turn and not self.who.is_gm

    def why_not(self) -> Refused | None:
        """Why they cannot call now."""
        return why_no_scene(self.viewer) or self._why_not_their_turn()

    def _why_not_their_turn(self) -> Refused | None:
        if self.in_turn or self.jumps:
            return why_not_jumped(self.viewer, self.who) if self.jumps else None
        if self.viewer.is_gm or self.coming is None:
            return None
        return Refused("not-your-turn", f"It is for {self.coming.who.name} to call.", "jump")


def why_no_scene(viewer: Viewer) -> Refused | None:
    """Why nobody can call now: no episode is open, or a scene still plays. The GM's call takes its place."""
    if open_now(viewer.desk, EPISODE) is None:
        return Refused("no-episode", f"No episode is open. The {viewer.game.gm} opens one.")
    if open_step(viewer.desk) is not None:
        return Refused("closes", "The episode closes: nobody calls any more.")
    if viewer.is_gm:
        return None
    if exchanges.open_exchanges(viewer.desk, MONTAGES):
        return Refused("proposed", "A montage has been proposed, and waits for everybody’s word.")
    if scene_of(viewer.desk) is None:
        return None
    if window_of(viewer.desk) is not None:
        return Refused("called", "A scene has been called already, and waits for everybody’s “Go on”.")
    return Refused("plays", "A scene still plays: somebody in it says first that it is over.")


def why_not_jumped(viewer: Viewer, who: Participant) -> Refused | None:
    """Why somebody cannot jump the queue now (yarn.bennie-queue-jump)."""
    desk, coming = viewer.desk, turns.coming(viewer.desk)
    if closer_played(desk):
        return Refused("closed", "The closer has been played: the episode is over.", "jump")
    if not played_in(desk):
        return Refused("first", "A jump comes right after a scene, and none has been played yet.", "jump")
    back = _comes_back(desk, who)
    no = why_no_jump(
        order=[one.name for one in turns.order_of(desk)], by=who.name, bennies=bennies_of(desk, who) + back,
        turn_of=coming.who.name if coming else "",
    )  # fmt: skip
    replaces = scene_of(desk) is not None and window_of(desk) is None
    return no or bennies.why_not(desk, who, JUMP, viewer.options, scene_is_over=replaces, back=back)


def _comes_back(desk: Desk, who: Participant) -> int:
    """The bennie of a jump that still waits: its scene gives way to this call, and is not played."""
    scene = scene_of(desk) if window_of(desk) is not None else None
    theirs = scene is not None and scene.caller is not None and scene.caller.key == who.key
    return int(theirs and scene is not None and turns.marked(scene.span, turns.JUMPED))
