"""The switches that rolls are played by."""

from apps.table.switches import honours

honours(
    "yarn", "hidden-rolls-announced", "breaks-count-dropped-dice", "botch", "botch-needs-two-dice", "blow-top",
    "unstoppable-six", "unstoppable-six-counts-dropped-dice", "multiple-experience-dice", "multiple-actions-declared",
)  # fmt: skip
