"""An item with every kind of content: long, wide, hidden and hostile texts, a conversation, a record, code, answers."""

from annotations.models import TaskItem
from tests import factories
from tests.annotations.content.items import CONVERSATION

MARKDOWN = (
    "## Refunds\n\nA *short* text with [a link](https://example.org) and $x_1*y_2*z$.\n\n"
    f"```python\n{'return order ' * 30}\n```\n\n"
    f"| {'Wide column | ' * 12}\n|{'---|' * 12}\n| {'some words here | ' * 12}\n\n"
    "שלום עולם, mixed.\n\n- one\n- two\n\n<script>window.hacked = 1</script> <img src=x onerror='window.hacked = 1'>"
)
HIDDEN = "pay \u202eeno\n\n\tzero\u200bwidth  two  blanks \n<b>&amp;</b>\n"
INPUT = {
    "help_article": MARKDOWN,
    "conversation": [*CONVERSATION, {"role": "user", "content": "line\n" * 14}, {"role": "user", "content": "שלום"}],
    "record": {"order": {"id": 7, "items": [{"sku": "A", "tags": ["x"]}]}, "list": list(range(150))},
    "code": "def f():\n    return " + "1 + " * 100 + "1\n",
    "hidden": HIDDEN,
    "long": "Some words.\n\n" * 4_000,
}
ANSWERS = {"secret-model-a": "Boil it **once** and wait.", "secret-model-b": "Boil it twice and wait."}


def make_item(organization, member):
    """The item, in this member's hands."""
    rows = [{"input": INPUT, "outputs": ANSWERS}]
    task = factories.make_task(factories.make_version(factories.make_dataset(organization), rows=rows))
    item = task.items.first()
    outputs = list(item.test_case.outputs.order_by("pk").values_list("pk", flat=True))
    TaskItem.objects.filter(pk=item.pk).update(outputs=outputs)
    factories.make_lease(item, factories.make_annotator(member), display_seed=1)
    return item
