"""Have a job reviewed by its panel of models, and write what the panel comes to; the run is one like any other."""

from dataclasses import replace

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict
from evalhub.work.sweep import Sweep
from reviews.engine.client.endpoints import is_simulated
from reviews.engine.models import EvaluationRun, LLMMessage, RunStage
from reviews.engine.models.evaluation_run import ENDED, REVIEW
from reviews.engine.policy import BEST_EFFORT, RunPolicy
from reviews.engine.runs.actions import controls, supervisor
from reviews.jobs import results, review_checks
from reviews.jobs.actions import items, panels
from reviews.jobs.directory import JobDirectory
from reviews.jobs.errors import JobError
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.models import Job
from reviews.jobs.stages import method_texts
from reviews.jobs.stages.job_review import MAX_TOKENS
from reviews.scorers.actions import annotators, configured_models
from reviews.scorers.stages import task_stages

JOBS_PER_SWEEP = 100


@transaction.atomic
def start(*, job, found, models, config, critic_model=None, by):
    """Store the job under review, with its item and a run of one review per model and one critic for each.

    `found` is the JobRead of the directory, `config` the ReviewConfig whose parameters and named texts hold.
    JobError `llm_failed` names the variable to set for a model that cannot be asked.
    """
    _check_callable(job.organization, models, critic_model)
    texts = method_texts.chosen(
        organization_id=job.organization_id, model_type=job.model_type, names=config.methods.get(job.model_type, {})
    )
    payload = found.payload
    job.method_task = items.method_task(
        organization=job.organization, reviewer=found.reviewer, dimensions=texts.prompt.dimensions, by=by
    )
    job.item = items.add(method_task=job.method_task, payload=payload, directory_name=job.name)
    job.simulated = any(map(is_simulated, models))
    job.sample_size, job.content_sha256 = payload.sample_size, payload.content_sha256
    job.artifact_text, job.artifact_metadata = payload.artifact_text, dict(payload.metadata)
    job.files = [
        {
            "name": file.name,
            "path": file.path,
            "format": file.format,
            "size_bytes": file.size_bytes,
            "sha256": file.sha256,
            "missing": file.missing,
        }
        for file in payload.files
    ]
    job.run = EvaluationRun.objects.create(
        organization=job.organization,
        kind=REVIEW,
        name=f"Review of {job}"[:200],
        created_by=by,
        policy=RunPolicy(completion_mode=BEST_EFFORT).as_json(),
    )
    _add_stages(job, texts.ref, models, config, critic_model, by)
    job.save(force_insert=True)
    audit.record(
        organization=job.organization, verb="job.review_started", target=job, details={"models": models}, by=by
    )
    supervisor.advance(job.run)
    return job


@transaction.atomic
def finish(*, job):
    """Write the result files once no member of the panel is under way; safe to run twice and at once.

    The job's row is locked meanwhile: the files and what is kept of them have one and the same author. Returns
    whether the job has ended. A panel of which nobody answered fails it, and nothing is written.
    """
    known = Job.objects.select_related("run", "method_task", "organization")
    job = known.select_for_update(of=("self",)).get(pk=job.pk)
    if job.state != "reviewing":
        return True
    panel = panels.panel_of(job)
    if panel.is_pending and job.run.status not in ENDED:
        return False
    if not panel.answered:
        _fail(job, panel)
        return True
    try:
        found = written(job, panel)
    except JobError as error:
        _end(job, state="failed", error_category=error.category, error_field=error.field, error_message=error.reason)
        return True
    _end(
        job,
        state="reviewed",
        confidence=panel.confidence,
        overall_mean=panel.overall_mean,
        spread=panel.spread,
        simulated=any(member.simulated for member in panel.answered),
        **found,
    )
    return True


def written(job, panel, *, sign_off=None):
    """Write the result files of a panel; returns the fields of the Job that hold the same."""
    review = replace(results.of_panel([_of_member(job, each) for each in panel.answered]), sign_off=sign_off)
    reviewer = MethodReviewerRegistry.create(job.model_type)
    files = results.review_files(review, confidence_range=reviewer.confidence_range)
    JobDirectory(job.location).write(files)
    return {"review_text": files[results.REVIEW_FILE], "evaluate_text": files[results.EVALUATE_FILE]}


