"""Addresses of the API of machine annotators and audits, below /v1/."""

from django.urls import path

from reviews.audits.api import audits
from reviews.engine.runs.api import runs as run_console
from reviews.jobs.api import jobs
from reviews.jobs.documents.api import methods
from reviews.quality.api import quality, routed_prompts
from reviews.scorers.api import annotators, task_runs

METHOD_PART = "reviews/methods/<str:model_type>/<str:part>"

urlpatterns = [
    path("runs", run_console.RunList.as_view(), name="api_console_list"),
    path("runs/<str:run_id>", run_console.RunDetail.as_view(), name="api_console_run"),
    path("runs/<str:run_id>/stages", run_console.RunStages.as_view(), name="api_console_stages"),
    path("runs/<str:run_id>/requests", run_console.RunRequests.as_view(), name="api_console_requests"),
    path("requests/<str:request_id>", run_console.RequestDetail.as_view(), name="api_console_request"),
    path("reviews/jobs", jobs.JobList.as_view(), name="api_job_list"),
    path("reviews/jobs/<str:job_id>", jobs.JobDetail.as_view(), name="api_job_detail"),
    path("reviews/jobs/<str:job_id>/again", jobs.JobAgain.as_view(), name="api_job_again"),
    path("reviews/jobs/<str:job_id>/sign-off", jobs.JobSignOff.as_view(), name="api_job_sign_off"),
    path("reviews/methods", methods.MethodList.as_view(), name="api_method_list"),
    path(METHOD_PART, methods.MethodPart.as_view(), name="api_method_part"),
    path(f"{METHOD_PART}/draft", methods.MethodDraft.as_view(), name="api_method_draft"),
    path(f"{METHOD_PART}/publish", methods.MethodPublish.as_view(), name="api_method_publish"),
    path("quality/gradings", quality.GradingList.as_view(), name="api_grading_list"),
    path("quality/gradings/<str:grading_id>", quality.GradingDetail.as_view(), name="api_grading_detail"),
    path("quality/observations", quality.ObservationList.as_view(), name="api_observation_list"),
    path("quality/route", quality.Route.as_view(), name="api_quality_route"),
    path("quality/calibrations", quality.CalibrationList.as_view(), name="api_calibration_list"),
    path(
        "quality/calibrations/<str:calibration_id>", quality.CalibrationDetail.as_view(), name="api_calibration_detail"
    ),
    path("quality/prompts", routed_prompts.PromptList.as_view(), name="api_prompt_list"),
    path("quality/prompts/<str:prompt_id>", routed_prompts.PromptDetail.as_view(), name="api_prompt_detail"),
    path("annotators", annotators.AnnotatorList.as_view(), name="api_annotator_list"),
    path("annotators/<str:annotator_id>", annotators.AnnotatorDetail.as_view(), name="api_annotator_detail"),
    path("annotations/tasks/<str:task_id>/annotators", task_runs.TaskRuns.as_view(), name="api_run_list"),
    path(
        "annotations/tasks/<str:task_id>/annotators/estimate",
        task_runs.TaskRunEstimate.as_view(),
        name="api_run_estimate",
    ),
    path(
        "annotations/tasks/<str:task_id>/annotators/<str:annotator_id>",
        task_runs.TaskRun.as_view(),
        name="api_run_detail",
    ),
    path("annotations/tasks/<str:task_id>/audits", audits.TaskAudits.as_view(), name="api_audit_list"),
    path("annotations/<str:annotation_id>/audits", audits.AnnotationAudits.as_view(), name="api_audit_decide"),
    path("annotations/<str:annotation_id>/own-answers", audits.AnnotationOwnAnswers.as_view(), name="api_audit_answer"),
]
