"""Find annotations of a task by how they came in, and those whose annotators had seen others."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0002_index_of_ended_annotations'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='annotation',
            index=models.Index(condition=models.Q(('round', 1), ('superseded_at__isnull', True), ('withdrawn_at__isnull', True)), fields=['task', 'origin', 'id'], name='annotation_by_origin'),
        ),
        migrations.AddIndex(
            model_name='annotation',
            index=models.Index(condition=models.Q(('round', 1), ('superseded_at__isnull', True), ('withdrawn_at__isnull', True), models.Q(('exposure', 'saw_machine'), ('exposure', 'saw_people'), _connector='OR')), fields=['task', 'exposure', 'id'], name='annotation_exposed'),
        ),
    ]
