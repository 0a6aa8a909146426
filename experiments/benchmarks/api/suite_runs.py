"""Runs of suites over the API: start, follow, pause, cancel, retry and compare them."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.request_limits import BATCH, QUERY
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import StrictInteger, StrictNumber, StrictObject, StrictRow, StrictSerializer, StrictText
from evalhub.api.paging import CURSOR, LIMIT, OFFSET, list_page
from experiments.benchmarks.actions import boards, suite_runs
from experiments.benchmarks.api.shapes import SuiteComparisonOut, SuiteRunDetailOut, SuiteRunListOut
from experiments.benchmarks.models import BenchmarkSuite, SuiteRun
from experiments.benchmarks.models.suite_run import MOST_CALLS, MOST_WORKERS
from experiments.benchmarks.scores import AGGREGATIONS
from experiments.benchmarks.suite_file import MOST_TASKS
from experiments.benchmarks.tasks import advance_suite_runs

PAUSE, RUN, CANCEL, RETRY = ACTIONS = ("pause", "run", "cancel", "retry")
MOST_COMPARED = 20
AGGREGATION = (filters.one_of("score", "aggregation", AGGREGATIONS, "the score to rank by; the suite's own without"),)
FILTERS = (filters.identifier("suite_id", "suite", "runs of this suite"),)


class SuiteModelIn(StrictRow):
    name = StrictText(max_length=200, help_text="a provider and a name, such as openai/gpt-4o-mini")
    version = StrictText(max_length=200, required=False)
    provider = StrictText(max_length=100, required=False)
    config = StrictObject(required=False, help_text="parameters of the calls, such as temperature")


class SuiteRunIn(StrictSerializer):
    example = {"model": {"name": "simulated-careful"}, "parallelism": 3}

    suite_id = s.UUIDField()
    model = SuiteModelIn()
    tasks = s.ListField(
        child=StrictText(max_length=100),
        required=False,
        min_length=1,
        max_length=MOST_TASKS,
        help_text="keys; what they need comes with them",
    )
    parallelism = StrictInteger(min_value=1, max_value=MOST_WORKERS, default=10, help_text="how many tasks run at once")
    calls = StrictInteger(
        min_value=1, max_value=MOST_CALLS, default=suite_runs.CALLS, help_text="how many calls are made at once"
    )
    webhook_url = s.URLField(max_length=500, required=False, help_text="told once the run has ended")
    cost_cap_usd = StrictNumber(
        required=False,
        min_value=0.0001,
        max_value=1_000_000,
        help_text="no task starts once the run has cost that much; each gets what is left",
    )


class SuiteRunChangeIn(StrictSerializer):
    desired_state = s.ChoiceField(ACTIONS, help_text="retry: the tasks that failed, were skipped or cancelled")


class SuiteCompareIn(StrictSerializer):
    example = {"run_ids": ["0192f0c1-7f3a-7c11-9d2e-3b6a5e8f1c22", "0192f0c2-11d0-7a3c-8f00-0c1d2e3f4a5b"]}

    run_ids = s.ListField(child=s.UUIDField(), min_length=2, max_length=MOST_COMPARED, help_text="of one suite")


class SuiteRunView(ApiView):
    def runs(self, request):
        return SuiteRun.objects.for_organization(request.organization).select_related("suite", "system")

    def run(self, request, run_id):
        return self.get_or_404(self.runs(request), "run", pk=run_id)

    def answer(self, request, run_id, **options):
        run = self.run(request, run_id)
        return Response(SuiteRunDetailOut.of(run, board=boards.board_of(run)), **options)


class SuiteRunList(SuiteRunView):
    access = {"GET": "read", "POST": "manage"}
    request_classes = {"POST": BATCH}

    @extend_schema(
        operation_id="benchmark_runs_list",
        parameters=[*filters.parameters(FILTERS), LIMIT, OFFSET, CURSOR],
        responses=SuiteRunListOut,
        extensions=errors("bad_filter", "bad_cursor"),
    )
    def get(self, request):
        """List runs of suites, newest first."""
        found = filters.narrowed(self.runs(request), FILTERS, request.query_params)
        return Response(SuiteRunListOut.of(list_page(found, request.query_params, keys=("-pk",))))

    @extend_schema(
        operation_id="benchmark_runs_create",
        request=SuiteRunIn,
        responses={201: SuiteRunDetailOut},
        extensions=errors(
            "not_found",
            "invalid_model",
            "model_not_callable",
            "unknown_parameter",
            "invalid_parameter",
            "invalid_plan",
            "bad_address",
        ),
    )
    def post(self, request):
        """Start a system on a suite. It is planned at once; tasks start as their needs are done."""
        body = SuiteRunIn.read(request.data)
        found = BenchmarkSuite.objects.for_organization(request.organization)
        suite = self.get_or_404(found, "suite", pk=body.pop("suite_id"))
        run = suite_runs.start(suite=suite, **body, by=request.user)
        advance_suite_runs.delay_on_commit()
        return self.answer(request, run.pk, status=201)


class SuiteRunDetail(SuiteRunView):
    access = {"GET": "read", "PATCH": "manage"}

    @extend_schema(operation_id="benchmark_runs_retrieve", responses=SuiteRunDetailOut)
    def get(self, request, suite_run_id):
        """Get a run of a suite with its progress, its scores and their coverage."""
        return self.answer(request, suite_run_id)

    @extend_schema(
        operation_id="benchmark_runs_partial_update",
        request=SuiteRunChangeIn,
        responses=SuiteRunDetailOut,
        extensions=errors("run_ended", "nothing_to_retry"),
    )
    def patch(self, request, suite_run_id):
        """Pause a run, go on, cancel it, or try the tasks again that have no score. Completed tasks are kept."""
        run, wanted = self.run(request, suite_run_id), SuiteRunChangeIn.read(request.data)["desired_state"]
        if wanted == CANCEL:
            suite_runs.cancel(run=run, by=request.user)
        elif wanted == RETRY:
            suite_runs.retry(run=run, by=request.user)
        else:
            suite_runs.set_paused(run=run, is_paused=wanted == PAUSE, by=request.user)
        advance_suite_runs.delay_on_commit()
        return self.answer(request, suite_run_id)


class SuiteLeaderboard(SuiteRunView):
    access = {"GET": "read"}

    @extend_schema(
        operation_id="benchmark_suites_leaderboard",
        parameters=filters.parameters(AGGREGATION),
        responses=SuiteComparisonOut,
        extensions=errors("not_found", "bad_filter"),
    )
    def get(self, request, suite_id):
        """Get the leaderboard of a suite: the newest run of each system, best first, those without a rank last."""
        suites = BenchmarkSuite.objects.for_organization(request.organization)
        suite, chosen = self.get_or_404(suites, "suite", pk=suite_id), AGGREGATION[0]
        score = chosen.value(request.query_params[chosen.name]) if chosen.is_in(request.query_params) else None
        return Response(SuiteComparisonOut.of(boards.leaderboard(suite, score)))


class SuiteRunCompare(SuiteRunView):
    access = {"POST": "read"}
    request_classes = {"POST": QUERY}

    @extend_schema(
        operation_id="benchmark_runs_compare",
        request=SuiteCompareIn,
        responses=SuiteComparisonOut,
        extensions=errors("not_found", "other_suite"),
    )
    def post(self, request):
        """Compare runs of one suite: scores by task, and ranks by the paired differences on the same cases."""
        runs = [self.run(request, run_id) for run_id in dict.fromkeys(SuiteCompareIn.read(request.data)["run_ids"])]
        return Response(SuiteComparisonOut.of(boards.compare(runs)))
