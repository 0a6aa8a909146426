"""Every address of the project, called by strangers, lower roles and other organizations."""

import contextlib
import copy
import itertools
import json
import re
from dataclasses import dataclass
from functools import cached_property
from unittest.mock import patch

import pytest
from django.db import transaction
from django.template.base import Template
from django.test import Client
from django.urls import reverse
from django.urls.converters import StringConverter

from evalhub import checks
from evalhub.accounts.access import KNOWN, MEMBER, PUBLIC
from evalhub.accounts.models.api_key import BINDINGS, SCOPES
from tests import factories
from tests.access_world import (
    ARGUMENTS,
    BODIES,
    FOREIGN_BODIES,
    LEAD_BACK,
    NOT_FOUND_FOR_ANOTHER_REASON,
    SECRETS,
    SHARED,
    UNKNOWN_UUID,
    make_world,
)
from tests.api_caller import ApiCaller
from tests.file_rows import file_transaction
from tests.source_tree import complain

__all__ = ["file_transaction"]

PAGE_METHODS = ["GET", "POST"]
ROLES = ["annotator", "viewer", "reviewer", "admin"]
READERS = ["annotator", "viewer"]  # an admin's pages hold what a reviewer's do; tests/test_page_words.py draws them
MALFORMED = ["x", "-1", "1.5", "9" * 40, "9" * 5000, "\0", "é", "00000000-0000-0000-0000-00000000000g", "None"]


@dataclass(frozen=True)
class Call:
    """One method of one route."""

    route: checks.Route
    method: str

    @property
    def is_api(self):
        return isinstance(self.route.access, dict)

    @property
    def access(self):
        return self.route.access[self.method] if self.is_api else self.route.access

    @property
    def arguments(self):
        return [name for name in self.route.converters if name not in SECRETS | SHARED]

    def __str__(self):
        return f"{self.method} /{self.route.path}"


def calls():
    """Every call that the project offers; pages of allauth are its own business."""
    for route in checks.routes():
        if route.access is not None:
            for method in route.access if isinstance(route.access, dict) else PAGE_METHODS:
                yield Call(route, method)


def address(call, world, **replaced):
    """The path of a call with the ids of `world`, some of them replaced."""
    known = [*call.arguments, *SHARED.intersection(call.route.converters)]
    names = {name: ARGUMENTS[name](world) for name in known} | replaced
    names |= {name: "x" for name in call.route.converters if name in SECRETS}
    return reverse(call.route.name, kwargs=names)


@dataclass(frozen=True)
class Caller:
    """Sends calls as one member or as a stranger: pages by session, the API by key. What a call changes is undone."""

    pages: Client
    program: ApiCaller

    @classmethod
    def of(cls, member, **key):
        """`key`: fields of the key that the API is called with."""
        from tests.conftest import sign_in

        pages, program = Client(), ApiCaller(factories.make_api_key(member, **key).secret if member else None)
        pages.raise_request_exception = program.client.raise_request_exception = False
        if member:
            sign_in(pages, member)
        return cls(pages, program)

    def send(self, call, path, *, follow=False, drawn=True):
        """The answer; `follow` goes where a page that is read leads to, a page that is not `drawn` stays blank."""
        cookies = copy.deepcopy(self.pages.cookies)
        blank = contextlib.nullcontext() if drawn else patch.object(Template, "_render", lambda *given: "")
        with transaction.atomic(), blank:
            response = self._send(call, path, follow)
            if response.streaming:
                list(response.streaming_content)  # else its file stays open
            transaction.set_rollback(True)
        self.pages.cookies = cookies
        return response

    def _send(self, call, path, follow):
        if call.is_api:
            body = b"" if call.method == "GET" else json.dumps(BODIES.get(call.route.name, {}))
            return self.program.raw(call.method, path, body)
        return self.pages.get(path, follow=follow) if call.method == "GET" else self.pages.post(path)

    def is_lost(self, call, path):
        """Whether there is nothing at the address."""
        if call.method == "GET" and call.route.name in LEAD_BACK:
            return True
        return self.send(call, path, follow=True, drawn=False).status_code == 404


