"""The audit and adjudicate desks in Chromium while their server process is killed: nothing typed is lost or doubled."""

from dataclasses import dataclass
from typing import Any

import pytest

from annotations.models import Draft, GroundTruth
from evalhub.invariants import broken
from tests.annotations.disputed import item_of, make_disputed
from tests.browser.desks import make_desk
from tests.browser.workbench import press, saved
from tests.chromium import intercept
from tests.end_to_end.web_process import page_of, web
from tests.live import until

__all__ = ["web"]

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.django_db(transaction=True)]
NOTE = "Line 12 says so."


@dataclass(frozen=True)
class AdjudicateDesk:
    """One item on whose verdict three people differ."""

    task: Any
    submit_path = "**/publish/"

    def reopen(self, page):
        page.goto(f"/tasks/{self.task.pk}/adjudication/{item_of(self.task).pk}/")
        page.wait_for_selector("#card-verdict")

    def answer(self, page, digit):
        press(page, digit, "2")  # the value and its cause

    def chosen(self, value):
        return f"#card-verdict input[value={value}]:checked"

    def stored(self):
        return list(GroundTruth.objects.adjudicated().filter(question__key="verdict").values_list("value", flat=True))

    def reasons(self):
        decided = GroundTruth.objects.adjudicated().filter(question__key="verdict")
        return [row.details["note"] for row in decided]


@pytest.mark.parametrize("name", ["audit", "adjudicate"])
def test_what_was_decided_outlives_the_server(name, browser, web, acme, rita):
    desk = make_desk(name, acme) if name == "audit" else AdjudicateDesk(make_disputed(acme))
    before = {found.name for found in broken()}  # people's answers were made without their leases
    with page_of(browser, web, rita) as page:
        desk.reopen(page)
        desk.answer(page, "3")
        saved(page)
        web.kill()
        press(page, "r")
        page.keyboard.type(NOTE)  # only this browser has it
        press(page, "Escape")
        page.wait_for_selector("#save:text('Not saved, retrying')")
        page.goto("about:blank")

        web.start()
        desk.reopen(page)
        page.wait_for_selector(desk.chosen("wrong"), state="attached")
        assert page.input_value("#note-verdict") == NOTE
        saved(page)
        intercept(page, desk.submit_path, lambda route: (web.kill(), route.continue_()), times=1)
        press(page, "Control+Enter")
        page.wait_for_selector("#alerts [data-retry]")
        web.start()

        until(lambda: desk.stored() == ["wrong"], "the decision, sent again by itself")
        until(lambda: not Draft.objects.exists(), "end of the draft")
        assert desk.reasons() == [NOTE]
    assert {found.name for found in broken()} <= before
