"""`make help` lists every target in a line of its own."""

import re
import subprocess

from evalhub.local.command_line import DEV_COMMANDS
from tests.source_tree import ROOT


def test_help_is_the_first_thing_and_names_every_target():
    text = (ROOT / "Makefile").read_text()
    targets = re.search(r"^\.PHONY: (.*)$", text, re.M).group(1).split()

    shown = subprocess.run(["make", "-s"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60).stdout

    assert [line.split()[1] for line in shown.splitlines() if line.startswith("make ")] == targets
    assert set(targets) >= DEV_COMMANDS | {"help", "up", "lock", "manage"}
