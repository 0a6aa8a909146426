"""What a key is bound to belongs to the organization of the key."""

from django.db import migrations

from evalhub.lib.database.guards import same_parent_in_use


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("accounts", "0003_bound_keys"),
    ]

    operations = [
        same_parent_in_use("accounts_apikey", column="dataset_id", parent="datasets_dataset"),
        same_parent_in_use("accounts_apikey", column="task_id", parent="annotations_annotationtask"),
        same_parent_in_use("accounts_apikey", column="experiment_id", parent="experiments_experiment"),
    ]
