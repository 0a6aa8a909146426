"""The screens that `make screenshots` takes: whose page, which address, and what is opened on it."""

import re
from dataclasses import dataclass

from evalhub.demo.annotation_tasks import COMPARISONS, CONVERSATIONS, SUPPORT
from evalhub.demo.people import ADMIN, AMARA, BELA, CHIDI, REVIEWER, VIEWER, DemoPerson

STRANGER = DemoPerson(email="zoe@demo.example", name="Zoë Strange", role="admin")
NEWCOMER = DemoPerson(email="eve@demo.example", name="Eve Empty", role="admin")
OLD_LABELS = b"id,who,verdict\ncase-001,Ada,correct\ncase-002,Ada,rather not\n"
EMPTY = (  # pages that a new organization has nothing on; "" is Home
    "",
    "datasets",
    "tasks",
    "metrics",
    "annotate",
    "adjudicate",
    "audit",
    "exports",
    "imports",
    "people",
    "runs",
    "costs",
    "jobs",
    "studies",
    "benchmarks",
    "experiments",
    "gates",
    "quality",
)
TABS = (
    "items",
    "people",
    "leases",
    "agreement",
    "adjudication",
    "questions",
    "guideline",
    "settings",
    "form",
    "models",
)


@dataclass(frozen=True)
class Screen:
    """`person` None is a stranger. `opens` is the dialog that is opened; `starts` takes an item where none is open;
    `wrong_file` is a field for a file that is sent with one that cannot be used."""

    person: DemoPerson | None
    path: str
    opens: str = ""
    starts: bool = False
    wrong_file: str = ""


def fixed():
    """{name: Screen} of the pages with an address of their own."""
    return (
        {
            "sign-in": Screen(None, "/accounts/login/"),
            "password-reset": Screen(None, "/accounts/password/reset/"),
            "password-reset-used": Screen(None, "/accounts/password/reset/x/y/"),
            "password-change": Screen(ADMIN, "/accounts/password/change/"),
            "dashboard-admin": Screen(ADMIN, "/"),
            "dashboard-annotator": Screen(AMARA, "/"),
            "dashboard-viewer": Screen(VIEWER, "/"),
            "start": Screen(ADMIN, "/start/"),
            "datasets": Screen(ADMIN, "/datasets/"),
            "dataset-new": Screen(ADMIN, "/datasets/new/"),
            "tasks": Screen(ADMIN, "/tasks/"),
            "metrics": Screen(ADMIN, "/metrics/"),
            "metrics-ready": Screen(ADMIN, "/metrics/ready/"),
            "builder": Screen(ADMIN, "/tasks/new/"),
            "builder-safety": Screen(ADMIN, "/tasks/new/?start=safety"),
            "my-work": Screen(AMARA, "/annotate/"),
            "notifications": Screen(REVIEWER, "/notifications/"),
            "adjudicate-tasks": Screen(REVIEWER, "/adjudicate/"),
            "audit-list": Screen(REVIEWER, "/audit/"),
            "audit-all": Screen(REVIEWER, "/audit/?why=sample&state=all"),
            "audit-waiting": Screen(REVIEWER, "/audit/waiting/"),
            "exports": Screen(ADMIN, "/exports/"),
            "imports": Screen(ADMIN, "/imports/"),
            "people": Screen(ADMIN, "/people/"),
            "teams": Screen(ADMIN, "/people/teams/"),
            "api-keys": Screen(ADMIN, "/api-keys/"),
            "organization-settings": Screen(ADMIN, "/organization/"),
            "provider-keys": Screen(ADMIN, "/organization/keys/"),
            "webhooks": Screen(ADMIN, "/webhooks/"),
            "webhook-new": Screen(ADMIN, "/webhooks/new/"),
            "webhook-requests": Screen(ADMIN, "/webhooks/requests/"),
            "audit-log": Screen(ADMIN, "/audit-log/"),
            "audit-log-none": Screen(ADMIN, "/audit-log/?action=budget"),
            "runs": Screen(ADMIN, "/runs/"),
            "costs": Screen(ADMIN, "/costs/"),
            "costs-year-by-task": Screen(ADMIN, "/costs/?period=12m&by=task"),
            "ledger": Screen(ADMIN, "/ledger/"),
            "providers": Screen(ADMIN, "/providers/"),
            "operations": Screen(ADMIN, "/operations/"),
            "rate-limits": Screen(ADMIN, "/rate-limits/"),
            "rate-limits-new": Screen(ADMIN, "/rate-limits/new/"),
            "jobs": Screen(ADMIN, "/jobs/"),
            "job-new": Screen(ADMIN, "/jobs/new/"),
            "job-new-error": Screen(ADMIN, "/jobs/new/", wrong_file="#upload_file"),
            "methods": Screen(ADMIN, "/methods/"),
            "prompt-library": Screen(ADMIN, "/prompts/"),
            "prompt-knowledge": Screen(ADMIN, "/prompts/method_knowledge/experiment/"),
            "prompt-method": Screen(ADMIN, "/prompts/method_prompt/experiment/"),
            "prompt-judge": Screen(ADMIN, "/prompts/judge/questions/"),
            "prompt-source": Screen(ADMIN, "/prompts/judge/questions/?view=source"),
            "prompt-draft": Screen(ADMIN, "/prompts/judge/questions/draft/"),
            "prompt-diff": Screen(ADMIN, "/prompts/judge/questions/diff/"),
            "prompt-preview": Screen(ADMIN, "/prompts/judge/questions/preview/"),
            "prompt-trial": Screen(ADMIN, "/prompts/judge/questions/trial/"),
            "prompt-dry-run": Screen(ADMIN, "/prompts/judge/questions/dry-run/"),
            "quality": Screen(ADMIN, "/quality/"),
            "gradings": Screen(ADMIN, "/quality/gradings/"),
            "grading-new": Screen(ADMIN, "/quality/gradings/new/"),
            "calibrations": Screen(ADMIN, "/quality/calibration/"),
            "judges": Screen(ADMIN, "/quality/judges/"),
            "observations": Screen(ADMIN, "/quality/observations/"),
            "prompts": Screen(ADMIN, "/quality/prompts/"),
            "settings": Screen(AMARA, "/settings/"),
            "design": Screen(ADMIN, "/design/"),
            "not-found": Screen(ADMIN, "/nowhere/"),
            "no-permission": Screen(AMARA, "/people/"),
        }
        | of_evaluate()
        | {f"empty-{name or 'dashboard'}": Screen(NEWCOMER, f"/{name}/".replace("//", "/")) for name in EMPTY}
    )


