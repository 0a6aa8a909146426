"""A prompt comparison in Chromium from the form to the decision: two simulated judges, people, and every number."""

import html
import re
from types import SimpleNamespace

import pytest
from django.urls import reverse

from annotations.models import Annotation
from experiments.evaluations.tasks import evaluation_due
from experiments.models import Evaluation, Experiment
from experiments.trials.actions import label_requests
from reviews.engine.requests.actions.dispatcher import Dispatcher
from reviews.engine.runs.actions import supervisor
from reviews.engine.tasks import request_due
from tests import factories
from tests.browser.workbench import press
from tests.demo.provider.provider import running
from tests.experiments import recomputed as words

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
CASES, LABELLED, BY_KEYS, MARGIN = 300, 60, 6, 0.2
JUDGES = ("simulated-careful", "simulated-hasty")
NAMES = ("Terse prompt", "Full prompt")
SECONDS = 120


@pytest.fixture
def version(acme, monkeypatch):
    """Sums that the full prompt gets right more often, and shows how; now and then it says nothing to the point.

    People are asked about the same ones each time.
    """
    rows = [
        {
            "input": {"prompt": f"{n + 2} parcels and {3 * n + 5} parcels arrive. How many parcels are that?"},
            "outputs": {NAMES[0]: f"{4 * n + 7 + (n % 3 == 0)} parcels.", NAMES[1]: full(n)},
        }
        for n in range(CASES)
    ]
    monkeypatch.setattr(label_requests, "secrets", SimpleNamespace(randbelow=lambda most: 7))
    return factories.make_version(factories.make_dataset(acme, name="Parcels"), rows=rows)


def full(n):
    if n % 11 == 3:
        return "Well, somewhere between few items or lots, without guarantee."
    return f"{n + 2} parcels and {3 * n + 5} parcels arrive, that are {4 * n + 7 + (n % 7 == 0)} parcels."


def value_of(text):
    """The key of a person's answer to an item of which the page shows this text."""
    first, second = map(int, re.search(r"(\d+) parcels and (\d+) parcels", text).groups())
    if "without guarantee" in text:
        return "2"
    return str(2 + 2 * bool(re.search(rf"\b{first + second} parcels", text)) + ("that are" in text))


@pytest.fixture
def woken(monkeypatch):
    """The wishes for a worker, whose part the test itself plays."""
    found = []
    monkeypatch.setattr(evaluation_due, "delay_on_commit", lambda: found.append(True))
    monkeypatch.setattr(request_due, "delay", lambda: None)
    return found


@pytest.fixture
def provider(monkeypatch):
    with running() as started:
        monkeypatch.setenv("EVALHUB_SIMULATED_URL", started.url)
        yield started


def work():
    """What the workers do until every evaluation has ended: steps, calls to the judges, and what follows from them."""
    while Evaluation.objects.exclude(state__in=("done", "failed", "cancelled")).exists():
        Evaluation.objects.filter(state="waiting").update(next_attempt_at=None)
        evaluation_due()
        Dispatcher(concurrency=8).run(SECONDS)
        supervisor.RUNS.rounds(seconds=SECONDS)


def plan(page):
    page.goto(reverse("experiments:experiment_list"))
    page.get_by_role("link", name="New experiment").first.click()
    page.locator("[name=name]").fill("Which prompt is better")
    page.get_by_label("Type").select_option(label="Prompt comparison")
    page.get_by_label("Dataset", exact=True).select_option(index=1)
    for place, name in enumerate(NAMES, 1):
        for part in ("name", "output"):
            page.locator(f"[name=variant_{place}_{part}]").fill(name)
    page.get_by_label("Primary metric").select_option("correctness")
    page.get_by_label("Whose scores count").first.select_option("corrected")
    page.locator("[name=guardrail_1_metric]").select_option("faithfulness")
    page.locator("[name=guardrail_1_margin]").fill("0.2")
    for judge in JUDGES:
        page.get_by_label(judge).check()
    page.get_by_label("Planned pairs").fill(str(LABELLED))
    page.get_by_role("button", name="Create draft").click()
    page.get_by_text("This is a draft").wait_for()


