"""What a model said of two answers in each order of showing them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reviews", "0018_critics_own_answers"),
        ("annotations", "0008_fewer_entries_of_ground_truth"),
    ]

    operations = [
        migrations.CreateModel(
            name="PositionCheck",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("first", models.CharField(max_length=40)),
                ("second", models.CharField(max_length=40)),
                ("is_consistent", models.BooleanField()),
                ("place", models.CharField(
                    blank=True, default="", max_length=6, help_text="first or second: shown there it won in both orders",
                )),
                ("judgement", models.OneToOneField(
                    on_delete=django.db.models.deletion.CASCADE, related_name="position_check",
                    to="annotations.judgement",
                )),
                ("request", models.ForeignKey(
                    on_delete=django.db.models.deletion.CASCADE, related_name="position_checks",
                    to="reviews.llmrequest",
                )),
            ],
        ),
    ]
