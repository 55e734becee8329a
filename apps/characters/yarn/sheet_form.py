"""One form of the whole sheet. Rows of what the table names itself work without a script: blank ones stand ready."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django import forms

from apps.characters import lines
from apps.characters.access import known_to
from apps.characters.forms import EditsSheet, MakesSheet, WholeSheetForm, number, one_line, some_lines
from apps.characters.models import Character
from apps.characters.yarn import ties
from apps.characters.yarn.lines import ARMOUR, FLAW, KINDS, MOST_DICE, POWER, SPELL, THING, TRAIT, WEAPON
from apps.characters.yarn.sheet import MAIN, PERSON, RECURRING, ROLES, YarnSheet, sheet_for
from apps.characters.yarn.written import PLACES
from apps.rules.yarn.hit_points import hit_points
from apps.rules.yarn.lists import DESIRES
from apps.rules.yarn.traits import my_story
from apps.table.acts import ActForm

MOST_POINTS = 200
MOST_SHOTS = 60
MOST_WANTS = 6
BY_THE_RULES = "Empty: 7 for each die of the trait that counts for them (ticked under “Sign and kind”), 14 without one"


class StoryForm(ActForm):
    """A form with somebody's `story`. Refuses one that is longer than the table allows (yarn.my-story)."""

    def clean_story(self) -> str:
        sentence: str = self.cleaned_data["story"]
        found = my_story(sentence=sentence, options=self.viewer.options)
        if not found.accepted:
            most = self.viewer.options.story_word_limit
            raise forms.ValidationError(
                f"That is {found.words} words, {found.too_long_by} too many: {most} is the most."
            )
        return sentence


