"""The app `reviews`."""

from django.apps import AppConfig

from reviews.jobs import methods


class ReviewsConfig(AppConfig):
    name = "reviews"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from reviews.audits.actions import exposure  # needs the models
        from reviews.engine.stages import registry as stages

        for feature in ("scorers", "jobs", "quality"):
            stages.add_package(f"reviews.{feature}.stages")
        exposure.register()
        _load_methods_from_outside()


def _load_methods_from_outside():
    """A package of EVALHUB_METHOD_PACKAGES that cannot be loaded stops the start, not the first review."""
    if methods.packages_named():
        methods.MethodReviewerRegistry.available()
