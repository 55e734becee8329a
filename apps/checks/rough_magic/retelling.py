"""A roll that has fallen becomes another: a plot point makes it a success, or the GM sets its total."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from apps.characters import points
from apps.characters.access import of_public_id
from apps.characters.forms import acting_for, number
from apps.characters.models import Character
from apps.characters.rough_magic import states
from apps.characters.rough_magic.points import held_for, payer_of, spend, why_penniless
from apps.checks.cards import RollForm
from apps.checks.rough_magic.buying import RULE, SUCCESS, plays
from apps.checks.rough_magic.outcomes import Outcome, came_out
from apps.checks.rough_magic.rolling import Facts
from apps.rules.rough_magic.drama.bought import automatic_success
from apps.rules.rough_magic.roll import success
from apps.table import log
from apps.table.acts import act, anyone, gms
from apps.table.models import Event, Telling
from apps.table.turn import Turn, Version

KIND = "rough_magic.check"
MOST_TOTAL = 99
PAID_BEFORE = "At this table the point is paid before the dice fall."
OUTCOME = ("total", "margin", "success", "extreme", "auto", "point", "by_the_rules", "may_turn")
"""What of a roll changes; a version of its card tells anew what it told of these."""


Follow = Callable[[Turn, Character, Mapping[str, Any]], None]
_turned: dict[str, Follow] = {}


def when_turned(kind: str) -> Callable[[Follow], Follow]:
    """Registers what follows where a point makes a success of a roll of that kind of event."""

    def register(hook: Follow) -> Follow:
        _turned[kind] = hook
        return hook

    return register


def whole_of(turn: Turn, event: Event) -> Facts:
    """All that is told of a roll to whoever knows most of it."""
    known: list[Facts] = [one.facts for one in turn.desk.tellings_of(event)]
    return max(known, key=len)


def retell(
    turn: Turn,
    event: Event,
    kind: str,
    full: Facts,
    news: Facts,
    brief: Facts,
    *,
    names: Sequence[str] = OUTCOME,
) -> None:
    """Every version of the card tells what changed, as far as it told of such things; the same people hear of it."""
    versions = []
    for one in turn.desk.tellings_of(event):
        turn.change(one, facts=_anew(one, full | news, names))
        who = {"character": one.facts.get("character", ""), "label": one.facts.get("label", "")}
        versions.append(Version(one.audience, one.subject, one.rank, who | (brief if "success" in one.facts else {})))
    turn.record(kind, versions, about=[event])


def _anew(version: Telling, full: Facts, names: Sequence[str]) -> Facts:
    known = dict(version.facts)
    if known.get("blind"):
        return known
    changed = {name: full[name] for name in names if known.get(name) is not None and name in full}
    added = {name: full[name] for name in ("by_the_rules",) if name in full and "total" in known}
    return known | changed | added


# a plot point after the roll


class AutomaticForm(RollForm):
    retells = "faces"

    @property
    def kinds(self) -> Collection[str]:
        return (KIND, *_turned)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if told := given.get("event"):
            given["character"] = self._whose(told)
        return given

    def _whose(self, told: log.Told) -> Character | None:
        found = of_public_id(self.viewer.desk.all(Character), told.facts.get("character_id", ""))
        if "success" not in told.facts:
            self.add_error("event", f"Only the {self.viewer.game.gm} knows what came of it.")
        elif found is None or not plays(found):
            self.add_error("event", "No player’s plot points stand behind this roll.")
        elif not self.viewer.is_gm and found.seat_id != self.viewer.seat.pk:
            self.add_error("event", "It is somebody else’s roll.")
        return found


@act(
    "rough_magic.automatic-success",
    title="It succeeds, for a plot point",
    form=AutomaticForm,
    button="It succeeds, for 1 plot point",
    who=anyone,
)
def automatic(turn: Turn, form: AutomaticForm) -> None:
    """A point makes a success of a roll that has failed (rough_magic.automatic-success).

    Refused where it succeeded, fails whatever is rolled, was paid for already, or the table allows it before dice only.
    """
    told, character = form.cleaned_data["event"], form.cleaned_data["character"]
    acting_for(turn, character)
    full = whole_of(turn, told.event)
    refuse_late(turn, character, full)
    move = spend(turn, payer_of(character), "Automatic success", RULE)
    news = {"success": True, "extreme": False, "margin": 0, "auto": "success", "point": SUCCESS,
            "may_turn": False}  # fmt: skip
    retell(turn, told.event, "rough_magic.bought-success", full, news, {"point": SUCCESS, "success": True})
    points.told_by(turn, turn.events[0], move)
    follows(turn, told.event, {**full, **news})


def follows(turn: Turn, card: Event, full: Facts) -> None:
    """What follows from a roll is another thing now; whoever comes round after all is no longer in that state."""
    character = of_public_id(turn.desk.all(Character), full["character_id"])
    if character is not None and card.kind in _turned:
        _turned[card.kind](turn, character, full)
    elif character is not None and full.get("from_"):
        if full["success"]:
            states.end(turn, character, full["from_"])
    elif character is not None:
        label = full["label"] or full["what"]
        out = (full["total"], full.get("target"), full["success"], full["extreme"])
        came_out(turn, Outcome(card, character, label, *out))


def refuse_late(turn: Turn, character: Character, full: Facts) -> None:
    """Whether a point may still turn it, by the rule."""
    if full["success"]:
        turn.refuse("succeeded", "This roll is a success already.", "event")
    if full["auto"] == "fail":
        turn.refuse("impossible", "It fails whatever is rolled: no point turns that.", "event")
    if no := why_penniless(character, "event"):
        raise no
    held = held_for(character)
    if not automatic_success(points=held, total=full["total"], dv=full.get("dv"), options=turn.options).legal:
        turn.refuse("too-late", PAID_BEFORE, "event")


# the GM's word


class OverruleForm(RollForm):
    retells = "faces"
    kinds = (KIND,)
    total = number("The total that counts", -MOST_TOTAL, MOST_TOTAL)


@act("rough_magic.overrule", title="Overrule a total", form=OverruleForm, button="Set the total", who=gms)
def overrule(turn: Turn, form: OverruleForm) -> None:
    """Sets the total of a roll (rough_magic.rules-are-examples); the card tells both numbers."""
    told: log.Told = form.cleaned_data["event"]
    total, full = form.cleaned_data["total"], whole_of(turn, form.cleaned_data["event"].event)
    if full.get("total") is None or full.get("target") is None:
        turn.refuse("no-total", "No dice fell in this roll.", "total")
    if total == full["total"]:
        turn.refuse("same", f"The total is {total} already.", "total")
    worth = success(margin=total - full["target"])
    news = {
        "total": total, "by_the_rules": full.get("by_the_rules", full["total"]), "margin": worth.margin,
        "success": worth.success, "extreme": worth.extreme, "auto": "none", "may_turn": False,
    }  # fmt: skip
    retell(
        turn, told.event, "rough_magic.overruled", full, news, {"total": total, "by_the_rules": news["by_the_rules"]}
    )
    follows(turn, told.event, {**full, **news})
