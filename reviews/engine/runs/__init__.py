"""Runs: progress, pages, API and what a manager does with a run. `actions.supervisor.work` drives them."""
