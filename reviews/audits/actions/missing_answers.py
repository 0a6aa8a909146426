"""Machine answers that are not there yet, or that should be asked for again."""

from django.db import transaction
from django.db.models import Count, Max
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from annotations.models import Annotation, TaskItem
from annotations.queue.models.annotation import FIRST_ROUND
from annotations.tasks.actions import history
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict
from reviews.engine.models import EvaluationRun, LLMRequest
from reviews.engine.runs.actions import controls
from reviews.engine.runs.actions.progress import OF_JUDGEMENTS
from reviews.engine.stages import registry

UNANSWERED = ["batched", "failed", "running", "waiting"]


def unanswered(organization):
    """Requests without an answer of runs that count and are wanted or paused, failed ones first in lists by state."""
    found = (
        LLMRequest.objects.current()
        .filter(run__organization=organization, run__task__isnull=False, run__round=FIRST_ROUND, state__in=UNANSWERED)
        .filter(OF_JUDGEMENTS)
    )
    return found.exclude(run__desired_state="cancel")


@transaction.atomic
def ask_again(*, annotation, by):
    """Have a machine judge an item anew, because its content has changed: the old answer stands no longer.

    The old answer and what was said about it stay as they are. Locks the item. Conflict: `replaced` when it stands no
    longer already, `no_run` when no run of this machine is there to ask it.
    """
    item = TaskItem.objects.select_for_update().get(pk=annotation.item_id)
    run = EvaluationRun.objects.filter(
        task=annotation.task_id, annotator=annotation.annotator_id, round=annotation.round
    )
    run = run.exclude(desired_state="cancel").first()
    if run is None:
        raise Conflict(
            _("This model has no active run on the task. Add the model to the task again first."), code="no_run"
        )
    if not Annotation.objects.standing().filter(pk=annotation.pk).update(superseded_at=Now()):
        raise Conflict(_("This answer was already replaced or withdrawn."), code="replaced")
    stage = run.stages.get(position=0)
    asked = LLMRequest.objects.filter(stage=stage, target=item.pk)
    last = asked.aggregate(last=Max("request_version"))["last"] or 0
    LLMRequest.objects.filter(OF_JUDGEMENTS, run=run, target=item.pk).update(replaced=True)
    critics = [kind for kind, plug_in in registry.items() if plug_in.is_critic]
    LLMRequest.objects.filter(run=run, item=item, stage__kind__in=critics, target=annotation.pk).update(replaced=True)
    made = LLMRequest.objects.create(run=run, stage=stage, item=item, target=item.pk, request_version=last + 1)
    controls.reopen(run)
    history.note(
        task=annotation.task, item=item, verb="review_again", details={"annotation": annotation.pk, "request": made.pk}
    )
    audit.record(organization=run.organization, verb="run.asked_again", target=run, details={"item": item.pk}, by=by)
    return made


def counts(organization):
    """{state: how many requests} of those without an answer; one statement."""
    rows = unanswered(organization).order_by().values_list("state").annotate(Count("pk"))
    return dict(rows)
