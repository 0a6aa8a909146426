"""Addresses of the pages of studies and of their evidence, below /studies/."""

from django.urls import path

from evalhub.lists.views import list_page
from experiments.studies.views import (
    evidence,
    study_create,
    study_detail,
    study_rubrics,
    study_scorers,
    study_verdicts,
    windows,
)

WINDOW = "windows/<uuid:window_id>"
STUDY = "<uuid:study_id>"

urlpatterns = [
    path("", list_page("studies"), name="study_list"),
    path("new/", study_create.study_create, name="study_create"),
    path("windows/", list_page("evidence_sets"), name="window_list"),
    path("windows/new/", windows.window_create, name="window_create"),
    path(f"{WINDOW}/", windows.window_detail, name="window_detail"),
    path(f"{WINDOW}/add/", evidence.evidence_add, name="evidence_add"),
    path(f"{WINDOW}/import/", evidence.evidence_import, name="evidence_import"),
    path(f"{WINDOW}/evidence/<int:position>/", evidence.evidence_detail, name="evidence_detail"),
    path(f"{STUDY}/", study_detail.study_detail, name="study_detail"),
    path(f"{STUDY}/rubrics/", study_rubrics.study_rubrics, name="study_rubrics"),
    path(f"{STUDY}/verdicts/", study_verdicts.study_verdicts, name="study_verdicts"),
    path(f"{STUDY}/scorers/", study_scorers.study_scorers, name="study_scorers"),
    path(f"{STUDY}/clone/", study_create.study_clone, name="study_clone"),
]
