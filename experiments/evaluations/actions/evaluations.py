"""Begin evaluations: of many outputs over a dataset version, or of a single one."""

import math
from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models.functions import Now

from annotations.labels.reading import ObjectReader, listed, not_valid, numbers_between
from annotations.models import AnnotationTask, Question
from annotations.tasks.actions import annotation_tasks, item_content
from annotations.tasks.actions import metrics as library
from annotations.tasks.actions import sampling as case_sampling
from datasets.actions import cases
from datasets.actions.systems import SystemIds
from datasets.models import DatasetVersion, TestCase
from evalhub.accounts.actions import audit
from evalhub.lib import strict_json
from evalhub.lib.errors import Conflict, NotFound
from evalhub.lib.translation import gettext as _
from experiments.evaluations import reducers, sampling_rule
from experiments.evaluations.actions import chosen_scorers, items, online, runs, single_outputs, summaries
from experiments.evaluations.models import Evaluation, EvaluationScorer
from experiments.evaluations.models.evaluation import BATCH, COLLECTS, MOST_REPETITIONS, ONLINE, ORIGIN, SINGLE, TYPES
from reviews.scorers.actions.juries import JURY
from reviews.scorers.model_checks import check_model, check_parameters

STRATEGIES = ("random", "stratified")
MOST_SLICES, SLICES_BY_ITSELF, SLICE_VALUES = 10, 5, 20


@transaction.atomic
def create_batch(
    *,
    dataset_version,
    metrics,
    judges=(),
    name="",
    output_name="",
    system=None,
    repetitions=1,
    reducer=reducers.MEAN,
    sampling=None,
    parallelism=None,
    reuse=False,
    cost_cap_usd=None,
    webhook_url="",
    metadata=None,
    baseline=None,
    slice_by=None,
    type=BATCH,
    by=None,
):
    """Begin to score the outputs of a dataset version; returns the Evaluation, which a worker takes further.

    `metrics` and `judges` are as `chosen_scorers` reads them. The outputs are those named `output_name`, the first
    name of the version by itself, or what a `system` {"model", "name", "prompt", "system_prompt", "parameters"} answers
    now, `repetitions` times, of which `reducer`, mean, majority or pass@k, makes one value a case. `sampling` {"rate",
    "strategy", "seed", "stratify_by", "not_in"}, the last a version whose cases are left out; `slice_by` names of
    metadata fields, None for those with few values.

    InvalidInput names what is wrong; Conflict for a version without its cases.
    """
    organization = dataset_version.organization
    check_usable(version=dataset_version)
    scoring = scoring_of(organization=organization, metrics=metrics, judges=judges, by=by)
    repetitions = _whole("repetitions", repetitions, 1, MOST_REPETITIONS)
    check_reducer(reducer, repetitions)
    config, asked = _sampled(dataset_version, sampling)
    if baseline is not None and baseline.organization_id != organization.pk:
        raise NotFound(_("There is no such evaluation."))
    system_id = None if system is None else system_id_of(given=system, organization=organization)
    judged = "" if system is not None else output_name_of(version=dataset_version, chosen=output_name)
    evaluation = Evaluation(
        organization=organization,
        name=((name or "").strip() or f"{dataset_version} · {judged or system['model']}")[:255],
        type=_one_of("type", type, [kind for kind in TYPES if kind != ONLINE]),
        system_id=system_id,
        baseline=baseline,
        repetitions=repetitions,
        reducer=reducer,
        sampling=asked,
        reuse=reuse,
        cost_cap_usd=cost_cap_usd,
        webhook_url=webhook_url,
        metadata=metadata or {},
        slice_by=_slices(dataset_version, slice_by),
        n_outputs=config["sample_size"] * repetitions,
        created_by=getattr(by, "user", by),
    )
    evaluation.task = made_task(
        evaluation=evaluation, version=dataset_version, chosen=scoring.chosen, output_name=judged, config=config
    )
    form = Question.objects.filter(schema_version=evaluation.task.schema_version_id).select_related("metric")
    lacking = [each.key for each in form if not reducers.Reducer(evaluation.reducer, each).is_defined]
    if lacking:
        valid = _("mean, as these metrics have no threshold to pass: %(keys)s")
        raise not_valid("reducer", evaluation.reducer, valid % {"keys": listed(lacking)})
    return _begun(evaluation, scoring, parallelism, by)


