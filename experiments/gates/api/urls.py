"""Addresses of the API of gates, below /v1/."""

from django.urls import path

from experiments.gates.api import gates

urlpatterns = [
    path("gates", gates.GateList.as_view(), name="api_gate_list"),
    path("gates/<str:gate_id>", gates.GateDetail.as_view(), name="api_gate"),
    path("gates/<str:gate_id>/decide", gates.GateDecide.as_view(), name="api_gate_decide"),
    path("gates/<str:gate_id>/results", gates.GateResultList.as_view(), name="api_gate_result_list"),
    path("evaluations/<str:evaluation_id>/gate", gates.EvaluationGate.as_view(), name="api_evaluation_gate"),
]
