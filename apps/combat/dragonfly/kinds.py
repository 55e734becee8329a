"""Kinds of events in Dragonfly's fights."""

from apps.combat.dragonfly import words  # noqa: F401  their templates use its filters
from apps.table.kinds import always, kind

FOLDER = "combat/dragonfly/events"

for _name in (
    "fight-started",
    "fight-joined",
    "fight-left",
    "fight-sided",
    "fight-step",
    "fight-placed",
    "verdict",
):
    kind(f"dragonfly.{_name}", FOLDER, group="rolls")
for _name in ("fight-acted", "fight-undefended", "declared"):
    kind(f"dragonfly.{_name}", FOLDER, group="rolls", whole=True)
kind("dragonfly.initiative", FOLDER, shape="result", group="rolls")
for _name in ("fear-asked", "minute"):
    kind(f"dragonfly.{_name}", FOLDER, group="rolls")
for _name in ("fight-ended", "fate-set", "panicked", "alight"):
    kind(f"dragonfly.{_name}", FOLDER, group="rolls", news=True)
for _name in (
    "fell",
    "panic-ended",
    "retest-declined",
    "fire-out",
    "burned",
    "break-tried",
    "hold-answered",
    "let-go",
):
    kind(f"dragonfly.{_name}", FOLDER, group="rolls", whole=True)
for _name in ("tested", "stabilised", "fear-tested", "broke-free"):
    kind(f"dragonfly.{_name}", FOLDER, shape="result", group="rolls")
kind("dragonfly.attack-made", FOLDER, group="rolls", whole=True, awaited=always)
kind("dragonfly.feat-returned", FOLDER, group="points", whole=True)
kind("dragonfly.attack-settled", FOLDER, shape="result", group="rolls")
for _name in ("reloaded", "shots-answered"):
    kind(f"dragonfly.{_name}", FOLDER, group="rolls", whole=True)
for _name in ("aimed", "shots-settled"):
    kind(f"dragonfly.{_name}", FOLDER, shape="result", group="rolls")
