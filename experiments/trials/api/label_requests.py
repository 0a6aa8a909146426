"""Ask people about cases of an experiment over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from evalhub.api.errors import errors
from experiments.trials.actions import label_requests
from experiments.trials.api.bodies import LabelRequestIn
from experiments.trials.api.experiments import ExperimentView
from experiments.trials.api.shapes import LabelRequestOut


class ExperimentLabelRequests(ExperimentView):
    access = {"POST": "manage"}

    @extend_schema(
        summary="Ask people about cases of an experiment",
        request=LabelRequestIn,
        responses={201: LabelRequestOut},
        extensions=errors("labels_do_not_count", "evaluation_running", "no_cases_left"),
    )
    def post(self, request, experiment_id):
        """Draw cases by chance, and make an annotation task of the outputs of all variants, without their names."""
        body = LabelRequestIn.read(request.data)
        found = label_requests.ask(
            experiment=self.experiment(request, experiment_id),
            n_cases=body["n_cases"],
            people=body["people"],
            seed=body.get("seed"),
            by=request.user,
        )
        return Response(LabelRequestOut.of(found), status=201)
