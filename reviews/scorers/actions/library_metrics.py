"""Metrics that an organization need not write: every programmatic one, and criteria for judges and people."""

from typing import Any

from annotations.models import Metric
from annotations.tasks.actions import metrics
from annotations.tasks.actions.metrics import MetricContent
from evalhub.accounts.models import Organization
from evalhub.lib.errors import UnknownKey
from reviews.scorers.criteria import PASS_AT, criteria
from reviews.scorers.metrics import metrics_of_answers
from reviews.scorers.registry import default_form_scorer

SCALE = {"scale": {"min": 1, "max": 5}}


def keys() -> list[str]:
    """The keys that have a ready metric."""
    return [*metrics_of_answers.keys(), *criteria()]


def ready(*, organization: Organization, key: str, by: Any = None) -> Metric:
    """The library's newest version of a key, made where the library has none; UnknownKey lists what is ready."""
    newest = Metric.objects.for_organization(organization).filter(key=key).order_by("-version").first()
    return newest or metrics.keep(organization=organization, key=key, content=content_of(key), by=by)


def content_of(key: str) -> MetricContent:
    """What a ready metric says."""
    if key in metrics_of_answers:
        metric = metrics_of_answers[key]
        return MetricContent(
            title=metric.title,
            label_type=metric.label_type,
            config=dict(metric.config),
            criteria={"description": metric.description},
            direction=metric.direction,
            pass_at=metric.pass_at,
            method=key,
        )
    if key not in criteria():
        raise UnknownKey(f"Unknown metric {key!r}. Valid: {', '.join(keys())}.", details={"valid": keys()})
    found = criteria()[key]
    return MetricContent(
        title=found.title,
        label_type="rating",
        config=SCALE,
        criteria={
            "description": found.description,
            "anchors": [{"value": value, "text": text} for value, text in found.anchors],
        },
        direction="higher",
        pass_at=PASS_AT,
        method=default_form_scorer(),
    )
