"""Evaluations over the API: score one output or a dataset version, list, read, cancel."""

import functools

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from datasets.models import DatasetVersion
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.request_limits import BATCH
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.paging import Pages
from evalhub.lib.egress import addresses
from experiments.evaluations.actions import estimates, evaluations, online, retries, waiting
from experiments.evaluations.actions.progress import progress_of
from experiments.evaluations.actions.single_answers import answers_of
from experiments.evaluations.api.bodies import BatchIn, EvaluationChangeIn, EvaluationIn
from experiments.evaluations.api.shapes import BatchOut, EvaluationDetailOut, EvaluationListOut
from experiments.evaluations.models.evaluation import COLLECTS, IS_PAUSED, IS_STOPPED, SINGLE, STATUSES, TYPES
from experiments.evaluations.tasks import evaluation_due
from experiments.models import Evaluation
from reviews.engine.tasks import request_due

FILTERS = (
    filters.choice("status", "found_status", STATUSES, "evaluations in one of these states"),
    filters.choice("type", "type", TYPES, "evaluations of one of these types"),
    filters.identifier("dataset_version_id", "task__dataset_version", "evaluations over this version"),
    filters.part_of("name", "name", "a part of the name"),
    filters.since("created_at", "evaluations made then or later", name="created_after"),
    filters.until("created_at", "evaluations made before", name="created_before"),
)
COLLECTIONS = {"collect": COLLECTS, "pause": IS_PAUSED, "stop": IS_STOPPED}
PAGES = Pages(keys=("-created_at", "-pk"))
SCORER_ERRORS = (
    "invalid_schema",
    "invalid_model",
    "model_not_callable",
    "invalid_parameter",
    "unknown_parameter",
    "invalid_policy",
    "unknown_prompt",
)


class EvaluationView(ApiView):
    def evaluations(self, request):
        found = Evaluation.objects.for_organization(request.organization).with_status()
        return found.select_related("task__dataset_version__dataset", "system", "created_by", "organization", "run")

    def evaluation(self, request, evaluation_id):
        return self.get_or_404(self.evaluations(request), "evaluation", pk=evaluation_id)

    def detail(self, request, evaluation, **options):
        found = self.evaluations(request).get(pk=evaluation.pk)
        context = {"progress": progress_of(evaluations=[found]), "answers": answers_of(evaluation=found)}
        return Response(EvaluationDetailOut.of(found, **context), **options)

    def version(self, request, version_id):
        versions = DatasetVersion.objects.for_organization(request.organization)
        return self.get_or_404(versions.select_related("dataset", "organization"), "dataset version", pk=version_id)

    def job(self, request, evaluation, **options):
        found = self.evaluations(request).get(pk=evaluation.pk)
        context = {
            "progress": progress_of(evaluations=[found]),
            "estimated_completion": None if found.has_ended else estimates.completion(evaluation=found),
        }
        return Response(BatchOut.of(found, **context), **options)


class EvaluationList(EvaluationView):
    access = {"GET": "read", "POST": "manage"}

    @extend_schema(
        operation_id="evaluations_list",
        parameters=[*filters.parameters(FILTERS), *PAGES.parameters],
        responses=EvaluationListOut,
    )
    def get(self, request):
        """List evaluations, newest first, with what their scores come to."""
        found = filters.narrowed(self.evaluations(request), FILTERS, request.query_params)
        page = PAGES.page(found, request.query_params)
        return Response(EvaluationListOut.of(page, progress=progress_of(evaluations=page.rows)))

    @extend_schema(
        operation_id="evaluations_create",
        request=EvaluationIn,
        responses={201: EvaluationDetailOut},
        extensions=errors(*SCORER_ERRORS),
    )
    def post(self, request):
        """Score one output. With `sync` the answer has the scores, or the status pending where they take longer than a
        request may; they are then read at the evaluation's own address."""
        body = EvaluationIn.read(request.data)
        config = body.pop("config", {})
        evaluation = evaluations.create_single(
            organization=request.organization,
            **body,
            judges=config.get("evaluator_models")
            or evaluations.judges_for(
                metrics=body["metrics"],
                custom_rubrics=config.get("custom_rubrics"),
                chosen=config.get("evaluator_model"),
                organization=request.organization,
            ),
            custom_rubrics=config.get("custom_rubrics"),
            by=request.user,
        )
        request_due.delay_on_commit()
        evaluation_due.delay_on_commit()
        answer = functools.partial(self.detail, request, status=201)
        if not config.get("sync", True):
            return answer(evaluation)
        wait = functools.partial(waiting.wait, evaluation=evaluation, seconds=settings.EVALUATION_WAIT_SECONDS)
        return self.after_commit(lambda: answer(evaluation), lambda: answer(wait()))


