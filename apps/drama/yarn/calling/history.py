"""The turns of an episode as they came, and those that come (yarn.calling-turns)."""

from __future__ import annotations

from dataclasses import dataclass

from apps.characters import parts
from apps.characters.models import Part
from apps.characters.yarn.people import Participant, of_key
from apps.characters.yarn.scenes import CALLS
from apps.characters.yarn.spans import EPISODE, open_now
from apps.drama.yarn import turns
from apps.drama.yarn.calling.marks import played_in, type_of
from apps.drama.yarn.themes import chooser_of_theme
from apps.rules.yarn.orders import GM
from apps.table.desk import Desk
from apps.table.models import Seat, Span


@dataclass(frozen=True)
class Row:
    """A turn: whose, how it looks ("now", "jump", "missed" or nothing), and what is said of it."""

    who: Participant
    how: str
    line: str


def turns_of(desk: Desk) -> list[Row]:
    """What has been called in this episode, one row a scene, with the turns that were missed or passed between."""
    episode = open_now(desk, EPISODE)
    if episode is None:
        return []
    rows = [pair for scene in played_in(desk) for pair in _of_scene(desk, scene)]
    passed = parts.in_order(desk, episode, turns.PASSED)
    rows += [(one.pk, _row(desk, one, "missed", "passed")) for one in passed]
    return [row for _, row in sorted(rows, key=lambda pair: pair[0]) if row is not None]


def _of_scene(desk: Desk, scene: Span) -> list[tuple[float, Row | None]]:
    calls = _calls(desk, scene)
    if calls is None:
        return []
    missed = desk.all(Part, span=scene, role=turns.MISSED)
    skipped = [(calls.pk - 0.5, _row(desk, one, "missed", "skipped")) for one in missed]
    return [*skipped, (calls.pk, _row(desk, calls, _look(scene), _line(desk, scene)))]


def caller_of(desk: Desk, scene: Span) -> Participant | None:
    """Who called it; nobody where it was merely set, or they take part no more."""
    calls = _calls(desk, scene)
    return _who(desk, calls.seat) if calls is not None else None


def _calls(desk: Desk, scene: Span) -> Part | None:
    return next((one for one in desk.all(Part, span=scene) if one.role.startswith(CALLS)), None)


def _look(scene: Span) -> str:
    if scene.closed_at is None:
        return "now"
    return "jump" if turns.marked(scene, turns.JUMPED) else ""


def _line(desk: Desk, scene: Span) -> str:
    words = [str(scene.number)]
    if turns.marked(scene, turns.JUMPED):
        words.append("jumped, 1 bennie")
    if turns.marked(scene, turns.BY_HAND):
        words.append("out of turn")
    kind = type_of(desk, scene).scene_type
    if kind != "development":
        words.append(kind)
    if scene.closed_at is None:
        words.append("this scene")
    return " · ".join(words)


def _row(desk: Desk, part: Part, how: str, line: str) -> Row | None:
    who = _who(desk, part.seat)
    return Row(who, how, line) if who is not None else None


def _who(desk: Desk, seat: Seat | None) -> Participant | None:
    return None if seat is None else of_key(desk, GM if seat.is_gm else seat.public_id)


def turns_to_come(desk: Desk, waiting: Participant | None = None) -> list[Row]:
    """Everybody from the next one on, once round; without whoever has called the scene that is waited for."""
    coming = turns.coming(desk)
    if coming is None:
        return []
    order = turns.order_of(desk)
    at = [one.key for one in order].index(coming.who.key)
    first, away, chooser = True, turns.absent_of(desk), chooser_of_theme(desk)
    skipped = [one for one in turns.skipped_in(desk) if one not in coming.missed]
    found = []
    for one in (*order[at:], *order[:at]):
        if one in away or (waiting is not None and one.key == waiting.key and first):
            continue
        words = ["next"] if first else []
        words += ["misses a turn"] if one in skipped else []
        words += ["chose the theme"] if chooser is not None and one.key == chooser.key else []
        found.append(Row(one, "missed" if one in skipped else "", " · ".join(words)))
        first = False
    return found
