"""Returned and withdrawn items are counted without reading the others: there are few of either."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("annotations", "0010_old_ground_truth_says_whose_it_is")]

    operations = [
        AddIndexConcurrently("assignment", models.Index(
            fields=["task", "item"], name="assignment_returned", condition=Q(state="returned")
        )),
        AddIndexConcurrently("taskitem", models.Index(
            fields=["task"], name="item_withdrawn", condition=~Q(closed_reason="")
        )),
    ]
