"""The GM opens a joint task: who works, at what, how hard it is, and perhaps for which long work it counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from apps.characters.counted import CountedChoice
from apps.characters.forms import one_line
from apps.characters.models import Character
from apps.checks.rough_magic.asking import THEIR_CHOICE, AskForm
from apps.checks.rough_magic.together import joint as joints
from apps.checks.rough_magic.together import usual
from apps.checks.rough_magic.together import work as works
from apps.checks.rough_magic.together.joint import KIND, Facts, Joint, Worker
from apps.checks.rough_magic.together.long_work import FOLDER, USUAL, OfSideForm
from apps.checks.rough_magic.together.people import may_work
from apps.checks.rough_magic.together.problem import ProblemForm
from apps.checks.rough_magic.ways import TITLES
from apps.checks.versus import whom_to_ask
from apps.rules.odds import percent
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Event, Exchange
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

OF_PROBLEM = ("grade", "dv", "opponents", "opposing", "net", "hidden", "label")

NAMELESS = "The task"


class JointForm(ProblemForm, OfSideForm, AskForm):
    """As a roll that is asked of several, with what helps or hinders all of them; for long work it is all set."""

    work = CountedChoice("For long work", gone="This work is over.", required=False, empty_label="By itself")
    label = one_line("What has to be done", 60, required=False)

    def setup(self) -> None:
        AskForm.setup(self)
        self.offer_people(may_work(self.viewer), fresh="attribute" not in self.initial)
        del self.fields["mode"]
        self.start_with({"attribute": THEIR_CHOICE})
        self.choose("work", [one.span for one in works.running(self.viewer.desk)])
        self.offer_sides()
        if self.so_far is not None:
            for name in OF_PROBLEM:
                del self.fields[name]

    def joint(self, workers: Iterable[Character]) -> Joint:
        """What is opened with these, in a form that is right."""
        data, work = self.cleaned_data, self.so_far
        against = None if work else self.against(data["attribute"] or USUAL, self.named_skill)
        return Joint(
            label=work.name if work else data["label"] or self.named_skill or TITLES.get(data["attribute"], NAMELESS),
            attribute=data["attribute"],
            skill=self.named_skill,
            dv=work.side(self.side_number).dv if work else sure(sure(against).dv),
            net=work.net if work else self.problem_net,
            hidden=work.hidden if work else self.is_hidden,
            workers=tuple(Worker(one.pk, one.name) for one in workers),
            work=work.id if work else "",
            side=self.side_number,
            openly=against.openly if against else "",
        )


def outlook(viewer: Viewer, form: JointForm) -> Mapping[str, Any]:
    """Everybody's chance alone, and that of those who are chosen together."""
    joint = form.joint(form.cleaned_data["characters"])
    avs = {one.pk: usual.of(viewer, one, joint).bonus for one in form.here}
    form.chances = {key: percent(joints.chances(joint.odds([av]), joint.target).success) for key, av in avs.items()}
    both = joints.chances(joint.odds([avs[one.character] for one in joint.workers]), joint.target)
    return {
        "own_footer": True,
        "people": form.people,
        "target": joint.target,
        "enough": percent(both.success),
        "extreme": percent(both.extreme),
        "button": "Ask one" if len(joint.workers) == 1 else f"Ask {len(joint.workers)} of them",
    }


@act(
    "rough_magic.joint",
    menu=25,
    title="Work together",
    form=JointForm,
    who=gms,
    button="Ask them",
    preview=outlook,
    template=f"{FOLDER}/joint.html",
)
def open_joint(turn: Turn, form: JointForm) -> None:
    """Asks several for a roll each; the best counts, and one for everybody. Refuses work that has an attempt open, and
    a side of a race that has tried in this turn."""
    joint = form.joint(form.cleaned_data["characters"])
    if joint.work:
        form.refuse_out_of_turn()
        joints.refuse_second(turn, joint.work, joint.side)
    event = _tell(turn, joint)
    exchange = exchanges.open_exchange(turn, KIND, joint, by=event)
    for one in form.cleaned_data["characters"]:
        ask_to_work(turn, exchange, joint, one)


def ask_to_work(turn: Turn, exchange: Exchange, joint: Joint, one: Character) -> None:
    """Holds the question open for whoever plays them."""
    facts: Facts = {"who": one.name, "character_id": one.public_id, "label": joint.label, "against": joint.openly}
    if joint.known:
        facts["target"] = joint.target
    exchanges.ask(turn, exchange, whom_to_ask(one), facts)


def _tell(turn: Turn, joint: Joint) -> Event:
    seen = {"label": joint.label, "names": [one.name for one in joint.workers], "against": joint.openly}
    if joint.known:
        return turn.tell("rough_magic.joint", seen | {"target": joint.target})
    return turn.tell("rough_magic.joint", seen | {"target": joint.target}, GMS, {EVERYBODY: seen})
