"""What the documents say of the tree is so."""

import re
from pathlib import Path

from tests.source_tree import ROOT, complain, files

LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


def documents():
    return [file for file in files() if file.name.endswith(".md")]


def test_links_between_documents_lead_somewhere():
    complain(
        (
            f"{file.name}: {link}"
            for file in documents()
            for link in LINK.findall(file.text)
            if not (file.path.parent / link).exists()
        ),
        "A link of a document names a file of the tree.",
    )


def test_decisions_say_why_and_what_follows():
    parts = ["# ", "**Context.** ", "**Decision.** ", "**Consequences.** "]

    complain(
        (
            f"{file.name}: {part!r} is missing"
            for file in documents()
            if file.name.startswith("docs/decisions/")
            for part in parts
            if f"\n{part}" not in f"\n{file.text}"
        ),
        "A decision has a title, its context, the decision and its consequences.",
    )
    assert len(list(Path(ROOT, "docs/decisions").glob("*.md"))) >= 4
