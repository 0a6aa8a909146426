"""Requests of the client: sent again when that is safe, done once, and refusals as exceptions."""

import pytest
from evalhub_client import (
    Client,
    Conflict,
    EvalHubClientError,
    InvalidRequest,
    NotAllowed,
    NotFound,
    RateLimited,
    ServerAway,
)

from annotations.models import Annotation
from datasets.models import Dataset
from tests import factories
from tests.end_to_end.clients.faults import AWAY, KILLED_AFTER, KILLED_BEFORE, LIMITED, faulty

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def proxy(live_server):
    with faulty(live_server.url) as proxy:
        yield proxy


@pytest.fixture
def client(client_of, bob, proxy):
    return client_of(bob, url=proxy.url)


def test_a_post_that_was_lost_is_sent_again_with_its_key_and_done_once(client, proxy, waits):
    for fault in (KILLED_BEFORE, KILLED_AFTER, LIMITED, AWAY):
        proxy.faults, proxy.asked = [fault], []

        made = client.datasets.create(f"After {fault}")

        assert Dataset.objects.get(name=f"After {fault}").pk == type(Dataset().pk)(made["dataset_id"])
        first, second = proxy.asked
        assert first == second and len(first[2]) == 36
    keys = {asked[2] for asked in proxy.asked}
    client.datasets.create("Another call")
    assert proxy.asked[-1][2] not in keys and len(waits) == 4


def test_the_server_says_how_long_to_wait(client, proxy, waits):
    proxy.faults, proxy.retry_after = [LIMITED, AWAY], 7

    client.me()

    assert waits == [7, 7]


def test_waits_grow_and_end(client_of, bob, proxy, waits):
    proxy.faults = [AWAY] * 9
    with pytest.raises(ServerAway, match=r"cannot answer now \(503\). Busy") as away:
        client_of(bob, url=proxy.url, retries=4).me()

    assert len(proxy.asked) == 5 and (away.value.status, away.value.code) == (503, "busy")
    assert all(0.125 * 2**n <= seconds <= 0.25 * 2**n for n, seconds in enumerate(waits)) and len(waits) == 4


def test_too_many_requests_are_told_as_such(client_of, bob, proxy, waits):
    proxy.faults = [LIMITED] * 2

    with pytest.raises(RateLimited) as limited:
        client_of(bob, url=proxy.url, retries=1).me()
    assert isinstance(limited.value, ServerAway) and limited.value.status == 429


def test_a_change_that_may_have_been_done_is_not_sent_again(client, proxy, waits, acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)), status="ACTIVE")
    proxy.faults = [KILLED_AFTER]

    with pytest.raises(ServerAway, match="cannot be reached"):
        client.tasks.pause(str(task.pk))
    task.refresh_from_db()
    assert task.status == "PAUSED" and len(proxy.asked) == 1 and waits == []

    proxy.faults = [AWAY]
    assert client.tasks.activate(str(task.pk))["status"] == "ACTIVE" and len(waits) == 1


def test_a_bulk_call_that_was_lost_stores_each_row_once(client_of, alice, acme, proxy, waits):
    version = factories.make_version(factories.make_dataset(acme), rows=[{"external_id": f"c{n}"} for n in range(3)])
    task = factories.make_task(version)
    rows = [{"external_id": f"c{n}", "verdict": "wrong"} for n in range(3)]
    proxy.faults = [KILLED_AFTER, KILLED_AFTER, AWAY]

    result = client_of(alice, url=proxy.url).submissions.push(str(task.pk), rows, labels=["verdict"])

    assert (result.created, result.existing) == (0, 3) and Annotation.objects.count() == 3
    again = client_of(alice, url=proxy.url).submissions.push(str(task.pk), rows, labels=["verdict"], refused="keep")
    assert {row["error"]["code"] for row in again.rows} == {"already_answered"}  # another key


def test_pages_that_were_lost_are_read_again(client, proxy, waits, acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=5))
    annotator = factories.make_annotator(factories.make_member(acme))
    for item in task.items.all():
        factories.make_annotation(item, annotator)
    proxy.faults = [KILLED_AFTER, "", KILLED_BEFORE, LIMITED]

    frame = client.annotations.frame(str(task.pk), limit=2)

    assert frame["item_id"].tolist() == [str(pk) for pk in task.items.order_by("pk").values_list("pk", flat=True)]


def test_refusals_carry_what_the_server_says(client_of, bob, alice, live_server, acme):
    boss = client_of(bob)
    with pytest.raises(NotAllowed) as wrong_key:
        Client(live_server.url, "eval_unknown").me()
    with pytest.raises(NotAllowed) as wrong_role:
        client_of(alice).datasets.create("Mine")
    with pytest.raises(NotFound) as unknown:
        boss.tasks.get("0192f0c1-7f3a-7c11-9d2e-3b6a5e8f1c22")
    with pytest.raises(InvalidRequest) as wrong_field:
        boss.datasets.create("Sums", colour="red")
    with pytest.raises(InvalidRequest) as wrong_filter:
        list(boss.tasks.list(colour="red"))
    with pytest.raises(Conflict) as wrong_state:
        boss.tasks.complete(str(factories.make_task(status="DRAFT", version=make_version(acme)).pk))

    problems = [each.value for each in (wrong_key, wrong_role, unknown, wrong_field, wrong_filter, wrong_state)]
    assert [(each.status, each.code) for each in problems] == [
        (401, "bad_key"),
        (403, "forbidden"),
        (404, "not_found"),
        (400, "unknown_field"),
        (400, "unknown_parameter"),
        (409, "bad_transition"),
    ]
    assert problems[3].details == {"fields": {"colour": "unknown"}}
    assert problems[3].message.startswith("Unknown field 'colour'.") and problems[3].message in str(problems[3])


def make_version(acme):
    return factories.make_version(factories.make_dataset(acme))


def test_ids_are_one_step_of_an_address(client_of, bob):
    boss = client_of(bob)
    for task in ("", "..", "a/../../v1/me", "?limit=1"):
        with pytest.raises(NotFound):
            boss.tasks.get(task)


def test_a_wrong_address_or_key_is_refused_at_once():
    for url, key in (("evalhub.example", "eval_x"), ("https://evalhub.example", "two words")):
        with pytest.raises(EvalHubClientError):
            Client(url, key)


def test_lists_are_read_page_by_page(client_of, bob, acme):
    for number in range(5):
        factories.make_dataset(acme, name=f"Dataset {number}")
        factories.make_task(factories.make_version(factories.make_dataset(acme)), name=f"Task {number}")
    boss = client_of(bob)

    assert len({row["dataset_id"] for row in boss.datasets.list(limit=3)}) == 10
    assert [row["name"] for row in boss.tasks.list(limit=2)] == [f"Task {number}" for number in (4, 3, 2, 1, 0)]


def test_me_and_members(client_of, bob, alice, acme):
    boss = client_of(bob)

    assert boss.me()["user"]["name"] == "Bob" and boss.me()["role"] == "admin"
    assert {person["name"] for person in boss.members.list()} == {"Alice", "Bob"}
