"""From an empty organization to a first agreement in Chromium, with an admin and two people, each click counted."""

import re
import time
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from annotations.agreement.tasks import agree
from annotations.models import AnnotationTask
from datasets.tasks import import_due
from tests import factories
from tests.browser.workbench import look_again, press, submitted
from tests.datasets.files import jsonl
from tests.source_tree import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

DOCUMENT = ROOT / "docs/first-hour.md"
MOST_CLICKS, LABELS = 25, 10
QUESTIONS = [{"id": f"q{n}", "question": f"What is {n} + {n}?", "answer": str(2 * n + n % 2)} for n in range(LABELS)]
# What each of them takes for correct: ten items can show that agreement is low, and never that it is high.
RULES = {"Ada": lambda number: number % 2 == 0, "Ben": lambda number: number % 3 == 0}


class Path:
    """The clicks of everybody, by the step they belong to, and the seconds that each step took."""

    def __init__(self):
        self.clicks, self.seconds, self._step = {}, {}, ""

    @contextmanager
    def step(self, name):
        self._step, begun = name, time.monotonic()
        self.clicks.setdefault(name, 0)
        yield
        self.seconds[name] = self.seconds.get(name, 0) + time.monotonic() - begun

    def click(self, page, role, name):
        page.get_by_role(role, name=name).first.click(timeout=15_000)
        self.clicks[self._step] += 1

    def rows(self):
        return [f"| {name} | {n} | {self.seconds[name]:.0f} |" for name, n in self.clicks.items()]


def check(page):
    """Do what a worker does with the file, and wait until the page has noticed."""
    page.wait_for_selector("#progress")
    import_due()
    look_again(page)
    page.wait_for_selector("#progress", state="detached")
    page.wait_for_load_state()


def test_an_empty_organization_has_a_first_agreement_within_25_clicks(bob, page_of, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(import_due, "delay_on_commit", lambda: None)
    path, page = Path(), page_of(bob)
    page.clock.install()
    links = invite(path, page)
    upload(path, page, tmp_path)
    make_task(path, page)
    for name, link in zip(RULES, links, strict=True):
        label(path, page_of(), name, link)
    with path.step("Read the agreement"):
        agree(str(AnnotationTask.objects.get().pk))  # a worker does it a few seconds after the answers
        path.click(page, "link", "Agreement")
        glance = page.locator("#glance").locator("xpath=../..")

        expect(glance).to_contain_text("low agreement")
        expect(glance).to_contain_text(re.compile(r"\d\.\d\d to \d\.\d\d.*10 items"))
        expect(glance).not_to_contain_text("Not enough data")

    table = "\n".join(path.rows())
    with capsys.disabled():
        print(f"\n{table}\n{sum(path.clicks.values())} clicks, {sum(path.seconds.values()):.0f} s")
    assert sum(path.clicks.values()) <= MOST_CLICKS
    written = re.findall(r"^\| ([A-Z][^|]+) \| (\d+) \| \d+ \|$", DOCUMENT.read_text(encoding="utf-8"), re.M)
    assert {name: int(n) for name, n in written} == path.clicks


def upload(path, page, folder):
    file = folder / "questions.jsonl"
    file.write_text(jsonl(QUESTIONS), encoding="utf-8")
    with path.step("Upload the file and publish it"):
        path.click(page, "link", re.compile(r"Start ?: Label data"))
        page.set_input_files("input[type=file]", file)
        path.clicks["Upload the file and publish it"] += 1  # on "Choose a file": its dialog is the browser's
        path.click(page, "button", "Upload and validate")
        check(page)
        path.click(page, "button", "Judge this column")
        check(page)
        path.click(page, "button", "Publish version 1")
        page.wait_for_selector("#task-form")


def make_task(path, page):
    with path.step("Make the task"):
        expect(page.locator("#preview")).to_contain_text("Is the answer correct?")
        expect(page.locator("#preview .preview-item")).to_contain_text("What is 0 + 0?")
        assert page.input_value("#id_name") == "questions"
        path.click(page, "button", "Create draft")
        path.click(page, "button", "Activate")
        page.get_by_role("button", name="Pause").wait_for()


def invite(path, page):
    """The links for both."""
    links = []
    with path.step("Invite two people"):
        page.goto("/")
        path.click(page, "link", "Invite people")
        for way, name in zip(("Invite", "Invite more people"), RULES, strict=True):
            path.click(page, "link", way)
            page.get_by_label("Email").fill(f"{name.lower()}@example.org")
            path.click(page, "button", "Create link")
            links.append(urlsplit(page.locator("pre.code").inner_text().strip()).path)
        path.click(page, "link", "Home")
    return links


def label(path, page, name, link):
    with path.step("Two people join"):
        page.goto(link)
        path.clicks["Two people join"] += 1  # on the link
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(factories.PASSWORD)
        path.click(page, "button", "Create account")
        page.wait_for_url(re.compile(r"/$"))
    with path.step("Each labels 10 items"):
        path.click(page, "button", "Start")
        page.wait_for_selector("#answer")
        page.wait_for_load_state()
        for _item in range(LABELS):
            number = int(
                re.search(r"What is (\d+) ", page.locator("#item").inner_text())[1]
            )  # in an order of their own
            press(page, "1" if RULES[name](number) else "3", "Control+Enter")
            submitted(page)
        expect(page.locator("#item-heading")).to_have_text("All done")
