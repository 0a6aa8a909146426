"""The library of metrics: keep a question in it, copy one into a form, make the next version."""

import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db import connection, transaction
from django.utils.translation import gettext as _

from annotations.labels import criteria as criteria_texts
from annotations.labels import schema
from annotations.labels.base import USUAL
from annotations.labels.reading import ObjectReader, listed, not_valid, numbers_between, refusal, under
from annotations.labels.types import registry as label_types
from annotations.tasks.models import Metric, Question
from annotations.tasks.models.metric import DIRECTIONS
from evalhub.accounts.actions import audit
from evalhub.accounts.models import Organization
from evalhub.lib.errors import Conflict, InvalidInput, NotFound

KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
RANKED = ("ordinal", "interval", "ratio")  # levels on which one value is more than another
# Functions that give keys of scorers, which compute a metric; features that have scorers add theirs.
method_sources: list[Callable[[], Iterable[str]]] = []


@dataclass(frozen=True)
class MetricContent:
    """What one version says; `direction` None is what fits the label type."""

    title: str = ""
    label_type: str = USUAL
    config: dict = field(default_factory=dict)
    criteria: dict = field(default_factory=dict)
    direction: str | None = None
    pass_at: float | None = None
    method: str = ""

    @classmethod
    def of(cls, metric: Metric) -> "MetricContent":
        return cls(**{name: getattr(metric, name) for name in cls.__dataclass_fields__})


@transaction.atomic
def create(*, organization: Organization, key: str, content: MetricContent, by: Any = None) -> Metric:
    """The first version under a key; Conflict where the library has the key, InvalidInput for what is wrong in it."""
    newest = _locked(organization, key)
    if newest is not None:
        raise Conflict(
            _("The library has a metric %(key)s. Make its next version, or choose another key.") % {"key": repr(key)},
            code="metric_exists",
        )
    return _add(organization, key, 1, _clean(key, content), by)


@transaction.atomic
def revise(*, metric: Metric, changes: dict, by: Any = None) -> Metric:
    """The next version of the metric's key: this version with `changes`; InvalidInput when the newest says the same."""
    newest = _locked(metric.organization, metric.key)
    content = _clean(metric.key, MetricContent(**(asdict(MetricContent.of(metric)) | changes)))
    if content == MetricContent.of(newest):
        text = _("Version %(n)s says all of this. Change something first.")
        raise InvalidInput(text % {"n": newest.version}, code="same_metric")
    return _add(metric.organization, metric.key, newest.version + 1, content, by)


@transaction.atomic
def keep(*, organization: Organization, key: str, content: MetricContent, by: Any = None) -> Metric:
    """The version under a key that says this; made as the next one where none does."""
    newest = _locked(organization, key)
    content = _clean(key, content)
    same = Metric.objects.for_organization(organization).filter(key=key, **asdict(content)).order_by("-version").first()
    return same or _add(organization, key, newest.version + 1 if newest else 1, content, by)


def keep_question(*, organization: Organization, spec: schema.QuestionSpec, by: Any = None) -> Metric:
    """Keep a question under its key, or as the next version of the metric that it copies.

    Direction, threshold and method stay those of the version before; criteria do while the help still says them.
    """
    copied = Metric.objects.for_organization(organization).filter(pk=spec.metric_id).first() if spec.metric_id else None
    key = copied.key if copied else spec.key
    before = Metric.objects.for_organization(organization).filter(key=key).order_by("-version").first()
    base = MetricContent.of(copied or before) if copied or before else MetricContent()
    criteria = base.criteria if spec.help == criteria_texts.text(base.criteria) else {"description": spec.help}
    kept = asdict(base) | {
        "title": spec.title,
        "label_type": spec.label_type,
        "config": spec.config,
        "criteria": criteria,
    }
    if _rank(spec.label_type, spec.config) != _rank(base.label_type, base.config):
        kept |= {"direction": None, "pass_at": None}
    return keep(organization=organization, key=key, content=MetricContent(**kept), by=by)


def field_of(metric: Metric) -> dict:
    """The field of an annotation schema that copies the metric."""
    return {
        "key": metric.key,
        "type": metric.label_type,
        "title": metric.title,
        "help": criteria_texts.text(metric.criteria),
        "metric": str(metric.pk),
        **metric.config,
    }


