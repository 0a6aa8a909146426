"""What the builder offers for a Likert scale: its statements, from the least to the most."""

from annotations.tasks.forms.editors import registry
from annotations.tasks.forms.settings import Editor
from annotations.tasks.forms.tables import points


@registry.register("likert")
class LikertEditor(Editor):
    settings = (points(),)
