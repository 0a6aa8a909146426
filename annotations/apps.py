"""The app `annotations`."""

from django.apps import AppConfig


class AnnotationsConfig(AppConfig):
    name = "annotations"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from annotations.agreement.actions import label_consumers  # needs the models
        from annotations.models import GroundTruth
        from annotations.queue.actions import decisions

        decisions.register(GroundTruth.objects.adjudicated)
        label_consumers.registry.add_package("annotations.consensus.actions")
