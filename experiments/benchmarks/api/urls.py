"""Addresses of the API of benchmarks, below /v1/."""

from django.urls import path

from experiments.benchmarks.api import imported_logs, suite_runs, suites

urlpatterns = [
    path("benchmarks/suites", suites.SuiteList.as_view(), name="api_benchmark_suite_list"),
    path("benchmarks/suites/<str:suite_id>", suites.SuiteDetail.as_view(), name="api_benchmark_suite"),
    path(
        "benchmarks/suites/<str:suite_id>/leaderboard",
        suite_runs.SuiteLeaderboard.as_view(),
        name="api_benchmark_leaderboard",
    ),
    path("benchmarks/runs", suite_runs.SuiteRunList.as_view(), name="api_benchmark_run_list"),
    path("benchmarks/runs/<str:suite_run_id>", suite_runs.SuiteRunDetail.as_view(), name="api_benchmark_run"),
    path("benchmarks/compare", suite_runs.SuiteRunCompare.as_view(), name="api_benchmark_compare"),
    path("benchmarks/logs", imported_logs.LogList.as_view(), name="api_benchmark_log_list"),
]
