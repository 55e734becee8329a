"""What each player does alone, steps 15 to 21: traits, the flaw, signs, hit points, the pool, means and the story."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters import entries, rows
from apps.characters.access import readers_of
from apps.characters.forms import OwnCharacterForm, acting_for, named, one_line, some_lines
from apps.characters.models import Character, Entry, Use
from apps.characters.yarn.approving import missing
from apps.characters.yarn.creation.steps import WordForm, finished
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.lines import FLAW, TRAIT
from apps.characters.yarn.sheet import MAIN, YarnSheet, sheet_of, whole_sheet
from apps.characters.yarn.sheet_form import MOST_POINTS, StoryForm
from apps.characters.yarn.writing import write_numbers
from apps.characters.yarn.written import EFFECTS, PLACES, SHOWN
from apps.rules.yarn.hit_points import hit_points
from apps.rules.yarn.lists import KINDS as TRAIT_KINDS
from apps.rules.yarn.options import Options
from apps.rules.yarn.traits import POSITIVE, traits
from apps.table.acts import act
from apps.table.models import Ask
from apps.table.sure import sure
from apps.table.turn import Turn

ROLLED = "yarn.hit-points-roll"
"""That the dice for hit points have fallen: they fall once."""
TEXTS = {"hit-points-word": "hit_points_word", "finances": "finances", "story": "story"}


class OwnForm(StoryForm, OwnCharacterForm):
    """Everything of steps 15 to 21 but the dice. What is left empty is still missing, and nothing refuses it."""

    superior = forms.ChoiceField(label="The superior one", widget=forms.RadioSelect, required=False)
    hit_points_word = one_line("What hit points stand for", 60, required=False, help_text="Brawn, guts, stubbornness")
    finances = some_lines("Means and belongings", 1000, required=False)
    story = one_line("My story", 400, required=False)

    def setup(self) -> None:
        super().setup()
        for place in POSITIVE:
            self.fields |= _trait_fields(place, _kinds(self.viewer.options))
        self.fields |= _flaw_fields()
        self.offer("superior", [(place, PLACES[place]) for place in POSITIVE])
        held = self.chosen()
        if held is not None:
            self.start_with(_as_written(sheet_of(held)))

    def open_characters(self) -> list[Character]:
        return [one for one in super().open_characters() if one.role == MAIN]

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        for place in (*POSITIVE, "flaw"):
            if not data.get(f"{place}_name") and (data.get(f"{place}_sign") or data.get(f"{place}_text")):
                self.add_error(f"{place}_name", "This one has no name yet.")
        names = {place: data.get(f"{place}_name", "") for place in (*POSITIVE, "flaw")}
        found = traits(trait_names=names, signs_given=0, options=self.viewer.options)
        if not found.legal:
            self.add_error(_twice(names), found.no.text)
        return data

    # what the template draws

    def traits(self) -> list[dict[str, Any]]:
        return [_drawn(self, place, PLACES[place], ("text", "sign", "visible", "kind", "tough")) for place in POSITIVE]

    def flaw(self) -> dict[str, Any]:
        return _drawn(self, "flaw", "Flaw", ("text", "sign", "visible", "effect"))

    def scores(self) -> list[str]:
        """The dice of each kind, as good and as superior."""
        return [
            f"{row.title.capitalize()} has {row.good} dice, superior {row.superior}"
            for row in _kinds(self.viewer.options)
        ]


def _kinds(options: Options) -> list[Any]:
    """The kinds that the table plays with (yarn.narrow-traits)."""
    return [row for row in TRAIT_KINDS if options.narrow_traits or not row.narrow]


def _drawn(form: OwnForm, place: str, title: str, more: tuple[str, ...]) -> dict[str, Any]:
    return {"title": title, "name": form[f"{place}_name"], "more": [form[f"{place}_{part}"] for part in more]}


def _twice(names: dict[str, str]) -> str:
    """The field of the name that stands there the second time."""
    seen: set[str] = set()
    for place, name in names.items():
        if name and name.casefold() in seen:
            return f"{place}_name"
        seen.add(name.casefold())
    return "central_name"


def _sign_fields(place: str) -> dict[str, forms.Field]:
    return {
        f"{place}_text": one_line("What it means", 240, required=False),
        f"{place}_sign": one_line("Its sign", 120, required=False, help_text="What others can notice"),
        f"{place}_visible": forms.ChoiceField(
            label="The sign shows", choices=list(SHOWN.items()), required=False, initial="always"
        ),
    }


def _trait_fields(place: str, kinds: list[Any]) -> dict[str, forms.Field]:
    choices = [(row.id, row.title.capitalize()) for row in kinds]
    return {
        f"{place}_name": one_line("The trait", 60, required=False),
        **_sign_fields(place),
        f"{place}_kind": forms.ChoiceField(label="Kind", choices=choices, required=False, initial="standard"),
        f"{place}_tough": forms.BooleanField(label="Counts for hit points", required=False),
    }


def _flaw_fields() -> dict[str, forms.Field]:
    effect = forms.ChoiceField(label="It", choices=list(EFFECTS.items()), required=False, initial="penalty dice")
    return {"flaw_name": one_line("The flaw", 60, required=False), **_sign_fields("flaw"), "flaw_effect": effect}


def _as_written(sheet: YarnSheet) -> dict[str, Any]:
    """What stands on the sheet, as the form's values."""
    found: dict[str, Any] = {name: sheet.texts.get(key, "") for key, name in TEXTS.items()}
    for one in sheet.traits:
        parts = ("name", "text", "sign", "visible", "kind", "tough")
        found |= {f"{one.place}_{part}": getattr(one, part) for part in parts if one.place in POSITIVE}
        found |= {"superior": one.place} if one.superior else {}
    for flaw in sheet.flaws[:1]:
        found |= {f"flaw_{part}": getattr(flaw, part) for part in ("name", "text", "sign", "visible", "effect")}
    return found


