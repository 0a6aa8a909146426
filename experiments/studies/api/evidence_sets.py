"""Evidence sets and their texts over the API."""

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce, Length
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.request_limits import BATCH
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictRow, StrictSerializer, StrictText
from evalhub.api.paging import CURSOR, LIMIT, OFFSET, ListOut, list_page
from evalhub.lib.errors import NotFound
from experiments.models import Evidence, EvidenceWindow, Study
from experiments.studies.actions import evidence, windows
from experiments.studies.evidence_rows import LONGEST_TEXT, LONGEST_TITLE, LONGEST_URL
from experiments.studies.settings import VIEWS
from experiments.studies.views.lists.evidence import FILTERS as EVIDENCE_FILTERS
from experiments.studies.views.lists.evidence_sets import FILTERS

MOST_TEXTS = 1000


class EvidenceSetOut(Answer):
    evidence_set_id = s.UUIDField(source="pk")
    name = s.CharField()
    concept = s.CharField(help_text="what the rubrics of its studies measure")
    start_date = s.DateField(allow_null=True)
    end_date = s.DateField(allow_null=True)
    country = s.CharField(help_text="empty: none")
    evidence_count = s.IntegerField(help_text="texts")
    study_count = s.IntegerField()
    created_at = s.DateTimeField()
    created_by = s.EmailField(
        allow_null=True, help_text="null: the system, or a person who is gone", source="created_by.email"
    )


class EvidenceSetListOut(ListOut):
    evidence_sets = EvidenceSetOut(source="rows", many=True)


class EvidenceSetIn(StrictSerializer):
    example = {"name": "Spring reports", "concept": "press freedom under pressure", "country": "Norway"}

    name = StrictText(max_length=windows.LONGEST_NAME, help_text="unique in the organization")
    concept = StrictText(max_length=windows.LONGEST_CONCEPT, help_text="what the rubrics of its studies measure")
    start_date = s.DateField(required=False, allow_null=True)
    end_date = s.DateField(required=False, allow_null=True)
    country = StrictText(max_length=windows.LONGEST_COUNTRY, required=False, allow_blank=True)


class EvidenceOut(Answer):
    position = s.IntegerField(help_text="in its set, from 1")
    title = s.CharField()
    url = s.CharField()
    characters = s.IntegerField(help_text="of the original text")
    views = s.ListField(child=s.ChoiceField(VIEWS), help_text="what was made of it")
    created_at = s.DateTimeField()

    def read_views(self, row):
        made = {view.view for view in row.views.all()}
        return [view for view in VIEWS if view in made]


class EvidenceListOut(ListOut):
    evidence = EvidenceOut(source="rows", many=True)


class EvidenceDetailOut(EvidenceOut):
    raw_content = s.CharField(help_text="the original text")
    texts = s.DictField(child=s.CharField(), help_text="by view, of those that were made")

    def read_texts(self, row):
        return {view.view: view.text for view in row.views.all()}


class EvidenceIn(StrictRow):
    title = StrictText(max_length=LONGEST_TITLE, required=False, allow_blank=True)
    url = StrictText(max_length=LONGEST_URL, required=False, allow_blank=True)
    raw_content = StrictText(max_length=LONGEST_TEXT, trim_whitespace=False)
    cleaned_content = StrictText(
        max_length=LONGEST_TEXT, required=False, allow_blank=True, trim_whitespace=False, help_text="if there is one"
    )
    neutralized_content = StrictText(max_length=LONGEST_TEXT, required=False, allow_blank=True, trim_whitespace=False)
    abstracted_content = StrictText(max_length=LONGEST_TEXT, required=False, allow_blank=True, trim_whitespace=False)


class EvidenceAddIn(StrictSerializer):
    example = {"evidence": [{"title": "A raid", "raw_content": "The paper's office was searched on Monday."}]}

    evidence = EvidenceIn(many=True, min_length=1, max_length=MOST_TEXTS, help_text="all of them, or none")


class EvidenceAddedOut(Answer):
    added = s.IntegerField()
    first_position = s.IntegerField()
    last_position = s.IntegerField()


