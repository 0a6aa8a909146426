"""A routed prompt is answered: by the model that the router took, and by the baseline in the run of its shadow."""

from django.db.models import Q

from datasets.models import TestCase
from evalhub.lib.errors import NotFound
from evalhub.lib.translation import gettext_noop
from reviews.engine.stages import registry
from reviews.engine.stages.base import Stage
from reviews.quality.models import RoutedPrompt
from reviews.quality.stages import answer_outputs, prompt

KIND = "routed_answer"


@registry.register(KIND)
class RoutedAnswer(Stage):
    """A target is the id of the TestCase that holds the prompt, a result the id of a ModelOutput."""

    kind, name = KIND, "prompt"
    title = gettext_noop("Answers the prompts")
    has_targets = True

    def targets(self, stage, *, limit):
        """The case, once all is to be asked again: the first request is made with the prompt."""
        routed = _of_run(stage.run_id).filter(case__gt=stage.filled_to)
        return [(case, None) for case in routed.values_list("case", flat=True)[:limit]]

    def prepare(self, requests):
        cases = TestCase.objects.in_bulk([request.target for request in requests])
        return {request.pk: _prepared(request.stage, cases.get(request.target)) for request in requests}

    def store(self, request, finding, outcome):
        routed = _of_run(request.run_id).get()
        is_shadow = routed.run_id != request.run_id
        system = routed.baseline_id if is_shadow else routed.system_id
        output = answer_outputs.store(request, system_id=system, finding=finding, outcome=outcome)
        changes = {"shadow_output": output} if is_shadow else {"output": output, "request": request}
        RoutedPrompt.objects.filter(pk=routed.pk).update(**changes)
        return {"result": output}


def _of_run(run_id):
    return RoutedPrompt.objects.filter(Q(run=run_id) | Q(shadow_run=run_id))


def _prepared(stage, case):
    if case is None:
        return NotFound("The prompt is gone.", code="target_missing")
    return prompt.prepared(stage, case.input["prompt"])
