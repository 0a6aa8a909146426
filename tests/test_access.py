"""Every address of the project, called by strangers, lower roles and other organizations."""

import copy
import json
from dataclasses import dataclass

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.urls.converters import StringConverter

from evalhub import checks
from evalhub.accounts.access import MEMBER, PUBLIC
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
from tests.source_tree import complain

PAGE_METHODS = ["GET", "POST"]
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

    def send(self, call, path, *, follow=False):
        """The answer; `follow` goes where a page that is read leads to."""
        cookies = copy.deepcopy(self.pages.cookies)
        with transaction.atomic():
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
        """Whether there is nothing at the address; a page may also not know the method."""
        if call.method == "GET" and call.route.name in LEAD_BACK:
            return True
        return self.send(call, path, follow=True).status_code in ((404,) if call.is_api else (404, 405))


@pytest.fixture
def caller_of(client_of):
    def make(member):
        pages = Client(raise_request_exception=False)
        program = ApiCaller(factories.make_api_key(member).secret if member else None)
        program.client.raise_request_exception = False
        return Caller(client_of(member, raise_request_exception=False) if member else pages, program)

    return make


@pytest.fixture
def here(acme, alice):
    return make_world(acme, member=alice)


def test_every_argument_of_an_address_is_known():
    unknown = {name for call in calls() for name in call.arguments if name not in ARGUMENTS}

    assert not unknown, f"Add {sorted(unknown)} to ARGUMENTS in tests/access_world.py, with the row it means."


def test_ids_of_the_world_are_right(here, bob, rita, alice, caller_of):
    """Else the tests below would pass for the wrong reason."""
    callers = [caller_of(member) for member in (bob, rita, alice)]
    wanted = [call for call in calls() if call.arguments and call.route.name not in NOT_FOUND_FOR_ANOTHER_REASON]

    def is_reached(path):
        return any(
            caller.send(call, address(call, here)).status_code not in (404, 405)
            for call in wanted
            if call.route.path == path
            for caller in callers
        )

    paths = {call.route.path for call in wanted}
    complain((path for path in sorted(paths) if not is_reached(path)), "Nobody reaches these addresses.")


def test_strangers_are_asked_to_sign_in(here, caller_of):
    stranger = caller_of(None)

    def problem(call):
        response = stranger.send(call, address(call, here))
        if call.access == PUBLIC:
            return response.status_code if response.status_code >= 500 else None
        asked = response.status_code == 302 and response.url.startswith("/accounts/login/?next=")
        return None if (response.status_code == 401 if call.is_api else asked) else response.status_code

    complain(
        (f"{call}: {found}" for call in calls() if (found := problem(call))), "A stranger must be asked to sign in."
    )


@pytest.mark.parametrize("role", ["annotator", "viewer", "reviewer", "admin"])
def test_roles_open_what_was_declared_and_nothing_else(here, acme, caller_of, role):
    member = factories.make_member(acme, role=role)
    caller = caller_of(member)

    def problem(call):
        response = caller.send(call, address(call, here))
        may = call.access == MEMBER or member.may(call.access)
        if response.status_code >= 500:
            return f"{response.status_code} {getattr(response, 'exc_info', ('',) * 2)[1]!r}"
        return None if may or response.status_code == 403 else response.status_code

    guarded = [call for call in calls() if call.access != PUBLIC]
    complain((f"{call}: {found}" for call in guarded if (found := problem(call))), f"The role {role} may not do this.")


def test_ids_of_another_organization_do_not_exist(here, rival, mallory, bob, caller_of):
    there = make_world(rival, member=mallory, is_other=True)
    caller = caller_of(bob)

    complain(
        (
            f"{call} with a foreign {name}"
            for call in calls()
            for name in call.arguments
            if not caller.is_lost(call, address(call, here, **{name: ARGUMENTS[name](there)}))
        ),
        "A foreign id is an unknown id: 404.",
    )


@pytest.mark.parametrize("name", FOREIGN_BODIES)
def test_ids_of_another_organization_in_a_body_do_not_exist(here, rival, mallory, bob, api_of, name):
    there = make_world(rival, member=mallory)
    call = next(call for call in calls() if call.route.name == name and call.method == "POST")

    own = api_of(bob).post(address(call, here), FOREIGN_BODIES[name](here))
    foreign = api_of(bob).post(address(call, here), FOREIGN_BODIES[name](there))

    assert own.status_code in (200, 201, 409), own.content
    assert foreign.status_code == 404, foreign.content


def test_admins_of_another_organization_reach_nothing(here, mallory, caller_of):
    caller = caller_of(mallory)

    complain(
        (str(call) for call in calls() if call.arguments and not caller.is_lost(call, address(call, here))),
        "For another organization this does not exist: 404.",
    )


def test_parents_and_children_belong_together(here, acme, bob, caller_of):
    sibling = make_world(acme, is_other=True)
    caller = caller_of(bob)

    complain(
        (
            f"{call} with the {name} of another"
            for call in calls()
            for name in call.arguments[1:]
            if not caller.is_lost(call, address(call, here, **{name: ARGUMENTS[name](sibling)}))
        ),
        "The child of another parent is not found at this address: 404.",
    )


def test_malformed_and_unknown_ids_do_not_exist(here, bob, caller_of):
    caller = caller_of(bob)

    complain(
        (
            f"{call} with {name}={value[:40]!r}"
            for call in calls()
            if call.is_api
            for name in call.arguments
            if isinstance(call.route.converters[name], StringConverter)
            for value in [*MALFORMED, UNKNOWN_UUID]
            if not caller.is_lost(call, address(call, here, **{name: value}))
        ),
        "A malformed id does not exist: 404.",
    )


def test_secrets_that_nobody_made_open_nothing(here, caller_of):
    stranger = caller_of(None)

    def problem(call):
        status = stranger.send(call, address(call, here)).status_code
        return None if status in (403, 404, 405, 410) else status

    complain(
        (f"{call}: {found}" for call in calls() if SECRETS & set(call.route.converters) and (found := problem(call))),
        "A made-up token opens nothing.",
    )
