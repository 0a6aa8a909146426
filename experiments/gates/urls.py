"""Addresses of the pages of gates, below /gates/."""

from django.urls import path

from evalhub.lists.views import list_page
from experiments.gates.views import gate_edit, gates

GATE = "<uuid:gate_id>"

urlpatterns = [
    path("", list_page("gates"), name="gate_list"),
    path("new/", gate_edit.gate_create, name="gate_create"),
    path("check/", gate_edit.gate_check, name="gate_check"),
    path("of/<uuid:evaluation_id>/", gates.evaluation_gates, name="evaluation_gates"),
    path(f"{GATE}/", gates.gate_detail, name="gate_detail"),
    path(f"{GATE}/results/<uuid:gate_result_id>/", gates.gate_detail, name="gate_result"),
    path(f"{GATE}/history/", gates.gate_history, name="gate_history"),
    path(f"{GATE}/edit/", gate_edit.gate_edit, name="gate_edit"),
    path(f"{GATE}/delete/", gate_edit.gate_delete, name="gate_delete"),
    path(f"{GATE}/decide/", gates.gate_decide, name="gate_decide"),
]
