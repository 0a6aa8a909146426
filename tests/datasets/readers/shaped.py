"""Reads files in the shapes of public benchmarks."""

import json

from datasets.mapping import guess

HUMAN = {
    "task_id": "Own/0",
    "prompt": "def one():\n",
    "canonical_solution": "    return 1\n",
    "test": "assert one() == 1",
    "entry_point": "one",
}


def lines(*rows):
    return "\n".join(map(json.dumps, rows))


def shaped(read, file_format, text):
    """The title of the shape, its rows, and the mapping that is guessed."""
    reading = read(file_format, text)
    assert reading.errors == []
    return reading.reader.shape.title, reading.values, guess(reading.reader.columns())
