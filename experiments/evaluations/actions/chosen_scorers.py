"""Which metrics and which models an evaluation is asked for: read, checked, and made questions and annotators of."""

from dataclasses import dataclass

from annotations.labels.reading import ObjectReader, listed, not_valid, under
from annotations.models import Annotator, Metric
from annotations.tasks.actions import metrics as library
from evalhub.lib.translation import gettext as _
from reviews.scorers import jury_rules
from reviews.scorers.actions import annotators, juries, library_metrics, programs
from reviews.scorers.criteria import criteria
from reviews.scorers.metrics import metrics_of_answers
from reviews.scorers.registry import REFERENCE, default_form_scorer, form_scorers

IMPORTED = "import"  # the method of programs that scored elsewhere: their scores come with a log
MOST_METRICS = 50
MOST_JUDGES = 10


@dataclass(frozen=True)
class ChosenMetric:
    """A metric of the library under the key of the question that will copy it; `annotator` is its program, if any."""

    key: str
    metric: Metric
    annotator: Annotator | None


def metrics_of(*, given, organization, by):
    """[ChosenMetric] of `given`: keys of metrics, objects {"metric": key, "key", "parameters"}, or such as they are.

    A metric's newest version counts; one of ours that the library does not have yet is added to it. InvalidInput
    names an unknown metric, what is wrong in parameters, and a key that is there twice.
    """
    if not isinstance(given, list | tuple) or not 1 <= len(given) <= MOST_METRICS:
        valid = _("a list of 1 to %(most)d metrics") % {"most": MOST_METRICS}
        raise not_valid("metrics", given, valid)
    found = {}
    for index, each in enumerate(given):
        chosen = _metric(each, f"metrics[{index}]", organization, by)
        if chosen.key in found:
            valid = _("a key of its own for each metric")
            raise not_valid(f"metrics[{index}].key", chosen.key, valid)
        found[chosen.key] = chosen
    return list(found.values())


def needs_model(*, given, organization):
    """Whether one of these metrics is computed by no program; unknown ones are no matter here."""
    named = (each.get("metric") if isinstance(each, dict) else each for each in given)
    names = [name for name in named if isinstance(name, str)]
    own = Metric.objects.for_organization(organization).filter(key__in=names).newest()
    methods = dict(own.values_list("key", "method"))
    ready = set(library_metrics.keys())
    return any(
        methods[name] not in metrics_of_answers if name in methods else name in ready and name not in metrics_of_answers
        for name in names
    )


def judges_of(*, given, chosen, organization, by):
    """The annotators of models that score, and of juries; `given`: names of models, objects as `annotators.create`
    takes them, or {"jury": {"members": such names and objects, "rule", "minimum"}}.

    The members of a jury score too. Where a chosen metric compares with the expected output, models without a prompt of
    their own are shown it.
    """
    if not isinstance(given, list | tuple) or len(given) > MOST_JUDGES:
        valid = _("a list of up to %(most)d models") % {"most": MOST_JUDGES}
        raise not_valid("judges", given, valid)
    # Whether it is one of our criteria that compare with the expected output, in any version.
    compares = any(each.metric.key in criteria() and REFERENCE in criteria()[each.metric.key].needs for each in chosen)
    found = {}
    for index, each in enumerate(given):
        path = f"judges[{index}]"
        if isinstance(each, dict) and set(each) == {"jury"}:
            members = _members(each["jury"], f"{path}.jury", compares, organization, by)
            made = [*members, _jury(each["jury"], f"{path}.jury", members, chosen, organization, by)]
        else:
            made = [_judge(each, path, compares, organization, by)]
        found |= {annotator.pk: annotator for annotator in made}
    if sum(each.kind == "llm" for each in found.values()) > MOST_JUDGES:
        valid = _("up to %(most)d models, members of juries among them") % {"most": MOST_JUDGES}
        raise not_valid("judges", given, valid)
    return list(found.values())


