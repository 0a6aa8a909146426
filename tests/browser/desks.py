"""The desks in the hands of one test: how each is opened, answered, and what it has stored."""

from dataclasses import dataclass
from typing import Any

from annotations.models import Annotation, Draft
from reviews.models import Audit
from tests import factories
from tests.browser.workbench import NOTE, VERDICT, make_task, press, take_first
from tests.reviews.listing import list_all


@dataclass(frozen=True)
class AnnotateDesk:
    """A task of three items with a question and a remark."""

    task: Any
    draft_path = "**/draft/"
    submit_path = "**/submit/"

    def open(self, page):
        take_first(page, self.task)

    def reopen(self, page):
        page.goto(f"/annotate/{self.task.pk}/")

    def answer(self, page, digit):
        press(page, digit)

    def chosen(self, value):
        """The selector of a value that is chosen."""
        return f"input[name=q-verdict][value={value}]:checked"

    def drafted(self):
        return Draft.objects.get().answers.get("verdict")

    def stored(self):
        """The values that were submitted, oldest first."""
        return [row.judgements.get().value for row in Annotation.objects.current().order_by("pk")]

    def reasons(self):
        return [row.judgements.get().justification for row in Annotation.objects.current().order_by("pk")]


@dataclass(frozen=True)
class AuditDesk:
    """Three answers of a model to the same question, all of them `correct`."""

    task: Any
    draft_path = "**/draft/"
    submit_path = "**/decide/"

    def open(self, page):
        self.reopen(page)

    def reopen(self, page):
        first = Annotation.objects.filter(annotator__kind="llm").order_by("item__position").first()
        page.goto(f"/audit/{first.pk}/")
        page.wait_for_selector("#review .line[data-current]")

    def answer(self, page, digit):
        """An override with its reason, if it has none yet, or the acceptance of the model's value."""
        press(page, digit)
        if page.locator("#review .line[data-waiting]").count():
            press(page, "1")

    def chosen(self, value):
        return f"#card-verdict .override input[value={value}]:checked"

    def drafted(self):
        typed = Draft.objects.get().answers["verdict"]
        return "correct" if typed["verdict"] == "accept" else typed["value"]

    def stored(self):
        audits = Audit.objects.order_by("pk").select_related("own_judgement")
        return ["correct" if row.verdict == "accept" else row.own_judgement.value for row in audits]

    def reasons(self):
        return list(Audit.objects.order_by("pk").values_list("note", flat=True))


def make_desk(name, organization):
    if name == "annotate":
        return AnnotateDesk(make_task(organization, VERDICT, NOTE))
    version = factories.make_version(factories.make_dataset(organization), rows=3)
    task = factories.make_task(version)
    machine = factories.make_llm_annotator(organization, name="Kestrel judge")
    for item in task.items.order_by("position"):
        factories.make_annotation(item, machine, {"verdict": "correct"})
    list_all()
    return AuditDesk(task)
