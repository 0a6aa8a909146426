"""More of an item than its page holds at once: the rest of a long text, and what differs between two answers."""

from django.core.cache import cache
from django.http import Http404
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from redis import RedisError

from annotations import content
from annotations.content import panes, word_diff
from annotations.queue.models import Assignment
from annotations.tasks.actions import item_content
from annotations.tasks.models import TaskItem
from evalhub.accounts.access import MEMBER, requires
from evalhub.lib.errors import Conflict, InvalidInput

PAGE = "annotations/content/page.html"
DIFF_SECONDS = 86_400
MODES = ("off", "inline", "side")


@requires(MEMBER)
@require_safe
def item_text(request, item_id):
    """One text of an item from `at` on; htmx gets the part alone, in place of the link."""
    item = _readable(request, item_id)
    view = _view(request)
    field, at = request.GET.get("field", ""), request.GET.get("at", "")
    if not field:
        raise InvalidInput("Which text? Valid: its name as `field`, for example output or input.question.")
    part = panes.part(item_content.content_of(item), field, at=at, view=view)
    context = {"part": part, "content": part.content, "item": item, "at": at}
    return render(request, part.more if request.htmx else PAGE, context)


@requires(MEMBER)
@require_safe
def item_diff(request, item_id):
    """The answers of an item in the reader's order, or what differs between the first two of them."""
    item = _readable(request, item_id)
    mode = request.GET.get("mode", "inline")
    if mode not in MODES:
        raise InvalidInput(f"There is no mode {mode[:40]!r}. Valid: {', '.join(MODES)}.")
    shown = item_content.content_of(item)
    if len(shown.outputs) < 2:
        raise Conflict(_("This item does not have two answers to compare."), code="one_answer")
    view = _view(request)
    seed = _own(request, item.pk).order_by("pk").values_list("display_seed", flat=True).last() or 0
    context = {"item": item, "mode": mode, "pane": content.pane(shown, view=view, seed=seed)}
    if mode != "off":
        texts = [shown.outputs[index].text for index in content.display_order(len(shown.outputs), seed)[:2]]
        # Which pieces differ is kept for a day under a digest of both texts; the cache may be gone.
        key = f"word_diff:{word_diff.digest(*texts)}"
        try:
            steps = cache.get(key)
            if steps is None:
                steps = word_diff.steps(*texts)
                cache.set(key, steps, DIFF_SECONDS)
        except (RedisError, OSError):
            steps = word_diff.steps(*texts)
        context["diff"] = word_diff.apply(steps, *texts)
    return render(request, "annotations/content/answers.html" if request.htmx else PAGE, context)


def _view(request):
    view = request.GET.get("view", "rendered")
    if view not in content.VIEWS:
        raise InvalidInput(f"There is no view {view[:40]!r}. Valid: {', '.join(content.VIEWS)}.")
    return view


def _readable(request, item_id):
    """The TaskItem, for who may read everything and for who was handed it; 404 for everybody else."""
    found = TaskItem.objects.filter(pk=item_id, task__organization=request.organization)
    if not request.membership.may("read"):
        found = found.filter(pk__in=_own(request, item_id).values("item_id"))
    item = found.select_related("test_case", "task").first()
    if item is None:
        raise Http404("There is no such item.")
    return item


def _own(request, item_id):
    """The member's own assignments on the item; not those that a page only fetched ahead."""
    own = {"annotator__user": request.user, "annotator__kind": "human"}
    return Assignment.objects.filter(item_id=item_id, **own).exclude(state="prefetched")
