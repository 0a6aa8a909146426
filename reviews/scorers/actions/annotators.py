"""Make language-model annotators: a model, a prompt version, a parser version and parameters."""

import hashlib
import itertools

from django.db import transaction

from annotations.models import Annotator
from evalhub.accounts.actions import audit
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from reviews.engine.client.endpoints import is_simulated
from reviews.scorers.model_checks import check_model, check_parameters
from reviews.scorers.prompts.prompt import judge_prompt, prompt_versions
from reviews.scorers.registry import registry as scorers

JUDGE = "questions"
STATUSES = ["active", "paused"]


@transaction.atomic
def create(*, organization, model, name=None, prompt_version=None, parameters=None, by=None):
    """The annotator with exactly these settings; asking twice for the same settings gives the same annotator.

    Raises InvalidInput for a name that no model has, unknown prompts and parameters, and values out of range.
    """
    judge = scorers[JUDGE]
    model, parameters = check_model(model), parameters or {}
    check_parameters(parameters)
    prompt_version = prompt_version or judge.default_prompt
    judge_prompt(prompt_version)
    return with_settings(
        organization=organization,
        model=model,
        prompt_version=prompt_version,
        parser_version=judge.version,
        parameters=parameters,
        name=(name or "").strip() or model,
        by=by,
    )


def offered(organization):
    """Machines that can be put to any task's questions: no reviewers of jobs and no scorers of studies.

    Those are tied to prompts of their own, and are asked by the runs that made them.
    """
    return Annotator.objects.for_organization(organization).machines().filter(prompt_version__in=prompt_versions())


def with_settings(*, organization, model, prompt_version, parser_version, parameters, name, by):
    """The one annotator with these settings; what they must be, the caller has checked.

    One of a real model that has simulated answers (its provider's address led to the simulated provider) is left to
    them: another one takes its place, so that no answer of a simulated model stands for a real one's.
    """
    settings = [model, prompt_version, parser_version, parameters]
    for number in itertools.count():
        fingerprint = strict_json.dumps([*settings, number] if number else settings)
        annotator, is_new = Annotator.objects.get_or_create(
            organization=organization,
            fingerprint=hashlib.sha256(fingerprint.encode()).hexdigest(),
            kind="llm",
            defaults={
                "name": name[:200],
                "model": model,
                "prompt_version": prompt_version,
                "parameters": parameters,
                "parser_version": parser_version,
                "simulated": is_simulated(model),
            },
        )
        if annotator.simulated == is_simulated(model):
            break
    if is_new:
        audit.record(
            organization=organization,
            verb="annotator.created",
            target=annotator,
            details={"model": model, "prompt_version": prompt_version},
            by=by,
        )
    return annotator


def set_status(*, annotator, status, by=None):
    """Pause or wake an annotator in all its tasks; what is being asked at this moment still comes in."""
    if status not in STATUSES:
        raise InvalidInput(f"status is {str(status)[:40]!r}. Valid: {', '.join(STATUSES)}.", code="unknown_status")
    if annotator.status != status:
        annotator.status = status
        annotator.save(update_fields=["status"])
        audit.record(organization=annotator.organization, verb=f"annotator.{status}", target=annotator, by=by)
    return annotator
