"""Addresses of job directories: handed over, reviewed, signed off, reported."""

from django.urls import path

from reviews.views import job_detail, job_files, job_list, job_new, job_report

urlpatterns = [
    path("jobs/", job_list.job_list, name="job_list"),
    path("jobs/new/", job_new.job_new, name="job_new"),
    path("jobs/upload/", job_new.job_upload, name="job_upload"),
    path("jobs/<uuid:job_id>/", job_detail.job_detail, name="job_detail"),
    path("jobs/<uuid:job_id>/file/", job_files.job_file, name="job_file"),
    path("jobs/<uuid:job_id>/download/", job_files.job_download, name="job_download"),
    path("jobs/<uuid:job_id>/again/", job_detail.job_again, name="job_again"),
    path("jobs/<uuid:job_id>/sign-off/", job_detail.job_sign_off, name="job_sign_off"),
    path("jobs/<uuid:job_id>/report/", job_report.job_report, name="job_report"),
    path("jobs/<uuid:job_id>/report.pdf", job_report.job_report_pdf, name="job_report_pdf"),
]
