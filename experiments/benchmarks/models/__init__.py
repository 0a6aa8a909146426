"""The tables of benchmarks, for this feature."""

from .benchmark_suite import BenchmarkSuite
from .benchmark_task import BenchmarkTask
from .suite_run import SuiteRun
from .suite_run_task import SuiteRunTask

__all__ = ["BenchmarkSuite", "BenchmarkTask", "SuiteRun", "SuiteRunTask"]
