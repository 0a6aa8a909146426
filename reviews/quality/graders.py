"""What graders are called, and which of their names may stand in a policy."""

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.quality.judges import PEOPLE, pair_judges

SWAPPED = "~swapped"  # ends the name of scores in the other order: they are measured, and count for nothing
PEOPLE_TITLE = gettext_noop("People")


def title_of(grader_id):
    """A grader in words: its judge's title with whatever else its scores depend on."""
    plain = grader_id.removesuffix(SWAPPED)
    key, _colon, rest = plain.partition(":")
    if key == PEOPLE:
        return _(PEOPLE_TITLE)
    title = _(pair_judges[key].title) if key in pair_judges else plain or _("Not named")
    words = f"{title} ({rest})" if rest and key in pair_judges else title
    return _("%(grader)s, swapped order") % {"grader": words} if grader_id != plain else words


def known_keys():
    """What the name of a grader may begin with."""
    return [PEOPLE, *pair_judges]


def is_known(grader_id):
    """Whether this names people or a judge, and not scores in the other order."""
    return grader_id.partition(":")[0] in known_keys() and not grader_id.endswith(SWAPPED)