def of_evaluate():
    """{name: Screen} of the pages of evaluations, gates, studies and benchmarks with an address of their own."""
    return {
        "evaluations": Screen(ADMIN, "/evaluations/"),
        "evaluation-new": Screen(ADMIN, "/evaluations/new/"),
        "experiments": Screen(ADMIN, "/experiments/"),
        "experiment-history": Screen(ADMIN, "/experiments/history/"),
        "experiment-planner": Screen(ADMIN, "/experiments/planner/?effect=0.08&share=0.4&label_usd=0.25"),
        "experiment-new": Screen(ADMIN, "/experiments/new/"),
        "experiment-new-traffic": Screen(ADMIN, "/experiments/new/traffic/"),
        "experiment-new-bandit": Screen(ADMIN, "/experiments/new/bandit/"),
        "evaluation-trends": Screen(ADMIN, "/evaluations/trends/"),
        "gates": Screen(ADMIN, "/gates/"),
        "gate-new": Screen(ADMIN, "/gates/new/"),
        "studies": Screen(ADMIN, "/studies/"),
        "study-new": Screen(ADMIN, "/studies/new/"),
        "windows": Screen(ADMIN, "/studies/windows/"),
        "window-new": Screen(ADMIN, "/studies/windows/new/"),
        "benchmarks": Screen(ADMIN, "/benchmarks/"),
        "benchmark-suite-new": Screen(ADMIN, "/benchmarks/suites/new/"),
        "benchmark-log-new": Screen(ADMIN, "/benchmarks/logs/new/"),
        "benchmark-runs": Screen(ADMIN, "/benchmarks/runs/"),
    }


def of_webhooks(page, url):
    """{name: Screen} of the demo's webhook and of what was sent there first."""
    (webhook, *_others) = links(page, url, "/webhooks/").values()
    return {
        "webhook": Screen(ADMIN, webhook),
        "webhook-settings": Screen(ADMIN, f"{webhook}settings/"),
        "webhook-delivery": Screen(ADMIN, first(page, url, webhook, r"/deliveries/\d+/$")),
    }


