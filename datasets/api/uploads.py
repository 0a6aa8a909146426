"""The body of an upload: a form with a file, refused before it is read when it is far larger than a file may be."""

from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import MultiPartParser

from datasets.actions.stored_files import check_size
from evalhub.lib import foreign_values
from evalhub.lib.errors import InvalidInput

FORM_BYTES = 1024 * 1024


class UploadParser(MultiPartParser):
    """Forms that are not far larger than the largest file: the rest is refused before it is read."""

    def parse(self, stream, media_type=None, parser_context=None):
        length = foreign_values.whole(parser_context["request"].META.get("CONTENT_LENGTH")) or 0
        check_size(max(0, length - FORM_BYTES))
        return super().parse(stream, media_type, parser_context)


def uploaded_form(request):
    """{name: value} of a form; UnsupportedMediaType for another body, InvalidInput for a name that is given twice."""
    if not (request.content_type or "").startswith("multipart/form-data"):
        raise UnsupportedMediaType(request.content_type or "none")
    form = request.data
    for name in form:
        if len(form.getlist(name)) > 1:
            raise InvalidInput(f"{name} is given {len(form.getlist(name))} times. Send it once.", code="given_twice")
    return form.dict()