class EvidenceSetView(ApiView):
    def windows(self, request):
        """The sets of the caller's organization, with the counts that are answered."""
        found = EvidenceWindow.objects.for_organization(request.organization).select_related("created_by")
        return found.annotate(evidence_count=_count(Evidence), study_count=_count(Study))

    def window(self, request, window_id):
        return self.get_or_404(self.windows(request).select_related("organization"), "evidence set", pk=window_id)


class EvidenceSetList(EvidenceSetView):
    access = {"GET": "read", "POST": "manage"}

    @extend_schema(
        operation_id="evidence_sets_list",
        parameters=[*filters.parameters(FILTERS), LIMIT, OFFSET, CURSOR],
        responses=EvidenceSetListOut,
        extensions=errors("bad_filter", "bad_cursor"),
    )
    def get(self, request):
        """List evidence sets, newest first."""
        found = filters.narrowed(self.windows(request).listed(), FILTERS, request.query_params)
        return Response(EvidenceSetListOut.of(list_page(found, request.query_params, keys=("-pk",))))

    @extend_schema(
        request=EvidenceSetIn,
        responses={201: EvidenceSetOut},
        extensions=errors("invalid_text", "bad_dates", "name_taken"),
    )
    def post(self, request):
        """Create an evidence set without texts."""
        body = EvidenceSetIn.read(request.data)
        made = windows.create(organization=request.organization, **body, by=request.user)
        return Response(EvidenceSetOut.of(self.windows(request).get(pk=made.pk)), status=201)


class EvidenceSetDetail(EvidenceSetView):
    access = {"GET": "read"}

    @extend_schema(responses=EvidenceSetOut)
    def get(self, request, window_id):
        """Get an evidence set."""
        return Response(EvidenceSetOut.of(self.window(request, window_id)))


class EvidenceList(EvidenceSetView):
    access = {"GET": "read", "POST": "manage"}
    request_classes = {"POST": BATCH}

    @extend_schema(
        operation_id="evidence_sets_evidence_list",
        parameters=[LIMIT, OFFSET, CURSOR, *filters.parameters(EVIDENCE_FILTERS)],
        responses=EvidenceListOut,
        extensions=errors("bad_cursor"),
    )
    def get(self, request, window_id):
        """List the texts of an evidence set in their order, without the texts themselves."""
        rows = _evidence(self.window(request, window_id)).defer("raw_content")
        rows = filters.narrowed(rows, EVIDENCE_FILTERS, request.query_params)
        return Response(EvidenceListOut.of(list_page(rows, request.query_params, keys=("position",))))

    @extend_schema(
        operation_id="evidence_sets_evidence_create",
        request=EvidenceAddIn,
        responses={201: EvidenceAddedOut},
        extensions=errors("invalid_evidence", "window_full"),
    )
    def post(self, request, window_id):
        """Add texts at the end of an evidence set, up to 1,000 at once; all of them or none.

        Studies that exist do not read them.
        """
        window, body = self.window(request, window_id), EvidenceAddIn.read(request.data)
        stored = evidence.add_all(window=window, rows=body["evidence"], by=request.user)
        places = {"first_position": stored[0].position, "last_position": stored[-1].position}
        return Response(EvidenceAddedOut.of({"added": len(stored), **places}), status=201)


class EvidenceDetail(EvidenceSetView):
    access = {"GET": "read"}

    @extend_schema(operation_id="evidence_sets_evidence_retrieve", responses=EvidenceDetailOut)
    def get(self, request, window_id, position):
        """Get one text of an evidence set with what was made of it."""
        rows = _evidence(self.window(request, window_id))
        if not (position.isascii() and position.isdigit() and len(position) < 10):
            raise NotFound("There is no such text.")
        return Response(EvidenceDetailOut.of(self.get_or_404(rows, "text", position=int(position))))


def _evidence(window):
    return window.evidence.annotate(characters=Length("raw_content")).prefetch_related("views")


def _count(model):
    rows = model.objects.filter(window=OuterRef("pk")).order_by().values("window")
    return Coalesce(Subquery(rows.annotate(n=Count("pk")).values("n")), 0)
