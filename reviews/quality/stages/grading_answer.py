"""A graded model answers a prompt of the grading run, as it would answer anybody."""

from annotations.content.quotes import source_texts
from datasets.models import TestCase
from evalhub.lib.errors import NotFound
from evalhub.lib.translation import gettext_noop
from reviews.engine.client.exchange import LLMCall
from reviews.engine.stages import registry
from reviews.engine.stages.base import Prepared, Stage
from reviews.quality.models import GradingCandidate, GradingRun
from reviews.quality.models.grading_run import ANSWERING
from reviews.quality.stages import answer_outputs, plain_text


@registry.register(ANSWERING)
class GradingAnswer(Stage):
    """A target is the id of a TestCase, a result the id of a ModelOutput of the system in the stage's lane."""

    kind = name = ANSWERING
    title = gettext_noop("Answers the prompts")
    has_targets = True

    def targets(self, stage, *, limit):
        grading = GradingRun.objects.get(run=stage.run_id)
        cases = TestCase.objects.filter(
            version=grading.dataset_version_id, row_index__lt=grading.most_cases, pk__gt=stage.filled_to
        )
        return [(pk, None) for pk in cases.order_by("pk").values_list("pk", flat=True)[:limit]]

    def prepare(self, requests):
        stage = requests[0].stage
        cases = TestCase.objects.in_bulk([request.target for request in requests])
        return {request.pk: _prepared(stage, cases.get(request.target)) for request in requests}

    def store(self, request, finding, outcome):
        system = _system_of(request.stage)
        output = answer_outputs.store(request, system_id=system, finding=finding, outcome=outcome)
        return {"result": output}


def prompt_of(case):
    """The text of a TestCase: its one text alone, several with their names above them."""
    texts = source_texts(input=case.input, outputs=[])
    if len(texts) == 1:
        return next(iter(texts.values()))
    return "\n\n".join(f"{field.partition('.')[2] or field}:\n{text}" for field, text in texts.items())


def _system_of(stage):
    """The id of the system that a stage asks: lane 0 the baseline, then the candidates."""
    if not stage.lane:
        return GradingRun.objects.values_list("baseline", flat=True).get(run=stage.run_id)
    candidates = GradingCandidate.objects.values_list("system", flat=True)
    return candidates.get(grading__run=stage.run_id, position=stage.lane - 1)


def _prepared(stage, case):
    if case is None:
        return NotFound("The prompt is gone.", code="target_missing")
    call = LLMCall(
        model=stage.model,
        messages=({"role": "user", "content": prompt_of(case)},),
        parameters={name: value for name, value in stage.parameters.items() if value is not None},
        timeout_seconds=plain_text.TIMEOUT_SECONDS,
        max_tokens=plain_text.MOST_TOKENS,
        text_allowed=True,
    )
    return Prepared(call=call, read=plain_text.read, parser_version=plain_text.PARSER_VERSION)
