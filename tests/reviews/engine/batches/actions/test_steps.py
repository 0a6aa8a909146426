"""Ticks of workers: what is due becomes batches, and each due batch takes a step."""

import pytest

from reviews.engine.batches.actions import drafts, steps
from reviews.engine.runs.actions import controls
from reviews.models import LLMBatch
from tests.reviews.batch_world import at_provider, batched_run, free, script, states, step

pytestmark = pytest.mark.usefixtures("provider")


def let_time_pass():
    for batch in LLMBatch.objects.live():
        free(batch)


def test_ticks_take_a_run_from_requests_to_answers(bob):
    run = batched_run(bob)

    taken = [steps.tick()]
    assert states(run) == ["batched"] * 6 and len(at_provider("openai")) == 1
    let_time_pass()
    taken += [steps.tick(), steps.tick()]

    assert taken == [1, 1, 0] and states(run) == ["done"] * 6


def test_stage_gets_another_batch_when_its_draft_is_sent(bob, monkeypatch):
    monkeypatch.setattr(drafts, "MOST_ROWS", 2)
    run = batched_run(bob)

    assert [stage.run for stage in drafts.stages_due()] == [run]
    draft = drafts.form(drafts.stages_due()[0])
    assert drafts.stages_due() == []
    step(draft)

    assert len(drafts.stages_due()) == 1


def test_runs_that_want_no_batch_get_none(bob):
    for min_batch_size in [None, 7]:
        run = batched_run(bob, min_batch_size=min_batch_size)

        assert steps.tick() == 0 and states(run) == ["waiting"] * 6, min_batch_size


def test_tick_is_bounded(bob):
    for _ in range(3):
        batched_run(bob, rows=2)
    assert steps.tick(2) == 2 and LLMBatch.objects.count() == 2
    assert steps.tick(seconds=0) == 0
    assert steps.tick() == 1 and LLMBatch.objects.count() == 3


def test_looking_for_stages_takes_the_same_statements_for_any_number(bob, django_assert_num_queries):
    for count in (1, 3):
        for _ in range(count):
            batched_run(bob, rows=2)
        with django_assert_num_queries(2):
            assert len(drafts.stages_due()) >= count


def test_drafts_of_paused_runs_return_in_line_at_once(bob, provider):
    run = batched_run(bob)
    script(provider, {"status": 429, "retry_after": 500, "path": "/v1/batches", "times": 1})
    steps.tick()
    controls.set_state(run=run, desired_state="pause", by=bob.user)

    assert steps.tick() == 1

    assert states(run) == ["waiting"] * 6 and LLMBatch.objects.get().status == "abandoned"
