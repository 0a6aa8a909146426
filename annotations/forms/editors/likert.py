"""What the builder offers for a Likert scale: its statements, from the least to the most."""

from annotations.forms.editors import registry
from annotations.forms.settings import Editor
from annotations.forms.tables import points


@registry.register("likert")
class LikertEditor(Editor):
    settings = (points(),)
