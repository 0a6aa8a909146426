"""The wait after failed sign-ins: it grows, it ends, and no stranger can make it somebody else's."""

import pytest
from django.db import connection

from evalhub.accounts.actions import sign_in
from evalhub.accounts.devices import Device
from evalhub.accounts.models import SignInThrottle
from evalhub.accounts.models.sign_in_throttle import Limit
from tests import factories

STRANGE = Device(id="strange", people=())
HERE, ELSEWHERE = "192.0.2.1", "198.51.100.7"


def attempt(email="alice@example.org", source=HERE, device=STRANGE):
    """A failed one; the seconds it would have had to wait, 0 when its password was looked at."""
    begun = sign_in.begin(email=email, source=source, device=device)
    if not begun.wait_seconds:
        sign_in.fail(attempt=begun)
    return begun.wait_seconds


def pass_time():
    """Let every wait that is on now be over."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_signinthrottle SET free_at = clock_timestamp()")


def test_the_wait_begins_after_five_failures_and_doubles(db):
    assert [attempt() for _ in range(5)] == [0] * 5

    waits = []
    for _ in range(12):
        waits.append(round(attempt()))
        pass_time()
        attempt()

    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]


def test_a_refused_attempt_makes_the_wait_no_longer(db):
    waits = [attempt() for _ in range(9)]

    assert waits[:5] == [0] * 5
    assert 0 < waits[-1] <= waits[5] <= 2


def test_failures_elsewhere_are_nothing_to_a_source(alice):
    for _ in range(9):
        attempt()

    assert attempt(source=ELSEWHERE) == 0


def test_the_own_browser_works_while_a_stranger_at_the_same_source_fails(alice):
    own = Device(id="own", people=(str(alice.user_id),))
    for number in range(60):
        attempt(email=f"person{number}@example.org")
        attempt()

    assert attempt() > 0
    assert attempt(device=own) == 0
    assert attempt(device=Device(id="bob's", people=("somebody else",))) > 0


def test_the_own_browser_has_to_wait_for_its_own_failures(alice):
    own = Device(id="own", people=(str(alice.user_id),))

    assert [bool(attempt(device=own)) for _ in range(6)] == [False] * 5 + [True]


def test_an_account_that_many_sources_attack_stays_open_to_the_first_attempt_of_another(alice):
    for number in range(sign_in.ATTACKED_FROM):
        assert attempt(source=f"203.0.113.{number}") == 0

    assert [bool(attempt(source=ELSEWHERE)) for _ in range(2)] == [False, True]


def test_one_source_cannot_try_one_password_on_everybody(db):
    waits = [attempt(email=f"person{number}@example.org") for number in range(40)]

    assert waits[:30] == [0] * 30
    assert all(waits[30:])


def test_success_forgets_the_failures_of_the_account_and_takes_nothing_else_off(alice):
    for number in range(3):
        attempt()
        attempt(email=f"person{number}@example.org")

    sign_in.succeed(attempt=sign_in.begin(email="alice@example.org", source=HERE, device=STRANGE))

    assert SignInThrottle.objects.failures(f"account alice@example.org source {HERE}") == 0
    assert SignInThrottle.objects.failures(f"source {HERE}") == 6


def test_what_failed_a_day_ago_counts_no_more(db):
    for _ in range(5):
        attempt()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_signinthrottle SET last_at = last_at - interval '25 h', free_at = last_at")

    assert [attempt() for _ in range(5)] == [0] * 5
    SignInThrottle.objects.update(last_at="2020-01-01T00:00Z")
    assert SignInThrottle.objects.forget_old() > 0
    assert not SignInThrottle.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_attempts_at_the_same_time_cannot_all_pass(together):
    limit = Limit(free=2, first_seconds=60, longest_seconds=60)

    waits = together(*[lambda: SignInThrottle.objects.take("account", limit) for _ in range(6)])

    assert sorted(bool(wait) for wait in waits) == [False] * 2 + [True] * 4


@pytest.mark.parametrize(
    "source, network",
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
    ],
)
def test_one_customer_is_one_source(source, network):
    assert sign_in.network_of(source) == network


def test_failures_stand_in_the_log_of_the_organizations_of_the_account(alice, rival):
    factories.make_member(rival, user=alice.user)

    attempt()
    attempt(email="nobody@example.org")

    events = factories.audit_events("sign_in.failed")
    assert {event.organization for event in events} == {alice.organization, rival}
    assert {event.actor for event in events} == {None}
    assert events[0].details == {"source": HERE, "known_device": False}
