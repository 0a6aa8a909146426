"""A day of an annotator in Chromium, by keys: nothing typed is lost or doubled, whatever breaks in between."""

import pytest
from django.db import transaction

from annotations.models import Annotation, Assignment
from annotations.queue.actions import leases
from evalhub.invariants import broken
from tests import factories
from tests.chromium import intercept
from tests.end_to_end.hands import QUESTIONS, Hands, case, form_of
from tests.end_to_end.web_process import page_of, web

__all__ = ["web"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.django_db(transaction=True),
]
KINDS = list(QUESTIONS)
LONG_AGO = "2020-01-01T00:00:00Z"


@pytest.fixture
def page(browser, web, alice):
    with page_of(browser, web, alice) as page:
        yield page


def make_task(organization, *kinds, rows):
    version = factories.make_version(factories.make_dataset(organization), rows=[case() for _ in range(rows)])
    task = factories.make_task(version, schema=form_of(*kinds), required=1, compared_outputs=["model-b"])
    for item in task.items.all():
        item.outputs = list(item.test_case.outputs.order_by("id").values_list("pk", flat=True))
        item.save(update_fields=["outputs"])
    return task


def begin(page, task):
    """The first item, taken by keys; texts are shown as they are stored, so that passages can be marked at once."""
    page.goto(f"/annotate/{task.pk}/?view=source")
    page.wait_for_selector("#work button:focus")
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer")
    return Hands(page)


def stored(task):
    """{item: answers}; every item has exactly one current annotation, and no other was ever written."""
    annotations = Annotation.objects.filter(task=task).order_by("item__position")
    assert [found.item.position for found in annotations] == list(range(task.total_items))
    assert not any(found.superseded_at or found.withdrawn_at or found.revision > 1 for found in annotations)
    return {found.item_id: dict(found.judgements.values_list("question__key", "value")) for found in annotations}


def saved(page):
    page.wait_for_selector('#save[data-state="saved"]')


def test_a_day_on_which_everything_breaks(page, web, acme):
    """One form with a question of every label type, and an item for each disturbance."""
    task = make_task(acme, *KINDS, rows=len(DISTURBANCES))
    hands, given = begin(page, task), {}

    for number, disturbed in enumerate(DISTURBANCES):
        item = hands.item_id()
        hands = disturbed(hands, web, number)
        given[item] = hands.taken()

    assert stored(task) == given
    assert all(set(answers) == set(KINDS) for answers in given.values())
    assert broken() == []


def network_is_cut(hands, web, number):
    """Half of the form is answered offline, and the submission waits here until the network is back."""
    page, context = hands.page, hands.page.context
    hands.answer(number, *KINDS[:4])
    context.set_offline(True)
    hands.answer(number, *KINDS[4:])
    page.wait_for_selector('#save[data-state="offline"]')
    lease = page.locator("#answer").get_attribute("data-lease")
    hands.submit()
    page.wait_for_selector("#outbox", state="visible")

    context.set_offline(False)
    page.wait_for_selector("#outbox", state="hidden")
    hands.sign = f"#answer:not([data-lease='{lease}'])"
    return hands


def second_tab_takes_over(hands, web, number):
    """What the first tab holds comes along, sent or not; the day goes on in the second tab."""
    first = hands.page
    hands.answer(number, *KINDS[:5])
    tab = first.context.new_page()
    tab.goto(first.url)
    tab.wait_for_selector("#alerts [data-take-over]")
    tab.locator("#alerts [data-take-over]").focus()
    tab.keyboard.press("Enter")
    tab.wait_for_selector("#work[data-announce*='Continuing here']")
    first.wait_for_selector("#alerts >> text=This item was taken over in another tab")

    there = Hands(tab)
    there.given = hands.given
    there.answer(number, *KINDS[5:])
    first.close()
    there.submit()
    return there


def lease_runs_out(hands, web, number):
    """The lease ends, and the sweep frees the place, between the last answer and the submission."""
    hands.answer(number, *KINDS)
    saved(hands.page)
    held = Assignment.objects.get(state="leased")
    with transaction.atomic():  # so that no heartbeat of the page comes between the two
        Assignment.objects.filter(pk=held.pk).update(lease_until=LONG_AGO)
        leases.LEASES.round()
    held.refresh_from_db()
    assert held.state != "leased"
    hands.submit()
    return hands


def page_is_closed_while_the_server_is_dead(hands, web, number):
    """Handed in in vain, only this browser holds the answers; they come back with the page."""
    page, address = hands.page, hands.page.url
    web.kill()
    hands.answer(number, *KINDS)
    hands.submit()
    page.wait_for_selector("#alerts [data-retry]")
    assert not Annotation.objects.filter(item=hands.item_id()).exists()
    page.goto("about:blank")

    web.start()
    page.goto(address)
    page.wait_for_selector("#answer [data-passages] q", state="attached")
    hands.submit()
    return hands


def acknowledgement_is_lost(hands, web, number):
    """The server has stored the answer, the browser does not know, and sends it again."""
    page, answers = hands.page, []

    def lose(route):
        answers.append(route.fetch())
        route.abort()

    intercept(page, "**/submit/", lose, times=1)
    hands.answer(number, *KINDS)
    hands.submit()
    page.wait_for_selector("#alerts [data-retry]")
    assert answers[0].status == 200 and Annotation.objects.filter(item=hands.item_id()).count() == 1

    hands.submit()
    return hands


def server_dies_over_a_submission(hands, web, number):
    """Killed at the moment of handing in: whether it was stored or not, it is there once in the end."""
    hands.answer(number, *KINDS)
    intercept(hands.page, "**/submit/", lambda route: (web.kill(), route.continue_()), times=1)
    hands.submit()
    hands.page.wait_for_selector("#alerts [data-retry]")

    web.start()
    hands.submit()
    return hands


DISTURBANCES = [
    network_is_cut,
    second_tab_takes_over,
    lease_runs_out,
    page_is_closed_while_the_server_is_dead,
    acknowledgement_is_lost,
    server_dies_over_a_submission,
]
