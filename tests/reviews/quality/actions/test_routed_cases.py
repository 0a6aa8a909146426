"""Prompts that are routed at the same moment: one set for a kind of task, and its cases without a gap."""

import pytest

from datasets.models import Dataset
from evalhub import invariants
from reviews.models import RoutedPromptSet
from tests.reviews.routed_world import ask, set_policy

pytestmark = pytest.mark.django_db(transaction=True)


def test_first_prompts_at_once_are_cases_of_one_set(bob, together):
    set_policy(bob)

    prompts = together(*[lambda: ask(bob)] * 3)

    prompt_set = RoutedPromptSet.objects.get()
    rows = prompt_set.dataset_version.cases.order_by("row_index").values_list("row_index", "pk")
    assert list(rows) == list(enumerate(sorted(routed.case_id for routed in prompts)))
    assert Dataset.objects.count() == 1 and invariants.broken() == []
