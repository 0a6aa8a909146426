"""A system answers the cases of an evaluation, as it would answer anybody."""

from django.db import connection

from annotations.tasks.actions import sampling
from datasets.models import TestCase
from evalhub.lib.errors import NotFound
from evalhub.lib.translation import gettext_noop
from experiments.evaluations.models import Evaluation
from reviews.engine.client.exchange import LLMCall
from reviews.engine.stages import registry
from reviews.engine.stages.base import Prepared, Stage
from reviews.quality.stages import answer_outputs, plain_text
from reviews.quality.stages.grading_answer import prompt_of

KIND = "evaluation_answer"
INPUT = "{input}"  # in the prompt of a system: where the text of the case stands


@registry.register(KIND)
class EvaluationAnswer(Stage):
    """A target is the id of a TestCase, a result the id of a ModelOutput; each lane is one repetition."""

    kind = name = KIND
    title = gettext_noop("Answers the cases")
    has_targets = True

    def targets(self, stage, *, limit):
        task = Evaluation.objects.select_related("task__dataset_version").get(run=stage.run_id).task
        drawn, values = sampling.drawn(task.dataset_version, task.sampling_config)
        with connection.cursor() as cursor:
            statement = f"SELECT drawn.id FROM ({drawn}) drawn WHERE drawn.id > %s ORDER BY drawn.id LIMIT %s"
            cursor.execute(statement, [*values, stage.filled_to, limit])
            return [(pk, None) for (pk,) in cursor.fetchall()]

    def prepare(self, requests):
        stage = requests[0].stage
        system = Evaluation.objects.select_related("system").get(run=stage.run_id).system
        cases = TestCase.objects.in_bulk([request.target for request in requests])
        return {request.pk: prepared(system, stage.parameters, cases.get(request.target)) for request in requests}

    def store(self, request, finding, outcome):
        system = Evaluation.objects.values_list("system", flat=True).get(run=request.run_id)
        return {"result": answer_outputs.store(request, system_id=system, finding=finding, outcome=outcome)}


def prepared(system, parameters, case):
    """The Prepared of a System that answers a TestCase; an error where the case is gone."""
    if case is None:
        return NotFound("The case is gone.", code="target_missing")
    # The system's own prompts around the text of a TestCase.
    text = prompt_of(case)
    if system.prompt:
        text = system.prompt.replace(INPUT, text) if INPUT in system.prompt else f"{system.prompt}\n\n{text}"
    own = ({"role": "system", "content": system.system_prompt},) if system.system_prompt else ()
    call = LLMCall(
        model=system.model,
        messages=(*own, {"role": "user", "content": text}),
        parameters={name: value for name, value in parameters.items() if value is not None},
        timeout_seconds=plain_text.TIMEOUT_SECONDS,
        max_tokens=plain_text.MOST_TOKENS,
        text_allowed=True,
    )
    return Prepared(call=call, read=plain_text.read, parser_version=plain_text.PARSER_VERSION)
