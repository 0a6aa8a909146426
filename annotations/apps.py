"""The app `annotations`."""

from django.apps import AppConfig

from evalhub import lists
from evalhub.accounts import bindings
from evalhub.events import event_types
from evalhub.lib import charts


class AnnotationsConfig(AppConfig):
    name = "annotations"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from annotations.agreement.actions import label_consumers  # needs the models
        from annotations.exports.actions import events as export_events
        from annotations.imports.actions import events as import_events
        from annotations.models import ExportJob, GroundTruth, ImportJob
        from annotations.progress.views import person
        from annotations.queue.actions import decisions, notifications
        from evalhub.accounts.views.lists import people
        from evalhub.lib import leases
        from evalhub.work import sweep

        bindings.registry.add_package("annotations.tasks.actions.key_bindings")
        people.member_states.append(person.blocked_among)
        for feature in ("agreement", "progress"):
            charts.registry.add_package(f"annotations.{feature}.charts")
        decisions.register(GroundTruth.objects.adjudicated)
        for feature in ("consensus", "exports", "imports", "items", "progress", "queue", "tasks"):
            lists.registry.add_package(f"annotations.{feature}.views.lists")
        for feature in ("consensus", "exports", "imports", "tasks"):
            event_types.registry.add_package(f"annotations.{feature}.event_types")
        sweep.given_up.append(notifications.tell_given_up)
        leases.on_end(ExportJob, export_events.tell)
        leases.on_end(ImportJob, import_events.tell)
        label_consumers.registry.add_package("annotations.consensus.actions")
