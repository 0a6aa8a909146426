"""Repeat an experiment over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from datasets.models import DatasetVersion
from evalhub.api.errors import errors
from experiments.trials.actions import repeats
from experiments.trials.api.bodies import RepeatIn
from experiments.trials.api.experiments import ExperimentView
from experiments.trials.api.shapes import RepeatOut


class ExperimentRepeat(ExperimentView):
    access = {"POST": "manage"}

    def object_of(self, kind):
        """None: it makes another experiment, of any dataset."""

    @extend_schema(
        summary="Repeat an experiment with new cases",
        request=RepeatIn,
        responses={201: RepeatOut},
        extensions=errors(
            "not_concluded", "no_new_cases", "not_found", "bad_output", "version_not_published", "no_cases"
        ),
    )
    def post(self, request, experiment_id):
        """A draft with the plan of a concluded or archived experiment, on another dataset version or on new traffic."""
        experiment, body = self.experiment(request, experiment_id), RepeatIn.read(request.data)
        version = body.get("dataset_version_id")
        if version:
            own = DatasetVersion.objects.for_organization(request.organization)
            version = self.get_or_404(own.select_related("organization", "dataset"), "dataset version", pk=version)
        found = repeats.repeat(
            experiment=experiment,
            version=version or None,
            only_new=body["only_new_cases"],
            name=body["name"],
            by=request.user,
        )
        sharing = repeats.sharing(experiment=experiment, version=version) if version else None
        answer = {
            "experiment": self.experiments(request).get(pk=found.pk),
            "n_cases": sharing and sharing.n_cases,
            "n_shared_cases": sharing and sharing.n_shared,
        }
        return Response(RepeatOut.of(answer), status=201)
