"""The items tab of a task."""

from django.views.decorators.http import require_http_methods

from annotations.items.views.lists.items import ItemList
from annotations.tasks.views.lookup import task_of
from annotations.tasks.views.tabs import page_context
from evalhub.accounts.access import requires
from evalhub.lists.views import METHODS, answer


@requires("read")
@require_http_methods(METHODS)
def task_items(request, task_id):
    task = task_of(request, task_id)
    return answer(request, ItemList(request, parent=task), context=page_context(request, task, "items"))