@transaction.atomic
def create_single(
    *,
    organization,
    input,
    output,
    metrics,
    expected_output=None,
    context=None,
    judges=(),
    custom_rubrics=None,
    metadata=None,
    by=None,
):
    """Begin to score one output, which is kept in an open version of the organization; returns the Evaluation.

    `custom_rubrics` {key: text or criteria} are kept in the library as metrics of a scale from 1 to 5, and asked too.
    """
    chosen_scorers.keep_rubrics(given=custom_rubrics or {}, organization=organization, by=by)
    named = [each.get("metric") if isinstance(each, dict) else each for each in metrics]
    metrics = [*metrics, *(key for key in custom_rubrics or {} if key not in named)]
    scoring = scoring_of(organization=organization, metrics=metrics, judges=judges, by=by)
    kept = single_outputs.add(
        organization=organization,
        input=input,
        output=output,
        expected_output=expected_output,
        context=context,
        metadata=metadata,
        by=by,
    )
    version = kept.test_case.version
    evaluation = Evaluation(
        organization=organization,
        name=item_content.summary(kept.test_case, longest=80),
        type=SINGLE,
        metadata=metadata or {},
        n_outputs=1,
        created_by=getattr(by, "user", by),
    )
    config = case_sampling.clean_config({"sample_size": 1}, version)
    evaluation.task = made_task(
        evaluation=evaluation, version=version, chosen=scoring.chosen, output_name=kept.name, config=config
    )
    evaluation = _begun(evaluation, scoring, None, by)
    items.add_output(evaluation=evaluation, output=kept)
    return evaluation


@transaction.atomic
def create_online(
    *,
    dataset_version,
    metrics,
    judges=(),
    name="",
    sampling=None,
    parallelism=None,
    reuse=False,
    cost_cap_usd=None,
    webhook_url="",
    metadata=None,
    slice_by=(),
    by=None,
):
    """Begin to score what arrives from now on in an open version, by the rule `sampling` (see SamplingRule).

    Returns the Evaluation, which goes on until it is stopped. `slice_by` may name metadata fields that are still to
    come. Conflict for a version that is not open.
    """
    organization = dataset_version.organization
    dataset_version.dataset.check_own()
    if not dataset_version.is_open:
        raise Conflict(_("Only what arrives in an open version can be scored as it arrives."), code="not_open")
    rule = sampling_rule.SamplingRule.read(sampling)
    scoring = scoring_of(organization=organization, metrics=metrics, judges=judges, by=by)
    evaluation = Evaluation(
        organization=organization,
        name=name or _("%(dataset)s, as it arrives") % {"dataset": dataset_version.dataset.name},
        type=ONLINE,
        collection=COLLECTS,
        collected_to=online.newest_output(dataset_version),
        sampling=rule.as_json(),
        reuse=reuse,
        cost_cap_usd=cost_cap_usd,
        webhook_url=webhook_url,
        metadata=metadata or {},
        slice_by=_slice_names(slice_by),
        created_by=getattr(by, "user", by),
    )
    config = case_sampling.clean_config({}, dataset_version)
    evaluation.task = made_task(
        evaluation=evaluation, version=dataset_version, chosen=scoring.chosen, output_name="", config=config
    )
    return _begun(evaluation, scoring, parallelism, by)


@transaction.atomic
def cancel(*, evaluation, by):
    """End an evaluation with the scores that it has; Conflict when it has ended."""
    locked = Evaluation.objects.select_for_update(of=("self",), no_key=True).get(pk=evaluation.pk)
    if locked.has_ended:
        raise Conflict(_("This evaluation has ended."), code="evaluation_ended")
    Evaluation.objects.filter(pk=locked.pk).update(state="cancelled", finished_at=Now(), lease_until=None)
    runs.cancel(evaluation=locked, by=by)
    audit.record(organization=locked.organization, verb="evaluation.cancelled", target=locked, by=by)
    return Evaluation.objects.get(pk=locked.pk)


