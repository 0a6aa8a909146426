"""Raw answers of providers, forgotten in time; what was said and what it cost stays."""

import datetime

import pytest
from django.utils import timezone

from reviews.engine.requests.actions import retention
from reviews.models import LLMAttempt
from tests.reviews.machine import make_run, saying, work_until_quiet


@pytest.fixture
def asked(bob, model):
    """Two answered calls, the first of them forty days old."""
    model(saying())
    work_until_quiet(make_run(bob, rows=2))
    old, new = LLMAttempt.objects.order_by("pk")
    LLMAttempt.objects.filter(pk=old.pk).update(started_at=timezone.now() - datetime.timedelta(days=40))
    return old, new


def test_old_answers_are_forgotten_and_what_was_said_stays(asked, settings):
    settings.KEEP_RAW_DAYS = 30
    old, new = asked

    assert retention.sweep() == 1

    old.refresh_from_db()
    new.refresh_from_db()
    assert old.raw_response is None and new.raw_response is not None
    assert old.message.assistant and old.cost_usd and old.prompt_tokens


def test_portions_end(asked, settings, monkeypatch):
    monkeypatch.setattr(retention, "AT_ONCE", 1)
    settings.KEEP_RAW_DAYS = 0

    assert [retention.sweep(), retention.sweep(), retention.sweep()] == [1, 1, 0]
