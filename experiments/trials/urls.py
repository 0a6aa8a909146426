"""Addresses of the pages of experiments, below /experiments/."""

from django.urls import path

from evalhub.lists.views import list_page
from experiments.trials.views import changes, experiments, repeat, report, what_if
from experiments.trials.views.ask_people import experiment_labels
from experiments.trials.views.experiment_create import experiment_create
from experiments.trials.views.planner import experiment_planner
from experiments.trials.views.traffic_create import experiment_create_bandit, experiment_create_traffic

EXPERIMENT = "<uuid:experiment_id>"

urlpatterns = [
    path("", list_page("experiments"), name="experiment_list"),
    path("history/", list_page("experiment_history"), name="experiment_history"),
    path("planner/", experiment_planner, name="experiment_planner"),
    path("new/", experiment_create, name="experiment_create"),
    path("new/traffic/", experiment_create_traffic, name="experiment_create_traffic"),
    path("new/bandit/", experiment_create_bandit, name="experiment_create_bandit"),
    path(f"{EXPERIMENT}/", experiments.experiment_detail, name="experiment_detail"),
    path(f"{EXPERIMENT}/cases/", experiments.experiment_cases, name="experiment_cases"),
    path(f"{EXPERIMENT}/what-if/", what_if.experiment_what_if, name="experiment_what_if"),
    path(f"{EXPERIMENT}/looks/", experiments.experiment_looks, name="experiment_looks"),
    path(f"{EXPERIMENT}/shares/", experiments.experiment_shares, name="experiment_shares"),
    path(f"{EXPERIMENT}/history/", experiments.experiment_alike, name="experiment_alike"),
    path(f"{EXPERIMENT}/report/", report.experiment_report, name="experiment_report"),
    path(f"{EXPERIMENT}/report.pdf", report.experiment_report_file, name="experiment_report_file"),
    path(f"{EXPERIMENT}/plan/", experiments.experiment_plan, name="experiment_plan"),
    path(f"{EXPERIMENT}/labels/", experiment_labels, name="experiment_labels"),
    path(f"{EXPERIMENT}/repeat/", repeat.experiment_repeat, name="experiment_repeat"),
    path(f"{EXPERIMENT}/start/", changes.experiment_start, name="experiment_start"),
    path(f"{EXPERIMENT}/pause/", changes.experiment_pause, name="experiment_pause"),
    path(f"{EXPERIMENT}/conclude/", changes.experiment_conclude, name="experiment_conclude"),
    path(f"{EXPERIMENT}/archive/", changes.experiment_archive, name="experiment_archive"),
]