def judges_for(*, metrics, custom_rubrics, chosen, organization):
    """[the model] that scores where a metric needs one: the chosen one, else the installation's; [] where none does."""
    if not custom_rubrics and not chosen_scorers.needs_model(given=metrics, organization=organization):
        return []
    return [chosen or settings.EVALUATOR_MODEL]


def check_reducer(reducer, repetitions):
    """InvalidInput for a reducer that there is not, or not for so many repetitions."""
    if not reducers.is_valid(reducer, repetitions):
        raise not_valid("reducer", reducer, _("mean; with repetitions majority, or pass@k for k up to their number"))


def check_usable(*, version):
    """Conflict for a version that cannot be scored yet."""
    if version.validation_status != "VALID" or not (version.is_open or version.status == "PUBLISHED"):
        raise Conflict(_("Publish the dataset version first, or open it for cases."), code="version_not_published")
    if not version.row_count:
        raise Conflict(_("The dataset version has no cases."), code="no_cases")


@dataclass(frozen=True)
class _Scoring:
    """What is asked about each output, the models that are asked, and the juries that some of them make up."""

    chosen: list
    models: list
    juries: list


def scoring_of(*, organization, metrics, judges, by):
    """The _Scoring; every metric has a scorer, and every model a metric."""
    chosen = chosen_scorers.metrics_of(given=metrics, organization=organization, by=by)
    found = chosen_scorers.judges_of(given=judges, chosen=chosen, organization=organization, by=by)
    models = [each for each in found if each.kind == "llm"]
    unscored = [each.key for each in chosen if each.annotator is None]
    if unscored and not models:
        valid = _("at least one model, which scores %(keys)s") % {"keys": listed(unscored)}
        raise not_valid("judges", [], valid)
    if models and not unscored:
        raise not_valid("judges", list(judges), _("none: programs compute all of the metrics"))
    return _Scoring(chosen, models, [each for each in found if each.kind == JURY])


def _begun(evaluation, scoring, parallelism, by):
    """Store a new evaluation whose task is made, and start its runs."""
    n_runs = len(scoring.models) + (evaluation.system_id is not None)
    policy = runs.policy(evaluation.cost_cap_usd, parallelism, evaluation.reuse, n_runs=n_runs)
    if evaluation.system_id is not None:
        evaluation.run = runs.asking(evaluation=evaluation, policy=policy, by=by)
    evaluation.save(force_insert=True)
    questions = Question.objects.filter(schema_version=evaluation.task.schema_version_id)
    ids = dict(questions.values_list("key", "pk"))
    EvaluationScorer.objects.bulk_create(
        EvaluationScorer(evaluation=evaluation, question_id=ids[each.key], annotator=annotator)
        for each in scoring.chosen
        for annotator in ([each.annotator] if each.annotator else [*scoring.models, *scoring.juries])
    )
    runs.begin(evaluation=evaluation, judges=scoring.models, policy=policy, by=by)
    audit.record(organization=evaluation.organization, verb="evaluation.created", target=evaluation, by=by)
    return evaluation


def _sampled(version, given):
    """(the task's sampling config, what was asked for with defaults)."""
    reader = ObjectReader({} if given is None else given, "sampling")
    asked = {
        "rate": reader.number("rate", 1, minimum=0, maximum=1),
        "strategy": _one_of("sampling.strategy", reader.text("strategy", "random"), STRATEGIES),
        "seed": reader.number("seed", 0, minimum=0, maximum=2**31 - 1, whole=True),
        "stratify_by": reader.text("stratify_by", "") or None,
    }
    other = reader.text("not_in", "")
    reader.end()
    if not asked["rate"]:
        raise not_valid("sampling.rate", 0, _("a number above 0, up to 1"))
    n_cases = _count_not_in(version, other) if other else version.row_count
    size = max(math.floor(n_cases * asked["rate"] + 0.5), 1)
    strategy = "all" if asked["rate"] == 1 else asked["strategy"]
    config = {"strategy": strategy, "sample_size": size, "seed": asked["seed"]}
    if strategy == "stratified":
        config["stratify_by"] = asked["stratify_by"]
    left_out = {"not_in": other} if other else {}
    return case_sampling.clean_config(config, version) | left_out, asked | left_out


