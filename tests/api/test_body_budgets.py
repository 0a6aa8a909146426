"""What reading a body of an attacker costs at the most."""

import json
import os
import subprocess
import sys

MOST_SECONDS = 2  # 1 on a quiet machine; some took 16 before their parts were counted
MOST_MEGABYTES = 50  # some took 370


def test_bodies_of_attackers_cost_little(subtests):
    settings = {"EVALHUB_MODE": "test", "DJANGO_SETTINGS_MODULE": "evalhub.settings"}
    command = [sys.executable, "-m", "tests.attack_bodies"]
    done = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, check=True, timeout=300)
    found = json.loads(done.stdout)

    for name, (seconds, megabytes) in found.items():
        with subtests.test(body=name):
            assert seconds < MOST_SECONDS and megabytes < MOST_MEGABYTES, (seconds, megabytes)
