"""Addresses of the pages of evaluations, below /evaluations/."""

from django.urls import path

from evalhub.lists.views import list_page
from experiments.evaluations.views import (
    comparison,
    evaluation_create,
    evaluation_detail,
    online,
    results,
    send,
    trends,
    trials,
)

EVALUATION = "<uuid:evaluation_id>"

urlpatterns = [
    path("", list_page("evaluations"), name="evaluation_list"),
    path("new/", evaluation_create.evaluation_create, name="evaluation_create"),
    path("new/trial/", trials.evaluation_trial, name="evaluation_trial"),
    path("trends/", trends.evaluation_trends, name="evaluation_trends"),
    path("compare/", comparison.evaluation_compare, name="evaluation_compare"),
    path(f"{EVALUATION}/", evaluation_detail.evaluation_detail, name="evaluation_detail"),
    path(f"{EVALUATION}/cancel/", evaluation_detail.evaluation_cancel, name="evaluation_cancel"),
    path(f"{EVALUATION}/collection/", online.evaluation_collection, name="evaluation_collection"),
    path(f"{EVALUATION}/retry/", evaluation_detail.evaluation_retry, name="evaluation_retry"),
    path(f"{EVALUATION}/results/", results.result_list, name="result_list"),
    path(f"{EVALUATION}/results/<int:result_id>/", results.result_detail, name="result_detail"),
    path(f"{EVALUATION}/send/", send.result_send, name="result_send"),
]
