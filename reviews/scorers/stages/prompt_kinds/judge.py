"""Prompts of judges: they answer a task's form, and are tried on items of tasks."""

from annotations.models import AnnotationTask, TaskItem
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.scorers.registry import registry as scorers
from reviews.scorers.registry.scorer import Asking
from reviews.scorers.stages import prompt_versions
from reviews.scorers.stages.material import item_views, task_view
from reviews.scorers.stages.prompt_kinds import registry
from reviews.scorers.stages.prompt_kinds.base import TrialItem
from reviews.scorers.stages.prompt_kinds.scorer_prompts import ScorerPrompts, trial_version
from reviews.scorers.stages.scorer_stage import prepared

TASKS_TRIED, EACH = 10, 5  # items that are offered for a trial: the first of each of the newest tasks


@registry.register("judge")
class JudgePrompts(ScorerPrompts):
    key = "judge"
    place = 10
    takes_examples = True
    title = gettext_noop("Judges")
    description = gettext_noop("Model annotators answer the questions of a task with these.")

    def trial_items(self, organization, name, *, limit):
        """The first items of the newest tasks, read by their places: a task may have a million."""
        newest = AnnotationTask.objects.for_organization(organization).order_by("-created_at")[:TASKS_TRIED]
        first = _items(organization.pk).filter(task__in=list(newest.values_list("pk", flat=True)), position__lt=EACH)
        rows = first.order_by("-task__created_at", "position")[:limit]
        words = _("Item %(n)s of %(task)s")
        return [TrialItem(row.pk, words % {"n": row.position + 1, "task": row.task.name}) for row in rows]

    def among_examples(self, version, targets):
        cases = {example["case"] for example in version.examples}
        if not cases:
            return set()
        return set(TaskItem.objects.filter(pk__in=targets, test_case__in=cases).values_list("pk", flat=True))

    def prepared(self, organization_id, name, version, targets, *, model):
        items = list(_items(organization_id).filter(pk__in=targets))
        views = item_views([item.pk for item in items])
        prompt = prompt_versions.load(trial_version(name, version), organization_id=organization_id)
        scorer = scorers[prompt.judge].made(Asking(model, prompt))
        forms = {item.task_id: task_view(item.task) for item in items}
        return {item.pk: prepared(scorer, views[item.pk], forms[item.task_id]) for item in items}


def _items(organization_id):
    return TaskItem.objects.filter(task__organization=organization_id).select_related("task")
