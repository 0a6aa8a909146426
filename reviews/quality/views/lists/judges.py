"""The list of machines that answer questions: what each is, and what it may do by its tests against people."""

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotations.models import Annotation, Annotator
from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
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
    title = _("Models and judges")
    lead = _("Every model and program that answers questions. Test each against people before you rely on it.")
    columns = (
        Column("name", _("Judge"), "name", template=f"{CELLS}#name", sort="name"),
        Column("licence", _("May label"), "licence_look.label", template=f"{CELLS}#licence"),
        Column("kind", _("Kind"), "get_kind_display", sort="kind"),
        Column("model", _("Model"), "model", kind="mono", sort="model"),
        Column("prompt_version", _("Prompt"), "prompt_version", kind="mono", sort="prompt_version"),
        Column("method", _("Method"), "method", kind="mono", sort="method", default=False),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at"),
    )
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
        """Set the licence of each: the lowest of its criteria that were tested; one statement."""
        found = people_tests.licences(self.organization, rows)
        for row in rows:
            keys = [licence.key for licence in found.get(row.fingerprint, {}).values()]
            row.licence_look = look_of_licence(min(keys, key=KEYS.index) if keys else "untested")

    def href(self, row):
        return reverse("reviews:judge_detail", args=[row.pk])
