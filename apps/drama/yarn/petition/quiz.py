"""Scenes of many (yarn.group-scene): everybody is asked whether their character sought something. Nobody: it was
exposition. One: an ordinary petition. More: the quiz, one after the other in an order that is drawn
(yarn.group-quiz)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from django import forms

from apps.characters.forms import CharacterChoice
from apps.characters.models import Character
from apps.characters.points import told_by
from apps.characters.yarn.orders import QUIZ, draw
from apps.characters.yarn.people import Participant, of_key, participants, player_of
from apps.characters.yarn.points import hand_of
from apps.characters.yarn.scenes import Scene, scene_of
from apps.drama.yarn.petition import course
from apps.drama.yarn.petition.deciding import for_whom
from apps.drama.yarn.petition.ending import sure_scene
from apps.drama.yarn.petition.flows import hands_seen, moved, said_to, told_flows
from apps.drama.yarn.petition.sides import SceneForm, Sides, is_uncontested, shown_in, there, why_not
from apps.rules.yarn.drama.several import group_quiz, group_scene
from apps.rules.yarn.drama.tokens import Flow, flows
from apps.rules.yarn.options import Options
from apps.rules.yarn.orders import GM
from apps.table import answering, exchanges
from apps.table.acts import act, gms
from apps.table.desk import Desk, kept
from apps.table.keys import SpanKey
from apps.table.models import Ask, Exchange, Span
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn
from apps.table.viewer import Viewer

Answers = list[dict[str, Any]]


@dataclass(frozen=True)
class Around:
    """In which scene it is asked; `left` are the keys of those whose turn is still to come, in their order, where the
    cards are laid by the GM or drawn."""

    scene: SpanKey
    left: tuple[str, ...] = ()


# who sought anything


class AroundForm(SceneForm):
    """A scene in which nothing else is asked. Where the GM lays the cards, she lays those of the players in it."""

    def setup(self) -> None:
        scene = self.scene
        if scene is None or self.viewer.options.precedence_source != "GM arranges":
            return
        cards = [(one.key, one.name) for one in there(scene) if not one.is_gm]
        for place, (key, _) in enumerate(cards, 1):
            self.fields[f"card_{place}"] = forms.ChoiceField(label=f"Card {place}", choices=cards, initial=key)

    def cards(self) -> tuple[str, ...]:
        """The keys of those whose cards were laid, in their order."""
        laid = [name for name in self.fields if name.startswith("card_")]
        return tuple(self.cleaned_data[name] for name in laid if name in self.cleaned_data)

    def clean(self) -> dict[str, Any]:
        data, desk = super().clean(), self.viewer.desk
        if self.errors or self.scene is None:
            return data
        if exchanges.open_exchanges(desk, course.KIND, course.SOUGHT, course.QUIZ):
            self.add_error(None, "Something is being asked already: settle that first.")
        elif len(there(self.scene)) < 2:
            self.add_error(None, "Only one of you is in this scene: nobody else could be asked.")
        elif not seeking(self.viewer.desk, self.scene):
            self.add_error(None, "Nobody in this scene has anything left to ask for: all of it is decided.")
        elif len(set(self.cards())) < len(self.cards()):
            self.add_error("card_1", "Each card lies once in the order.")
        return data


@act("yarn.ask-around", title="Ask everybody", form=AroundForm, who=gms, button="Ask everybody")
def ask_around(turn: Turn, form: AroundForm) -> None:
    """Everybody with a character in the scene says whether it sought an emotional payoff; the answers are shown at
    once. Refuses where all petitions have come out already."""
    scene = sure_scene(form)
    event = turn.tell("yarn.asked-around", {})
    exchange = exchanges.open_exchange(turn, course.SOUGHT, Around(scene.span.pk, form.cards()), by=event)
    for one in seeking(turn.desk, scene):
        exchanges.ask(turn, exchange, one.atom, {"who": one.name, "key": one.key})


def seeking(desk: Desk, scene: Scene) -> list[Participant]:
    """Whoever may still have sought something of somebody in it."""
    return [one for one in there(scene) if others_for(desk, one.key)]


class SoughtForm(AnswerForm):
    kinds = (course.SOUGHT,)
    allow = yes_or_no("Did your character seek an emotional payoff?", "Yes", "No")


@act("yarn.sought", title="Did you seek something?", form=SoughtForm, button="That is my word")
def sought(turn: Turn, form: SoughtForm) -> None:
    """One's own word, which may be changed until the last one is in."""
    ask: Ask = form.cleaned_data["ask"]
    answering.give(turn, ask, form.cleaned_data["allow"])
    turn.tell("yarn.sought-said", {}, to=answering.asked_of(ask))


def all_have_said(turn: Turn, exchange: Exchange) -> None:
    """Shown together; whoever sought something is asked in turn."""
    said = {one.facts["key"]: str(answer) for one, answer in answering.answers_in(exchange)}
    wanted = [key for key, answer in said.items() if answer == "yes"]
    found = group_scene(in_scene=list(said), sought=wanted)
    them = {one.key: one for one in participants(turn.desk)}
    seekers = [them[key] for key in wanted if key in them]
    exchanges.close(turn, exchange)
    order = _order(turn, seekers, exchanges.state_of(exchange).left)
    told = {"kind": found.kind, "names": [one.name for one in seekers], "order": [one.name for one in order]}
    event = turn.tell("yarn.sought-opened", told)
    if order:
        state = Around(exchanges.state_of(exchange).scene, tuple(one.key for one in order))
        asks_next(turn, exchanges.open_exchange(turn, course.QUIZ, state, by=event))


