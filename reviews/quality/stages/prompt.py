"""A prompt by itself, as programs ask it through an adapter: the answer is whatever text the model gives."""

import functools

from evalhub.lib import strict_json
from evalhub.lib.errors import NotFound
from evalhub.lib.translation import gettext_noop
from reviews.engine.client import vectors
from reviews.engine.client.exchange import OK, LLMCall
from reviews.engine.models import LLMAttempt, LLMPrompt
from reviews.engine.stages import registry
from reviews.engine.stages.base import UNREADABLE, Finding, Prepared, Stage
from reviews.quality.stages import plain_text
from reviews.scorers.judges.reasons import VECTORS_OF_TEXTS

# In the parameters of a stage, beside what goes to the provider.
ROOM, PATIENCE = "max_tokens", "timeout_seconds"
EMBEDS = "embeds"  # the prompt is a JSON list of texts, and the answer a vector for each
VECTORS_VERSION = "vectors-1"


@registry.register("prompt")
class Prompt(Stage):
    """A target, and the result, is the id of the LLMPrompt; the answer is the text of its try in the ledger."""

    kind = name = "prompt"
    title = gettext_noop("Answers single prompts")
    has_targets = True

    def prepare(self, requests):
        texts = LLMPrompt.objects.in_bulk([request.target for request in requests])
        return {request.pk: _prepared(request.stage, texts.get(request.target)) for request in requests}

    def store(self, request, finding, outcome):
        return {"result": request.target}


def answer_to(request):
    """The accepted LLMAttempt of a done request, with its message."""
    return LLMAttempt.objects.select_related("message").get(request=request, status="ok")


def _prepared(stage, prompt):
    if prompt is None:
        return NotFound("The prompt is gone.", code="target_missing")
    if stage.parameters.get(EMBEDS):
        texts = strict_json.loads(prompt.text)
        call = LLMCall(
            model=stage.model,
            messages=tuple({"role": "user", "content": text} for text in texts),
            max_tokens=0,
            timeout_seconds=plain_text.TIMEOUT_SECONDS,
            embeds=True,
        )
        return Prepared(call=call, read=functools.partial(_read_vectors, len(texts)), parser_version=VECTORS_VERSION)
    return prepared(stage, prompt.text)


def prepared(stage, text):
    """The Prepared question of a stage to its model, which is this text."""
    parameters = dict(stage.parameters)
    room = parameters.pop(ROOM, plain_text.MOST_TOKENS)
    patience = parameters.pop(PATIENCE, plain_text.TIMEOUT_SECONDS)
    call = LLMCall(
        model=stage.model,
        messages=({"role": "user", "content": text},),
        parameters=parameters,
        timeout_seconds=patience,
        max_tokens=room,
        text_allowed=True,
    )
    return Prepared(call=call, read=plain_text.read, parser_version=plain_text.PARSER_VERSION)


def _read_vectors(n_texts, outcome):
    if outcome.status != OK:
        return Finding(outcome.status, {}, outcome.error_class or "provider_error", outcome.error_message)
    found = vectors.found_in(outcome.raw)
    if len(found) != n_texts:
        return Finding(UNREADABLE, {}, "no_vectors", VECTORS_OF_TEXTS(n=len(found), texts=n_texts))
    return Finding(OK)
