"""What screens have to bear: long words and texts, markup, other scripts, empty texts, forty columns and options."""

import json
from dataclasses import dataclass

import httpx

from tests.end_to_end.stack import ok, until

LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 5
LONG_TEXT = "The quick brown fox jumps over the lazy dog, again and again. " * 3_300
MARKUP = '<script>alert("1")</script> <b onclick="x()">bold</b> <img src=x onerror=alert(1)> &amp; {{ 7*7 }} {% now %}'
RIGHT_TO_LEFT = "متى تصل الأريكة؟ The order LO-48213, מתי תגיע הספה? \u202eabc\u202c 100 % €"
EMOJI = "👩‍👩‍👧‍👦 🏳️‍🌈 🌰 é ñ Ź 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ﷽ ช้่า\u200b\u00ad Z̷̢̛̘a̸l̴g̵o̶"
TABLE = "".join(f"{row}|\n" for row in ("| column " * 14, "|---" * 14, *["| cell with words " * 14] * 6))
CODE = f"```python\nvalue = {' + '.join(f'a_rather_long_name_{n}' for n in range(30))}\n```\n\n`{'x' * 300}`"
DEEP = json.dumps({"a": {"b": {"c": [{"d": LONG_WORD, "e": [1, None, True, -2.5]}] * 3}}})
TEXTS = (LONG_WORD, LONG_TEXT, MARKUP, RIGHT_TO_LEFT, EMOJI, TABLE, CODE, DEEP, "", " \n\n ", "?")
NAME = f"{MARKUP} {RIGHT_TO_LEFT} {LONG_WORD}"[:255]

FORM = {
    "fields": [
        {
            "key": "many",
            "type": "single_choice",
            "title": f"{MARKUP} {LONG_WORD[:120]}",
            "help": RIGHT_TO_LEFT,
            "options": [
                {"value": f"option {n}", "label": f"{n} {(EMOJI, LONG_WORD[:90], MARKUP, 'No')[n % 4]}"[:200]}
                for n in range(40)
            ],
        },
        {
            "key": "scale",
            "type": "rating",
            "title": RIGHT_TO_LEFT,
            "scale": {"min": 1, "max": 10, "labels": {"1": LONG_WORD[:90], "10": RIGHT_TO_LEFT}},
        },
        {
            "key": "marks",
            "type": "spans",
            "title": "متى",
            "min_spans": 0,
            "options": [{"value": f"m{n}", "label": f"{LONG_WORD[:60]} {n}"} for n in range(9)],
        },
        {
            "key": "grid",
            "type": "rubric_grid",
            "title": "Grid",
            "criteria": [{"value": f"c{n}", "label": LONG_WORD[: 20 * n + 5]} for n in range(5)],
            "points": ["None", "A very small amount of it", "Much", LONG_WORD[:40], "All"],
        },
        {"key": "words", "type": "text", "title": "?", "required": False},
    ]
}


@dataclass(frozen=True)
class StrangePages:
    """Addresses of pages that show the strange dataset and its task."""

    dataset: str
    version: str
    task: str


def rows():
    """JSON Lines: each text as prompt and as answer, among forty columns."""
    for number, text in enumerate(TEXTS):
        columns = {f"column_{n:02}_{LONG_WORD[:n]}": (text, n, None, EMOJI)[n % 4] for n in range(36)}
        columns = {name: value[:200] if isinstance(value, str) else value for name, value in columns.items()}
        name = f"{number} {(MARKUP, RIGHT_TO_LEFT, LONG_WORD)[number % 3]}"[:200]
        row = {
            "id": name,
            "prompt": text if text.strip() else "(empty)",
            "context": TEXTS[(number + 3) % len(TEXTS)],
            "output": text,
            **columns,
        }
        yield json.dumps(row, ensure_ascii=False)


def load(url, key):
    """Bring the dataset in and activate a task over it, with the API key of an admin; the StrangePages."""
    with httpx.Client(base_url=f"{url}/v1", headers={"Authorization": f"Bearer {key}"}, timeout=30) as api:
        dataset = ok(api.post("/datasets", json={"name": NAME, "description": MARKUP * 3, "tags": [LONG_WORD[:50]]}))
        address = f"/datasets/{dataset['dataset_id']}/versions"
        file = ("strange.jsonl", "\n".join(rows()).encode(), "application/octet-stream")
        version = ok(api.post(address, files={"file": file}))["version_id"]
        until(lambda: ok(api.get(f"{address}/1")), lambda seen: seen["validation_status"] == "VALID", "checked version")
        ok(api.post(f"{address}/1/publish"))
        body = {
            "name": NAME,
            "dataset_version_id": version,
            "instructions": f"{TABLE}\n\n{CODE}\n\n{LONG_WORD}",
            "annotation_schema": FORM,
            "description": RIGHT_TO_LEFT * 4,
        }
        task = ok(api.post("/annotations/tasks", json=body))["task_id"]
        ok(api.patch(f"/annotations/tasks/{task}", json={"status": "ACTIVE"}))
    return StrangePages(
        dataset=f"/datasets/{dataset['dataset_id']}/",
        version=f"/datasets/{dataset['dataset_id']}/versions/1/",
        task=f"/tasks/{task}/",
    )
