"""Prompts that go to whichever model the router takes, over the API: sent now, read once they are answered."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from datasets.api.base import LIMIT, OFFSET
from evalhub.accounts.api.base import ApiView
from evalhub.api.fields import StrictInteger, StrictSerializer, StrictText
from reviews.engine.tasks import request_due
from reviews.quality.actions import routed_prompts
from reviews.quality.actions.routed_prompts import LONGEST_PROMPT
from reviews.quality.adapters import RunConfig
from reviews.quality.api.quality import TASK_TYPE, page_of, text_of
from reviews.quality.models import RoutedPrompt
from reviews.quality.models.routed_prompt import SHADOWS
from reviews.quality.stages.prompt import answer_to
from reviews.quality.views.routed_prompts import lines_of, of_organization


class PromptIn(StrictSerializer):
    task_type = StrictText(max_length=100, help_text="the kind of task, whose routing policy decides")
    prompt = StrictText(max_length=LONGEST_PROMPT, trim_whitespace=False)
    temperature = serializers.FloatField(min_value=0, max_value=2, required=False)
    max_tokens = StrictInteger(min_value=1, max_value=100_000, required=False)


class ShadowOut(serializers.Serializer):
    state = serializers.ChoiceField(choices=SHADOWS)
    note = serializers.CharField(allow_null=True, help_text="why there is none, or why it failed")
    rate = serializers.FloatField(help_text="the share of prompts that had a shadow when this one was sent")
    model = serializers.CharField(help_text="the policy's preferred model: the baseline")
    run_id = serializers.UUIDField(allow_null=True)
    cost_usd = serializers.FloatField(allow_null=True, help_text="of its calls, those of a judge among them")
    quality_score = serializers.FloatField(allow_null=True, help_text="of the answer, measured by the baseline's")


class RoutedPromptOut(serializers.Serializer):
    prompt_id = serializers.UUIDField()
    task_type = serializers.CharField()
    state = serializers.CharField(help_text="waiting, running, batched, done, failed or cancelled")
    model = serializers.CharField(help_text="the one that the router took")
    how = serializers.CharField(help_text="preferred, fallback, default or cheapest")
    why = serializers.CharField()
    grader_id = serializers.CharField(allow_null=True, help_text="whose scores the router compared")
    run_id = serializers.UUIDField()
    error = serializers.CharField(allow_null=True)
    cost_usd = serializers.FloatField(allow_null=True, help_text="of all tries; null: unknown")
    simulated = serializers.BooleanField()
    shadow = ShadowOut()
    created_at = serializers.DateTimeField()


class RoutedPromptDetailOut(RoutedPromptOut):
    answer = serializers.CharField(allow_null=True, help_text="null: there is none yet")


class RoutedPromptListOut(serializers.Serializer):
    prompts = RoutedPromptOut(many=True)
    total = serializers.IntegerField()
    has_more = serializers.BooleanField()


class PromptList(ApiView):
    access = {"GET": "read", "POST": "manage"}

    @extend_schema(
        operation_id="quality_prompts_list", parameters=[TASK_TYPE, LIMIT, OFFSET], responses=RoutedPromptListOut
    )
    def get(self, request):
        """Prompts that the router has sent, newest first, without their answers."""
        found, task_type = of_organization(request.organization).order_by("-pk"), text_of(request, "task_type")
        rows, page = page_of(request, found.filter(task_type=task_type) if task_type else found)
        return Response({"prompts": [shape(line) for line in lines_of(rows)], **page})

    @extend_schema(operation_id="quality_prompts_create", request=PromptIn, responses={202: RoutedPromptDetailOut})
    def post(self, request):
        """Send a prompt to whichever model the router takes for this kind of task. The answer is read at the prompt's
        own address; 404 where no policy is set, 409 when what the router takes cannot be asked."""
        body = PromptIn.read(request.data)
        config = RunConfig(temperature=body.get("temperature"), max_tokens=body.get("max_tokens"))
        routed = routed_prompts.ask(
            organization=request.organization,
            task_type=body["task_type"],
            prompt=body["prompt"],
            config=config,
            by=request.user,
        )
        request_due.delay_on_commit()
        return Response(detail_shape(routed), status=202)


class PromptDetail(ApiView):
    access = {"GET": "read"}

    @extend_schema(operation_id="quality_prompts_retrieve", responses=RoutedPromptDetailOut)
    def get(self, request, prompt_id):
        """A routed prompt: the model taken and why, the answer once it is there, and what became of the shadow."""
        found = of_organization(request.organization)
        return Response(detail_shape(self.get_or_404(found, "routed prompt", pk=prompt_id)))


def shape(line):
    routed: RoutedPrompt = line.routed
    request, observation = routed.request, routed.observation
    return {
        "prompt_id": str(routed.pk),
        "task_type": routed.task_type,
        "state": request.state,
        "model": routed.model,
        "how": routed.how,
        "why": routed.why,
        "grader_id": routed.grader_id or None,
        "run_id": str(routed.run_id),
        "error": request.error_message or None,
        "cost_usd": _number(line.cost.usd),
        "simulated": line.simulated,
        "shadow": {
            "state": routed.shadow,
            "note": routed.shadow_note or None,
            "rate": routed.shadow_rate,
            "model": routed.baseline_model,
            "run_id": str(routed.shadow_run_id) if routed.shadow_run_id else None,
            "cost_usd": _number(line.shadow_cost.usd),
            "quality_score": observation.quality_score if observation else None,
        },
        "created_at": routed.created_at,
    }


def detail_shape(routed):
    (line,) = lines_of([routed])
    answer = answer_to(routed.request).message.assistant if routed.request.state == "done" else None
    return shape(line) | {"answer": answer}


def _number(value):
    return None if value is None else float(value)