REVIEWS = Sweep(
    "result_reviews",
    title=gettext_lazy("Result reviews"),
    rows=lambda: Job.objects.under_review().select_related("run").order_by("created_at"),
    work=lambda job: finish(job=job),
    most=JOBS_PER_SWEEP,
    give_up=lambda job, reason: _end(
        job, state="failed", error_category="directory_invalid", error_field="", error_message=reason
    ),
)


@transaction.atomic
def review_again(*, job, by):
    """Ask the whole panel anew about the same content; Conflict when the job is under review or signed off."""
    job = Job.objects.select_for_update(of=("self",)).select_related("run", "organization").get(pk=job.pk)
    if job.run is None or job.state not in ("reviewed", "failed"):
        raise Conflict(
            _("This result review is %(state)s. Valid: one that is reviewed or failed.") % {"state": job.state},
            code="bad_state",
        )
    controls.ask_anew(run=job.run, stage="job_review", by=by)
    Job.objects.filter(pk=job.pk).update(
        state="reviewing",
        confidence=None,
        overall_mean=None,
        spread=None,
        error_category="",
        error_field="",
        error_message=None,
        finished_at=None,
    )
    audit.record(organization=job.organization, verb="job.reviewed_again", target=job, by=by)
    supervisor.advance(job.run)
    return Job.objects.get(pk=job.pk)


def _add_stages(job, ref, models, config, critic_model, by):
    stages = []
    for lane, model in enumerate(models):
        parameters = {**config.parameters, "temperature": config.temperature, MAX_TOKENS: config.max_tokens}
        annotator = annotators.with_settings(
            organization=job.organization,
            method=job.model_type,
            model=model,
            prompt_version=ref,
            parser_version=MethodReviewerRegistry.create(job.model_type).version,
            parameters=parameters,
            name=f"{model} ({job.model_type})",
            by=by,
        )
        stages.append(
            RunStage(
                run=job.run,
                name="job_review",
                kind="job_review",
                position=0,
                lane=lane,
                model=model,
                prompt_version=ref,
                parameters=parameters,
                annotator=annotator,
            )
        )
        critic = configured_models.critic_of(model, organization=job.organization, chosen=critic_model, beside=models)
        stages += task_stages.critic_stages(critic, run=job.run, position=1, lane=lane)
    RunStage.objects.bulk_create(stages)


def _check_callable(organization, models, critic_model):
    asked = [("models", model) for model in models]
    asked += [
        (
            "critic_model",
            configured_models.critic_of(model, organization=organization, chosen=critic_model, beside=models),
        )
        for model in models
    ]
    review_checks.check_callable(asked)


def _fail(job, panel):
    failures = [
        (member.annotator.model, member.error or job.run.status_reason, member.is_unreadable)
        for member in panel.members
    ]
    error = review_checks.failed(failures)
    _end(job, state="failed", error_category=error.category, error_field=error.field, error_message=error.reason)


def _end(job, **fields):
    changed = Job.objects.filter(pk=job.pk, state="reviewing").update(finished_at=Now(), **fields)
    if changed:
        audit.record(organization=job.organization, verb=f"job.{fields['state']}", target=job)
    job.refresh_from_db()


def _of_member(job, member):
    ref = member.annotator.prompt_version
    texts = method_texts.resolve(organization_id=job.organization_id, model_type=job.model_type, ref=ref)
    said = LLMMessage.objects.filter(attempt__request__annotation=member.annotation, attempt__status="ok")
    newest = said.order_by("-pk").first()
    return results.ReviewResult(
        initiative_id=job.initiative_id,
        prompt_name=texts.prompt.name,
        backend_name=results.BACKEND,
        prompt_version=texts.prompt.version if texts.is_shipped else ref.partition(" ")[2],
        model=member.annotator.model,
        overall_score=member.overall.effective_score,
        raw_response=newest.assistant if newest is not None else "",
        timestamp=timezone.now().isoformat(),
        simulated=member.simulated,
        dimensions=tuple(
            results.ReviewDimension(
                each.name, each.effective_score, each.justification, tuple(quote.quote for quote in each.quotes)
            )
            for each in member.dimensions
        ),
    )
