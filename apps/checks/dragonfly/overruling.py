"""The GM overrules a total: people decide, and the card says what the rules said."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.checks.cards import RollForm
from apps.checks.dragonfly.sides import MOST_MODIFIER
from apps.rules.dragonfly import checks
from apps.table import log
from apps.table.acts import act, gms
from apps.table.turn import Turn, Version

KIND = "dragonfly.check"


class OverruleForm(RollForm):
    retells = "total"
    called = "check"
    kinds = (KIND,)
    total = forms.IntegerField(label="The total that counts", min_value=-MOST_MODIFIER, max_value=3 * MOST_MODIFIER)


@act("dragonfly.overrule", title="Overrule a total", form=OverruleForm, button="Set the total", who=gms)
def overrule(turn: Turn, form: OverruleForm) -> None:
    """Sets the total of a check. Every version of the card that knows a total tells both numbers."""
    told: log.Told = form.cleaned_data["event"]
    total = form.cleaned_data["total"]
    by_the_rules = told.facts.get("by_the_rules", told.facts["total"])
    if total == told.facts["total"]:
        turn.refuse("same", f"The total is {total} already.", "total")
    versions = []
    for one in turn.desk.tellings_of(told.event):
        turn.change(one, facts=overruled(one.facts, told.facts, total, turn.options))
        versions.append(Version(one.audience, one.subject, one.rank, _brief(one.facts, by_the_rules)))
    turn.record("dragonfly.overruled", versions, about=[told.event])


def overruled(facts: dict[str, Any], full: dict[str, Any], total: int, options: Any) -> dict[str, Any]:
    """The card's facts with another total; a version without a total learns only whether it is enough now."""
    if facts.get("blind"):
        return facts
    levels = checks.success_levels(total=total)
    enough = checks.required_levels(
        total=total, required_levels=full["required"], earned_before=full.get("before", 0), options=options
    )
    if "total" not in facts:
        return facts | {"success": enough.success, "overruled": True}
    return facts | {
        "by_the_rules": facts.get("by_the_rules", facts["total"]),
        "total": total,
        "success": enough.success,
        "levels": levels.success_levels,
        "word": levels.description,
        "so_far": enough.levels_so_far,
        "overruled": True,
    }


def _brief(facts: dict[str, Any], by_the_rules: int) -> dict[str, Any]:
    known = {"character": facts.get("character", ""), "label": facts.get("label", "")}
    if facts.get("total") is None:
        return known
    return known | {"total": facts["total"], "by_the_rules": by_the_rules}
