"""The machine review of a job directory: a model scores each dimension of the job's method, with quotes."""

import functools
import uuid

from django.db.models import Exists, OuterRef

from annotations.models import Annotation, Annotator
from annotations.queue.actions import submissions
from evalhub.lib.errors import EvalHubError, NotFound
from evalhub.lib.translation import gettext_noop
from reviews.engine.client.endpoints import is_simulated
from reviews.engine.client.exchange import OK
from reviews.engine.models import LLMAttempt, LLMRequest, llm_attempt
from reviews.engine.models.llm_attempt import SENT
from reviews.engine.stages import registry
from reviews.engine.stages.base import Finding, Prepared, Stage
from reviews.jobs.artifact import ArtifactPayload
from reviews.jobs.methods import findings
from reviews.jobs.methods.review_3 import as_text
from reviews.jobs.methods.review_versions import engine_of
from reviews.jobs.models import Job
from reviews.jobs.stages import method_texts

OVERALL = "overall"
MAX_TOKENS = "max_tokens"  # in the parameters of a stage, beside what goes to the provider


@registry.register("job_review")
class JobReview(Stage):
    """A target is the id of the job's TaskItem, a result the annotation of the stage's annotator."""

    kind = name = "job_review"
    title = gettext_noop("Reviews the result")
    has_targets = True

    def targets(self, stage, *, limit):
        items = Job.objects.filter(run=stage.run_id, item__gt=stage.filled_to).order_by("item")
        return [(pk, pk) for pk in items.values_list("item", flat=True)[:limit]]

    def prepare(self, requests):
        stage = requests[0].stage
        job = Job.objects.filter(run=stage.run_id).first()
        if job is None:
            error = NotFound("The job under review is gone.", code="target_missing")
            return {request.pk: error for request in requests}
        try:
            found = _prepared(job, stage)
        except EvalHubError as error:
            found = error
        return {request.pk: found for request in requests}

    def awaited(self, requests):
        """Those behind another job's request to the same annotator about the same content.

        The older one goes first: `job_reviews.start` holds the lock of the method's task, so that ids are in the order
        in which others can see them. A younger one that has been sent meanwhile, as a run was paused, is awaited too.
        """
        first = [request for request in requests if request.request_version == 1]
        twins = (
            LLMRequest.objects.current()
            .filter(
                run__job__item__in=[request.target for request in first],
                run__desired_state="run",
                stage__kind=self.kind,
                stage__annotator=requests[0].stage.annotator_id,
                state__in=("waiting", "running", "batched"),
            )
            .exclude(pk__in=[request.pk for request in first])
        )
        sent = Exists(LLMAttempt.objects.filter(request=OuterRef("pk"), status=SENT))
        found = list(twins.annotate(is_sent=sent).values_list("target", "pk", "is_sent")) if first else []
        return {
            request.pk
            for request in first
            if any(target == request.target and (pk < request.pk or is_sent) for target, pk, is_sent in found)
        }

    def given(self, requests):
        """What this annotator has said about the same content stands, unless it is asked anew: a simulated answer
        never stands for that of a real model."""
        first = [request for request in requests if request.request_version == 1]
        if not first:
            return {}
        stands = Annotation.objects.current().filter(
            item__in=[request.target for request in first], annotator=first[0].stage.annotator_id
        )
        if not is_simulated(first[0].stage.model):
            simulated = llm_attempt.simulated_of(stands)
            stands = [annotation for annotation in stands if not simulated.get(annotation.pk)]
        by_item = {annotation.item_id: annotation for annotation in stands}
        return {request.pk: {"result": by_item[request.target].pk} for request in first if request.target in by_item}

    def store(self, request, finding, outcome):
        """The annotation; it takes the place of what the same annotator said about the job before."""
        annotator = request.stage.annotator
        if outcome.simulated:
            Annotator.objects.filter(pk=annotator.pk, simulated=False).update(simulated=True)
        current = Annotation.objects.current().filter(item=request.target, annotator=annotator)
        stored = submissions.submit(
            item_id=request.target,
            task=request.item.task,
            annotator=annotator,
            submission=submissions.Submission(
                answers=finding.values["answers"],
                origin="llm",
                notes=finding.values["remarks"],
                submission_id=uuid.uuid5(request.run_id, f"{request.pk}:{request.request_version}"),
                revises=current.values_list("revision", flat=True).first(),
            ),
        )
        return {"annotation": stored.annotation}


def payload_of(job):
    """The ArtifactPayload that was stored with the job, whatever its directory holds by now."""
    return ArtifactPayload(
        initiative_id=job.initiative_id,
        artifact_text=job.artifact_text,
        model_type=job.model_type,
        sample_size=job.sample_size,
        metadata=job.artifact_metadata,
        files=(),
        content_sha256=job.content_sha256,
    )


def _prepared(job, stage):
    texts = method_texts.resolve(
        organization_id=job.organization_id, model_type=job.model_type, ref=stage.prompt_version
    )
    engine = engine_of(stage.annotator.parser_version)(texts.prompt, texts.knowledge, is_shipped=texts.is_shipped)
    payload, parameters = payload_of(job), dict(stage.parameters)
    call = engine.prepare(
        payload,
        model=stage.model,
        max_tokens=parameters.pop(MAX_TOKENS),
        parameters=parameters,
        timeout_seconds=findings.TIMEOUT_SECONDS,
    )
    return Prepared(call=call, read=functools.partial(_read, engine, payload), parser_version=engine.parser_version)


def _read(engine, payload, outcome):
    finding, reading = findings.read(engine, payload, outcome)
    if reading is None:
        return finding
    notes = {
        dimension.name: submissions.AnswerNote(justification=dimension.justification, quotes=tuple(dimension.quotes))
        for dimension in reading.dimensions
    }
    if reading.checks:
        notes[OVERALL] = submissions.AnswerNote(justification=as_text(reading.checks))
    answers = {dimension.name: dimension.score for dimension in reading.dimensions} | {OVERALL: reading.overall}
    return Finding(OK, {"answers": answers, "remarks": notes})
