"""Systems under test: one row for each description in an organization."""

import importlib

import pytest

from datasets.actions.systems import SystemIds
from datasets.models import System
from datasets.models.system import fingerprint_of
from tests import factories
from tests.statements import at_most

pytestmark = pytest.mark.django_db


def test_the_same_description_is_the_same_system(acme, rival):
    plain = SystemIds(acme.pk).of("bot")
    described = SystemIds(acme.pk).of("bot", (("model", "m"), ("parameters", '{"t":0}')))

    assert SystemIds(acme.pk).of("bot") == plain != described
    assert SystemIds(acme.pk).of("bot", (("model", "m"), ("parameters", '{"t":0}'))) == described
    assert SystemIds(rival.pk).of("bot") not in (plain, described)
    row = System.objects.get(pk=described)
    assert (row.name, row.model, row.parameters, str(row)) == ("bot", "m", {"t": 0}, "bot")


def test_a_system_is_looked_up_once(acme):
    systems = SystemIds(acme.pk)
    systems.of("bot")

    with at_most(0):
        systems.of("bot")


@pytest.mark.parametrize("name", ["bot", 'a "quoted" \\ name', "Ünïcode 漢 🙂 \u2028", "tab\t"])
def test_names_of_earlier_versions_have_the_fingerprint_of_today(name):
    migration = importlib.import_module("datasets.migrations.0002_systems")

    assert migration.fingerprint(name) == fingerprint_of({"name": name, "model": "", "parameters": {}})


def test_outputs_have_the_name_of_their_system():
    version = factories.make_version(rows=2)

    assert {output.name for case in version.cases.all() for output in case.outputs.all()} == {"model-a"}
    assert System.objects.count() == 1
