"""Release: end what people hold of the items, so that anybody may take them."""

from django.utils.translation import gettext_lazy

from annotations.items.actions.bulk_verbs import lease_release, registry
from annotations.items.actions.bulk_verbs.base import CHANGED_SINCE, Reason, Verb, held_by


@registry.register("release")
class Release(Verb):
    title = gettext_lazy("Release leases")
    help = gettext_lazy("Ends all leases on the items and opens their slots immediately. Input is kept as drafts.")
    done = gettext_lazy("released")
    icon = "undo-2"
    undo_help = gettext_lazy("Returns the items to their annotators unless the slot was taken.")

    def reasons(self, *, task, options):
        return [Reason("nobody_holds", gettext_lazy("Not reserved"), ~held_by())]

    def apply(self, *, item, options, by):
        return {"held": lease_release.release_all(item=item, by=by)}

    def undo(self, *, item, before, options, by):
        if item.closed_reason or not lease_release.can_give_back(item=item, held=before["held"]):
            return CHANGED_SINCE
        lease_release.give_back(item=item, held=before["held"])
        return ""
