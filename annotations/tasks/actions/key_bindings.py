"""Keys that are bound to an annotation task."""

from django.utils.translation import gettext_lazy as _

from annotations.tasks.actions import annotators
from annotations.tasks.models import AnnotationTask
from evalhub.accounts.bindings import registry


@registry.register("task")
class TaskBinding:
    title, noun = _("Annotation task"), "annotation task"

    @staticmethod
    def objects(membership):
        found = AnnotationTask.objects.for_organization(membership.organization_id).listed()
        if membership.may("read"):
            return found
        return found.filter(status="ACTIVE").open_to(annotators.of_member(membership))
