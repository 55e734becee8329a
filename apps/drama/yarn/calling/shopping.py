"""What is wanted is got off stage: it is on the sheet, and the caller calls another scene (yarn.shopping-scene)."""

from __future__ import annotations

from typing import Any

from apps.characters import lines
from apps.characters.access import knowers_of
from apps.characters.forms import CharacterChoice, named, some_lines
from apps.characters.yarn.lines import THING
from apps.characters.yarn.scenes import SHOPPING, end, scene_of
from apps.drama.yarn import turns
from apps.drama.yarn.window import said_of, window_of
from apps.rules.yarn.drama.practical import shopping_scene
from apps.table.acts import ActForm, act, gms
from apps.table.turn import Turn

MOST = 12


class OffStageForm(ActForm):
    """What they get, one a line, and who carries it."""

    character = CharacterChoice(label="On whose sheet")
    things = some_lines("What they get, one a line", 600)

    def setup(self) -> None:
        scene, window = scene_of(self.viewer.desk), window_of(self.viewer.desk)
        self.choose("character", scene.present if scene is not None else [])
        if window is not None:
            self.start_with({"things": said_of(window).what})
        if scene is not None and len(scene.present) == 1:
            self.start_with({"character": scene.present[0]})

    def clean(self) -> dict[str, Any]:
        scene = scene_of(self.viewer.desk)
        if scene is None or scene.mode != SHOPPING or scene.caller is None:
            self.add_error(None, "No shopping scene has been called.")
        if len(self.wanted()) > MOST:
            self.add_error("things", f"{MOST} things at most.")
        if any(len(one) > 60 for one in self.wanted()):
            self.add_error("things", "60 letters a line at most.")
        return self.cleaned_data

    def wanted(self) -> list[str]:
        found = (one.strip() for one in self.cleaned_data.get("things", "").splitlines())
        return [one for one in found if one]


@act("yarn.off-stage", title="It is done off stage", form=OffStageForm, who=gms, button="They have it")
def off_stage(turn: Turn, form: OffStageForm) -> None:
    """The GM rules that nobody plays it: all of it is obtained, and the caller may call another scene at once."""
    scene = scene_of(turn.desk)
    if scene is None or scene.caller is None:
        raise LookupError(SHOPPING)
    caller, who = scene.caller, form.cleaned_data["character"]
    order = [one.key for one in turns.order_of(turn.desk)]
    ruled = shopping_scene(order=order, caller=caller.key, equipment=form.wanted(), gm_ruling="off stage")
    lines.write(turn, who, THING.word, [lines.plain_row(THING, name) for name in ruled.obtained])
    if window_of(turn.desk) is not None:
        turns.over_unplayed(turn, caller, scene.span)
    ended = end(turn, scene)
    turns.calls_again(turn, caller, "shopping off stage")
    facts = {"things": list(ruled.obtained), "caller": caller.name, "ended": ended}
    turn.tell("yarn.off-stage", named(who) | facts, to=knowers_of(who))
