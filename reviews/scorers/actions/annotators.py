"""Make language-model annotators: a model, a prompt version, a parser version and parameters."""

import hashlib
import itertools
import math
import re

from django.db import transaction
from django.utils.translation import gettext as _

from annotations.models import Annotator
from evalhub.accounts.actions import audit
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from reviews.engine.client import extras, model_names
from reviews.engine.client.completion import PARAMETERS
from reviews.engine.client.endpoints import is_simulated, resolve
from reviews.scorers.judges import registry
from reviews.scorers.prompts.prompt import judge_prompt, prompt_versions

JUDGE = "questions"
STATUSES = ["active", "paused"]
_MODEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+~-]{0,199}")
_NUMBERS = {"frequency_penalty": (-2, 2), "presence_penalty": (-2, 2), "temperature": (0, 2), "top_p": (0, 1)}


@transaction.atomic
def create(*, organization, model, name=None, prompt_version=None, parameters=None, by=None):
    """The annotator with exactly these settings; asking twice for the same settings gives the same annotator.

    Raises InvalidInput for a name that no model has, unknown prompts and parameters, and values out of range.
    """
    judge = registry[JUDGE]
    model, parameters = check_model(model), parameters or {}
    check_parameters(parameters)
    prompt_version = prompt_version or judge.default_prompt
    judge_prompt(prompt_version)
    return with_settings(
        organization=organization,
        model=model,
        prompt_version=prompt_version,
        parser_version=judge.parser_version,
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


def check_model(model, *, field="model"):
    """`check_name`, and InvalidInput with the variable to set where this installation cannot ask the model."""
    model = check_name(model, field=field)
    reason = resolve(model).blocked_reason
    if reason:
        raise InvalidInput(reason, code="model_not_callable", details={"field": field})
    return model


def check_name(model, *, field="model"):
    """The name without blanks around it; InvalidInput for one that no model has."""
    model = str(model).strip()
    if not _MODEL.fullmatch(model):
        raise InvalidInput(
            _("The model is %(met)s. Valid: a provider and a name, such as openai/gpt-4o-mini.")
            % {"met": repr(model[:80])},
            code="invalid_model",
            details={"field": field},
        )
    reason = model_names.problem_of(model)
    if reason:
        raise InvalidInput(reason, code="invalid_model", details={"field": field})
    return model


def set_status(*, annotator, status, by=None):
    """Pause or wake an annotator in all its tasks; what is being asked at this moment still comes in."""
    if status not in STATUSES:
        raise InvalidInput(f"status is {str(status)[:40]!r}. Valid: {', '.join(STATUSES)}.", code="unknown_status")
    if annotator.status != status:
        annotator.status = status
        annotator.save(update_fields=["status"])
        audit.record(organization=annotator.organization, verb=f"annotator.{status}", target=annotator, by=by)
    return annotator


def check_parameters(parameters, *, place="parameters"):
    """InvalidInput unless every parameter may be set and has a value of its kind; null takes a default away.

    `place`: what the caller calls the object that they stand in.
    """
    for name, value in parameters.items():
        if name not in PARAMETERS:
            valid = ", ".join(sorted(PARAMETERS))
            met = {"name": f"{place}.{name[:40]}", "valid": valid}
            words = _("%(name)s is unknown. Valid: %(valid)s.") % met
            raise InvalidInput(words, code="unknown_parameter")
        valid = _mistake(name, value)
        if value is not None and valid:
            met = {"name": f"{place}.{name}", "met": repr(value)[:60], "valid": valid}
            words = _("%(name)s is %(met)s. Valid: %(valid)s.") % met
            raise InvalidInput(words, code="invalid_parameter")


def _mistake(name, value):
    """What would be valid, or an empty text when the value is."""
    if name in _NUMBERS:
        low, high = _NUMBERS[name]
        fits = _is_number(value) and low <= value <= high
        return "" if fits else _("a number from %(low)s to %(high)s") % {"low": low, "high": high}
    if name in extras.NAMES:
        return extras.mistake(name, value)
    if name == "seed":
        fits = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63
        return "" if fits else _("a whole number")
    if name == "stop":
        texts = value if isinstance(value, list) else [value]
        fits = 0 < len(texts) <= 4 and all(isinstance(text, str) and 0 < len(text) <= 200 for text in texts)
        return "" if fits else _("a text, or up to four of them")
    return "" if isinstance(value, str) and 0 < len(value) <= 40 else _("a word")


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
