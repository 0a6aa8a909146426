"""Errors of earlier versions are texts from outside, whatever stands in them, and come back as they were."""

import importlib
from types import SimpleNamespace

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from evalhub.lib.reasons import TEXT
from reviews.engine.client.reasons import NO_PROVIDER_REASON
from reviews.models import ProviderState

migration = importlib.import_module("reviews.migrations.0015_errors_as_codes")
EDITOR = SimpleNamespace(connection=connection)
SAID = ['Sägt "nein": 100%.\n\\', "No.", ""]


@pytest.mark.django_db
def test_stored_texts_become_reasons_and_texts_again(monkeypatch):
    apps = MigrationExecutor(connection).loader.project_state(("reviews", "0015_errors_as_codes")).apps
    monkeypatch.setattr(migration, "ROWS_AT_ONCE", 2)
    for number in range(7):
        ProviderState.objects.create(provider="openai", model=f"m{number}", reason=NO_PROVIDER_REASON())
        write(f"m{number}", SAID[number % 3]) if number < 6 else None

    migration.as_codes(apps, EDITOR)

    assert [state.reason for state in ProviderState.objects.order_by("model")] == [
        *[text and TEXT(text) or None for text in SAID * 2],
        NO_PROVIDER_REASON(),
    ]
    migration.as_texts(apps, EDITOR)
    assert stored() == [*SAID * 2, "The provider gave no reason."]


def write(model, text):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE reviews_providerstate SET reason = %s WHERE model = %s", [text, model])


def stored():
    with connection.cursor() as cursor:
        cursor.execute("SELECT reason FROM reviews_providerstate ORDER BY model")
        return [row[0] for row in cursor.fetchall()]
