"""Addresses of exports, part of the pages of `annotations`."""

from django.urls import path

from annotations.exports.views import jobs

urlpatterns = [
    path("exports/", jobs.export_list, name="export_list"),
    path("exports/new/", jobs.export_create, name="export_create"),
    path("exports/count/", jobs.export_count, name="export_count"),
    path("exports/<uuid:export_id>/file/", jobs.export_file, name="export_file"),
    path("exports/<uuid:export_id>/manifest/", jobs.export_manifest, name="export_manifest"),
    path("exports/<uuid:export_id>/cancel/", jobs.export_cancel, name="export_cancel"),
    path("exports/<uuid:export_id>/again/", jobs.export_again, name="export_again"),
    path("exports/download/<str:token>/", jobs.export_download, name="export_download"),
]
