"""Recovery (crew.recovery): a roll to get rid of a Complication, tried once in a scene by the table's switch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.crew import complications
from apps.characters.crew.complications import Changed
from apps.characters.crew.forms import die_field
from apps.characters.forms import acting_for
from apps.characters.models import Character, Entry, Use
from apps.checks.crew import aftermath, contests, course, drafts, hooks, opening
from apps.checks.crew.drafts import Chosen
from apps.drama.crew import jinxes, lending
from apps.drama.crew.forms import EntryChoice, OwnCrewmemberForm, known_entries
from apps.rules.crew import contest as contest_rules
from apps.rules.crew.contest import Contest, Place, Side
from apps.rules.crew.drama import complications as rules
from apps.rules.crew.options import Options
from apps.table.acts import act
from apps.table.models import Event, Exchange, Span, Table
from apps.table.sure import sure
from apps.table.telling import tell_both
from apps.table.turn import Turn, open_spans
from apps.table.viewer import Viewer

RULE = "crew.recovery"
USUAL = 8
"""The difficulty die where nobody says another one: challenging."""


class RecoverForm(OwnCrewmemberForm):
    complication = EntryChoice("Which Complication", "That Complication is not there any more.")
    difficulty = die_field(
        "Difficulty die",
        initial=str(USUAL),
        required=False,
        help_text="With the Complication’s die it opposes the roll",
    )

    field_order = ("complication", "character", "difficulty")

    def setup(self) -> None:
        super().setup()
        self.fields["character"].label = "Who treats it"
        self.fields["character"].required = False
        self.choose("complication", known_entries(self.viewer, "complication"))
        if not self.viewer.is_gm:
            self.fields["difficulty"].help_text = f"The {self.viewer.game.gm} can change it before the roll"

    def open_characters(self) -> list[Character]:
        return [one for one in super().open_characters() if one.present]

    def clean_character(self) -> Character:
        """One tap is enough for whoever plays a single crewmember."""
        given: Character | None = self.cleaned_data["character"]
        mine = [given] if given else self.open_characters()
        if len(mine) != 1:
            raise forms.ValidationError("Say who treats it." if mine else "You have no crewmember to roll for.")
        return mine[0]


def outlook(viewer: Viewer, form: RecoverForm) -> Mapping[str, Any]:
    """Why it cannot be tried now, and what fits."""
    entry: Entry = form.cleaned_data["complication"]
    no = why_not(viewer.table, entry, viewer.options)
    return {"refused_now": no, "entry": entry, "heading": f"Recovery: {entry.name}"}


@act(
    "crew.recover",
    menu=45,
    title="Treat a Complication",
    form=RecoverForm,
    button="Start the roll",
    template="drama/crew/acts/recover.html",
    preview=outlook,
    leads_to="table",
)
def recover(turn: Turn, form: RecoverForm) -> None:
    """Opens the roll: the Complication's die and a difficulty die against whoever treats it; d12+ is rolled as d12."""
    entry: Entry = form.cleaned_data["complication"]
    roller: Character = form.cleaned_data["character"]
    if no := why_not(turn.table, entry, turn.options):
        turn.refuse("treated", no, "complication")
    if no := contests.roll_still_open(roller):
        turn.refuse("rolling", no, "character")
    acting_for(turn, roller)
    what = f"Recovery: {entry.name}"
    contest = Contest(
        what,
        Side(name=contests.OPPOSITION),
        opening.side_for(roller),
        purpose="recovery",
        subject=entry.public_id,
        patient=entry.character.public_id,
    )
    event = opening.tell_opened(turn, contest, roller)
    exchange = course.open_contest(turn, contest, event, form.cleaned_data["difficulty"] or USUAL)
    _oppose_with(turn, exchange, entry)


def _oppose_with(turn: Turn, exchange: Exchange, entry: Entry) -> None:
    """The Complication stands in the opposition's pool from the beginning."""
    draft = sure(drafts.draft_of(exchange, "defender"))
    building = drafts.building_of(draft)
    drafts.write(turn, draft, building.with_(Chosen("complication", entry.public_id, entry.character.public_id)))


# once in a scene