def _count_not_in(version, other):
    """How many cases the version has that the other one has not; Conflict for none."""
    try:
        found = DatasetVersion.objects.for_organization(version.organization).get(pk=other)
    except (DatasetVersion.DoesNotExist, ValidationError):
        raise NotFound(_("There is no such dataset version.")) from None
    n = case_sampling.not_in(TestCase.objects.filter(version=version), found.pk).count()
    if not n:
        raise Conflict(_("The version has no cases that %(other)s has not.") % {"other": found}, code="no_new_cases")
    return n


def system_id_of(*, given, organization, path="system"):
    """The id of the System that `given` describes, found or made."""
    reader = ObjectReader(given, path)
    model = check_model(reader.text("model"), field=f"{path}.model")
    parameters = reader.mapping("parameters", {})
    check_parameters(parameters, place=f"{path}.parameters")
    described = {"model": model}
    for field in ("model_version", "provider", "prompt", "system_prompt"):
        value = reader.text(field, "", maximum=20_000, lines=True)
        described |= {field: value} if value else {}
    name = reader.text("name", model)
    reader.end()
    if parameters:
        described["parameters"] = strict_json.dumps(parameters)
    return SystemIds(organization.pk).of(name, tuple(described.items()))


def output_name_of(*, version, chosen):
    """The output name that is scored; InvalidInput where the version has none."""
    found = annotation_tasks.output_name(version, chosen)
    if not found:
        valid = _("the name of an output; this version has none, so name a system to ask")
        raise not_valid("output_name", chosen, valid)
    return found


def made_task(*, evaluation, version, chosen, output_name, config):
    """The unlisted task whose items are the outputs; it begins when it has the first of them."""
    task = AnnotationTask.objects.create(
        organization=evaluation.organization,
        dataset_version=version,
        name=evaluation.name,
        instructions=_("Score the answer of a language model by each of the questions."),
        output_name=output_name,
        required_annotations_per_item=1,
        audit_sample_share=0,
        sampling_config=config,
        preparation="READY",
        is_listed=False,
        origin=ORIGIN,
        created_by=evaluation.created_by,
    )
    fields = chosen_scorers.schema_of(chosen)
    specs = library.read_form(annotation_schema=fields, organization=evaluation.organization)
    annotation_tasks.set_form(task=task, specs=specs)
    return task


def _slices(version, given):
    fields = cases.metadata_fields(version)
    if given is None:
        some = [name for name, kind in fields.items() if kind in ("string", "boolean")][: 2 * SLICES_BY_ITSELF]
        return [name for name in some if 2 <= len(cases.values_of(version, name)) <= SLICE_VALUES][:SLICES_BY_ITSELF]
    if not isinstance(given, list | tuple) or len(given) > MOST_SLICES or not all(name in fields for name in given):
        valid = _("up to %(most)d metadata fields of the version (%(fields)s)")
        raise not_valid("slice_by", given, valid % {"most": MOST_SLICES, "fields": listed(fields) or "-"})
    return list(dict.fromkeys(given))


def _slice_names(given):
    """Names of metadata fields, none of which is that of the days."""
    is_text = isinstance(given, list | tuple) and all(isinstance(name, str) and 0 < len(name) <= 200 for name in given)
    if not is_text or len(given) > MOST_SLICES or summaries.DAY in given:
        valid = _("up to %(most)d metadata fields other than %(day)s")
        raise not_valid("slice_by", given, valid % {"most": MOST_SLICES, "day": summaries.DAY})
    return list(dict.fromkeys(given))


def _one_of(field, value, valid):
    if value not in valid:
        raise not_valid(field, value, listed(valid))
    return value


def _whole(field, value, low, high):
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise not_valid(field, value, numbers_between(low, high, whole=True))
    return value
