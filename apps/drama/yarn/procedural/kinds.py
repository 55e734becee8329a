"""Kinds of events about procedural scenes."""

from apps.table.kinds import kind

FOLDER = "drama/yarn/procedural/events"

kind("yarn.consequences-thrown", FOLDER, shape="result", group="rolls")
for _name in (
    "consequence-said",
    "consequence-brought",
    "consequence-faded",
    "success-told",
):
    kind(f"yarn.{_name}", FOLDER, group="table")
for _name in ("success-heard", "success-settled"):
    kind(f"yarn.{_name}", FOLDER, group="table", whole=True)
