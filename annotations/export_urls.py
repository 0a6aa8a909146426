"""Addresses of exports and imports, part of the pages of `annotations`."""

from django.urls import path

from annotations.views import exports, imports

urlpatterns = [
    path("exports/", exports.export_list, name="export_list"),
    path("exports/new/", exports.export_create, name="export_create"),
    path("exports/count/", exports.export_count, name="export_count"),
    path("exports/<uuid:export_id>/file/", exports.export_file, name="export_file"),
    path("exports/<uuid:export_id>/manifest/", exports.export_manifest, name="export_manifest"),
    path("exports/<uuid:export_id>/cancel/", exports.export_cancel, name="export_cancel"),
    path("exports/<uuid:export_id>/again/", exports.export_again, name="export_again"),
    path("exports/download/<str:token>/", exports.export_download, name="export_download"),
    path("imports/", imports.import_list, name="import_list"),
    path("imports/new/", imports.import_create, name="import_create"),
    path("imports/<uuid:import_id>/", imports.import_detail, name="import_detail"),
    path("imports/<uuid:import_id>/start/", imports.import_start, name="import_start"),
    path("imports/<uuid:import_id>/cancel/", imports.import_cancel, name="import_cancel"),
]
