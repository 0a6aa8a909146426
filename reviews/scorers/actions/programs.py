"""Program annotators: a metric of answers with its parameters and its version."""

import hashlib
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from annotations.models import Annotator
from evalhub.accounts.actions import audit
from evalhub.accounts.models import Organization
from evalhub.lib import strict_json
from reviews.scorers.metrics import AnswerMetric, metrics_of_answers


@transaction.atomic
def program(
    *, organization: Organization, method: str, parameters: Mapping[str, Any] | None = None, by: Any = None
) -> Annotator:
    """The one annotator of a metric with these parameters; defaults that are given or left out are the same.

    UnknownKey lists the metrics, InvalidInput names what is wrong in the parameters.
    """
    metric = metrics_of_answers[method].made(parameters)
    identity = strict_json.dumps(["answer_metric", method, metric.version, sorted(metric.settings.items())])
    annotator, is_new = Annotator.objects.get_or_create(
        organization=organization,
        fingerprint=hashlib.sha256(identity.encode()).hexdigest(),
        kind="program",
        defaults={
            "name": _name(metric)[:200],
            "method": method,
            "parser_version": metric.version,
            "parameters": metric.settings,
        },
    )
    if is_new:
        details = {"method": method, "version": metric.version}
        audit.record(organization=organization, verb="annotator.created", target=annotator, details=details, by=by)
    return annotator


def metric_of(annotator: Annotator) -> AnswerMetric:
    """The metric that a program annotator scores by; UnknownKey where this version has no such metric any more."""
    return metrics_of_answers[annotator.method].made(annotator.parameters)


def _name(metric):
    """The title with the parameters that are not the default ones."""
    usual = type(metric)().settings
    chosen = [f"{name}={strict_json.dumps(value)}" for name, value in metric.settings.items() if value != usual[name]]
    return f"{metric.title} ({', '.join(chosen)})" if chosen else metric.title