def label(person, task_url):
    """A person answers by keys at first, then by what the keys send, so that the test stays short."""
    task = task_url.rstrip("/").rpartition("/")[2]
    person.goto(f"/annotate/{task}/")
    person.wait_for_selector("#work button:focus")
    press(person, "Enter")
    person.wait_for_selector("#answer")
    for _ in range(BY_KEYS):
        before = person.locator("#item-heading").inner_text()
        press(person, value_of(person.locator("#item").inner_text()), "Control+Enter")
        person.wait_for_selector(f"#item-heading:not(:text-is('{before}'))")
    page, token = person.content(), None
    while 'id="answer"' in page:
        form = page[page.index('id="answer"') :]
        token = token or re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
        sent = {
            name: re.search(rf'name="{name}" value="([^"]*)"', form)[1]
            for name in ("lease_token", "submission_id", "schema_version")
        }
        item = re.sub(r"<[^>]+>", " ", page[page.index('id="item"') : page.index('id="answer"')])
        path = re.search(r'hx-post="([^"]+/submit/)"', form)[1]
        headers = {"HX-Request": "true", "X-CSRFToken": token, "Referer": person.url}
        answer = person.request.post(
            path, form=sent | {"q-correctness": value_of(html.unescape(item))}, headers=headers
        )
        assert answer.ok, (answer.status, answer.text()[:3000])
        page = answer.text()


SECTIONS = """() => {
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches('.tick, code, script, style, .menu-list')) return '';
    return ' ' + [...node.childNodes].map(read).join('') + ' ';
  };
  const main = document.querySelector('main').cloneNode(true), found = {};
  for (const part of main.querySelectorAll('[aria-labelledby], .card')) {
    const id = part.getAttribute('aria-labelledby') ?? part.querySelector('h2')?.id;
    if (!part.matches('section, .card') || !id) continue;
    found[id] = read(part).replace(/\\s+/g, ' ').trim();
    part.remove();
  }
  found[''] = read(main).replace(/\\s+/g, ' ').trim();
  return found;
}"""


def phrases(found, names, looks):
    """{section: what its numbers are said in}, all of it recomputed from the stored rows."""
    control, treatment = names
    correct, faithful = "How correct is the answer?", "How faithful is the answer to its sources?"
    mean, limit, planned = found.primary, found.guardrail, found.planned
    every, one, value, n = mean.every_look(planned), mean.one_look, words.signed(mean.value), mean.n
    belief, (lost, kept), (bound, p) = mean.posterior(), found.losses(), found.bound
    better = words.probability(belief.sf(0))
    pairs = {correct: words.outcomes(found.label_gaps), faithful: words.outcomes(found.guardrail_gaps)}
    said = f"n {n}: {value} (95 % CI {words.between(every)}); for one look alone n {n}: {value} (95 % CI"
    gain = words.signed(limit.value)
    return {
        "verdict": [
            f"Ship {treatment}: {correct} is better by {words.written(mean.value)} than {control}.",
            f"difference {value}, 95 % interval {words.between(every)}, from {n} pairs, {words.p_text(every[2])}",
        ],
        "sequence": [
            f"After 1 look the difference is {value}, 95 % interval {words.between(every)}.",
            f"safe at every look {said} {words.between(one)}).",
            f"It excludes zero from n = {n} on.",
            f"planned {planned}",
            f"n {n} {value} 95 % CI {words.between(every)} {value} 95 % CI {words.between(one)} {n}",
        ],
        "health": [f"{found.machines.n} cases were answered", f"{n} were measured; at least 30 are needed."],
        "metrics": [
            f"{correct} · Primary {value} {words.between(every)}, {words.p_text(every[2])}, n {n}",
            f"{faithful} · Guardrail {gain} {words.between(limit.every_look(planned))}, n {limit.n}",
            f"are worth about {found.worth} labels alone",
        ],
        "guardrails": [
            "1 of 1 guardrails are shown to hold.",
            f"{faithful} · margin −{MARGIN} {gain} at least {words.signed(bound)}, {words.p_text(p)}",
        ],
        "outcomes": [
            f"{correct}: better in {{}}, equal in {{}}, worse in {{}} of {n} cases".format(*pairs[correct]),
            *(f"{name} {' '.join(map(str, counts))} {sum(counts)}" for name, counts in pairs.items()),
            *(
                f"{name}: {count} ({words.share(count, sum(counts))})"
                for counts in pairs.values()
                for name, count in zip(("better", "equal", "worse"), counts, strict=True)
                if count
            ),
        ],
        "posterior": [
            f"The probability that {treatment} is better is {better}; mean gain {value}.",
            f"95 %: {words.between(belief.interval(0.95))}",
            f"mean gain {value} 95 % credible interval {words.between(belief.interval(0.95))}",
            f"Expected loss if {treatment} ships {words.loss(lost)}",
            f"Expected loss if the control stays {words.loss(kept)}",
        ],
        "what-if": [" ".join(filter(None, (title, *row))) for title, row in found.what_if().items()],
        "": ["version 1", f"Looks {looks}"],
    }


