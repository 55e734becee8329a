"""Where the sockets are: beside each seat's page."""

from django.urls import path

from .consumer import LiveConsumer

websocket_urlpatterns = [path("t/<str:table>/s/<str:seat>/live", LiveConsumer.as_asgi())]
