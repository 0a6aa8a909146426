"""What a page shows, and from where it goes on."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="the form of another task and organization is drawn",
        file="annotations/queue/views/desk/form.py",
        old="filter(pk=number, task=bench.task)",
        new="filter(pk=number)",
        tests=("tests/annotations/queue/views/test_workbench_form.py",),
    ),
    Mutant(
        name="the page before has never one before it",
        file="evalhub/lib/paging.py",
        old="(has_more, True) if backward",
        new="(False, True) if backward",
        tests=("tests/lib/test_paging.py",),
    ),
    Mutant(
        name="going back shows the wrong end of the rows before",
        file="evalhub/lib/paging.py",
        old="        found.reverse()",
        new="        found = list(rows(before, True))[::-1][:size]",
        tests=("tests/annotations/items/views/lists/test_items.py",),
    ),
    Mutant(
        name="items with the same disagreement are lost between two pages",
        file="annotations/consensus/actions/adjudication_queue.py",
        old="AND (s.total < %(after_total)s OR s.total = %(after_total)s AND i.id > %(after_item)s) ",
        new="AND s.total < %(after_total)s ",
        tests=("tests/annotations/consensus/actions/test_adjudication_queue.py",),
    ),
]
