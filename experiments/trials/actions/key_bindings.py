"""Keys that are bound to an experiment."""

from django.utils.translation import gettext_lazy as _

from evalhub.accounts.bindings import registry
from experiments.trials.models import Experiment


@registry.register("experiment")
class ExperimentBinding:
    title, noun = _("Experiment"), "experiment"

    @staticmethod
    def objects(membership):
        found = Experiment.objects.for_organization(membership.organization_id)
        return found if membership.may("read") else found.none()
