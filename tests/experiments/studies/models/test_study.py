"""What the database refuses of studies: rows of another organization, and rubrics without their task."""

import pytest
from django.db import IntegrityError, connection, transaction

from experiments.models import Study, StudySample
from tests.experiments.studies_world import make_study, make_window


@pytest.mark.parametrize("column", ["window", "run", "dataset_version"])
def test_rows_of_another_organization_are_refused(bob, mallory, column):
    study, foreign = make_study(bob), make_study(mallory)
    if column == "run":
        foreign.delete()

    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        Study.objects.filter(pk=study.pk).update(**{column: getattr(foreign, column)})
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def test_a_rubric_has_its_task_and_settings_are_read_once(bob):
    sample = make_study(bob).samples.get()
    with pytest.raises(IntegrityError, match="sample_rubric_has_task"), transaction.atomic():
        StudySample.objects.filter(pk=sample.pk).update(rubric={"stages": []})

    study = make_study(bob, window=make_window(bob), scale_size=6)
    assert study.design is study.design and study.design.scale_size == 6
