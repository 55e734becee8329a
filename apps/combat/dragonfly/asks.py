"""What waits for people in Dragonfly's fights."""

from __future__ import annotations

from apps.combat.dragonfly import blows, defending, fear, fury, holding, initiative, wounds
from apps.table.exchanges import exchange_kind

FOLDER = "combat/dragonfly/asks"

exchange_kind(
    name=fury.KIND, state=fury.FuryAsked, ask_template=f"{FOLDER}/fury.html", row_template=f"{FOLDER}/fury_row.html",
    answer="dragonfly.answer-fury", open=False,
)  # fmt: skip
for _name in initiative.KINDS:
    exchange_kind(
        name=_name, state=initiative.InitiativeAsked, ask_template=f"{FOLDER}/initiative.html",
        row_template=f"{FOLDER}/initiative_row.html", answer="dragonfly.initiative", open=_name == initiative.OPEN,
        context=initiative.ask_context, bare_row=True,
    )  # fmt: skip
for _name in wounds.KINDS:
    exchange_kind(
        name=_name, state=wounds.Testing, ask_template=f"{FOLDER}/test.html", row_template=f"{FOLDER}/test_row.html",
        answer="dragonfly.answer-test", open=not _name.endswith("-secret"), context=wounds.test_context,
    )  # fmt: skip
for _kind, _word in ((wounds.DOWN, "down"), (wounds.WAKING, "waking")):
    for _name in (_kind, f"{_kind}-secret"):
        exchange_kind(
            name=_name, state=wounds.About, ask_template=f"{FOLDER}/{_word}.html",
            row_template=f"{FOLDER}/{_word}_row.html", answer=f"dragonfly.answer-{_word}", open=False,
            context=wounds.question_context,
        )  # fmt: skip
for _secret in ("", "-secret"):
    exchange_kind(
        name=f"{fear.TEST}{_secret}", state=fear.Facing, ask_template=f"{FOLDER}/fear.html",
        row_template=f"{FOLDER}/fear_row.html", answer="dragonfly.answer-fear", open=not _secret,
        context=fear.fear_context,
    )  # fmt: skip
    exchange_kind(
        name=f"{fear.PANICS_AT}{_secret}", state=fear.Panicking, ask_template=f"{FOLDER}/panic.html",
        row_template=f"{FOLDER}/panic_row.html", answer="dragonfly.answer-panic", open=not _secret,
        context=fear.panic_context,
    )  # fmt: skip
    exchange_kind(
        name=f"{holding.KIND}{_secret}", state=holding.Breaking, ask_template=f"{FOLDER}/hold.html",
        row_template=f"{FOLDER}/hold_row.html", answer="dragonfly.answer-hold", open=not _secret,
        context=holding.hold_context, bare_row=True,
    )  # fmt: skip
    exchange_kind(
        name=f"{defending.KIND}{_secret}", state=blows.Attack, ask_template=f"{FOLDER}/attack.html",
        row_template=f"{FOLDER}/attack_row.html", answer="dragonfly.defend", open=not _secret,
        context=defending.defend_context, bare_row=True,
    )  # fmt: skip
