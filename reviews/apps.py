"""The app `reviews`."""

from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    name = "reviews"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from reviews.actions import witness  # needs the models

        witness.register()
