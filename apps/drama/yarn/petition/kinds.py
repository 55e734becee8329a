"""Kinds of events about how dramatic scenes come out."""

from apps.table.kinds import kind

for _name in (
    "sides-named", "scene-over", "got-it-said", "doubted", "let-be", "no-contest", "forced", "force-left",
    "token-given", "gift-taken-back", "blocked", "block-left", "two-way-asked", "two-way-said", "asked-around",
    "sought-said", "quiz-answered",
):  # fmt: skip
    kind(f"yarn.{_name}", "drama/yarn/petition/events", group="table")
kind("yarn.tokens-moved", "drama/yarn/petition/events", group="points", news=True)
for _name in ("sought-opened", "quiz-settled"):
    kind(f"yarn.{_name}", "drama/yarn/petition/events", group="points", whole=True)
