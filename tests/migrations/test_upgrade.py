"""A database of the version before the migrations of each app became one: it upgrades, and shows the same figures.

`version_before.sql.xz` is a dump of the demo organization with all of its runs and evaluations done;
`version_before.json.xz` has what that version showed for it, as `figures.of_organization` reads it.
"""

import json
import lzma
import os
import re
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.core.management import call_command
from django.db import connections
from django.test import Client

from annotations.agreement.tasks import agree
from annotations.models import AgreementSnapshot, AnnotationTask
from annotations.tasks.actions import form
from evalhub.accounts.models import Membership
from evalhub.invariants import broken
from evalhub.local.preparation import SCHEMA
from reviews.audits.actions import error_rates
from tests import database, factories, schema_file
from tests.conftest import sign_in
from tests.migrations import figures

FOLDER = Path(__file__).parent

# An item has a consensus once all of its questions have one, not any of them. One model beside people has the interval
# of this model, not that of all models together, and the verdict on an agreement names its lower end.
COUNTED_OTHERWISE = re.compile(
    r"items_with_consensus: | between krippendorff_alpha (high|low): |/agreement/ [0-9.]+: True became nothing"
)


@pytest.fixture(scope="module")
def upgraded(django_db_setup, django_db_blocker):
    """The dump in a database of its own, after `migrate`; Django's connection leads there meanwhile."""
    connection = connections["default"]
    before, name = connection.settings_dict["NAME"], f"{database.PREFIX}_{os.getpid()}_upgraded"
    with django_db_blocker.unblock():
        database.create_empty(name)
        # The dump sets what holds for its session, which ends with it.
        with closing(psycopg.connect(**connection.get_connection_params(), autocommit=True)) as own:
            own.execute(lzma.decompress((FOLDER / "version_before.sql.xz").read_bytes()))
        call_command("migrate", interactive=False, verbosity=0)
        form.forget()  # those of the other database, under the same numbers
        yield connection
        form.forget()
        database.drop(name)
        connection.settings_dict["NAME"] = before


def test_figures_are_the_same(upgraded):
    AgreementSnapshot.objects.all().delete()
    for task in AnnotationTask.objects.all():
        agree(str(task.pk))
        error_rates.keep(task=task)
    recorded = json.loads(lzma.decompress((FOLDER / "version_before.json.xz").read_bytes()))

    found = figures.of_organization(_reader(Membership.objects.get(user__email="ada@demo.example")))

    differences = [each for each in figures.missing(recorded, found) if not COUNTED_OTHERWISE.search(each)]
    assert not differences, "\n".join(differences)


def test_rules_hold(upgraded):
    assert broken() == []


def test_tables_are_those_of_a_new_database(upgraded):
    upgraded_parts, new_parts = _parts(schema_file.dump(upgraded)), _parts(SCHEMA.read_text(encoding="utf-8"))

    assert upgraded_parts == new_parts


def _parts(script):
    """Statements of a dump, with each column of a table by itself: their order may differ.

    So may names that Django or Postgres made up for a table or column since renamed, and whether a check that no old
    row could break has looked at the old rows.
    """
    script = script.partition('INSERT INTO "django_migrations"')[0]
    script = re.sub(r"^(--|SET LOCAL).*\n", "", script, flags=re.MULTILINE)
    parts = set()
    for statement in re.split(r";\n(?=[A-Z])", script.strip(" ;\n")):
        table = re.fullmatch(r"CREATE TABLE (\S+) \(\n(.*)\n\)", statement, re.DOTALL)
        lines = [f"{table[1]} {line.strip(' ,')}" for line in table[2].split("\n")] if table else [statement]
        parts.update(" ".join(line.split()) for line in lines)
    for pattern, text in MADE_UP:
        parts = {re.sub(pattern, text, part) for part in parts}
    return parts


MADE_UP = (
    ("reviews_methoddocument", "reviews_prompt"),
    (r"^ALTER TABLE (\S+) ADD (CONSTRAINT \S+ CHECK .*) NOT VALID$", r"\1 \2"),
    (r" CONSTRAINT \S+ NOT NULL", " NOT NULL"),
    (r" CONSTRAINT reviews_\S+ (?=FOREIGN KEY|CHECK)", " CONSTRAINT "),
    (r"_[0-9a-f]{8}(?=_|\b)", ""),
)


def _reader(membership):
    """get(path) as this member sees it: JSON of the API, HTML of pages."""
    client, key = Client(), factories.make_api_key(membership).secret
    sign_in(client, membership)

    def get(path):
        if path.startswith("/v1/"):
            return client.get(path, headers={"Authorization": f"Bearer {key}"}).json()
        return client.get(path).content.decode()

    return get
