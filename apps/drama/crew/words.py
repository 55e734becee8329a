"""What a trigger did in words, filters of the library `rolls`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apps.checks.templatetags.rolls import register

Facts = Mapping[str, Any]


@register.filter
def effect_done(done: Facts) -> str:
    """What an effect did to a die, to what is in play, or to a store of Big Damn Hero dice; nothing where it is told
    without."""
    if not done or not done["did"]:
        return ""
    if found := DONE.get(done["did"]):
        return found(done)
    if not done["to"]:
        return f"{done['whose']}: {done['name']} {done['from']} is gone."
    steps = f"{done['from']} to {done['to']}" if done["from"] else done["to"]
    return f"{done['whose']}: {done['name']} {steps}."


def _reroll(done: Facts) -> str:
    fallen = f"{done['name']} d{done['sides']} showed {done['from']}, thrown anew it shows {done['to']}"
    again = " It had fallen before." if done.get("again") else ""
    return f"{fallen}: {done['total']} in all.{again}"


DONE: dict[str, Callable[[Facts], str]] = {
    "hero-die": lambda done: f"{done['whose']} gains a Big Damn Hero die {done['to']}.",
    "reroll": _reroll,
    "double": lambda done: f"{done['name']} {done['to']} lies in the pool twice.",
    "step": lambda done: f"In this roll {done['name']} {done['from']} is {done['to']}.",
}


@register.filter
def trigger_paid(facts: Facts) -> str:
    """The plot point that a trigger brought or cost, and how many are left."""
    if facts.get("gained"):
        return f"One plot point from the pile, {facts['left']} now."
    if facts["points"] >= 0 or not facts.get("paid"):
        return ""
    if facts.get("bank"):
        return f"One point from the bank, {facts['left']} in it."
    return f"One plot point, {facts['left']} left."
