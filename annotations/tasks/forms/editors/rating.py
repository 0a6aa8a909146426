"""What the builder offers for a rating: its scale and the names of points."""

from annotations.tasks.forms.editors import registry
from annotations.tasks.forms.settings import Editor
from annotations.tasks.forms.tables import scale


@registry.register("rating")
class RatingEditor(Editor):
    settings = scale()
