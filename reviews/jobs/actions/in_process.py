"""A review of a job directory in this process: the client of models and the method's reviewer, and no database.

Nothing is remembered: no ledger, no budget, no critic and no audit. The files are those of a review that is stored.
"""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime

from django.conf import settings

from evalhub.lib import call_limits
from reviews.engine import retries
from reviews.engine.client.completion import complete
from reviews.engine.client.endpoints import is_simulated
from reviews.engine.client.exchange import OK
from reviews.engine.limits.circuit_breaker import RATE_LIMITED
from reviews.engine.policy import RunPolicy
from reviews.engine.stages.base import UNREADABLE
from reviews.jobs import results, review_checks
from reviews.jobs.methods import texts
from reviews.jobs.methods.prompt import OVERALL
from reviews.scorers.registry.scorer import Asking


@dataclass(frozen=True)
class Reviewed:
    """`output` is the dict of eight keys."""

    output: dict
    simulated: bool


def review(found, *, models, config):
    """Have the models review a JobRead, write its files, and return the Reviewed; JobError as a stored review has it.

    The models are asked at the same time, each again as long as the standard policy of runs allows.
    """
    models = review_checks.check_models(models)
    review_checks.check_parameters(config)
    chosen = texts.shipped_in_use(found.reviewer, config.methods.get(found.reviewer.name, {}))
    review_checks.check_callable([("models", model) for model in models])
    # The settings that the client of models reads, where no Django project has any
    if not settings.configured and not has_project():
        settings.configure(LLM_CALL_SECONDS=call_limits.SECONDS, LLM_CALL_BYTES=call_limits.BYTES)
    with ThreadPoolExecutor(len(models)) as pool:
        reviews = list(pool.map(lambda model: _review_by(model, found, chosen, config), models))
    members = [_result(*each, found, chosen) for each in reviews if each[1].status == OK]
    if not members:
        raise review_checks.failed(
            [(model, finding.message, finding.status == UNREADABLE) for model, finding, _ in reviews]
        )
    result = results.of_panel(members)
    found.directory.write(results.review_files(result, confidence_range=found.reviewer.confidence_range))
    return Reviewed(results.output(found.event, result.overall_score), result.simulated)


def _review_by(model, found, chosen, config):
    """(model, the last Finding, its Outcome)."""
    rules, tries, refused = RunPolicy(), [], 0
    parameters = {**config.parameters, "temperature": config.temperature}
    scorer = found.reviewer.made(Asking(model, parameters=parameters, max_tokens=config.max_tokens))
    call = scorer.prepare(found.payload, chosen)
    while True:
        outcome = complete(retries.next_call(call, tries, rules))
        finding = scorer.read(outcome, found.payload, chosen)
        refused = refused + 1 if finding.error_class == RATE_LIMITED else 0
        if refused:
            delay = retries.seconds_after_refusal(refused, outcome.retry_after_seconds)
        else:
            tries.append(
                retries.Try(
                    finding.status,
                    finding.error_class,
                    finding.message.english if finding.message else "",
                    outcome.text,
                )
            )
            delay = retries.seconds_to_wait(
                finding,
                attempts=len(tries),
                unreadable=sum(each.status == UNREADABLE for each in tries),
                retry_after=outcome.retry_after_seconds,
                most=rules.max_attempts,
            )
        if delay is None:
            return model, finding, outcome
        time.sleep(delay)


def _result(model, finding, outcome, found, chosen):
    scores = finding.values
    return results.ReviewResult(
        initiative_id=found.manifest.initiative_id,
        prompt_name=chosen.prompt.name,
        prompt_version=chosen.prompt.version,
        backend_name=results.BACKEND,
        model=model,
        dimensions=tuple(
            results.ReviewDimension(name, scores[name].value, scores[name].justification, scores[name].quotes)
            for name in chosen.prompt.dimensions
        ),
        overall_score=scores[OVERALL].value,
        raw_response=outcome.text,
        timestamp=datetime.now(UTC).isoformat(),
        simulated=outcome.simulated or is_simulated(model),
    )


def has_project():
    """Whether this process has a Django project, with its settings and its database."""
    if settings.configured:
        return bool(settings.DATABASES)
    return bool(os.environ.get("DJANGO_SETTINGS_MODULE"))
