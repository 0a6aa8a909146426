"""How far a machine may be trusted that answers questions of forms, over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from annotations.models import Annotator
from evalhub.accounts.api.base import ApiView
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictNumber, StrictSerializer, StrictText
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _
from reviews.quality.actions import people_tests
from reviews.quality.actions.judged_labels import criteria_of
from reviews.quality.api.shapes import MeasureOut
from reviews.quality.judge_tests import LICENCES, people_kinds
from reviews.quality.judge_tests.people import STATES
from reviews.quality.licence_rules import UNTESTED, sentence
from reviews.quality.models import JudgeTest
from reviews.quality.tasks import quality_due
from reviews.quality.views.labels import lines_of

EVERY_LICENCE = (*LICENCES, UNTESTED)


class TestIn(StrictSerializer):
    __test__ = False
    example = {"passing": [0]}

    criterion = StrictText(
        max_length=100, required=False, help_text="one of those that GET lists; needed where there are several"
    )
    passing = serializers.ListField(
        child=StrictNumber(),
        required=False,
        min_length=1,
        max_length=100,
        help_text="numbers of the values that pass, or places of options from 0, in place of what the metric says",
    )


class JudgeTestOut(Answer):
    test_id = serializers.UUIDField(source="pk")
    kind = serializers.ChoiceField(people_kinds.keys())
    measures = serializers.DictField(child=MeasureOut())
    passed = serializers.BooleanField(help_text="it keeps every rule of this kind")
    data_fingerprint = serializers.CharField(help_text="SHA-256 of the answers; the same answers have the same")
    simulated = serializers.BooleanField()
    created_at = serializers.DateTimeField()

    def read_measures(self, row):
        return {line.key: line for line in lines_of(row)}


class RuleOut(Answer):
    title = serializers.CharField()
    found = serializers.CharField()
    state = serializers.ChoiceField(STATES)
    n = serializers.IntegerField()
    needs = serializers.IntegerField(
        allow_null=True, help_text="how many such answers of people would decide it at the same rate"
    )


class CriterionTestsOut(Answer):
    """Of a criterion, its newest tests by kind, and their licence."""

    example = {"criterion": "correctness@1"}

    criterion = serializers.CharField(help_text="key@version of a metric, or question:id")
    title = serializers.CharField()
    licence = serializers.ChoiceField(
        EVERY_LICENCE, help_text="label alone, propose values that people confirm, neither, or nobody has tested it"
    )
    state = serializers.ChoiceField(
        JudgeTest.STATES, help_text="of the newest test: it waits, runs, is done or has failed; done without any too"
    )
    error = serializers.CharField(allow_null=True, help_text="why the newest test has failed")
    sentence = serializers.CharField(help_text="what the licence means and what is missing")
    rules = RuleOut(many=True)
    tests = JudgeTestOut(many=True)


class AnnotatorTestsOut(Answer):
    annotator_id = serializers.UUIDField(source="pk")
    criteria = CriterionTestsOut(many=True)


class AnnotatorTests(ApiView):
    access = {"GET": "read", "POST": "manage"}

    def annotator(self, request, annotator_id):
        machines = Annotator.objects.for_organization(request.organization).machines()
        return self.get_or_404(machines.select_related("organization"), "annotator", pk=annotator_id)

    @extend_schema(operation_id="annotators_tests_retrieve", responses=AnnotatorTestsOut)
    def get(self, request, annotator_id):
        """What a machine answers, and what the newest tests against people say of it, criterion by criterion."""
        annotator = self.annotator(request, annotator_id)
        shown = [_shown(annotator, each) for each in criteria_of(annotator)]
        return Response(AnnotatorTestsOut.of({"pk": annotator.pk, "criteria": shown}))

    @extend_schema(
        operation_id="annotators_tests_create",
        request=TestIn,
        responses={202: CriterionTestsOut},
        extensions=errors("not_found", "unknown_criterion", "invalid_passing", "no_labels_of_people"),
    )
    def post(self, request, annotator_id):
        """Have its answers to one criterion held against people's, on the items that both have answered blind.

        A worker does it: GET says its state, and the figures once it is done.
        """
        annotator, body = self.annotator(request, annotator_id), TestIn.read(request.data)
        criterion = _chosen(criteria_of(annotator), body.get("criterion"))
        passing = frozenset(body["passing"]) if "passing" in body else None
        people_tests.order(annotator=annotator, criterion=criterion, passing=passing, by=request.user)
        quality_due.delay_on_commit()
        return Response(CriterionTestsOut.of(_shown(annotator, criterion)), status=202)


def _chosen(criteria, key):
    found = [each for each in criteria if key in (None, each.key)]
    if len(found) == 1:
        return found[0]
    valid = ", ".join(each.key for each in criteria) or _("none; the machine has answered nothing yet")
    words = _("The criterion is %(met)s. Valid: %(valid)s.")
    raise InvalidInput(words % {"met": repr(key)[:120], "valid": valid[:1000]}, code="unknown_criterion")


def _shown(annotator, criterion):
    tests = people_tests.newest(annotator, criterion.key)
    attempt = people_tests.attempt(annotator, criterion.key)
    licence = people_tests.licence_of(tests)
    return {
        "criterion": criterion.key,
        "title": criterion.title,
        "licence": licence.key,
        "state": attempt.state if attempt else "done",
        "error": attempt.last_error.english if attempt and attempt.last_error else None,
        "sentence": sentence(licence),
        "rules": licence.rules,
        "tests": tests.values(),
    }
