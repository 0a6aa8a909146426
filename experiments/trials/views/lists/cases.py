"""The cases that two variants of an experiment both answered: the scores of each, and which of them differ."""

from functools import cached_property

import numpy as np
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotations.models import TaskItem
from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List
from experiments.evaluations.actions import case_scores, result_rows
from experiments.evaluations.views.evaluation_detail import note_seen
from experiments.evaluations.views.labels import slice_labels
from experiments.trials.actions import variant_scores
from experiments.trials.methods import Samples
from experiments.trials.models.experiment_metric import LOWER, PRIMARY
from experiments.trials.views import labels
from experiments.trials.views.frame import variants_of

CELLS = "experiments/trials/case_cells.html"
CHANGES = {
    "differ": (_("better or worse"), lambda gaps: gaps != 0),
    "better": (_("better"), lambda gaps: gaps > 0),
    "worse": (_("worse"), lambda gaps: gaps < 0),
    "equal": (_("equal"), lambda gaps: gaps == 0),
}


@register("experiment_cases")
class ExperimentCaseList(List):
    """`parent` is the experiment. Parameters choose a metric, and one of several treatments by its position."""

    title = _("Cases")
    search, search_label = ("test_case__external_id",), _("ID of the case")
    order = "case"
    empty = Empty("inbox", _("No pairs yet"), _("Cases appear here once two variants have answered and were scored."))

    def __init__(self, request, parent=None):
        super().__init__(request, parent)
        metrics = list(parent.metrics.all()) if parent else []
        variants = variants_of(parent) if parent else []
        names = {str(each.position): each.name for each in variants[1:]}
        keys = {each.key: labels.MEASURE_LABELS.get(each.key, each.key) for each in metrics}
        self.filters = (
            filters.one_of("metric", "", keys, "the metric of the scores", title=_("Metric"), labels=keys),
            filters.one_of("treatment", "", names, "the treatment by its position", title=_("Variant"), labels=names),
            filters.one_of(
                "change",
                "",
                CHANGES,
                "cases whose scores differ so",
                title=_("Difference"),
                labels={key: words for key, (words, _test) in CHANGES.items()},
            ),
            filters.text("slice", "", "cases of a slice, field=value", title=_("Slice")),
        )
        if parent is None:
            return
        self.metric = next((each for each in metrics if each.key == request.GET.get("metric")), None)
        self.metric = self.metric or next(each for each in metrics if each.role == PRIMARY)
        place = request.GET.get("treatment", "")
        self.control = variants[0]
        self.treatment = next((each for each in variants[1:] if str(each.position) == place), variants[1])
        self.columns = (
            Column("case", _("Case"), "title", sort="position"),
            Column(
                "control", labels.short(self.control.name), "control_score", template=f"{CELLS}#control", is_data=True
            ),
            Column(
                "treatment",
                labels.short(self.treatment.name),
                "treatment_score",
                template=f"{CELLS}#treatment",
                is_data=True,
            ),
            Column("difference", _("Difference"), "difference", template=f"{CELLS}#difference"),
            Column("external_id", _("ID"), "test_case.external_id", kind="mono", default=False),
        )

    @cached_property
    def pairs(self):
        """{case: (control's score, treatment's score)} of those that have both."""
        both = [self.control, self.treatment]
        found = variant_scores.of_cases(self.parent, [self.metric], both).samples[self.metric.key]
        samples = Samples(*found)
        name = "value" if found[0].machine_values is None else "machine_value"
        first, second = samples.pairs(name)
        cases = found[0].units[samples.shared[0]]
        known = ~np.isnan(first) & ~np.isnan(second)
        rows = zip(cases[known].tolist(), first[known].tolist(), second[known].tolist(), strict=True)
        return {case: (one, other) for case, one, other in rows}

    def rows(self):
        if self.treatment.evaluation_id is None:
            return TaskItem.objects.none()
        return result_rows.items_of(self.treatment.evaluation).filter(test_case__in=list(self.pairs))

    def narrow(self, rows, filter, value):
        if filter.name == "slice":
            return rows.filter(test_case__in=self._cases_in(value))
        if filter.name != "change":
            return rows
        sign = -1 if self.metric.direction == LOWER else 1
        test = CHANGES[value][1]
        return rows.filter(test_case__in=[case for case, (a, b) in self.pairs.items() if test(sign * (b - a))])

    def _cases_in(self, text):
        """The pairs of a slice; none for a text without a sign."""
        field, _sign, value = text.partition("=")
        found = case_scores.slices(list(self.pairs), [field], most=None)
        return next((each.cases.tolist() for each in found if each.value == value), [])

    def labels(self, filter):
        return slice_labels(self.control.evaluation) if filter.name == "slice" else super().labels(filter)

    def load(self, rows):
        """Set the scores and the result of the control; who could answer these items has seen their scores then."""
        own, other = self.treatment.evaluation, self.control.evaluation
        if not rows:
            return
        controls = list(result_rows.items_of(other).filter(test_case__in=[row.test_case_id for row in rows]))
        for evaluation, items in ((own, rows), (other, controls)):
            result_rows.load(evaluation, items, result_rows.scorers_of(evaluation))
            note_seen(items, self.membership)
        places = {each.test_case_id: each.pk for each in controls}
        for row in rows:
            first, second = self.pairs[row.test_case_id]
            row.control_score, row.treatment_score = (labels.number(each, self.metric.key) for each in (first, second))
            row.difference = labels.signed(second - first, self.metric.key)
            gain = (second - first) * (-1 if self.metric.direction == LOWER else 1)
            row.tone = "positive" if gain > 0 else "negative" if gain < 0 else ""
            row.control_href = reverse("experiments:result_detail", args=[other.pk, places[row.test_case_id]])
            row.treatment_href = self.href(row)

    def note(self, row):
        return ", ".join(value for _name, value in row.facts)

    def href(self, row):
        return reverse("experiments:result_detail", args=[self.treatment.evaluation_id, row.pk])

    def scope(self):
        return str(self.parent.pk)
