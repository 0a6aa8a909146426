"""A system answers a few cases on trial, before an evaluation is started."""

from datasets.models import System, TestCase
from evalhub.lib.translation import gettext_noop
from experiments.evaluations.stages.evaluation_answer import prepared
from reviews.engine.stages import registry
from reviews.engine.stages.base import Stage
from reviews.quality.stages import answer_outputs

KIND = "trial_answer"


@registry.register(KIND)
class TrialAnswer(Stage):
    """A target is the id of a TestCase, a result the id of a ModelOutput. The stage's parameters name the `system`."""

    kind = name = KIND
    title = gettext_noop("Answers cases on trial")
    has_targets = True
    may_be_batched = False

    def prepare(self, requests):
        system = System.objects.get(pk=requests[0].stage.parameters["system"])
        cases = TestCase.objects.in_bulk([request.target for request in requests])
        return {request.pk: prepared(system, system.parameters, cases.get(request.target)) for request in requests}

    def store(self, request, finding, outcome):
        system_id = request.stage.parameters["system"]
        return {"result": answer_outputs.store(request, system_id=system_id, finding=finding, outcome=outcome)}
