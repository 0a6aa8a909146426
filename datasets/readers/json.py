"""JSON: a list of objects, or of tasks of Label Studio."""

from datasets.readers import label_studio, registry
from datasets.readers.json_list import JsonListReader


@registry.register("JSON")
class JsonReader(JsonListReader):
    title = "JSON"
    extensions = ("json",)

    @classmethod
    def for_file(cls, path):
        """Tasks of Label Studio are read task by task, their data as the columns."""
        return label_studio.LabelStudioReader if label_studio.is_task_file(path) else cls
