"""The knowledge of a method: the Markdown and text files of its folder as one text."""

from evalhub.lib.translation import gettext
from reviews.jobs.errors import ConfigInvalid

LARGEST = 200_000
RULE = "\n\n---\n\n"


def load_knowledge(folder):
    """`*.md` and then `*.txt` of a folder, each kind sorted by name, joined by a rule; no folder, no text."""
    files = [path for pattern in ("*.md", "*.txt") for path in sorted(folder.glob(pattern))]
    return checked(RULE.join(path.read_text(encoding="utf-8").strip() for path in files))


def checked(text):
    """The text, if a model can be given it; ConfigInvalid else."""
    if len(text) > LARGEST or "\0" in text:
        words = gettext("The knowledge has %(met)s characters. Valid: at most %(most)s, without NUL.")
        raise ConfigInvalid(words % {"met": len(text), "most": LARGEST}, field="knowledge")
    return text
