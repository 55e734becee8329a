"""Kinds of events in Crew's rolls."""

from apps.checks.crew import words  # noqa: F401  their templates use its filters
from apps.table.kinds import always, kind

FOLDER = "checks/crew/events"

kind("crew.contest", FOLDER, group="rolls", awaited=always)
kind("crew.asked", FOLDER, group="rolls")
kind("crew.stakes", FOLDER, group="rolls")
kind("crew.thrown", FOLDER, shape="result", group="rolls", whole=True)
kind("crew.at-zero", FOLDER, group="rolls", whole=True)
kind("crew.kept", FOLDER, shape="result", group="rolls", whole=True)
kind("crew.announced", FOLDER, group="rolls", whole=True, awaited=always)
kind("crew.hero", FOLDER, shape="result", group="rolls", whole=True)
kind("crew.hero-passed", FOLDER, group="rolls", whole=True)
kind("crew.hero-jinx", FOLDER, group="rolls", whole=True)
kind("crew.hero-lost", FOLDER, group="rolls", whole=True)
kind("crew.result", FOLDER, shape="result", group="rolls", whole=True)
kind("crew.overruled", FOLDER, group="rolls")
kind("crew.moved-on", FOLDER, group="rolls")
kind("crew.lent", FOLDER, group="rolls", whole=True)
