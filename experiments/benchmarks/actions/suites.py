"""Add suites from their files: the datasets and metrics that tasks name are looked up and bound."""

import uuid

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from datasets.models import DatasetVersion
from datasets.row_errors import shown
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, EvalHubError
from experiments.benchmarks import suite_file
from experiments.benchmarks.models import BenchmarkSuite, BenchmarkTask
from experiments.evaluations.actions import chosen_scorers
from reviews.scorers.model_checks import check_name


@transaction.atomic
def create(*, organization, document, versions=None, by):
    """The BenchmarkSuite of a YAML document, or the one that is there with the same content.

    `versions` {dataset as a task names it: DatasetVersion} goes before the organization's own. Another content under
    the same name and version takes the place of one that was never run; Conflict where it was. InvalidSuite names
    each task whose dataset or metrics do not exist.
    """
    suite = suite_file.read(document)
    text = document.decode() if isinstance(document, bytes) else document
    tasks = _bound(suite, organization, versions or {}, by)
    known = BenchmarkSuite.objects.select_for_update(of=("self",)).for_organization(organization)
    known = known.filter(name=suite.name, version=suite.version).first()
    if known is not None:
        if known.definition == text:
            return known
        if known.is_frozen:
            words = _("The suite %(name)s was run and never changes. Give the new content another version.")
            raise Conflict(words % {"name": known}, code="suite_frozen")
        known.delete()
    made = BenchmarkSuite(
        organization=organization,
        name=suite.name,
        version=suite.version,
        description=suite.description,
        aggregation=suite.aggregation,
        definition=text,
        created_by=getattr(by, "user", by),
    )
    try:
        with transaction.atomic():
            made.save(force_insert=True)
    except IntegrityError as error:
        words = _("Another request added the suite %(name)s at this moment.") % {"name": made}
        raise Conflict(words, code="stored_meanwhile") from error
    BenchmarkTask.objects.bulk_create(_row(made, position, *each) for position, each in enumerate(tasks))
    audit.record(organization=organization, verb="benchmark_suite.created", target=made, by=by)
    return made


def _row(suite, position, task, version):
    return BenchmarkTask(
        organization_id=suite.organization_id,
        suite=suite,
        position=position,
        key=task.key,
        title=task.title or task.key,
        category=task.category,
        needs=list(task.needs),
        dataset_version=version,
        metrics=[_metric(use, place) for place, use in enumerate(task.metrics)],
        prompt=task.prompt,
        judge=task.judge,
        estimated_seconds=task.estimated_seconds,
        calls=max(1, task.calls),  # a system is asked in each task
        weight=task.weight,
        timeout_seconds=task.timeout,
        min_coverage=task.min_coverage,
    )


def _metric(use, place):
    """As `evaluations.create_batch` takes it; the same metric may be used with several parameters."""
    key = use.key if not place else f"{use.key[:60]}_{place + 1}"
    return {"metric": use.key, "key": key, "parameters": dict(use.parameters)}


def _bound(suite, organization, versions, by):
    """[(SuiteTask, DatasetVersion)], every dataset and metric looked up once."""
    found, mistakes = [], []
    for task in suite.tasks:
        version = versions.get(task.dataset) or _version(organization, task.dataset)
        if version is None:
            words = _("Task %(key)s: dataset is %(met)s. Valid: the name of a dataset with a published version.")
            mistakes.append(words % {"key": shown(task.key), "met": shown(task.dataset)})
        problem = _problem_with_metrics(task, organization, by)
        if problem:
            mistakes.append(_("Task %(key)s: %(problem)s") % {"key": shown(task.key), "problem": problem})
        found.append((task, version))
    if mistakes:
        raise suite_file.InvalidSuite("\n".join(mistakes[: suite_file.MOST_SHOWN]), details={"mistakes": mistakes})
    return found


def _version(organization, name):
    """The newest published version of the dataset of this name, or the version of this id."""
    published = DatasetVersion.objects.filter(organization=organization, status="PUBLISHED")
    try:
        return published.filter(pk=uuid.UUID(name)).first()
    except ValueError:
        return published.filter(dataset__name=name).order_by("-version_number").first()


def _problem_with_metrics(task, organization, by):
    if not task.metrics:
        return _("it has no metrics. Valid: keys of metrics")
    given = [_metric(use, place) for place, use in enumerate(task.metrics)]
    try:
        chosen = chosen_scorers.metrics_of(given=given, organization=organization, by=by)
        if task.judge:
            check_name(task.judge, field="judge")
    except EvalHubError as error:
        return error.message
    judged = next((each.metric.key for each in chosen if each.annotator is None), None)
    if judged and not task.judge:
        words = _("the metric %(key)s is scored by models. Valid: metrics that a program computes, or a judge besides")
        return words % {"key": shown(judged)}
    if task.judge and not judged:
        words = _("judge is %(met)s. Valid: none, since programs compute all of its metrics")
        return words % {"met": shown(task.judge)}
    return ""
