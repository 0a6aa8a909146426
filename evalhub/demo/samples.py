"""Small examples for a new organization: invented data with the labels of three invented people, through the same
actions as real work. They are tagged, and leave every list, search and figure with one action.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.core.files.base import ContentFile
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from annotations.agreement.actions import snapshots
from annotations.imports.actions import jobs as label_imports
from annotations.models import AnnotationTask
from annotations.tasks.actions import annotation_tasks
from datasets.actions import datasets, imports
from datasets.models import Dataset
from evalhub.accounts.actions import audit
from evalhub.demo import studies as demo_studies
from evalhub.demo.annotation_tasks import COMPARISONS, SEED, SUPPORT
from evalhub.demo.people import ANNOTATORS, CONTENT
from experiments.models import Study
from experiments.studies.actions import studies
from reviews.engine.client.endpoints import resolve
from reviews.engine.models import EvaluationRun
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.runs.actions import controls
from reviews.scorers.actions import annotators as machines
from reviews.scorers.actions import task_runs

TAG = "sample"
CASES = 24
MODEL = "simulated-careful"


@dataclass(frozen=True)
class TaskSample:
    """An example that is a task: `picture` is the address of what it shows first, by the task."""

    key: str
    demo: Any
    picture: Callable
    is_judged: bool = False

    def find(self, organization):
        return tasks(organization).filter(dataset_version__dataset__tags__contains=[self.key]).first()

    def make(self, organization, by):
        """The ACTIVE task with its labels and their agreement."""
        with transaction.atomic():
            demo, title = self.demo, _TITLES[self.key]()
            dataset = datasets.create(
                organization=organization, name=title, description=demo.about, tags=[TAG, self.key], by=by
            )
            with (CONTENT / demo.file).open(encoding="utf-8") as source:
                file = ContentFile("".join(islice(source, CASES)).encode(), name=demo.file)
            version = imports.run(version=datasets.receive(dataset=dataset, upload=file, mapping=demo.mapping, by=by))
            version = datasets.set_status(version=version, status="PUBLISHED", by=by)
            settings = annotation_tasks.TaskSettings(**demo.settings | {"name": title, "sampling_config": {}})
            task = annotation_tasks.create(
                dataset_version=version, annotation_schema=demo.schema, settings=settings, by=by
            )
            task = annotation_tasks.set_status(task=task, status="ACTIVE", by=by)
            job = _labels(self.demo, task, by)
            if self.is_judged:
                judge = machines.create(organization=organization, model=MODEL, name=_("Sample judge"), by=by)
                task_runs.start(task=task, annotator=judge, by=by)
        # From here on a worker would go on with what is left, should this process end.
        label_imports.run_next(pk=job.pk)
        snapshots.compute(task=task)
        return task


@dataclass(frozen=True)
class StudySample:
    """The example of a study, by simulated models."""

    key: str
    picture: Callable
    is_judged: bool = True

    def find(self, organization):
        return Study.objects.for_organization(organization).listed().filter(is_sample=True).first()

    def make(self, organization, by):
        title = _("Sample: how hard is it to report?")
        return demo_studies.study(
            organization=organization, name=title, window_name=_("Sample: Alderland, spring"), is_sample=True, by=by
        )


SAMPLES = {
    sample.key: sample
    for sample in (
        TaskSample("label", SUPPORT, lambda task: reverse("annotations:task_agreement", args=[task.pk])),
        TaskSample("judge", SUPPORT, lambda task: reverse("reviews:task_machines", args=[task.pk]), is_judged=True),
        TaskSample("compare", COMPARISONS, lambda task: reverse("annotations:task_detail", args=[task.pk])),
        StudySample("study", lambda study: reverse("experiments:study_detail", args=[study.pk])),
    )
}


def can_make(key):
    """Whether there is a sample of this key whose models, if it needs some, can be asked here."""
    sample = SAMPLES.get(key)
    return bool(sample) and not (sample.is_judged and resolve(MODEL).blocked_reason)


def create(*, sample, organization, by):
    """The task or study of a sample; the one that is there already, if any.

    InvalidInput when the simulated model cannot be asked here; then nothing is made.
    """
    return sample.find(organization) or sample.make(organization, by)


@transaction.atomic
def remove(*, organization, by):
    """Take the samples of an organization out of its lists and figures, and end their runs; returns how many.

    Answers, datasets and studies are never deleted; the names become free.
    """
    found = list(tasks(organization))
    runs = EvaluationRun.objects.filter(task__in=found).exclude(status__in=ENDED)
    for run in runs:
        controls.set_state(run=run, desired_state="cancel", by=by)
    for task in found:
        annotation_tasks.set_status(task=task, status="COMPLETED", by=by)
    AnnotationTask.objects.filter(pk__in=[task.pk for task in found]).update(is_listed=False)
    for dataset in sample_datasets(organization):
        dataset.name, dataset.is_listed = f"{dataset.name} ({dataset.pk})", False
        dataset.save(update_fields=["name", "is_listed", "updated_at"])
        audit.record(organization=organization, verb="dataset.sample_removed", target=dataset, by=by)
    examples = Study.objects.for_organization(organization).listed().filter(is_sample=True)
    for study in examples.select_related("run", "window", "organization"):
        studies.remove_sample(study=study, by=by)
        found.append(study)
    return len(found)


def sample_datasets(organization):
    return Dataset.objects.for_organization(organization).listed().filter(tags__contains=[TAG])


def tasks(organization):
    """The tasks over sample data that are listed."""
    found = AnnotationTask.objects.for_organization(organization).listed()
    return found.filter(dataset_version__dataset__in=sample_datasets(organization))


_TITLES = {
    "label": lambda: _("Sample: support answers"),
    "judge": lambda: _("Sample: a model judges support answers"),
    "compare": lambda: _("Sample: two models, one question"),
}


def _labels(demo, task, by):
    """The started import of what the demo's annotators answer, as people without an account."""
    latent = json.loads((CONTENT / demo.latent).read_text(encoding="utf-8"))
    names = task.items.values_list("test_case__external_id", flat=True)
    rows = [
        json.dumps({"external_id": name, "annotator": person.name, "labels": answers})
        for name in names
        for person in ANNOTATORS
        if (answers := demo.answer(person, name, latent[name], SEED)) is not None
    ]
    upload = ContentFile("\n".join(rows).encode(), name="sample-labels.jsonl")
    job = label_imports.receive(task=task, kind="annotations", upload=upload, by=by)
    return label_imports.start(job=job, mapping={"item": "external_id", "item_by": "external_id"}, by=by)
