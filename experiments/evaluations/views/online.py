"""What the page of an online evaluation has besides: its rule in words, and to pause, resume and stop it."""

from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from datasets.models import System
from evalhub.accounts.access import requires
from evalhub.lib.charts import numbers
from evalhub.lib.errors import EvalHubError
from experiments.evaluations.actions import online
from experiments.evaluations.models.evaluation import COLLECTION_STATES, COLLECTS, IS_PAUSED, ONLINE
from experiments.evaluations.sampling_rule import SamplingRule
from experiments.evaluations.tasks import evaluation_due
from experiments.evaluations.views.evaluation_frame import evaluation_of


@requires("manage")
@require_POST
def evaluation_collection(request, evaluation_id):
    """`collection` is on, paused or stopped; any other value changes nothing."""
    evaluation = evaluation_of(request, evaluation_id)
    wanted = request.POST.get("collection")
    try:
        if wanted in COLLECTION_STATES:
            online.set_collection(evaluation=evaluation, collection=wanted, by=request.user)
            evaluation_due.delay()
    except EvalHubError as error:
        messages.error(request, error.message)
    return redirect("experiments:evaluation_detail", evaluation_id)


def state_of(evaluation):
    """What the page shows of the collection; {} of any other evaluation. One statement where the rule names systems."""
    if evaluation.type != ONLINE:
        return {}
    # [(label, value)] of a rule, what does not limit it left out.
    rule = SamplingRule.read(evaluation.sampling)
    found = [(_("Share"), numbers.share(rule.rate))]
    if rule.system_ids:
        names = System.objects.filter(pk__in=rule.system_ids).order_by("name").values_list("name", flat=True)
        found.append((_("Systems"), ", ".join(names)))
    found += [(name, str(value)) for name, value in rule.metadata.items()]
    if rule.per_day is not None:
        found.append((_("Most a day"), numbers.count(rule.per_day)))
    if rule.usd_per_day is not None:
        found.append((_("Cost a day"), numbers.usd(rule.usd_per_day)))
    return {
        "rule": found,
        "collects": evaluation.collection == COLLECTS and not evaluation.has_ended,
        "is_paused": evaluation.collection == IS_PAUSED and not evaluation.has_ended,
    }
