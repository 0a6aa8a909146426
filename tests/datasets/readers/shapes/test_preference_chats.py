"""Pairs of answers as chats: what both sides share is the input, and they are proposed as pairs."""

import json

import pytest

from datasets.proposals import PAIRS, mapping_with, proposals
from datasets.readers import shapes
from datasets.readers.base import Row

ASKED = {"role": "user", "content": "Write a subject line for our mail."}
GOOD = {"role": "assistant", "content": "Your energy price changes on 1 March"}
BAD = {"role": "assistant", "content": "Important information about your contract"}
SYSTEM = {"role": "system", "content": "Be short."}
ANSWERS = {"chosen": GOOD["content"], "rejected": BAD["content"]}


@pytest.mark.parametrize(
    "row, context",
    [
        ({"prompt": ASKED["content"], "chosen": [ASKED, GOOD], "rejected": [ASKED, BAD], "messages": [ASKED, GOOD]},
         {"prompt": ASKED["content"]}),
        ({"prompt": [SYSTEM, ASKED], "chosen": [GOOD], "rejected": [BAD]}, {"conversation": [SYSTEM, ASKED]}),
        ({"messages": [ASKED], "chosen": json.dumps([GOOD]), "rejected": json.dumps([BAD])},
         {"prompt": ASKED["content"]}),
        ({"prompt": "Own words", "chosen": [ASKED, GOOD], "rejected": [ASKED, BAD]},
         {"prompt": "Own words", "conversation": [ASKED]}),
    ],
)  # fmt: skip
def test_what_both_sides_share_is_the_input_and_the_rest_are_answers(read, row, context):
    reading = read("JSONL", "\n".join([json.dumps(row | {"score_chosen": 8.5})] * 2))

    assert reading.reader.shape is shapes.registry["preference_chats"] and reading.errors == []
    assert reading.values == [context | ANSWERS | {"score_chosen": 8.5}] * 2
    columns, rows = reading.reader.columns(), [Row(1, values) for values in reading.values]
    assert [found.kind for found in proposals(columns, rows)][:1] == [PAIRS]
    mapping = mapping_with(columns, rows)
    assert (mapping.outputs, mapping.metadata) == ({"chosen": "chosen", "rejected": "rejected"}, "rest")
    assert {*mapping.input_columns()} == {*context}


def test_several_turns_say_whose_they_are_and_equal_sides_keep_their_last(read):
    more = {"role": "user", "content": "Shorter."}
    longer = {"chosen": [ASKED, GOOD, more, BAD], "rejected": [ASKED, BAD]}
    equal = {"chosen": [ASKED, GOOD], "rejected": [ASKED, GOOD]}
    reading = read("JSON", json.dumps([longer, equal, {"chosen": [GOOD], "rejected": "text"}]))

    assert reading.values[0]["chosen"].startswith("assistant: Your energy price")
    assert "\n\nuser: Shorter.\n\nassistant: Important" in reading.values[0]["chosen"]
    assert reading.values[1] == {"prompt": ASKED["content"], "chosen": GOOD["content"], "rejected": GOOD["content"]}
    assert reading.reasons == ["chosen and rejected are no lists of turns."]
