"""The agreement of one model with people, the same wherever a page shows it, as it was last computed."""

from dataclasses import dataclass

from annotations.agreement import reasons
from annotations.agreement.bands import written
from annotations.agreement.metrics import HEADLINE
from annotations.agreement.models import AgreementSnapshot
from evalhub.lib.charts import numbers
from evalhub.lib.definitions import define
from evalhub.lib.translation import gettext_noop as _

define(
    "model_with_people",
    _(
        "Krippendorff's alpha of a model with the majority of at least two people on each item; where one figure is "
        "shown for a task, of the question on which they agree least."
    ),
)
define(
    "same_label",
    _("Share of the pairs of labels with other people on the same items that are equal, over all questions."),
)


@dataclass(frozen=True)
class ModelAgreement:
    """Of one model and one question, whose title this is; without `value` there is a `reason`, a code."""

    question: str
    value: float | None
    low: float | None
    high: float | None
    n_items: int
    reason: str

    @property
    def figure(self):
        return "" if self.value is None else written(self.value)

    @property
    def note(self):
        """Interval and count, or why there is no figure."""
        if self.value is None:
            return str(reasons.text(self.reason).show)
        return ", ".join(filter(None, [numbers.interval(self.low, self.high), numbers.counted(self.n_items)]))


def of_task(task):
    """{annotator id: its ModelAgreement} of the form of today; one statement."""
    rows = AgreementSnapshot.objects.filter(task=task, question__schema_version=task.schema_version_id)
    return of_rows(rows.filter(metric=HEADLINE, scope="between").select_related("question"))


def of_questions(questions, annotator):
    """{question's id: the ModelAgreement of one model}; one statement."""
    rows = AgreementSnapshot.objects.filter(question__in=questions, metric=HEADLINE, scope="between")
    found = {row.question_id: of_rows([row]).get(str(annotator.pk)) for row in rows.select_related("question")}
    return {pk: each for pk, each in found.items() if each}


def of_rows(rows):
    """The same from snapshots of models beside people."""
    found = {}
    for row in rows:
        for each in row.details.get("machines", []):
            kept = (each[name] for name in ("value", "low", "high", "n_items", "reason"))
            found.setdefault(str(each["annotator_id"]), []).append(ModelAgreement(row.question.title, *kept))
    return {pk: min(each, key=_order) for pk, each in found.items()}


def _order(found):
    """As AgreementSnapshot.headlines chooses the question of people."""
    return found.value is None, found.low is None, found.value or 0
