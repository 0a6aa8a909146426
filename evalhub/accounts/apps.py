"""The app of people and organizations."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "evalhub.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
