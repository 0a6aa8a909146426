"""What people say to each other about an item, whom they mean by it, and who may read it when."""

import re
from dataclasses import dataclass

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from annotations.queue.actions import exposure, notifications
from annotations.queue.models import Annotation, Assignment, Comment
from annotations.queue.models.assignment import SLOT_STATES
from evalhub.accounts.models import Membership
from evalhub.lib.errors import Conflict, Forbidden, InvalidInput, NotFound

LONGEST = 4000
MOST_MENTIONS = 20
MOST_SHOWN = 200
# A name that follows @: letters, digits, . _ + - and, for a whole address, a second @. None inside of an address.
MENTION = re.compile(r"(?<![\w@.+-])@([\w.+-]+(?:@[\w.-]+)?)")


@dataclass(frozen=True)
class CommentAccess:
    """What a member may do with the comments on an item. is_hidden: others' comments wait for the own answer."""

    may_see: bool
    may_say: bool
    may_resolve: bool
    is_hidden: bool


@dataclass(frozen=True)
class Thread:
    """A first comment with its replies, oldest first; `may_resolve` whether the reader may close or open it again."""

    first: Comment
    replies: tuple
    may_resolve: bool


@dataclass(frozen=True)
class Box:
    """The comments on an item for one reader: open threads, closed ones, and how many more there are.

    hidden: others' comments that the reader will see after their own answer, only told as yes or no.
    """

    threads: tuple
    resolved: tuple
    access: CommentAccess
    hidden: bool
    is_cut: bool


@dataclass(frozen=True)
class PostedComment:
    """A new comment. notified: the Users who were. unreached: names after @ that nobody who may read it has."""

    comment: Comment
    notified: tuple
    unreached: tuple


def access(*, item, membership):
    """The CommentAccess of a member; two statements at most. The item comes with its task.

    Whoever may read tasks may see comments; an annotator once they had the item. In a blind task others' comments
    wait until the own answer stands, for annotators and for everybody who holds the item: a comment may tell it.
    """
    is_reader, may_annotate = membership.may("read"), membership.may("annotate")
    own = Assignment.objects.filter(item=item, annotator__user=membership.user_id, annotator__kind="human")
    states = set(own.values_list("state", flat=True)) if may_annotate else set()
    answered = (
        may_annotate
        and Annotation.objects.current()
        .filter(item=item, annotator__user=membership.user_id, annotator__kind="human")
        .exclude(origin="audit")
        .exists()
    )
    may_see = is_reader or bool(states) or answered
    is_held = bool(states & set(SLOT_STATES))
    return CommentAccess(
        may_see=may_see,
        may_say=may_see and may_annotate,
        may_resolve=membership.may("manage"),
        is_hidden=item.task.blind_mode and not answered and (is_held or not is_reader),
    )


def box(*, item, membership):
    """The Box of an item for a member, who has read it from then on. Raises NotFound for who may not see it.

    Three statements, a fourth where others have commented; the first time it writes that they were shown.
    """
    allowed = _allowed(item, membership)
    rows = Comment.objects.filter(item=item).select_related("author").order_by("created_at", "pk")
    hidden = False
    if allowed.is_hidden:
        rows = rows.filter(author=membership.user_id)
        hidden = Comment.objects.filter(item=item).exclude(author=membership.user_id).exists()
    loaded = list(rows[: MOST_SHOWN + 1])
    if any(row.author_id != membership.user_id for row in loaded):
        exposure.note_comments(item=item, by=membership)
    threads = _threads(loaded[:MOST_SHOWN], allowed, membership)
    return Box(
        threads=tuple(thread for thread in threads if thread.first.resolved_at is None),
        resolved=tuple(thread for thread in threads if thread.first.resolved_at is not None),
        access=allowed,
        hidden=hidden,
        is_cut=len(loaded) > MOST_SHOWN,
    )


def count_open(*, item_id, user_id, is_hidden):
    """How many open threads an item has, for a reader from whom others' are hidden or not; one statement."""
    threads = Comment.objects.filter(item=item_id, answers=None, resolved_at=None)
    return (threads.filter(author=user_id) if is_hidden else threads).count()


def context(item, membership):
    """What `annotations/queue/comments.html` needs to show the comments on an item."""
    return {"item": item, "box": box(item=item, membership=membership)}


