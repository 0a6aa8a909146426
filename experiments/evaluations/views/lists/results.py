"""The results of an evaluation, output by output: filtered, sorted by any metric, sent to people."""

from functools import cached_property
from urllib.parse import urlencode

from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotations.tasks.actions import item_search
from evalhub.api import filters
from evalhub.lists import address, register
from evalhub.lists.declaration import Bulk, BulkAction, Column, Empty, List
from experiments.evaluations import summary_estimates
from experiments.evaluations.actions import comparison, people_labels, result_rows, results
from experiments.evaluations.models import Evaluation, ScoreSummary
from experiments.evaluations.views.labels import failure_title, slice_labels, word_failures

CELLS = "experiments/evaluations/result_cells.html"
ANY = "any"
VERDICTS = {"pass": _("pass"), "fail": _("fail")}


def _number(name, lookup, description, title):
    return filters.Filter(name, lookup, description, float, {"type": "number"}, _("a number"), title=title)


def filters_of(keys):
    """The filters of the results of an evaluation with these {key of a metric: title}."""
    return (
        filters.one_of(
            "metric", "", keys, "the metric that verdict and score are of", title=_("Metric of the score"), labels=keys
        ),
        filters.one_of(
            "verdict",
            "",
            VERDICTS,
            "results that pass the threshold of the metric, or do not",
            title=_("Verdict"),
            labels=VERDICTS,
        ),
        _number("at_least", "", "results with this score or a higher one", _("Score at least")),
        _number("at_most", "", "results with this score or a lower one", _("Score at most")),
        filters.text("failed", "", "results without a score: any, or the code of a reason", title=_("Failed")),
        filters.flag("disagree", "", "results that only some scorers of a metric pass", title=_("Scorers disagree")),
        filters.flag("people", "", "results with labels of people", title=_("Labelled by people")),
        filters.identifier(
            "flipped",
            "",
            "results that pass in one of this and that evaluation alone",
            title=_("Flipped against"),
        ),
        filters.text("slice", "", "results of a slice, field=value", title=_("Slice")),
    )


def columns_of(scorers):
    """The columns of results that these scorers give."""
    scores = [
        Column(
            f"score{place}",
            _title(scorer, scorers),
            lambda item, place=place: item.scores[place],
            template=f"{CELLS}#score",
            sort=f"score{place}",
            default=place < 5,
            is_data=True,
        )
        for place, scorer in enumerate(scorers)
    ]
    return (
        Column("item", _("Case"), "title", sort="position"),
        *scores,
        Column("people", _("People"), lambda item: len(item.labels), template=f"{CELLS}#people"),
        Column("output", _("Output"), "output.text", template=f"{CELLS}#output", default=False),
        Column("external_id", _("ID"), "test_case.external_id", kind="mono", default=False),
        Column("latency_ms", _("Latency"), "output.latency_ms", template=f"{CELLS}#latency", default=False),
    )


