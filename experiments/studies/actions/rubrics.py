"""Take a sample's rubric into use: a frozen form over the study's bundles, for models and people alike."""

import hashlib
import re

from django.db import transaction

from annotations.tasks.actions import annotation_tasks, metrics
from annotations.tasks.actions.annotation_tasks import TaskSettings
from annotations.tasks.actions.metrics import MetricContent
from evalhub.lib.errors import Conflict
from experiments.models import StudySample
from experiments.studies import randomization

QUESTION = "stage"
LONGEST_TASK_NAME = 255
INSTRUCTIONS = """Read all evidence of the bundle and judge it as a whole, by what it says and by nothing else.

Choose {how} of “{concept}” whose criteria it meets. The first stage is the weakest, the last the strongest.{abstaining}
"""
ABSTAINING = "\n\nIf the evidence does not settle it, leave the question open."


@transaction.atomic
def accept(*, sample, rubric, request):
    """Store a rubric ({"stages", "reasoning"}) and make its task, active at once with an item for each bundle.

    InvalidInput when the rubric makes no form (labels or criteria too long), Conflict `no_bundles` when the study has
    no evidence to score. A rubric that it takes the place of keeps its task, which is completed.
    """
    study, design = sample.study, sample.study.design
    if study.dataset_version is None:
        raise Conflict("The study has no bundles of evidence yet.", code="no_bundles")
    replaced = sample.task
    task = annotation_tasks.create(
        dataset_version=study.dataset_version,
        settings=_settings(sample),
        by=study.created_by,
        annotation_schema=_form(study, rubric["stages"]),
        origin="study",
    )
    task = annotation_tasks.set_status(task=task, status="ACTIVE", by=study.created_by)
    shown = randomization.display(
        seed=sample.seed, n=design.scale_size, anonymize=design.anonymize_stages, shuffle=design.shuffle_rubric_order
    )
    sample.rubric, sample.label_mapping, sample.tokens = rubric, shown.label_mapping, list(shown.tokens)
    sample.task, sample.schema_version_id, sample.request = task, task.schema_version_id, request
    sample.save(update_fields=["rubric", "label_mapping", "tokens", "task", "schema_version", "request"])
    if replaced is not None and replaced.status in ("ACTIVE", "PAUSED"):
        annotation_tasks.set_status(task=replaced, status="COMPLETED", by=study.created_by)
    return sample


def _form(study, stages):
    """The form of one question, a metric of the library whose versions are the concept's rubrics.

    Its options are the stages; an option's value is its stage's number.
    """
    is_single, concept = study.design.method == "single", study.window.concept
    options = [
        {"value": str(stage["stage_number"]), "label": stage["label"], "description": "; ".join(stage["criteria"])}
        for stage in stages
    ]
    content = MetricContent(
        title=f"Which level of “{concept}” does the evidence show?",
        label_type="single_choice" if is_single else "multiple_choice",
        config={"options": options} | ({"ordered": True} if is_single else {}),
        direction="none",
    )
    key = f"level_{re.sub('[^a-z0-9]+', '_', concept.lower())[:40]}_{hashlib.sha256(concept.encode()).hexdigest()[:8]}"
    metric = metrics.keep(organization=study.organization, key=key, content=content, by=study.created_by)
    return {"fields": [metrics.field_of(metric) | {"key": QUESTION, "required": not study.design.abstain_enabled}]}


def stages_of(value):
    """The stage numbers of a stored value of either method."""
    return frozenset(int(part) for part in (value if isinstance(value, list) else [value]))


def samples_of(ids):
    """{id: StudySample} with study and window; one statement."""
    return StudySample.objects.select_related("study__window").in_bulk(ids)


def locked(*, sample_id):
    """The StudySample for its new rubric, with all that `accept` reads."""
    related = ("study__window", "study__dataset_version__dataset", "study__organization", "study__created_by", "task")
    return StudySample.objects.select_for_update(of=("self",)).select_related(*related).get(pk=sample_id)


def _settings(sample):
    study, design = sample.study, sample.study.design
    name = f"{study.name}: rubric {sample.ordinal} by {sample.model}"
    how = "the stage" if design.method == "single" else "the stage, or the stages,"
    return TaskSettings(
        name=name[:LONGEST_TASK_NAME],
        description=f"Scores the evidence of the study {study.name} with one of its rubrics.",
        instructions=INSTRUCTIONS.format(
            how=how, concept=study.window.concept, abstaining=ABSTAINING if design.abstain_enabled else ""
        ),
        required_annotations_per_item=design.people_per_bundle,
    )
