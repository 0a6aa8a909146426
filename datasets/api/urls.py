"""Addresses of the API of `datasets`, below /v1/."""

from django.urls import path

from datasets.api import cases, datasets, model_outputs, traces, versions

VERSIONS = "datasets/<str:dataset_id>/versions"
VERSION = f"{VERSIONS}/<str:version_number>"

urlpatterns = [
    path("datasets", datasets.DatasetList.as_view(), name="api_dataset_list"),
    path("datasets/<str:dataset_id>", datasets.DatasetDetail.as_view(), name="api_dataset_detail"),
    path(VERSIONS, versions.VersionList.as_view(), name="api_version_list"),
    path(f"{VERSIONS}/open", versions.OpenVersions.as_view(), name="api_version_open"),
    path(VERSION, versions.VersionDetail.as_view(), name="api_version_detail"),
    path(f"{VERSION}/validate", versions.VersionValidate.as_view(), name="api_version_validate"),
    path(f"{VERSION}/publish", versions.VersionPublish.as_view(), name="api_version_publish"),
    path(f"{VERSION}/deprecate", versions.VersionDeprecate.as_view(), name="api_version_deprecate"),
    path(f"{VERSION}/cases", cases.CaseList.as_view(), name="api_case_list"),
    path(f"{VERSION}/outputs", model_outputs.VersionOutputs.as_view(), name="api_version_outputs"),
    path("outputs", model_outputs.Outputs.as_view(), name="api_outputs"),
    path("otlp/v1/traces", traces.Traces.as_view(), name="api_otlp_traces"),
    path(f"{VERSION}/sample", cases.CaseSample.as_view(), name="api_case_sample"),
]
