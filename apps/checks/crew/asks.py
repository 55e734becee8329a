"""What waits for people in Crew's contests."""

from __future__ import annotations

from apps.checks.crew import contest_asks, contests, course, result
from apps.rules.crew.contest import Contest
from apps.table.exchanges import exchange_kind

FOLDER = "checks/crew/asks"

exchange_kind(
    name=contests.KIND,
    state=Contest,
    template=f"{FOLDER}/contest",
    answer="crew.throw",
    answers=contest_asks.answered_with,
    context=contest_asks.context,
    closing=course.tidy,
    inner_closed=course.carry_on,
)
exchange_kind(
    name=result.LOSS,
    state=result.Losing,
    template=f"{FOLDER}/hero-loss",
    answer="crew.lose-hero",
    waits_for="which Big Damn Hero die goes",
    context=contest_asks.loss_context,
)
