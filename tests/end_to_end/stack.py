"""The running product as its users have it: real processes and calls over HTTP."""

import io
import os
import signal
import subprocess
import sys
import time
import uuid
from types import SimpleNamespace

import httpx
from django.core.management import call_command

from evalhub.local.paths import ROOT
from tests.drills.own_services import connected_to
from tests.local.installation import Installation

OPTIONS = [{"value": "good"}, {"value": "bad"}]
PATIENCE_SECONDS = 400
# A lease is shorter than the start of a worker, and long enough for a beat of a busy one to come in time.
SHORT = {"EVALHUB_LEASE_SECONDS": "4", "EVALHUB_BEAT_SECONDS": "0.5", "EVALHUB_SWEEP_SECONDS": "3"}


class Stack:
    """`make up` in a folder of its own, without the demo, and these members: {"organization:email": role}.

    `secret(member)` is that person's key, `key(member)` a client with it.
    """

    def __init__(self, members, django_db_blocker, **settings):
        self.installation = Installation()
        self.clients = {}
        try:
            self.installation.start_and_wait("up", "--no-demo", PORT="0", **SHORT | settings)
            self.url = self.installation.record()["url"]
            self.port = int(self.url.rsplit(":", 1)[1])
            with django_db_blocker.unblock():
                self._secrets = self._make_keys(members)
        except BaseException:
            self.remove()
            raise

    def _make_keys(self, members):
        """{member: key}, written to the database of the stack by this process."""
        found = self.installation.environment()
        with connected_to(SimpleNamespace(database_url=found["DATABASE_URL"], redis_url=found["REDIS_URL"])):
            return {name: make_key(*name.split(":"), role) for name, role in members.items()}

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

    def secret(self, member):
        return self._secrets[member]

    def key(self, member):
        """An httpx.Client of the API as this person."""
        if member not in self.clients:
            headers = {"Authorization": f"Bearer {self.secret(member)}"}
            self.clients[member] = httpx.Client(base_url=f"{self.url}/v1", headers=headers, timeout=120)
        return self.clients[member]

    def kill(self, *names):
        """kill -9 of programs with all their processes; returns {name: process number} of those that died."""
        dead = {name: self.installation.processes()[name] for name in names}
        for group in dead.values():
            os.killpg(group, signal.SIGKILL)
        return dead

    def wait_for_restart(self, dead):
        """Until the supervisor has started all of them again."""
        for name, process in dead.items():
            self.installation.wait_until(
                lambda name=name, process=process: self.installation.processes()[name] != process, f"new {name}"
            )

    def simulated(self, *faults):
        """Replace the faults of the simulated provider."""
        address = self.installation.environment()["EVALHUB_SIMULATED_URL"]
        assert httpx.post(f"{address}/control", json={"faults": faults}).is_success

    def invariants(self):
        assert "rules hold" in self.manage("invariants")

    def remove(self):
        for client in self.clients.values():
            client.close()
        self.installation.remove()


def make_key(organization, email, role):
    call_command("user", email=email, role=role, organization=organization, stdout=io.StringIO())
    call_command("api_key", email=email, name="test", stdout=(out := io.StringIO()))
    return out.getvalue().strip()


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
        assert time.monotonic() < end, f"No answer within {PATIENCE_SECONDS} s."
        time.sleep(0.05)


def until(look, done, what):
    """Look again until `done`; fails with what was seen last."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not done(found := look()):
        assert time.monotonic() < end, f"No {what}. Last seen: {found}"
        time.sleep(0.05)
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
