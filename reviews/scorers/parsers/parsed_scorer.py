"""Scorers that ask by a prompt with values filled in, and read the answer through a parser."""

import functools
from dataclasses import replace

from pydantic import Field, create_model

from reviews.engine.client.exchange import OK, LLMCall
from reviews.engine.stages.base import UNREADABLE, Finding
from reviews.scorers.judges.reasons import CANARY_LEAKED, WRONG_CASE
from reviews.scorers.parsers import case_echo
from reviews.scorers.parsers.base import Context
from reviews.scorers.prompts.prompt import case_marks_of, fill
from reviews.scorers.registry.scorer import Scorer


class ParsedScorer(Scorer):
    """Subclasses name their `parser`, whose version is theirs; an item has an `identity`, as a Case has.

    Every call asks for the case reference back, which is derived from the identity and all values; an answer without
    it is about something else and is not read.
    """

    parser = None

    def __init_subclass__(cls):
        if cls.parser is not None:
            cls.version = cls.parser.parser_version

    def values(self, item, question):
        """Plain JSON values for the prompt's template; what they must be, the prompt file says."""
        return {**item.values, **(question or {})}

    def context(self, question):
        """What the parser must know to read the answer."""
        return Context()

    def judgement(self, values, item, question):
        """What is stored, of the parser's values and the `reasoning`."""
        return values

    def prepare(self, item, question):
        prompt = self.asking.prompt
        filled = fill(prompt, self.values(item, question), identity=item.identity)
        return LLMCall(
            model=self.asking.model,
            messages=({"role": "system", "content": filled.system}, {"role": "user", "content": filled.user}),
            response_format=answer_class(self.parser),
            parameters=self.asking.chosen,
            timeout_seconds=self.timeout_seconds,
            max_tokens=prompt.tokens,
            text_allowed=True,
        )

    def read(self, answer, item, question):
        marks = case_marks_of(self.values(item, question), identity=item.identity)
        finding = read_outcome(self.parser, self.context(question), marks, answer)
        if finding.status != OK:
            return finding
        return replace(finding, values=self.judgement(finding.values, item, question))


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
        return Finding(UNREADABLE, {}, "wrong_case", WRONG_CASE())
    if marks.canary in outcome.text:
        return Finding(UNREADABLE, {}, "canary_leaked", CANARY_LEAKED())
    decision = parser.decide(echoed.text, context)
    if not decision.accepted:
        return Finding(UNREADABLE, {}, "parse_error", decision.reason)
    return Finding(OK, {**decision.values, "reasoning": decision.reasoning})
