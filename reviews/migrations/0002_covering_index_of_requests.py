"""Count what a run asked from its index alone."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0003_indexes_by_origin_and_exposure'),
        ('reviews', '0001_tables'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='llmrequest',
            name='llm_request_by_state',
        ),
        migrations.AddIndex(
            model_name='llmrequest',
            index=models.Index(fields=['run', 'state'], include=('stage', 'replaced', 'reused_from'), name='llm_request_by_state'),
        ),
    ]
