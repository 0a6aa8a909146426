"""One row of a version: the input that a model answered, and what is known about it."""

from django.db import models

from evalhub.lib.database.json_field import JSONField

from .dataset_version import DatasetVersion


class TestCase(models.Model):
    """`input` is an object: prompt, conversation, context and system_prompt, or keys of the file's own.

    The database refuses every change of a case of an open or published version.
    """

    __test__ = False  # not a test class, whatever pytest makes of its name

    id = models.BigAutoField(primary_key=True)
    version = models.ForeignKey(DatasetVersion, on_delete=models.PROTECT, related_name="cases", db_index=False)
    row_index = models.PositiveIntegerField(help_text="position in the file, from 0")
    external_id = models.TextField(null=True, blank=True)
    input = JSONField()
    expected_output = models.TextField(null=True, blank=True)
    acceptable_answers = JSONField(
        default=list,
        db_default=models.Value([], output_field=JSONField()),
        help_text="texts that are as right as expected_output",
    )
    metadata = JSONField(default=dict)

    class Meta:
        ordering = ["row_index"]
        constraints = [
            models.UniqueConstraint(fields=["version", "row_index"], name="case_row_unique"),
            models.UniqueConstraint(
                fields=["version", "external_id"],
                name="case_external_id_unique",
                condition=models.Q(external_id__isnull=False),
            ),
        ]

    def __str__(self):
        return self.external_id or f"row {self.row_index + 1}"
