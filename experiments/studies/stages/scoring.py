"""What the scores of a study share: a model places each bundle on one sample's rubric, as chance shows it."""

from annotations.models import TaskItem
from annotations.queue.actions import submissions
from evalhub.lib.errors import Conflict
from evalhub.lib.translation import gettext_noop
from experiments.models import StudySample
from experiments.studies import randomization
from experiments.studies.actions import rubrics
from experiments.studies.grouping import texts_in_order
from experiments.studies.scorers.placement import ShownRubric
from reviews.scorers.registry.scorer import Case
from reviews.scorers.stages.machine_submissions import label_simulated, submission_of
from reviews.scorers.stages.scorer_stage import ScorerStage

TAKES_ANSWERS = ("ACTIVE", "PAUSED")


class StudyScores(ScorerStage):
    """A target is the id of a TaskItem, a result the annotation of the stage's annotator."""

    name = "score_gen"
    title = gettext_noop("Scores the evidence")
    has_targets = True

    def targets(self, stage, *, limit):
        """The bundles of the lane's sample, once it has a rubric; one statement."""
        items = TaskItem.objects.filter(task__study_sample__lanes=stage.pk, pk__gt=stage.filled_to).order_by("pk")
        return [(pk, pk) for pk in items.values_list("pk", flat=True)[:limit]]

    def load(self, requests):
        sample = _sample(requests[0].stage_id)
        items = TaskItem.objects.select_related("test_case").in_bulk([request.target for request in requests])
        ours = {pk: item for pk, item in items.items() if item.task_id == sample.task_id}
        if ours and sample.task.status not in TAKES_ANSWERS:
            words = f"The task {sample.task.name} is {sample.task.status}; it takes no answers."
            return {request.pk: Conflict(words, code="task_closed") for request in requests if request.target in ours}
        shown = _shown(sample) if ours else None
        return {
            request.pk: (
                Case((self.kind, request.target), {"evidence": texts_in_order(ours[request.target].test_case.input)}),
                shown,
            )
            for request in requests
            if request.target in ours
        }

    def store(self, request, finding, outcome):
        """The annotation; one under a raised request version takes the place of the one before."""
        if outcome.simulated:
            label_simulated(request.stage)
        stored = submissions.submit(
            item_id=request.target,
            task=_sample(request.stage_id).task,
            annotator=request.stage.annotator,
            submission=submission_of(request, finding.values),
        )
        return {"annotation": stored.annotation}


def _sample(stage_id):
    """The sample whose rubric a lane uses, with its study, window and task; one statement."""
    return StudySample.objects.select_related("study__window", "task").get(lanes=stage_id)


def _shown(sample):
    design = sample.study.design
    return ShownRubric(
        key=rubrics.QUESTION,
        concept=sample.study.window.concept,
        stages=randomization.shown_stages(
            sample.rubric["stages"],
            label_mapping=sample.label_mapping,
            tokens=sample.tokens,
            hide_label=design.hide_label_text,
        ),
        label_mapping=sample.label_mapping,
        scale_size=design.scale_size,
        abstain_enabled=design.abstain_enabled,
    )
