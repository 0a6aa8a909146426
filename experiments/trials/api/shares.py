"""How a bandit has shared out units over time, over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.api.fields import Answer
from evalhub.api.paging import ListOut, Pages
from experiments.trials.api.experiments import ExperimentView

PAGES = Pages(keys=("number", "pk"))
OF_POSTERIOR = "when the shares were drawn; null: not stored"


class VariantShareOut(Answer):
    variant_id = s.UUIDField(source="variant.pk")
    variant = s.CharField(source="variant.name")
    share = s.FloatField(help_text="of new units from then on")
    mean = s.FloatField(allow_null=True, help_text="of the primary metric, by propensities, " + OF_POSTERIOR)
    error = s.FloatField(allow_null=True, help_text="standard error of the mean, " + OF_POSTERIOR)
    chance_of_best = s.FloatField(source="chance", allow_null=True, help_text=OF_POSTERIOR)


class SharesOut(Answer):
    number = s.IntegerField(help_text="of the change, from 1; units before the first one have the shares of the plan")
    created_at = s.DateTimeField()
    n = s.IntegerField(help_text="outcomes of the primary metric until then")
    seed = s.IntegerField(help_text="of the draws")
    variants = VariantShareOut(many=True)


class SharesListOut(ListOut):
    shares = SharesOut(many=True, source="rows")


class ExperimentShares(ExperimentView):
    access = {"GET": "read"}

    @extend_schema(
        summary="List changes of a bandit's shares", parameters=PAGES.parameters, responses={200: SharesListOut}
    )
    def get(self, request, experiment_id):
        """Oldest first; empty for experiments whose shares stay as planned."""
        experiment = self.experiment(request, experiment_id)
        page = PAGES.page(experiment.shares.all(), request.query_params)
        variants = list(experiment.variants.all())
        for row in page.rows:
            row.variants = [_share(row, each) for each in variants]
        return Response(SharesListOut.of(page))


def _share(row, variant):
    known = row.posteriors.get(str(variant.pk), {"mean": None, "error": None, "chance": None})
    return {"variant": variant, "share": row.shares[str(variant.pk)], **known}
