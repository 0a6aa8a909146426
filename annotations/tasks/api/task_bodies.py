"""Bodies of annotation tasks that the API reads and answers with."""

from rest_framework import serializers

from annotations.tasks.actions import annotators, skills
from annotations.tasks.models import AnnotationTask
from annotations.tasks.models.annotation_task import AUDIT_MODES, ORIGINS
from evalhub.api.fields import (
    Answer,
    DescribedText,
    StrictBoolean,
    StrictInteger,
    StrictNumber,
    StrictObject,
    StrictSerializer,
    StrictText,
    TextOrNull,
    optional,
)
from evalhub.api.paging import ListOut

TEAMS_HELP = "only members of these teams are given items"
SKILLS_HELP = "expertise tags that a person needs, all of them"
LANGUAGES_HELP = "language codes that a person needs, all of them"
CAP_HELP = "items that the queue gives one person; null: no cap"
DUE_HELP = "Shown to everybody, not enforced."
MODE_HELP = "what an auditor sees before answering"


class _Settings(StrictSerializer):
    """What a new task may say and a task may change."""

    description = StrictText(max_length=10_000, required=False, allow_blank=True)
    required_annotations_per_item = StrictInteger(min_value=1, max_value=100, required=False)
    sampling_config = StrictObject(required=False, help_text="which cases of the version become items; all without it")
    output_name = StrictText(
        max_length=200, required=False, help_text="the model output under judgement; the input is judged without it"
    )
    compared_outputs = serializers.ListField(
        child=StrictText(max_length=200),
        max_length=9,
        required=False,
        help_text="Further outputs, shown beside output_name; cases that lack one of them are left out.",
    )
    blind_mode = StrictBoolean(required=False)
    allow_skip = StrictBoolean(required=False)
    allow_flag = StrictBoolean(required=False)
    lease_seconds = StrictInteger(min_value=1, max_value=604_800, required=False)
    time_limit_seconds = StrictInteger(
        min_value=1, max_value=86_400, required=False, allow_null=True, help_text="Shown to annotators, not enforced."
    )
    audit_sample_share = StrictNumber(
        min_value=0, max_value=1, required=False, help_text="Share of machine answers drawn for audit by chance."
    )
    audit_sample_mode = DescribedText({"enum": AUDIT_MODES}, required=False, help_text=MODE_HELP)
    audit_risk_mode = DescribedText({"enum": AUDIT_MODES}, required=False, help_text=MODE_HELP)
    consensus_threshold = StrictNumber(min_value=0, max_value=1, required=False)
    team_ids = serializers.ListField(
        child=DescribedText({"format": "uuid"}),
        max_length=50,
        required=False,
        help_text=f"{TEAMS_HELP}; none: everybody",
    )
    required_skills = serializers.ListField(
        child=StrictText(max_length=skills.TAG_LENGTH), required=False, help_text=SKILLS_HELP
    )
    required_languages = serializers.ListField(
        child=StrictText(max_length=skills.LANGUAGE_LENGTH), required=False, help_text=LANGUAGES_HELP
    )
    max_items_per_person = StrictInteger(
        min_value=1, max_value=1_000_000, required=False, allow_null=True, help_text=CAP_HELP
    )
    due_on = serializers.DateField(required=False, allow_null=True, help_text=DUE_HELP)


class TaskIn(_Settings):
    name = StrictText(max_length=255)
    dataset_version_id = DescribedText({"format": "uuid"})
    instructions = StrictText(max_length=100_000, trim_whitespace=False, help_text="Markdown")
    annotation_schema = StrictObject(
        help_text='the form: {"fields": [{key, type, title, …}]}; a field {"metric": id} copies a metric of the library'
    )


class TaskChangeIn(_Settings):
    name = StrictText(max_length=255, required=False)
    instructions = StrictText(max_length=100_000, trim_whitespace=False, required=False)
    annotation_schema = StrictObject(required=False)
    status = DescribedText({"enum": list(AnnotationTask.TRANSITIONS)}, required=False)


class TaskOut(Answer):
    task_id = serializers.UUIDField(source="pk")
    name = serializers.CharField()
    description = serializers.CharField()
    instructions = serializers.CharField(help_text="Markdown")
    dataset_version_id = serializers.UUIDField()
    output_name = TextOrNull(help_text="the model output under judgement; null when the input is judged")
    compared_outputs = serializers.ListField(
        child=serializers.CharField(), help_text="shown beside output_name, in this order"
    )
    required_annotations_per_item = serializers.IntegerField(help_text="by people")
    blind_mode = serializers.BooleanField(help_text="nobody sees other answers before their own")
    allow_skip = serializers.BooleanField()
    allow_flag = serializers.BooleanField()
    lease_seconds = serializers.IntegerField(help_text="how long an item stays reserved without a heartbeat")
    time_limit_seconds = optional(serializers.IntegerField, help_text="shown to annotators, not enforced")
    audit_sample_share = serializers.FloatField(help_text="share of machine answers drawn for audit by chance")
    audit_sample_mode = serializers.ChoiceField(AUDIT_MODES, help_text="what an auditor sees before answering")
    audit_risk_mode = serializers.ChoiceField(AUDIT_MODES, help_text="the same, for answers picked for their risk")
    consensus_threshold = serializers.FloatField(help_text="share of votes from which a value is consensus")
    sampling_config = serializers.DictField(help_text="which cases of the version became items")
    team_ids = serializers.ListField(child=serializers.UUIDField(), help_text=f"{TEAMS_HELP}; empty: everybody")
    required_skills = serializers.ListField(child=serializers.CharField(), help_text=SKILLS_HELP)
    required_languages = serializers.ListField(child=serializers.CharField(), help_text=LANGUAGES_HELP)
    max_items_per_person = optional(serializers.IntegerField, help_text=CAP_HELP)
    due_on = optional(serializers.DateField, help_text=DUE_HELP)
    status = serializers.ChoiceField(list(AnnotationTask.TRANSITIONS))
    preparation = serializers.ChoiceField(["PENDING", "READY"], help_text="PENDING until the items are drawn")
    total_items = serializers.IntegerField()
    origin = serializers.ChoiceField(ORIGINS, help_text="who made it")
    created_at = serializers.DateTimeField()

    def read_team_ids(self, task):
        return [team.pk for team in task.teams.all()]


class TaskDetailOut(TaskOut):
    annotation_schema = serializers.DictField(source="form.dump", help_text="the form that is handed out now")
    schema_version = serializers.IntegerField(source="form.number", help_text="its number")
    note = serializers.CharField(help_text="why the people of the task cannot complete it; empty: they can")

    def read_note(self, task):
        return annotators.shortage(task)


class TaskListOut(ListOut):
    tasks = TaskOut(source="rows", many=True)
