"""What is new, for a page that has no socket."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from apps.table.devices import device_hash
from apps.table.door import viewer_at
from apps.table.hold import at_the_desk
from apps.table.viewer import laid_open

from .drawing import Work, draw
from .screens import Screen


@require_GET
def news(request: HttpRequest, table: str, seat: str) -> HttpResponse:
    """The same pieces as the answer to a socket's hello: every panel, and the cards after `since`."""
    device = device_hash(request)
    asked = request.GET
    with at_the_desk(table) as desk:
        viewer = viewer_at(desk, seat, device)
        screen = Screen(viewer.seat.pk, device, asked.get("since", ""), laid_open(asked), asked.get("as", ""))
        parcel = draw(Work(desk.key, newcomers=[screen])).parcels[0]
    if parcel.over == "left":
        raise Http404
    return HttpResponse(parcel.text, headers={"Cache-Control": "no-store"})
