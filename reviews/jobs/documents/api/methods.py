"""Methods over the API: what their reviews are asked with, and an organization's own prompts and knowledge."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from evalhub.accounts.api.base import ApiView
from evalhub.lib.errors import Conflict, NotFound
from reviews.jobs.documents.actions import documents, versions
from reviews.jobs.documents.api.shapes import (
    MethodDocumentOut,
    MethodDraftIn,
    MethodListOut,
    MethodPartOut,
    MethodPublishIn,
    document_shape,
    method_shape,
    part_shape,
)
from reviews.jobs.documents.models.method_document import PARTS
from reviews.jobs.methods import MethodReviewerRegistry


class MethodList(ApiView):
    access = {"GET": "read"}

    @extend_schema(operation_id="review_methods_list", responses=MethodListOut)
    def get(self, request):
        """Every method, with the version in use of its prompt and of its knowledge."""
        lines = versions.overview(organization=request.organization)
        return Response({"methods": [method_shape(line) for line in lines]})


class PartView(ApiView):
    """A view below /reviews/methods/{model_type}/{part}."""

    def initial(self, request, *args, **kwargs):
        super().initial(request, *args, **kwargs)
        if kwargs["model_type"] not in MethodReviewerRegistry.available() or kwargs["part"] not in PARTS:
            raise NotFound("There is no such method.")

    def draft(self, request, model_type, part):
        own = documents.versions(organization=request.organization, model_type=model_type, part=part)
        return self.get_or_404(own, "draft", status="draft")

    def answer(self, document):
        problem = documents.problem_of(model_type=document.model_type, part=document.part, content=document.content)
        return Response(document_shape(document, problem))


class MethodPart(PartView):
    access = {"GET": "read"}

    @extend_schema(operation_id="review_methods_retrieve", responses=MethodPartOut)
    def get(self, request, model_type, part):
        """The text in use, and the numbers of the versions that were published."""
        return Response(
            part_shape(versions.versions_of(organization=request.organization, model_type=model_type, part=part))
        )


class MethodDraft(PartView):
    access = {"GET": "manage", "PUT": "manage", "DELETE": "manage"}

    @extend_schema(operation_id="review_methods_draft_retrieve", responses=MethodDocumentOut)
    def get(self, request, model_type, part):
        """The draft, with what stands against publishing it."""
        return self.answer(self.draft(request, model_type, part))

    @extend_schema(operation_id="review_methods_draft_update", request=MethodDraftIn, responses=MethodDocumentOut)
    def put(self, request, model_type, part):
        """Keep a text as the draft, in place of an earlier one. It may be broken: `problem` tells."""
        body = MethodDraftIn.read(request.data)
        document = documents.save_draft(
            organization=request.organization,
            model_type=model_type,
            part=part,
            content=body["content"],
            note=body.get("note", ""),
            by=request.user,
        )
        return self.answer(document)

    @extend_schema(operation_id="review_methods_draft_destroy", responses={204: None})
    def delete(self, request, model_type, part):
        """Discard the draft."""
        documents.discard(document=self.draft(request, model_type, part), by=request.user)
        return Response(status=204)


class MethodPublish(PartView):
    access = {"POST": "manage"}

    @extend_schema(operation_id="review_methods_publish", request=MethodPublishIn, responses=MethodDocumentOut)
    def post(self, request, model_type, part):
        """Put the draft in use from the next review on. Published versions never change."""
        seen = MethodPublishIn.read(request.data).get("content_sha256")
        draft = self.draft(request, model_type, part)
        if seen is not None and seen != draft.content_sha256:
            raise Conflict("The draft was changed meanwhile. Read it and publish it again.", code="draft_changed")
        return self.answer(documents.publish(document=draft, by=request.user))
