"""Uploads for tests of datasets: the same rows in each format, and versions made of any text."""

import csv
import io
import json

import duckdb
from django.core.files.uploadedfile import SimpleUploadedFile

from datasets.actions import datasets
from tests import factories

ROWS = [
    {"id": "q1", "question": "What is two plus two?", "gold": "4", "output_gpt": "It is 4.", "topic": "sums"},
    {"id": "q2", "question": "Wie viel ist 3 + 3?", "gold": "6", "output_gpt": "Sechs.", "topic": "sums"},
    {"id": "q3", "question": "من كتب هذا؟", "gold": "Nobody", "output_gpt": "=HYPERLINK()", "topic": "authors"},
]
MAPPING = {
    "input": "question", "expected_output": "gold", "acceptable_answers": None,
    "outputs": {"gpt": "output_gpt"}, "metadata": ["topic"], "external_id": "id",
}  # fmt: skip


def upload(name, content):
    content = content.encode() if isinstance(content, str) else content
    return SimpleUploadedFile(name, content)


def jsonl(rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def file_of(extension, folder, rows=ROWS):
    """The bytes of a file in that format with these rows."""
    if extension == "csv":
        out = io.StringIO()
        writer = csv.DictWriter(out, rows[0])
        writer.writeheader()
        writer.writerows(rows)
        return out.getvalue().encode()
    if extension == "json":
        return json.dumps(rows, ensure_ascii=False).encode()
    if extension == "jsonl":
        return jsonl(rows).encode()
    source, target = folder / "rows.json", folder / "rows.parquet"
    source.write_text(json.dumps(rows), encoding="utf-8")
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT * FROM read_json('{source}')) TO '{target}' (FORMAT parquet)")
    return target.read_bytes()


def received(content, *, name="rows.jsonl", dataset=None, mapping=None, by=None):
    """A version that waits for its check; `content` is a text, bytes or a list of rows."""
    content = jsonl(content) if isinstance(content, list) else content
    dataset = dataset or factories.make_dataset()
    return datasets.receive(dataset=dataset, upload=upload(name, content), mapping=mapping, by=by)
