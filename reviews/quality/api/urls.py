"""Addresses of the quality of models in the API, below /v1/."""

from django.urls import path

from reviews.quality.api import judge_tests, quality, routed_prompts

urlpatterns = [
    path("annotators/<str:annotator_id>/tests", judge_tests.AnnotatorTests.as_view(), name="api_annotator_tests"),
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
]