def of_tasks(page, url):
    """{name: Screen} of the three demo tasks, by one of their admin's pages."""
    tasks = links(page, url, "/tasks/")
    support, talks, pairs = (tasks[demo.settings["name"]] for demo in (SUPPORT, CONVERSATIONS, COMPARISONS))
    found = {"task": Screen(ADMIN, support)} | {f"task-{tab}": Screen(ADMIN, f"{support}{tab}/") for tab in TABS}
    for name, task in (("talks", talks), ("pairs", pairs)):
        found[f"{name}"] = Screen(ADMIN, task)
        found |= {f"{name}-{tab}": Screen(ADMIN, f"{task}{tab}/") for tab in TABS[:6]}
        found |= at_the_desk(name, BELA, task)
    found |= at_the_desk("annotate", AMARA, support, "skip", "flag", "keys", "history")
    found |= {
        "annotate-returned": Screen(CHIDI, desk(talks), starts=True),
        "history": Screen(CHIDI, f"{desk(talks)}history/"),
        "talks-item": Screen(ADMIN, item_page(page, url, talks, "talk-13")),
        "pairs-item": Screen(ADMIN, item_page(page, url, pairs, "pair-13")),
        "adjudicate": Screen(ADMIN, first(page, url, f"{support}adjudication/", r"/adjudication/\d+/$")),
        "talks-adjudicate": Screen(ADMIN, first(page, url, f"{talks}adjudication/", r"/adjudication/\d+/$")),
        "pairs-adjudicate": Screen(ADMIN, first(page, url, f"{pairs}adjudication/", r"/adjudication/\d+/$")),
        "lease": Screen(ADMIN, first(page, url, f"{talks}leases/", r"/leases/\d+/$")),
    }
    found |= of_beginnings(page, url, support, pairs)
    return {name: screen for name, screen in found.items() if screen.path}


def of_beginnings(page, url, task, other):
    """{name: Screen} of what an admin begins there: a form's next version, a view, a bulk operation, an import."""
    page.goto(f"{url}{task}form/")
    page.locator("[name$='-title']").first.fill("Is the answer right and complete?")
    review = sent(page, "main [value=save]")
    page.goto(f"{url}{task}items/?state=disagreeing")
    page.click(".list-views details.menu > summary")
    page.fill("#view-name", "Answers differ")
    narrowed = sent(page, ".list-views [value=save]")
    preview = f"{other}items/bulk/?all=1&verb=prioritize"
    page.goto(url + preview)
    page.fill("#priority", "2")
    sent(page, "main .bulk-form .primary")
    operation = sent(page, "main [formaction]")
    page.goto(f"{url}{task}models/")
    page.fill("#id_model", "simulated-hasty")
    trial = sent(page, "#add-model [value=trial]")
    page.goto(f"{url}/imports/")
    page.set_input_files("#file", {"name": "old-labels.csv", "mimeType": "text/csv", "buffer": OLD_LABELS})
    brought = sent(page, "main [data-upload] .primary")
    paths = {
        "form-review": review,
        "model-trial": trial,
        "items-view": narrowed,
        "bulk-preview": preview,
        "bulk-operation": operation,
        "bulk-operations": f"{other}items/operations/",
        "import": brought,
    }
    return {name: Screen(ADMIN, path.removeprefix(url)) for name, path in paths.items()}


def sent(page, button):
    """Press a button that sends a form; the address of the page that answers."""
    with page.expect_navigation():
        page.click(button)
    return page.url


def of_data(page, url):
    """{name: Screen} of one dataset with its version and cases."""
    dataset = links(page, url, "/datasets/")[SUPPORT.dataset]
    version = first(page, url, dataset, r"/versions/\d+/$")
    return {
        "dataset": Screen(ADMIN, dataset),
        "upload": Screen(ADMIN, f"{dataset}upload/"),
        "version": Screen(ADMIN, version),
        "cases": Screen(ADMIN, f"{version}cases/"),
        "case": Screen(ADMIN, f"{version}cases/3/"),
    }


def of_audits(page, url):
    """{name: Screen} of an audit by one of the reviewer's pages; the blind one only where chance drew an answer."""
    found = {"audit": first(page, url, "/audit/?state=all", r"/audit/\d+/")}
    found["audit-blind"] = first(page, url, "/audit/?why=sample&state=all", r"/audit/\d+/")
    return {name: Screen(REVIEWER, path) for name, path in found.items() if path}


def of_jobs(page, url):
    """{name: Screen} of a job in each state that the data has, and of the report of one that was signed off."""
    found = {
        f"job-{state}": first(page, url, f"/jobs/?state={state}", r"/jobs/[0-9a-f-]{36}/$")
        for state in ("reviewing", "reviewed", "failed", "signed_off")
    }
    ended = found["job-signed_off"] or found["job-reviewed"]
    found["job-report"] = f"{ended}report/" if ended else None
    return {name: Screen(ADMIN, path) for name, path in found.items() if path}


