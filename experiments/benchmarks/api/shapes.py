"""What the API answers about suites, their runs and the comparison of runs."""

from rest_framework import serializers as s

from evalhub.api.fields import Answer, TextOrNull
from evalhub.api.paging import ListOut
from experiments.benchmarks.actions import boards
from experiments.benchmarks.models.suite_run import STATUSES
from experiments.benchmarks.models.suite_run_task import STATES
from experiments.benchmarks.scores import AGGREGATIONS
from reviews.quality.judge_tests import LICENCES
from reviews.quality.licence_rules import UNTESTED


class SuiteTaskOut(Answer):
    key = s.CharField()
    name = s.CharField(source="title")
    category = s.CharField()
    needs = s.ListField(child=s.CharField())
    dataset_version_id = s.UUIDField()
    metrics = s.ListField(child=s.DictField())
    judge = TextOrNull(help_text="the model that scores what no program computes")
    item_count = s.IntegerField(source="dataset_version.row_count")
    estimated_seconds = s.FloatField()
    calls = s.IntegerField()
    weight = s.FloatField()
    timeout_seconds = s.FloatField(allow_null=True)
    min_coverage = s.FloatField()


class SuiteOut(Answer):
    """A suite with its counts and tasks loaded."""

    suite_id = s.UUIDField(source="pk")
    name = s.CharField()
    version = s.CharField()
    description = s.CharField()
    aggregation = s.ChoiceField(AGGREGATIONS)
    frozen = s.BooleanField(help_text="it was run and never changes")
    task_count = s.IntegerField(source="n_tasks")
    total_items = s.IntegerField()
    categories = s.ListField(child=s.CharField())
    created_at = s.DateTimeField()

    def read_frozen(self, suite):
        return bool(suite.n_runs)

    def read_total_items(self, suite):
        return suite.n_cases or 0

    def read_categories(self, suite):
        return sorted({task.category for task in suite.tasks.all() if task.category})


class SuiteDetailOut(SuiteOut):
    tasks = SuiteTaskOut(source="tasks.all", many=True)
    definition = s.CharField(help_text="the file that it came from")


class ShippedSuiteOut(Answer):
    key = s.CharField(help_text="send it as `shipped` to add the suite")
    name = s.CharField(source="suite.name")
    version = s.CharField(source="suite.version")
    description = s.CharField(source="suite.description")
    task_count = s.IntegerField()
    total_items = s.IntegerField(source="n_cases")

    def read_task_count(self, shipped):
        return len(shipped.suite.tasks)


class SuiteListOut(ListOut):
    suites = SuiteOut(source="rows", many=True)
    shipped = ShippedSuiteOut(many=True, help_text="suites that come with the product", source="context.shipped")


class SuiteNameOut(Answer):
    suite_id = s.UUIDField(source="pk")
    name = s.CharField()
    version = s.CharField()


class SuiteModelOut(Answer):
    system_id = s.UUIDField(source="pk")
    name = s.CharField()
    version = TextOrNull(source="model_version")
    provider = TextOrNull()
    config = s.DictField(source="parameters")


class SuiteScoreOut(Answer):
    """A suite score; null where a task has none: no mean is taken of the others."""

    aggregation = s.ChoiceField(AGGREGATIONS)
    value = s.FloatField(source="estimate.value", allow_null=True)
    low = s.FloatField(source="estimate.low", allow_null=True)
    high = s.FloatField(source="estimate.high", allow_null=True)
    method = s.CharField(source="estimate.method")
    n_scored = s.IntegerField()
    n_total = s.IntegerField()
    coverage = s.FloatField(allow_null=True)
    missing_tasks = s.ListField(source="missing", child=s.CharField(), help_text="keys of tasks without a score")


