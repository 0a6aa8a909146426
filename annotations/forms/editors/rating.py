"""What the builder offers for a rating: its scale and the names of points."""

from annotations.forms.editors import registry
from annotations.forms.settings import Editor
from annotations.forms.tables import scale


@registry.register("rating")
class RatingEditor(Editor):
    settings = scale()
