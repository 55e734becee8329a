"""Big Damn Hero dice once both totals stand (crew.big-damn-hero-use): one is added, or taken back from a 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.crew import heroes
from apps.characters.forms import acting_for
from apps.characters.points import told_by
from apps.checks.crew import cards, contest_asks, contests, course, hooks
from apps.checks.crew.keeping import let_stand, pay
from apps.checks.crew.throwing import AskedForm, FacesForm, tell
from apps.checks.thrown import Thrown
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import side_of
from apps.rules.crew.pools import PoolDie
from apps.rules.crew.steps import written
from apps.table import exchanges
from apps.table.acts import act
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

PASS = "pass"  # noqa: S105
WHY, RULE = "A Big Damn Hero die", "crew.big-damn-hero-use"


class HeroForm(FacesForm):
    die = forms.ChoiceField(
        label="Add a Big Damn Hero die for one plot point",
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "No such die is in store."},
    )
    stages = (contests.HERO,)

    def setup(self) -> None:
        super().setup()
        stored = course.stored(self.viewer.table, self.side) if self.row else []
        free = self.row is not None and rules.may_add_hero(self.contest, self.place, self._options)
        sizes = sorted(set(stored), reverse=True) if free else []
        field = self.offer("die", [*((str(size), f"Roll the {written(size)}") for size in sizes), (PASS, "Add none")])
        field.initial = str(sizes[0]) if sizes else PASS
        self.fields["faces"].label = "The face of my real die"
        self.fields["faces"].help_text = ""
        self.fields["faces"].widget.attrs["placeholder"] = ""

    @property
    def _options(self) -> Any:
        return contests.options_of(self.exchange)


def hero_outlook(viewer: Viewer, form: HeroForm) -> Mapping[str, Any]:
    """How the totals stand, and a button that says what is added."""
    size = form.cleaned_data["die"]
    mine, theirs = rules.total(form.side), rules.total(side_of(form.contest, rules.other(form.place)))
    chances = contest_asks.stored(viewer, sure(form.row), form.contest, form.place)
    return {
        "ahead": rules.behind(form.contest) != form.place,
        "heading": f"{form.side.name}: a Big Damn Hero die?",
        "subheading": f"{form.contest.what}: {mine} to {theirs}",
        "chance": next((one for one in chances if str(one["size"]) == size), None),
        "button": "Add none" if size == PASS else f"Roll the d{size} for one plot point",
    }


@act(
    "crew.hero",
    title="A Big Damn Hero die",
    form=HeroForm,
    button="So be it",
    preview=hero_outlook,
    template="checks/crew/acts/hero.html",
)
def hero(turn: Turn, form: HeroForm) -> None:
    """Rolls a stored die and adds it, for a plot point; or passes."""
    if form.character is not None:
        acting_for(turn, form.character)
    if form.cleaned_data["die"] == PASS:
        held = rules.passed(form.contest, form.place, contests.options_of(form.exchange))
        let_stand(turn, form, "crew.hero-passed", held)
    else:
        _add(turn, form, int(form.cleaned_data["die"]))


def _add(turn: Turn, form: HeroForm, size: int) -> None:
    """On a 1 the die lies there until its owner has taken it back or left it."""
    character, exchange, place = sure(form.character), form.exchange, form.place
    options, before = contests.options_of(exchange), rules.total(form.side)
    rules.check_hero(form.contest, place, options)
    thrown = Thrown(turn, form.hand([PoolDie("trait", size, "")]), form.row, contests.standing(form.side))
    paid = pay(turn, form, WHY, RULE, 1, "die")
    heroes.take(turn, character, size)
    held = rules.with_hero(form.contest, place, size, thrown.dice, options=options)
    thrown.settle()
    exchanges.advance(turn, exchange, held)
    face = side_of(held, place).heroes[-1].face
    if face == 1:
        turn.change(exchange, stage=f"{contests.JINX}-{place}")
    facts = cards.of_side(turn.table, exchange, held, place) | {"size": size, "face": face, "before": before}
    facts |= {"left": paid.left, "callback": paid.callback, "typed": thrown.typed, "again": thrown.again}
    facts["across"] = rules.total(side_of(held, rules.other(place)))
    event = tell(turn, "crew.hero", facts)
    told_by(turn, event, paid.move)
    course.settle(turn, exchange, event)


class HeroJinxForm(AskedForm):
    leave = forms.TypedChoiceField(
        label="It shows a 1",
        choices=[("no", "Take it back into store"), ("yes", "Leave it: one more jinx")],
        initial="no",
        widget=forms.RadioSelect,
        coerce=lambda word: word == "yes",
    )
    stages = (contests.JINX,)

    def setup(self) -> None:
        super().setup()
        self.fields.pop("callback", None)


@act("crew.hero-jinx", title="A jinx on a Big Damn Hero die", form=HeroJinxForm, button="So be it")
def hero_jinx(turn: Turn, form: HeroJinxForm) -> None:
    """Takes the die back, which is the usual answer, or leaves it: it is lost, and one more jinx of this roll."""
    character, exchange, place = sure(form.character), form.exchange, form.place
    acting_for(turn, character)
    left = bool(form.cleaned_data["leave"])
    held = rules.left_lying(form.contest, place, taken_back=not left)
    size = side_of(held, place).heroes[-1].size
    if not left:
        heroes.put(turn, character, size)
    exchanges.advance(turn, exchange, held)
    turn.change(exchange, stage=contests.OPEN)
    facts = {"name": form.open_name, "place": place, "size": size, "left": left, "what": held.what}
    event = turn.tell("crew.hero-jinx", facts)
    for hook in hooks.jinx_left_hooks if left else ():
        hook(turn, exchange, held, place, event)
    course.settle(turn, exchange, event)
