"""The app of people and organizations."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "evalhub.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from evalhub.lists import registry

        registry.add_package("evalhub.accounts.views.lists")
