"""What people were asked about an experiment, and how far they are."""

from dataclasses import dataclass

from annotations.models import AnnotationTask
from annotations.progress.actions import completion
from experiments.trials.models import Experiment


@dataclass(frozen=True)
class LabelTask:
    """`n_cases` were drawn for it; items are outputs of them, `done` of `total` with all of their labels."""

    task: AnnotationTask
    n_cases: int
    done: int
    total: int

    @property
    def is_through(self) -> bool:
        return self.done >= self.total


def tasks_of(experiment: Experiment) -> list[LabelTask]:
    """The oldest first; five statements, however many."""
    drawn = AnnotationTask.objects.filter(
        organization=experiment.organization_id, sampling_config__drawn_for=str(experiment.pk)
    )
    tasks = list(drawn.order_by("created_at"))
    counts = completion.counts_of(tasks) if tasks else {}
    return [
        LabelTask(each, each.sampling_config["sample_size"], counts[each.pk].complete, counts[each.pk].remaining_total)
        for each in tasks
    ]
