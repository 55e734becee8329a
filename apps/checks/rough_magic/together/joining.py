"""People take part in a joint task: each rolls in an act of their own, stays out of it, or comes to it unasked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from apps.characters.access import played_by
from apps.characters.answers import while_there
from apps.characters.forms import CharacterChoice, acting_for, named
from apps.characters.models import Character
from apps.characters.points import told_by
from apps.characters.rough_magic import lasting
from apps.characters.rough_magic.sheet import sheet_of
from apps.checks.rough_magic import acting, odds
from apps.checks.rough_magic.acting import acts_with
from apps.checks.rough_magic.buying import BOOST, SUCCESS, pay
from apps.checks.rough_magic.check import drawn, refuse_unable
from apps.checks.rough_magic.rolling import OwnSideForm
from apps.checks.rough_magic.secrecy import OF_THE_SHEET, is_gms, without
from apps.checks.rough_magic.sides import two_dice
from apps.checks.rough_magic.together import joint as joints
from apps.checks.rough_magic.together import usual
from apps.checks.rough_magic.together.joint import KIND, Facts, Joint, Worker
from apps.checks.rough_magic.together.long_work import FOLDER
from apps.checks.rough_magic.together.opening import ask_to_work
from apps.checks.rough_magic.together.people import may_work
from apps.checks.rough_magic.together.problem import NETS
from apps.checks.rough_magic.together.settling import OfJointForm, go_on
from apps.checks.rough_magic.ways import Against
from apps.rules.odds import percent
from apps.rules.rough_magic.roll import roll
from apps.table import exchanges
from apps.table.acts import act
from apps.table.audience import EVERYBODY, GMS
from apps.table.desk import Desk
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class OfWorkerForm(AnswerForm):
    """About one of those who were asked to work."""

    kinds = (KIND,)

    @property
    def worker(self) -> Character | None:
        """Who it is; None where they are no longer at the table."""
        if self.row is None:
            return None
        id = self.row.facts["character_id"]
        return next((one for one in self.viewer.desk.all(Character) if one.public_id == id), None)

    def clean_ask(self) -> Ask:
        gone = "That character is no longer at the table. The others can be counted."
        return while_there(super().clean_ask(), self.worker, gone)


class JoinForm(OfWorkerForm, OwnSideForm):
    """Who works comes from the ask; with what is theirs to say. What helps or hinders everybody is the GM's."""

    def setup(self) -> None:
        if self.worker is None:
            return
        sheet, state = acting.as_they_act(sheet_of(self.worker)), self.state
        proposed = usual.skill_value(sheet, state, self.viewer.options)
        self.start_with({"skill": proposed, "attribute": state.attribute})
        self.offer_side(sheet)

    def offer_boxes(self, boxes: Any) -> None:
        super().offer_boxes(one for one in boxes if one.side != "DV")

    @property
    def against(self) -> Against:
        """The problem as everybody meets it."""
        state: Joint = self.state
        known = self.viewer.is_gm or state.known
        words = NETS[str(state.net)] if state.net else state.openly or "The task"
        return Against(words, state.dv + state.net, known, state.openly)

    def rolled(self, turn: Turn, ask: Ask) -> Facts:
        """Lets the dice fall: the total alone, which counts with those of the others."""
        state, dice = self.state, self.thrown(turn, ask)
        counts = self.sides
        found = roll(
            av=self.bought_way.number,
            av_bonuses=counts.av_bonuses,
            av_penalties=counts.av_penalties,
            dv=state.dv,
            dice=dice.dice,
        )
        dice.settle()
        return {
            "character_id": self.who.public_id,
            "what": self.what,
            "av_words": self.bought_way.words,
            "av": self.bought_way.number,
            "av_bonuses": counts.av_bonuses,
            "av_penalties": counts.av_penalties,
            "av_net": counts.av_net,
            **self.told_boxes,
            "faces": list(found.faces),
            "total": found.total,
            "typed": dice.typed,
            "secret": is_gms(self.who),
        }

    @property
    def who(self) -> Character:
        """Whose roll it is, in a form that is right."""
        return sure(self.worker)


def join_outlook(viewer: Viewer, form: JoinForm) -> Mapping[str, Any]:
    """Both sides, and the odds of all together as it stands where this seat may know them, else of this roll."""
    state: Joint = form.state
    shown = drawn(form, form.against) | {"heading": f"{form.who.name}: {state.label}", "subheading": form.what}
    cast = others_waiting(viewer.desk, state, form.who)
    if late := acting.late_among([form.who, *cast]):
        shown["late"] = acting.waits_for(late)
    if not form.against.known or form.auto != "none" or form.buys == SUCCESS:
        return shown
    if not viewer.is_gm and any(map(is_gms, cast)):
        return shown
    return shown | _of_all(form, shown, [usual.of(viewer, one, state).bonus for one in cast])


def _of_all(form: JoinForm, shown: dict[str, Any], others: list[int]) -> dict[str, Any]:
    """The odds of all together where the others roll with these values, and what a boost of this one's would make of
    them."""
    state, mine = form.state, shown["duel"].bonus or 0
    found = joints.chances(state.odds([mine, *others]), state.target)
    lifted = joints.chances(state.odds([mine + (form.buys != BOOST), *others]), state.target)
    ghost = lifted if form.lifts and form.buys != BOOST else None
    sentence = f"Chance of {state.target} or more{' together' if len(state.workers) > 1 else ''}"
    boosted = {one.value: f"{percent(lifted.success)}, for one round" for one in form.lifts}
    return {
        "odds": odds.told(found, sentence, ghost),
        "glance": odds.in_one_line(found),
        "spend": shown["spend"] | boosted,
    }


