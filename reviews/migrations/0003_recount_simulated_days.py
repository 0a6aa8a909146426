"""Days with simulated calls are counted anew: what these come to is at example prices from now on."""

from django.db import migrations

FORGET = """
DELETE FROM reviews_dailytotalmark WHERE organization_id IN (SELECT organization_id FROM reviews_dailytotal WHERE simulated);
DELETE FROM reviews_dailytotal WHERE organization_id NOT IN (SELECT organization_id FROM reviews_dailytotalmark);
"""


class Migration(migrations.Migration):
    dependencies = [("reviews", "0002_covering_index_of_requests")]

    operations = [migrations.RunSQL(FORGET, migrations.RunSQL.noop)]
