"""Every page of annotation tasks in both themes and at both widths, with long words and markup where people write."""

import pytest

from annotations.agreement.actions import snapshots
from annotations.exports.actions import jobs
from annotations.models import ExportJob
from annotations.queue.actions import comments
from evalhub.accounts.models import SavedView
from evalhub.lib.reasons import WORKER_CRASH
from tests import factories
from tests.access_world import make_world
from tests.annotations.disputed import decide, item_of, make_disputed
from tests.annotations.panel import answer_all, make_panel
from tests.browser.every_content import make_item
from tests.browser.every_label import make_labels_task
from tests.browser.sweep import address, sweep, unvisited

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HOSTILE = "<script>document.title = 'stolen'</script> שלום " + "longword" * 40
PLAIN = (
    "metric_list",
    "metric_detail",
    "task_list",
    "bulk_list",
    "bulk_operation",
    "task_questions",
    "task_guideline",
    "task_edit",
    "task_form",
    "import_list",
    "import_detail",
    "task_people",
    "task_truth",
    "task_leases",
    "task_lease",
    "notification_list",
    "person",
    "adjudicate_list",
    "my_work",
    "annotate",
    "preferences_change",
    "item_skip",
    "item_flag",
    "history",
)
# Visited with more in them than one of everything.
RICH = (
    "task_create",
    "task_detail",
    "task_items",
    "bulk_preview",
    "task_item",
    "task_agreement",
    "adjudication_list",
    "adjudicate",
    "export_list",
    "comment_list",
)
STARTS = ("rag", "spans")


@pytest.fixture
def world(acme, bob):
    return make_world(acme, member=bob)


def test_every_page_is_visited(world, bob, client_of):
    visited = {f"annotations:{name}" for name in PLAIN + RICH}

    assert list(unvisited(client_of(bob), world, "annotations", visited=visited)) == []


def test_one_of_each(page_of, bob, world):
    page = page_of(bob)

    sweep(page, [address(f"annotations:{name}", world) for name in PLAIN])
    sweep(page, [f"/tasks/new/?start={start}&version={world.version.pk}" for start in STARTS])


def test_items_with_hostile_words(page_of, bob, alice, acme):
    rows = [{"external_id": f"case-{number}"} for number in range(3)] + [
        {"external_id": "longid" * 30, "input": {"question": HOSTILE}}
    ]
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows))
    first, *_others, last = task.items.order_by("position")
    factories.make_annotation(first, factories.make_annotator(alice), flagged=True, flag_reason="Cut off")
    factories.make_lease(last, factories.make_annotator(alice))
    comments.say(item=last, text=HOSTILE, by=bob)
    kept = {"organization": acme, "user": bob.user, "list_key": "items", "scope": str(task.pk)}
    view = SavedView.objects.create(**kept, name=HOSTILE[:80], query="x=1")
    page = page_of(bob)

    sweep(
        page,
        [
            f"/tasks/{task.pk}/items/{path}"
            for path in (
                "",
                "bulk/?verb=release&all=1",
                "bulk/?verb=assign&all=1",
                f"{last.pk}/",
                f"{last.pk}/comments/",
            )
        ],
    )
    # A view of a filter that is not valid any more.
    sweep(page, [f"/tasks/{task.pk}/items/?x=1&view={view.pk}"], status=422)
    assert "stolen" not in page.title()


def test_agreement_adjudication_and_exports(page_of, bob, acme):
    panel = make_panel(acme, rows=12, name="Are they right?")
    answer_all(panel)
    snapshots.compute(task=panel)
    decided = make_disputed(acme)
    decide(decided, bob)
    for name in ("JSON", "PARQUET", "CSV_LONG", "LABEL_STUDIO"):
        jobs.request(task=panel, kind="annotations", format=name, by=bob.user)
    jobs.run_next()
    for job, state in zip(ExportJob.objects.filter(state="waiting"), ("failed", "running", "waiting"), strict=False):
        ExportJob.objects.filter(pk=job.pk).update(
            state=state, last_error=WORKER_CRASH(), lease_until="2100-01-01T00:00Z" if state == "running" else None
        )
    way = f"/tasks/{decided.pk}/adjudication/{item_of(decided).pk}/"

    sweep(
        page_of(bob),
        [
            "/",
            f"/tasks/{panel.pk}/",
            f"/tasks/{panel.pk}/agreement/",
            way,
            f"{way}?revise=1",
            f"/tasks/{panel.pk}/adjudication/?question=verdict&label=0&other=1&state=all",
            "/exports/",
        ],
    )


def test_the_desk_with_every_kind_of_content_and_question(page_of, alice, acme):
    task = make_labels_task(acme)
    factories.make_lease(task.items.first(), factories.make_annotator(alice))
    item = make_item(acme, alice)

    sweep(
        page_of(alice),
        [f"/annotate/{task.pk}/", f"/annotate/{item.task_id}/?view=rendered", f"/annotate/{item.task_id}/?view=source"],
    )
