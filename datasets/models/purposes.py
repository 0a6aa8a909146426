"""What people come for: one Purpose for each card of the start page, kept from the upload to the result.

A purpose says what its pages ask and propose. Whatever depends on one is a field of it, and no code asks which it is.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Purpose:
    """`start` and `with_data` name the page where its path begins, without and with published data; `minutes` until
    `gets`. `sample_models`: its sample data asks models.

    `upload` says what a fitting file has; `outputs` are the model outputs that a case must have to be judged.
    `starters` are forms that fit, best first; `answers` how many people answer each item; `who` says who answers.
    `next_page` of a new task is where the path goes on, and `next_title` its name.
    """

    key: str
    title: Any
    about: Any
    gets: Any
    minutes: int
    asks_models: bool
    start: str = "datasets:dataset_create"
    with_data: str = "annotations:task_create"
    upload: Any = ""
    outputs: int = 0
    starters: tuple = ()
    answers: int = 2
    who: Any = ""
    next_page: str = ""
    next_title: Any = ""


PURPOSES = {
    purpose.key: purpose
    for purpose in (
        Purpose(
            "label",
            _("Label data"),
            _("People answer your questions about texts, chats or pairs."),
            _("Agreement between annotators"),
            6,
            False,
            upload=_("One row per text, question, chat or pair. Two people answer each of them."),
            who=_("People answer"),
            next_page="annotations:task_agreement",
            next_title=_("Agreement"),
        ),
        Purpose(
            "judge",
            _("Judge model answers"),
            _("A model answers the same form as people. You audit where they differ."),
            _("Error rate of the judge"),
            5,
            True,
            upload=_("One row per question, with a column for the answer that is judged."),
            outputs=1,
            starters=("verdict", "rag"),
            answers=1,
            who=_("A model and people answer the same form"),
            next_page="reviews:task_machines",
            next_title=_("Add a model"),
        ),
        Purpose(
            "compare",
            _("Compare models"),
            _("Several systems answer the same cases. People or judges choose the better answer."),
            _("Which answer wins, with interval"),
            5,
            False,
            upload=_("One row per question, with a column for the answer of each model."),
            outputs=2,
            starters=("pairwise",),
            who=_("People or models choose the better answer"),
            next_page="reviews:task_machines",
            next_title=_("Add a model as judge"),
        ),
        Purpose(
            "review",
            _("Review a result"),
            _("A report with claims and estimates is checked claim by claim against its sources."),
            _("Claims with and without a matching quote"),
            4,
            True,
            start="reviews:job_new",
            with_data="reviews:job_new",
        ),
        Purpose(
            "study",
            _("Run a rubric study"),
            _("Models write rubrics for an idea such as “difficulty”, and score the same texts with them."),
            _("How much the rubric changes the verdict"),
            9,
            True,
            start="experiments:study_create",
            with_data="experiments:study_create",
        ),
    )
}
UNSAID = Purpose("", "", "", "", 0, False, answers=3)


def judging(outputs):
    """The first Purpose that judges as many outputs of a case."""
    return next(purpose for purpose in PURPOSES.values() if purpose.outputs >= outputs)


def purpose_of(key):
    """The Purpose named, UNSAID for any other text."""
    return PURPOSES.get(key or "", UNSAID)
