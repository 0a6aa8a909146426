"""Jobs for tests: rows as a review leaves them, with a directory on disk where a test wants one."""

import json
from itertools import count

from django.utils import timezone

from evalhub.lib.reasons import TEXT
from reviews.engine.client.endpoints import is_simulated
from reviews.jobs import results
from reviews.jobs.actions import items
from reviews.jobs.artifact import ArtifactFile, ArtifactPayload, artifact_text, content_sha256
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.scorer_event import ScorerEvent
from reviews.jobs.stages import method_texts
from reviews.models import Audit, EvaluationRun, Job, LLMRequest, RunStage
from tests import factories

NUMBERS = count(1)
DIMENSIONS = ["randomization_integrity", "specification_adequacy"]
RESULTS = {"ci_upper": 15.0, "effect_estimate": 10.0, "ci_lower": 5.0, "cost_to_scale": 100.0, "sample_size": 50}
NOTES = "# Notes\n\nArms were drawn by a computer.\n"
QUOTE = "Arms were drawn by a computer."
FILES = {"impact_results": ("impact_results.json", "json"), "notes": ("notes.md", "markdown")}
MANIFEST = {
    "model_type": "experiment",
    "initiative_id": "tutoring-pilot",
    "files": {name: {"path": path, "format": format} for name, (path, format) in FILES.items()},
}
TEXTS = {"impact_results": json.dumps(RESULTS), "notes": NOTES}


def write_folder(above, *, manifest=MANIFEST, name="job-impact-engine-0001", notes=NOTES, **more):
    """The path of a job directory on disk as `make_job` describes it; `more` files by name with __ for a dot."""
    folder = above / name
    folder.mkdir()
    texts = {"manifest.json": json.dumps(manifest), "impact_results.json": json.dumps(RESULTS), "notes.md": notes}
    for file, text in (texts | {key.replace("__", "."): value for key, value in more.items()}).items():
        (folder / file).write_text(text)
    return folder


def make_job(member, *, models=("simulated-careful",), state="reviewed", overall=(0.8,), scores=(0.9, 0.7), **fields):
    """A job of the method experiment under review by these models, each with an overall score of its own.

    state "reviewing" has no answers yet, "failed" none at all. One of `fields` replaces a column of the row.
    """
    texts, notes = TEXTS, fields.pop("notes", NOTES)
    texts = texts | {"notes": notes}
    payload = _payload(fields.get("initiative_id", f"tutoring-{next(NUMBERS)}"), texts)
    reviewer = MethodReviewerRegistry.create("experiment")
    method_task = items.method_task(
        organization=member.organization, reviewer=reviewer, dimensions=DIMENSIONS, by=member.user
    )
    item = items.add(method_task=method_task, payload=payload, directory_name="job-impact-engine-0001")
    run = EvaluationRun.objects.create(
        kind="review",
        organization=member.organization,
        name=f"Review of {payload.initiative_id}",
        status="completed" if state != "reviewing" else "running",
    )
    for lane, model in enumerate(models):
        stage = _stage(run, model, lane)
        _request(stage, item, state, scores, overall[lane % len(overall)])
    return Job.objects.create(
        **{
            "organization": member.organization,
            "initiative_id": payload.initiative_id,
            "name": "job-impact-engine-0001",
            "location": "/srv/jobs/job-impact-engine-0001",
            "origin": "registered",
            "model_type": "experiment",
            "strategy": "review",
            "manifest": MANIFEST,
            "event": _event(payload.initiative_id),
            "sample_size": 50,
            "files": _files(payload),
            "content_sha256": payload.content_sha256,
            "artifact_text": payload.artifact_text,
            "method_task": method_task,
            "item": item,
            "run": run,
            "state": state,
            "created_by": member.user,
            "simulated": any(map(is_simulated, models)),
        }
        | _ending(state, payload.initiative_id, models, overall, member)
        | fields
    )


def make_score_job(member, **fields):
    """A job whose confidence was drawn from its method's range."""
    return Job.objects.create(
        **{
            "organization": member.organization,
            "initiative_id": "tutoring-pilot",
            "name": "job-impact-engine-0002",
            "location": "/srv/jobs/job-impact-engine-0002",
            "origin": "command",
            "model_type": "experiment",
            "strategy": "score",
            "manifest": MANIFEST,
            "event": _event("tutoring-pilot"),
            "state": "reviewed",
            "confidence": 0.9179691639533828,
            "finished_at": timezone.now(),
            "evaluate_text": results.written(
                {
                    "initiative_id": "tutoring-pilot",
                    "confidence": 0.9179691639533828,
                    "confidence_range": [0.85, 1.0],
                    "strategy": "score",
                    "report": "Drawn.",
                }
            ),
        }
        | fields
    )


