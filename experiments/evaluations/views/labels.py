"""How states, types and failures of evaluations are called on pages."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.lib import reasons
from evalhub.lib.charts import numbers
from experiments.evaluations.models import ScoreSummary
from experiments.evaluations.models.evaluation import (
    AB_TEST,
    BATCH,
    BENCHMARK,
    CANCELLED,
    COLLECTING,
    COMPLETED,
    FAILED,
    ONLINE,
    PAUSED,
    PENDING,
    REGRESSION,
    RUNNING,
    SINGLE,
)
from reviews.engine.views import failure_labels
from reviews.engine.views.labels import StateLabel

STATES = {
    PENDING: StateLabel("waiting", gettext_lazy("Waiting")),
    RUNNING: StateLabel("running", gettext_lazy("Running")),
    COLLECTING: StateLabel("collecting", gettext_lazy("Collecting")),
    PAUSED: StateLabel("paused", gettext_lazy("Paused")),
    COMPLETED: StateLabel("done", gettext_lazy("Completed")),
    FAILED: StateLabel("failed", gettext_lazy("Failed")),
    CANCELLED: StateLabel("cancelled", gettext_lazy("Cancelled")),
}
TYPE_LABELS = {
    SINGLE: gettext_lazy("Single output"),
    BATCH: gettext_lazy("Batch"),
    BENCHMARK: gettext_lazy("Benchmark"),
    AB_TEST: gettext_lazy("A/B test"),
    REGRESSION: gettext_lazy("Regression"),
    ONLINE: gettext_lazy("Online"),
}


def label_of(evaluation, failed):
    """The StateLabel of an evaluation; one that has ended says how many of its outputs `failed`."""
    if evaluation.status == COMPLETED and failed:
        counts = {"failed": numbers.count(failed), "total": numbers.count(evaluation.n_outputs)}
        return StateLabel("partly failed", _("Completed, %(failed)s of %(total)s failed") % counts)
    return STATES[evaluation.status]


def word_failures(items):
    """Set `why` of the scores of loaded items."""
    for item in items:
        for score in item.scores:
            score.why = failure_title(score.failure.code) if score.failure else ""


def failure_title(code):
    """Why outputs have no score, in words: the engine's for its classes of errors, else the sentence of the reason."""
    sentence = reasons.sentence_of(code).singular
    if code in failure_labels.WORDS or "%" in sentence or sentence == code:
        return failure_labels.failure_label(code)
    return _(sentence)


def slice_labels(evaluation):
    """{a slice as field=value: its name} of those that an evaluation is summed up by; one statement."""
    found = ScoreSummary.objects.filter(evaluation=evaluation).exclude(slice="").order_by("slice")
    return {each: each.replace("=", ": ", 1) for each in found.values_list("slice", flat=True).distinct()}
