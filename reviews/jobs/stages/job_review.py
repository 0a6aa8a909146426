"""The machine review of a job directory: a model scores each dimension of the job's method, with quotes."""

from dataclasses import replace

from django.db.models import Exists, OuterRef

from annotations.models import Annotation
from annotations.queue.actions import submissions
from evalhub.lib.errors import EvalHubError
from evalhub.lib.translation import gettext_noop
from reviews.engine.client.endpoints import is_simulated
from reviews.engine.models import LLMAttempt, LLMRequest, llm_attempt
from reviews.engine.models.llm_attempt import SENT
from reviews.engine.stages import registry
from reviews.jobs.artifact import ArtifactPayload
from reviews.jobs.models import Job
from reviews.jobs.stages import method_texts
from reviews.scorers.registry.scorer import Asking
from reviews.scorers.stages.machine_submissions import label_simulated, submission_of
from reviews.scorers.stages.scorer_stage import ScorerStage

MAX_TOKENS = "max_tokens"  # in the parameters of a stage, beside what goes to the provider


@registry.register("job_review")
class JobReview(ScorerStage):
    """A target is the id of the job's TaskItem, a result the annotation of the stage's annotator."""

    kind = name = "job_review"
    title = gettext_noop("Reviews the result")
    default_prompt = ""  # the texts of the job's method
    has_targets = True

    def targets(self, stage, *, limit):
        items = Job.objects.filter(run=stage.run_id, item__gt=stage.filled_to).order_by("item")
        return [(pk, pk) for pk in items.values_list("item", flat=True)[:limit]]

    def asking(self, requests):
        stage = requests[0].stage
        parameters = dict(stage.parameters)
        most = parameters.pop(MAX_TOKENS)
        return Asking(stage.model, parameters=parameters, version=stage.annotator.parser_version, max_tokens=most)

    def load(self, requests):
        stage = requests[0].stage
        job = Job.objects.filter(run=stage.run_id).first()
        if job is None:
            return {}
        try:
            texts = method_texts.resolve(
                organization_id=job.organization_id, model_type=job.model_type, ref=stage.prompt_version
            )
        except EvalHubError as error:
            return {request.pk: error for request in requests}
        return {request.pk: (payload_of(job), texts) for request in requests}

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
            label_simulated(request.stage)
        current = Annotation.objects.current().filter(item=request.target, annotator=annotator)
        submission = submission_of(request, finding.values)
        stored = submissions.submit(
            item_id=request.target,
            task=request.item.task,
            annotator=annotator,
            submission=replace(submission, revises=current.values_list("revision", flat=True).first()),
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
