"""What is asked next: a stage's requests, made from its own targets or from what the stage before has done."""

from collections import defaultdict

from reviews.engine.models import LLMRequest, RunStage
from reviews.engine.stages import registry

AT_ONCE = 5000


def follow(requests):
    """In runs without barriers: the next stages' questions about what these done requests have led to."""
    by_place = defaultdict(list)
    for request in requests:
        run, stage = request.run, request.stage
        if not run.rules.waits_for_stage and run.stop_at_stage != stage.name:
            by_place[stage.run_id, stage.position + 1, stage.lane].append(request)
    stages = RunStage.objects.filter(run__in={run_id for run_id, _, _ in by_place}) if by_place else []
    for stage in stages:
        done = by_place.get((stage.run_id, stage.position, stage.lane), [])
        _follow(stage, done)


def fill(stage):
    """The next requests of an open stage, from its own targets or from the stage before, which must have ended by
    then; AT_ONCE means that more are left."""
    if not registry[stage.kind].has_targets:
        return _fill_from_before(stage)
    found = registry[stage.kind].targets(stage, limit=AT_ONCE)
    if found:
        left_out = registry[stage.kind].left_out(stage, [target for target, _item in found])
        make(stage, [each for each in found if each[0] not in left_out])
        _filled(stage, found[-1][0])
    return len(found)


def _fill_from_before(stage):
    before = LLMRequest.objects.current().filter(
        stage__run=stage.run_id,
        stage__position=stage.position - 1,
        stage__lane=stage.lane,
        state="done",
        pk__gt=stage.filled_to,
    )
    done = list(before.select_related("stage", "run").order_by("pk")[:AT_ONCE])
    if done:
        _follow(stage, done)
        _filled(stage, done[-1].pk)
    return len(done)


def make(stage, targets):
    """A waiting request for each (target, item) that has none in the stage's request version."""
    _make(stage, [(target, item_id, stage.request_version) for target, item_id in targets])


def _make(stage, targets):
    """`make` for (target, item, version)."""
    if not targets:
        return
    LLMRequest.objects.bulk_create(
        (
            LLMRequest(run_id=stage.run_id, stage=stage, target=target, item_id=item, request_version=version)
            for target, item, version in targets
        ),
        ignore_conflicts=True,
    )


def _follow(stage, done):
    """Make the requests of a stage that follow these done ones of the stage before.

    One about the same target is as new as the answer that it follows, which may have been asked for again.
    """
    plug_in, targets = registry[stage.kind], []
    for request in done:
        found = plug_in.follow(request)
        if found is not None:
            least = request.request_version if plug_in.keeps_target else 1
            targets.append((*found, max(stage.request_version, least)))
    _make(stage, targets)


def _filled(stage, up_to):
    RunStage.objects.filter(pk=stage.pk).update(filled_to=up_to)
    stage.filled_to = up_to
