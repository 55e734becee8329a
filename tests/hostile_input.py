"""Whatever is typed into an act's form: it is done or refused in words, never broken, and nothing half-done stays."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any

from bs4 import BeautifulSoup
from django.db import transaction
from django.forms import CharField, HiddenInput

from apps.rules.dice import ScriptedDice
from apps.table import acts, door
from apps.table.models import Event, Table
from tests.acts_of_an_evening import Evening, Step, said

DIGITS = "9" * 10_000
SCRIPT = "<script>alert('fire')</script>"
NULL = "a\x00b"
FOREIGN = "xAAAAAAAAAAAA"
EACH = (DIGITS, SCRIPT, NULL, FOREIGN)
ALL = ("", "{{ 7|add:35 }}{% debug %}", "\u202egnp.exe\u2066\u200b", "'; DROP TABLE table_event; --",
       "../../../../etc/passwd", "-1", "1e400", "٣٤", "\ud7ff\uffff", "null")  # fmt: skip
LONG = "ab " * 340_000
THEIRS = re.compile(
    r"Ensure this|This field is required|Select a valid|Enter a (valid|whole|list)|not a valid value|Null characters"
)
MOST_THROWS = 4
"""What is sent may ask for more dice than the step does: one throw for each of several."""


class Trial:
    """Tries an act with wrong data, undoes whatever came of it, and notes what should not have been.

    Each field is left out once and once made hostile, by turns with each value of EACH; all fields together are given
    some values of ALL. Which, goes by the act, so that every value meets about every third act and every kind of field.
    """

    def __init__(self, tonight: Evening, step: Step, data: Mapping[str, Any]) -> None:
        self.tonight, self.step, self.data = tonight, step, dict(data)
        self.person = tonight.people[step.who]
        act = next(one for one in acts.acts() if one.name == step.act)
        start = {key: str(value) for key, value in data.items() if isinstance(value, str | int)}
        self.fields = act.form(initial=start, viewer=self.person.viewer).fields
        self.wrong: list[str] = []
        self.refusals = 0
        self.turn = sum(map(ord, step.act))

    def all(self) -> list[str]:
        for what, data in self.variants():
            self.one(what, data)
        if self.fields and not self.refusals:
            self.wrong.append(f"{self.step}: nothing was refused")
        return self.wrong

    def variants(self) -> Iterator[tuple[str, dict[str, Any]]]:
        yield "nothing", {}
        yield "what nobody asked for", {"who": "gm", "csrf": "x", "__proto__": "x", "id": "1", **self.data}
        fields = self.few()
        for place, name in enumerate(fields):
            yield f"no {name}", {key: value for key, value in self.data.items() if key != name}
            for value in EACH if len(fields) < 2 else (EACH[(self.turn + place) % len(EACH)],):
                yield f"{name}={value[:12]!r}", self.data | {name: value}
        if fields:
            yield f"{fields[0]} twice", self.data | {fields[0]: ["1", SCRIPT]}
        for value in ALL[self.turn % 3 :: 3]:
            yield f"all={value[:12]!r}", self.data | dict.fromkeys(self.data, value)
        if long := [name for name, field in self.fields.items() if isinstance(field, CharField)]:
            yield f"{long[0]} very long", self.data | {long[0]: LONG}

    def few(self) -> list[str]:
        """The fields of the form; of a whole sheet's hundred numbers and texts one of each kind."""
        kinds: dict[Any, str] = {}
        for name, field in self.fields.items():
            kinds.setdefault(name if len(self.fields) < 14 else (type(field), type(field.widget)), name)
        return list(kinds.values())

    def one(self, what: str, data: dict[str, Any]) -> None:
        """What was done is taken back; of what was refused the act's own transaction left nothing. All panels are
        drawn where one could show a script."""
        before = self.standing()
        self.person.has_a_line = not any(isinstance(one, str) and SCRIPT in one for one in data.values())
        try:
            with transaction.atomic():
                door.dice = ScriptedDice((self.step.dice or (5, 5)) * MOST_THROWS)
                answer = self.person.post(self.step.act, **data)
                after = self.standing()
                transaction.set_rollback(after != before)
        except Exception as broke:
            self.wrong.append(f"{self.step}, {what}: {broke!r}"[:400])
            return
        if answer.status_code == 200:
            self.well(what, answer, data)
        elif answer.status_code not in {403, 413, 422}:
            self.wrong.append(f"{self.step}, {what}: {answer.status_code}")
        elif before != after:
            self.wrong.append(f"{self.step}, {what}: refused, and something was changed")
        elif answer.status_code == 422:
            self.refused(what, answer, data)

    def standing(self) -> Any:
        table = Table.objects.get(pk=self.tonight.table.pk)
        return table.version, table.paused, Event.objects.count()

    def well(self, what: str, answer: Any, data: dict[str, Any]) -> None:
        text = answer.content.decode()
        if SCRIPT in text:
            self.wrong.append(f"{self.step}, {what}: a script came back as it was")

    def refused(self, what: str, answer: Any, data: dict[str, Any]) -> None:
        self.refusals += 1
        text = answer.content.decode()
        if 'role="alert"' not in text or 'class="refusal"' not in text:
            self.wrong.append(f"{self.step}, {what}: refused without a word: {said(answer)[:200]}")
        if theirs := THEIRS.search(text):
            self.wrong.append(f"{self.step}, {what}: {theirs[0]}…")
        if SCRIPT in text:
            self.wrong.append(f"{self.step}, {what}: a script came back as it was")
        for name, value in data.items():
            if self.is_typed(name) and isinstance(value, str) and not self.stays(value, text):
                self.wrong.append(f"{self.step}, {what}: what was typed into {name} is gone")
        if what.startswith("no "):
            self.leads_on(what, data)

    def leads_on(self, what: str, data: dict[str, Any]) -> None:
        """Without JavaScript what does not fit is named on top, each with a link to its field where that is drawn."""
        page = BeautifulSoup(self.person.post(self.step.act, plain=True, **data).content, "lxml")
        told = page.select_one(".refusals")
        links = told.select("a") if told else []
        if told is None or not told.select(".refusal"):
            self.wrong.append(f"{self.step}, {what}: nothing on top says what does not fit")
        for one in links:
            anchor = str(one["href"])[1:]
            is_drawn = page.select(f"[name='{anchor.split('-', 1)[-1].removeprefix('id_')}']:not([type=hidden])")
            if is_drawn and page.find(id=anchor) is None:
                self.wrong.append(f"{self.step}, {what}: {one['href']} is nowhere: {one.get_text()}")

    def is_typed(self, name: str) -> bool:
        field = self.fields.get(name)
        typed = isinstance(field, CharField) or hasattr(field, "max_value")
        return typed and not isinstance(field.widget, HiddenInput)  # type: ignore[union-attr]

    def stays(self, value: str, text: str) -> bool:
        shown = value.replace("\x00", "\ufffd")
        return shown.strip() == "" or html.escape(shown).replace("&#x27;", "&#39;") in text.replace("&#x27;", "&#39;")
