"""What the scores of a study share: a model places each bundle on one sample's rubric, as chance shows it."""

import uuid
from dataclasses import dataclass

from annotations.models import Annotation, Annotator, TaskItem
from annotations.queue.actions import submissions
from evalhub.lib.errors import Conflict
from evalhub.lib.translation import gettext_noop
from experiments.models import StudySample
from experiments.studies import randomization
from experiments.studies.actions import rubrics
from experiments.studies.grouping import texts_in_order
from reviews.scorers.parsers.base import Context
from reviews.scorers.stages.parsed_stage import ParsedStage

TAKES_ANSWERS = ("ACTIVE", "PAUSED")


@dataclass(frozen=True)
class Scored:
    """A bundle as an item of the sample's task."""

    sample: StudySample
    item: TaskItem


class StudyScores(ParsedStage):
    """A target is the id of a TaskItem, a result the annotation of the stage's annotator."""

    name = "score_gen"
    title = gettext_noop("Scores the evidence")
    default_prompt = "score_gen.v1"
    has_targets = True

    def targets(self, stage, *, limit):
        """The bundles of the lane's sample, once it has a rubric; one statement."""
        items = TaskItem.objects.filter(task__study_sample__lanes=stage.pk, pk__gt=stage.filled_to).order_by("pk")
        return [(pk, pk) for pk in items.values_list("pk", flat=True)[:limit]]

    def load(self, requests):
        sample = _sample(requests[0].stage_id)
        items = TaskItem.objects.select_related("test_case").in_bulk([request.target for request in requests])
        return {
            request.pk: Scored(sample, items[request.target])
            for request in requests
            if request.target in items and items[request.target].task_id == sample.task_id
        }

    def values(self, stage, subject):
        sample, design = subject.sample, subject.sample.study.design
        if sample.task.status not in TAKES_ANSWERS:
            raise Conflict(
                f"The task {sample.task.name} is {sample.task.status}; it takes no answers.", code="task_closed"
            )
        return {
            "concept": sample.study.window.concept,
            "evidence": texts_in_order(subject.item.test_case.input),
            "stages": randomization.shown_stages(
                sample.rubric["stages"],
                label_mapping=sample.label_mapping,
                tokens=sample.tokens,
                hide_label=design.hide_label_text,
            ),
            "subset": design.method == "subset",
            "abstain_enabled": design.abstain_enabled,
        }

    def context(self, stage, subject):
        design = subject.sample.study.design
        return Context(
            label_mapping=subject.sample.label_mapping,
            scale_size=design.scale_size,
            abstain_enabled=design.abstain_enabled,
        )

    def store(self, request, finding, outcome):
        """The annotation; one under a raised request version takes the place of the one before."""
        annotator = request.stage.annotator
        if outcome.simulated:
            Annotator.objects.filter(pk=annotator.pk, simulated=False).update(simulated=True)
        sample = _sample(request.stage_id)
        said = finding.values
        note = submissions.AnswerNote(justification=said["reasoning"], abstained=said["abstained"])
        answers = {}
        if not said["abstained"]:
            answers[rubrics.QUESTION] = rubrics.answer_of(sample.study.design, said["decoded"])
        stored = submissions.submit(
            item_id=request.target,
            task=sample.task,
            annotator=annotator,
            submission=submissions.Submission(
                answers=answers,
                origin="llm",
                notes={rubrics.QUESTION: note},
                partial=said["abstained"],
                submission_id=uuid.uuid5(request.run_id, f"{request.pk}:{request.request_version}"),
                revises=_revised(request),
            ),
        )
        return {"annotation": stored.annotation}


def _sample(stage_id):
    """The sample whose rubric a lane uses, with its study, window and task; one statement."""
    return StudySample.objects.select_related("study__window", "task").get(lanes=stage_id)


def _revised(request):
    """The revision of the annotator's answer that stands on the item, or None."""
    current = Annotation.objects.current().filter(item=request.target, annotator=request.stage.annotator_id)
    return current.values_list("revision", flat=True).first() if request.request_version > 1 else None