def keep_rubrics(*, given, organization, by):
    """Keep criteria of one's own in the library: {key: text, or {"description", "anchors", "steps", "title"}}."""
    if not isinstance(given, dict) or len(given) > MOST_METRICS:
        raise not_valid("custom_rubrics", given, _("an object of criteria by their keys"))
    for key, each in given.items():
        with under(f"custom_rubrics.{key[:40]}"):
            criteria = {"description": each} if isinstance(each, str) else dict(ObjectReader(each).rest())
            title = criteria.pop("title", key)
            content = library.MetricContent(
                title=title,
                label_type="rating",
                config=library_metrics.SCALE,
                criteria=criteria,
                direction="higher",
                method=default_form_scorer(),
            )
            library.keep(organization=organization, key=key, content=content, by=by)


def schema_of(chosen):
    """The annotation schema whose questions copy the metrics. What a program computes nobody else has to answer."""
    return {
        "fields": [
            library.field_of(each.metric) | {"key": each.key} | ({"required": False} if each.annotator else {})
            for each in chosen
        ]
    }


def _metric(given, path, organization, by):
    if isinstance(given, ChosenMetric):
        return given
    given = {"metric": given} if isinstance(given, str) else given
    reader = ObjectReader(given, path)
    name = reader.text("metric", "")
    key = reader.text("key", name)
    parameters = reader.mapping("parameters", {})
    reader.end()
    metric = _library_metric(name, path, organization, by)
    if metric.method in metrics_of_answers:
        made = programs.program(organization=organization, method=metric.method, parameters=parameters, by=by)
        return ChosenMetric(key, metric, made)
    if metric.method not in ("", *form_scorers):
        valid = _("a metric that a program, a model or a person can score")
        raise not_valid(f"{path}.metric", name, valid)
    if parameters:
        raise not_valid(f"{path}.parameters", parameters, _("none, since no program computes this metric"))
    return ChosenMetric(key, metric, None)


def _library_metric(key, path, organization, by):
    own = Metric.objects.for_organization(organization).filter(key=key)
    if own.exists() or key in library_metrics.keys():
        return library_metrics.ready(organization=organization, key=key, by=by)
    own_keys = Metric.objects.for_organization(organization).order_by("key").values_list("key", flat=True).distinct()
    valid = listed(sorted({*own_keys, *library_metrics.keys()}))
    raise not_valid(f"{path}.metric", key, valid)


def _members(given, path, compares, organization, by):
    reader = ObjectReader(given, path)
    members = reader.rest().get("members")
    if not isinstance(members, list | tuple):
        raise not_valid(f"{path}.members", members, _("a list of models"))
    return [_judge(each, f"{path}.members[{i}]", compares, organization, by) for i, each in enumerate(members)]


def _jury(given, path, members, chosen, organization, by):
    """The jury annotator; its rule has to suit every metric that the models score."""
    reader = ObjectReader({name: value for name, value in given.items() if name != "members"}, path)
    rule = reader.text("rule", jury_rules.MEDIAN)
    minimum = reader.number("minimum", None, minimum=1, maximum=juries.MOST_MEMBERS, whole=True)
    reader.end()
    unsuited = [each.key for each in chosen if not each.annotator and not jury_rules.applies(rule, each.metric)]
    if rule in jury_rules.RULES and unsuited:
        valid = _("%(majority)s, since values of %(keys)s have no order or cannot be compared")
        raise not_valid(f"{path}.rule", rule, valid % {"majority": jury_rules.MAJORITY, "keys": listed(unsuited)})
    with under(path):
        return juries.jury(organization=organization, members=members, rule=rule, minimum=minimum, by=by)


def _judge(given, path, compares, organization, by):
    if isinstance(given, Annotator):
        return given
    reader = ObjectReader({"model": given} if isinstance(given, str) else given, path)
    fields = {
        "model": reader.text("model", ""),
        "method": reader.text("method", "") or None,
        "prompt_version": reader.text("prompt_version", "") or None,
        "parameters": reader.mapping("parameters", {}),
    }
    reader.end()
    if compares and not fields["prompt_version"]:
        fields["prompt_version"] = form_scorers[fields["method"] or default_form_scorer()].reference_prompt
    return annotators.create(organization=organization, **fields, by=by)
