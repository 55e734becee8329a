"""The end of a dramatic scene: somebody says that it is over, or the granter sees nothing to contest."""

from __future__ import annotations

from typing import Any

from apps.characters import parts
from apps.characters.parts import Holder
from apps.characters.points import told_by
from apps.characters.yarn.people import of_viewer
from apps.characters.yarn.points import hand_of
from apps.characters.yarn.scenes import Scene
from apps.drama.yarn import turns
from apps.drama.yarn.petition import course
from apps.drama.yarn.petition.flows import moved, told_flows
from apps.drama.yarn.petition.sides import UNCONTESTED, SceneForm, Sides, SidesForm, name_sides, names, sides_of
from apps.rules.yarn.drama.petitions import play_dramatic
from apps.rules.yarn.drama.several import no_contest as rule
from apps.rules.yarn.drama.tokens import Flow, flows
from apps.rules.yarn.options import Options
from apps.table import exchanges
from apps.table.acts import act
from apps.table.desk import Desk
from apps.table.models import Exchange
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def why_not_now(exchange: Exchange | None, *stages: str) -> str:
    """Why it is too late for something that may be said at these stages only."""
    if exchange is not None and exchange.stage not in stages:
        return "It is being decided already: that comes too late."
    return ""


class NameForm(SidesForm):
    def clean(self) -> dict[str, Any]:
        data = super().clean()
        late = why_not_now(course.open_petition(self.viewer.desk), course.GOT_IT)
        if late:
            self.add_error(None, late)
        return data


@act("yarn.swap-sides", title="Who asks whom", form=NameForm, button="So it is")
def swap_sides(turn: Turn, form: NameForm) -> None:
    """Who petitions whom, said or put right until something is decided (yarn.petitioner-granter)."""
    scene, sides = sure_scene(form), form.sides
    name_sides(turn, scene, sides)
    turn.tell("yarn.sides-named", names(sides))
    exchange = course.open_petition(turn.desk)
    if exchange is not None:
        exchanges.close(turn, exchange)
        course.ask_petitioner(turn, course.begin(turn, scene, sides, by=turn.events[0]))


def sure_scene(form: SceneForm) -> Scene:
    """The scene of a form that is valid."""
    if form.scene is None:
        raise LookupError("a form that is valid has its scene")
    return form.scene


class OverForm(SidesForm):
    def at_first(self, scene: Scene) -> Sides | None:
        """Of a petition that has come out the other way round, as long as that has not."""
        found = super().at_first(scene)
        if found is None or not course.is_settled(self.viewer.desk, scene.span, found):
            return found
        other = Sides(found.granter, found.petitioner)
        return None if course.is_settled(self.viewer.desk, scene.span, other) else other

    def clean(self) -> dict[str, Any]:
        data, desk = super().clean(), self.viewer.desk
        if self.errors or self.scene is None:
            return data
        if exchanges.open_exchanges(desk, course.KIND, course.SOUGHT, course.QUIZ):
            self.add_error(None, "That is being asked already.")
        elif course.is_settled(desk, self.scene.span, self.sides):
            self.add_error("granter", "This petition is decided in this scene already.")
        return data


@act("yarn.signal-end", title="The scene is over", form=OverForm, button="It is over")
def signal_end(turn: Turn, form: OverForm) -> None:
    """Whoever is there may say that it is over: the petitioner is asked what came of it (yarn.play-dramatic)."""
    scene, sides = sure_scene(form), form.sides
    name_sides(turn, scene, sides)
    event = turn.tell("yarn.scene-over", names(sides))
    exchange = course.begin(turn, scene, sides, by=event)
    if play_dramatic(ends_because="losing tension").question_asked:
        course.ask_petitioner(turn, exchange)


# no contest


def granting(viewer: Viewer, scene: Scene) -> Sides | None:
    """Both sides, where these eyes are the granter's player's or the GM's."""
    found, who = sides_of(viewer.desk, scene), of_viewer(viewer)
    mine = found is not None and who is not None and (who.is_gm or who.key == found.gives.key)
    return found if mine else None


class NoContestForm(SceneForm):
    """The petition that is given up before it is decided."""

    def clean(self) -> dict[str, Any]:
        data, desk = super().clean(), self.viewer.desk
        if self.errors or self.scene is None:
            return data
        late = why_not_now(course.open_petition(desk), course.GOT_IT)
        if granting(self.viewer, self.scene) is None:
            self.add_error(None, "Only whoever plays the granter says so, or the GM; and it is said who asks whom.")
        elif late or course.has_come_out_in(desk, self.scene.span):
            self.add_error(None, late or "A petition of this scene is decided already.")
        return data


def uncontested(desk: Desk, sides: Sides, options: Options) -> tuple[Flow, ...]:
    """Which tokens move: none, unless the table counts it as a willing grant (yarn.no-contest)."""
    before = {one.key: hand_of(desk, one) for one in (sides.seeks, sides.gives)}
    found = rule(
        order=["caller"], caller="caller", petitioner=before[sides.seeks.key], granter=before[sides.gives.key],
        declared=True, options=options,
    )  # fmt: skip
    return flows(before, {sides.seeks.key: found.petitioner, sides.gives.key: found.granter})


@act("yarn.no-contest", title="No contest", form=NoContestForm, button="No contest")
def no_contest(turn: Turn, form: NoContestForm) -> None:
    """The granter has no reason to resist: the scene is over, and its caller calls again or passes."""
    scene = sure_scene(form)
    sides = granting(turn.viewer, scene)
    if sides is None:
        raise LookupError("a form that is valid has its sides")
    found = uncontested(turn.desk, sides, turn.options)
    moves = moved(turn, found, "No contest", "yarn.no-contest")
    told_by(turn, turn.tell("yarn.no-contest", names(sides) | {"flows": told_flows(turn.desk, found)}), *moves)
    parts.give(turn, scene.span, UNCONTESTED, Holder(character=sides.granter))
    if scene.caller is not None and not turns.marked(scene.span, turns.BY_HAND):
        turns.calls_again(turn, scene.caller, "no contest")
    exchange = course.open_petition(turn.desk)
    if exchange is not None:
        exchanges.close(turn, exchange)
