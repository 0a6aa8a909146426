"""Addresses of the API of experiments, below /v1/."""

from django.urls import path

from experiments.trials.api import experiments, label_requests, repeats, shares, traffic

EXPERIMENT = "experiments/<str:experiment_id>"

urlpatterns = [
    path("experiments", experiments.ExperimentList.as_view(), name="api_experiment_list"),
    path(EXPERIMENT, experiments.ExperimentDetail.as_view(), name="api_experiment"),
    path(f"{EXPERIMENT}/start", experiments.ExperimentStart.as_view(), name="api_experiment_start"),
    path(f"{EXPERIMENT}/pause", experiments.ExperimentPause.as_view(), name="api_experiment_pause"),
    path(f"{EXPERIMENT}/results", experiments.ExperimentResults.as_view(), name="api_experiment_results"),
    path(f"{EXPERIMENT}/report.pdf", experiments.ExperimentReport.as_view(), name="api_experiment_report"),
    path(
        f"{EXPERIMENT}/label-requests",
        label_requests.ExperimentLabelRequests.as_view(),
        name="api_experiment_label_requests",
    ),
    path(f"{EXPERIMENT}/conclude", experiments.ExperimentConclude.as_view(), name="api_experiment_conclude"),
    path(f"{EXPERIMENT}/archive", experiments.ExperimentArchive.as_view(), name="api_experiment_archive"),
    path(f"{EXPERIMENT}/repeat", repeats.ExperimentRepeat.as_view(), name="api_experiment_repeat"),
    path(f"{EXPERIMENT}/allocate", traffic.ExperimentAllocate.as_view(), name="api_experiment_allocate"),
    path(f"{EXPERIMENT}/shares", shares.ExperimentShares.as_view(), name="api_experiment_shares"),
    path(f"{EXPERIMENT}/outcomes", traffic.ExperimentOutcomes.as_view(), name="api_experiment_outcomes"),
]