@register("results")
class ResultList(List):
    title = _("Results")
    filters = filters_of({})
    search_label = _("Words of the case, or its ID")
    order = "item"
    empty = Empty("inbox", _("No results yet"), _("They appear here once outputs are scored."))
    template = "experiments/evaluations/result_list.html"
    top = "experiments/evaluations/send_bar.html"

    def __init__(self, request, parent=None):
        super().__init__(request, parent)
        self.params = request.GET
        self.filters = filters_of(self._keys)
        self.columns = columns_of(self.scorers)

    @cached_property
    def scorers(self):
        return result_rows.scorers_of(self.parent) if self.parent else []

    @cached_property
    def labels_of_people(self):
        return people_labels.of_evaluation(self.parent)

    @cached_property
    def _keys(self):
        return {each.question.key: summary_estimates.name_of(each.question) for each in self.scorers}

    def rows(self):
        found = result_rows.items_of(self.parent)
        for place, scorer in enumerate(self.scorers):
            found = result_rows.with_score(found, scorer, f"score{place}")
        return found

    def searched(self, rows, text):
        return rows.filter(item_search.matches(self.parent.task, text).condition)

    def narrow(self, rows, filter, value):
        if filter.name == "metric":
            return rows
        condition = getattr(self, f"_by_{filter.name}")(value)
        return rows.exclude(condition) if value is False else rows.filter(condition)

    def _by_verdict(self, value):
        return result_rows.any_of(result_rows.passed(each, value == "pass") for each in self._chosen)

    def _by_at_least(self, value):
        return self._found(metric=self._chosen[0].question.key, low=value)

    def _by_at_most(self, value):
        return self._found(metric=self._chosen[0].question.key, high=value)

    def _by_failed(self, code):
        if code == ANY:
            return self._found(metric=self.params.get("metric", ""), failed=True)
        own = self._chosen if self.params.get("metric") else self.scorers
        return result_rows.failed_with(self.parent, own, code)

    def _by_disagree(self, _value):
        return self._found(metric=self.params.get("metric", ""), disagree=True)

    def _found(self, **filters):
        """Those that the filters of the API let through."""
        found = results.results(evaluation=self.parent, filters=results.ResultFilters(**filters))
        return Q(pk__in=found.items.order_by().values("pk"))

    def _by_people(self, _value):
        return Q(pk__in={each.item_id for each in self.labels_of_people})

    def _by_flipped(self, pk):
        other = get_object_or_404(Evaluation.objects.for_organization(self.organization), pk=pk)
        found = comparison.compare(baseline=other, evaluations=[self.parent]).metrics
        own = {each.question_id for each in self._chosen}
        cases = [
            case for each in found if each.question.pk in own for case in (*(each.gained or ()), *(each.lost or ()))
        ]
        return Q(test_case__in=cases)

    def _by_slice(self, text):
        return result_rows.in_slice(text)

    @property
    def _chosen(self):
        """The scorers of the metric that is chosen, else of the first that a model scores."""
        key = self.params.get("metric") or next(
            (each.question.key for each in self.scorers if each.annotator.kind == "llm"), None
        )
        return [each for each in self.scorers if key in (None, each.question.key)]

    def load(self, rows):
        result_rows.load(self.parent, rows, self.scorers, self.labels_of_people)
        word_failures(rows)

    def bulk(self):
        if not self.membership.may("manage"):
            return None
        href = reverse("experiments:result_send", args=[self.parent.pk])
        return Bulk(href, [BulkAction("send", _("Send to people"), "users")])

    def summarize(self, rows):
        """The address that sends all results that are asked for to people; "" where the reader may not."""
        if not self.membership.may("manage"):
            return ""
        chosen = address.read(self, self.params)
        query = urlencode({"all": 1, "filter": chosen.view_query})
        return f"{reverse('experiments:result_send', args=[self.parent.pk])}?{query}"

    def is_live(self, rows):
        return not self.parent.has_ended

    def labels(self, filter):
        if filter.name == "failed":
            return {ANY: gettext("any metric")} | {code: failure_title(code) for code in self._codes}
        if filter.name == "slice":
            return slice_labels(self.parent)
        return super().labels(filter)

    @cached_property
    def _codes(self):
        found = ScoreSummary.objects.filter(evaluation=self.parent, slice="").values_list("failed", flat=True)
        return sorted({code for each in found for code in each})

    def chip_text(self, filter, value):
        if filter.name != "flipped":
            return ""
        return (
            Evaluation.objects.for_organization(self.organization)
            .filter(pk=value)
            .values_list("name", flat=True)
            .first()
        )

    def scope(self):
        return str(self.parent.pk)

    def note(self, row):
        return ", ".join(value for _name, value in row.facts)

    def href(self, row):
        return reverse("experiments:result_detail", args=[self.parent.pk, row.pk])


def _title(scorer, scorers):
    """The metric, with the scorer's name where several score it."""
    several = sum(each.question_id == scorer.question_id for each in scorers) > 1
    name = summary_estimates.name_of(scorer.question)
    return f"{name} · {scorer.annotator.name}" if several else name
