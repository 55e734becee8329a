"""The addresses of the doors, and the pages about seats below a seat's own."""

from django.urls import path

from apps.table.doors import demo, pages
from apps.table.seating import pages as seating

urlpatterns = [
    path("open/", pages.open_table, name="open-table"),
    path("open/<str:table>/", pages.gm_link, name="gm-link"),
    path("g/<str:table>/<str:token>", pages.become_gm, name="become-gm"),
    path("g/<str:table>/<str:seat>/<str:token>", pages.lost_seat, name="lost-seat"),
    path("j/<str:table>/<str:token>", pages.join, name="join"),
    path("knock/<str:knock>", pages.knock, name="knock"),
    path("knock/<str:knock>/leave", pages.leave_the_door, name="leave-the-door"),
    path("seat/<str:seat>/<str:token>", pages.seat_link, name="seat-link"),
    path("demo", demo.demo, name="demo"),
    path("t/<str:table>/s/<str:seat>/invite", seating.invite, name="invite"),
    path("t/<str:table>/s/<str:seat>/invite-code", seating.invite_code, name="invite-code"),
    path("t/<str:table>/s/<str:seat>/seats", seating.seats, name="seats"),
    path("t/<str:table>/s/<str:seat>/device", seating.device, name="device"),
]