@transaction.atomic
def say(*, item, text, answers=None, by):
    """Write a comment on an item, by a Membership: PostedComment. `answers` is the Comment that it replies to.

    Members named by @name or @address are told, and so is who began the thread; only those who may see the item.
    Raises NotFound, Forbidden (`may_not_say`), InvalidInput (`text_missing`, `text_too_long`) and Conflict
    (`other_thread`).
    """
    allowed = _allowed(item, by)
    if not allowed.may_say:
        raise Forbidden(_("Your role can read comments but not write them."), code="may_not_say")
    text = text.strip()
    check(text)
    first = _first(item, answers, allowed, by)
    comment = Comment.objects.create(
        organization_id=by.organization_id, task_id=item.task_id, item=item, answers=first, author=by.user, text=text
    )
    # The names after @ in order, each once, without the full stop of a sentence.
    found = [name.rstrip(".-").casefold() for name in MENTION.findall(text)]
    names = list(dict.fromkeys(name for name in found if name))[:MOST_MENTIONS]
    audience = _audience(item) if names or first else []
    meant, unreached = _meant(names, audience)
    replied = [user for user in audience if first and user.pk == first.author_id and user not in meant]
    notifications.tell(users=meant, verb="mentioned", item=item, comment=comment, by=by.user)
    notifications.tell(users=replied, verb="replied", item=item, comment=comment, by=by.user)
    notified = tuple(user for user in [*meant, *replied] if user.pk != by.user_id)
    return PostedComment(comment=comment, notified=notified, unreached=unreached)


@transaction.atomic
def resolve(*, comment, is_resolved=True, by):
    """Close a thread, or open it again, by the Membership who began it or an admin. Safe to repeat."""
    allowed = _allowed(comment.item, by)
    first = comment.answers or comment
    is_own = first.author_id == by.user_id
    if allowed.is_hidden and not is_own:
        raise NotFound(_("Comment not found."))
    if not (allowed.may_say and (allowed.may_resolve or is_own)):
        raise Forbidden(_("Only the author of a thread or an admin can resolve it."), code="may_not_resolve")
    Comment.objects.filter(pk=first.pk, resolved_at__isnull=is_resolved).update(
        resolved_at=Now() if is_resolved else None
    )
    return Comment.objects.get(pk=first.pk)


def _allowed(item, membership):
    allowed = access(item=item, membership=membership)
    if not allowed.may_see:
        raise NotFound(_("You have not worked on this item."))
    return allowed


def check(text):
    if not text:
        raise InvalidInput(_("The comment is empty."), code="text_missing")
    if len(text) > LONGEST:
        problem = _("The comment has %(met)s characters. Valid: at most %(most)s.") % {
            "met": len(text),
            "most": LONGEST,
        }
        raise InvalidInput(problem, code="text_too_long")


def _first(item, answers, allowed, by):
    """The comment that began the thread which `answers` belongs to; replies stay one level deep."""
    if answers is None:
        return None
    if answers.item_id != item.pk:
        raise Conflict(_("This comment belongs to another item. Reload the page."), code="other_thread")
    first = answers.answers or answers
    if allowed.is_hidden and first.author_id != by.user_id:
        raise NotFound(_("Comment not found."))
    return first


def _threads(rows, allowed, membership):
    """Threads in order; a reply whose first comment is not among the rows stands for itself."""
    shown = {row.pk for row in rows}
    replies = {}
    for row in rows:
        if row.answers_id in shown:
            replies.setdefault(row.answers_id, []).append(row)
    return [
        Thread(
            first=row,
            replies=tuple(replies.get(row.pk, ())),
            may_resolve=row.answers_id is None
            and allowed.may_say
            and (allowed.may_resolve or row.author_id == membership.user_id),
        )
        for row in rows
        if row.answers_id not in shown
    ]


def _audience(item):
    """Users who may see the comments on an item: readers, and annotators who had it; one statement."""
    members = Membership.objects.filter(organization=item.task.organization_id, user__is_active=True)
    had = set(Assignment.objects.filter(item=item).values_list("annotator__user", flat=True))
    had |= set(Annotation.objects.current().by_people().filter(item=item).values_list("annotator__user", flat=True))
    return [row.user for row in members.select_related("user") if row.may("read") or row.user_id in had]


def _meant(names, audience):
    """(Users, names that mean nobody or several) for names after @: an address, its first part, or a name unspaced."""
    users, unreached = [], []
    for name in names:
        found = [user for user in audience if name in _handles(user)]
        if len(found) == 1 and found[0] not in users:
            users.append(found[0])
        elif len(found) != 1:
            unreached.append(name)
    return users, tuple(unreached)


def _handles(user):
    email = user.email.casefold()
    return {email, email.split("@")[0], "".join(user.name.split()).casefold()}