class Worlds:
    """Two organizations and their worlds, of which `sibling` is another of `here`, and those who call."""

    def __init__(self):
        acme, rival = factories.make_organization("acme"), factories.make_organization("rival")
        self.members = {role: factories.make_member(acme, role=role) for role in ROLES}
        self.stranger = Caller.of(None)
        self.admin = Caller.of(self.members["admin"])
        self.mallory = Caller.of(factories.make_member(rival, "mallory", role="admin"))
        self.here = make_world(acme, member=self.members["annotator"])
        self.sibling = make_world(acme, is_other=True)
        self.there = make_world(rival, is_other=True)

    @cached_property
    def answers(self):
        """{role: [(call, status, error)]} of calls that are not public, with the ids of `here`."""
        return {"admin": self._of_admin} | {
            role: self._answers(role, [call for call in self.offered if self._tells(role, call)])
            for role in ROLES
            if role != "admin"
        }

    @cached_property
    def _of_admin(self):
        return self._answers("admin", calls())

    @cached_property
    def offered(self):
        """All calls but those with a method that their page does not know: whoever asks, these find nothing."""
        unknown = {str(call) for call, status, _ in self._of_admin if status == 405}
        return [call for call in calls() if str(call) not in unknown]

    def _tells(self, role, call):
        """Whether an answer tells more than the admin's: that the role may not, or what it finds at its own work."""
        return not self.may(role, call) or role == "annotator" or (role in READERS and call.method == "GET")

    def _answers(self, role, asked):
        caller, found = Caller.of(self.members[role]), []
        for call in (call for call in asked if call.access != PUBLIC):
            drawn = self.may(role, call) and role in (READERS if call.method == "GET" else ["admin"])
            response = caller.send(call, address(call, self.here), drawn=drawn)
            found.append((call, response.status_code, (getattr(response, "exc_info", None) or ("", ""))[1]))
        return found

    def may(self, role, call):
        return call.access == MEMBER or self.members[role].may(call.access)


@pytest.fixture(scope="module")
def worlds_of_file(file_transaction):
    return Worlds()


@pytest.fixture
def worlds(db, worlds_of_file):
    return worlds_of_file


def test_every_argument_of_an_address_is_known():
    unknown = {name for call in calls() for name in call.arguments if name not in ARGUMENTS}

    assert not unknown, f"Add {sorted(unknown)} to ARGUMENTS in tests/access_world.py, with the row it means."


def test_ids_of_the_world_are_right(worlds):
    """Else the tests below would pass for the wrong reason."""
    wanted = {
        call.route.path
        for call in calls()
        if call.access != PUBLIC and call.arguments and call.route.name not in NOT_FOUND_FOR_ANOTHER_REASON
    }
    answers = [answer for role in ROLES for answer in worlds.answers[role]]
    reached = {call.route.path for call, status, _ in answers if status not in (404, 405)}
    # A call that the role may not make ends before its ids are looked at.
    reached -= {path for path in reached if all(s in (403, 404, 405) for c, s, _ in answers if c.route.path == path)}

    complain(sorted(wanted - reached), "Nobody reaches these addresses.")


def test_strangers_are_asked_to_sign_in(worlds):
    def problem(call):
        response = worlds.stranger.send(call, address(call, worlds.here))
        if call.access == PUBLIC:
            return response.status_code if response.status_code >= 500 else None
        asked = response.status_code == 302 and response.url.startswith("/accounts/login/?next=")
        return None if (response.status_code == 401 if call.is_api else asked) else response.status_code

    complain(
        (f"{call}: {found}" for call in worlds.offered if (found := problem(call))),
        "A stranger must be asked to sign in.",
    )


def test_roles_open_what_was_declared_and_nothing_else(worlds):
    def problem(role, call, status, error):
        if status >= 500:
            return f"{status} {error!r}"
        return None if worlds.may(role, call) or status == 403 else status

    complain(
        (
            f"{role}: {call}: {found}"
            for role in ROLES
            for call, status, error in worlds.answers[role]
            if (found := problem(role, call, status, error))
        ),
        "The role may not do this.",
    )


