"""The requests of one run, which is the parent."""

from django.utils.translation import gettext_lazy as _

from evalhub.lists import register
from evalhub.lists.declaration import Empty
from reviews.engine.requests.views.filters import FILTERS
from reviews.engine.requests.views.lists.requests import RequestList, stage_titles


@register("run_requests")
class RunRequestList(RequestList):
    title = _("Requests of the run")
    columns = tuple(column for column in RequestList.columns if column.key != "run")
    filters = FILTERS
    search_label = _("Number or model")
    links = ()
    empty = Empty("scroll-text", _("No requests yet"), _("They appear here once the run begins."))
    template = "reviews/engine/requests/run_requests.html"

    def rows(self):
        return super().rows().filter(run=self.parent)

    def labels(self, filter):
        return stage_titles(self.parent.stages) if filter.name == "stage" else super().labels(filter)
