"""The API from an upload to ground truth: python docs/api_tour.py ADDRESS, with keys in BOSS, ONE and TWO."""

import csv
import io
import json
import os
import sys
import tempfile
import time
import urllib.request
import uuid

ADDRESS = sys.argv[1].rstrip("/") + "/v1"
CASES = [
    {"id": f"q{n}", "question": f"What is {n} + {n}?", "output": str(2 * n + (n % 4 == 0)), "expected": str(2 * n)}
    for n in range(1, 13)
]


def call(who, method, path, body=None, content_type="application/json"):
    """The JSON answer to one request as `who`: BOSS, ONE or TWO."""
    data = json.dumps(body).encode() if content_type == "application/json" and body is not None else body
    address = path if path.startswith("http") else ADDRESS + path
    request = urllib.request.Request(address, data=data, method=method)
    request.add_header("Authorization", f"Bearer {os.environ[who]}")
    request.add_header("Content-Type", content_type)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.loads(response.read() or b"null")


def upload(dataset_id, name, content):
    """Send one file and wait until it is checked."""
    edge = uuid.uuid4().hex
    head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = head.encode() + content + f"\r\n--{edge}--\r\n".encode()
    number = call("BOSS", "POST", f"/datasets/{dataset_id}/versions", body, f"multipart/form-data; boundary={edge}")[
        "version_number"
    ]
    return until(
        lambda: call("BOSS", "GET", f"/datasets/{dataset_id}/versions/{number}"),
        lambda version: version["validation_status"] != "PENDING",
    )


def until(look, done, seconds=60):
    """Look again until `done`, at most a minute."""
    end = time.monotonic() + seconds
    while not done(found := look()):
        if time.monotonic() > end:
            sys.exit(f"Still waiting after {seconds} s: {found}")
        time.sleep(0.3)
    return found


def files():
    """The same cases in the four formats."""
    import duckdb

    table = io.StringIO()
    writer = csv.DictWriter(table, CASES[0])
    writer.writeheader()
    writer.writerows(CASES)
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "cases.csv"), os.path.join(folder, "cases.parquet")
        with open(source, "w", newline="") as out:
            out.write(table.getvalue())
        duckdb.sql(f"COPY (SELECT * FROM read_csv('{source}', all_varchar = true)) TO '{target}' (FORMAT parquet)")
        with open(target, "rb") as made:
            parquet = made.read()
    lines = "\n".join(json.dumps(case) for case in CASES)
    return {
        "cases.csv": table.getvalue().encode(),
        "cases.json": json.dumps(CASES).encode(),
        "cases.jsonl": lines.encode(),
        "cases.parquet": parquet,
    }


def label(who, task_id, is_wrong):
    """Answer every item that the queue hands out."""
    while (item := call(who, "POST", f"/annotations/tasks/{task_id}/next"))["item_id"]:
        right = eval_sum(item["test_case"]) is not is_wrong(item["position"])
        call(
            who,
            "POST",
            f"/annotations/tasks/{task_id}/items/{item['item_id']}",
            {
                "labels": {"label": "right" if right else "wrong"},
                "time_spent_seconds": 2,
                "lease_token": item["lease_token"],
                "submission_id": str(uuid.uuid4()),
            },
        )


def eval_sum(case):
    """Whether the answer to "What is n + n?" is right."""
    n = int(case["input"]["prompt"].split()[2])
    return case["output"] == str(2 * n)


dataset = call("BOSS", "POST", "/datasets", {"name": f"Sums {uuid.uuid4().hex[:6]}", "type": "EVALUATION"})[
    "dataset_id"
]
for name, content in files().items():
    version = upload(dataset, name, content)
    print(f"{name}: {version['validation_status']}, {version['row_count']} rows")
    call("BOSS", "POST", f"/datasets/{dataset}/versions/{version['version_number']}/publish")

options = [{"value": "right", "label": "Right"}, {"value": "wrong", "label": "Wrong"}]
task = call(
    "BOSS",
    "POST",
    "/annotations/tasks",
    {
        "name": "Is the sum right?",
        "dataset_version_id": version["version_id"],
        "instructions": "Add the numbers yourself.",
        "annotation_schema": {"type": "classification", "options": options},
        "required_annotations_per_item": 2,
    },
)["task_id"]
call("BOSS", "PATCH", f"/annotations/tasks/{task}", {"status": "ACTIVE"})
model = call("BOSS", "POST", "/annotators", {"model": "simulated-careful"})
call("BOSS", "POST", f"/annotations/tasks/{task}/annotators", {"annotator_id": model["annotator_id"]})
label("ONE", task, lambda position: False)
label("TWO", task, lambda position: position == 3)
runs = until(
    lambda: call("BOSS", "GET", f"/annotations/tasks/{task}/annotators")["runs"],
    lambda found: found[0]["progress"]["done"] == len(CASES),
    seconds=120,
)
print(f"{model['name']} (simulated: {model['simulated']}): {runs[0]['progress']['done']} items judged")
progress = until(lambda: call("BOSS", "GET", f"/annotations/tasks/{task}/progress"), lambda found: not found["stale"])
print(
    f"complete {progress['completed_items']} of {progress['total_items']},"
    f" alpha {progress['agreement_metrics']['krippendorff_alpha']:.3f}"
)
export = call("BOSS", "POST", f"/annotations/tasks/{task}/export", {"consensus_threshold": 0.6, "format": "JSON"})
export = until(lambda: call("BOSS", "GET", export["status_url"]), lambda found: found["status"] == "completed")
rows = call("BOSS", "GET", export["download_url"])
print(f"ground truth of {export['item_count']} items, first: {rows[0]['external_id']} is {rows[0]['value']['label']}")
