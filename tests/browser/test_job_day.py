"""The day of a job in Chromium: found in the inbox, reviewed by two models and a person, audited, signed off."""

import json
import time

import pytest

from annotations.models import Annotation, AnnotationEvent
from evalhub import invariants
from reviews.engine.requests.actions.dispatcher import Dispatcher
from reviews.engine.runs.actions import supervisor
from reviews.jobs.actions import inbox as job_inbox
from reviews.jobs.actions import review_runs
from reviews.models import Audit, Job
from tests import factories
from tests.browser.both_themes import assert_readable_on_desk_and_phone
from tests.browser.workbench import press, saved, take_first
from tests.reviews.jobs_directories import KEYS, reviewing, written
from tests.reviews.machine import play

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_broker"),
]
SECONDS = 60
QUOTES = ("Arms were drawn by a computer before anybody was told.", "Nobody wrote this.")
MODELS = ["simulated-careful", "simulated-hasty"]
RESULTS = {
    "effect_estimate": 10.0,
    "ci_lower": 5.0,
    "ci_upper": 15.0,
    "cost_to_scale": 100.0,
    "sample_size": 480,
    "p_value": 0.003,
    "checks": {"max_smd": 0.06, "attrition": 0.04, "placebo_p": 0.61},
}
BALANCE = """# Balance

Arms were drawn by a computer before anybody was told.

| covariate | smd |
|---|---|
| age | 0.03 |
| income | 0.06 |

All standardized differences are **below 0.1**.
"""
FILES = {
    "impact_results": ("impact_results.json", "json", json.dumps(RESULTS)),
    "balance": ("diagnostics/balance.md", "markdown", BALANCE),
    "covariates": (
        "diagnostics/tables/covariates.csv",
        "csv",
        "covariate,treated,control,smd\nage,41.2,41.6,0.03\nincome,30100,30420,0.06\n",
    ),
    "run_log": ("run.log", "text", "step 1: draw arms\nstep 2: estimate the effect with robust standard errors\n"),
}


@pytest.fixture
def no_broker(monkeypatch):
    """The test itself is the worker."""
    from reviews.engine.tasks import request_due

    monkeypatch.setattr(request_due, "delay_on_commit", lambda: None)


@pytest.fixture
def inbox(settings, tmp_path, acme):
    settings.JOB_INBOX, settings.JOB_ORGANIZATION, settings.JOB_MODELS = str(tmp_path), acme.slug, MODELS
    return tmp_path


@pytest.fixture
def job(inbox, monkeypatch):
    """A directory that was dropped into the inbox, reviewed by both models as a worker does it."""
    play(monkeypatch, reviewing(quotes=QUOTES))
    drop(inbox)
    assert job_inbox.INBOX.round(lambda: job_inbox.due(now=time.time() + 60)).done == 1
    job = Job.objects.select_related("run").get()
    while Dispatcher(concurrency=4).run(SECONDS):
        supervisor.advance(job.run)
    review_runs.REVIEWS.round()
    return Job.objects.select_related("item__task", "method_task__task").get()


def drop(inbox, name="job-tutoring-7"):
    path = inbox / name
    for place, _format, text in FILES.values():
        (path / place).parent.mkdir(parents=True, exist_ok=True)
        (path / place).write_text(text)
    named = {key: {"path": place, "format": format} for key, (place, format, _text) in FILES.items()}
    (path / "manifest.json").write_text(
        json.dumps(
            {
                "model_type": "experiment",
                "evaluate_strategy": "review",
                "initiative_id": "tutoring-7",
                "files": named,
            }
        )
    )
    return path


def said_by(job, model):
    return Annotation.objects.current().get(item=job.item, annotator__model=model)


def file_in_view(page):
    return page.locator("#item .item-file-head:visible > h4").all_inner_texts()


def test_job_from_the_inbox_to_the_signed_result(page_of, alice, rita, job, inbox):
    assert job.state == "reviewed" and Annotation.objects.count() == 2
    review_as_a_person(page_of(alice), job)
    page = page_of(rita)
    audit_first_model(page, job)
    accept(said_by(job, MODELS[1]), rita)

    page.goto(f"/jobs/{job.pk}/")
    page.get_by_role("link", name="Show in text").first.click()
    page.locator("mark.evidence:target").wait_for()
    page.goto(f"/jobs/{job.pk}/")
    form = page.get_by_role("region", name="Sign off")
    form.get_by_label("Use with caution").check()
    form.locator("textarea").fill("One table is thin.")
    form.get_by_role("button", name="Sign").click()
    page.get_by_text(f"{job} signed off.").first.wait_for()

    job.refresh_from_db()
    files = written(inbox / job.name)
    review = files["review_result.json"]
    assert files["evaluate_result.json"]["report"] == review
    assert review["sign_off"]["verdict"] == "caution" and review["sign_off"]["by"] == rita.user.email
    assert list(job.result) == KEYS and job.result["confidence"] == files["evaluate_result.json"]["confidence"]
    assert job.result["initiative_id"] == "tutoring-7" and job.result["sample_size"] == 480
    assert invariants.broken() == []


