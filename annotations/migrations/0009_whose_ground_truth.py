"""Ground truth says whose it is: the share of votes, how many people and machines, and whether one was simulated."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotations", "0008_fewer_entries_of_ground_truth")]

    operations = [
        migrations.AddField("groundtruth", "share", models.FloatField(
            blank=True, null=True, help_text="of the votes that were counted"
        )),
        migrations.AddField("groundtruth", "people", models.PositiveIntegerField(
            default=0, db_default=0, help_text="whose votes or decision it rests on"
        )),
        migrations.AddField("groundtruth", "machines", models.PositiveIntegerField(
            default=0, db_default=0, help_text="whose labels it rests on"
        )),
        migrations.AddField("groundtruth", "simulated", models.BooleanField(
            default=False, db_default=False, help_text="one of the machines was simulated"
        )),
        migrations.AlterField("groundtruth", "confidence", models.FloatField(
            blank=True, null=True, help_text="posterior probability, by methods that have one"
        )),
    ]
