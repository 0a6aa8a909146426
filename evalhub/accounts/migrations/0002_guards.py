"""What the database refuses: edited audit events, keys across organizations."""

from django.db import migrations

from evalhub.lib.database.guards import append_only, same_parent


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        append_only("accounts_auditevent"),
        same_parent("accounts_apikey", column="membership_id", parent="accounts_membership"),
    ]
