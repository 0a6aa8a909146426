"""Write the append-only history of a task."""

from annotations.tasks.models import AnnotationEvent


def note(*, task, verb, item=None, actor=None, details=None):
    """Append that `actor` (an Annotator, or None for the system) did `verb`; agreement is recomputed from here on."""
    AnnotationEvent.objects.create(
        task_id=task.pk,
        item_id=item.pk if item is not None else None,
        actor_id=actor.pk if actor is not None else None,
        verb=verb,
        details=details or {},
    )
