"""What the API answers about jobs, the panel's reviews and the files they lead to, and the bodies that ask for them."""

from rest_framework import serializers

from evalhub.api.fields import Answer, StrictSerializer, StrictText, TextOrNull
from evalhub.api.paging import ListOut
from reviews.engine.models import LLMRequest
from reviews.jobs.actions.sign_off import VERDICTS
from reviews.jobs.models.job import ORIGINS, STATES, STRATEGIES
from reviews.jobs.review_checks import LARGEST_PANEL


class StrictNumber(serializers.FloatField):
    """A finite JSON number; texts and booleans are refused."""

    def to_internal_value(self, data):
        if isinstance(data, bool) or not isinstance(data, int | float):
            raise serializers.ValidationError(f"Must be a number, met {str(data)[:60]!r}.")
        return super().to_internal_value(data)


class ModelNames(serializers.ListField):
    """A JSON list of model names."""

    child = StrictText(max_length=200)


class JobIn(StrictSerializer):
    example = {"job_dir": "reviews/job-impact-engine-0001", "models": ["openai/gpt-4o-mini"]}

    job_dir = StrictText(max_length=1000, trim_whitespace=False, help_text="below a folder of your organization")
    models = ModelNames(
        min_length=1, max_length=LARGEST_PANEL, required=False, help_text="the panel; absent: the installation's model"
    )
    critic_model = StrictText(max_length=200, required=False)
    cost_to_scale = StrictNumber(required=False, allow_null=True, help_text="in place of the one in the results")


class JobUploadIn(StrictSerializer):
    """A multipart form."""

    example = {"models": "openai/gpt-4o-mini"}

    file = serializers.FileField(allow_empty_file=True, max_length=1_000, help_text=".zip, .tar.gz or .tgz")
    models = StrictText(max_length=2000, required=False, allow_blank=True, help_text="names parted by commas")
    critic_model = StrictText(max_length=200, required=False, allow_blank=True)
    cost_to_scale = StrictText(max_length=60, required=False, allow_blank=True)


class SignOffIn(StrictSerializer):
    example = {"verdict": "caution", "note": "The sample is small."}

    verdict = serializers.ChoiceField(choices=list(VERDICTS))
    note = StrictText(max_length=10_000, required=False, allow_blank=True, help_text="required below trust")


class JobErrorOut(Answer):
    category = serializers.CharField(source="error_category")
    field = TextOrNull(source="error_field")
    message = serializers.CharField(source="error_message.english")


class JobOut(Answer):
    job_id = serializers.UUIDField(source="pk")
    initiative_id = serializers.CharField()
    directory = serializers.CharField(source="name", help_text="its name")
    origin = serializers.ChoiceField(choices=ORIGINS)
    model_type = serializers.CharField()
    evaluate_strategy = serializers.ChoiceField(
        ["", *STRATEGIES], source="strategy", help_text="empty: the manifest has none that is known"
    )
    state = serializers.ChoiceField(choices=STATES)
    error = JobErrorOut(allow_null=True)
    confidence = serializers.FloatField(allow_null=True)
    overall_mean = serializers.FloatField(allow_null=True, help_text="mean over the dimensions")
    spread = serializers.FloatField(allow_null=True, help_text="between the members of a panel; null for one model")
    simulated = serializers.BooleanField(help_text="an answer comes from the simulated provider")
    result = serializers.DictField(allow_null=True, help_text="the eight keys that downstream stages read")
    warnings = serializers.ListField(child=serializers.CharField())
    content_sha256 = TextOrNull()
    task_id = serializers.UUIDField(
        source="method_task.task_id", allow_null=True, help_text="the annotation task in which people review it too"
    )
    item_id = serializers.IntegerField(allow_null=True)
    run_id = serializers.UUIDField(allow_null=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    signed_off_at = serializers.DateTimeField(allow_null=True)
    sign_off_verdict = serializers.ChoiceField(list(VERDICTS), allow_null=True)

    def read_error(self, job):
        return job if job.error_category else None

    def read_sign_off_verdict(self, job):
        return job.sign_off_verdict or None


class JobListOut(ListOut):
    jobs = JobOut(many=True, source="rows")


class JobDimensionOut(Answer):
    name = serializers.CharField()
    score = serializers.FloatField()
    justification = serializers.CharField()
    quotes = serializers.ListField(child=serializers.CharField())
    audited = TextOrNull(help_text="the newest verdict of an auditor")
    effective_score = serializers.FloatField(help_text="the auditor's where they have overridden it")

    def read_quotes(self, dimension):
        return [quote.quote for quote in dimension.quotes]


class JobMemberOut(Answer):
    annotator_id = serializers.UUIDField(source="annotator.pk")
    model = serializers.CharField(source="annotator.model")
    simulated = serializers.BooleanField()
    prompt_version = serializers.CharField(source="annotator.prompt_version")
    state = serializers.ChoiceField(LLMRequest.STATES, help_text="of its request")
    error = TextOrNull(source="error.english")
    annotation_id = serializers.IntegerField(source="annotation.pk", allow_null=True)
    overall_reported = serializers.FloatField(source="overall.score", allow_null=True)
    overall_mean = serializers.FloatField(allow_null=True)
    overall_differs = serializers.BooleanField(
        source="is_flagged", help_text="reported and mean differ by more than 0.05"
    )
    expert_agreement = serializers.FloatField(
        source="critique.expert_agreement", allow_null=True, help_text="the critic's; null: critic missing"
    )
    dimensions = JobDimensionOut(many=True)


class JobDetailOut(JobOut):
    files = serializers.ListField(child=serializers.DictField())
    evaluate_result = serializers.DictField(allow_null=True)
    review_result = serializers.DictField(allow_null=True)
    panel = JobMemberOut(many=True, source="context.panel.members")
