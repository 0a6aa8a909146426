"""Evaluations over the API: python docs/evaluate.py ADDRESS, with an admin's key in BOSS."""

import json
import os
import sys
import time
import urllib.request

ADDRESS = sys.argv[1].rstrip("/") + "/v1"
CASES = [
    {
        "external_id": f"q{n}",
        "input": f"What is {n} + {n}?",
        "expected_output": str(2 * n),
        "metadata": {"odd": n % 2 == 1},
    }
    for n in range(1, 13)
]
OUTPUTS = [{"external_id": f"q{n}", "system": "model-a", "text": str(2 * n + (n % 4 == 0))} for n in range(1, 13)]


def call(method, path, body=None):
    """The JSON answer to one request."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(ADDRESS + path, data=data, method=method)
    request.add_header("Authorization", f"Bearer {os.environ['BOSS']}")
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.loads(response.read())


def ended(job):
    """The job once it has ended."""
    while job["status"] in ("queued", "running"):
        time.sleep(0.5)
        job = call("GET", f"/evaluations/batch/{job['job_id']}")
    return job


def shown(job):
    for key, found in job["summary_scores"].items():
        interval = f" ({found['low']:.2f} to {found['high']:.2f})" if found["low"] is not None else ""
        mean = "none" if found["mean"] is None else f"{found['mean']:.2f}{interval}"
        print(f"  {key}: mean {mean}, {found['n_scored']} of {found['n_total']} scored, failed {found['failed']}")


# One output, with its scores in the answer.
single = {
    "input": "What is 2 + 2?",
    "output": "It is 4.",
    "expected_output": "4",
    "metrics": ["exact_match", {"metric": "contains", "parameters": {"text": "4"}}],
}
found = call("POST", "/evaluations", single)
print(f"single: {found['status']} in {found['latency_ms']} ms, {found['scores']}")

# An open version, to which programs add cases and outputs as they come.
dataset = call("POST", "/datasets", {"name": f"Sums {time.time():.0f}"})["dataset_id"]
version = call("POST", f"/datasets/{dataset}/versions/open", {})
way = f"/datasets/{dataset}/versions/{version['version_number']}"
call("POST", f"{way}/cases", {"cases": CASES})
call("POST", f"{way}/outputs", {"outputs": OUTPUTS})

# All of its outputs, by a program and by a model.
body = {
    "dataset_version_id": version["version_id"],
    "name": "Sums of model-a",
    "metrics": ["exact_match", "correctness"],
    "config": {"evaluator_model": "simulated-careful"},
}
job = ended(call("POST", "/evaluations/batch", body))
print(f"batch: {job['status']}, simulated: {job['simulated']}")
shown(job)

# What a program found wrong.
query = "metric=exact_match&max_score=0"
for row in call("GET", f"/evaluations/{job['evaluation_id']}/results?{query}")["results"]:
    print(f"  {row['external_id']}: {row['output']} instead of {row['expected_output']}")

# The outputs of a system that answers now, three times each.
body = {
    "dataset_version_id": version["version_id"],
    "name": "Sums of a system",
    "metrics": ["exact_match"],
    "system": {"model": "simulated-hasty", "prompt": "Answer with the number alone.\n\n{input}"},
    "repetitions": 3,
}
job = ended(call("POST", "/evaluations/batch", body))
print(f"system: {job['status']}, {job['total_items']} outputs")
shown(job)

# What arrives from now on, by a rule, until it is stopped; the same external_id again would change nothing.
body = {
    "dataset_version_id": version["version_id"],
    "name": "Sums as they arrive",
    "metrics": ["exact_match"],
    "sampling": {"metadata": {"channel": "web"}, "per_day": 3},
}
online = call("POST", "/evaluations/online", body)["evaluation_id"]
arrived = [
    {
        "external_id": f"chat-{n}",
        "input": f"What is {n} + {n}?",
        "expected_output": str(2 * n),
        "metadata": {"channel": "web" if n < 6 else "phone"},
        "system": {"name": "calculator", "model": "model-a"},
        "text": str(2 * n),
        "latency_ms": 120,
        "occurred_at": "2026-11-27T09:30:00Z",
    }
    for n in range(1, 9)
]
call("POST", "/outputs", {"dataset_version_id": version["version_id"], "outputs": arrived})
while call("GET", f"/evaluations/{online}")["total_items"] == 0:
    time.sleep(0.5)
call("PATCH", f"/evaluations/{online}", {"desired_state": "stop"})
while call("GET", f"/evaluations/{online}")["status"] not in ("completed", "failed"):
    time.sleep(0.5)
for day in call("GET", f"/evaluations/{online}/days")["days"]:
    print(f"online: {day['day']} {day['metric']} {day['mean']:.2f}, {day['n_scored']} of {day['n_total']} scored")
print(f"  {call('GET', f'/evaluations/{online}')['left_out_items']} left out by the limit of a day")
print(f"{call('GET', '/evaluations')['total']} evaluations")