def make_failed_job(member, **fields):
    """A directory of the inbox that could not be read."""
    return Job.objects.create(
        **{
            "organization": member.organization,
            "name": "job-impact-engine-0003",
            "origin": "inbox",
            "state": "failed",
            "location": "/srv/jobs/job-impact-engine-0003",
            "error_category": "manifest_missing",
            "error_field": "manifest.json",
            "error_message": TEXT("No manifest.json."),
            "finished_at": timezone.now(),
        }
        | fields
    )


def audit_all(job, auditor, verdict="accept"):
    """Every answer of every model audited by this member."""
    annotator = factories.make_annotator(auditor)
    for annotation in job.item.annotations.filter(annotator__kind="llm"):
        for judgement in annotation.judgements.all():
            Audit.objects.create(judgement=judgement, auditor=annotator, verdict=verdict)


def _payload(initiative_id, texts):
    found = [
        ArtifactFile(name, path, format, texts[name], len(texts[name]), "0" * 64)
        for name, (path, format) in FILES.items()
    ]
    return ArtifactPayload(
        initiative_id=initiative_id,
        artifact_text=artifact_text(found),
        model_type="experiment",
        sample_size=50,
        files=found,
        content_sha256=content_sha256(found),
    )


def _files(payload):
    return [
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


def _event(initiative_id):
    return ScorerEvent(**RESULTS, initiative_id=initiative_id, model_type="experiment").as_json()


def _stage(run, model, lane):
    ref = method_texts.in_use(organization_id=run.organization_id, model_type="experiment").ref
    annotator = factories.make_llm_annotator(
        run.organization,
        name=f"{model} (experiment)",
        method="experiment",
        model=model,
        prompt_version=ref,
        simulated=is_simulated(model),
    )
    return RunStage.objects.create(
        run=run,
        name="job_review",
        kind="job_review",
        position=0,
        lane=lane,
        model=model,
        prompt_version=annotator.prompt_version,
        annotator=annotator,
    )


def _request(stage, item, state, scores, overall):
    given = {
        "reviewing": {"state": "waiting"},
        "failed": {"state": "failed", "error_message": TEXT("The provider refused.")},
    }.get(state)
    if given is None:
        given = {"state": "done", "annotation": _answer(stage, item, scores, overall)}
    return LLMRequest.objects.create(run=stage.run, stage=stage, item=item, target=item.pk, **given)


def _answer(stage, item, scores, overall):
    labels = dict(zip(DIMENSIONS, scores, strict=True)) | {"overall": overall}
    annotation = factories.make_annotation(item, stage.annotator, labels, justification="The arms look alike.")
    judgement = annotation.judgements.get(question__key=DIMENSIONS[0])
    start = NOTES.index(QUOTE)
    factories.make_evidence(judgement, QUOTE, field="input.notes", start=start, end=start + len(QUOTE))
    return annotation


def _ending(state, initiative_id, models, overall, member):
    if state == "reviewing":
        return {}
    if state == "failed":
        return {
            "error_category": "llm_failed",
            "error_field": "models",
            "error_message": TEXT("The provider refused."),
            "finished_at": timezone.now(),
        }
    overalls = [overall[lane % len(overall)] for lane in range(len(models))]
    confidence = sum(overalls) / len(overalls)
    panel = [{"model": model, "overall_score": score} for model, score in zip(models, overalls, strict=True)]
    review = {"initiative_id": initiative_id, "overall_score": confidence, "panel": panel if len(panel) > 1 else []}
    ended = {
        "confidence": confidence,
        "overall_mean": 0.8,
        "finished_at": timezone.now(),
        "spread": max(overalls) - min(overalls) if len(overalls) > 1 else None,
        "review_text": results.written(review),
        "evaluate_text": results.written(
            {
                "initiative_id": initiative_id,
                "confidence": confidence,
                "confidence_range": [0.85, 1.0],
                "strategy": "review",
                "report": review,
            }
        ),
    }
    if state == "signed_off":
        ended |= {
            "signed_off_at": timezone.now(),
            "signed_off_by": member.user,
            "sign_off_verdict": "caution",
            "sign_off_note": "The sample is small.",
        }
    return ended
