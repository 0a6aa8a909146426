"""Metrics that are ready: which there are, which the library has, and adding one."""

from dataclasses import dataclass

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from annotations.models import Metric
from annotations.tasks.actions.metrics import MetricContent
from evalhub.accounts.access import requires
from reviews.scorers.actions import library_metrics
from reviews.scorers.criteria import criteria
from reviews.scorers.metrics import metrics_of_answers
from reviews.scorers.registry import CONTEXT, EMBEDDER, REFERENCE

NEEDS = {
    REFERENCE: gettext_lazy("Expected output"),
    CONTEXT: gettext_lazy("Context"),
    EMBEDDER: gettext_lazy("Embeddings"),
}


@dataclass(frozen=True)
class ReadyMetric:
    """`metric` is the library's newest version, None where it has none; `needs` are words."""

    key: str
    content: MetricContent
    needs: tuple[str, ...]
    metric: Metric | None

    @property
    def title(self):
        """Those of programs are ours to translate; those of criteria are the question itself, in English."""
        return _(self.content.title)

    @property
    def description(self):
        return _(self.content.criteria["description"])


@requires("read")
@require_safe
def ready_metrics(request):
    """One statement for the library."""
    own = Metric.objects.for_organization(request.organization).filter(key__in=library_metrics.keys()).newest()
    kept = {metric.key: metric for metric in own}
    context = {
        "groups": [
            (
                _("Judged by models or people, from 1 to 5"),
                [_ready(key, kept, found) for key, found in criteria().items()],
            ),
            (_("Computed by programs"), [_ready(key, kept, found) for key, found in metrics_of_answers.items()]),
        ],
        "may_manage": request.membership.may("manage"),
    }
    return render(request, "reviews/scorers/ready_metrics.html", context)


@requires("manage")
@require_POST
def ready_metric_add(request):
    """The metric of a key, made for the library where it has none."""
    metric = library_metrics.ready(organization=request.organization, key=request.POST.get("key", ""), by=request.user)
    messages.success(request, _("%(metric)s is in the library.") % {"metric": _(metric.title)})
    return redirect("annotations:metric_detail", metric.pk)


def _ready(key, kept, found):
    needs = tuple(str(words) for need, words in NEEDS.items() if need in found.needs)
    return ReadyMetric(key, library_metrics.content_of(key), needs, kept.get(key))
