"""An auditor's newest decision is found by an index, which serves the auditor's other rows too."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reviews", "0018_examples_of_prompts")]

    operations = [
        migrations.AddIndex("audit", models.Index(fields=["auditor", "-decided_at"], name="audit_by_auditor")),
        migrations.AlterField("audit", "auditor", models.ForeignKey(
            db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="audits",
            to="annotations.annotator",
        )),
    ]
