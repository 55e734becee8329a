"""Long work is set, changed, counted by the GM's word, and ended (rough_magic.extended-task)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import known_to
from apps.characters.counted import CountedChoice
from apps.characters.forms import number, one_line
from apps.checks.rough_magic.difficulty import MOST_DV
from apps.checks.rough_magic.together import work as works
from apps.checks.rough_magic.together.joint import refuse_second
from apps.checks.rough_magic.together.problem import ProblemForm
from apps.checks.rough_magic.together.work import LIMIT, NEEDED, Work
from apps.checks.rough_magic.ways import TITLES
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.spans import close_span
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_NEEDED, MOST_ATTEMPTS, MOST_SIDES, MOST_AT_ONCE = 20, 30, 4, 6
FOLDER = "checks/rough_magic/together/acts"
USUAL = "reason"
BY_WORD = {"fail": -1, "success": 0, "extreme": 3}


class LongWorkForm(ProblemForm):
    name = one_line("What has to be done", 60, help_text="Such as: Build the raft")
    needed = number("Successes needed", 1, MOST_NEEDED, initial=3, help_text="An extreme success counts two.")
    limit = number("Attempts at the most", 1, MOST_ATTEMPTS, required=False, help_text="Empty: as many as it takes.")

    def setup(self) -> None:
        self.offer_difficulty((one for one in known_to(self.viewer) if one.present), routine=False)
        self.offer("opposing", TITLES.items()).initial = USUAL
        for n in range(1, MOST_SIDES + 1):
            self.fields[f"side_{n}"] = one_line(f"Side {n}", 40, required=False)
            self.fields[f"side_{n}_dv"] = number("Its own number to beat", 0, MOST_DV, required=False)

    @property
    def how_hard(self) -> int:
        """The difficulty value, in a form that is right."""
        return sure(self.against(USUAL).dv)

    @property
    def side_rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The fields of each side."""
        return [(self[f"side_{n}"], self[f"side_{n}_dv"]) for n in range(1, MOST_SIDES + 1)]

    @property
    def racing(self) -> list[tuple[str, int | None]]:
        """The sides that were named, each with a number of its own or None."""
        given = self.cleaned_data
        named = [(given.get(f"side_{n}"), given.get(f"side_{n}_dv")) for n in range(1, MOST_SIDES + 1)]
        return [(name, dv) for name, dv in named if name]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        names = [name.casefold() for name, _ in self.racing]
        if len(names) == 1:
            self.add_error("side_2", "One side alone races nobody: name another, or none.")
        elif len(set(names)) < len(names):
            self.add_error("side_2", "Two sides have the same name.")
        elif names and given.get("limit"):
            self.add_error("limit", "A race has no largest number of attempts: the first one there wins.")
        return given


def work_outlook(viewer: Viewer, form: LongWorkForm) -> Mapping[str, Any]:
    """The target number."""
    return {"target": form.target(form.how_hard)}


@act(
    "rough_magic.long-work",
    menu=26,
    begins="clock",
    shown_in="panel-rough_magic-works",
    title="Long work or a race",
    form=LongWorkForm,
    who=gms,
    button="It begins",
    preview=work_outlook,
    template=f"{FOLDER}/long-work.html",
)
def long_work(turn: Turn, form: LongWorkForm) -> None:
    """Sets work too long for one roll, or a race of several sides (rough_magic.extended-race); it outlasts scenes.

    Refused where six go on already.
    """
    if len(works.running(turn.desk)) >= MOST_AT_ONCE:
        turn.refuse("too-many", f"{MOST_AT_ONCE} go on already. End one first.", "name")
    data, racing = form.cleaned_data, form.racing or [("", None)]
    dvs = [form.how_hard if dv is None else dv for _, dv in racing]
    numbers = {"needed": data["needed"], "limit": data["limit"] or 0, "net": form.problem_net}
    works.begin(turn, data["name"], dvs, [name for name, _ in racing], **numbers, hidden=int(form.is_hidden))
    sides = [{"name": name, "target": form.target(dv)} for (name, _), dv in zip(racing, dvs, strict=True) if name]
    known = {"name": data["name"], "needed": data["needed"], "limit": data["limit"]}
    full = known | {"target": form.target(form.how_hard), "sides": sides}
    seen = known | {"sides": [{"name": one["name"]} for one in sides]}
    turn.tell("rough_magic.long-work", full, GMS if form.is_hidden else EVERYBODY, _lesser(form.is_hidden, seen))


