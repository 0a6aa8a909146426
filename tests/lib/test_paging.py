"""Pages by key: every row once, in both directions, from any address."""

import pytest
from django.test import RequestFactory

from evalhub.accounts.models import Organization
from evalhub.lib.paging import keyset
from tests.statements import at_most

pytestmark = pytest.mark.django_db
SLUGS = [f"room-{number}" for number in range(7)]


@pytest.fixture
def rooms():
    Organization.objects.bulk_create(Organization(name="Room", slug=slug) for slug in SLUGS)
    return Organization.objects.filter(name="Room")


def page(queryset, query="", **options):
    request = RequestFactory().get(f"/list/{query}")
    return keyset(queryset, request, **{"field": "slug", "kind": str, "size": 3} | options)


def slugs(found):
    return [row.slug for row in found.rows]


@pytest.mark.parametrize("descending", [False, True])
def test_walk_down_and_back_meets_every_row_in_order(rooms, descending):
    down = [page(rooms, descending=descending)]
    while down[-1].after_query:
        down.append(page(rooms, down[-1].after_query, descending=descending))
    up = [down[-1]]
    while up[-1].before_query:
        up.append(page(rooms, up[-1].before_query, descending=descending))

    assert [slug for found in down for slug in slugs(found)] == (SLUGS[::-1] if descending else SLUGS)
    assert [slugs(found) for found in up[1:]] == [slugs(found) for found in down[-2::-1]]
    assert not down[0].before_query and not up[-1].before_query


def test_full_last_page_and_rows_that_came_meanwhile(rooms):
    second = page(rooms.filter(slug__lt="room-6"), "?after=room-2")
    assert slugs(second) == SLUGS[3:6]
    assert (second.before_query, second.after_query) == ("?before=room-3", "")

    second = page(rooms, "?after=room-2")
    Organization.objects.create(name="Room", slug="room-1b")
    assert slugs(page(rooms, "?after=room-2")) == slugs(second)


@pytest.mark.parametrize("query", ["?after=x", "?before=x", "?after=", "?before=&after="])
def test_key_that_cannot_be_read_begins_at_the_top(rooms, query):
    found = page(rooms.order_by("pk"), query, kind=int)

    assert slugs(found) == SLUGS[:3] and not found.before_query


def test_filters_stay_in_one_statement(rooms):
    found = page(rooms, "?q=a%26b&state=&after=room-2")
    assert found.after_query == "?q=a%26b&after=room-5"
    assert found.before_query == "?q=a%26b&before=room-3"

    with at_most(1):
        page(rooms, "?before=room-6")

    nothing = page(rooms.none(), "?after=room-2")
    assert (nothing.rows, nothing.before_query, nothing.after_query) == ([], "", "")
