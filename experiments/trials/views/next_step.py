"""What comes next in an experiment on cases, in one line: scores come in, people are asked, the decision is due."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evalhub.lib.charts import numbers
from experiments.evaluations.models import ScoreSummary
from experiments.trials.actions import label_requests, label_tasks
from experiments.trials.analysis.verdict import KEEP_TESTING, NONE_SHOWN, UNHEALTHY


@dataclass(frozen=True)
class Step:
    """`href` and `action` are a link, where the reader may follow it; `total` None: not known how far it is.

    `is_scoring`: the page asks for it again and again, until all scores are there.
    """

    icon: str
    title: str
    note: str
    href: str = ""
    action: str = ""
    is_scoring: bool = False
    done: int = 0
    total: int | None = None
    unit: str = ""


def is_scoring(experiment):
    """Whether evaluations of its variants are under way."""
    if experiment.dataset_version_id is None or not experiment.is_going:
        return False
    return any(each.evaluation is not None and not each.evaluation.has_ended for each in experiment.variants.all())


def step_of(experiment, look, *, may_manage):
    """The Step of a running experiment on cases, else None; six statements at most."""
    if experiment.dataset_version_id is None or not experiment.is_going:
        return None
    if is_scoring(experiment):
        return scoring(experiment)
    found = _people(experiment, look) if label_requests.can_ask(experiment) else None
    if found is None and look is not None and look.verdict != KEEP_TESTING:
        href = f"{reverse('experiments:experiment_detail', args=[experiment.pk])}#decision"
        note = _("Name the winner and say why. Nothing can change after that.")
        if look.verdict == UNHEALTHY or experiment.is_aa:
            note = _("There is no winner to name. Say why: nothing can change after that.")
        found = Step("gavel", _("The decision is due"), note, href, _("Conclude"))
    if found is None or may_manage:
        return found
    return Step(found.icon, found.title, found.note, done=found.done, total=found.total, unit=found.unit)


def scoring(experiment):
    """The Step while evaluations are under way; one statement."""
    evaluations = [each.evaluation_id for each in experiment.variants.all()]
    found = list(ScoreSummary.objects.filter(evaluation__in=evaluations, slice=""))
    done = sum(each.n_scored + each.n_failed for each in found)
    note = _("This page shows the results once all are there. You can leave it.")
    total = sum(each.n_total for each in found) or None
    return Step("loader", _("Scores come in"), note, is_scoring=True, done=done, total=total, unit=_("scores"))


def _people(experiment, look):
    """Ask people, wait for them, or ask about more; None once that is enough."""
    asked = label_tasks.tasks_of(experiment)
    href = reverse("experiments:experiment_labels", args=[experiment.pk])
    if not asked:
        note = _("The labels of people count here, and no one was asked yet.")
        return Step("users", _("Ask people next"), note, href, _("Ask people"))
    done, total = sum(each.done for each in asked), sum(each.total for each in asked)
    waiting = next((each for each in asked if not each.is_through), None)
    if waiting is not None:
        cases = sum(each.n_cases for each in asked)
        words = ngettext("Of %(n)s case, drawn by chance.", "Of %(n)s cases, drawn by chance.", cases)
        task = reverse("annotations:task_detail", args=[waiting.task.pk])
        note = words % {"n": numbers.count(cases)}
        return Step(
            "users", _("People label outputs"), note, task, _("Go to the task"), False, done, total, _("outputs")
        )
    is_open = look is not None and look.verdict in (KEEP_TESTING, NONE_SHOWN)
    if is_open and sum(each.n_cases for each in asked) < (experiment.dataset_version.row_count or 0):
        note = _("All that people were asked about is labelled, and it does not decide yet.")
        return Step("users", _("Ask people about more"), note, href, _("Ask people"))
    return None
