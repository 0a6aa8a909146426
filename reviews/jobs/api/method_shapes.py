"""Answers about methods and about the texts their reviews are asked with, as the API has always named them."""

from rest_framework import serializers

from evalhub.api.fields import Answer, TextOrNull
from evalhub.api.paging import ListOut
from reviews.jobs.methods.texts import KIND_OF
from reviews.scorers.library.actions import prompts
from reviews.scorers.library.api.shapes import PromptProblemOut

_PART_OF = {kind: part for part, kind in KIND_OF.items()}


class MethodPartInUseOut(Answer):
    version = serializers.IntegerField(
        source="version.prompt.version", allow_null=True, help_text="null: a file that comes with the method"
    )
    published_at = serializers.DateTimeField(source="version.prompt.published_at", allow_null=True)
    has_draft = serializers.BooleanField()


class MethodOut(Answer):
    model_type = serializers.CharField(source="reviewer.name")
    title = serializers.CharField(source="reviewer.title")
    description = serializers.CharField(source="reviewer.description")
    confidence_range = serializers.ListField(child=serializers.FloatField(), source="reviewer.confidence_range")
    dimensions = serializers.ListField(child=serializers.CharField(), help_text="of the prompt in use")
    prompt = MethodPartInUseOut()
    knowledge = MethodPartInUseOut()
    problem = TextOrNull(help_text="why the prompt in use cannot be read any more")
    jobs_reviewed = serializers.IntegerField()

    def read_prompt(self, line):
        return line.part("prompt")

    def read_knowledge(self, line):
        return line.part("knowledge")


class MethodListOut(ListOut):
    methods = MethodOut(many=True, source="rows")


class MethodPartOut(Answer):
    model_type = serializers.CharField(source="name")
    part = serializers.ChoiceField(choices=["prompt", "knowledge"])
    content = serializers.CharField(source="in_use.text")
    versions = serializers.ListField(child=serializers.IntegerField(), help_text="published, newest first")
    version = serializers.IntegerField(
        source="in_use.prompt.version", allow_null=True, help_text="null: a file that comes with the method"
    )

    def read_part(self, row):
        return _PART_OF[row.kind]

    def read_versions(self, row):
        return [each.prompt.version for each in row.versions if each.prompt is not None and not each.is_draft]


class MethodDocumentOut(Answer):
    model_type = serializers.CharField(source="name")
    part = serializers.ChoiceField(choices=["prompt", "knowledge"])
    version = serializers.IntegerField()
    status = serializers.ChoiceField(choices=["draft", "published"])
    content = serializers.CharField()
    content_sha256 = serializers.CharField()
    note = serializers.CharField()
    problem = PromptProblemOut(allow_null=True, help_text="what stands against publishing")
    updated_at = serializers.DateTimeField()
    published_at = serializers.DateTimeField(allow_null=True)

    def read_part(self, prompt):
        return _PART_OF[prompt.kind]

    def read_problem(self, prompt):
        return prompts.problem_of(kind=prompt.kind, name=prompt.name, content=prompt.content)
