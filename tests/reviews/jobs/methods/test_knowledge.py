"""Knowledge is the files of a folder as one text."""

import pytest

from reviews.jobs.errors import JobError
from reviews.jobs.methods.knowledge import LARGEST, checked, load_knowledge


def test_markdown_comes_first_each_kind_by_name(tmp_path):
    for name in ("b.md", "z.txt", "a.md", "c.txt", "ignored.json"):
        (tmp_path / name).write_text(f"From {name}.\n")

    expected = "\n\n---\n\n".join(["From a.md.", "From b.md.", "From c.txt.", "From z.txt."])
    assert load_knowledge(tmp_path) == expected


def test_no_folder_is_no_knowledge(tmp_path):
    assert load_knowledge(tmp_path / "nowhere") == ""


def test_text_that_no_model_can_be_given_is_refused():
    for text in ["x" * (LARGEST + 1), "a\0b"]:
        with pytest.raises(JobError, match="Valid: at most") as refused:
            checked(text)

        assert (refused.value.category, refused.value.field) == ("config_invalid", "knowledge"), text
