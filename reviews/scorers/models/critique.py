"""What a critic says about a machine's answer or about a rubric; it never changes either."""

from django.db import models
from django.db.models import Q

from annotations.models import Annotation, SchemaVersion
from evalhub.lib.database.json_field import JSONField
from reviews.engine.models.llm_request import LLMRequest


class Critique(models.Model):
    """About an annotation: `expert_agreement`. About a rubric: `observability` and `discriminability`. All in 0 to 1.

    `objections` are the critic's reasons in its own words. A failed critic leaves none of this: it is missing.
    """

    id = models.BigAutoField(primary_key=True)
    request = models.OneToOneField(LLMRequest, on_delete=models.CASCADE, related_name="critique")
    annotation = models.ForeignKey(
        Annotation, on_delete=models.CASCADE, null=True, blank=True, related_name="critiques"
    )
    schema_version = models.ForeignKey(
        SchemaVersion, on_delete=models.CASCADE, null=True, blank=True, related_name="critiques"
    )
    expert_agreement = models.FloatField(null=True, blank=True)
    observability = models.FloatField(null=True, blank=True)
    discriminability = models.FloatField(null=True, blank=True)
    objections = models.TextField()
    own_answers = JSONField(
        default=dict,
        db_default=models.Value({}, JSONField()),
        help_text="{question key: value} that the critic gave before it saw the answer; null: it abstained",
    )
    model = models.CharField(max_length=200)
    prompt_version = models.CharField(max_length=100)
    parser_version = models.CharField(max_length=40)
    simulated = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    annotation__isnull=False,
                    schema_version__isnull=True,
                    expert_agreement__gte=0,
                    expert_agreement__lte=1,
                    observability__isnull=True,
                    discriminability__isnull=True,
                )
                | Q(
                    annotation__isnull=True,
                    schema_version__isnull=False,
                    expert_agreement__isnull=True,
                    observability__gte=0,
                    observability__lte=1,
                    discriminability__gte=0,
                    discriminability__lte=1,
                ),
                name="critique_of_one_thing",
            ),
        ]

    def __str__(self):
        return f"{self.model}: {self.objections[:60]}"
