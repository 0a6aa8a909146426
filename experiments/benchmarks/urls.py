"""Addresses of the pages of benchmarks, below /benchmarks/."""

from django.urls import path

from evalhub.lists.views import list_page
from experiments.benchmarks.views import imported_logs, suite_runs, suites

app_name = "benchmarks"

SUITE = "suites/<uuid:suite_id>"
RUN = "runs/<uuid:suite_run_id>"

urlpatterns = [
    path("", list_page("benchmark_suites"), name="suite_list"),
    path("runs/", list_page("benchmark_runs"), name="run_list"),
    path("logs/new/", imported_logs.log_import, name="log_import"),
    path("suites/new/", suites.suite_create, name="suite_create"),
    path("suites/add/<slug:shipped_key>/", suites.suite_add_shipped, name="suite_add_shipped"),
    path(f"{SUITE}/", suites.suite_detail, name="suite_detail"),
    path(f"{SUITE}/tasks/", suites.suite_tasks, name="suite_tasks"),
    path(f"{SUITE}/run/", suite_runs.run_create, name="run_create"),
    path(f"{RUN}/", suite_runs.run_detail, name="run_detail"),
    *(
        path(f"{RUN}/{verb}/", suite_runs.run_change, {"verb": verb}, name=f"run_{verb}")
        for verb in ("pause", "resume", "cancel", "retry")
    ),
]
