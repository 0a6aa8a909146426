"""JSON shapes of methods, of the texts their reviews are asked with, and the bodies that change these."""

from rest_framework import serializers

from evalhub.api.fields import StrictSerializer, StrictText
from reviews.jobs.documents.actions.documents import LONGEST_NOTE


class MethodDraftIn(StrictSerializer):
    content = StrictText(trim_whitespace=False, help_text="YAML of a prompt, Markdown of knowledge")
    note = StrictText(max_length=LONGEST_NOTE, required=False, allow_blank=True, help_text="what has changed, and why")


class MethodPublishIn(StrictSerializer):
    content_sha256 = StrictText(
        max_length=64, required=False, help_text="of the draft as it was read; another draft is then not published"
    )


class MethodPartInUseOut(serializers.Serializer):
    version = serializers.IntegerField(allow_null=True, help_text="null: the file that comes with the method")
    published_at = serializers.DateTimeField(allow_null=True)
    has_draft = serializers.BooleanField()


class MethodOut(serializers.Serializer):
    model_type = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()
    confidence_range = serializers.ListField(child=serializers.FloatField())
    dimensions = serializers.ListField(child=serializers.CharField(), help_text="of the prompt in use")
    prompt = MethodPartInUseOut()
    knowledge = MethodPartInUseOut()
    problem = serializers.CharField(allow_null=True, help_text="why the prompt in use cannot be read any more")
    jobs_reviewed = serializers.IntegerField()


class MethodListOut(serializers.Serializer):
    methods = MethodOut(many=True)


class MethodPartOut(serializers.Serializer):
    model_type = serializers.CharField()
    part = serializers.CharField(help_text="prompt or knowledge")
    version = serializers.IntegerField(allow_null=True, help_text="null: the file that comes with the method")
    content = serializers.CharField()
    versions = serializers.ListField(child=serializers.IntegerField(), help_text="published, newest first")


class MethodProblemOut(serializers.Serializer):
    message = serializers.CharField()
    field = serializers.CharField(allow_null=True)


class MethodDocumentOut(serializers.Serializer):
    model_type = serializers.CharField()
    part = serializers.CharField(help_text="prompt or knowledge")
    version = serializers.IntegerField()
    status = serializers.CharField(help_text="draft or published")
    content = serializers.CharField()
    content_sha256 = serializers.CharField()
    note = serializers.CharField()
    problem = MethodProblemOut(allow_null=True, help_text="what stands against publishing")
    updated_at = serializers.DateTimeField()
    published_at = serializers.DateTimeField(allow_null=True)


def method_shape(line):
    """A MethodLine of reviews.jobs.documents.actions.versions."""
    reviewer = line.reviewer
    return {
        "model_type": reviewer.name,
        "title": reviewer.title,
        "description": reviewer.description,
        "confidence_range": list(reviewer.confidence_range),
        "dimensions": list(line.dimensions),
        "problem": line.problem or None,
        "jobs_reviewed": line.jobs_reviewed,
    } | {part: _in_use_shape(version, part in line.drafted) for part, version in line.in_use.items()}


def part_shape(shelf):
    """The text in use of a Shelf, and which versions there are."""
    version = shelf.in_use
    published = [each.document.number for each in shelf.versions if each.document is not None and not each.is_draft]
    return {
        "model_type": shelf.model_type,
        "part": shelf.part,
        "content": shelf.text_of(version),
        "versions": published,
        "version": version.document.number if version.document is not None else None,
    }


def document_shape(document, problem):
    """A MethodDocument with its content; `problem` is the JobError against publishing it, or None."""
    told = {"message": problem.message, "field": problem.field or None} if problem is not None else None
    return {
        "model_type": document.model_type,
        "part": document.part,
        "version": document.number,
        "status": document.status,
        "content": document.content,
        "content_sha256": document.content_sha256,
        "note": document.note,
        "problem": told,
        "updated_at": document.updated_at.isoformat(),
        "published_at": document.published_at.isoformat() if document.published_at else None,
    }


def _in_use_shape(version, has_draft):
    document = version.document
    return {
        "version": document.number if document is not None else None,
        "has_draft": has_draft,
        "published_at": document.published_at.isoformat() if document is not None else None,
    }
