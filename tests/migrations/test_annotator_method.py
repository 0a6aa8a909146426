"""The method that annotators made before it was kept are given by the migration."""

import importlib

import pytest
from django.db import connection

from annotations.models import Annotator
from tests import factories

FILL = importlib.import_module("annotations.migrations.0005_annotator_method").FILL
MADE_WITH = {
    "questions": {"prompt_version": "questions.v1", "parser_version": "questions-1"},
    "study_score_gen_single": {"prompt_version": "score_gen.v1", "parser_version": "score_gen_single.1"},
    "study_score_gen_subset": {"prompt_version": "score_gen.v1", "parser_version": "score_gen_subset.2"},
    "matching": {"prompt_version": "matching p1.0 s3f2a91c0 kv2", "parser_version": "method-review-2"},
    "prelabels": {"kind": "program", "model": "", "parameters": {"imported_as": "prelabels"}},
    "import": {"kind": "llm", "parameters": {"imported_as": "llm"}},
}


@pytest.mark.django_db
def test_existing_machines_get_the_method_that_made_them_and_people_none(alice):
    person = factories.make_annotator(alice)
    made = {
        method: factories.make_llm_annotator(alice.organization, **{"method": "", **fields})
        for method, fields in MADE_WITH.items()
    }
    kept = factories.make_llm_annotator(alice.organization, method="of_another_package")

    with connection.cursor() as cursor:
        cursor.execute(FILL)

    found = dict(Annotator.objects.values_list("pk", "method"))
    assert {method: found[row.pk] for method, row in made.items()} == {method: method for method in made}
    assert (found[person.pk], found[kept.pk]) == ("", "of_another_package")
