"""Tasks and datasets that studies made say so, and are in no list of what people made."""

from django.db import migrations


def name_origins(apps, schema_editor):
    samples = apps.get_model("experiments", "StudySample").objects.filter(task__isnull=False)
    apps.get_model("annotations", "AnnotationTask").objects.filter(pk__in=samples.values("task")).update(origin="study")
    versions = apps.get_model("experiments", "Study").objects.filter(dataset_version__isnull=False)
    datasets = versions.values("dataset_version__dataset")
    apps.get_model("datasets", "Dataset").objects.filter(pk__in=datasets).update(is_listed=False)


class Migration(migrations.Migration):
    dependencies = [
        ("experiments", "0001_squashed"),
        ("annotations", "0013_origins_of_tasks"),
        ("datasets", "0006_unlisted_datasets"),
    ]

    operations = [migrations.RunPython(name_origins, migrations.RunPython.noop)]
