"""The class of an answer is both its documentation and what writes it."""

import functools

import pytest
from django.urls import path, resolve
from drf_spectacular.generators import SchemaGenerator
from rest_framework import serializers

from datasets.api.shapes import DatasetOut
from evalhub.api import fields
from tests import api_contract, factories


@pytest.mark.django_db
def test_a_field_that_changes_changes_the_document_and_the_answer(api_of, bob, acme, monkeypatch):
    dataset, caller = factories.make_dataset(acme, name="News"), api_of(bob)

    with monkeypatch.context() as patch:
        before = described(patch), set(caller.get(f"/v1/datasets/{dataset.pk}").json())
        patch.setitem(DatasetOut._declared_fields, "label", serializers.CharField(source="name"))
        patch.delitem(DatasetOut._declared_fields, "description")
        after = described(patch), set(caller.get(f"/v1/datasets/{dataset.pk}").json())
    forget()

    assert before[0] == before[1] and after[0] == after[1]
    assert (after[0] - before[0], before[0] - after[0]) == ({"label"}, {"description"})


def described(patch):
    """The fields of a dataset in the document of its address, which is made anew."""
    forget()
    address = path("v1/datasets/<str:dataset_id>", resolve("/v1/datasets/x").func)
    made = SchemaGenerator(patterns=[address]).get_schema(request=None, public=True)
    patch.setattr(api_contract, "document", functools.cache(lambda: made))
    return set(made["components"]["schemas"]["DatasetOut"]["properties"])


def forget():
    """What was made of the class as it was before."""
    fields._shared.cache_clear()
    api_contract.forget()
