"""The running product as its users have it: real processes, keys made on the command line, calls over HTTP."""

import os
import signal
import subprocess
import sys
import time
import uuid

import httpx

from evalhub.local.places import ROOT
from tests.local.installation import Installation

OPTIONS = [{"value": "good"}, {"value": "bad"}]
PATIENCE_SECONDS = 400


class Stack:
    """`make up` in a folder of its own, without the demo. `key(email)` is a client with that person's key."""

    def __init__(self):
        self.installation = Installation()
        self.clients = {}
        try:
            self.installation.start_and_wait("up", "--no-demo", PORT="0")
            self.url = self.installation.record()["url"]
        except BaseException:
            self.remove()
            raise

    def manage(self, *words):
        """The output of one command beside the running stack."""
        command = [sys.executable, "manage.py", *words]
        environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        environment |= {"EVALHUB_HOME": str(self.installation.path)}
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def secret(self, email, role):
        self.manage("user", "--email", email, "--role", role, "--organization", "acme")
        return self.manage("api_key", "--email", email, "--name", "test")

    def key(self, email, role):
        """An httpx.Client of the API as this person."""
        if email not in self.clients:
            headers = {"Authorization": f"Bearer {self.secret(email, role)}"}
            self.clients[email] = httpx.Client(base_url=f"{self.url}/v1", headers=headers, timeout=120)
        return self.clients[email]

    def kill(self, name):
        """kill -9 of one program; the supervisor starts it again."""
        os.kill(self.installation.processes()[name], signal.SIGKILL)

    def invariants(self):
        assert "rules hold" in self.manage("invariants")

    def end(self):
        """Every rule of the stored rows holds at the end, and nothing is left behind either way."""
        try:
            self.invariants()
        finally:
            self.remove()

    def remove(self):
        for client in self.clients.values():
            client.close()
        self.installation.remove()


def ok(response):
    """The JSON of an answer that must be 2xx."""
    assert response.is_success, (
        f"{response.request.method} {response.request.url}: {response.status_code} {response.text}"
    )
    return response.json() if response.content else None


def patiently(send):
    """Send until an answer comes: connections that are refused or break are tried again, as a careful client does."""
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            response = send()
            if response.status_code not in (502, 503):
                return response
        except httpx.TransportError:
            pass
        assert time.monotonic() < end, "no answer"
        time.sleep(0.1)


def until(look, done, what):
    """Look again until `done`; fails with what was seen last."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not done(found := look()):
        assert time.monotonic() < end, f"No {what}. Last seen: {found}"
        time.sleep(0.2)
    return found


def upload(boss, rows, *, name="cases.csv"):
    """A dataset with one version of these CSV rows, still being checked; returns its address."""
    dataset = ok(boss.post("/datasets", json={"name": uuid.uuid4().hex}))["dataset_id"]
    text = "id,question,output\n" + "".join(f"{row}\n" for row in rows)
    version = ok(boss.post(f"/datasets/{dataset}/versions", files={"file": (name, text.encode())}))
    return f"/datasets/{dataset}/versions/{version['version_number']}"


def checked(boss, address):
    """The version once its check has ended."""
    return until(
        lambda: ok(patiently(lambda: boss.get(address))),
        lambda v: v["validation_status"] != "PENDING",
        "end of the check",
    )


def active_task(boss, n_items, *, required=1):
    """The id of an active task over freshly uploaded cases."""
    address = upload(boss, (f"c{n},Question {n}?,Answer {n} in some words." for n in range(n_items)))
    version = checked(boss, address)
    assert version["validation_status"] == "VALID", version
    ok(boss.post(f"{address}/publish"))
    task = ok(
        boss.post(
            "/annotations/tasks",
            json={
                "name": "Kill me",
                "dataset_version_id": version["version_id"],
                "instructions": "Judge.",
                "annotation_schema": {"type": "classification", "options": OPTIONS},
                "required_annotations_per_item": required,
            },
        )
    )["task_id"]
    ok(boss.patch(f"/annotations/tasks/{task}", json={"status": "ACTIVE"}))
    return task


def labels_of(boss, task):
    """All annotations of a task, page by page."""
    found, offset = [], 0
    while True:
        page = ok(boss.get(f"/annotations/tasks/{task}/annotations", params={"limit": 1000, "offset": offset}))
        found += page["annotations"]
        if not page["has_more"]:
            return found
        offset += 1000
