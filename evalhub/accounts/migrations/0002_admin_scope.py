"""Invitations, roles, keys and webhooks get a scope of their own: keys that could do these before still can."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_tables"),
    ]

    operations = [
        migrations.RunSQL(
            """
            UPDATE accounts_apikey k SET scopes = k.scopes || '["admin"]'
            FROM accounts_membership m
            WHERE m.id = k.membership_id AND m.role = 'admin'
              AND k.scopes @> '["manage"]' AND NOT k.scopes @> '["admin"]'
            """,
            "UPDATE accounts_apikey SET scopes = scopes - 'admin'",
        ),
    ]
