"""What all API views share: keys, sessions, scopes, strict bodies and one error shape."""

import datetime

import pytest
from django.test import Client
from django.urls import path
from django.utils import timezone
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response

from evalhub.accounts.access import MEMBER
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.models import ApiKey, Membership
from evalhub.api.fields import StrictBoolean, StrictInteger, StrictSerializer, StrictText
from evalhub.api.paging import read_page
from evalhub.lib.errors import InvalidInput
from tests import factories
from tests.api_caller import ApiCaller


class Thing(StrictSerializer):
    name = StrictText(max_length=5)
    count = StrictInteger(min_value=0, required=False)
    flag = StrictBoolean(required=False)


class Things(ApiView):
    access = {"GET": "read", "POST": "manage", "PATCH": MEMBER}

    def get(self, request):
        return Response({"role": request.membership.role, "organization": request.organization.slug})

    def post(self, request):
        return Response(dict(Thing.read(request.data)))

    def patch(self, request):
        raise ValidationError({"name": ["is bad"]})


class OneMember(ApiView):
    access = {"GET": MEMBER}

    def get(self, request, member_id):
        members = Membership.objects.for_organization(request.organization)
        return Response({"role": self.get_or_404(members, "member", pk=member_id).role})


class Undeclared(ApiView):
    def get(self, request):
        raise NotImplementedError


urlpatterns = [
    path("v1/things", Things.as_view()),
    path("v1/members/<str:member_id>", OneMember.as_view()),
    path("v1/undeclared", Undeclared.as_view()),
]
handler404 = "evalhub.views.not_found"
pytestmark = pytest.mark.urls(__name__)


def test_key_acts_as_its_person_in_its_organization(api_of, bob):
    assert api_of(bob).get("/v1/things").json() == {"role": "admin", "organization": "acme"}


def test_stranger_is_asked_for_a_key_and_unusable_header_is_401(db, client):
    response = ApiCaller().get("/v1/things")
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == "Bearer"
    assert response.json()["error"]["code"] == "not_signed_in"

    for header in ("Bearer", "Bearer ", "Basic YTpi", "Bearer eval_unknown", "Bearer \x00", "bearer\t", "Bearer é"):
        response = client.get("/v1/things", headers={"Authorization": header})
        assert response.status_code == 401, header
        assert set(response.json()["error"]) == {"code", "message", "details"}, header


def test_role_without_the_right_is_forbidden(api_of, alice):
    response = api_of(alice).get("/v1/things")

    assert response.status_code == 403
    assert response.json()["error"]["code"] == "forbidden"


def test_key_has_no_more_than_its_scopes_and_key_has_no_more_than_the_role_of_today(api_of, bob):
    assert api_of(bob, scopes=["read"]).post("/v1/things", {"name": "a"}).status_code == 403
    assert api_of(bob, scopes=["manage"]).get("/v1/things").status_code == 403

    caller = api_of(bob)
    Membership.objects.filter(pk=bob.pk).update(role="viewer")
    assert caller.post("/v1/things", {"name": "a"}).status_code == 403


def test_revoked_or_expired_key_is_refused_and_key_of_a_blocked_person_is_refused(bob, api_of):
    ended = timezone.now() - datetime.timedelta(seconds=1)
    for change in ("revoked_at", "expires_at"):
        issued = factories.make_api_key(bob, **{change: ended})
        assert ApiCaller(issued.secret).get("/v1/things").status_code == 401, change

    caller = api_of(bob)
    bob.user.is_active = False
    bob.user.save()
    assert caller.get("/v1/things").status_code == 401


def test_use_of_a_key_is_noted_at_most_every_five_minutes(bob, django_assert_num_queries):
    issued = factories.make_api_key(bob, last_used_at=None)
    caller = ApiCaller(issued.secret)

    with django_assert_num_queries(2):
        caller.get("/v1/things")
    with django_assert_num_queries(1):
        caller.get("/v1/things")
    assert ApiKey.objects.get().last_used_at is not None


def test_use_of_a_scope_is_noted_once_a_day(bob, django_assert_num_queries):
    issued = factories.make_api_key(bob, scopes=["read", "manage"], scope_days={"read": "2026-01-01"})
    caller, today = ApiCaller(issued.secret), timezone.now().date().isoformat()

    with django_assert_num_queries(2):
        caller.get("/v1/things")
    with django_assert_num_queries(1):
        caller.get("/v1/things")

    assert ApiKey.objects.get().scope_days == {"read": today}
    caller.post("/v1/things", {"name": "a"})
    assert ApiKey.objects.get().scope_days == {"read": today, "manage": today}


def test_of_several_scopes_the_narrowest_is_noted(bob):
    key = factories.make_api_key(bob, scopes=["label", "audit", "send", "manage"]).key

    assert [key.scope_of(each) for each in ("audit", "annotate", "send", "manage", "read")] == [
        "audit",
        "label",
        "send",
        "manage",
        "",
    ]


