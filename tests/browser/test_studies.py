"""A study in Chromium, from an empty window to its verdicts, against the simulated provider over HTTP."""

import csv

import pytest

from experiments.models import EvidenceWindow, Study
from reviews.actions import supervisor
from reviews.actions.dispatch import Dispatcher
from reviews.judges.exchange import LLMCall
from reviews.llm.client import complete
from reviews.tasks import request_due
from tests.browser.both_themes import assert_accessible_in_both, assert_readable_on_desk_and_phone
from tests.chromium import DESKTOP
from tests.reviews.actions.machine import make_due
from tests.reviews.simulated.provider import running

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TEXTS = ["Two newspapers were closed.", "A journalists' union met the minister.", "The weather was mild."]


@pytest.fixture(autouse=True)
def provider(monkeypatch):
    """Nobody listens to the queue: the test itself does what workers do. Asked once, since a first call is slow."""
    monkeypatch.setattr(request_due, "delay_on_commit", lambda: None)
    for name in ("OPENAI_API_KEY", "OPENAI_API_BASE", "ANTHROPIC_API_KEY", "ANTHROPIC_API_BASE"):
        monkeypatch.delenv(name, raising=False)
    with running(seed=3) as started:
        monkeypatch.setenv("EVALHUB_SIMULATED_URL", started.url)
        complete(LLMCall("simulated-careful", ({"role": "user", "content": "Hello"},)))
        yield started


@pytest.fixture
def evidence_file(tmp_path):
    path = tmp_path / "evidence.csv"
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["title", "raw_content"])
        writer.writerows([f"Report {place}", text] for place, text in enumerate(TEXTS, 1))
    return path


def tick(study):
    """What the supervisor and a worker do in a moment; whether the run goes on."""
    supervisor.advance(study.run)
    study.run.refresh_from_db()
    if study.run.status in ("completed", "error", "stopped"):
        return False
    make_due(study.run)
    Dispatcher(concurrency=4).run(seconds=30)
    return True


def make_window(page, path):
    """By hand over the pages; the window's page is open then, its file imported."""
    page.goto("/studies/")
    page.get_by_role("link", name="Make a window").click()
    page.get_by_label("Name").fill("Spring in Freedonia")
    page.get_by_label("Concept").fill("press freedom under pressure")
    page.get_by_label("First day").fill("2025-03-01")
    page.get_by_role("button", name="Make the window").click()
    page.get_by_text("No evidence yet").wait_for()
    page.get_by_label("File", exact=True).set_input_files(path)
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_text("3 texts are added.").wait_for()


def set_up(page):
    """A study of the window whose page is open, refused once and then started."""
    page.get_by_role("link", name="New study").click()
    page.get_by_role("button", name="Set up the study").click()
    page.get_by_text("Nothing was saved yet.").wait_for()
    assert_accessible_in_both(page)
    page.get_by_label("Name", exact=True).fill("First look")
    page.get_by_label("Models that write rubrics").fill("simulated-careful\nanthropic/simulated-careful")
    page.get_by_label("Scorers read the evidence").select_option("cleaned")
    page.get_by_label("A score names").select_option("subset")
    page.get_by_role("button", name="Set up the study").click()
    page.get_by_role("heading", name="First look").wait_for()


def test_from_a_window_to_verdicts(bob, page_of, evidence_file):
    page = page_of(bob)
    make_window(page, evidence_file)
    set_up(page)
    study = Study.objects.select_related("run").get()
    address = f"/studies/{study.pk}/"
    page.get_by_text("No scores yet").wait_for()
    while not study.samples.filter(rubric__isnull=False).exists():
        assert tick(study)
    while tick(study):
        pass
    assert study.run.status == "completed", study.run.status_reason

    page.wait_for_selector("#live[hx-trigger]", state="detached")  # it has looked again by itself
    assert page.get_by_text("Linear pool", exact=True).count() == 2
    assert_readable_on_desk_and_phone(page)
    page.set_viewport_size(DESKTOP)
    page.get_by_role("link", name="Rubrics", exact=True).click()
    page.wait_for_url("**/rubrics/**")
    assert page.get_by_role("heading", name="Rubric 1").count() == 2
    assert page.get_by_text("Observability").count() == 2
    assert_readable_on_desk_and_phone(page)
    page.set_viewport_size(DESKTOP)
    page.get_by_role("link", name="Verdicts", exact=True).click()
    page.wait_for_url("**/verdicts/**")
    assert page.locator(".verdicts tbody td a").count() == 6
    assert page.locator(".strip svg").count() == 2
    assert_readable_on_desk_and_phone(page)

    page.goto(address)
    page.set_viewport_size(DESKTOP)
    page.get_by_role("link", name="Clone").click()
    assert page.get_by_label("Name", exact=True).input_value() == "First look, again"
    page.goto(f"/studies/windows/{EvidenceWindow.objects.get().pk}/evidence/1/")
    assert page.locator(".view-text").count() == 2
