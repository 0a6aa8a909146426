"""An answer that is made here is the system's next repetition of the case, whatever came with the data."""

import pytest

from datasets.actions import produced_outputs
from datasets.models import ModelOutput
from tests import factories

pytestmark = pytest.mark.django_db


def test_next_repetition_beside_what_came_with_the_data_and_output_of_the_data_is_never_replaced(bob):
    case = factories.make_version(factories.make_dataset(bob.organization), rows=1).cases.get()
    given = case.outputs.get()
    first = produced_outputs.store(test_case_id=case.pk, system_id=given.system_id, text="Four.", tokens_out=2)
    second = produced_outputs.store(test_case_id=case.pk, system_id=given.system_id, text="4")
    again = produced_outputs.store(test_case_id=case.pk, system_id=given.system_id, text="5", replaces=second)
    rows = ModelOutput.objects.filter(test_case=case).order_by("pk").values_list("pk", "repetition", "text", "produced")
    assert list(rows) == [(given.pk, 1, given.text, False), (first, 2, "Four.", True), (second, 3, "5", True)]
    assert again == second and list(ModelOutput.objects.of_data().filter(test_case=case)) == [given]

    case = factories.make_version(factories.make_dataset(bob.organization), rows=1).cases.get()
    given = case.outputs.get()
    produced_outputs.store(test_case_id=case.pk, system_id=given.system_id, text="Four.", replaces=given.pk)
    given.refresh_from_db()
    assert given.text != "Four." and ModelOutput.objects.filter(test_case=case).count() == 2
