"""API keys over the API: one's own, and for admins all of the organization's; a new one is shown once."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts import bindings
from evalhub.accounts.access import MEMBER
from evalhub.accounts.actions import api_keys
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.me import KeyOut
from evalhub.accounts.api.secrets import shown_once
from evalhub.accounts.models import ApiKey
from evalhub.accounts.models.api_key import BINDINGS, SCOPES, STATES, USE_DAYS, usable_scopes
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import StrictSerializer, StrictText
from evalhub.api.paging import CURSOR, LIMIT, OFFSET, ListOut, list_page
from evalhub.lib.errors import Forbidden

FILTERS = (
    filters.choice("state", "in_state", STATES, "keys in this state", title=_("State")),
    filters.part_of("person", "membership__user__email", "a part of the address of its owner", title=_("Email")),
    filters.part_of("q", "name", "a part of the name"),
)


class ApiKeyOut(KeyOut):
    membership_id = s.IntegerField(help_text="of the member as whom the key acts")
    person = s.EmailField(source="membership.user.email", help_text="as whom it acts")
    scopes = s.ListField(child=s.ChoiceField(list(SCOPES)))
    state = s.ChoiceField(STATES)
    last_used_at = s.DateTimeField(allow_null=True, help_text="to five minutes; null: never used")
    revoked_at = s.DateTimeField(allow_null=True)
    use_recorded_since = s.DateTimeField(help_text="of its scopes")
    unused_scopes = s.ListField(
        child=s.ChoiceField(list(SCOPES)),
        allow_null=True,
        help_text=f"those that no operation of the last {USE_DAYS} days needed, so that the key is wider than its use; "
        "null: the use was recorded for less than that",
    )


class ApiKeyListOut(ListOut):
    api_keys = ApiKeyOut(source="rows", many=True)


class NewApiKeyOut(ApiKeyOut):
    secret = s.CharField(
        allow_null=True,
        help_text="the key itself: it is not stored, so that it is null when a request is answered again by its "
        "Idempotency-Key",
        source="context.secret",
    )


class ApiKeyIn(StrictSerializer):
    example = {"name": "Nightly import", "scopes": ["read", "manage"]}

    name = StrictText(max_length=api_keys.NAME_LENGTH, help_text="what uses the key")
    scopes = s.ListField(
        child=s.ChoiceField(list(SCOPES)),
        required=False,
        max_length=len(SCOPES),
        help_text="those that the caller has, at most; by itself all of them but `admin`",
    )
    expires_at = s.DateTimeField(required=False, allow_null=True, help_text="null: it does not expire")
    dataset_id = StrictText(required=False, help_text="bind it to this dataset: it may call about nothing else")
    task_id = StrictText(required=False, help_text="bind it to this annotation task")
    experiment_id = StrictText(required=False, help_text="bind it to this experiment")


class _KeyView(ApiView):
    def keys(self, request):
        """Those that the caller may see: all of the organization for admins, else their own."""
        found = ApiKey.objects.for_organization(request.organization).with_state()
        found = found.select_related("membership__user", *BINDINGS)
        return found if self.may("admin") else found.filter(membership=request.membership)

    def refuse_narrow_key(self, words):
        """A program without the scope `admin` knows of no other key: one that leaked stays one key."""
        if self.key is not None and (self.key.bound_kind or not self.may("admin")):
            raise Forbidden(f"A key without the scope admin cannot {words}. Use the page API keys.")

    def one(self, request, key_id, words):
        """The key of the address; of a caller with a key that is narrow, itself alone."""
        if self.key is None or str(self.key.pk) != key_id:
            self.refuse_narrow_key(words)
        return self.get_or_404(self.keys(request), "API key", pk=key_id)


class ApiKeyList(_KeyView):
    access = {"GET": MEMBER, "POST": MEMBER}

    @extend_schema(
        operation_id="api_keys_list",
        parameters=[*filters.parameters(FILTERS), LIMIT, OFFSET, CURSOR],
        responses=ApiKeyListOut,
        extensions=errors("bad_filter", "bad_cursor"),
    )
    def get(self, request):
        """List API keys, newest first: one's own, and for admins all of the organization.

        A key that calls needs the scope `admin`.
        """
        self.refuse_narrow_key("list keys")
        found = filters.narrowed(self.keys(request), FILTERS, request.query_params)
        return Response(ApiKeyListOut.of(list_page(found, request.query_params, keys=("-pk",))))

    @extend_schema(
        request=ApiKeyIn,
        responses={201: NewApiKeyOut},
        extensions=errors(
            "name_missing", "name_too_long", "unusable_scope", "scope_missing", "bad_binding", "bad_expiry", "not_found"
        ),
    )
    def post(self, request):
        """Create an API key that acts as the caller. The key is in this answer and nowhere else.

        A key that calls needs the scope `admin`; the new one has at most the scopes of the caller.
        """
        self.refuse_narrow_key("create keys")
        body = ApiKeyIn.read(request.data)
        usable = usable_scopes(request.membership.role)
        within = usable if self.key is None else [scope for scope in usable if self.key.covers(scope)]
        bound = {
            kind: self.get_or_404(each.objects(request.membership), each.noun, pk=object_id)
            for kind, each in bindings.registry.items()
            if (object_id := body.pop(f"{kind}_id", None)) is not None
        }
        issued = api_keys.issue(membership=request.membership, **body, bound=bound, within=within, by=request.user)
        key = self.keys(request).get(pk=issued.key.pk)
        return shown_once(NewApiKeyOut, key, secret=issued.secret)


class ApiKeyDetail(_KeyView):
    access = {"GET": MEMBER, "DELETE": MEMBER}
    about_caller = True

    @extend_schema(responses=ApiKeyOut)
    def get(self, request, key_id):
        """Get an API key. A key that calls needs the scope `admin`, unless it reads of itself."""
        return Response(ApiKeyOut.of(self.one(request, key_id, "read of other keys")))

    @extend_schema(responses={204: None})
    def delete(self, request, key_id):
        """Revoke an API key at once: requests with it are rejected. It stays in the list, and twice is once.

        A key that calls needs the scope `admin`, unless it ends itself.
        """
        api_keys.revoke(key=self.one(request, key_id, "revoke other keys"), by=request.user)
        return Response(status=204)
