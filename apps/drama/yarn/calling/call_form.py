"""What a call says: who is in it, where, when, as what, and who seeks something of whom (yarn.call-scene)."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django import forms

from apps.characters.access import all_known_to, known_to
from apps.characters.forms import CharactersChoice, number, one_line, some_lines
from apps.characters.models import PLACE, Character
from apps.characters.yarn.mending.states import is_dead
from apps.characters.yarn.people import as_cast, main_of, mains
from apps.characters.yarn.points import bennies_of, hand_of
from apps.characters.yarn.scenes import CONFERENCE, DRAMATIC, PROCEDURAL, SHOPPING, SOFT_OPEN
from apps.characters.yarn.sheet import MINOR, RECURRING
from apps.drama.yarn.bans import banned_among
from apps.drama.yarn.calling.callers import CallerForm
from apps.drama.yarn.calling.times import AFTER, MOST, TIMES, Break, break_of
from apps.drama.yarn.calling.withdrawn import said_before
from apps.rules.refusal import Refused
from apps.rules.yarn.drama.calling import Cost, absent_caller_cost, call_scene
from apps.rules.yarn.drama.parties import why_no_drama
from apps.rules.yarn.drama.people import minor_characters
from apps.rules.yarn.drama.practical import call_procedural
from apps.table.choices import OneRow

TALKING = (DRAMATIC, SOFT_OPEN, CONFERENCE)
MODES = {
    DRAMATIC: "Dramatic", PROCEDURAL: "Procedural", SOFT_OPEN: "Soft open", CONFERENCE: "Conference",
    SHOPPING: "Shopping",
}  # fmt: skip
MEANS = {
    DRAMATIC: "Somebody wants something of somebody, and tokens move.",
    PROCEDURAL: "Something is done, and dice are thrown.",
    SOFT_OPEN: "It is not said yet what it is about.",
    CONFERENCE: "Several talk something over; at its end everybody may be asked whether they sought something.",
    SHOPPING: "Something is bought.",
}
UNTOLD = "Without a situation it is called as a soft open."
NEW = "new"
"""Who is asked for something where that is somebody new."""
FIELDS = {"setting": "place", "hand": "cast", "goal": "what", "part": "of"}
"""Beside which field a refusal of the rules is shown."""


class CallForm(CallerForm):
    cast = CharactersChoice(label="Cast", required=False)
    new_name = one_line("Somebody new", 50, required=False)
    new_text = one_line("Who that is, in a line", 240, required=False)
    place = OneRow(label="Place", required=False, widget=forms.RadioSelect, empty_label=None)
    new_place = one_line("A new place", required=False)
    time = forms.ChoiceField(
        label="Time", choices=list(TIMES.items()), required=False, initial=AFTER, widget=forms.RadioSelect
    )
    count = number("Hours, or nights", 1, MOST, required=False)
    mode = forms.ChoiceField(label="Mode", choices=list(MODES.items()), initial=DRAMATIC, widget=forms.RadioSelect)
    situation = some_lines("Situation · empty is a soft open", 2000, required=False)
    seeks = OneRow(
        label="Who seeks something", required=False, widget=forms.RadioSelect, empty_label="It will show",
        error_messages={"invalid_choice": "They are not in the cast."},
    )  # fmt: skip
    of = forms.ChoiceField(
        label="From whom", required=False, widget=forms.RadioSelect,
        error_messages={"invalid_choice": "They are not in the cast."},
    )  # fmt: skip
    what = one_line("What they seek", 240, required=False)
    news = one_line("What is new", 240, required=False)

    def setup(self) -> None:
        super().setup()
        self.anew = {} if self.is_bound or "mode" in self.initial else said_before(self.viewer.desk, self.who)
        self.start_with(self.anew)
        self.fields["what"].label = "What they seek" if self.talks else "What they want to achieve, and how"
        self.choose("cast", self.people)
        named = "cast" in self.initial
        drawn_anew = "mode" in self.initial  # whoever was taken out by then stays out
        if self.own is not None and self.own in self.people and not drawn_anew:
            self.start_with({"cast": [self.own.public_id]})
        self.choose("place", [one for one in all_known_to(self.viewer) if one.sheet == PLACE])
        self.choose("seeks", self.ticked)
        asked = [(one.public_id, one.name) for one in self.ticked]
        self.offer("of", [("", "Nobody in particular"), *asked, *([(NEW, self.newcomer)] if self.newcomer else [])])
        if named and self.own in self.ticked:
            self.start_with({"seeks": self.own.public_id if self.own else ""})

    # what is known so far

    @cached_property
    def own(self) -> Character | None:
        """The caller's own main character."""
        return main_of(self.who, self.viewer.desk)

    @cached_property
    def people(self) -> list[Character]:
        """Who can be cast, of the living: one's own first, then the others of the players, then the GM's, minor ones
        last."""
        first = mains(self.viewer.desk)
        known = [one for one in known_to(self.viewer) if one.present and not is_dead(one)]
        others = sorted((one for one in known if one not in first), key=lambda one: one.role == MINOR)
        return sorted((one for one in first if one in known), key=lambda one: one != self.own) + others

    @cached_property
    def ticked(self) -> list[Character]:
        """Who is in the cast as far as it is said."""
        wanted = self["cast"].value() or []
        chosen = {str(getattr(one, "public_id", one)) for one in ([wanted] if isinstance(wanted, str) else wanted)}
        return [one for one in self.people if one.public_id in chosen]

    @property
    def newcomer(self) -> str:
        return str(self["new_name"].value() or "").strip()

    @property
    def said_mode(self) -> str:
        return str(self["mode"].value() or DRAMATIC)

    @property
    def means(self) -> str:
        """What a scene in this mode is, in a line; of a drama also what it is while no situation is told."""
        said = MEANS.get(self.said_mode, "")
        return f"{said} {UNTOLD}" if self.said_mode == DRAMATIC and not self["situation"].value() else said

    @property
    def in_it(self) -> int:
        return len(self.ticked) + bool(self.newcomer)

    @property
    def talks(self) -> bool:
        """Whether somebody may seek something of somebody in it."""
        return self.said_mode in TALKING

    @property
    def banned(self) -> list[tuple[Character, Character]]:
        """Between whom a force stands: a scene like it takes something new (yarn.repeat-scene-ban)."""
        return banned_among(self.viewer.desk, self.ticked) if self.talks else []

    @property
    def hand(self) -> int:
        return hand_of(self.viewer.desk, self.who)

    @property
    def bennies(self) -> int:
        return bennies_of(self.viewer.desk, self.who)

    @property
    def price(self) -> Cost:
        """What the call costs as it stands (yarn.absent-caller-cost)."""
        return absent_caller_cost(
            caller=self.who.key, mode=DRAMATIC if self.talks else PROCEDURAL, own_pc_cast=self.own in self.ticked,
            hand=self.hand, bennies=self.bennies,
        )  # fmt: skip

    @property
    def written(self) -> list[str]:
        """The cast as the rules are told of it."""
        return [*as_cast(self.ticked), *([f"{NEW} ({RECURRING})"] if self.newcomer else [])]

    # whether it is a call

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        self._no(self.why_not())
        if not data.get("new_place") and not data.get("place"):
            self._no(Refused("no-setting", "Where does the scene begin? It needs a place.", "setting"))
        elif "cast" in data and "mode" in data:
            self._no(self._why_no_call(data))
        if self.talks and not self.errors:
            self._no(self._why_no_sides(data))
        return data

    def _no(self, why: Refused | None) -> None:
        if why is not None:
            field = FIELDS.get(why.field or "", why.field)
            self.add_error(field if field in self.fields else None, why.text)

    def _why_no_call(self, data: dict[str, Any]) -> Refused | None:
        place = data["place"].name if data.get("place") else data["new_place"]
        asked: dict[str, Any] = {
            "caller": self.who.key, "own_pc_cast": self.own in self.ticked, "cast": self.written, "setting": place,
            "hand": self.hand,
        }  # fmt: skip
        if not self.talks:
            return call_procedural(**asked, goal=data.get("what", "")).why
        return call_scene(**asked, mode=DRAMATIC, situation=data.get("situation", "")).why

    def _why_no_sides(self, data: dict[str, Any]) -> Refused | None:
        """Who seeks and who grants are two, neither minor, and not both the GM's (yarn.no-two-recurring)."""
        seeks, of = data["seeks"], self.granter
        if seeks is not None and seeks == of:
            return Refused("same", "Nobody seeks something of themselves.", "of")
        if seeks is not None and seeks.role == MINOR:
            return minor_characters(name=seeks.name, part="petitioner").why
        if of is not None and of.role == MINOR and not self._wants(seeks):
            return minor_characters(name=of.name, part="granter").why
        sides = ["" if one is None else as_cast([one])[0] for one in (seeks, of)]
        granter = f"{NEW} ({RECURRING})" if data["of"] == NEW else sides[1]
        return why_no_drama(self.written, sides[0], granter)

    @property
    def granter(self) -> Character | None:
        """Of whom something is sought, in a form that is valid so far; None for somebody new, and for nobody."""
        return next((one for one in self.ticked if one.public_id == self.cleaned_data["of"]), None)

    def _wants(self, seeks: Character | None) -> bool:
        """Whether the caller's own character seeks it: that promotes a minor one (yarn.promotion)."""
        return seeks is not None and seeks == self.own

    @property
    def called_as(self) -> str:
        """A drama without a situation is a soft open (yarn.soft-open)."""
        data = self.cleaned_data
        chosen: str = data["mode"]
        return SOFT_OPEN if chosen == DRAMATIC and not data["situation"] else chosen

    @property
    def before(self) -> Break:
        return break_of(self.cleaned_data["time"], self.cleaned_data["count"])
