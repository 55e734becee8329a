"""Pages below a seat: the odds of one tap."""

from django.urls import path

from apps.checks.dragonfly import views

urlpatterns = [path("odds", views.odds_line, name="odds")]
