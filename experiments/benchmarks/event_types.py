"""Events of benchmarks."""

from evalhub.events.event_types import EventType, register
from evalhub.lib.translation import gettext_noop


@register("suite_run.completed")
class SuiteRunCompleted(EventType):
    title = gettext_noop("Benchmark run ended")
    example = {
        "run_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45",
        "suite_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e46",
        "suite": "Help desk 1.0",
        "system": "openai/gpt-4o-mini",
        "status": "COMPLETED",
        "overall_score": 0.81,
        "aggregation": "macro",
        "completed_tasks": 12,
        "total_tasks": 12,
    }