def review_as_a_person(page, job):
    """On the annotator's page, by keyboard where keys are offered; evidence in a file that is not in view at first."""
    task = job.method_task.task
    take_first(page, task)
    page.wait_for_selector(".item-tree")
    assert file_in_view(page) == ["diagnostics/balance.md"]
    assert page.locator(".item-tree a").all_inner_texts() == [
        "balance.md",
        "covariates.csv",
        "impact_results.json",
        "run.log",
    ]
    page.locator(".item-tree").get_by_text("covariates.csv").click()
    assert file_in_view(page) == ["diagnostics/tables/covariates.csv"]
    assert page.locator(".item-table:visible td").first.inner_text() == "age"

    questions = page.locator("#answer fieldset[data-question]")
    for number in range(questions.count()):
        question = questions.nth(number)
        question.locator("input[inputmode=decimal]").fill("0.75")
        if question.locator("textarea").count():
            question.locator("details.reason").evaluate("one => { one.open = true; }")
            question.locator("textarea").fill("The arms look alike.")
    mark = questions.first
    mark.get_by_role("button", name="Change").click()
    mark.locator("[data-select]").click()
    assert page.evaluate("document.activeElement.dataset.field") == "input.covariates"
    press(page, "Enter", "Escape")
    assert mark.locator(".passages input:checked").count() == 1
    saved(page)
    assert_readable_on_desk_and_phone(page)
    press(page, "Control+Enter")
    page.wait_for_selector("#work[data-state=done], #work[data-announce*='submitted.']")
    own = Annotation.objects.by_people().get()
    quote = own.judgements.get(question__position=0).evidence.get()
    assert (quote.field, quote.quote, quote.match) == ("input.covariates", "covariate", "exact")
    assert set(own.judgements.values_list("number", flat=True)) == {0.75}
    assert AnnotationEvent.objects.filter(verb="submitted", item=job.item).exists()


def audit_first_model(page, job):
    """Everything accepted; quotes lead into the file that holds them."""
    said = said_by(job, MODELS[0])
    page.goto(f"/audit/{said.pk}/")
    peers = page.locator("#review .peers").first
    assert "0.75" in peers.inner_text() and "1 person" in peers.inner_text() and MODELS[1] in peers.inner_text()
    links = page.locator("[data-quote] a[href^='#e']")
    assert links.count() > 0
    press(page, "n")
    assert page.evaluate("document.activeElement.tagName") == "MARK"
    assert page.locator("#item mark:focus").is_visible()
    page.locator(".item-tree").get_by_text("impact_results.json").click()
    page.locator("#item .item-file:visible").get_by_label("Rendered").check()
    assert page.locator("#item .json-tree:visible").count() == 1
    page.locator("[data-files-mode=all]").click()
    assert len(file_in_view(page)) == 4
    page.locator("[data-files-mode=one]").click()

    accept_all(page)
    page.wait_for_url(lambda url: f"/audit/{said.pk}/" not in url)
    assert set(Audit.objects.values_list("verdict", flat=True)) == {"accept"}


def accept(annotation, member):
    """The other model's answer, accepted as the first one was by hand."""
    auditor = factories.make_annotator(member)
    for judgement in annotation.judgements.all():
        Audit.objects.create(judgement=judgement, auditor=auditor, verdict="accept")


A_SECOND_A_LOOK = """() => {
  const now = performance.now.bind(performance);
  let seconds = 0;
  performance.now = () => now() + 1000 * (seconds += 1);
}"""


def accept_all(page):
    """Every question is looked at, a second by the page's clock, and accepted; a missing quote is ticked as checked."""
    page.evaluate(A_SECOND_A_LOOK)
    lines = page.locator("#review fieldset[data-open]")
    for number in range(lines.count()):
        line = lines.nth(number)
        line.locator("[data-line]").click()
        if line.locator("input[name^=checked-]").count():
            line.locator("input[name^=checked-]").check()
    press(page, "Control+Enter")