@act(
    "yarn.own-steps",
    title="Your own steps",
    form=OwnForm,
    template="characters/yarn/creation/acts/own.html",
    button="Keep it",
)
def own_steps(turn: Turn, form: OwnForm) -> None:
    """Steps 15 to 21, as often as somebody likes (yarn.traits, yarn.flaw, yarn.signs, yarn.finances, yarn.my-story).

    Hit points are an average by the rules until dice have fallen for them; the first experience die is given.
    """
    data = form.cleaned_data
    character: Character = data["character"]
    tough = whole_sheet(character).tough
    acting_for(turn, character)
    for place in POSITIVE:
        _write(turn, character, TRAIT.word, _trait_held(character, place), data[f"{place}_name"], _trait(data, place))
    _write(turn, character, FLAW.word, _flaw_held(character), data["flaw_name"], _flaw(data, _flaw_held(character)))
    for key, name in TEXTS.items():
        rows.set_trait(turn, character, key, data[name])
    _write_numbers(turn, character, tough)
    facts = named(character)
    turn.tell("yarn.own-steps-kept", facts | {"missing": missing(sheet_of(character))}, to=readers_of(character))


def _trait_held(character: Character, place: str) -> Entry | None:
    found = entries.read_by(None, character, TRAIT.word)
    return next((one for one in found if one.facts["place"] == place), None)


def _flaw_held(character: Character) -> Entry | None:
    return next(iter(entries.read_by(None, character, FLAW.word)), None)


def _trait(data: dict[str, Any], place: str) -> dict[str, Any]:
    return {
        "place": place,
        "kind": data[f"{place}_kind"] or "standard",
        "superior": data["superior"] == place,
        "text": data[f"{place}_text"],
        "sign": data[f"{place}_sign"],
        "visible": data[f"{place}_visible"] or "always",
        "tough": data[f"{place}_tough"],
    }


def _flaw(data: dict[str, Any], held: Entry | None) -> dict[str, Any]:
    facts = {part: data[f"flaw_{part}"] for part in ("text", "sign")}
    penalty = held.facts["penalty"] if held is not None else 1
    more = {"visible": data["flaw_visible"] or "always", "effect": data["flaw_effect"] or "penalty dice"}
    return facts | more | {"penalty": penalty}


def _write(turn: Turn, character: Character, kind: str, held: Entry | None, name: str, facts: dict[str, Any]) -> None:
    """One line of the sheet: written, written anew, or gone where its name is."""
    if held is not None and not name:
        turn.delete(held)
    elif held is not None:
        turn.change(held, name=name, facts={**held.facts, **facts})
    elif name:
        more = {"combat": False} if kind == TRAIT.word else {}
        turn.create(Entry, character=character, kind=kind, name=name, facts={**more, **facts})


def _write_numbers(turn: Turn, character: Character, tough_before: tuple[int, ...]) -> None:
    now = whole_sheet(character)
    by_rule = hit_points(relevant=now.tough).hit_points
    changed = now.tough != tough_before and not has_rolled(character)
    full = by_rule if changed else level_of(character).full
    write_numbers(turn, character, full=min(full, MOST_POINTS), experience=now.experience, pool=now.pool)


def has_rolled(character: Character) -> bool:
    """Whether the dice for hit points have fallen."""
    return character.desk.one(Use, character=character, rule=ROLLED) is not None


class FinishForm(WordForm):
    does = "yarn.own-steps"


@act("yarn.finish-own-steps", title="Done with your own steps", form=FinishForm, button="I am done")
def finish_own_steps(turn: Turn, form: FinishForm) -> None:
    """All is there, or the rest can wait: what is missing is told to everybody (yarn.character-checklist)."""
    ask: Ask = form.cleaned_data["ask"]
    main = sure(form.main)
    acting_for(turn, main)
    event = turn.tell("yarn.own-steps-finished", named(main) | {"missing": missing(sheet_of(main))})
    finished(turn, ask, event)
