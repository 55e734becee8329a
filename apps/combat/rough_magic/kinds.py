"""Kinds of events in Rough Magic's fights."""

from collections.abc import Mapping
from typing import Any

from apps.checks.rough_magic.buying import pays_for
from apps.combat.rough_magic.blasts import kinds as _blasts  # noqa: F401
from apps.combat.rough_magic.feats import kinds as _feats  # noqa: F401
from apps.combat.rough_magic.holds import kinds as _holds  # noqa: F401
from apps.table.kinds import always, kind
from apps.table.viewer import Viewer

FOLDER = "combat/rough_magic/events"


def attacked(viewer: Viewer, facts: Mapping[str, Any]) -> bool:
    """Whether this seat plays who attacked, or one of those who struck together."""
    return pays_for(viewer, {facts.get("attacker_id", ""), *facts.get("beside", ())})


def has_hit(facts: Mapping[str, Any]) -> bool:
    """A miss is final; whoever is hit, as far as this seat is told of it, is asked."""
    return bool(facts.get("hit"))


for _name in ("fight-started", "fight-joined", "fight-sided", "noticed", "surroundings-added"):
    kind(f"rough_magic.{_name}", FOLDER, group="rolls")
kind("rough_magic.fight-ended", FOLDER, group="rolls", news=True)
kind("rough_magic.order-rolled", FOLDER, shape="result", group="rolls")
for _name in ("order-set", "turn-came", "held", "broke-in", "forced", "placed", "fight-left", "waits", "wait-over"):
    kind(f"rough_magic.{_name}", FOLDER, group="rolls", whole=True)
for _name in ("moved", "paced", "task-taken", "free-acted"):
    kind(f"rough_magic.{_name}", FOLDER, group="rolls", whole=True)
kind("rough_magic.surroundings-settled", FOLDER, group="rolls", whole=True, news=True)
kind(
    "rough_magic.attacked",
    FOLDER,
    shape="result",
    group="rolls",
    gm_buttons=f"{FOLDER}/_own.html",
    own_buttons=f"{FOLDER}/_own.html",
    part=attacked,
    awaited=has_hit,
)
kind("rough_magic.attack-settled", FOLDER, shape="result", group="rolls")
for _name in ("range-asked", "power-asked"):
    kind(f"rough_magic.{_name}", FOLDER, group="rolls", whole=True, awaited=always)
for _name in ("range-refused", "power-refused", "environment"):
    kind(f"rough_magic.{_name}", FOLDER, group="rolls", whole=True)
