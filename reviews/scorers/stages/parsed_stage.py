"""Stages that ask by a stage prompt and read the answer through a parser."""

import functools

from pydantic import Field, create_model

from evalhub.lib.errors import EvalHubError, NotFound
from reviews.engine.client.exchange import OK, LLMCall
from reviews.engine.stages.base import UNREADABLE, Finding, Prepared, Stage
from reviews.scorers.parsers import case_echo, parser_of
from reviews.scorers.parsers.base import Context
from reviews.scorers.prompts.prompt import fill
from reviews.scorers.stages import prompt_versions

TIMEOUT_SECONDS = 120.0


class ParsedStage(Stage):
    """Subclasses name their `parser`, load their subjects and turn each into plain values for the prompt's template.

    Every call asks for the case reference back, which is derived from the request's target and all values; an answer
    without it is about something else and is not read.
    """

    parser = ""

    def load(self, requests):
        """{pk: subject} of those whose subject exists; a subject is any object. A fixed number of statements."""
        raise NotImplementedError

    def values(self, stage, subject):
        """Plain JSON values for the prompt's template; what they must be, the prompt file says."""
        raise NotImplementedError

    def context(self, stage, subject):
        """What the parser must know to read the answer."""
        return Context()

    def prepare(self, requests):
        stage = requests[0].stage
        try:
            prompt, parser = prompt_versions.of_stage(self.name, requests=requests), parser_of(self.parser)
        except EvalHubError as error:
            return {request.pk: error for request in requests}
        subjects = self.load(requests)
        return {request.pk: self._prepared(request, stage, prompt, parser, subjects) for request in requests}

    def _prepared(self, request, stage, prompt, parser, subjects):
        """The Prepared of one request, or the error that says why it cannot be asked."""
        if request.pk not in subjects:
            return NotFound(f"{self.name} has nothing to ask about: {request.target} is gone.", code="target_missing")
        subject = subjects[request.pk]
        try:
            filled = fill(prompt, self.values(stage, subject), identity=[self.kind, request.target])
            context = self.context(stage, subject)
        except EvalHubError as error:
            return error
        chosen = {**prompt.parameters, **stage.parameters}
        call = LLMCall(
            model=stage.model,
            messages=({"role": "system", "content": filled.system}, {"role": "user", "content": filled.user}),
            response_format=answer_class(parser),
            parameters={name: value for name, value in chosen.items() if value is not None},
            timeout_seconds=TIMEOUT_SECONDS,
            max_tokens=prompt.tokens,
            text_allowed=True,
        )
        read = functools.partial(read_outcome, parser, context, filled.marks)
        return Prepared(call=call, read=read, parser_version=parser.parser_version)


@functools.cache
def answer_class(parser):
    """The class of a parser's structured answer, with the echo of the case reference."""
    reference = (str, Field(description="The case reference, copied."))
    return create_model("StageAnswer", __base__=parser.answer, **{case_echo.PROPERTY: reference})


def read_outcome(parser, context, marks, outcome):
    """The Finding of an Outcome: its own failure, an answer about another case, the parser's refusal, or the values."""
    if outcome.status != OK:
        return Finding(outcome.status, {}, outcome.error_class or "provider_error", outcome.error_message)
    echoed = case_echo.take(outcome.text)
    if echoed.case_ref != marks.case_ref:
        return Finding(UNREADABLE, {}, "wrong_case", "The answer does not carry the reference of this case.")
    if marks.canary in outcome.text:
        reason = "The answer repeats the check word: the material has steered the model."
        return Finding(UNREADABLE, {}, "canary_leaked", reason)
    decision = parser.decide(echoed.text, context)
    if not decision.accepted:
        return Finding(UNREADABLE, {}, "parse_error", decision.reason)
    return Finding(OK, {**decision.values, "reasoning": decision.reasoning})
