"""Addresses of the pages of `datasets`, below /datasets/."""

from django.urls import path

from datasets.views import cases, datasets, uploads, versions
from evalhub.lists.views import list_page

app_name = "datasets"

VERSION = "<uuid:dataset_id>/versions/<int:number>"

urlpatterns = [
    path("", list_page("datasets"), name="dataset_list"),
    path("new/", datasets.dataset_create, name="dataset_create"),
    path("new/name/", datasets.name_check, name="name_check"),
    path("uploads/", uploads.upload_begin, name="upload_begin"),
    path("uploads/<uuid:upload_id>/", uploads.upload_part, name="upload_part"),
    path("uploads/<uuid:upload_id>/discard/", uploads.upload_discard, name="upload_discard"),
    path("<uuid:dataset_id>/", datasets.dataset_detail, name="dataset_detail"),
    path("<uuid:dataset_id>/upload/", datasets.version_create, name="version_create"),
    path(f"{VERSION}/", versions.version_detail, name="version_detail"),
    path(f"{VERSION}/mapping/", versions.version_mapping, name="version_mapping"),
    path(f"{VERSION}/again/", versions.version_again, name="version_again"),
    path(f"{VERSION}/publish/", versions.version_publish, name="version_publish"),
    path(f"{VERSION}/deprecate/", versions.version_deprecate, name="version_deprecate"),
    path(f"{VERSION}/cases/", cases.case_list, name="case_list"),
    path(f"{VERSION}/cases/<int:row_index>/", cases.case_detail, name="case_detail"),
]
