"""Addresses of exports, part of the pages of `annotations`."""

from django.urls import path

from annotations.views import exports

urlpatterns = [
    path("exports/", exports.export_list, name="export_list"),
    path("exports/new/", exports.export_create, name="export_create"),
    path("exports/<uuid:export_id>/file/", exports.export_file, name="export_file"),
    path("exports/download/<str:token>/", exports.export_download, name="export_download"),
]