def why_not(table: Table, entry: Entry, options: Options) -> str:
    """Why this Complication cannot be treated now: it was tried in this scene, or a roll for it is open."""
    for one in contests.running(table):
        held = contests.contest_of(one)
        if held.purpose == "recovery" and held.subject == entry.public_id:
            return f"{entry.name} is being treated: that roll is still open."
        if held.purpose == "recovery" and _limit_of(table, held, options) == _limit(entry, options):
            return "Another recovery is still open, and 1 attempt in a scene is the limit."
    no = rules.why_no_recovery(treated_this_scene=_was_tried(table, entry, options), options=options)
    return no.text if no else ""


def tended(table: Table) -> set[str]:
    """The public ids of the Complications that were treated in this scene already."""
    return {one.rule.removeprefix(f"{RULE}:") for one in _uses(table)}


def _was_tried(table: Table, entry: Entry, options: Options) -> bool:
    """Whether one of those was tried among which the switch recovery-limit allows one."""
    limit = _limit(entry, options)
    if limit == entry.public_id:
        return entry.public_id in tended(table)
    patient = limit == entry.character.public_id
    return any(not patient or one.character_id == entry.character_id for one in _uses(table))


def _limit_of(table: Table, contest: Contest, options: Options) -> str:
    """That of an attempt, whether or not its Complication is still there."""
    return rules.recovery_limit(complication=contest.subject, patient=contest.patient, options=options)


def _limit(entry: Entry, options: Options) -> str:
    return rules.recovery_limit(complication=entry.public_id, patient=entry.character.public_id, options=options)


def _uses(table: Table) -> list[Use]:
    """What was tried in this scene; without one, since the last was over."""
    scene, last = open_spans(table.desk).get("scene"), table.desk.all(Span, kind="scene")[-1:]
    over = last[0].closed_at if last and scene is None else None
    found = [one for one in table.desk.all(Use, span=scene) if one.rule.startswith(f"{RULE}:")]
    return [one for one in found if over is None or one.at >= over]


@hooks.before_throw
def why_not_rolled(table: Table, contest: Contest) -> str:
    """Before a die has fallen there has to be something to treat; afterwards an opportunity may have ended it."""
    begun = any(contest_rules.has_rolled(side) for side in (contest.defender, contest.aggressor))
    if contest.purpose != "recovery" or begun or _entry(table, contest) is not None:
        return ""
    return "What this roll is to treat is not there any more. The roll can be called off."


@hooks.after_throw
def tried(turn: Turn, exchange: Exchange, contest: Contest, place: Place, event: Event) -> None:
    """It counts as tried once the roller's dice have fallen."""
    if contest.purpose != "recovery" or place != "aggressor":
        return
    patient = turn.desk.one(Character, public_id=contest.patient)
    if patient is not None:
        turn.create(Use, character=patient, rule=f"{RULE}:{contest.subject}", span=turn.span("scene"), at=turn.now)


def _entry(table: Table, contest: Contest) -> Entry | None:
    return table.desk.one(Entry, public_id=contest.subject, kind="complication")


# what comes of it


@hooks.after_result
def treated(turn: Turn, exchange: Exchange, contest: Contest, event: Event) -> None:
    """Gone, a step smaller, or larger by a step for each jinx, which lenders share with whoever treats themselves
    (crew.lend-consequences); after a success the GM may buy the jinxes.

    A roll whose dice all show 1 has failed, whatever a Big Damn Hero die adds to it (crew.recovery).
    """
    if contest.purpose != "recovery":
        return
    entry = _entry(turn.table, contest)
    side = contest.aggressor
    ended = contest_rules.result(contest, contests.options_of(exchange))
    success = ended.success and not contest_rules.botch(side)
    count = contest_rules.jinxes(side)
    if entry is not None:
        outcome = rules.recovery(complication=entry.amount or 6, success=success, jinxes=count)
        changed = [_becomes(turn, entry, outcome.complication)]
        if count and not success and side.character == contest.patient:
            changed += lending.share_step(turn, contests.lenders(turn.table, side), entry.name, count)
        _tell(turn, side.name, entry.character, changed, success, count)
    if success and count:
        jinxes.offer(turn, exchange, contest, "aggressor", count, event, contest.patient)


def _becomes(turn: Turn, entry: Entry, size: int | None) -> Changed:
    return complications.clear(turn, entry) if size is None else complications.set_size(turn, entry, size)


def _tell(turn: Turn, roller: str, patient: Character, changed: list[Changed], success: bool, count: int) -> None:
    facts = {"roller": roller, "success": success, "jinxes": count}
    full, public = aftermath.told_changes(changed)
    tell_both(turn, "crew.recovered", facts | full, None if patient.hidden else facts | public)
