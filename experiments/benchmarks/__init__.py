"""Benchmarks: suites of tasks that depend on each other, planned under limits of workers and of concurrent model calls.

`plan.plan` is the schedule, `suite_file.read` reads a suite from YAML; both know no database (`manage.py plan`).

Tables: `BenchmarkSuite`, `BenchmarkTask`, `SuiteRun`, `SuiteRunTask`. Each task of a run is scored in an evaluation.
"""
