"""JSON shapes of jobs, the panel's reviews and the files they lead to, and the bodies that ask for them."""

from rest_framework import serializers

from evalhub.api.fields import StrictSerializer, StrictText
from reviews.jobs.actions.sign_off import VERDICTS
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
    job_dir = StrictText(max_length=1000, trim_whitespace=False, help_text="below a folder of your organization")
    models = ModelNames(
        min_length=1, max_length=LARGEST_PANEL, required=False, help_text="the panel; absent: the installation's model"
    )
    critic_model = StrictText(max_length=200, required=False)
    cost_to_scale = StrictNumber(required=False, allow_null=True, help_text="in place of the one in the results")


class JobUploadIn(StrictSerializer):
    """A multipart form."""

    file = serializers.FileField(allow_empty_file=True, max_length=1_000, help_text=".zip, .tar.gz or .tgz")
    models = StrictText(max_length=2000, required=False, allow_blank=True, help_text="names parted by commas")
    critic_model = StrictText(max_length=200, required=False, allow_blank=True)
    cost_to_scale = StrictText(max_length=60, required=False, allow_blank=True)


class SignOffIn(StrictSerializer):
    verdict = serializers.ChoiceField(choices=list(VERDICTS))
    note = StrictText(max_length=10_000, required=False, allow_blank=True, help_text="required below trust")


class JobErrorOut(serializers.Serializer):
    category = serializers.CharField()
    field = serializers.CharField(allow_null=True)
    message = serializers.CharField()


class JobOut(serializers.Serializer):
    job_id = serializers.UUIDField()
    initiative_id = serializers.CharField()
    directory = serializers.CharField(help_text="its name")
    origin = serializers.CharField(help_text="registered, uploaded, inbox or command")
    model_type = serializers.CharField()
    evaluate_strategy = serializers.CharField(help_text="score or review")
    state = serializers.CharField(help_text="reviewing, reviewed, signed_off or failed")
    error = JobErrorOut(allow_null=True)
    confidence = serializers.FloatField(allow_null=True)
    overall_mean = serializers.FloatField(allow_null=True, help_text="mean over the dimensions")
    spread = serializers.FloatField(allow_null=True, help_text="between the members of a panel; null for one model")
    simulated = serializers.BooleanField(help_text="an answer comes from the simulated provider")
    result = serializers.DictField(allow_null=True, help_text="the eight keys that downstream stages read")
    warnings = serializers.ListField(child=serializers.CharField())
    content_sha256 = serializers.CharField(allow_null=True)
    task_id = serializers.UUIDField(allow_null=True, help_text="the annotation task in which people review it too")
    item_id = serializers.IntegerField(allow_null=True)
    run_id = serializers.UUIDField(allow_null=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    signed_off_at = serializers.DateTimeField(allow_null=True)
    sign_off_verdict = serializers.CharField(allow_null=True)


class JobListOut(serializers.Serializer):
    jobs = JobOut(many=True)
    total = serializers.IntegerField()
    has_more = serializers.BooleanField()


class JobDimensionOut(serializers.Serializer):
    name = serializers.CharField()
    score = serializers.FloatField()
    justification = serializers.CharField()
    quotes = serializers.ListField(child=serializers.CharField())
    audited = serializers.CharField(allow_null=True, help_text="the newest verdict of an auditor")
    effective_score = serializers.FloatField(help_text="the auditor's where they have overridden it")


class JobMemberOut(serializers.Serializer):
    annotator_id = serializers.UUIDField()
    model = serializers.CharField()
    simulated = serializers.BooleanField()
    prompt_version = serializers.CharField()
    state = serializers.CharField(help_text="of its request: waiting, running, done, failed, …")
    error = serializers.CharField(allow_null=True)
    annotation_id = serializers.IntegerField(allow_null=True)
    overall_reported = serializers.FloatField(allow_null=True)
    overall_mean = serializers.FloatField(allow_null=True)
    overall_differs = serializers.BooleanField(help_text="reported and mean differ by more than 0.05")
    expert_agreement = serializers.FloatField(allow_null=True, help_text="the critic's; null: critic missing")
    dimensions = JobDimensionOut(many=True)


class JobDetailOut(JobOut):
    files = serializers.ListField(child=serializers.DictField())
    evaluate_result = serializers.DictField(allow_null=True)
    review_result = serializers.DictField(allow_null=True)
    panel = JobMemberOut(many=True)


def job_shape(job):
    error = {"category": job.error_category, "field": job.error_field or None, "message": job.error_message}
    return {
        "job_id": str(job.pk),
        "initiative_id": job.initiative_id,
        "directory": job.name,
        "origin": job.origin,
        "model_type": job.model_type,
        "evaluate_strategy": job.strategy,
        "state": job.state,
        "error": error if job.error_category else None,
        "confidence": job.confidence,
        "overall_mean": job.overall_mean,
        "spread": job.spread,
        "simulated": job.simulated,
        "result": job.result,
        "warnings": job.warnings,
        "content_sha256": job.content_sha256 or None,
        "item_id": job.item_id,
        "task_id": str(job.method_task.task_id) if job.method_task_id else None,
        "run_id": str(job.run_id) if job.run_id else None,
        "created_at": job.created_at,
        "finished_at": job.finished_at,
        "signed_off_at": job.signed_off_at,
        "sign_off_verdict": job.sign_off_verdict or None,
    }


def job_detail_shape(job, panel):
    return job_shape(job) | {
        "files": job.files,
        "evaluate_result": job.evaluate_result,
        "review_result": job.review_result,
        "panel": [_member_shape(member) for member in panel.members],
    }


def _member_shape(member):
    return {
        "annotator_id": str(member.annotator.pk),
        "model": member.annotator.model,
        "simulated": member.simulated,
        "prompt_version": member.annotator.prompt_version,
        "state": member.state,
        "error": member.error or None,
        "annotation_id": member.annotation.pk if member.annotation else None,
        "overall_reported": member.overall.score if member.overall else None,
        "overall_mean": member.overall_mean,
        "overall_differs": member.is_flagged,
        "expert_agreement": member.critique.expert_agreement if member.critique else None,
        "dimensions": [
            {
                "name": each.name,
                "score": each.score,
                "justification": each.justification,
                "quotes": [quote.quote for quote in each.quotes],
                "audited": each.audited or None,
                "effective_score": each.effective_score,
            }
            for each in member.dimensions
        ],
    }