def test_refused_call_needs_no_scope(api_of, bob):
    issued = factories.make_api_key(bob, scopes=["read"], scope_days={})

    ApiCaller(issued.secret).post("/v1/things", {"name": "a"})

    assert ApiKey.objects.get().scope_days == {}


def test_session_needs_the_csrf_token_for_unsafe_methods(client_of, bob):
    client = client_of(bob, enforce_csrf_checks=True)

    assert client.get("/v1/things").status_code == 200
    assert client.post("/v1/things", {"name": "a"}, content_type="application/json").status_code == 403


def test_session_without_an_organization_is_forbidden(db):
    client = Client()
    client.force_login(factories.make_user())

    assert client.get("/v1/things").json()["error"]["code"] == "no_member"


def test_undeclared_method_is_refused_to_everybody_and_errors_of_the_framework_have_the_same_shape(api_of, bob):
    known, stranger = api_of(bob), ApiCaller()
    for response in (known.get("/v1/undeclared"), stranger.get("/v1/undeclared"), known.put("/v1/things")):
        assert response.status_code == 405
        assert response.json()["error"]["code"] == "method_not_allowed"

    error = api_of(bob).patch("/v1/things").json()["error"]
    assert error == {
        "code": "invalid_input",
        "message": "Some fields are not valid.",
        "details": {"fields": {"name": ["is bad"]}},
    }


def test_malformed_id_does_not_exist_and_foreign_id_does_not_exist_and_unreadable_bodies_are_refused(
    api_of, bob, mallory
):
    api = api_of(bob)
    for member_id in ("x", "-1", "9" * 40, "9" * 5000, "%00", "1.5", "NaN", "٣"):
        assert api.get(f"/v1/members/{member_id}").status_code == 404, member_id[:40]

    assert api_of(bob).get(f"/v1/members/{mallory.pk}").status_code == 404
    assert api_of(mallory).get(f"/v1/members/{mallory.pk}").json() == {"role": "admin"}

    api = api_of(bob)
    for body in BAD_BODIES:
        response = api.raw("post", "/v1/things", body)
        assert response.status_code == 400 and response.json()["error"]["message"], body


BAD_BODIES = [
    '{"name": "a", "name": "b"}',
    '{"name": NaN}',
    '{"name": "a\\u0000"}',
    '{"name": "\\ud800"}',
    "[1]",
    "null",
    '{"name": 5}',
    '{"name": "a", "count": true}',
    '{"name": "a", "count": "1"}',
    '{"name": "a", "count": 1.5}',
    '{"name": "a", "flag": "yes"}',
    '{"name": "a", "more": 1}',
    '{"name": "toolong"}',
    "{",
    "",
    b'\xff\xfe{"name": "a"}',
]


def test_other_content_types_are_refused_and_unknown_field_is_named(api_of, bob):
    api = api_of(bob)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/xml", ""):
        assert api.raw("post", "/v1/things", '{"name": "a"}', content_type=kind).status_code == 415, kind

    error = api_of(bob).post("/v1/things", {"name": "a", "nmae": "b"}).json()["error"]
    assert error["message"] == "Unknown field 'nmae'. Valid fields: name, count, flag."


def test_error_about_many_or_long_names_and_values_stays_short(api_of, bob):
    api = api_of(bob)

    many = api.post("/v1/things", {"name": "a"} | {f"more-{number:03}": 1 for number in range(500)}).json()["error"]
    long_name = api.post("/v1/things", {"name": "a", "x" * 100_000: 1})
    long_value = api.post("/v1/things", {"name": "a", "count": "9" * 100_000})

    assert len(many["details"]["fields"]) == 20 and "480 more are unknown" in many["message"]
    for answer in (long_name, long_value):
        assert answer.status_code == 400 and len(answer.content) < 10_000


def test_body_over_the_limit_is_refused_before_it_is_read_whole_and_page_has_defaults_and_answers_hold_no_nan(
    api_of, bob, settings, monkeypatch
):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2**20
    api = api_of(bob)
    body = '{"name": "a"' + " " * (2**20 - 13)
    fits, over = api.raw("post", "/v1/things", body + "}"), api.raw("post", "/v1/things", body + "  }")
    assert (fits.status_code, over.status_code) == (200, 413)
    assert over.json()["error"]["message"].startswith("The body is larger than 1 MB")

    page = read_page({"offset": "40"}, default=25)
    assert (page.limit, page.offset) == (25, 40)

    monkeypatch.setattr(Things, "get", lambda self, request: Response({"value": float("nan")}))
    with pytest.raises(ValueError, match="not JSON compliant"):
        api_of(bob).get("/v1/things")


BAD_PAGES = [
    {"limit": "0"},
    {"limit": "101"},
    {"limit": "x"},
    {"limit": ""},
    {"limit": "9" * 5000},
    {"limit": "٣"},
    {"offset": "-1"},
    {"offset": "1e3"},
]


@pytest.mark.parametrize("query", BAD_PAGES)
def test_page_outside_its_bounds_is_refused(query):
    with pytest.raises(InvalidInput, match="Valid values"):
        read_page(query)
