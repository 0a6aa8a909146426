"""What a request asks has a hash, and a request may take the answer of an earlier one with the same."""

import django.db.models.deletion
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reviews", "0005_run_rounds")]

    operations = [
        migrations.AddField("llmrequest", "content_hash", models.CharField(
            blank=True, db_default="", default="", max_length=64,
            help_text="SHA-256 of model, prompt, parser, case with its outputs, and repetition; once its question was made",
        )),
        migrations.AddField("llmrequest", "reused_from", models.ForeignKey(
            blank=True, null=True, db_index=False, on_delete=django.db.models.deletion.SET_NULL, related_name="+",
            to="reviews.llmrequest", help_text="the request whose answer it took; it made no call and cost nothing",
        )),
        AddIndexConcurrently("llmrequest", models.Index(
            fields=["content_hash"], name="llm_request_same_content",
            condition=Q(state="done", reused_from__isnull=True) & ~Q(content_hash=""),
        )),
        AddIndexConcurrently("llmrequest", models.Index(
            fields=["reused_from"], name="llm_request_reused", condition=Q(reused_from__isnull=False),
        )),
    ]
