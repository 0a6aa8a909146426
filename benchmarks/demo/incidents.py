"""What happened in the conversations task besides answering: a late answer, a flag, a returned item, comments."""

from annotations.models import Assignment
from annotations.queue.actions import claims, comments, leases, submissions
from evalhub.lib.errors import Conflict

LOST, ASKED, FLAGGED, REMARKED = "talk-05", "talk-13", "talk-14", "talk-16"
HANDED_OVER = "Chidi could not finish it."
FLAG_REASON = "A phone transcript: half of it seems to be missing."
RETURN_NOTE = "Please mark the passages again: the guideline asks for the shortest one that has to go."
QUESTION = "@{reviewer} The tool returned no timetable, and the assistant made a date up. Not true, or a promise?"
REPLY = "Not true: no tool said so. I add it to the guideline as an example."
REMARK = "The first answer is short, and still I find it rude. How do others see it?"


def hand_out(task, amara, bela, admin):
    """Put the items that are talked about into the right hands; Béla flags hers."""
    items = named_items(task)
    for name, annotator in ((ASKED, amara), (REMARKED, bela), (FLAGGED, bela)):
        leases.assign(task=task, item_id=items[name].pk, annotator=annotator, by=admin.user)
    leases.skip(task=task, item_id=items[FLAGGED].pk, annotator=bela, reason=FLAG_REASON, flag=True)


def lose_lease(task, loser, others, admin):
    """Somebody opens the item LOST and leaves it; it is handed to the others. Returns the Lease that is lost."""
    leases.assign(task=task, item_id=named_items(task)[LOST].pk, annotator=loser, by=admin.user)
    lease = claims.claim(task=task, annotator=loser)
    leases.release_held(assignment=Assignment.objects.get(pk=lease.assignment_id), by=admin.user)
    for annotator in others:
        leases.assign(task=task, item_id=lease.item_id, annotator=annotator, note=HANDED_OVER, by=admin.user)
    return lease


def hand_in_late(task, annotator, item_id, submission):
    """An answer on a lost lease, when others have filled the item: it is refused and kept as late."""
    try:
        submissions.submit(item_id=item_id, task=task, annotator=annotator, submission=submission)
    except Conflict as refused:
        if refused.code != "slot_taken":
            raise


def return_one(task, annotator, admin):
    """Give the annotator's first answer back to them with a note."""
    first = annotator.assignments.filter(task=task, state="submitted").order_by("pk").first()
    leases.give_back(task=task, item_id=first.item_id, annotator=annotator, note=RETURN_NOTE, by=admin.user)


def talk(task, amara, bela, reviewer):
    """Amara asks the reviewer by name and is answered; Béla's remark still waits. All three are Memberships."""
    items = named_items(task)
    question = QUESTION.format(reviewer=reviewer.user.email.split("@")[0])
    asked = comments.say(item=items[ASKED], text=question, by=amara)
    comments.say(item=items[ASKED], text=REPLY, answers=asked.comment, by=reviewer)
    comments.say(item=items[REMARKED], text=REMARK, by=bela)


def named_items(task):
    """{external id: TaskItem} with their task and case."""
    return {item.test_case.external_id: item for item in task.items.select_related("test_case", "task")}
