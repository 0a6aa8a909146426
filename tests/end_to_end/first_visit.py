"""What the admin of an empty organization does in the browser, from the first sign-in to a first export."""

import csv
import re
from dataclasses import dataclass
from typing import Any

from tests.browser.workbench import press
from tests.chromium import DESKTOP

QUESTIONS = 8
PATIENCE_MS = 120_000
ANSWERS = "id,question,output\n" + "".join(
    f"c{n},What is {n} plus 2?,{n} plus 2 is {n + 2 if n % 3 else n + 1}.\n" for n in range(QUESTIONS)
)


@dataclass
class Visit:
    """A page of the running product, with the steps of the visit in their order; each ends where the next begins."""

    page: Any

    def sign_in(self, email, password):
        self.page.goto("/accounts/login/")
        self.page.get_by_label("Email").fill(email)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.get_by_role("heading", name="What do you want to do?").wait_for()

    def bring_a_file(self):
        file = {"name": "answers.csv", "mimeType": "text/csv", "buffer": ANSWERS.encode()}
        self.page.set_input_files("main input[type=file]", file)
        self.page.get_by_role("button", name="Upload and validate").click()
        self.page.get_by_role("button", name="Publish version 1").click()
        self.page.get_by_role("link", name="New annotation task").click()

    def make_a_task(self, name):
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_role("button", name="Create draft").click()
        self.page.get_by_role("button", name="Activate").click()
        self.page.get_by_role("link", name="Annotate").last.wait_for()
        self.task = self.page.url

    def ask_a_model(self):
        self.page.goto(f"{self.task}models/")
        self.page.get_by_role("button", name="Try on 3 items").click()
        self.page.get_by_text("3 of 3 valid").wait_for()
        self.page.get_by_role("button", name="Start", exact=True).click()
        self.page.wait_for_url("**/models/")

    def label_everything(self):
        self.page.get_by_role("link", name="Annotate").last.click()
        self.page.wait_for_selector("#work button:focus")
        press(self.page, "Enter")
        self.page.wait_for_selector("#answer")
        for number in range(QUESTIONS):
            before = self.page.locator("#item-heading").inner_text()
            press(self.page, "1" if number % 3 else "3", "Control+Enter")
            self.page.wait_for_selector(f"#item-heading:not(:text-is('{before}'))")
        self.page.get_by_text(f"You have answered {QUESTIONS} of {QUESTIONS} items.").wait_for()

    def agreement(self):
        """The first figure of agreement, in the words of the page."""
        self.page.goto(f"{self.task}agreement/")
        figure = re.compile(r"alpha \S+ on [0-9]+ shared items")
        return self._comes(lambda: self.page.get_by_text(figure).first, "agreement").inner_text()

    def audit_an_answer(self):
        self.page.goto("/audit/")
        self._comes(lambda: self.page.get_by_role("link", name="Start auditing"), "answer to audit").click()
        self.page.wait_for_selector("#review .line[data-current]")
        press(self.page, "2")
        for key in ("1", "m"):  # the reason of an override; the value is right although a quote was not found
            if self.page.locator("#submit[data-waiting]").count():
                press(self.page, key)
        before = self.page.url
        press(self.page, "Enter")
        self.page.wait_for_url(lambda address: address != before)

    def export(self):
        """The rows of the first export, a list of texts."""
        self.page.goto("/exports/")
        self.page.locator("main select[name=kind]").select_option("annotations")
        self.page.get_by_role("button", name="Export", exact=True).click()
        link = self._comes(lambda: self.page.locator("#list").get_by_role("link", name="Download", exact=True), "file")
        with self.page.expect_download() as download:
            link.click()
        with open(download.value.path(), newline="") as file:
            return list(csv.DictReader(file))

    def _comes(self, find, what):
        """What a worker makes: the page is read again until it is there."""
        for _try in range(200):
            if find().count():
                return find()
            self.page.reload()
        raise AssertionError(f"No {what} on {self.page.url}")


def visit(browser, url):
    """A Visit of the product at `url`, in a context that the caller closes."""
    context = browser.new_context(base_url=url, viewport=DESKTOP)
    context.set_default_timeout(PATIENCE_MS)
    return Visit(context.new_page())
