"""Who a member is as an annotator: made once, and remembered only when that is committed."""

import pytest
from django.db import transaction

from annotations.models import Annotator
from annotations.tasks.actions import annotators

pytestmark = pytest.mark.django_db(transaction=True)


def test_annotator_of_a_transaction_that_failed_is_made_again(alice):
    with transaction.atomic():
        lost = annotators.of_member(alice)
        transaction.set_rollback(True)

    kept = annotators.of_member(alice)

    assert Annotator.objects.get() == kept != lost


def test_known_annotator_costs_no_query(alice, django_assert_num_queries):
    first = annotators.of_member(alice)

    with django_assert_num_queries(0):
        assert annotators.of_member(alice) == first
