"""Experiments over the API: plan, start, pause, look, conclude."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from datasets.models import DatasetVersion
from evalhub.accounts.api.base import ApiView
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.paging import Pages
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lib.translation import gettext as _
from experiments.evaluations.tasks import evaluation_due
from experiments.trials.actions import experiments, looks
from experiments.trials.actions.experiments import NO_WINNER
from experiments.trials.api.bodies import ConcludeIn, ExperimentIn
from experiments.trials.api.shapes import ExperimentListOut, ExperimentOut, ResultsOut, results_of
from experiments.trials.models import Experiment
from experiments.trials.models.experiment import STATUSES, TYPES
from experiments.trials.views import report_file

FILTERS = (
    filters.choice("status", "status", STATUSES, "experiments in one of these states"),
    filters.choice("type", "type", TYPES, "experiments of one of these types"),
    filters.part_of("name", "name", "a part of the name"),
)
PAGES = Pages(keys=("-created_at", "-pk"))


class ExperimentView(ApiView):
    def experiments(self, request):
        found = Experiment.objects.for_organization(request.organization)
        related = ("organization", "winner", "conclusion", "concluded_by", "dataset_version")
        return found.select_related(*related).prefetch_related("variants", "metrics")

    def experiment(self, request, experiment_id):
        return self.get_or_404(self.experiments(request), "experiment", pk=experiment_id)

    def look(self, request, experiment):
        found = looks.look(experiment=experiment, by=request.user)
        if found is None:
            raise Conflict(_("The experiment has not started."), code="experiment_not_started")
        return found

    def answer(self, request, experiment, **options):
        return Response(ExperimentOut.of(self.experiments(request).get(pk=experiment.pk)), **options)


class ExperimentList(ExperimentView):
    access = {"GET": "read", "POST": "manage"}

    @extend_schema(
        summary="List experiments",
        parameters=[*filters.parameters(FILTERS), *PAGES.parameters],
        responses={200: ExperimentListOut},
    )
    def get(self, request):
        """Newest first."""
        found = filters.narrowed(self.experiments(request), FILTERS, request.query_params)
        return Response(ExperimentListOut.of(PAGES.page(found, request.query_params)))

    @extend_schema(
        summary="Create an experiment",
        request=ExperimentIn,
        responses={201: ExperimentOut},
        extensions=errors("invalid_schema", "not_found", "invalid_model", "model_not_callable", "invalid_parameter"),
    )
    def post(self, request):
        """A draft. With a dataset version every variant answers its cases; without one units are traffic."""
        body = ExperimentIn.read(request.data)
        version = body.get("dataset_version_id")
        if version:
            own = DatasetVersion.objects.for_organization(request.organization).select_related("organization")
            version = self.get_or_404(own, "dataset version", pk=version)
        found = experiments.create(
            organization=request.organization,
            name=body["name"],
            hypothesis=body["hypothesis"],
            type=body["type"],
            metrics=ExperimentIn.metrics(body),
            config=ExperimentIn.plan(body),
            dataset_version=version or None,
            scoring=body.get("scoring"),
            cost_cap_usd=body.get("cost_cap_usd") or None,
            variants_given=body["variants"],
            by=request.user,
        )
        return self.answer(request, found, status=201)


class ExperimentDetail(ExperimentView):
    access = {"GET": "read"}

    @extend_schema(summary="Get an experiment", responses={200: ExperimentOut})
    def get(self, request, experiment_id):
        """Its plan, its state, and how it was concluded."""
        return Response(ExperimentOut.of(self.experiment(request, experiment_id)))


class ExperimentStart(ExperimentView):
    access = {"POST": "manage"}

    @extend_schema(
        summary="Start an experiment",
        request=None,
        responses={200: ExperimentOut},
        extensions=errors("bad_transition", "version_not_published", "no_cases", "invalid_schema"),
    )
    def post(self, request, experiment_id):
        """Begin it, or go on after a pause. Its plan never changes from then on."""
        found = experiments.start(experiment=self.experiment(request, experiment_id), by=request.user)
        if found.dataset_version_id is not None:
            evaluation_due.delay_on_commit()
        return self.answer(request, found)


class ExperimentPause(ExperimentView):
    access = {"POST": "manage"}

    @extend_schema(
        summary="Pause an experiment",
        request=None,
        responses={200: ExperimentOut},
        extensions=errors("bad_transition"),
    )
    def post(self, request, experiment_id):
        """Take no more units of traffic until it is started again."""
        found = experiments.pause(experiment=self.experiment(request, experiment_id), by=request.user)
        return self.answer(request, found)


class ExperimentArchive(ExperimentView):
    access = {"POST": "manage"}

    @extend_schema(
        summary="Archive an experiment",
        request=None,
        responses={200: ExperimentOut},
        extensions=errors("bad_transition"),
    )
    def post(self, request, experiment_id):
        """Put a draft or a concluded experiment away."""
        found = experiments.archive(experiment=self.experiment(request, experiment_id), by=request.user)
        return self.answer(request, found)


class ExperimentResults(ExperimentView):
    access = {"GET": "read"}

    @extend_schema(
        summary="Get the results of an experiment",
        responses={200: ResultsOut},
        extensions=errors("experiment_not_started"),
    )
    def get(self, request, experiment_id):
        """The newest look; where the data have changed since, another look is taken and stored."""
        experiment = self.experiment(request, experiment_id)
        return Response(ResultsOut.of(results_of(experiment, self.look(request, experiment))))


class ExperimentReport(ExperimentView):
    access = {"GET": "read"}

    def perform_content_negotiation(self, request, force=False):
        """The file is what its address says; errors are JSON."""
        return super().perform_content_negotiation(request, force=True)

    @extend_schema(
        summary="Download the report of an experiment",
        responses={(200, "application/pdf"): OpenApiTypes.BINARY},
        extensions=errors("experiment_not_started"),
    )
    def get(self, request, experiment_id):
        """The newest look as a PDF file, with its charts. The same look is the same file."""
        experiment = self.experiment(request, experiment_id)
        return report_file.answer(experiment, self.look(request, experiment))


class ExperimentConclude(ExperimentView):
    access = {"POST": "manage"}

    @extend_schema(
        summary="Conclude an experiment",
        request=ConcludeIn,
        responses={200: ExperimentOut},
        extensions=errors("bad_transition", "invalid_winner"),
    )
    def post(self, request, experiment_id):
        """Decide it for good. Nothing of it can change from then on."""
        experiment, body = self.experiment(request, experiment_id), ConcludeIn.read(request.data)
        winner = None
        if body["winner"] != NO_WINNER:
            winner = next((each for each in experiment.variants.all() if _is(each, body["winner"])), None)
            if winner is None:
                names = ", ".join(str(each.pk) for each in experiment.variants.all())
                words = _("winner is %(met)s. Valid: %(valid)s.") % {
                    "met": body["winner"],
                    "valid": f"{names}, {NO_WINNER}",
                }
                raise InvalidInput(words, code="invalid_winner")
        seen = looks.look(experiment=experiment, by=request.user)
        found = experiments.conclude(
            experiment=experiment, winner=winner, notes=body["notes"], look=seen, by=request.user
        )
        return self.answer(request, found)


def _is(variant, given):
    try:
        return variant.pk == UUID(given)
    except ValueError:
        return variant.name == given
