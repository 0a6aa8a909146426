"""The app `datasets`."""

from django.apps import AppConfig


class DatasetsConfig(AppConfig):
    name = "datasets"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from datasets.actions import events  # needs the models
        from datasets.models import DatasetVersion
        from evalhub.accounts import bindings
        from evalhub.events import event_types
        from evalhub.lib import leases
        from evalhub.lists import registry

        bindings.registry.add_package("datasets.actions.key_bindings")
        event_types.registry.add_package("datasets.event_types")
        leases.on_end(DatasetVersion, events.tell_checked)
        registry.add_package("datasets.views.lists")