def read_form(*, annotation_schema: Any, organization: Organization) -> list[schema.QuestionSpec]:
    """The QuestionSpecs of a schema whose fields may name a metric of the library: {"metric": id} alone is a copy.

    Beside it a field may have its own key, title and help, and say whether it is required. NotFound for a metric that
    the organization has not, InvalidInput for a field with another type or other settings than the metric it names.
    """
    named = metrics_of(ids=_named(annotation_schema), organization=organization)
    specs = schema.parse(_filled_in(annotation_schema, named))
    short = not (isinstance(annotation_schema, dict) and "fields" in annotation_schema)
    for index, spec in enumerate(specs):
        if spec.metric_id is None:
            continue
        path = "metric" if short else f"fields[{index}].metric"
        metric = named.get(spec.metric_id)
        if metric is None:
            problem = _("names no metric of the library.")
            raise NotFound(f"{path}: {problem}", details={"path": path, "problem": problem})
        if (spec.label_type, spec.config) != (metric.label_type, metric.config):
            problem = _(
                "names %(metric)s, which has another type or other settings. Save the question as its next "
                "version, or leave the metric out."
            )
            raise refusal(path, problem % {"metric": metric})
    return specs


def _named(annotation_schema):
    """The ids of metrics that a schema names, as far as it can be read."""
    if not isinstance(annotation_schema, dict):
        return []
    fields = annotation_schema.get("fields", [annotation_schema])
    fields = fields if isinstance(fields, list) else []
    return [each["metric"] for each in fields if isinstance(each, dict) and isinstance(each.get("metric"), str)]


def metrics_of(*, ids: Iterable[str], organization: Organization) -> dict[str, Metric]:
    """{id: Metric} of those ids that the organization's library has; no statement without any."""
    readable = [each for each in ids if re.fullmatch(r"[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}", each)]
    if not readable:
        return {}
    found = Metric.objects.for_organization(organization).filter(pk__in=readable[: schema.MAX_QUESTIONS])
    return {str(metric.pk): metric for metric in found}


def _filled_in(annotation_schema, named):
    """The schema with what fields without a type leave to their metrics."""
    if not named:
        return annotation_schema
    if "fields" not in annotation_schema:
        return _copy(annotation_schema, named)
    return annotation_schema | {"fields": [_copy(each, named) for each in annotation_schema["fields"]]}


def _copy(given, named):
    metric = named.get(given["metric"].lower()) if isinstance(given, dict) and given.get("metric") else None
    if metric is None or "type" in given:
        return given
    copied = field_of(metric)
    if "name" in given:
        copied.pop("key")
    return copied | given


def questions_of(*, metric: Metric) -> Any:
    """Questions that copy any version of the metric's key, newest tasks first, with task and version."""
    found = Question.objects.filter(metric__organization=metric.organization_id, metric__key=metric.key)
    return found.select_related("schema_version__task", "metric").order_by("-schema_version__task__created_at", "-pk")


def _locked(organization, key):
    """The newest version under a key; nobody else adds one before this transaction ends."""
    if not KEY.fullmatch(key):
        valid = _("a letter, then up to 63 letters, digits, underscores or hyphens")
        raise not_valid("key", key, valid)
    with connection.cursor() as cursor:
        name = f"metric:{organization.pk}:{key}"
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])
    return Metric.objects.for_organization(organization).filter(key=key).order_by("-version").first()


def _add(organization, key, version, content, by):
    metric = Metric.objects.create(
        organization=organization, key=key, version=version, created_by=getattr(by, "user", by), **asdict(content)
    )
    verb = "metric.created" if version == 1 else "metric.revised"
    audit.record(organization=organization, verb=verb, target=metric, details={"key": key, "version": version}, by=by)
    return metric


def _clean(key, content):
    if content.label_type not in label_types:
        raise not_valid("label_type", content.label_type, listed(label_types))
    label_type = label_types[content.label_type]
    with under("config"):
        config = label_type.clean_config(content.config)
    title = ObjectReader({"title": content.title}).text("title", "", maximum=schema.TITLE_LENGTH) or key
    direction = content.direction or ("higher" if _rank(content.label_type, config) else "none")
    if direction not in DIRECTIONS:
        raise not_valid("direction", direction, listed(DIRECTIONS))
    methods = [each for source in method_sources for each in source()]
    if content.method and content.method not in methods:
        raise not_valid("method", content.method, listed(methods))
    return MetricContent(
        title=title,
        label_type=content.label_type,
        config=config,
        criteria=criteria_texts.clean(content.criteria, label_type, config),
        direction=direction,
        pass_at=_pass_at(content.pass_at, direction, label_type, config),
        method=content.method,
    )


def _pass_at(value, direction, label_type, config):
    if value is None:
        return None
    if direction == "none":
        raise refusal("pass_at", _("is given for a metric on which no direction is better. Give a direction."))
    low, high = label_type.bounds(config)
    if not (low is None or value >= low) or not (high is None or value <= high):
        raise not_valid("pass_at", value, numbers_between(low, high))
    return float(value)


def _rank(label_type, config):
    """Whether one value of the type is more than another."""
    return label_type in label_types and bool(config) and label_types[label_type].level(config) in RANKED
