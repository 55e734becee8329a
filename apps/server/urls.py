from django.urls import path

from apps.server import views

urlpatterns = [
    path("", views.start, name="start"),
    path("claim/<str:token>", views.claim, name="claim"),
    path("host/", views.host_page, name="host"),
    path("host/sign-in", views.sign_in, name="sign-in"),
    path("host/sign-out", views.sign_out, name="sign-out"),
    path("host/copy", views.copy_now, name="copy-now"),
    path("host/copies/<str:name>", views.fetch_copy, name="fetch-copy"),
    path("healthz", views.healthz, name="healthz"),
]
