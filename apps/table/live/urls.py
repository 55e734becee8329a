"""The live channel's one page."""

from django.urls import path

from . import views

urlpatterns = [path("t/<str:table>/s/<str:seat>/news", views.news, name="news")]
