"""Functions of later features that are called with the labels of a question each time they are read.

`part` is a Part of label_queries, None where answers have no measure. They may run on a connection of their own.
The app adds the packages that hold them to `registry`, so that the web process does not load them.
"""

from evalhub.lib.registry import Registry

registry = Registry("consumer of labels")


def consume(*, task, question, part):
    """Call each of them in turn."""
    for consumer in registry.values():
        consumer(task=task, question=question, part=part)
