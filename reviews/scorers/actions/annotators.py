"""Make language-model annotators: a model, a prompt version, a parser version and parameters."""

import hashlib
import itertools
from dataclasses import dataclass

from django.db import transaction

from annotations.models import Annotator
from evalhub.accounts.actions import audit
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from reviews.engine.client.endpoints import is_simulated
from reviews.scorers.model_checks import check_model, check_parameters
from reviews.scorers.prompts.prompt import PromptTemplate
from reviews.scorers.registry import default_form_scorer, form_scorers
from reviews.scorers.stages import prompt_versions

STATUSES = ["active", "paused"]


@dataclass(frozen=True)
class FormScorer:
    """A scorer that answers a task's form, by its key, and the prompt that it asks with."""

    method: str
    scorer: object
    prompt: PromptTemplate


def form_scorer(*, organization_id, method=None, prompt_version=None):
    """The FormScorer of what was chosen. InvalidInput lists the valid methods, or the prompts of the method.

    Without a method it is the prompt's own or the default one, without a prompt what the organization has in use.
    """
    if not method:
        chosen = prompt_version and prompt_versions.judge(prompt_version, organization_id=organization_id)
        method = chosen.judge if chosen else default_form_scorer()
    scorer = form_scorers[method]
    if prompt_version and prompt_version != scorer.default_prompt:
        prompt = prompt_versions.judge(prompt_version, organization_id=organization_id, method=method)
    else:
        version = prompt_version or prompt_versions.version_in_use(
            organization_id=organization_id, default=scorer.default_prompt
        )
        prompt = prompt_versions.load(version, organization_id=organization_id)
    return FormScorer(method, scorer, prompt)


@transaction.atomic
def create(*, organization, model, method=None, name=None, prompt_version=None, parameters=None, by=None):
    """The annotator with exactly these settings; asking twice for the same settings gives the same annotator.

    Raises InvalidInput for a name that no model has, unknown methods, prompts and parameters, and values out of range.
    """
    model, parameters = check_model(model), parameters or {}
    check_parameters(parameters)
    chosen = form_scorer(organization_id=organization.pk, method=method, prompt_version=prompt_version)
    usual = model if chosen.method == default_form_scorer() else f"{model} ({chosen.method})"
    return with_settings(
        organization=organization,
        method=chosen.method,
        model=model,
        prompt_version=chosen.prompt.version,
        parser_version=chosen.scorer.version,
        parameters=parameters,
        name=(name or "").strip() or usual,
        by=by,
    )


def offered(organization):
    """Machines that can be put to any task's questions: no reviewers of jobs and no scorers of studies.

    Those are tied to prompts of their own, and are asked by the runs that made them.
    """
    return Annotator.objects.for_organization(organization).machines().filter(method__in=form_scorers.keys())


def with_settings(*, organization, method, model, prompt_version, parser_version, parameters, name, by):
    """The one annotator of this method with these settings; what they must be, the caller has checked.

    One of a real model that has simulated answers (its provider's address led to the simulated provider) is left to
    them: another one takes its place, so that no answer of a simulated model stands for a real one's. The fingerprint
    is of the settings alone, so another method with the same ones takes the next number too.
    """
    settings = [model, prompt_version, parser_version, parameters]
    for number in itertools.count():
        fingerprint = strict_json.dumps([*settings, number] if number else settings)
        annotator, is_new = Annotator.objects.get_or_create(
            organization=organization,
            fingerprint=hashlib.sha256(fingerprint.encode()).hexdigest(),
            kind="llm",
            defaults={
                "method": method,
                "name": name[:200],
                "model": model,
                "prompt_version": prompt_version,
                "parameters": parameters,
                "parser_version": parser_version,
                "simulated": is_simulated(model),
            },
        )
        if annotator.method == method and annotator.simulated == is_simulated(model):
            break
    if is_new:
        audit.record(
            organization=organization,
            verb="annotator.created",
            target=annotator,
            details={"method": method, "model": model, "prompt_version": prompt_version},
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
