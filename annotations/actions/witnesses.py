"""What the apps above know of an answer; each registers its own ways to tell, since this app imports none of them."""

_saw_machine = []
_reviewed = []


def register(*, saw_machine, is_reviewed):
    """`saw_machine(item_id, annotator)` and `is_reviewed(annotation)` answer True or False; one statement at most."""
    _saw_machine.append(saw_machine)
    _reviewed.append(is_reviewed)


def saw_machine(item_id, annotator):
    """Whether this annotator has seen what a machine said about the item."""
    return any(tells(item_id, annotator) for tells in _saw_machine)


def is_reviewed(annotation):
    """Whether somebody has already judged this answer."""
    return any(tells(annotation) for tells in _reviewed)
