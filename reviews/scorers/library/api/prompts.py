"""The prompt library over the API: texts and versions, a draft, publishing, and labels."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.response import Response

from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.request_limits import BATCH
from evalhub.api.errors import errors
from evalhub.lib.errors import Conflict, NotFound
from reviews.engine.tasks import request_due
from reviews.scorers.library.actions import prompts, trials, versions
from reviews.scorers.library.api.shapes import (
    PromptDraftIn,
    PromptDraftOut,
    PromptLabelIn,
    PromptLineOut,
    PromptListOut,
    PromptOut,
    PromptPublishIn,
    PromptTextOut,
    PromptTrialIn,
    PromptTrialOut,
)
from reviews.scorers.models import Prompt
from reviews.scorers.models.prompt_label import LABELS
from reviews.scorers.stages.prompt_kinds import registry as kinds

KIND = OpenApiParameter("kind", OpenApiTypes.STR, description="only prompts of this kind")
SEARCH = OpenApiParameter("q", OpenApiTypes.STR, description="only prompts with these words in name or title")
LABEL = OpenApiParameter(
    "label", OpenApiTypes.STR, enum=LABELS, description="the version with this label, in place of the one in use"
)


class PromptList(ApiView):
    access = {"GET": "read"}

    @extend_schema(
        operation_id="prompts_list",
        parameters=[KIND, SEARCH],
        responses=PromptListOut,
        extensions=errors("unknown_key"),
    )
    def get(self, request):
        """Every prompt of every kind, with the version in use."""
        kind, words = request.query_params.get("kind", ""), request.query_params.get("q", "")
        lines = versions.library(organization=request.organization, kind=kind, words=words)
        return Response({"prompts": PromptLineOut.of_all(lines)})


class PromptView(ApiView):
    """A view below /prompts/{kind}/{name}."""

    def shelf(self, kind, name):
        return versions.versions_of(organization=self.request.organization, kind=kind, name=name)

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
        found = self.shelf(kind, name).find(version)
        if found is None:
            raise NotFound("This prompt does not have this version.")
        return Response(PromptTextOut.of(found))


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
        extensions=errors("not_editable", "bad_content", "bad_note"),
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


class PromptTrials(PromptView):
    access = {"POST": "manage"}
    request_classes = {"POST": BATCH}

    @extend_schema(
        operation_id="prompts_trials_create",
        request=PromptTrialIn,
        responses={201: PromptTrialOut},
        extensions=errors(
            "bad_items",
            "invalid_model",
            "invalid_parameter",
            "invalid_policy",
            "model_not_callable",
            "unknown_key",
            "unknown_policy",
        ),
    )
    def post(self, request, kind, name):
        """Ask a model about up to three real items by a version; nothing but the run is stored."""
        body, shelf = PromptTrialIn.read(request.data), self.shelf(kind, name)
        version = shelf.find(body["version"]) if "version" in body else shelf.to_try
        if version is None:
            raise NotFound("This prompt does not have this version.")
        newest = kinds[kind].trial_items(request.organization, name, limit=trials.MOST_ITEMS)
        run = trials.start(
            organization=request.organization,
            version=version,
            model=body["model"],
            targets=body.get("items") or [each.target for each in newest],
            by=request.user,
        )
        request_due.delay_on_commit()
        return Response(PromptTrialOut.of(run), status=201)


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
        version = self.shelf(kind, name).find(key)
        if version is None:
            raise NotFound("This prompt does not have this version.")
        prompts.set_label(organization=request.organization, version=version, label=label, by=request.user)
        return Response(PromptTextOut.of(self.shelf(kind, name).find(key)))

    @extend_schema(operation_id="prompts_label_destroy", responses={204: None}, extensions=errors("unknown_label"))
    def delete(self, request, kind, name, label):
        """Take a label away; without production the newest published version is in use."""
        versions.kind_of(kind=kind, name=name)
        prompts.remove_label(organization=request.organization, kind=kind, name=name, label=label, by=request.user)
        return Response(status=204)
