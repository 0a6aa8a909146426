"""Keys that are bound to a dataset."""

from django.utils.translation import gettext_lazy as _

from datasets.models import Dataset
from evalhub.accounts.bindings import registry


@registry.register("dataset")
class DatasetBinding:
    title, noun = _("Dataset"), "dataset"

    @staticmethod
    def objects(membership):
        found = Dataset.objects.for_organization(membership.organization_id).listed()
        return found if membership.may("read") else found.none()
