"""Systems under test: one row for each description in an organization."""

import pytest

from datasets.actions.systems import SystemIds
from datasets.models import System
from tests import factories
from tests.statements import at_most

pytestmark = pytest.mark.django_db


def test_the_same_description_is_the_same_system_and_a_system_is_looked_up_once(acme, rival):
    plain = SystemIds(acme.pk).of("bot")
    described = SystemIds(acme.pk).of("bot", (("model", "m"), ("parameters", '{"t":0}')))
    assert SystemIds(acme.pk).of("bot") == plain != described
    assert SystemIds(acme.pk).of("bot", (("model", "m"), ("parameters", '{"t":0}'))) == described
    assert SystemIds(rival.pk).of("bot") not in (plain, described)
    row = System.objects.get(pk=described)
    assert (row.name, row.model, row.parameters, str(row)) == ("bot", "m", {"t": 0}, "bot")

    systems = SystemIds(acme.pk)
    systems.of("bot")
    with at_most(0):
        systems.of("bot")


def test_outputs_have_the_name_of_their_system():
    version = factories.make_version(rows=2)

    assert {output.name for case in version.cases.all() for output in case.outputs.all()} == {"model-a"}
    assert System.objects.count() == 1
