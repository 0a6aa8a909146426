"""Methods over the API: what their reviews are asked with, and an organization's own prompts and knowledge."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from evalhub.accounts.api.base import ApiView
from evalhub.api.errors import errors
from evalhub.api.paging import whole
from evalhub.lib.errors import Conflict, NotFound
from reviews.jobs.actions import methods
from reviews.jobs.api.method_shapes import MethodDocumentOut, MethodListOut, MethodPartOut
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.texts import KIND_OF
from reviews.scorers.library.actions import prompts, versions
from reviews.scorers.library.api.shapes import PromptDraftIn, PromptPublishIn
from reviews.scorers.models import Prompt


class MethodList(ApiView):
    access = {"GET": "read"}

    @extend_schema(operation_id="review_methods_list", responses=MethodListOut)
    def get(self, request):
        """Every method, with the version in use of its prompt and of its knowledge."""
        return Response(MethodListOut.of(whole(methods.overview(organization=request.organization))))


class PartView(ApiView):
    """A view below /reviews/methods/{model_type}/{part}."""

    def initial(self, request, *args, **kwargs):
        super().initial(request, *args, **kwargs)
        if kwargs["model_type"] not in MethodReviewerRegistry.available() or kwargs["part"] not in KIND_OF:
            raise NotFound("There is no such method.")

    def draft(self, request, model_type, part):
        own = Prompt.objects.for_organization(request.organization).drafts()
        return self.get_or_404(own, "draft", kind=KIND_OF[part], name=model_type)

    def answer(self, prompt):
        return Response(MethodDocumentOut.of(prompt))


class MethodPart(PartView):
    access = {"GET": "read"}

    @extend_schema(operation_id="review_methods_retrieve", responses=MethodPartOut)
    def get(self, request, model_type, part):
        """The text in use, and the numbers of the versions that were published."""
        shelf = versions.versions_of(organization=request.organization, kind=KIND_OF[part], name=model_type)
        return Response(MethodPartOut.of(shelf))


class MethodDraft(PartView):
    access = {"GET": "manage", "PUT": "manage", "DELETE": "manage"}

    @extend_schema(operation_id="review_methods_draft_retrieve", responses=MethodDocumentOut)
    def get(self, request, model_type, part):
        """The draft, with what stands against publishing it."""
        return self.answer(self.draft(request, model_type, part))

    @extend_schema(
        operation_id="review_methods_draft_update",
        request=PromptDraftIn,
        responses=MethodDocumentOut,
        extensions=errors("bad_content", "bad_note"),
    )
    def put(self, request, model_type, part):
        """Keep a text as the draft, in place of an earlier one. It may be broken: `problem` tells."""
        body = PromptDraftIn.read(request.data)
        prompt = prompts.save_draft(
            organization=request.organization,
            kind=KIND_OF[part],
            name=model_type,
            content=body["content"],
            note=body.get("note", ""),
            by=request.user,
        )
        return self.answer(prompt)

    @extend_schema(operation_id="review_methods_draft_destroy", responses={204: None})
    def delete(self, request, model_type, part):
        """Discard the draft."""
        prompts.discard(prompt=self.draft(request, model_type, part), by=request.user)
        return Response(status=204)


class MethodPublish(PartView):
    access = {"POST": "manage"}

    @extend_schema(
        operation_id="review_methods_publish",
        request=PromptPublishIn,
        responses=MethodDocumentOut,
        extensions=errors("draft_changed", "not_a_draft", "config_invalid", "bad_prompt"),
    )
    def post(self, request, model_type, part):
        """Put the draft in use from the next review on. Published versions never change."""
        seen = PromptPublishIn.read(request.data).get("content_sha256")
        draft = self.draft(request, model_type, part)
        if seen is not None and seen != draft.content_sha256:
            raise Conflict("The draft was changed meanwhile. Read it and publish it again.", code="draft_changed")
        return self.answer(prompts.publish(prompt=draft, by=request.user))
