"""What a plot point buys, with the way there: the act that takes it, or the question that waits to be answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from apps.characters.crew import out
from apps.characters.models import Character
from apps.drama.crew.assets import at_hand_of
from apps.drama.crew.triggers import triggers_on
from apps.rules.crew.lists import BankUse, PlotPointUse
from apps.table import exchanges
from apps.table.models import Ask
from apps.table.viewer import Viewer

ASSET, KEEP = "crew.asset", "crew.asset-keep"
ACTS = {"asset": ASSET, "asset-keep": KEEP, "trigger": "crew.trigger"}
ANSWERS = {
    "extra-die": ("crew.keep",),
    "hero-die": ("crew.hero",),
    "stay": ("crew.answer-stay", "crew.answer-gmc-stay"),
    "opportunity": ("crew.answer-opportunity",),
    "limited-action": ("crew.throw",),
}
COMES_BY_ITSELF = {
    "asset-keep": "none of yours is in play",
    "extra-die": "asked once your own dice have fallen",
    "hero-die": "asked once both totals stand, with a die in store",
    "stay": "asked after a lost high stakes roll",
    "opportunity": "asked when dice of the other side show 1s",
    "limited-action": "paid at the throw of whoever is Taken Out",
}


@dataclass(frozen=True)
class Way:
    """What is bought, for what, when, and the `address` of the act that takes the point; nothing while it cannot be
    bought."""

    title: str
    price: str
    when: str
    address: str = ""


def ways(viewer: Viewer, uses: Sequence[PlotPointUse | BankUse], payer: Character | None) -> list[Way]:
    """A way for each of these uses, for this crewmember, or for the GM's opposition where there is none."""
    waiting = _answers_awaited(viewer, payer)
    if payer is None or not out.is_out(payer):
        waiting.pop("crew.throw", None)  # it costs a point only of whoever is Taken Out
    return [_way(viewer, use, payer, waiting) for use in uses]


def _way(viewer: Viewer, use: PlotPointUse | BankUse, payer: Character | None, waiting: dict[str, Ask]) -> Way:
    title, when = use.title[:1].upper() + use.title[1:], getattr(use, "when", "")
    price = _price(viewer, use, payer)
    asked = next((waiting[act] for act in ANSWERS.get(use.id, ()) if act in waiting), None)
    if asked is not None:
        act = exchanges.kind_of(asked.exchange).answered_with(asked)
        return Way(title, price, "asked of you now", f"{act}?{urlencode({'ask': asked.public_id})}")
    act = ACTS.get(use.id, "")
    if not act or (act == KEEP and not at_hand_of(viewer)):
        return Way(title, price, COMES_BY_ITSELF[use.id])
    return Way(title, price, when, f"{act}?{urlencode(_filled_in(use, payer))}" if payer else act)


def _price(viewer: Viewer, use: PlotPointUse | BankUse, payer: Character | None) -> str:
    """In words, as the table's switches have it (crew.plot-point-uses, crew.opportunity)."""
    each_step = use.id == "opportunity" and viewer.options.opportunity_price == "one per step"
    per = "per step" if each_step else use.per
    return f"1 {'plot point' if payer else 'point of the bank'}{per and f' {per}'}"


def _filled_in(use: PlotPointUse | BankUse, payer: Character) -> dict[str, str]:
    """What the act's form says already: who pays, and the first trigger of theirs that asks for a point."""
    triggers = triggers_on([payer]) if use.id == "trigger" else []
    costs = next((one.key for one in triggers if one.trigger.points < 0), "")
    return {"character": payer.public_id} | ({"trigger": costs} if costs else {})


def _answers_awaited(viewer: Viewer, payer: Character | None) -> dict[str, Ask]:
    """The open questions about this crewmember, or to the GM, by the act that answers each."""
    whom = ("character", payer.pk) if payer else ("gms", 0)
    found = [one for one in exchanges.all_open_asks(viewer) if (one.audience, one.subject) == whom]
    return {exchanges.kind_of(one.exchange).answered_with(one): one for one in found}
