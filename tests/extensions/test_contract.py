"""What holds for every extension point: its page is followed by a test, and no other module asks which one it has."""

import ast
import re

from annotations.labels.types import registry as label_types
from tests.extensions.documents import files_of
from tests.source_tree import ROOT, complain, python_files

PAGES = sorted(path.name for path in (ROOT / "docs").glob("adding-*.md"))
# Only code that makes an example of a certain type may name it.
MAKERS = ("evalhub/demo/",)


def test_every_file_that_a_page_shows_is_put_in_place_by_a_test_and_nothing_asks_which_label_type_it_has():
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests/extensions").glob("test_*.py"))
    tests += (ROOT / "tests/reviews/jobs/test_documented_method.py").read_text(encoding="utf-8")
    shown = {path for page in PAGES for path in files_of(page) if re.search(r"/[a-z]\w*\.py$", path)}
    complain(
        (path for path in sorted(shown) if not re.search(rf"\b{re.escape(path.split('/')[-1][:-3])}\b", tests)),
        "What docs/adding-*.md shows is followed by a test in tests/extensions/.",
    )
    assert len(shown) >= 10

    complain(
        (
            f"{file.name}:{line}: {key}"
            for file in python_files(tests=False)
            if not file.name.startswith(MAKERS) and "label_type" in file.text
            for line, key in asked_for(file.tree)
        ),
        "What depends on the kind is a property or a method of the plug-in.",
    )


def asked_for(tree):
    """(line, key) where the name or attribute `label_type` is compared with the key of a member."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            name = getattr(node.left, "attr", getattr(node.left, "id", ""))
            values = [value for each in node.comparators for value in ast.walk(each) if isinstance(value, ast.Constant)]
            if name == "label_type":
                yield from ((node.lineno, value.value) for value in values if value.value in label_types)


def test_a_comparison_is_found():
    tree = ast.parse('if spec.label_type in ("spans", "turns") or spec.label_type == "other": pass')

    assert [key for _line, key in asked_for(tree)] == ["spans", "turns"]