def of_runs(page, url):
    """{name: Screen} of the demo's study, its window and run, a suite, an evaluation, and one request."""
    study = first(page, url, "/studies/", r"/studies/[0-9a-f-]{36}/$")
    window = first(page, url, "/studies/windows/", r"/studies/windows/[0-9a-f-]{36}/$")
    run = first(page, url, study, r"/runs/[0-9a-f-]{36}/$") if study else None
    found = (
        {
            "study": study,
            "study-rubrics": f"{study}rubrics/",
            "study-verdicts": f"{study}verdicts/",
            "study-scorers": f"{study}scorers/",
            "study-clone": f"{study}clone/",
        }
        if study
        else {}
    )
    suite = first(page, url, "/benchmarks/", r"/benchmarks/suites/[0-9a-f-]{36}/$")
    if suite:
        found |= {"benchmark-suite": suite, "benchmark-tasks": f"{suite}tasks/", "benchmark-run-new": f"{suite}run/"}
        found["benchmark-run"] = first(page, url, "/benchmarks/runs/", r"/benchmarks/runs/[0-9a-f-]{36}/$")
    if window:
        found |= {
            "window": window,
            "evidence": f"{window}evidence/1/",
            "evidence-add": f"{window}add/",
            "evidence-import": f"{window}import/",
        }
    if run:
        found |= {"run": run, "run-requests": f"{run}requests/", "attempts": "/ledger/attempts/"}
        found["request"] = first(page, url, f"{run}requests/", r"/ledger/\d+/$")
    evaluation = first(page, url, "/evaluations/?q=support", r"/evaluations/[0-9a-f-]{36}/$")
    if evaluation:
        results = f"{evaluation}results/"
        found |= {"evaluation": evaluation, "results": results, "result-send": f"{evaluation}send/?all=1"}
        found["result"] = first(page, url, results, r"/results/\d+/$")
    found["judge"] = first(page, url, "/quality/judges/", r"/judges/[0-9a-f-]{36}/$")
    found["grading"] = first(page, url, "/quality/gradings/", r"/gradings/[0-9a-f-]{36}/$")
    return {name: Screen(ADMIN, path) for name, path in found.items() if path}


def of_job_desks(page, url):
    """{name: Screen} of the workbenches with a job's files: its audit, and the desk where people review it."""
    tasks = (path for name, path in links(page, url, "/tasks/").items() if name.startswith("Result reviews"))
    reviewed = first(page, url, "/jobs/?state=reviewed", r"/jobs/[0-9a-f-]{36}/$")
    audit = first(page, url, reviewed, r"/audit/\d+/$") if reviewed else None
    found = {"audit-job": Screen(REVIEWER, audit)} if audit else {}
    return found | (at_the_desk("annotate-job", CHIDI, task) if (task := next(tasks, None)) else {})


def of_strange(pages):
    """{name: Screen} of tests.strange_content.StrangePages."""
    cases = {f"strange-case-{row}": Screen(STRANGER, f"{pages.version}cases/{row}/") for row in (0, 1, 2, 3, 5, 6)}
    tabs = {f"strange-{tab}": Screen(STRANGER, f"{pages.task}{tab}/") for tab in TABS[:9]}
    return (
        cases
        | tabs
        | at_the_desk("strange", STRANGER, pages.task, "keys")
        | {
            "strange-dashboard": Screen(STRANGER, "/"),
            "strange-datasets": Screen(STRANGER, "/datasets/"),
            "strange-dataset": Screen(STRANGER, pages.dataset),
            "strange-version": Screen(STRANGER, pages.version),
            "strange-cases": Screen(STRANGER, f"{pages.version}cases/"),
            "strange-tasks": Screen(STRANGER, "/tasks/"),
            "strange-task": Screen(STRANGER, pages.task),
            "strange-list": Screen(STRANGER, "/annotate/"),
            "strange-exports": Screen(STRANGER, "/exports/"),
        }
    )


def at_the_desk(name, person, task, *dialogs):
    """{name: Screen} of a person's page of a task in both views, and with each of these dialogs."""
    found = {f"{name}-desk": Screen(person, f"{desk(task)}?view=rendered", starts=True)}
    found |= {f"{name}-{dialog}": Screen(person, desk(task), opens=dialog, starts=True) for dialog in dialogs}
    return found | {f"{name}-source": Screen(person, f"{desk(task)}?view=source", starts=True)}


def desk(task):
    return task.replace("/tasks/", "/annotate/")


def links(page, url, path):
    """{words: address} of the rows of a list."""
    page.goto(url + path)
    return {link.inner_text().strip(): link.get_attribute("href") for link in page.locator("a.row-link").all()}


def first(page, url, path, pattern):
    """The first address on a page that matches, None without one."""
    page.goto(url + path)
    found = (link.get_attribute("href") for link in page.locator("main a[href]").all())
    return next((href for href in found if re.search(pattern, href)), None)


def item_page(page, url, task, case):
    return first(page, url, f"{task}items/?search={case}", r"/items/\d+/$")
