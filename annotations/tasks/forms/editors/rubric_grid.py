"""What the builder offers for a rubric grid: its criteria and the points that each is scored with."""

from annotations.tasks.forms.editors import registry
from annotations.tasks.forms.settings import Editor
from annotations.tasks.forms.tables import criteria, points


@registry.register("rubric_grid")
class RubricGridEditor(Editor):
    settings = (criteria(), points())
