"""Make language-model annotators: a model, a prompt version, a parser version and parameters."""

import hashlib

from django.db import transaction

from annotations.models import Annotator
from evalhub.accounts.actions import audit
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from reviews.judges import registry
from reviews.judges.prompting import load_prompt
from reviews.llm.client import PARAMETERS
from reviews.llm.endpoints import resolve

JUDGE = "questions"


@transaction.atomic
def create(*, organization, model, name=None, prompt_version=None, parameters=None, by=None):
    """The annotator with exactly these settings; asking twice for the same settings gives the same annotator."""
    judge = registry[JUDGE]
    model, parameters = model.strip(), parameters or {}
    if not model or len(model) > 200:
        raise InvalidInput("model is missing. Valid: a model name such as openai/gpt-4o-mini or simulated-careful.")
    unknown = sorted(set(parameters) - PARAMETERS)
    if unknown:
        valid = ", ".join(sorted(PARAMETERS))
        raise InvalidInput(f"parameters.{unknown[0]} is unknown. Valid: {valid}.", code="unknown_parameter")
    prompt_version = prompt_version or judge.default_prompt
    load_prompt(prompt_version)
    settings = [model, prompt_version, judge.parser_version, parameters]
    fingerprint = hashlib.sha256(strict_json.dumps(settings).encode()).hexdigest()
    annotator, is_new = Annotator.objects.get_or_create(
        organization=organization, fingerprint=fingerprint, kind="llm",
        defaults={
            "name": name or model, "model": model, "prompt_version": prompt_version, "parameters": parameters,
            "parser_version": judge.parser_version, "simulated": resolve(model).simulated,
        },
    )
    if is_new:
        audit.record(organization=organization, verb="annotator.created", target=annotator,
                     details={"model": model, "prompt_version": prompt_version}, by=by)
    return annotator
