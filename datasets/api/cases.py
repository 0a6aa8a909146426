"""Cases of a version over the API: pages with a metadata filter, seeded samples, and new ones of an open version."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.response import Response

from datasets.actions import appending, cases
from datasets.actions.search import matches
from datasets.api.base import SEARCH, SEARCH_CODES, VersionView
from datasets.api.serializers import CasesIn, SampleIn
from datasets.api.shapes import AppendedCasesOut, CaseListOut, SampleOut
from datasets.models import CaseSearch
from evalhub.api.errors import errors
from evalhub.api.paging import CURSOR, MOST_COUNTED, OFFSET, former_cursor, limit_of, read_cursor, read_page
from evalhub.api.parsers import ROWS_VALUES
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput

MAX_FILTER_CHARACTERS = 20_000
FILTER = OpenApiParameter(
    "filter",
    OpenApiTypes.STR,
    description='JSON over metadata fields: {"topic": "billing"}, {"topic": {"in": ["a", "b"]}}, {"score": {"gte": 3}}',
)
AFTER = former_cursor("after")


class CaseList(VersionView):
    access = {"GET": "read", "POST": "manage"}
    most_values = ROWS_VALUES

    @extend_schema(
        parameters=[limit_of(50, 1_000), CURSOR, OFFSET, AFTER, FILTER, SEARCH],
        responses=CaseListOut,
        extensions=errors("bad_filter", "bad_json", *SEARCH_CODES),
    )
    def get(self, request, dataset_id, version_number):
        """Cases in file order; only a VALID version has any. 409 for a search while a large import is indexed."""
        version = self.version(request, dataset_id, version_number)
        page = read_page(request.query_params, default=50, maximum=1_000)
        wanted = metadata_filter(request.query_params.get("filter"))
        after, text = read_cursor(request.query_params, "after"), request.query_params.get("search", "")
        search = matches(CaseSearch, text=text, versions=[version])[0] if text.strip() else None
        chosen = {"wanted": wanted, "among": search and version.cases.filter(search.at("pk"))}
        if after is None:
            found = cases.offset_page(version, limit=page.limit, offset=page.offset, **chosen)
        else:
            if not (after.isascii() and after.isdigit() and len(after) <= 10) or int(after) > 2_000_000_000:
                raise InvalidInput(f"cursor is {after[:40]!r}. Valid: `next` of the page before.", code="bad_cursor")
            found = cases.keyset_page(version, after=int(after), limit=page.limit, **chosen)
        last = found.cases[-1].row_index if found.has_more else None
        answer = {
            "cases": found.cases,
            "total": cases.count(version, wanted, found=search, most=MOST_COUNTED),
            "has_more": found.has_more,
            "next": last,
            "next_after": last,
        }
        return Response(CaseListOut.of(answer))

    @extend_schema(
        request=CasesIn, responses=AppendedCasesOut, extensions=errors("not_open", "version_full", "kept_dataset")
    )
    def post(self, request, dataset_id, version_number):
        """Add up to 1,000 cases to an open version; each is created, existing or refused with a reason.

        A case with a known external_id and the same content is existing, with other content refused. A body that cannot
        be read as a whole adds nothing. Annotation tasks need a published version, so none of them gets new cases.
        """
        version = self.version(request, dataset_id, version_number)
        rows = appending.append_cases(version=version, rows=CasesIn.read(request.data)["cases"])
        return Response(AppendedCasesOut.of(rows))


class CaseSample(VersionView):
    access = {"POST": "read"}

    @extend_schema(request=SampleIn, responses=SampleOut, extensions=errors("bad_strategy", "not_valid"))
    def post(self, request, dataset_id, version_number):
        """Draw cases at random, or in proportion to the values of a metadata field; a seed repeats the draw."""
        version = self.version(request, dataset_id, version_number)
        drawn = cases.sample(version, **SampleIn.read(request.data))
        return Response(SampleOut.of(drawn))


def metadata_filter(text):
    """The object that a parameter `filter` holds, None without one."""
    if text is None or not text.strip():
        return None
    if len(text) > MAX_FILTER_CHARACTERS:
        raise InvalidInput(f"filter is longer than {MAX_FILTER_CHARACTERS:,} characters.", code="bad_filter")
    wanted = strict_json.loads(text)
    if not isinstance(wanted, dict):
        raise InvalidInput('A filter is a JSON object such as {"category": "billing"}.', code="bad_filter")
    return wanted