@pytest.mark.parametrize("scope", SCOPES)
def test_keys_of_admins_do_what_their_scope_gives_and_nothing_else(worlds, scope):
    caller = Caller.of(worlds.members["admin"], scopes=[scope])
    given = [(call, call.access in SCOPES[scope]) for call in calls() if call.is_api and call.access in KNOWN]

    complain(
        (
            f"{call}: {status}"
            for call, is_given in given
            if ((status := caller.send(call, address(call, worlds.here)).status_code) != 403) != is_given
        ),
        f"A key with the scope {scope} alone must be let in, or must not.",
    )


def test_keys_that_send_do_nothing_else(worlds):
    caller = Caller.of(worlds.members["admin"], scopes=["send"])
    open_to_it = {
        str(call)
        for call in calls()
        if call.is_api
        and call.access != PUBLIC
        and caller.send(call, address(call, worlds.here)).status_code not in (401, 403)
    }

    assert open_to_it == {
        "GET /v1/me",
        "POST /v1/datasets/<str:dataset_id>/versions/<str:version_number>/outputs",
        "POST /v1/experiments/<str:experiment_id>/allocate",
        "POST /v1/experiments/<str:experiment_id>/outcomes",
        "POST /v1/otlp/v1/traces",
        "POST /v1/outputs",
    }


def test_keys_without_admin_reach_no_people_secrets_and_outgoing_addresses(worlds):
    caller = Caller.of(worlds.members["admin"], scopes=[scope for scope in SCOPES if scope != "admin"])
    guarded = re.compile(r"v1/(people|teams|invitations|webhooks|api-keys|audit-log)\b")

    complain(
        (
            f"{call}: {status}"
            for call in calls()
            if call.is_api and (guarded.match(call.route.path) or str(call) == "PATCH /v1/request-limits")
            if (status := caller.send(call, address(call, worlds.here)).status_code) != 403
        ),
        "A key without the scope admin must get 403.",
    )


KIND_OF = {"dataset_id": "dataset", "task_id": "task", "experiment_id": "experiment"}
KIND_OF |= dict.fromkeys(("annotation_id", "export_id", "import_id"), "task")


def bound_caller(worlds, kind):
    """An admin's key that may do all but what needs `admin`, bound to the object of this kind of `here`."""
    object_id = ARGUMENTS[f"{kind}_id"](worlds.here)
    scopes = [scope for scope in SCOPES if scope != "admin"]
    return Caller.of(worlds.members["admin"], scopes=scopes, **{f"{kind}_id": object_id})


def is_about(kind, call):
    if call.route.name in ("api_experiment_repeat", "api_otlp_traces"):
        return kind == "dataset" and call.route.name == "api_otlp_traces"
    return any(KIND_OF.get(name) == kind for name in call.arguments)


@pytest.mark.parametrize("kind", BINDINGS)
def test_bound_keys_reach_no_other_object(worlds, kind):
    caller = bound_caller(worlds, kind)

    complain(
        (
            f"{call}: {status}"
            for call in calls()
            if call.is_api and call.access != PUBLIC and str(call) != "GET /v1/me"
            if call.route.name != "api_otlp_traces"  # its body names the object: see below
            if (status := caller.send(call, address(call, worlds.sibling)).status_code) not in (403, 404)
        ),
        "With a key that is bound to another object this does not exist.",
    )


@pytest.mark.parametrize("kind", BINDINGS)
def test_bound_keys_do_what_is_about_their_object_and_nothing_else(worlds, kind):
    caller, free = bound_caller(worlds, kind), Caller.of(worlds.members["admin"])

    def problem(call):
        response = caller.send(call, address(call, worlds.here))
        if is_about(kind, call):
            wanted = free.send(call, address(call, worlds.here)).status_code
            return None if response.status_code == wanted else f"{response.status_code} and not {wanted}"
        code = response.json().get("error", {}).get("code")
        return None if response.status_code == 403 and code in ("key_bound", "forbidden") else response.status_code

    of_api = [call for call in calls() if call.is_api and call.access != PUBLIC and str(call) != "GET /v1/me"]
    complain((f"{call}: {found}" for call in of_api if (found := problem(call))), "Of a key that is bound.")


