"""Benchmark suites and their runs over the API."""
