"""What a method reviewer is: the words of its method, the range of its confidence, its prompt and its knowledge."""

import functools
import sys
from pathlib import Path

from reviews.jobs.artifact import load_artifact
from reviews.jobs.errors import ConfigInvalid
from reviews.methods.knowledge import load_knowledge
from reviews.methods.prompt import parse_prompt


class MethodReviewer:
    """One method. Subclasses are registered under their `name` and need no code: files beside their module do.

    `title` and `description` are marked by gettext_noop; whoever shows them calls gettext.
    `confidence_range` is what the score strategy draws from. `prompt_name` is the stem of a file in `prompt_dir`.
    """

    name = ""
    title = ""
    prompt_name = ""
    description = ""
    confidence_range = (0.0, 1.0)

    @property
    def prompt_dir(self):
        return _folder_of(type(self)) / "prompts"

    @property
    def knowledge_dir(self):
        return _folder_of(type(self)) / "knowledge"

    def load_artifact(self, directory, manifest):
        """The ArtifactPayload of a JobDirectory; overridden by methods whose results need another reading."""
        return load_artifact(directory, manifest)

    def prompt_text(self):
        """The shipped YAML; ConfigInvalid when there is none."""
        path = Path(self.prompt_dir, f"{self.prompt_name}.yaml")
        try:
            return _read(path)
        except FileNotFoundError:
            message = f"The method {self.name!r} has no prompt {path.name}. Valid: a file of that name in its prompts/."
            raise ConfigInvalid(message, field="prompt") from None

    def prompt(self):
        """The shipped MethodPrompt."""
        return parse_prompt(self.prompt_text(), is_shipped=True)

    def knowledge(self):
        """The shipped knowledge, empty for a method without any."""
        return _knowledge(Path(self.knowledge_dir))


def _folder_of(cls):
    return Path(sys.modules[cls.__module__].__file__).resolve().parent


@functools.cache
def _read(path):
    return path.read_text(encoding="utf-8")


@functools.cache
def _knowledge(folder):
    return load_knowledge(folder)
