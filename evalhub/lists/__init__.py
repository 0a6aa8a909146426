"""Lists of rows, each declared once: what it shows, searches, filters, sorts and saves.

A list is a class of `declaration.List` under `register(key)`, in a file of its own below a feature's `views/lists/`.
`views.list_page(key)` is its page; `views.answer` puts it into a page of its own. `address` reads what a reader asks
for, `shown` is what the templates of `templates/lists/` draw, `files` writes the CSV.
"""

from evalhub.lib.registry import Registry

registry = Registry("list")


# Parameters of the address that every list reads by itself.
PAGING = ("before", "after")
OWN = ("q", "sort", "columns", "view", *PAGING, "format")


def register(key):
    """Decorator of a List: it knows its key, which saved views remember.

    ValueError for a filter that is called as a parameter of every list is.
    """

    def decorate(declared):
        taken = [each.name for each in declared.filters if each.name in OWN]
        if taken:
            own = ", ".join(OWN)
            raise ValueError(f"The list {key!r} has a filter {taken[0]!r}. Rename it: every list reads {own}.")
        declared.key = key
        return registry.register(key)(declared)

    return decorate
