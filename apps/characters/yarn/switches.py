"""The switches that sheets, orders and votes are played by."""

from apps.table.switches import honours

honours(
    "yarn", "sheets-open", "story-word-limit", "narrow-traits", "unknown-traits", "precedence-source", "vote-reveal",
    "tokens-public",
)  # fmt: skip
