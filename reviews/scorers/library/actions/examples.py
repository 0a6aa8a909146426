"""Few-shot examples of a prompt: answers that people have audited, kept with the version as they were.

What a version shows as an example it is never tried on, and annotators asked by it never answer: neither the item nor
the same case elsewhere. A later feature appends to `sources` what answers there are.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput, NotFound
from evalhub.lib.translation import gettext as _
from reviews.scorers.library.actions import prompts
from reviews.scorers.models import Prompt
from reviews.scorers.prompts.prompt import field_name
from reviews.scorers.stages.material import item_views
from reviews.scorers.stages.prompt_kinds import registry as kinds

MOST_EXAMPLES = 5
MOST_OFFERED = 30
LONGEST = 60_000  # characters of all examples together


@dataclass(frozen=True)
class AuditedAnswer:
    """A machine's answer as auditors left it; `answers` are [{title, value, justification}] of audited questions."""

    annotation: int
    item: int
    case: int
    label: str
    answers: tuple


sources: list[Callable[..., list[AuditedAnswer]]] = []


def offered(*, organization, annotations=None):
    """The AuditedAnswers that may be examples, the newest first; those of some annotations, where they are given."""
    limit = MOST_OFFERED if annotations is None else max(len(annotations), 1)
    return [
        found for source in sources for found in source(organization=organization, annotations=annotations, limit=limit)
    ]


@transaction.atomic
def choose(*, prompt, annotations, by):
    """Have a draft show the audited answers of these annotations, in this order, in place of those before.

    InvalidInput for a kind that shows none, for too many and for too long ones; NotFound for an annotation that is no
    audited answer of the organization; Conflict `not_a_draft`.
    """
    if not kinds[prompt.kind].takes_examples:
        raise InvalidInput(_("Prompts of this kind show no examples."), code="bad_examples")
    annotations = list(dict.fromkeys(annotations))
    if len(annotations) > MOST_EXAMPLES:
        words = _("%(met)s examples are chosen. Valid: at most %(most)s.")
        raise InvalidInput(words % {"met": len(annotations), "most": MOST_EXAMPLES}, code="bad_examples")
    draft = Prompt.objects.drafts().select_for_update(of=("self",)).filter(pk=prompt.pk).first()
    if draft is None:
        raise prompts.not_a_draft(prompt=prompt)
    draft.examples = _stored(draft.organization, annotations)
    draft.content_sha256 = draft.computed_sha256()
    draft.save()
    prompts.record(verb="drafted", prompt=draft, by=by)
    return draft


def _stored(organization, annotations):
    """What is kept of the audited answers: their items' texts, and the answers."""
    found = {each.annotation: each for each in offered(organization=organization, annotations=annotations)}
    missing = [pk for pk in annotations if pk not in found]
    if missing:
        raise NotFound(_("Annotation %(n)s is not an audited answer.") % {"n": missing[0]})
    views = item_views([found[pk].item for pk in annotations])
    examples = [_example(found[pk], views[found[pk].item]) for pk in annotations]
    length = len(strict_json.dumps(examples))
    if length > LONGEST:
        words = _("The examples have %(met)s characters. Valid: at most %(most)s.")
        raise InvalidInput(words % {"met": length, "most": LONGEST}, code="bad_examples")
    return examples


def _example(answer, view):
    return {
        "annotation": answer.annotation,
        "item": answer.item,
        "case": answer.case,
        "texts": [{"name": field_name(path), "text": text} for path, text in view.texts().items()],
        "answers": list(answer.answers),
    }