class EvaluationDetail(EvaluationView):
    access = {"GET": "read", "PATCH": "manage"}

    @extend_schema(operation_id="evaluations_retrieve", responses=EvaluationDetailOut)
    def get(self, request, evaluation_id):
        """Get an evaluation with its scores, and why there are none."""
        return self.detail(request, self.evaluation(request, evaluation_id))

    @extend_schema(
        operation_id="evaluations_partial_update",
        request=EvaluationChangeIn,
        responses=EvaluationDetailOut,
        extensions=errors("evaluation_ended", "evaluation_running", "nothing_failed", "not_online"),
    )
    def patch(self, request, evaluation_id):
        """Cancel an evaluation, try again what failed in one that has ended, or pause, resume or stop an online one.

        What is scored stays in any case.
        """
        evaluation = self.evaluation(request, evaluation_id)
        body = EvaluationChangeIn.read(request.data)
        if body.get("retry_failed"):
            retries.retry_failed(evaluation=evaluation, by=request.user)
            request_due.delay_on_commit()
            evaluation_due.delay_on_commit()
        elif body.get("desired_state") == "cancel":
            evaluations.cancel(evaluation=evaluation, by=request.user)
        elif "desired_state" in body:
            collection = COLLECTIONS[body["desired_state"]]
            online.set_collection(evaluation=evaluation, collection=collection, by=request.user)
            evaluation_due.delay_on_commit()
        return self.detail(request, evaluation)


class BatchList(EvaluationView):
    access = {"POST": "manage"}
    request_classes = {"POST": BATCH}

    @extend_schema(
        operation_id="evaluations_batch_create",
        request=BatchIn,
        responses={202: BatchOut},
        extensions=errors(
            "not_found",
            "version_not_published",
            "no_cases",
            "bad_output",
            "too_many_strata",
            "bad_address",
            *SCORER_ERRORS,
        ),
    )
    def post(self, request):
        """Score the outputs of a dataset version, or those that a system gives now to its cases."""
        body = BatchIn.read(request.data)
        config = body.pop("config", {})
        body["dataset_version"] = self.version(request, body.pop("dataset_version_id"))
        if baseline := body.pop("baseline_id", None):
            baseline = self.get_or_404(self.evaluations(request).exclude(type=SINGLE), "evaluation", pk=baseline)
        if url := body.get("webhook_url"):
            body["webhook_url"] = addresses.check(url)
        judges = config.get("evaluator_models") or evaluations.judges_for(
            metrics=body["metrics"],
            custom_rubrics=None,
            chosen=config.get("evaluator_model"),
            organization=request.organization,
        )
        evaluation = evaluations.create_batch(
            **body,
            judges=judges,
            baseline=baseline,
            sampling={
                "rate": config.get("sample_rate", 1),
                "strategy": config.get("sample_strategy", "random"),
                "stratify_by": config.get("stratify_by"),
                "seed": config.get("seed", 0),
            },
            parallelism=config.get("parallelism", 10),
            reuse=config.get("reuse", False),
            cost_cap_usd=config.get("cost_cap_usd"),
            by=request.user,
        )
        request_due.delay_on_commit()
        evaluation_due.delay_on_commit()
        return self.job(request, evaluation, status=202)


class BatchDetail(EvaluationView):
    access = {"GET": "read"}

    @extend_schema(operation_id="evaluations_batch_retrieve", responses=BatchOut)
    def get(self, request, evaluation_id):
        """Get a batch evaluation: its progress, and what the scores of each metric come to so far."""
        return self.job(request, self.evaluation(request, evaluation_id))
