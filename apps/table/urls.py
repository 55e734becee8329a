"""The tables' addresses. A seat's pages lie one level below it, so that panels may use relative addresses."""

from importlib import import_module
from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

from apps.table import door, pages

at_the_seat: list[URLPattern | URLResolver] = [
    path("", pages.table_page, name="table"),
    path("as/<slug:eyes>/", pages.view_as, name="view-as"),
    path("as/<slug:eyes>/act/<str:act>", pages.act_through_other_eyes),
    path("as/<slug:eyes>/<slug:page>", pages.page_through_other_eyes),
    path("log", pages.log_page, name="log"),
    path("export-log", pages.export, name="export-log"),
    path("rule", pages.rule_page, name="rule"),
    path("switches", pages.switches_page, name="switches"),
    path("book", pages.book_page, name="book"),
    path("how", pages.how_page, name="how"),
    path("act/<str:act>", door.door, name="act"),
]

urlpatterns: list[URLPattern | URLResolver] = [path("t/<str:table>/s/<str:seat>/", include(at_the_seat))]
for _name in ("apps.table.doors.urls", "apps.table.live.urls"):
    if find_spec(_name.rpartition(".")[0]) is not None and find_spec(_name) is not None:
        urlpatterns.append(path("", include(import_module(_name).urlpatterns)))
