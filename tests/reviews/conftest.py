"""What tests of pages and calls about runs share."""

import pytest


@pytest.fixture
def no_broker(monkeypatch):
    """Changes of runs wake no worker: none listens."""
    from reviews.tasks import quality_due, request_due

    for task in (request_due, quality_due):
        monkeypatch.setattr(task, "delay_on_commit", lambda: None)
