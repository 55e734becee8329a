"""What waits for people while a dramatic scene comes out."""

from __future__ import annotations

from apps.drama.yarn.petition import course, forcing, questions, quiz
from apps.drama.yarn.petition.sides_of_force import Declared
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask

FOLDER = "drama/yarn/petition/asks"
ANSWERS = {
    course.GOT_IT: "yarn.got-it",
    course.DOUBT: "yarn.doubt",
    course.FORCING: "yarn.force",
    course.BOTH: "yarn.say-two-way",
    course.TOKENS: "yarn.confirm-tokens",
}


def answered_with(ask: Ask) -> str:
    """The act that answers at its stage."""
    return ANSWERS[ask.facts["stage"]]


exchange_kind(
    name=course.KIND,
    state=course.Petition,
    template=f"{FOLDER}/petition",
    answer="yarn.got-it",
    answers=answered_with,
    context=questions.asked_context,
    inner_closed=course.goes_on,
    bare_row=True,
)
for _name, _answer, _inner in (
    (course.FORCE, "yarn.give-up", forcing.called_off),
    (course.BLOCK, "yarn.block", None),
):
    exchange_kind(
        name=_name,
        state=Declared,
        template=f"{FOLDER}/pile",
        answer=_answer,
        context=questions.pile_context,
        inner_closed=_inner,
        bare_row=True,
    )
exchange_kind(
    name=course.SOUGHT,
    state=quiz.Around,
    template=f"{FOLDER}/sought",
    answer="yarn.sought",
    context=questions.sought_context,
    sealed="till-all-in",
    all_in=quiz.all_have_said,
    bare_row=True,
)
exchange_kind(
    name=course.QUIZ,
    state=quiz.Around,
    template=f"{FOLDER}/quiz",
    answer="yarn.quiz-answer",
    context=questions.quiz_context,
    bare_row=True,
)
