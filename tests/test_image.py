"""The image of Dockerfile holds the product and nothing that tests, measures, documents or builds it."""

import re

from tests.source_tree import ROOT
from tests.test_house import NO_PRODUCT, ROOMS

PRODUCT = (ROOMS - NO_PRODUCT) | {"manage.py", "LICENSE"}
STAGES = [stage.splitlines() for stage in re.split(r"(?m)^(?=FROM )", (ROOT / "Dockerfile").read_text())[1:]]


def copied(stage):
    """(flags, sources) of each COPY line."""
    found = [line.split()[1:-1] for line in stage if line.startswith(("COPY ", "ADD "))]
    return [
        ([word for word in words if word[:2] == "--"], [word for word in words if word[:2] != "--"]) for words in found
    ]


def test_image_holds_the_folders_of_the_product_only():
    built = {source for flags, sources in copied(STAGES[0]) for source in sources}

    assert built == PRODUCT | {"requirements.lock"}
    assert "WORKDIR /srv/evalhub" in STAGES[0]


def test_last_stage_takes_what_was_built_and_has_no_pip():
    last = "\n".join(STAGES[-1])

    assert copied(STAGES[-1]) == [(["--from=build"], ["/opt/venv"]), (["--from=build"], ["/srv"])]
    assert "requirements.lock" not in last and re.search(r"pip uninstall [^\n]*\bpip\b", last)


def test_nothing_else_is_sent_to_the_builder():
    lines = (ROOT / ".dockerignore").read_text().split()

    assert lines[0] == "*"
    assert {line[1:] for line in lines if line[0] == "!"} == PRODUCT | {"requirements.lock"}
