"""Addresses of imports, part of the pages of `annotations`."""

from django.urls import path

from annotations.imports.views import jobs, label_tasks

urlpatterns = [
    path("imports/", jobs.import_list, name="import_list"),
    path("imports/new/", jobs.import_create, name="import_create"),
    path("imports/labels/<uuid:version_id>/", label_tasks.label_task_create, name="label_task_create"),
    path("imports/<uuid:import_id>/", jobs.import_detail, name="import_detail"),
    path("imports/<uuid:import_id>/start/", jobs.import_start, name="import_start"),
    path("imports/<uuid:import_id>/cancel/", jobs.import_cancel, name="import_cancel"),
]