def check_numbers(sections, expected):
    """Each section says what is expected of it, and no number besides."""
    numbers = re.compile(r"(?<!\w)[+−]?\d+(?:,\d{3})*(?:\.\d+)?(?: %)?")
    for section, phrased in expected.items():
        for phrase in phrased:
            assert phrase in sections[section], f"{section}: {phrase}"
    found = {(name, number) for name, text in sections.items() for number in numbers.findall(text)}
    known = {(name, number) for name, texts in expected.items() for text in texts for number in numbers.findall(text)}
    assert sorted(found - known) == []


def check_stored(look, found):
    """Figures of the look that only the API shows."""
    results = {each["metric"]["key"]: each for each in look.figures["results"]}
    for key, gaps in (("correctness", found.label_gaps), ("faithfulness", found.guardrail_gaps)):
        assert results[key]["effect_size"]["value"] == pytest.approx(gaps.mean() / gaps.std(ddof=1))
        low, high, p = (found.primary if key == "correctness" else found.guardrail).one_look
        stored = results[key]["difference"]
        assert (stored["low"], stored["high"], stored["p"]) == pytest.approx((low, high, p))


def test_from_the_form_to_the_decision(page_of, bob, alice, version, woken, provider):
    page = page_of(bob)
    plan(page)
    page.get_by_role("button", name="Start").click()
    page.get_by_role("heading", name="Scores come in").wait_for()
    assert woken == [True]
    work()
    page.get_by_role("heading", name="Ask people next").wait_for()
    page.locator("#next-step").get_by_role("link", name="Ask people").click()
    page.locator("form").get_by_role("button", name="Ask people").click()
    page.wait_for_url("**/tasks/*/")
    label(page_of(alice), page.url)
    assert Annotation.objects.by_people().count() == 2 * LABELLED

    page.reload()
    page.get_by_role("link", name="Results of the experiment").click()
    page.get_by_role("heading", name="How the verdict would change").wait_for()
    experiment = Experiment.objects.get()
    found = words.Recomputed.of(experiment, "correctness", "faithfulness", MARGIN)
    sections, looks = page.evaluate(SECTIONS), experiment.looks.count()
    check_numbers(sections, phrases(found, NAMES, looks))
    check_stored(experiment.looks.get(number=looks), found)

    page.get_by_role("link", name="Conclude").last.click()
    page.get_by_label("Notes").fill("Right more often, and it shows how.")
    page.get_by_role("button", name="Conclude experiment").click()
    page.get_by_role("heading", name="Decision record").wait_for()
    page.get_by_role("heading", name="How the verdict would change").wait_for()
    decided = page.evaluate(SECTIONS)
    assert "Right more often, and it shows how." in decided["decision"] and f"Ship {NAMES[1]}" in decided["decision"]
    check_numbers(decided, phrases(found, NAMES, looks) | {"decision": [f"Look {looks}, with {found.primary.n} pairs"]})
    experiment.refresh_from_db()
    assert (experiment.status, experiment.winner.name, experiment.conclusion.number) == ("CONCLUDED", NAMES[1], looks)
