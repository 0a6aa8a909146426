"""The prompt library over the API: texts and versions, a draft, publishing, and labels."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.response import Response

from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.request_limits import BATCH
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.paging import whole
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from reviews.engine.tasks import request_due
from reviews.scorers.library.actions import examples, prompts, trials, usage, versions
from reviews.scorers.library.api.shapes import (
    PromptDraftIn,
    PromptDraftOut,
    PromptEstimateOut,
    PromptExamplesIn,
    PromptLabelIn,
    PromptListOut,
    PromptOut,
    PromptPreviewOut,
    PromptPublishIn,
    PromptTextOut,
    PromptTrialIn,
    PromptTrialListOut,
    PromptTrialOut,
    PromptUsageOut,
)
from reviews.scorers.library.views.lists.prompts import FILTERS, SEARCH
from reviews.scorers.model_checks import MODEL_ERRORS
from reviews.scorers.models import Prompt
from reviews.scorers.models.prompt_label import LABELS

MOST_DIGITS = 18
LIST_FILTERS = (*FILTERS, SEARCH)
LABEL = OpenApiParameter(
    "label", OpenApiTypes.STR, enum=LABELS, description="the version with this label, in place of the one in use"
)

STORED = OpenApiParameter(
    "version", OpenApiTypes.STR, required=True, description="as it is stored, such as questions.v2 or questions@3"
)
VERSION = OpenApiParameter(
    "version", OpenApiTypes.STR, description="the key of a version; the draft, staging or the one in use without"
)
ITEM = OpenApiParameter("item", OpenApiTypes.INT, description="what it is filled in with; the newest one without")

ERRORS_OF_TRIALS = errors("bad_items", "cut_by_length", "item_is_example", *MODEL_ERRORS)


class PromptList(ApiView):
    access = {"GET": "read"}

    @extend_schema(
        operation_id="prompts_list",
        parameters=filters.parameters(LIST_FILTERS),
        responses=PromptListOut,
    )
    def get(self, request):
        """Every prompt of every kind, with the version in use."""
        lines = versions.library(organization=request.organization)
        return Response(PromptListOut.of(whole(filters.narrowed(lines, LIST_FILTERS, request.query_params))))


class PromptView(ApiView):
    """A view below /prompts/{kind}/{name}."""

    def shelf(self, kind, name):
        return versions.versions_of(organization=self.request.organization, kind=kind, name=name)

    def version(self, kind, name, key):
        """The Version of a key; without one the draft, the one labelled staging, or the one in use."""
        shelf = self.shelf(kind, name)
        found = shelf.find(key) if key else shelf.to_try
        if found is None:
            raise NotFound("This prompt does not have this version.")
        return found

    def asked(self, kind, name):
        """What a body asks to be tried: version, model and items."""
        body = PromptTrialIn.read(self.request.data)
        version = self.version(kind, name, body.get("version"))
        newest = trials.items_for(organization=self.request.organization, version=version, limit=trials.MOST_ITEMS)
        return {
            "organization": self.request.organization,
            "version": version,
            "model": body["model"],
            "targets": body.get("items") or [each.target for each in newest],
        }

    def draft(self, kind, name):
        own = Prompt.objects.for_organization(self.request.organization).drafts()
        return self.get_or_404(own, "draft", kind=kind, name=name)


class PromptDetail(PromptView):
    access = {"GET": "read"}

    @extend_schema(operation_id="prompts_retrieve", parameters=[LABEL], responses=PromptOut)
    def get(self, request, kind, name):
        """The text in use, or the one with a label, and all versions there are."""
        shelf, label = self.shelf(kind, name), request.query_params.get("label")
        version = shelf.labelled(label) if label else shelf.in_use
        if version is None:
            raise NotFound("No version has this label.")
        return Response(PromptOut.of(version, shelf=shelf))


class PromptVersion(PromptView):
    access = {"GET": "read"}

    @extend_schema(operation_id="prompts_version_retrieve", responses=PromptTextOut)
    def get(self, request, kind, name, version):
        """One version with its text; published ones never change."""
        return Response(PromptTextOut.of(self.version(kind, name, version)))


class PromptDraft(PromptView):
    access = {"GET": "manage", "PUT": "manage", "DELETE": "manage"}

    @extend_schema(operation_id="prompts_draft_retrieve", responses=PromptDraftOut)
    def get(self, request, kind, name):
        """The draft, with what stands against publishing it."""
        return Response(PromptDraftOut.of(self.draft(kind, name)))

    @extend_schema(
        operation_id="prompts_draft_update",
        request=PromptDraftIn,
        responses=PromptDraftOut,
        extensions=errors("bad_content", "bad_note"),
    )
    def put(self, request, kind, name):
        """Keep a text as the draft, in place of an earlier one. It may be broken: `problem` tells."""
        body = PromptDraftIn.read(request.data)
        draft = prompts.save_draft(
            organization=request.organization,
            kind=kind,
            name=name,
            content=body["content"],
            note=body.get("note", ""),
            by=request.user,
        )
        return Response(PromptDraftOut.of(draft))

    @extend_schema(operation_id="prompts_draft_destroy", responses={204: None})
    def delete(self, request, kind, name):
        """Discard the draft."""
        prompts.discard(prompt=self.draft(kind, name), by=request.user)
        return Response(status=204)


class PromptExamples(PromptView):
    access = {"PUT": "manage"}

    @extend_schema(
        operation_id="prompts_draft_examples_update",
        request=PromptExamplesIn,
        responses=PromptDraftOut,
        extensions=errors("bad_examples"),
    )
    def put(self, request, kind, name):
        """Have the draft show audited answers as examples. It is then neither tried nor run on their items."""
        chosen = PromptExamplesIn.read(request.data)["annotations"]
        draft = examples.choose(prompt=self.draft(kind, name), annotations=chosen, by=request.user)
        return Response(PromptDraftOut.of(draft))


class PromptPublish(PromptView):
    access = {"POST": "manage"}

    @extend_schema(
        operation_id="prompts_publish",
        request=PromptPublishIn,
        responses=PromptDraftOut,
        extensions=errors("draft_changed", "not_a_draft", "bad_prompt"),
    )
    def post(self, request, kind, name):
        """Publish the draft. It is in use unless the label production points at another version."""
        seen = PromptPublishIn.read(request.data).get("content_sha256")
        draft = self.draft(kind, name)
        if seen is not None and seen != draft.content_sha256:
            raise Conflict("The draft was changed meanwhile. Read it and publish it again.", code="draft_changed")
        return Response(PromptDraftOut.of(prompts.publish(prompt=draft, by=request.user)))


class PromptUsage(PromptView):
    access = {"GET": "read"}

    @extend_schema(operation_id="prompts_version_usage", responses=PromptUsageOut)
    def get(self, request, kind, name, version):
        """Who was asked by a version: the newest annotators and runs, with what each run was begun for."""
        found = self.version(kind, name, version)
        return Response(PromptUsageOut.of(usage.of_version(organization=request.organization, version=found)))


class PromptFind(ApiView):
    access = {"GET": "read"}

    @extend_schema(
        operation_id="prompts_find",
        parameters=[STORED],
        responses=PromptTextOut,
        extensions=errors("not_found"),
    )
    def get(self, request):
        """The version that an annotation, an annotator or a run names as its `prompt_version`."""
        stored = request.query_params.get("version", "")
        found = usage.find(organization=request.organization, stored=stored)
        if found is None:
            raise NotFound("No prompt of the library has been stored under this name.")
        return Response(PromptTextOut.of(found))


class PromptPreview(PromptView):
    access = {"GET": "read"}

    @extend_schema(
        operation_id="prompts_preview",
        parameters=[VERSION, ITEM],
        responses=PromptPreviewOut,
        extensions=errors("invalid_input"),
    )
    def get(self, request, kind, name):
        """What a model would be sent about a real item by a version. Nothing is sent."""
        item = request.query_params.get("item")
        if item is not None and (not item.isdecimal() or len(item) > MOST_DIGITS):
            raise InvalidInput(f"item is {item[:60]!r}. Valid: a whole number.", details={"field": "item"})
        version = self.version(kind, name, request.query_params.get("version"))
        found = trials.preview(organization=request.organization, version=version, target=item and int(item))
        return Response(PromptPreviewOut.of(found))


class PromptTrials(PromptView):
    access = {"GET": "manage", "POST": "manage"}
    request_classes = {"POST": BATCH}

    @extend_schema(operation_id="prompts_trials_list", responses=PromptTrialListOut)
    def get(self, request, kind, name):
        """The newest trials of a prompt, with their answers and costs."""
        versions.kind_of(kind=kind, name=name)
        found = trials.of_prompt(organization=request.organization, kind=kind, name=name)
        return Response(PromptTrialListOut.of(whole(found)))

    @extend_schema(
        operation_id="prompts_trials_create",
        request=PromptTrialIn,
        responses={201: PromptTrialOut},
        extensions=ERRORS_OF_TRIALS,
    )
    def post(self, request, kind, name):
        """Ask a model about up to three real items by a version; nothing but the run is stored."""
        run = trials.start(**self.asked(kind, name), by=request.user)
        request_due.delay_on_commit()
        return Response(PromptTrialOut.of(run), status=201)


class PromptEstimate(PromptView):
    access = {"POST": "manage"}

    @extend_schema(
        operation_id="prompts_trials_estimate",
        request=PromptTrialIn,
        responses=PromptEstimateOut,
        extensions=ERRORS_OF_TRIALS,
    )
    def post(self, request, kind, name):
        """What a trial would cost. Nothing is sent."""
        return Response(PromptEstimateOut.of(trials.estimate(**self.asked(kind, name))))


class PromptLabelView(PromptView):
    access = {"PUT": "manage", "DELETE": "manage"}

    @extend_schema(
        operation_id="prompts_label_update",
        request=PromptLabelIn,
        responses=PromptTextOut,
        extensions=errors("unknown_label", "not_published"),
    )
    def put(self, request, kind, name, label):
        """Point a label at a published or shipped version; moving production back is rolling back."""
        key = PromptLabelIn.read(request.data)["version"]
        version = self.version(kind, name, key)
        prompts.set_label(organization=request.organization, version=version, label=label, by=request.user)
        return Response(PromptTextOut.of(self.shelf(kind, name).find(key)))

    @extend_schema(operation_id="prompts_label_destroy", responses={204: None}, extensions=errors("unknown_label"))
    def delete(self, request, kind, name, label):
        """Take a label away; without production the newest published version is in use."""
        versions.kind_of(kind=kind, name=name)
        prompts.remove_label(organization=request.organization, kind=kind, name=name, label=label, by=request.user)
        return Response(status=204)
