"""The list of machines that answer questions: how far each agrees with people, what it may do, its use and its cost."""

from django.db.models import Count, Exists, OuterRef, Sum
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotations.models import Annotation, Annotator
from evalhub.api import filters
from evalhub.lib import orders
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from reviews.engine.models import EvaluationRun
from reviews.quality.actions import people_tests
from reviews.quality.judge_tests import LICENCES as KEYS
from reviews.quality.models import JudgeTest
from reviews.quality.views.labels import look_of_licence

CELLS = "reviews/quality/judge_cells.html"


def _tested(judges, is_tested):
    tests = (
        JudgeTest.objects.against_people()
        .measured()
        .filter(organization=OuterRef("organization"), judge=OuterRef("fingerprint"))
    )
    return judges.filter(Exists(tests) if is_tested else ~Exists(tests))


@register("judges")
class JudgeList(List):
    title = _("Models")
    in_palette = True
    lead = _("Every model and program that answers questions. Test each against people before you rely on it.")
    columns = (
        Column("name", _("Name"), "name", template=f"{CELLS}#name", sort="name"),
        Column("agreement", _("Agreement with people"), "agreement.value", "share", f"{CELLS}#agreement"),
        Column("licence", _("May label"), "licence_look.label", template=f"{CELLS}#licence"),
        Column("tested_at", _("Tested"), "agreement.created_at", kind="time"),
        Column("runs", _("Task runs"), "run_count", "number", f"{CELLS}#runs"),
        Column("cost_usd", _("Cost so far"), "cost_usd", "money", f"{CELLS}#cost"),
        Column("kind", _("Kind"), "get_kind_display", sort="kind"),
        Column("model", _("Model"), "model", kind="mono", sort="model", default=False),
        Column("prompt_version", _("Prompt"), "prompt_version", kind="mono", sort="prompt_version", default=False),
        Column("method", _("Method"), "method", kind="mono", sort="method", default=False),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at", default=False),
    )
    sorts = {
        "runs": Coalesce(orders.summed(EvaluationRun.objects.all(), "annotator", Count("pk")), 0),
        "cost_usd": orders.summed(EvaluationRun.objects.all(), "annotator", Sum("spendings__spent_usd")),
    }
    LOWEST = "It is of the criterion with the lowest agreement, by its newest test."
    unsorted = {"agreement": LOWEST, "tested_at": LOWEST}
    filters = (
        filters.flag("tested", _tested, "tested against people, or not", title=_("Tested")),
        filters.text("model", "model", "of this model", title=_("Model")),
        filters.flag("simulated", "simulated", "simulated ones, or others", title=_("Simulated")),
        filters.since("created_at", "made then or later"),
    )
    search = ("name", "model", "prompt_version", "method")
    search_label = _("Name, model or prompt")
    order = "-created_at"
    empty = Empty(
        "bot",
        _("No judges yet"),
        _("A model is one once it answers the items of a task or an evaluation."),
        Link(_("Add a model to a task"), "annotations:task_list"),
    )

    def rows(self):
        answered = Annotation.objects.filter(annotator=OuterRef("pk"))
        return Annotator.objects.for_organization(self.organization).machines().filter(Exists(answered))

    def load(self, rows):
        """Set the licence of each and the test of its agreement, the lowest of its criteria that were tested, and what
        its runs over tasks came to; two statements."""
        found = people_tests.newest_of(self.organization, rows)
        runs = EvaluationRun.objects.filter(annotator__in=[row.pk for row in rows]).order_by().values_list("annotator")
        sums = runs.annotate(runs=Count("pk", distinct=True), usd=Sum("spendings__spent_usd"))
        spent = {pk: (n, usd or None) for pk, n, usd in sums}  # no sum: no call had a known price
        for row in rows:
            criteria = found.get(row.fingerprint, {}).values()
            keys = [people_tests.licence_of(tests).key for tests in criteria]
            row.licence_look = look_of_licence(min(keys, key=KEYS.index) if keys else "untested")
            agreements = [tests["people_agreement"] for tests in criteria if "people_agreement" in tests]
            row.agreement = min(agreements, key=lambda test: (test.value is None, test.value or 0), default=None)
            row.run_count, row.cost_usd = spent.get(row.pk, (0, None))

    def note(self, row):
        return " · ".join(each for each in (row.model, row.prompt_version) if each and each != row.name)

    def href(self, row):
        return reverse("reviews:judge_detail", args=[row.pk])
