"""Online evaluations over the API: score what arrives, and what the scores of each day come to."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from evalhub.accounts.api.request_limits import BATCH
from evalhub.api.errors import errors
from evalhub.api.paging import whole
from evalhub.lib.egress import addresses
from experiments.evaluations.actions import evaluations, summaries
from experiments.evaluations.api.bodies import OnlineIn
from experiments.evaluations.api.evaluations import SCORER_ERRORS, EvaluationView
from experiments.evaluations.api.shapes import DayListOut, EvaluationDetailOut
from experiments.evaluations.models import ScoreSummary
from experiments.evaluations.models.evaluation import ONLINE
from experiments.evaluations.tasks import evaluation_due


class OnlineList(EvaluationView):
    access = {"POST": "manage"}
    request_classes = {"POST": BATCH}

    @extend_schema(
        operation_id="evaluations_online_create",
        request=OnlineIn,
        responses={201: EvaluationDetailOut},
        extensions=errors("not_found", "not_open", "kept_dataset", "bad_address", *SCORER_ERRORS),
    )
    def post(self, request):
        """Score what arrives from now on in an open version, by a rule, until it is stopped."""
        body = OnlineIn.read(request.data)
        version = self.version(request, body.pop("dataset_version_id"))
        if url := body.get("webhook_url"):
            body["webhook_url"] = addresses.check(url)
        body["judges"] = body.get("judges") or evaluations.judges_for(
            metrics=body["metrics"], custom_rubrics=None, chosen=None, organization=request.organization
        )
        evaluation = evaluations.create_online(dataset_version=version, **body, by=request.user)
        evaluation_due.delay_on_commit()
        return self.detail(request, evaluation, status=201)


class DayList(EvaluationView):
    access = {"GET": "read"}

    @extend_schema(operation_id="evaluations_days_list", responses=DayListOut)
    def get(self, request, evaluation_id):
        """What the scores of an online evaluation come to by metric and day, oldest day first; none of any other."""
        evaluation = self.evaluation(request, evaluation_id)
        found = ScoreSummary.objects.filter(evaluation=evaluation, slice__startswith=f"{summaries.DAY}=")
        found = found.select_related("question", "annotator").order_by("question__position", "annotator__name", "slice")
        return Response(DayListOut.of(whole(found if evaluation.type == ONLINE else [])))
