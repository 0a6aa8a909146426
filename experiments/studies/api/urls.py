"""Addresses of the API of studies and evidence sets, below /v1/; each table of a bundle has its own."""

from django.urls import path

from experiments.studies.actions.exports import FORMATS
from experiments.studies.api import bundles, evidence_sets, studies
from experiments.studies.exporting.tables import TABLES

BUNDLE = "studies/<str:study_id>/bundle"

SET = "evidence-sets/<str:window_id>"

urlpatterns = [
    path("evidence-sets", evidence_sets.EvidenceSetList.as_view(), name="api_evidence_set_list"),
    path(SET, evidence_sets.EvidenceSetDetail.as_view(), name="api_evidence_set"),
    path(f"{SET}/evidence", evidence_sets.EvidenceList.as_view(), name="api_evidence_list"),
    path(f"{SET}/evidence/<str:position>", evidence_sets.EvidenceDetail.as_view(), name="api_evidence"),
    path("studies", studies.StudyList.as_view(), name="api_study_list"),
    path("studies/estimate", studies.StudyEstimate.as_view(), name="api_study_estimate"),
    path("studies/<str:study_id>", studies.StudyDetail.as_view(), name="api_study"),
    path("studies/<str:study_id>/clone", studies.StudyClone.as_view(), name="api_study_clone"),
    path(BUNDLE, bundles.StudyBundle.as_view(), name="api_study_bundle"),
    *(
        path(f"{BUNDLE}/{table}", bundles.BundlePage.as_view(table=table), name=f"api_study_bundle_{table}")
        for table in TABLES
    ),
    *(
        path(
            f"{BUNDLE}/{table}.{suffix}",
            bundles.BundleFile.as_view(table=table, suffix=suffix),
            name=f"api_study_bundle_{table}_{suffix}",
        )
        for table in TABLES
        for suffix in FORMATS
    ),
]
