from django.urls import path

from apps.server import tables, views

urlpatterns = [
    path("", views.start, name="start"),
    path("claim/<str:token>", views.claim, name="claim"),
    path("host/", views.host_page, name="host"),
    path("host/sign-in", views.sign_in, name="sign-in"),
    path("host/sign-out", views.sign_out, name="sign-out"),
    path("host/copy", views.copy_now, name="copy-now"),
    path("host/copies/<str:name>", views.fetch_copy, name="fetch-copy"),
    path("about", views.about, name="about"),
    path("licence", views.licence, name="licence"),
    path("host/bring", views.bring_table, name="bring-table"),
    path("host/tables/<str:table>/", tables.table_page, name="host-table"),
    path("host/tables/<str:table>/put-away", tables.put_away, name="put-away"),
    path("host/tables/<str:table>/bring-back", tables.bring_back, name="bring-back"),
    path("host/tables/<str:table>/file", tables.fetch, name="table-file"),
    path("host/tables/<str:table>/delete", tables.delete, name="delete-table"),
    path("healthz", views.healthz, name="healthz"),
]
