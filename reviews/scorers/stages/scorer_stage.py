"""Stages that put what they fetch to a scorer of the registry, and store what it reads."""

import functools

from evalhub.lib.errors import Conflict, EvalHubError, NotFound
from evalhub.lib.processes.bulkhead import Contained
from evalhub.lib.translation import gettext as _
from reviews.engine.stages.base import UNREADABLE, Finding, Prepared, Stage
from reviews.scorers.metrics.base.reasons import CUT_BY_LENGTH, SCORER_FAILED
from reviews.scorers.registry import registry
from reviews.scorers.registry.scorer import Asking
from reviews.scorers.stages import prompt_versions


class ScorerStage(Stage):
    """Subclasses load their rows as plain data and store the judgement. The scorer is that of the annotator's method;
    without an annotator the one of the stage's own `method`, or else of its kind."""

    method = ""

    @property
    def default_prompt(self):
        return registry[self.method or self.kind].default_prompt

    def load(self, requests):
        """{pk: (item, question), or the EvalHubError that says why it cannot be asked} of those that are still there.

        Both as the scorer takes them. A number of statements that does not grow with the requests.
        """
        raise NotImplementedError

    def scorer(self, requests):
        """The scorer of requests of one RunStage, made to ask as it says; UnknownKey where it or its prompt is gone."""
        stage = requests[0].stage
        method = stage.annotator.method if stage.annotator_id else self.method or self.kind
        return registry[method].made(self.asking(requests))

    def asking(self, requests):
        stage = requests[0].stage
        return Asking(stage.model, prompt_versions.of_stage(self.name, requests=requests), stage.parameters)

    def prepare(self, requests):
        try:
            scorer = self.scorer(requests)
        except EvalHubError as error:
            return {request.pk: error for request in requests}
        loaded = self.load(requests)
        return {request.pk: self._prepared(scorer, request, loaded.get(request.pk)) for request in requests}

    def _prepared(self, scorer, request, found):
        if found is None:
            return NotFound(f"{self.name} has nothing to ask about: {request.target} is gone.", code="target_missing")
        return found if isinstance(found, EvalHubError) else prepared(scorer, *found)


class FormStage(ScorerStage):
    """A ScorerStage whose scorer answers a form, with any prompt that annotators are made with."""

    def asking(self, requests):
        stage = requests[0].stage
        return Asking(stage.model, prompt_versions.of_requests(requests), stage.parameters)


def prepared(scorer, item, question):
    """The Prepared of a scorer's call about an item, or the error that says why it cannot be asked.

    What was cut off is judged by nobody as if it were whole.
    """
    if getattr(item, "is_cut", False):
        return Conflict(_(CUT_BY_LENGTH.singular), code=CUT_BY_LENGTH.code)
    try:
        with Contained("Preparing a request", passes=EvalHubError) as work:
            call, marks = scorer.prepare(item, question), scorer.marks(item, question)
    except EvalHubError as error:
        return error
    if work.error is not None:
        return Conflict(_(SCORER_FAILED.singular) % {"kind": type(work.error).__name__}, code=SCORER_FAILED.code)
    return Prepared(
        call=call,
        read=functools.partial(_read, scorer=scorer, item=item, question=question),
        parser_version=scorer.version,
        marks=(marks.marker, marks.case_ref, marks.canary) if marks else (),
        echoed={"case_ref": marks.case_ref} if marks else {},
    )


def _read(answer, *, scorer, item, question):
    with Contained("Reading an answer") as work:
        return scorer.read(answer, item, question)
    reason = SCORER_FAILED(kind=type(work.error).__name__)
    return Finding(UNREADABLE, {}, reason.code, reason)