class SheetForm(StoryForm, WholeSheetForm):
    """Everything on a sheet (yarn.character-checklist). What is left empty is still missing, and nothing refuses it."""

    name = one_line("Name")
    role = forms.ChoiceField(label="In the story")
    group_role = one_line("Role in the group", 120, required=False)
    desire = one_line("Desire", 120, required=False, help_text="One from the list, or words of your own")
    pole_1 = one_line("Torn between", 60, required=False)
    pole_2 = one_line("and", 60, required=False)
    story = one_line("My story", 400, required=False)
    hit_points = number("Full hit points", 1, MOST_POINTS, required=False, help_text=BY_THE_RULES)
    hit_points_word = one_line("What they stand for", 60, required=False)
    experience = number("Experience dice", 0, MOST_DICE, required=False)
    pool = number("Psychic pool, in shots", 0, MOST_SHOTS, required=False)
    pool_name = one_line("What the pool is called", 60, required=False)
    finances = some_lines("Means and belongings", 1000, required=False)
    notes = some_lines("Notes", required=False)

    kind = PERSON
    sheet: YarnSheet | None = None

    def setup(self) -> None:
        roles = ROLES if self.viewer.is_gm else {MAIN: ROLES[MAIN]}
        if self.sheet is not None:
            roles = roles | {self.sheet.character.role: self.sheet.role_title}
        self.offer("role", list(roles.items()))
        character = self.sheet.character if self.sheet else None
        for one in self.others:
            self.fields[f"tie_{one.public_id}"] = one_line(f"To {one.name}", 120, required=False)
        for n in self.places_of_wants:
            self.fields[f"want_{n}"] = one_line(f"Want {n}", 240, required=False)
            of_whom = [("", "Of whom"), *((one.public_id, one.name) for one in self.others)]
            self.fields[f"want_{n}_of"] = forms.ChoiceField(label="Of whom", choices=of_whom, required=False)
        for kind in KINDS:
            lines.add_fields(self, kind, character)
        if self.sheet is not None:
            self.start_with(starting_values(self.sheet, self))

    @cached_property
    def others(self) -> list[Character]:
        """Everybody to whom there can be a relationship, as they were when the form was drawn."""
        own = self.sheet.character.pk if self.sheet else None
        return [one for one in known_to(self.viewer) if one.pk != own and one.role in (MAIN, RECURRING)]

    @cached_property
    def of_the_absent(self) -> dict[int, Character | None]:
        """The wants, by place, of nobody whom these eyes know: of somebody hidden, or of one who has not come yet. They
        may stay as they are, with the words in other words."""
        held = ties.wants_of(self.sheet.character) if self.sheet else []
        return {n: one.about for n, one in enumerate(held, 1) if one.about not in self.others}

    @property
    def places_of_wants(self) -> range:
        """How many wants there may be: none while there is nobody of whom something could be wanted."""
        return range(1, MOST_WANTS + 1) if self.others or self.of_the_absent else range(0)

    def clean(self) -> dict[str, Any]:
        for kind, parts in ((TRAIT, ("score", "sign", "text")), (FLAW, ("sign", "text")), (POWER, ("score",))):
            lines.nameless(self, kind, *parts)
        for n in self.places_of_wants:
            words, of = self.cleaned_data.get(f"want_{n}"), self.cleaned_data.get(f"want_{n}_of")
            if (of and not words) or (words and not of and n not in self.of_the_absent):
                self.add_error(f"want_{n}", "A want has words, and somebody of whom it is wanted.")
        return self.cleaned_data

    def wanted(self) -> list[tuple[str, Character | None]]:
        """What is wanted, in order, and of whom."""
        by_id = {one.public_id: one for one in self.others}
        given = [(n, self.cleaned_data[f"want_{n}"], self.cleaned_data[f"want_{n}_of"]) for n in self.places_of_wants]
        return [(words, by_id.get(of) or self.of_the_absent.get(n)) for n, words, of in given if words]

    # what the template draws

    def desires(self) -> list[str]:
        return [row.title for row in DESIRES]

    def ties(self) -> list[forms.BoundField]:
        return [self[f"tie_{one.public_id}"] for one in self.others]

    def wants(self) -> list[dict[str, forms.BoundField]]:
        """Those that are written, and one more."""
        rows = [{"text": self[f"want_{n}"], "of": self[f"want_{n}_of"]} for n in self.places_of_wants]
        used = [n for n, row in enumerate(rows, 1) if row["text"].value() or row["text"].errors]
        return rows[: max(used, default=0) + 1]

    def traits(self) -> list[dict[str, Any]]:
        return lines.drawn(self, TRAIT, self.row_count())

    def flaws(self) -> list[dict[str, Any]]:
        return lines.drawn(self, FLAW, 0)

    def weapons(self) -> list[dict[str, Any]]:
        return lines.drawn(self, WEAPON, self.row_count())

    def armour(self) -> list[dict[str, Any]]:
        return lines.drawn(self, ARMOUR, self.row_count())

    def powers(self) -> list[dict[str, Any]]:
        return lines.drawn(self, POWER, self.row_count())

    def spells(self) -> list[dict[str, Any]]:
        return lines.drawn(self, SPELL, self.row_count())

    def things(self) -> list[dict[str, Any]]:
        return lines.drawn(self, THING, self.row_count())


def starting_values(sheet: YarnSheet, form: SheetForm) -> dict[str, Any]:
    """The sheet as the form's values."""
    character = sheet.character
    found: dict[str, Any] = {"name": sheet.name, "role": character.role, "hit_points": _full_by_hand(sheet)}
    found |= {key.replace("-", "_"): text for key, text in sheet.texts.items()}
    found |= {"experience": sheet.experience, "pool": sheet.pool or None}
    found |= {f"tie_{one.about_id}": one.text for one in sheet.relations if one.about_id}
    for n, want in enumerate(ties.wants_of(character), 1):
        found |= {f"want_{n}": want.text, f"want_{n}_of": want.about.public_id if want.about else ""}
    for kind in KINDS:
        found |= lines.values(character, kind, form.viewer)
    return found


def _full_by_hand(sheet: YarnSheet) -> int | None:
    """None where they are as the rules have them: then they go on with the traits."""
    return None if sheet.level.full == hit_points(relevant=sheet.tough).hit_points else sheet.level.full


class MakeForm(MakesSheet, SheetForm):
    begins = (RECURRING, MAIN)

    def setup(self) -> None:
        self.fields["experience"].initial = 1
        super().setup()
        for n, place in enumerate(PLACES, 1):
            if place != "more":
                self.fields[f"trait_{n}_place"].initial = place


class EditForm(EditsSheet, SheetForm):
    def read(self, character: Character) -> None:
        self.sheet = sheet_for(self.viewer, character)
