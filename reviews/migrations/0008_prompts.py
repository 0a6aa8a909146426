"""Prompts and knowledge of methods become prompts of the library, each of its kind; rows stay the rows they were."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

from evalhub.lib.database.guards import same_parent

GUARD = """
    CREATE OR REPLACE FUNCTION refuse_published_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '{words}'; END $$;
    CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW WHEN (OLD.status = 'published') EXECUTE FUNCTION refuse_published_change();
"""
GUARDED_BEFORE = GUARD.format(
    words="a published method document never changes",
    name="method_document_published",
    table="reviews_methoddocument",
)
GUARDED = GUARD.format(words="a published prompt never changes", name="prompt_published", table="reviews_prompt")
NAMED = """UPDATE reviews_prompt SET kind = 'method_' || kind"""
NAMED_BEFORE = """
    DELETE FROM reviews_prompt WHERE kind NOT LIKE 'method\\_%';
    UPDATE reviews_prompt SET kind = replace(kind, 'method_', '')"""
PUBLISHED_AT = Q(status="published", published_at__isnull=False) | Q(status="draft", published_at__isnull=True)


class Migration(migrations.Migration):
    dependencies = [("reviews", "0007_systems_under_test")]

    operations = [
        migrations.RunSQL("DROP TRIGGER method_document_published ON reviews_methoddocument", GUARDED_BEFORE),
        migrations.RemoveConstraint("methoddocument", "method_document_number_unique"),
        migrations.RemoveConstraint("methoddocument", "method_document_one_draft"),
        migrations.RemoveConstraint("methoddocument", "method_document_part_known"),
        migrations.RemoveConstraint("methoddocument", "method_document_status_known"),
        migrations.RemoveConstraint("methoddocument", "method_document_published_at"),
        migrations.RenameModel("MethodDocument", "Prompt"),
        migrations.RenameField("prompt", "model_type", "name"),
        migrations.RenameField("prompt", "part", "kind"),
        migrations.RenameField("prompt", "number", "version"),
        migrations.AlterField("prompt", "kind", models.CharField(max_length=20)),
        migrations.AlterModelOptions("prompt", {"ordering": ["kind", "name", "-version"]}),
        migrations.RunSQL(NAMED, NAMED_BEFORE),
        migrations.AddConstraint(
            "prompt",
            models.UniqueConstraint(fields=["organization", "kind", "name", "version"], name="prompt_version_unique"),
        ),
        migrations.AddConstraint(
            "prompt",
            models.UniqueConstraint(
                fields=["organization", "kind", "name"], condition=Q(status="draft"), name="prompt_one_draft"
            ),
        ),
        migrations.AddConstraint(
            "prompt", models.CheckConstraint(condition=Q(status__in=["draft", "published"]), name="prompt_status_known")
        ),
        migrations.AddConstraint("prompt", models.CheckConstraint(condition=PUBLISHED_AT, name="prompt_published_at")),
        migrations.CreateModel(
            "PromptLabel",
            [
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=20)),
                ("name", models.CharField(max_length=100)),
                ("label", models.CharField(max_length=20)),
                ("shipped", models.PositiveIntegerField(null=True, blank=True)),
                ("moved_at", models.DateTimeField(auto_now=True)),
                (
                    "moved_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="accounts.user"
                    ),
                ),
                (
                    "organization",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.organization"
                    ),
                ),
                (
                    "prompt",
                    models.ForeignKey(
                        null=True,
                        blank=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="labels",
                        to="reviews.prompt",
                    ),
                ),
            ],
            options={
                "ordering": ["kind", "name", "label"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=["organization", "kind", "name", "label"], name="prompt_label_unique"
                    ),
                    models.CheckConstraint(condition=Q(label__in=("production", "staging")), name="prompt_label_known"),
                    models.CheckConstraint(
                        condition=Q(prompt__isnull=True, shipped__isnull=False)
                        | Q(prompt__isnull=False, shipped__isnull=True),
                        name="prompt_label_points",
                    ),
                ],
            },
        ),
        same_parent("reviews_promptlabel", column="prompt_id", parent="reviews_prompt"),
        migrations.RunSQL(GUARDED, "DROP TRIGGER prompt_published ON reviews_prompt"),
    ]
