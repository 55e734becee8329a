"""The switches that petitions are played by."""

from apps.table.switches import honours

honours("yarn", "no-contest-exchange", "quiz-settlement")
