"""Bodies and answers of the prompt library."""

from rest_framework import serializers

from evalhub.api.fields import Answer, KeyField, StrictInteger, StrictSerializer, StrictText, TextOrNull
from evalhub.api.paging import ListOut
from reviews.engine.models import LLMRequest
from reviews.engine.models.evaluation_run import KINDS as RUN_KINDS
from reviews.engine.models.evaluation_run import STATUSES as RUN_STATUSES
from reviews.scorers.library.actions import prompts
from reviews.scorers.library.actions.examples import MOST_EXAMPLES
from reviews.scorers.library.actions.prompts import LONGEST_NOTE
from reviews.scorers.library.actions.trials import MOST_ITEMS
from reviews.scorers.models.prompt import STATUSES
from reviews.scorers.models.prompt_label import LABELS
from reviews.scorers.stages.prompt_kinds import registry as kinds


class PromptDraftIn(StrictSerializer):
    example = {"content": "title: Is the answer correct?\nuser: …", "note": "Asks for a quote."}

    content = StrictText(trim_whitespace=False, help_text="the whole text: YAML of a prompt, Markdown of knowledge")
    note = StrictText(max_length=LONGEST_NOTE, required=False, allow_blank=True, help_text="what has changed, and why")


class PromptPublishIn(StrictSerializer):
    content_sha256 = StrictText(
        max_length=64, required=False, help_text="of the draft as it was read; another draft is then not published"
    )


class PromptTrialIn(StrictSerializer):
    example = {"version": "shipped"}

    model = StrictText(max_length=200, help_text="provider and name, such as openai/gpt-4o-mini")
    version = StrictText(
        max_length=20, required=False, help_text="the key of a version; the draft, staging or the one in use without"
    )
    items = serializers.ListField(
        child=StrictInteger(min_value=1, max_value=2**63 - 1),
        required=False,
        min_length=1,
        max_length=MOST_ITEMS,
        help_text="what it is tried on: task items of a judge, requests of a critic; the newest ones without",
    )


class PromptExamplesIn(StrictSerializer):
    annotations = serializers.ListField(
        child=StrictInteger(min_value=1, max_value=2**63 - 1),
        max_length=MOST_EXAMPLES,
        help_text="audited answers of models, in the order in which they are shown; none: no examples",
    )


class PromptExampleOut(Answer):
    annotation_id = serializers.IntegerField(source="annotation")
    item_id = serializers.IntegerField(source="item", help_text="which the version is neither tried nor run on")


class PromptLabelIn(StrictSerializer):
    example = {"version": "shipped"}

    version = StrictText(max_length=20, help_text="the key of a version, such as 3, shipped or shipped-1")


class PromptProblemOut(Answer):
    message = serializers.CharField()
    field = serializers.CharField(allow_null=True)

    def read_field(self, problem):
        return getattr(problem, "field", "") or None


class PromptVersionOut(Answer):
    """Without its text."""

    key = serializers.CharField(help_text="3 of an own version, shipped or shipped-1 of one of the product")
    version = serializers.IntegerField(
        source="prompt.version", allow_null=True, help_text="null: it comes with the product"
    )
    status = serializers.ChoiceField([*STATUSES, "shipped"])
    in_use = serializers.BooleanField(source="is_in_use")
    labels = serializers.ListField(child=serializers.ChoiceField(LABELS))
    note = serializers.CharField()
    content_sha256 = serializers.CharField(source="prompt.content_sha256", allow_null=True)
    published_at = serializers.DateTimeField(source="prompt.published_at", allow_null=True)

    def read_status(self, version):
        return version.prompt.status if version.prompt else "shipped"

    def read_note(self, version):
        return version.prompt.note if version.prompt else ""


class PromptTextOut(PromptVersionOut):
    kind = KeyField(lambda: kinds.keys())
    name = serializers.CharField()
    content = serializers.CharField(source="text")
    examples = PromptExampleOut(many=True, help_text="audited answers that are shown before the item")


class PromptLineOut(Answer):
    kind = KeyField(lambda: kinds.keys())
    name = serializers.CharField()
    title = serializers.CharField()
    in_use = serializers.CharField(source="in_use.key", help_text="the key of the version in use")
    version = serializers.IntegerField(
        source="in_use.prompt.version", allow_null=True, help_text="of the one in use; null: it comes with the product"
    )
    has_draft = serializers.BooleanField()


