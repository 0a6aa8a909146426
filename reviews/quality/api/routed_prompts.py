"""Prompts that go to whichever model the router takes, over the API: sent now, read once they are answered."""

from dataclasses import replace

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from evalhub.accounts.api.base import ApiView
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictInteger, StrictSerializer, StrictText, TextOrNull
from evalhub.api.paging import ListOut
from reviews.engine.models import LLMRequest
from reviews.engine.tasks import request_due
from reviews.quality.actions import routed_prompts
from reviews.quality.actions.routed_prompts import LONGEST_PROMPT
from reviews.quality.adapters import RunConfig
from reviews.quality.api.quality import PAGES
from reviews.quality.models.routed_prompt import SHADOWS
from reviews.quality.routing import HOWS
from reviews.quality.views.lists.routed_prompts import FILTERS
from reviews.quality.views.routed_prompts import lines_of, of_organization


class PromptIn(StrictSerializer):
    example = {"temperature": 0.2, "max_tokens": 400}

    task_type = StrictText(max_length=100, help_text="the kind of task, whose routing policy decides")
    prompt = StrictText(max_length=LONGEST_PROMPT, trim_whitespace=False)
    temperature = serializers.FloatField(min_value=0, max_value=2, required=False)
    max_tokens = StrictInteger(min_value=1, max_value=100_000, required=False)


class ShadowOut(Answer):
    """Of the Line of a routed prompt."""

    state = serializers.ChoiceField(source="routed.shadow", choices=SHADOWS)
    note = serializers.CharField(allow_null=True, help_text="why there is none, or why it failed")
    rate = serializers.FloatField(
        source="routed.shadow_rate", help_text="the share of prompts that had a shadow when this one was sent"
    )
    model = serializers.CharField(
        source="routed.baseline_model", help_text="the policy's preferred model: the baseline"
    )
    run_id = serializers.UUIDField(source="routed.shadow_run_id", allow_null=True)
    cost_usd = serializers.FloatField(
        source="shadow_cost.usd", allow_null=True, help_text="of its calls, those of a judge among them"
    )
    quality_score = serializers.FloatField(
        source="routed.observation.quality_score",
        allow_null=True,
        help_text="of the answer, measured by the baseline's",
    )

    def read_note(self, line):
        note = line.routed.shadow_note
        return note and note.english


class RoutedPromptOut(Answer):
    """Of a Line."""

    prompt_id = serializers.UUIDField(source="routed.pk")
    task_type = serializers.CharField(source="routed.task_type")
    state = serializers.ChoiceField(LLMRequest.STATES, source="routed.request.state", help_text="of its request")
    model = serializers.CharField(source="routed.model", help_text="the one that the router took")
    how = serializers.ChoiceField(HOWS, source="routed.how", help_text="why the router took it")
    why = serializers.CharField()
    grader_id = TextOrNull(source="routed.grader_id", help_text="whose scores the router compared")
    run_id = serializers.UUIDField(source="routed.run_id")
    error = serializers.CharField(allow_null=True)
    cost_usd = serializers.FloatField(source="cost.usd", allow_null=True, help_text="of all tries; null: unknown")
    simulated = serializers.BooleanField()
    shadow = ShadowOut(source="*")
    created_at = serializers.DateTimeField(source="routed.created_at")

    def read_why(self, line):
        return line.routed.why.english if line.routed.why else ""

    def read_error(self, line):
        reason = line.routed.request.error_message
        return reason and reason.english


class RoutedPromptDetailOut(RoutedPromptOut):
    answer = serializers.CharField(source="routed.output.text", allow_null=True, help_text="null: there is none yet")


class RoutedPromptListOut(ListOut):
    prompts = RoutedPromptOut(many=True, source="rows")


class PromptList(ApiView):
    access = {"GET": "read", "POST": "manage"}

    @extend_schema(
        operation_id="quality_prompts_list",
        parameters=[*PAGES.parameters, *filters.parameters(FILTERS)],
        responses=RoutedPromptListOut,
    )
    def get(self, request):
        """Prompts that the router has sent, newest first, without their answers."""
        found = filters.narrowed(of_organization(request.organization), FILTERS, request.query_params)
        page = PAGES.page(found, request.query_params)
        return Response(RoutedPromptListOut.of(replace(page, rows=lines_of(page.rows))))

    @extend_schema(
        operation_id="quality_prompts_create",
        request=PromptIn,
        responses={202: RoutedPromptDetailOut},
        extensions=errors("no_routing_policy", "invalid_prompt", "pick_not_askable"),
    )
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
        (line,) = lines_of([routed])
        return Response(RoutedPromptDetailOut.of(line), status=202)


class PromptDetail(ApiView):
    access = {"GET": "read"}

    @extend_schema(operation_id="quality_prompts_retrieve", responses=RoutedPromptDetailOut)
    def get(self, request, prompt_id):
        """A routed prompt: the model taken and why, the answer once it is there, and what became of the shadow."""
        found = of_organization(request.organization)
        (line,) = lines_of([self.get_or_404(found, "routed prompt", pk=prompt_id)])
        return Response(RoutedPromptDetailOut.of(line))
