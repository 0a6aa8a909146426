"""What the reviewer and the admin of the demo do once people and a model have answered: they decide by the true
judgements, test the model, and keep what they need."""

from annotations.consensus.actions import adjudication, adjudication_queue, adjudication_sheet
from annotations.exports.actions import jobs as exports
from annotations.models import Annotation
from annotations.tasks.actions import annotators
from evalhub.accounts.actions import saved_views, teams
from reviews.audits.actions import blind_modes, decisions
from reviews.engine.limits.actions import rate_limits
from reviews.quality.actions import judged_labels, people_tests

ADJUDICATED, AUDITED = 6, 12  # audited each time
DIFFERING = adjudication_queue.Filters(state="differing")
NOTE = "Checked against the help article."
MONTHLY_USD = "25"


def adjudicate(*, task, latent, by):
    """Decide the items on which people differ most, by a Membership, but those that this person has answered."""
    decided, due = 0, None
    while decided < ADJUDICATED:
        due = adjudication_queue.next_due(task=task, filters=DIFFERING, beside=due)
        item = task.items.select_related("task", "test_case").get(pk=due)
        if item.annotations.filter(annotator__user=by.user).exists():
            continue
        decided += 1
        sheet = adjudication_sheet.columns(item=item, adjudicator=by.user)
        truth = latent[item.test_case.external_id]
        values = {key: adjudication.Decision(value=value, note=NOTE) for key, value in truth.items()}
        adjudication.publish(item=item, decisions=values, seen=sheet.seen, by=by)


def audit(*, task, judge, part, latent, by):
    """Accept or correct the verdicts of a model, by a Membership, but those that are audited blind.

    `part` counts the times: each takes the next answers.
    """
    auditor = annotators.of_member(by)
    said = Annotation.objects.current().filter(task=task, annotator=judge).select_related("item__test_case")
    for annotation in said.order_by("pk")[part * AUDITED : (part + 1) * AUDITED]:
        if blind_modes.view_of(annotation, auditor).hidden:
            continue
        truth = latent[annotation.item.test_case.external_id]["verdict"]
        is_right = annotation.judgements.get(question__key="verdict").value == truth
        decision = (
            decisions.Decision("accept", without_quote=True)
            if is_right
            else decisions.Decision("override", value=truth, reason_code="wrong_value", note=NOTE)
        )
        decisions.decide(annotation=annotation, decisions={"verdict": decision}, auditor=auditor, task=task)


def administer(*, task, judge, people, by):
    """A test of the model against people, the ground truth as a file, a team, a budget and a view, by a Membership."""
    verdict = next(each for each in judged_labels.criteria_of(judge) if each.question.key == "verdict")
    people_tests.order(annotator=judge, criterion=verdict, by=by.user)
    exports.request(task=task, format="CSV", by=by.user)
    teams.create(organization=by.organization, name="Support answers", members=people, by=by.user)
    rate_limits.set_monthly_budget(organization=by.organization, monthly_usd=MONTHLY_USD, by=by.user)
    query = "label=verdict=incorrect"
    saved_views.save(list_key="items", scope=str(task.pk), name="Judged incorrect", query=query, shared=True, by=by)
