"""A manager sets up a grading in Chromium, watches it end, reads its pairs, and has its judge calibrated."""

import pytest

from reviews.actions import gradings, supervisor
from reviews.actions.dispatch import Dispatcher
from reviews.models import GradingRun
from tests import factories
from tests.browser.both_themes import assert_readable_on_desk_and_phone
from tests.chromium import DESKTOP
from tests.reviews.actions.batch_world import serving

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True),
              pytest.mark.usefixtures("provider", "no_broker")]
SECONDS = 60
ASKED = ("Tell me how bicycle {0} is oiled.", "May town {0} be entered at night?", "What is {0} plus {0}?")


@pytest.fixture(scope="module")
def provider():
    with pytest.MonkeyPatch.context() as patch, serving(patch) as started:
        yield started


@pytest.fixture
def no_broker(monkeypatch):
    """The test itself is the worker."""
    from reviews.tasks import request_due

    monkeypatch.setattr(request_due, "delay_on_commit", lambda: None)


@pytest.fixture
def version(bob):
    rows = [{"input": {"prompt": ASKED[number % 3].format(number)}, "outputs": {}} for number in range(36)]
    return factories.make_version(factories.make_dataset(bob.organization), rows=rows)


def work(run):
    """All that is left, as workers do it."""
    for _ in range(4):
        while Dispatcher(concurrency=4).run(SECONDS):
            supervisor.advance(run)
        supervisor.advance(run)
    gradings.sweep()


def check(page):
    """Readable and accessible; back to the desk for what follows."""
    assert_readable_on_desk_and_phone(page)
    page.set_viewport_size(DESKTOP)


def set_up(page, version):
    """Fill in the form of a new grading."""
    page.get_by_role("link", name="New grading").click()
    page.locator("#id_name").fill("Cheaper?")
    page.locator("#id_version").select_option(str(version.pk))
    page.get_by_label("Kind of task").fill("support")
    page.get_by_label("Baseline").fill("simulated-careful")
    page.get_by_label("Candidates").fill("simulated-hasty\nsimulated-terse")
    page.get_by_role("radio", name="Language model with a rubric").check()
    page.get_by_label("Model of the judge").fill("simulated-careful")
    page.get_by_role("button", name="Ask the models").click()


def test_from_a_form_to_a_calibrated_judge(page_of, bob, version):
    page = page_of(bob)
    page.goto("/quality/")
    set_up(page, version)
    page.locator("#live").wait_for()

    work(GradingRun.objects.get().run)
    page.get_by_text("was never calibrated").wait_for()
    page.get_by_role("heading", name="Pairs, the lowest score first").wait_for()
    page.get_by_text("Show as table").first.click()
    check(page)
    page.locator("#candidate").select_option("simulated-terse")
    page.locator("#pairs").get_by_role("button", name="Filter").click()
    page.wait_for_url("**candidate=simulated-terse**")
    assert page.locator(".pair").count() == 20 and page.locator(".pair", has_text="simulated-hasty").count() == 0

    page.get_by_role("button", name="Calibrate").click()
    page.get_by_role("heading", name="May a judge be trusted?").wait_for()
    page.wait_for_load_state()
    assert page.get_by_role("rowheader", name="Same in both orders").first.is_visible()
