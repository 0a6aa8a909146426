"""A study with something in every table of its bundle: strange texts, critics, an abstention, and a person."""

from django.db import transaction

from annotations.models import Annotation
from annotations.queue.actions import submissions
from experiments.models import Evidence, StudySample
from tests.experiments.studies_world import (
    criticize,
    make_study,
    make_window,
    quality,
    stages_of,
    verdict,
    work,
    work_rubrics,
)
from tests.factories import make_annotator

# What spreadsheets, CSV readers and data frames would like to take for something else.
STRANGE = ["=SUM(A1)", '"quoted", with; commas', "NA", "two\nlines\r\nand a tab\t", "-5", "Ünïcode 漢 🙂"]


@transaction.atomic
def make_scored(member, person=None, *, texts=3, **settings):
    """Two rubrics by one model, of which one lane scored all bundles, the last of them by abstaining.

    `person`, a membership, answers the first bundle of the first sample.
    """
    chosen = {"method": "subset", "samples_per_model": 2, "scoring_models": ["simulated-careful"]} | settings
    window = make_window(member, texts=texts)
    for place, title in enumerate(STRANGE, 1):
        Evidence.objects.filter(window=window, position=place).update(title=title)
    study = make_study(member, window=window, **chosen)
    work_rubrics(study)
    critic, *_others = stages_of(study, "rubric_critic")
    work(critic, quality(0.5, 0.25))
    score(study)
    if person is not None:
        answer_as(person, study)
    return study


@transaction.atomic
def score(study):
    """Let the first lane score every bundle, and its critic agree with what it said."""
    first, *_others = stages_of(study, "score_gen")
    words = iter([verdict(1, 3), verdict(2), verdict()])
    work(first, lambda call: next(words, verdict(2))(call))
    criticize(study, 1)


def answer_as(person, study, stages=("1",)):
    """A person scores the first bundle with the first rubric; returns the Annotation."""
    sample = StudySample.objects.filter(study=study).order_by("pk").first()
    stored = submissions.submit(
        item_id=sample.task.items.order_by("position").first().pk,
        task=sample.task,
        annotator=make_annotator(person),
        submission=submissions.Submission(answers={"stage": list(stages)}, origin="api"),
    )
    return Annotation.objects.get(pk=stored.annotation.pk)
