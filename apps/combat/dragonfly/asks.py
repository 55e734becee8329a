"""What waits for people in Dragonfly's fights."""

from __future__ import annotations

from apps.combat.dragonfly.blows import blow, defending
from apps.combat.dragonfly.fighters import initiative, questions
from apps.combat.dragonfly.holds import breaking_free
from apps.combat.dragonfly.wounds import enduring, fate, fear, harm, panic
from apps.table.exchanges import exchange_kind

FOLDER = "combat/dragonfly/asks"

for _name in initiative.KINDS:
    exchange_kind(
        name=_name,
        state=initiative.InitiativeAsked,
        template=f"{FOLDER}/initiative",
        answer="dragonfly.initiative",
        open=_name == questions.INITIATIVE,
        context=initiative.ask_context,
        bare_row=True,
    )
for _name in enduring.KINDS:
    exchange_kind(
        name=_name,
        state=enduring.Testing,
        template=f"{FOLDER}/test",
        answer="dragonfly.answer-test",
        open=not _name.endswith("-secret"),
        context=enduring.test_context,
    )
for _kind, _word in ((questions.DOWN, "down"), (questions.WAKING, "waking")):
    for _name in (_kind, f"{_kind}-secret"):
        exchange_kind(
            name=_name,
            state=harm.About,
            template=f"{FOLDER}/{_word}",
            answer=f"dragonfly.answer-{_word}",
            open=False,
            context=fate.question_context,
        )
for _secret in ("", "-secret"):
    exchange_kind(
        name=f"{questions.FEAR}{_secret}",
        state=panic.Facing,
        template=f"{FOLDER}/fear",
        answer="dragonfly.answer-fear",
        open=not _secret,
        context=fear.fear_context,
    )
    exchange_kind(
        name=f"{questions.PANIC}{_secret}",
        state=panic.Panicking,
        template=f"{FOLDER}/panic",
        answer="dragonfly.answer-panic",
        open=not _secret,
        context=panic.panic_context,
    )
    exchange_kind(
        name=f"{questions.BREAK_FREE}{_secret}",
        state=breaking_free.Breaking,
        template=f"{FOLDER}/hold",
        answer="dragonfly.answer-hold",
        open=not _secret,
        context=breaking_free.hold_context,
        bare_row=True,
    )
    exchange_kind(
        name=f"{questions.ATTACK}{_secret}",
        state=blow.Attack,
        template=f"{FOLDER}/attack",
        answer="dragonfly.defend",
        open=not _secret,
        context=defending.defend_context,
        bare_row=True,
    )
