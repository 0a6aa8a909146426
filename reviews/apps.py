"""The app `reviews`."""

from django.apps import AppConfig

from reviews import methods


class ReviewsConfig(AppConfig):
    name = "reviews"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from reviews.actions import witness  # needs the models

        witness.register()
        _load_methods_from_outside()


def _load_methods_from_outside():
    """A package of EVALHUB_METHOD_PACKAGES that cannot be loaded stops the start, not the first review."""
    if methods.packages_named():
        methods.MethodReviewerRegistry.available()
