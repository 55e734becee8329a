"""A page below a seat: the picture beneath the board."""

from django.urls import path

from apps.board import beneath

urlpatterns = [path("board-picture", beneath.shown, name="board-picture")]
