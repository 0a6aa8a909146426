"""An invitation may name the team that is joined with it."""

import django.db.models.deletion
from django.db import migrations, models

from evalhub.lib.database.guards import same_parent


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_use_of_scopes")]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="team",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="accounts.team",
            ),
        ),
        same_parent("accounts_invitation", column="team_id", parent="accounts_team"),
    ]