@act(
    "rough_magic.join-work",
    title="Work on it",
    form=JoinForm,
    button="Roll",
    preview=join_outlook,
    template=f"{FOLDER}/join-work.html",
)
def join_work(turn: Turn, form: JoinForm) -> None:
    """Rolls for one of them; with the last the task is counted (rough_magic.combining-tasks).

    Whose roll fails whatever falls neither rolls nor counts. A plot point for certain success makes sure of the whole.
    In a fight all act in the same moment: refused while one of those who have yet to roll could not.
    """
    ask, character, joint = form.cleaned_data["ask"], form.who, form.state
    acting_for(turn, character)
    refuse_unable(turn, sheet_of(character))
    acts_with(turn, character, others_waiting(turn.desk, joint, character))
    if form.auto == "fail":
        _takes_no_part(turn, "rough_magic.joined", ask, joint, character)
        return
    paid = pay(turn, form, character)
    facts = form.rolled(turn, ask)
    event = _tell(turn, character, joint, facts)
    told_by(turn, event, paid)
    lasting.has_rolled(turn, character)
    exchanges.close_ask(turn, ask, event)
    now = joints.with_roll(joint, character.pk, facts)
    go_on(turn, ask.exchange, replace(now, paid_by=character.name) if form.buys == SUCCESS else now)


def others_waiting(desk: Desk, joint: Joint, character: Character) -> list[Character]:
    """The others who have yet to roll, as far as they are at the table."""
    keys = [one.character for one in joint.waiting if one.character != character.pk]
    return [one for key in keys if (one := desk.find(Character, key)) is not None]


def _tell(turn: Turn, character: Character, joint: Joint, facts: Facts) -> Event:
    """Of the GM's people players hear the total, and nothing of their sheets."""
    full = named(character) | {"label": joint.label, **facts}
    if not facts["secret"]:
        return turn.tell("rough_magic.joined", full)
    return turn.tell("rough_magic.joined", full, GMS, {EVERYBODY: without(full, OF_THE_SHEET)})


@act("rough_magic.sit-out", title="Stay out of it", form=OfWorkerForm, button="Stay out of it")
def sit_out(turn: Turn, form: OfWorkerForm) -> None:
    """Whoever was asked takes no part; they are not counted."""
    ask = form.cleaned_data["ask"]
    joint: Joint = form.state
    character = sure(form.worker)
    acting_for(turn, character)
    _takes_no_part(turn, "rough_magic.sat-out", ask, joint, character)


def _takes_no_part(turn: Turn, kind: str, ask: Ask, joint: Joint, character: Character) -> None:
    told = turn.tell(kind, named(character) | {"label": joint.label, "auto": "fail"})
    exchanges.close_ask(turn, ask, told)
    go_on(turn, ask.exchange, joints.without(joint, character.pk))


class TooForm(OfJointForm):
    character = CharacterChoice(empty_label=None)

    def setup(self) -> None:
        super().setup()
        mine = played_by(self.viewer)
        free = [one for one in may_work(self.viewer) if one in mine]
        self.choose("character", free)
        if len(free) == 1:
            self.fields["character"].initial = free[0].public_id

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if not self.errors and (found := self.state.worker(given["character"].pk)) is not None and not found.out:
            self.add_error("character", f"{found.name} works on it already.")
        return given


@act("rough_magic.work-too", title="Work on it too", form=TooForm, button="Work on it too")
def work_too(turn: Turn, form: TooForm) -> None:
    """Somebody comes to a joint task that waits. Refuses who is at it already."""
    exchange, character, joint = form.cleaned_data["joint"], form.cleaned_data["character"], form.state
    acting_for(turn, character)
    turn.tell("rough_magic.worked-too", named(character) | {"label": joint.label})
    exchanges.advance(turn, exchange, joints.with_one_more(joint, Worker(character.pk, character.name)))
    ask_to_work(turn, exchange, joint, character)


def asked_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card needs: the usual roll, and the chance of all together as it stands."""
    joint: Joint = exchanges.state_of(ask.exchange)
    cast = [viewer.desk.find(Character, one.character) for one in joint.waiting]
    here = [one for one in cast if one is not None]
    mine = next((one for one in here if one.public_id == ask.facts["character_id"]), None)
    if mine is None:
        return {"asked": ask.facts}
    own = usual.of(viewer, mine, joint)
    late = acting.late_among([mine, *others_waiting(viewer.desk, joint, mine)])
    found = {
        "asked": ask.facts,
        "late": acting.waits_for(late) if late else "",
        "others": [one.name for one in joint.workers if one.character != mine.pk and not one.out],
        "what": usual.words(own),
        "attribute": joint.attribute,
        "skill": usual.skill_value(sheet_of(mine), joint, viewer.options),
        "button": f"Roll {two_dice(own.bonus)}",
        "fallen": bool(ask.thrown),
    }
    if viewer.is_gm or (joint.known and not any(map(is_gms, here))):
        avs = [usual.of(viewer, one, joint).bonus for one in here]
        found["chance"] = percent(joints.chances(joint.odds(avs), joint.target).success)
    return found
