"""The GM strikes a skill that does not apply: the same faces are judged without it (dragon.skill-effect)."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.checks.cards import RollForm
from apps.checks.dragon.checks import judged
from apps.checks.dragon.pools import Chosen, Facts, told
from apps.rules.dragon.checks import Rolled
from apps.table import log
from apps.table.acts import act, gms
from apps.table.turn import Turn, Version

KIND = "dragon.check"
OF_WHOM = ("character", "character_id")
"""Facts in which versions differ: of somebody hidden only the GMs know the name."""


class StrikeForm(RollForm):
    retells = "skills"
    kinds = (KIND,)
    skill = forms.CharField(widget=forms.HiddenInput, max_length=60)


@act("dragon.strike-skill", title="Strike a skill", form=StrikeForm, button="It does not apply", who=gms)
def strike(turn: Turn, form: StrikeForm) -> None:
    """Takes a skill out of a roll. Every version of its card is told anew, with the faces that fell."""
    told_: log.Told = form.cleaned_data["event"]
    skill = form.cleaned_data["skill"]
    if skill not in [one["name"] for one in told_.facts["skills"]]:
        turn.refuse("no-such-skill", f"{skill} is not in this roll.", "skill")
    full = without(told_.facts, skill, turn.options)
    versions = []
    for one in turn.desk.tellings_of(told_.event):
        if not one.facts.get("blind"):
            turn.change(one, facts=retold(one.facts, full))
        versions.append(Version(one.audience, one.subject, one.rank, brief(one.facts, skill)))
    turn.record("dragon.skill-struck", versions, about=[told_.event])


def retold(facts: Facts, full: Facts) -> Facts:
    """A version of the card as it is now: what it held before, and what was struck where it names the skills."""
    known = {name: full[name] for name in facts if name not in OF_WHOM}
    struck = {"struck": full["struck"]} if "skills" in facts else {}
    return facts | known | struck


def brief(facts: Facts, skill: str) -> Facts:
    """What the same people hear of it: which skill it was, where they know those of the roll."""
    known = {"character": facts.get("character", ""), "label": facts.get("label", "")}
    return known | {"skill": skill if "skills" in facts or facts.get("blind") else ""}


def without(facts: Facts, skill: str, options: Any) -> Facts:
    """A roll's facts as they are without that skill; of dice that it added the last ones fall away."""
    skills = tuple((one["name"], one["level"]) for one in facts["skills"] if one["name"] != skill)
    chosen = Chosen(facts["substat"], facts["value"], skills, facts["difficulty"], facts["bonus"])
    pool = chosen.pool(options)
    faces = tuple(face for face, _ in facts["faces"][: pool.dice])
    found = told(chosen, Rolled(faces, pool.target, pool.successes(faces)), facts["typed"], options)
    verdict = judged(found, facts["required"]) if "required" in facts else {}
    return facts | found | verdict | {"struck": [*facts.get("struck", ()), skill]}
