"""Addresses of job directories in the API, below /v1/."""

from django.urls import path

from reviews.jobs.api import jobs, methods

METHOD_PART = "reviews/methods/<str:model_type>/<str:part>"

urlpatterns = [
    path("reviews/jobs", jobs.JobList.as_view(), name="api_job_list"),
    path("reviews/jobs/<str:job_id>", jobs.JobDetail.as_view(), name="api_job_detail"),
    path("reviews/jobs/<str:job_id>/again", jobs.JobAgain.as_view(), name="api_job_again"),
    path("reviews/jobs/<str:job_id>/sign-off", jobs.JobSignOff.as_view(), name="api_job_sign_off"),
    path("reviews/methods", methods.MethodList.as_view(), name="api_method_list"),
    path(METHOD_PART, methods.MethodPart.as_view(), name="api_method_part"),
    path(f"{METHOD_PART}/draft", methods.MethodDraft.as_view(), name="api_method_draft"),
    path(f"{METHOD_PART}/publish", methods.MethodPublish.as_view(), name="api_method_publish"),
]
