"""The odds below a sheet's roll button."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from apps.checks.dragonfly import odds
from apps.checks.dragonfly.checks import CheckForm
from apps.rules.odds import percent
from apps.table.pages import at_a_seat
from apps.table.viewer import Viewer


@require_GET
@at_a_seat
def odds_line(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """What one tap would roll, and how likely it is to succeed; for characters that this seat plays. Nothing of others,
    as of one that was handed over while this page asked."""
    if viewer.table.game != "dragonfly" or viewer.is_spectator:
        raise Http404
    form = CheckForm(request.GET, viewer=viewer)
    if form.sheet is None or not form.is_valid():
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, "checks/dragonfly/odds-line.html", _line(form))


def _line(form: CheckForm) -> dict[str, Any]:
    added = form.everything()
    if added.is_score:
        return {"added": added, "score_total": added.check().total}
    found = odds.of_added(added, form.needed)
    likely = max(found.levels, key=lambda level: (level.chance, level.success_levels))
    return {
        "added": added,
        "chance": percent(found.chance),
        "least": odds.least(found),
        "likely": likely,
        "roll": odds.d10(added.bonus),
    }
