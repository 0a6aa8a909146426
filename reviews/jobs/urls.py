"""Addresses of job directories: handed over, reviewed, signed off, reported."""

from django.urls import path

from evalhub.lists.views import list_page
from reviews.jobs.views import audit_panel, detail, files, intake, methods, report

audit_panel.register()

urlpatterns = [
    path("jobs/", list_page("jobs"), name="job_list"),
    path("jobs/new/", intake.job_new, name="job_new"),
    path("jobs/upload/", intake.job_upload, name="job_upload"),
    path("jobs/<uuid:job_id>/", detail.job_detail, name="job_detail"),
    path("jobs/<uuid:job_id>/file/", files.job_file, name="job_file"),
    path("jobs/<uuid:job_id>/download/", files.job_download, name="job_download"),
    path("jobs/<uuid:job_id>/again/", detail.job_again, name="job_again"),
    path("jobs/<uuid:job_id>/sign-off/", detail.job_sign_off, name="job_sign_off"),
    path("jobs/<uuid:job_id>/report/", report.job_report, name="job_report"),
    path("methods/", methods.method_list, name="method_list"),
    path("methods/<str:model_type>/<str:part>/", methods.method_part, name="method_part"),
    path("methods/<str:model_type>/<str:part>/<path:page>", methods.method_part, name="method_part_page"),
]