@pytest.mark.parametrize("name", ["api_outputs", "api_otlp_traces"])
def test_bound_keys_send_to_their_dataset_alone(worlds, name):
    def status(kind, world):
        with transaction.atomic():
            response = bound_caller(worlds, kind).program.post(reverse(name), FOREIGN_BODIES[name](world))
            transaction.set_rollback(True)
        return response.status_code

    assert status("dataset", worlds.here) in (200, 409)
    assert status("dataset", worlds.sibling) == status("dataset", worlds.there) == 404
    assert status("task", worlds.here) == status("experiment", worlds.here) == 403


def test_ids_of_another_organization_do_not_exist(worlds):
    complain(
        (
            f"{call} with a foreign {name}"
            for call in worlds.offered
            for name in call.arguments
            if not worlds.admin.is_lost(call, address(call, worlds.here, **{name: ARGUMENTS[name](worlds.there)}))
        ),
        "A foreign id is an unknown id: 404.",
    )


def test_ids_of_another_organization_in_a_body_do_not_exist(worlds):
    def statuses(name):
        call = next(call for call in calls() if call.route.name == name and call.method == "POST")
        for world in (worlds.here, worlds.there):
            with transaction.atomic():
                response = worlds.admin.program.post(address(call, worlds.here), FOREIGN_BODIES[name](world))
                transaction.set_rollback(True)
            yield response.status_code

    found = {name: list(statuses(name)) for name in FOREIGN_BODIES}
    complain(
        (
            f"{name}: {own}, {foreign}"
            for name, (own, foreign) in found.items()
            if own not in (200, 201, 202, 409) or foreign != 404
        ),
        "Own ids are taken, foreign ids are unknown: 404.",
    )


def test_admins_of_another_organization_reach_nothing(worlds):
    """Not even when all ids are of one organization; a single id was asked for above."""
    complain(
        (
            str(call)
            for call in worlds.offered
            if len(call.arguments) > 1 and not worlds.mallory.is_lost(call, address(call, worlds.here))
        ),
        "For another organization this does not exist: 404.",
    )


def test_parents_and_children_belong_together(worlds):
    complain(
        (
            f"{call} with the {name} of another"
            for call in worlds.offered
            for name in call.arguments[1:]
            if not worlds.admin.is_lost(call, address(call, worlds.here, **{name: ARGUMENTS[name](worlds.sibling)}))
        ),
        "The child of another parent is not found at this address: 404.",
    )


def test_unknown_parameters_of_the_api_are_refused(worlds):
    complaints = []
    for call in calls():
        if call.is_api and call.access != PUBLIC:
            response = worlds.admin.send(call, f"{address(call, worlds.here)}?nonsense=1")
            if response.status_code != 400 or response.json()["error"]["code"] != "unknown_parameter":
                complaints.append(f"{call}: {response.status_code}")
    complain(complaints, "These calls take a parameter that they do not declare.")


def test_malformed_and_unknown_ids_do_not_exist(worlds):
    """What hurts the database most and an unknown one with each method, the other values at the addresses by turns."""
    asked, turns, problems = set(), itertools.cycle(MALFORMED), []
    for call in (call for call in calls() if call.is_api):
        for name in call.arguments:
            if isinstance(call.route.converters[name], StringConverter):
                values = {"\0", UNKNOWN_UUID}
                if (call.route.path, name) not in asked:
                    values |= {next(turns), next(turns)}
                    asked.add((call.route.path, name))
                problems += [
                    f"{call} with {name}={value[:40]!r}"
                    for value in sorted(values)
                    if not worlds.admin.is_lost(call, address(call, worlds.here, **{name: value}))
                ]

    complain(problems, "A malformed id does not exist: 404.")


def test_secrets_that_nobody_made_open_nothing(worlds):
    def problem(call):
        status = worlds.stranger.send(call, address(call, worlds.here)).status_code
        return None if status in (403, 404, 405, 410) else status

    complain(
        (f"{call}: {found}" for call in calls() if SECRETS & set(call.route.converters) and (found := problem(call))),
        "A made-up token opens nothing.",
    )
