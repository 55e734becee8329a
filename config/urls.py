"""Every address: the server's own pages, then the tables'."""

from django.urls import include, path

from apps.table import games

handler400 = "apps.server.views.too_much"
handler404 = "apps.server.views.not_here"
handler500 = "apps.server.views.broken"
urlpatterns = [
    path("", include("apps.server.urls")),
    path("", include("apps.table.urls")),
    path("t/<str:table>/s/<str:seat>/", include("apps.characters.urls")),
    path("t/<str:table>/s/<str:seat>/", include("apps.board.urls")),
    path("t/<str:table>/s/<str:seat>/", include(games.addresses())),
]
