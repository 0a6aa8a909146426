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
        old="order_by(turned)[: size + 1]",
        new="order_by(turned)[:size]",
        tests=("tests/lib/test_paging.py",),
    ),
    Mutant(
        name="going back shows the wrong end of the rows before",
        file="annotations/items/actions/table.py",
        old="        keys = keys[:size][::-1]",
        new="        keys = keys[::-1][:size]",
        tests=("tests/annotations/items/actions/test_table.py",),
    ),
    Mutant(
        name="items with the same disagreement are lost between two pages",
        file="annotations/consensus/actions/adjudication_queue.py",
        old="AND (s.total < %(after_total)s OR s.total = %(after_total)s AND i.id > %(after_item)s) ",
        new="AND s.total < %(after_total)s ",
        tests=("tests/annotations/consensus/actions/test_adjudication_queue.py",),
    ),
]
