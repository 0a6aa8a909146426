"""Tasks in the JSON format of Label Studio: data, annotations and predictions of each item, one list of all."""

from annotations.exports.formats import TASKS, Format, registry
from annotations.exports.formats.json_file import ListWriter
from evalhub.lib.translation import gettext_noop


@registry.register("LABEL_STUDIO")
class LabelStudioTasks(Format):
    title = gettext_noop("Label Studio JSON")
    extension = "json"
    content_type = "application/json"
    shape = TASKS

    def writer(self, out, columns):
        return ListWriter(out)