def _lesser(hidden: bool, seen: Mapping[str, Any]) -> Mapping[Any, Mapping[str, Any]]:
    return {EVERYBODY: seen} if hidden else {}


class WorkForm(ActForm):
    """About work that goes on."""

    work = CountedChoice("Work", gone="This work is over.")

    def setup(self) -> None:
        found = works.running(self.viewer.desk)
        self.choose("work", [one.span for one in found])
        if len(found) == 1:
            self.fields["work"].initial = found[0].id

    @property
    def so_far(self) -> Work | None:
        """The work that is chosen as the form stands."""
        return works.of_id(self.viewer.desk, str(self["work"].value() or ""))

    @property
    def chosen_work(self) -> Work:
        """The work, read inside the hold."""
        return sure(works.of_id(self.viewer.desk, self.cleaned_data["work"].public_id))


class OfSideForm(WorkForm):
    """About one side of such work; where nobody races there is none to choose."""

    side = forms.ChoiceField(label="For which side", widget=forms.RadioSelect, required=False)

    def setup(self) -> None:
        super().setup()
        self.offer_sides()

    def offer_sides(self) -> None:
        """Says which sides there are as the form stands, those whose attempt it is first."""
        found = self.so_far
        if found is None or not found.is_race:
            self.fields.pop("side", None)
            return
        self.offer("side", [(str(one.number), one.name) for one in found.sides]).required = True
        self.start_with({"side": str(found.may_try[0].number)})

    @property
    def side_number(self) -> int:
        return int(self.cleaned_data.get("side") or 1)

    def refuse_out_of_turn(self) -> None:
        """Refuses a side that has made its attempt in this turn already."""
        if no := works.why_not_now(self.chosen_work, self.side_number):
            raise no


# by the GM's word


class ByWordForm(OfSideForm):
    how = forms.ChoiceField(
        label="How the attempt went",
        widget=forms.RadioSelect,
        initial="success",
        choices=[("fail", "It fails"), ("success", "One success"), ("extreme", "Two successes")],
    )


@act("rough_magic.count-attempt", title="An attempt by your word", form=ByWordForm, who=gms, button="It counts")
def count_attempt(turn: Turn, form: ByWordForm) -> None:
    """The GM says how an attempt went that nobody rolled for. Refuses a side that has tried in this turn, and one whose
    joint attempt waits."""
    form.refuse_out_of_turn()
    refuse_second(turn, form.chosen_work.id, form.side_number)
    how = form.cleaned_data["how"]
    facts = works.counts(turn, form.chosen_work, form.side_number, BY_WORD[how])
    turn.tell("rough_magic.attempt-counted", facts | {"how": how})


class SetWorkForm(WorkForm):
    needed = number("Successes needed", 1, MOST_NEEDED)
    limit = number("Attempts at the most", 1, MOST_ATTEMPTS, required=False, help_text="Empty: as many as it takes.")

    def setup(self) -> None:
        super().setup()
        if found := self.so_far:
            self.start_with({"needed": found.needed, "limit": found.limit})
            if found.is_race:
                del self.fields["limit"]


@act("rough_magic.set-work", title="Change the work", form=SetWorkForm, who=gms, button="So it stands")
def set_work(turn: Turn, form: SetWorkForm) -> None:
    """The GM sets how much is needed. Refuses what it is already, and what would decide it: that is another act."""
    work, data = form.chosen_work, form.cleaned_data
    before = {"needed": work.needed, "limit": work.limit}
    wanted = {"needed": data["needed"], "limit": data.get("limit")}
    if wanted == before:
        turn.refuse("same", "That is how it stands already.", "needed")
    if work.decided_by(**wanted):
        turn.refuse("decided", "That would decide it: so many are there already. End it instead.", "needed")
    works.set_number(turn, work, NEEDED, data["needed"])
    works.set_number(turn, work, LIMIT, data.get("limit") or 0)
    turn.tell("rough_magic.work-set", {"work": work.name, **wanted, "before": before})


class EndWorkForm(WorkForm):
    how = forms.ChoiceField(
        label="How it ends",
        initial="off",
        widget=forms.RadioSelect,
        choices=[("off", "Called off"), ("done", "Done"), ("failed", "Failed")],
    )


@act("rough_magic.end-work", title="End the work", form=EndWorkForm, who=gms, button="It ends")
def end_work(turn: Turn, form: EndWorkForm) -> None:
    """The GM ends it: called off, or done or failed by their word."""
    work = form.chosen_work
    close_span(turn, work.span)
    turn.tell("rough_magic.work-ended", {"work": work.name, "how": form.cleaned_data["how"]})
