"""A task with a conversation and texts that are hard to cut, whose turns and passages its people dispute."""

from tests import factories
from tests.annotations.panel import settle

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
HEBREW = "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd"
TEXT = f"\U0001f600 The {FAMILY} family flew on Monday.\r\n{HEBREW} was said twice, and the cafe\u0301 was closed."
CHAT = [
    {"role": "user", "content": "Where is my parcel?"},
    {"role": "assistant", "content": "It is on its way."},
    {"role": "user", "content": "Since when?"},
    {"role": "assistant", "content": "Since Monday, and it comes tomorrow."},
    {"role": "user", "content": "Thanks."},
    {"role": "assistant", "content": "You are welcome."},
]
TURNS = {
    "key": "helps",
    "type": "turns",
    "title": "Does this turn help?",
    "ask": {"type": "rating", "scale": {"min": 1, "max": 5, "labels": {"1": "not at all", "5": "fully"}}},
}
SPANS = {
    "key": "errors",
    "type": "spans",
    "title": "What is wrong?",
    "texts": ["input.story"],
    "options": [{"value": "fact", "label": "Wrong fact"}, {"value": "style", "label": "Bad style"}],
}
CASE = {"input": {"story": TEXT, "chat": CHAT}, "outputs": {}}
SAID_TURNS = ({"2": 4, "4": 2, "6": 5}, {"2": 4, "4": 5, "6": 5}, {"2": 4, "4": 5, "6": 1})
SAID_SPANS = (
    (("Monday", "fact"), (FAMILY, "style")),
    (("Monday", "fact"), (f"{FAMILY} family", "style"), (HEBREW, "style")),
    (("Monday", "fact"), (f"{FAMILY} family", "fact")),
)


def span(words, label, *, field="input.story", text=TEXT):
    """The passage of these words, with its label, as it is stored."""
    start = text.index(words)
    return {"field": field, "start": start, "end": start + len(words), "quote": words, "label": label}


def spans(*passages):
    """Passages of (words, label), in reading order."""
    return sorted((span(*each) for each in passages), key=lambda each: (each["start"], each["end"]))


def make_disputed_parts(acme, *, fields=(TURNS, SPANS), said=None, rows=1, case=CASE):
    """The task; three people differ on turns 4 and 6 and on four passages of each item.

    said: instead, an {question key: value} of each of them. case: instead of CASE, all of its outputs judged.
    """
    version = factories.make_version(factories.make_dataset(acme), rows=[case] * rows)
    task = factories.make_task(version, schema={"fields": list(fields)}, required=3)
    people = [factories.make_annotator(factories.make_member(acme, name)) for name in ("abe", "aida", "ann")]
    keys = {field["key"] for field in fields}
    for item in task.items.all():
        item.outputs = list(item.test_case.outputs.order_by("id").values_list("pk", flat=True))
        item.save(update_fields=["outputs"])
        for place, person in enumerate(people):
            values = {"helps": SAID_TURNS[place], "errors": spans(*SAID_SPANS[place])}
            values = said[place] if said else {key: value for key, value in values.items() if key in keys}
            factories.make_annotation(item, person, values)
    settle(task)
    return task
