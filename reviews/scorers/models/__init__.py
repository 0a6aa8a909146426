"""Tables of scorers."""

from reviews.scorers.models.critique import Critique
from reviews.scorers.models.prompt import Prompt
from reviews.scorers.models.prompt_label import PromptLabel
