"""Tasks and datasets of result reviews say so, and are in no list of what people made."""

from django.db import migrations


def name_origins(apps, schema_editor):
    made = apps.get_model("reviews", "MethodTask").objects.all()
    tasks = apps.get_model("annotations", "AnnotationTask").objects.filter(pk__in=made.values("task"))
    tasks.update(origin="result_review")
    datasets = made.values("task__dataset_version__dataset")
    apps.get_model("datasets", "Dataset").objects.filter(pk__in=datasets).update(is_listed=False)


class Migration(migrations.Migration):
    dependencies = [("reviews", "0019_newest_audits"), ("annotations", "0013_origins_of_tasks")]

    operations = [migrations.RunPython(name_origins, migrations.RunPython.noop)]