def _order(turn: Turn, seekers: list[Participant], laid: tuple[str, ...]) -> list[Participant]:
    """The players' cards as the GM has laid them, or shuffled; the GM answers last."""
    cards = [one for one in seekers if not one.is_gm]
    scene = scene_of(turn.desk)
    last = [one for one in seekers if one.is_gm]
    if not cards or scene is None:
        return last
    by_hand = sorted(cards, key=lambda one: laid.index(one.key)) if laid else None
    return [*draw(turn, scene.span, QUIZ, by_hand, cards), *last]


# the quiz


def asks_next(turn: Turn, exchange: Exchange) -> None:
    """Asks whoever is next and still here; after the last one the tokens move."""
    state: Around = exchanges.state_of(exchange)
    left = [one for key in state.left if (one := of_key(turn.desk, key)) is not None]
    if not left:
        settle(turn, exchange)
        return
    first, *rest = left
    exchanges.advance(turn, exchange, replace(state, left=tuple(one.key for one in rest)))
    exchanges.ask(turn, exchange, first.atom, {"who": first.name, "key": first.key})


class QuizForm(AnswerForm):
    kinds = (course.QUIZ,)
    whom = CharacterChoice(label="From whom was it sought most")
    allow = yes_or_no("Was it won?", "Yes", "No")

    def setup(self) -> None:
        if self.row is not None:
            self.choose("whom", others_for(self.viewer.desk, self.row.facts["key"]))


def others_for(desk: Desk, me: str) -> list[Character]:
    """Of whom whoever has this key may have sought something: not of their own, and nobody minor; what has come out
    already, by a force above all, is left out."""
    scene = scene_of(desk)
    cast = shown_in(scene) if scene is not None else []
    mine = [one for one in cast if player_of(one).key == me]
    return [one for one in cast if one not in mine and any(_may_seek(desk, own, one) for own in mine)]


def _may_seek(desk: Desk, seeks: Character, gives: Character) -> bool:
    scene = scene_of(desk)
    settled = scene is not None and course.is_settled(desk, scene.span, Sides(seeks, gives))
    return not settled and why_not(seeks, gives) is None


def quizzed(viewer: Viewer, form: QuizForm) -> Mapping[str, Any]:
    """What would move for the answer so far."""
    ask: Ask = form.cleaned_data["ask"]
    mine = answer_of(ask.facts["key"], form.cleaned_data["whom"], form.allowed)
    before = hands_seen(viewer, participants(viewer.desk))
    *_, last = steps_of([*answers_so_far(ask.exchange), mine], before, viewer.options)
    return {"flows": said_to(viewer, *last)}


def answer_of(key: str, whom: Character, got: bool) -> dict[str, Any]:
    """As the rules are told of it; `whom` is the character it was sought of."""
    return {"who": key, "from": player_of(whom).key, "got": got, "whom": whom.public_id}


@act(
    "yarn.quiz-answer",
    title="What was sought",
    form=QuizForm,
    button="That is my word",
    template="drama/yarn/petition/acts/quiz.html",
    preview=quizzed,
)
def quiz_answer(turn: Turn, form: QuizForm) -> None:
    """From whom it was sought, and whether it was won; then the next one is asked."""
    ask: Ask = form.cleaned_data["ask"]
    whom: Character = form.cleaned_data["whom"]
    told = {"whom": whom.name, "got": form.allowed} | for_whom(turn, ask)
    event = turn.tell("yarn.quiz-answered", told)
    turn.change(ask, answer=answer_of(ask.facts["key"], whom, form.allowed))
    exchanges.close_ask(turn, ask, event)
    asks_next(turn, ask.exchange)


def answers_so_far(exchange: Exchange) -> Answers:
    """What was answered, in the order of the turns."""
    return [one.answer for one in exchange.desk.all(Ask, exchange=exchange) if one.answer is not None]


def steps_of(
    answers: Answers, hands: Mapping[str, int], options: Options
) -> list[tuple[Mapping[str, int], Mapping[str, int]]]:
    """All hands before and after each answer."""
    there_ = [one for one in answers if one["from"] in hands and one["who"] in hands]
    order = [one["who"] for one in there_ if one["who"] != GM]
    found = [group_quiz(order=order, hands=hands, answers=there_[:n], options=options).hands
             for n in range(len(there_) + 1)]  # fmt: skip
    return list(pairwise(found))


def settle(turn: Turn, exchange: Exchange) -> None:
    """One answer after the other moves its token."""
    before = {one.key: hand_of(turn.desk, one) for one in participants(turn.desk)}
    steps = steps_of(answers_so_far(exchange), before, turn.options)
    found: list[Flow] = [one for step in steps for one in flows(*step)]
    event = turn.tell("yarn.quiz-settled", {"flows": told_flows(turn.desk, found), "rule": "yarn.group-quiz"})
    told_by(turn, event, *moved(turn, found, "The quiz", "yarn.group-quiz"))
    turn.change(exchange, stage=course.MOVED)
    exchanges.close(turn, exchange)


def has_come_out(desk: Desk, scene: Scene) -> bool:
    """Whether a dramatic scene has come out: by a petition, without a contest, or by its quiz."""
    settled = course.settled_in(desk, scene.span)
    return bool(settled) or is_uncontested(scene) or is_over(desk, scene.span)


@kept
def is_over(desk: Desk, scene: Span) -> bool:
    """Whether everybody of a scene has said what they sought, and nobody sought anything, or its tokens have moved."""
    said = [one for one in desk.all(Exchange, kind=course.SOUGHT) if answering.all_in(one) and _is_of(one, scene)]
    asked = [one for one in desk.all(Exchange, kind=course.QUIZ) if _is_of(one, scene)]
    return any(one.stage == course.MOVED for one in asked) if asked else bool(said)


def _is_of(exchange: Exchange, scene: Span) -> bool:
    return bool(exchanges.state_of(exchange).scene == scene.pk)
