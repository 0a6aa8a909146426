"""A model tried on a few items of a task: it answers the form, and nothing is stored but what it said and cost."""

from annotations.models import TaskItem
from evalhub.lib.translation import gettext_noop
from reviews.engine.stages import registry
from reviews.scorers.stages.material import item_views, task_view
from reviews.scorers.stages.scorer_stage import FormStage

KIND = "form_trial"


@registry.register(KIND)
class FormTrial(FormStage):
    """A target, and the result, is the id of an item; the answer is the text of its try in the ledger."""

    kind = name = KIND
    title = gettext_noop("Trial")
    default_prompt = ""  # that of the annotator
    has_targets = True
    may_be_batched = False

    def load(self, requests):
        targets = [request.target for request in requests]
        tasks = {item.pk: item.task for item in TaskItem.objects.select_related("task").filter(pk__in=targets)}
        views, distinct = item_views(list(tasks)), {task.pk: task for task in tasks.values()}
        forms = {pk: task_view(task) for pk, task in distinct.items()}
        return {
            request.pk: (views[request.target], forms[tasks[request.target].pk])
            for request in requests
            if request.target in tasks
        }

    def store(self, request, finding, outcome):
        return {"result": request.target}