class PromptListOut(ListOut):
    prompts = PromptLineOut(many=True, source="rows")


class PromptOut(PromptTextOut):
    """The version in use or with the label asked for, and which others there are."""

    versions = PromptVersionOut(many=True)

    def read_versions(self, version):
        return list(self.context["shelf"].versions)


class PromptTrialOut(Answer):
    """Of the run that asks; `trials` of the prompt has its cost and answers."""

    run_id = serializers.UUIDField(source="pk")
    name = serializers.CharField()
    status = serializers.ChoiceField(RUN_STATUSES)


class PromptTrialAnswerOut(Answer):
    """Of a TrialAnswer."""

    request_id = serializers.IntegerField(source="request.pk")
    item = serializers.IntegerField(source="request.target", help_text="what was asked about")
    state = serializers.ChoiceField(LLMRequest.STATES, source="request.state", help_text="of the request")
    text = TextOrNull(help_text="what the model answered; null: nothing yet")
    problem = TextOrNull(help_text="why there is no answer, or why it cannot be read")


class PromptTrialDetailOut(PromptTrialOut):
    """Of a Trial."""

    run_id = serializers.UUIDField(source="run.pk")
    name = serializers.CharField(source="run.name")
    status = serializers.ChoiceField(RUN_STATUSES, source="run.status")
    model = serializers.CharField(source="stage.model")
    simulated = serializers.BooleanField()
    cost_usd = serializers.FloatField(allow_null=True, help_text="null while no call has a known price")
    unpriced_calls = serializers.IntegerField(source="unpriced")
    answers = PromptTrialAnswerOut(many=True)


class PromptTrialListOut(ListOut):
    trials = PromptTrialDetailOut(many=True, source="rows")


class PromptEstimateOut(Answer):
    """Of a TrialEstimate: all calls together."""

    calls = serializers.IntegerField()
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    usual_usd = serializers.FloatField(allow_null=True, help_text="null: no price is known")
    most_usd = serializers.FloatField(allow_null=True)
    simulated = serializers.BooleanField(help_text="the simulated provider answers: it costs nothing")


class PromptMessageOut(Answer):
    role = serializers.ChoiceField(["system", "user"])
    content = serializers.CharField()


class PromptPreviewOut(Answer):
    """Of a Preview."""

    version = serializers.CharField(source="version.key")
    item = serializers.IntegerField(help_text="what it was filled in with")
    label = serializers.CharField(help_text="of the item")
    messages = PromptMessageOut(many=True)
    max_tokens = serializers.IntegerField(help_text="room for the answer")
    parameters = serializers.DictField()


class PromptAnnotatorOut(Answer):
    annotator_id = serializers.UUIDField(source="pk")
    name = serializers.CharField()


class PromptRunOut(Answer):
    """Of a RunUse."""

    run_id = serializers.UUIDField(source="run.pk")
    kind = serializers.ChoiceField(RUN_KINDS, source="run.kind", help_text="what the run was begun for")
    owner_id = serializers.CharField(
        source="owner.pk", allow_null=True, help_text="the task, study, grading or review; null: a program"
    )
    owner_name = serializers.CharField(source="owner.name", allow_null=True)


class PromptUsageOut(Answer):
    annotators = PromptAnnotatorOut(many=True)
    annotator_count = serializers.IntegerField()
    runs = PromptRunOut(many=True)
    run_count = serializers.IntegerField()


class PromptDraftOut(Answer):
    kind = KeyField(lambda: kinds.keys())
    name = serializers.CharField()
    version = serializers.IntegerField()
    status = serializers.ChoiceField(STATUSES)
    content = serializers.CharField()
    content_sha256 = serializers.CharField()
    note = serializers.CharField()
    examples = PromptExampleOut(many=True, help_text="audited answers that are shown before the item")
    problem = PromptProblemOut(allow_null=True, help_text="what stands against publishing")
    updated_at = serializers.DateTimeField()
    published_at = serializers.DateTimeField(allow_null=True)

    def read_problem(self, prompt):
        return prompts.problem_of(kind=prompt.kind, name=prompt.name, content=prompt.content)
