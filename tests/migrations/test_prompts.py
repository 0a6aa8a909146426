"""Own prompts and knowledge of methods become prompts of the library: the same rows, under their kinds."""

import os

import pytest
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor

from tests import database

BEFORE, AFTER = [("reviews", "0007_systems_under_test")], [("reviews", "0008_prompts")]


@pytest.fixture(scope="module")
def empty(django_db_setup, django_db_blocker):
    """A database of its own without any table; Django's connection leads there meanwhile."""
    used = connections["default"]
    before, name = used.settings_dict["NAME"], f"{database.PREFIX}_{os.getpid()}_prompts"
    with django_db_blocker.unblock():
        database.create_empty(name)
        yield
        database.drop(name)
        used.settings_dict["NAME"] = before


def migrate(targets):
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


def test_rows_stay_what_they_were(empty):
    old = migrate(BEFORE)
    organization = old.get_model("accounts", "Organization").objects.create(name="Acme", slug="acme")
    documents = old.get_model("reviews", "MethodDocument").objects
    fields = {"organization": organization, "model_type": "experiment", "content_sha256": "0" * 64}
    at = "2026-11-01T00:00:00+00:00"
    first = documents.create(part="prompt", number=1, content="One", status="published", published_at=at, **fields)
    draft = documents.create(part="prompt", number=2, content="Two", note="why", **fields)
    known = documents.create(part="knowledge", number=1, content="K", status="published", published_at=at, **fields)

    prompts = migrate(AFTER).get_model("reviews", "Prompt").objects

    found = prompts.order_by("content").values_list("pk", "kind", "name", "version", "content", "status", "note")
    assert list(found) == [
        (known.pk, "method_knowledge", "experiment", 1, "K", "published", ""),
        (first.pk, "method_prompt", "experiment", 1, "One", "published", ""),
        (draft.pk, "method_prompt", "experiment", 2, "Two", "draft", "why"),
    ]
    with pytest.raises(Exception, match="a published prompt never changes"):
        prompts.filter(pk=first.pk).update(content="Other")
    prompts.filter(pk=draft.pk).update(content="Two again")

    back = migrate(BEFORE).get_model("reviews", "MethodDocument").objects

    assert set(back.values_list("pk", "part")) == {(first.pk, "prompt"), (draft.pk, "prompt"), (known.pk, "knowledge")}
    with pytest.raises(Exception, match="a published method document never changes"):
        back.filter(pk=first.pk).update(content="Other")
