"""Addresses of the machine annotators of a task, and of metrics that are ready."""

from django.urls import path

from reviews.scorers.views import annotators, ready_metrics, trials

urlpatterns = [
    path("metrics/ready/", ready_metrics.ready_metrics, name="ready_metrics"),
    path("metrics/ready/add/", ready_metrics.ready_metric_add, name="ready_metric_add"),
    path("tasks/<uuid:task_id>/models/", annotators.task_machines, name="task_machines"),
    path("tasks/<uuid:task_id>/models/add/", annotators.machine_add, name="machine_add"),
    path("tasks/<uuid:task_id>/models/estimate/", annotators.machine_estimate, name="machine_estimate"),
    path("tasks/<uuid:task_id>/models/trials/<uuid:trial_id>/", trials.machine_trial, name="machine_trial"),
    path(
        "tasks/<uuid:task_id>/models/trials/<uuid:trial_id>/again/",
        trials.machine_trial_again,
        name="machine_trial_again",
    ),
    path("tasks/<uuid:task_id>/models/trials/<uuid:trial_id>/start/", trials.machine_start, name="machine_start"),
    path("tasks/<uuid:task_id>/models/<uuid:run_id>/state/", annotators.run_state, name="run_state"),
    path("tasks/<uuid:task_id>/models/<uuid:run_id>/repeat/", annotators.run_repeat, name="run_repeat"),
    path("tasks/<uuid:task_id>/models/<uuid:run_id>/retry/", annotators.run_retry, name="run_retry"),
]
