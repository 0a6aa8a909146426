"""The critic beside an audited answer in Chromium: read with objections folded out, missing, and hidden."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from annotations.models import AnnotationTask
from tests.browser.audited import make_judged_task, said_by_model
from tests.browser.both_themes import assert_readable_on_desk_and_phone
from tests.reviews import criticism

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "The source gives another sum in its second paragraph. " * 12


@pytest.fixture
def said(acme, alice):
    return said_by_model(make_judged_task(acme, alice))[0]


@pytest.fixture
def audit(page_of, rita, said):
    """audit() is rita's page of the answer."""

    def open_it():
        page = page_of(rita)
        page.goto(reverse("reviews:audit_item", args=[said.pk]))
        return page

    return open_it


def test_critic_that_disagrees(audit, said):
    criticism.make_critique(said, 0.31, objections=LONG)
    page = audit()
    critic = page.locator("#critic")

    assert_readable_on_desk_and_phone(page)
    page.get_by_role("link", name="Context").click()
    expect(critic.get_by_role("progressbar", name="Expert agreement")).to_be_visible()
    expect(critic).to_contain_text("An expert would agree with probability .31")
    expect(critic.get_by_text("Disagrees")).to_be_visible()
    critic.get_by_text("The rest of the objections").click()
    assert critic.locator(".review-text").last.is_visible()


def test_critic_is_missing_or_awaited(audit, said):
    request = criticism.make_request(said)
    page = audit()
    expect(page.locator("#critic")).to_contain_text("Waiting")

    type(request).objects.filter(pk=request.pk).update(state="failed", error_class="refused")
    page.reload()

    expect(page.locator("#critic")).to_contain_text("Critic missing")
    expect(page.locator("#critic")).to_contain_text("refused to answer")
    assert_readable_on_desk_and_phone(page)


def test_hidden_critic_is_not_even_in_the_source(audit, said):
    criticism.make_critique(said, 0.31)
    AnnotationTask.objects.update(audit_risk_mode="critic_hidden")

    page = audit()

    expect(page.locator("#critic")).to_contain_text("Hidden until you have decided")
    assert criticism.OBJECTIONS not in page.content() and ".31" not in page.content()