class SuiteRunTaskOut(Answer):
    task_key = s.CharField(source="row.task.key")
    task_name = s.CharField(source="row.task.title")
    category = s.CharField(source="row.task.category")
    state = s.ChoiceField(STATES, source="row.state")
    reason = TextOrNull(source="row.reason")
    evaluation_id = s.UUIDField(source="row.evaluation_id", allow_null=True)
    score = s.FloatField(source="figures.mean", allow_null=True, help_text="mean of its first metric")
    items_total = s.IntegerField(source="figures.n_total")
    items_evaluated = s.IntegerField(source="figures.n_scored")
    items_correct = s.IntegerField(source="n_passed", allow_null=True, help_text="null: the metric has no threshold")
    planned_start = s.FloatField(source="planned.start", help_text="seconds after the start of the run")
    planned_end = s.FloatField(source="planned.end")
    started_at = s.DateTimeField(source="row.started_at", allow_null=True)
    completed_at = s.DateTimeField(source="row.finished_at", allow_null=True)


class SuiteProgressOut(Answer):
    total_tasks = s.IntegerField()
    completed_tasks = s.IntegerField()
    total_items = s.IntegerField()
    completed_items = s.IntegerField()


class SuiteResultsOut(Answer):
    overall_score = s.FloatField(allow_null=True, help_text="`value` of the suite's own aggregation")
    macro = SuiteScoreOut()
    micro = SuiteScoreOut()
    tasks = SuiteRunTaskOut(many=True)


class SuiteRunOut(Answer):
    run_id = s.UUIDField(source="pk")
    status = s.ChoiceField(STATUSES)
    paused = s.BooleanField(source="is_paused")
    suite = SuiteNameOut()
    model = SuiteModelOut(source="system")
    parallelism = s.IntegerField()
    calls = s.IntegerField()
    cost_cap_usd = s.FloatField(allow_null=True)
    estimated_completion = s.DateTimeField(help_text="as planned")
    created_at = s.DateTimeField()
    started_at = s.DateTimeField(allow_null=True)
    completed_at = s.DateTimeField(source="finished_at", allow_null=True)


class SuiteRunDetailOut(SuiteRunOut):
    """The context holds the `board` of the run."""

    progress = SuiteProgressOut(source="context.board.progress")
    results = SuiteResultsOut(source="context.board")
    cost_usd = s.FloatField(allow_null=True, help_text="null: a price is unknown", source="context.board.cost_usd")


class SuiteRunListOut(ListOut):
    runs = SuiteRunOut(source="rows", many=True)


class SuiteComparedModelOut(Answer):
    run_id = s.UUIDField()
    model_name = s.CharField()
    overall_score = s.FloatField(allow_null=True)
    low = s.FloatField(allow_null=True)
    high = s.FloatField(allow_null=True)
    rank = s.IntegerField(source="place", allow_null=True, help_text="by the score; null without one")
    best_rank = s.IntegerField(allow_null=True, help_text="that paired differences on the same cases leave open")
    worst_rank = s.IntegerField(allow_null=True)


class SuiteTaskScoreOut(Answer):
    run_id = s.UUIDField()
    score = s.FloatField(allow_null=True)


class SuiteComparedTaskOut(Answer):
    task_key = s.CharField()
    task_name = s.CharField()
    scores = SuiteTaskScoreOut(many=True)


class SuiteJudgeOut(Answer):
    """Of a SuiteJudge."""

    annotator_id = s.UUIDField(source="annotator.pk")
    name = s.CharField(source="annotator.name")
    metric = s.CharField()
    licence = s.ChoiceField((*LICENCES, UNTESTED), help_text="what its tests against people let it do")


class SuiteComparisonOut(Answer):
    aggregation = s.ChoiceField(AGGREGATIONS)
    models = SuiteComparedModelOut(many=True)
    comparison = SuiteComparedTaskOut(many=True)
    judges = SuiteJudgeOut(many=True, help_text="models that score tasks of the suite")
    winner = s.UUIDField(allow_null=True, help_text="the run with the best score; null where it is within noise")

    def read_judges(self, comparison):
        return boards.judges_of(comparison)
