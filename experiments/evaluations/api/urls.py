"""Addresses of the API of evaluations, below /v1/."""

from django.urls import path

from experiments.evaluations.api import comparison, evaluations, online, results, score_events

urlpatterns = [
    path("evaluations", evaluations.EvaluationList.as_view(), name="api_evaluation_list"),
    path("evaluations/batch", evaluations.BatchList.as_view(), name="api_evaluation_batch_list"),
    path("evaluations/batch/<str:evaluation_id>", evaluations.BatchDetail.as_view(), name="api_evaluation_batch"),
    path("evaluations/compare", comparison.EvaluationCompare.as_view(), name="api_evaluation_compare"),
    path("evaluations/online", online.OnlineList.as_view(), name="api_evaluation_online_list"),
    path("evaluations/<str:evaluation_id>", evaluations.EvaluationDetail.as_view(), name="api_evaluation"),
    path("evaluations/<str:evaluation_id>/days", online.DayList.as_view(), name="api_evaluation_days"),
    path("evaluations/<str:evaluation_id>/events", score_events.ScoreEventList.as_view(), name="api_evaluation_events"),
    path("evaluations/<str:evaluation_id>/results", results.ResultList.as_view(), name="api_evaluation_results"),
]
