"""Pages below a seat: the portrait, the ledger; and the game's own."""

from django.urls import path

from apps.characters import views

urlpatterns = [
    path("portrait", views.portrait, name="portrait"),
    path("points", views.points, name="points"),
    path("print", views.print_sheet, name="print-sheet"),
    path("export", views.export, name="export-character"),
]
