"""Addresses of the quality of models: their figures and the router, the ledger, gradings, calibrations of judges."""

from django.urls import path

from evalhub.lists.views import list_page
from reviews.quality.views import (
    calibrations,
    grading_detail,
    grading_new,
    judges,
    observations,
    overview,
)

urlpatterns = [
    path("quality/", overview.quality, name="quality"),
    path("quality/policy/", overview.quality_policy, name="quality_policy"),
    path("quality/observations/", observations.observations, name="observations"),
    path("quality/observations/export/", observations.observations_export, name="observations_export"),
    path("quality/observations/import/", observations.observations_import, name="observations_import"),
    path("quality/observations/prune/", observations.observations_prune, name="observations_prune"),
    path("quality/gradings/", list_page("gradings"), name="grading_list"),
    path("quality/gradings/new/", grading_new.grading_new, name="grading_new"),
    path("quality/gradings/<uuid:grading_id>/", grading_detail.grading_detail, name="grading_detail"),
    path("quality/gradings/<uuid:grading_id>/label/", grading_detail.grading_label, name="grading_label"),
    path("quality/gradings/<uuid:grading_id>/compare/", grading_detail.grading_compare, name="grading_compare"),
    path("quality/gradings/<uuid:grading_id>/calibrate/", grading_detail.grading_calibrate, name="grading_calibrate"),
    path("quality/prompts/", list_page("routed_prompts"), name="routed_prompt_list"),
    path("quality/judges/", list_page("judges"), name="judge_list"),
    path("quality/judges/<uuid:annotator_id>/", judges.judge_detail, name="judge_detail"),
    path("quality/judges/<uuid:annotator_id>/test/", judges.judge_test, name="judge_test"),
    path("quality/calibration/", calibrations.calibration_list, name="calibration_list"),
]
