"""The critic's own answer: it answers the form about the material before it is shown what the judge has said."""

import functools

from evalhub.lib.errors import EvalHubError, NotFound
from evalhub.lib.translation import gettext_noop
from reviews.engine.stages import registry
from reviews.engine.stages.base import Prepared, Stage
from reviews.scorers.judges.material import TaskView
from reviews.scorers.registry import registry as scorers
from reviews.scorers.stages import prompt_versions
from reviews.scorers.stages.judged_material import judged
from reviews.scorers.stages.material import question_view
from reviews.scorers.stages.score_gen import TIMEOUT_SECONDS, read_form

KIND = "critic_answer"


@registry.register(KIND)
class CriticAnswer(Stage):
    """A target, and the result, is the id of the machine's annotation; the answer is the text of its try in the ledger.

    It is no annotation: a critic takes no part in agreement or consensus.
    """

    kind = name = KIND
    title = gettext_noop("Critic answers independently")
    default_prompt = "questions.v2"
    is_critic = True

    def follow(self, request):
        return None if request.annotation_id is None else (request.annotation_id, request.item_id)

    def prepare(self, requests):
        stage = requests[0].stage
        prompt, found = prompt_versions.of_requests(requests), judged([request.target for request in requests])
        return {request.pk: _prepared(found.get(request.target), prompt, stage) for request in requests}

    def store(self, request, finding, outcome):
        return {"result": request.target}


def form_of(subject):
    """The TaskView that was put to the judge whose answer a Judged is."""
    return TaskView(
        questions=tuple(question_view(question) for question in subject.questions),
        instructions=subject.annotation.task.instructions,
    )


def _prepared(subject, prompt, stage):
    if subject is None:
        return NotFound("The answer to criticize is gone.", code="target_missing")
    judge, form = scorers[prompt.judge].made(), form_of(subject)
    try:
        call = judge.prepare(
            form, subject.item, prompt, model=stage.model, parameters=stage.parameters, timeout_seconds=TIMEOUT_SECONDS
        )
    except EvalHubError as error:
        return error
    read = functools.partial(read_form, judge, form, subject.item)
    return Prepared(call=call, read=read, parser_version=judge.version)
