"""What this seat's bennies buy now; what does not fit says why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.yarn.people import Participant, of_seat
from apps.characters.yarn.points import bennies_of
from apps.drama.yarn.bennies.burning import may_be_burned
from apps.drama.yarn.bennies.buying import BURN, CARD, PROCEDURAL, TOKEN, why_not_bought
from apps.drama.yarn.bennies.dice import TOKEN_LIES, lies, procedural_of, why_not_used
from apps.table.panels import panel
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Buy:
    """One benefit: the act and what is sent with it, or why not."""

    title: str
    line: str
    act: str
    what: str = ""
    opens: bool = False
    off: str = ""


@panel(
    "yarn-bennies",
    template="drama/yarn/bennies/panels/bennies.html",
    slot="stage",
    order=22,
    game="yarn",
    roles={"player"},
)
def bennies(viewer: Viewer) -> Mapping[str, Any]:
    """Folded away, and only where there is something to spend."""
    who = of_seat(viewer.seat)
    held, tokens = bennies_of(viewer.desk, who), procedural_of(viewer.desk, who)
    if not held and not tokens:
        return {}
    ready = lies(viewer.desk, who, TOKEN_LIES)
    no = why_not_used(viewer.desk, who)
    return {
        "held": held,
        "tokens": tokens,
        "ready": ready,
        "no_use": no.text if no is not None else "",
        "buys": list(_buys(viewer, who)) if held else [],
    }


def _buys(viewer: Viewer, who: Participant) -> Iterator[Buy]:
    desk, options = viewer.desk, viewer.options

    def off(benefit: str) -> str:
        no = why_not_bought(desk, who, benefit, options)
        return no.text if no is not None else ""

    yield Buy("1 token", "from the kitty to your hand", "yarn.buy-token", off=off(TOKEN))
    nobody = "" if may_be_burned(desk, who, options) else "Nobody else holds a token."
    burn = "1 token of another player goes back to the kitty"
    yield Buy("Burn a token", burn, "yarn.burn", opens=True, off=off(BURN) or nobody)
    if options.procedural_bennie != "off":
        card, kept = "a bonus die on your next roll in this scene", "a bonus die on a roll of your choice, later"
        yield Buy("A card", card, "yarn.buy-procedural", CARD, off=off(CARD))
        yield Buy("A procedural token", kept, "yarn.buy-procedural", PROCEDURAL, off=off(PROCEDURAL))
