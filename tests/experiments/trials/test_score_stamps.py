"""Unchanged scores are not read again, and whatever may change them changes their stamp."""

from django.utils import timezone

from annotations.models import Annotation, AnnotationTask, TaskItem
from experiments.models import Evaluation
from experiments.trials.actions import label_requests, looks, score_stamps
from experiments.trials.actions.experiments import PlannedMetric
from experiments.trials.models.experiment import CASES
from experiments.trials.models.experiment_metric import CORRECTED, PRIMARY
from tests import factories
from tests.experiments.trials_world import make_experiment, make_outputs, run

V4, V5 = "1101001011" * 4, "1" * 40
PEOPLE_TOO = PlannedMetric("exact_match", PRIMARY, scores=CORRECTED)


def test_unchanged_scores_are_not_read_again(acme, monkeypatch):
    experiment = run(make_experiment(make_outputs(acme, v4=V4, v5=V5), "v4", "v5"))
    first = looks.look(experiment=experiment)
    assert looks.look(experiment=experiment).pk == first.pk

    with monkeypatch.context() as patched:
        patched.setitem(looks.SCORES, CASES, None)
        assert looks.look(experiment=experiment).figures == first.figures
    Annotation.objects.filter(pk=Annotation.objects.first().pk).update(withdrawn_at=timezone.now())
    assert looks.look(experiment=experiment).n == first.n - 1


def test_everything_that_changes_scores_changes_the_stamp(acme, alice):
    version = make_outputs(acme, v4=V4, v5=V5)
    experiment = run(make_experiment(version, "v4", "v5", metrics=(PEOPLE_TOO,)))
    variants = list(experiment.variants.select_related("evaluation"))
    machines = Annotation.objects.filter(task=variants[0].evaluation.task_id).order_by("pk")
    seen = [score_stamps.stamp_of(experiment, variants)]
    assert seen == [score_stamps.stamp_of(experiment, variants)]

    def note():
        seen.append(score_stamps.stamp_of(experiment, variants))

    machines.filter(pk=machines[0].pk).update(superseded_at=timezone.now())
    note()
    task = label_requests.ask(experiment=experiment, n_cases=20, seed=7).task
    note()
    items = TaskItem.objects.filter(task=task).order_by("pk")
    answer = factories.make_annotation(items[0], factories.make_annotator(alice), {"exact_match": True})
    note()
    items.filter(pk=items[0].pk).update(open_slots=5)
    note()
    items.filter(pk=items[1].pk).update(closed_reason="withdrawn")
    note()
    lease = factories.make_lease(items[2], answer.annotator)
    note()
    lease.delete()
    Annotation.objects.filter(pk=answer.pk).update(flagged=True)
    note()
    AnnotationTask.objects.filter(pk=task.pk).update(is_listed=False)
    note()
    Evaluation.objects.filter(pk=variants[0].evaluation_id).update(finished_at=timezone.now())
    variants = list(experiment.variants.select_related("evaluation"))
    note()
    assert len(set(map(str, seen))) == len(seen) == 10


def test_scores_that_still_come_in_have_no_stamp(acme):
    experiment = run(make_experiment(make_outputs(acme, v4=V4, v5=V5), "v4", "v5"))
    Evaluation.objects.filter(pk=experiment.variants.first().evaluation_id).update(state="waiting", finished_at=None)

    assert score_stamps.stamp_of(experiment, list(experiment.variants.select_related("evaluation"))) is None
