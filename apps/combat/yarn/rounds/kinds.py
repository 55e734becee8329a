"""Kinds of events in Yarn's rounds."""

from apps.table.kinds import kind

FOLDER = "combat/yarn/rounds/events"

for _name in ("fight-begun", "fight-joined", "fight-sided", "initiative-thrown"):
    kind(f"yarn.{_name}", FOLDER, group="rolls")
kind("yarn.fight-ended", FOLDER, group="rolls", news=True)
kind("yarn.initiative-rolled", FOLDER, shape="result", group="rolls")
for _name in (
    "fight-left", "order-stands", "turn-came", "held-back", "broke-in", "did-something", "desperately", "upper-hand",
    "extra-taken",
):  # fmt: skip
    kind(f"yarn.{_name}", FOLDER, group="rolls", whole=True)
