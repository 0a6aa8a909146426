"""Forms about datasets: a new one with its first file, a further version, and which column is what."""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath

from django import forms
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from datasets import mapping as mappings
from datasets.actions import partial_uploads
from datasets.actions.partial_uploads import ReceivedFile
from datasets.column_figures import SHOWN_COLUMNS, ColumnFigures, FileFigures, figures_of
from datasets.limits import MEGABYTE
from datasets.mapping import REST, FieldMapping, Labels
from datasets.models.dataset import TYPES
from datasets.models.purposes import purpose_of
from datasets.readers import registry as readers
from datasets.row_errors import shown
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from evalhub.templatetags.states import look_of

MOST_UNFINISHED = 3
TYPE_NAMES = {kind: look_of(kind).label for kind in TYPES}
ROLES = {
    "input": _("Input"),
    "turns": _("Conversation"),
    "expected_output": _("Expected output"),
    "acceptable_answers": _("Acceptable answers"),
    "output": _("Model output"),
    "metadata": _("Metadata"),
    "external_id": _("ID"),
    "annotator": _("Annotator"),
    "annotator_kind": _("Annotator kind"),
    "label": _("Label"),
    "": _("Not used"),
}
COLUMN_TYPES = {
    "string": _("string"), "integer": _("integer"), "number": _("number"), "boolean": _("boolean"),
    "object": _("object"), "array": _("array"), "null": _("null"), "mixed": _("mixed"),
}  # fmt: skip
ONE_COLUMN = ("expected_output", "acceptable_answers", "external_id", "turns", "annotator", "annotator_kind")
OF_MAPPING = ("turns", "expected_output", "acceptable_answers", "external_id")
FIELD_OF_ERROR = {
    "bad_name": "name", "name_taken": "name", "unknown_type": "type", "bad_tags": "tags", "disk_full": "file",
    "unknown_file_format": "file", "empty_file": "file", "file_too_large": "file",
}  # fmt: skip


class UploadForm(forms.Form):
    """One file as a version; `mapped_like` is the version whose mapping may be used again, None for a first file.

    `uploads` are the PartialUploads of the person: one that is complete stands for the file.
    """

    file = forms.FileField(
        label=_("File"),
        allow_empty_file=True,
        error_messages={"required": _("Choose a file.")},
    )
    note = forms.CharField(
        label=_("What is new?"),
        max_length=10_000,
        required=False,
        help_text=_("One sentence, shown in the list of versions."),
    )
    keep_mapping = forms.BooleanField(required=False, initial=True)
    upload = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args, mapped_like=None, uploads=None, **options):
        super().__init__(*args, **options)
        self.mapped_like, self.uploads = mapped_like, uploads
        self.fields["file"].required = False
        endings = [f".{extension}" for reader in readers.values() for extension in reader.extensions]
        self.fields["file"].widget.attrs["accept"] = ",".join(endings)
        self.fields["file"].widget.attrs |= {
            "data-most": settings.UPLOAD_MEGABYTES * MEGABYTE,
            "data-resumed-from": settings.UPLOAD_RESUMED_FROM,
        }
        most = {"megabytes": f"{settings.UPLOAD_MEGABYTES:,}", "rows": f"{settings.UPLOAD_ROWS:,}"}
        self.fields["file"].help_text = gettext("Up to %(megabytes)s MB and %(rows)s rows.") % most
        if mapped_like is None:
            del self.fields["keep_mapping"]
        else:
            number, kept = {"number": mapped_like.version_number}, self.fields["keep_mapping"]
            kept.label = gettext("Use the column mapping of version %(number)s") % number
            kept.help_text = gettext("Otherwise the mapping is suggested from the column names. You can change it.")

    def clean(self):
        """`file` is the one that was sent, or the upload in parts that is complete."""
        cleaned = super().clean()
        chosen = cleaned.get("upload")
        if chosen and self.uploads is not None:
            found = self.uploads.complete().filter(pk=chosen).first()
            cleaned["file"] = ReceivedFile(found) if found else None
        if not cleaned.get("file") and "file" not in self.errors:
            self.add_error("file", gettext("Choose a file."))
        return cleaned

    def unfinished(self):
        """The uploads of the person that were broken off, newest first."""
        return self.uploads.unfinished()[:MOST_UNFINISHED] if self.uploads is not None else []

    def received(self):
        """Forget the upload in parts once its file is a version's."""
        file = self.cleaned_data["file"]
        if isinstance(file, ReceivedFile):
            partial_uploads.discard(upload=file.upload)

    def file_label(self):
        """What the area that takes a file says."""
        *some, last = [reader.title for reader in readers.values()]
        words = {"formats": ", ".join(some), "last": last}
        return gettext("Choose a %(formats)s or %(last)s file, or drop it here") % words

    def too_large(self):
        """What the area says of a file above the limit, before it is sent."""
        return gettext("This file is larger than %(megabytes)s MB, the limit.") % {
            "megabytes": f"{settings.UPLOAD_MEGABYTES:,}"
        }

    def mapping(self):
        """The mapping to check the file with, None to guess it."""
        return self.mapped_like.mapping if self.cleaned_data.get("keep_mapping") else None

    def place(self, error):
        """Put an action's error beside the field it is about."""
        name = FIELD_OF_ERROR.get(error.code)
        self.add_error(name if name in self.fields else None, error.message)


class DatasetForm(UploadForm):
    name = forms.CharField(
        label=_("Name"), max_length=255, required=False, help_text=_("Defaults to the name of the file.")
    )
    type = forms.ChoiceField(label=_("Type"), choices=TYPE_NAMES.items(), initial="EVALUATION")
    description = forms.CharField(
        label=_("Description"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Source and purpose of the dataset."),
    )
    purpose = forms.CharField(required=False, widget=forms.HiddenInput)
    tags = forms.CharField(label=_("Tags"), max_length=5_000, required=False, help_text=_("Separate with commas."))
    note = None

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        address = reverse("datasets:name_check")
        self.fields["name"].widget.attrs |= {"hx-get": address, "hx-trigger": "change", "hx-target": "#name-taken"}

    def clean(self):
        """Without a name the dataset is called like its file."""
        cleaned, file = super().clean(), self.cleaned_data.get("file")
        if file and not cleaned.get("name"):
            cleaned["name"] = re.sub(r"[\s_-]+", " ", PurePath(file.name).stem).strip()[:255]
        return cleaned

    @property
    def path(self):
        """The Purpose that the file is brought for."""
        return purpose_of(self["purpose"].value())

    def clean_tags(self):
        """The tags as a list, each once."""
        tags = [tag.strip() for tag in self.cleaned_data["tags"].split(",")]
        return list(dict.fromkeys(tag for tag in tags if tag))


@dataclass(frozen=True)
class ColumnRow:
    """A column of a file with its part in the cases; `field` names its control."""

    field: str
    name: str
    type: str
    role: str
    figures: ColumnFigures


class MappingForm:
    """Which column of a file is what, as one role per column or as the JSON of the API.

    `look` is the Preview of the file, `columns` what the version keeps of them: figures of the whole file, where it
    could be read. Names of inputs and outputs stay as `current` has them; the columns beyond the first 200 keep their
    roles.
    """

    FOLDED_FROM = 20  # columns; the rest is folded

    def __init__(self, look, *, current, columns=(), text=None, error="", roles=None):
        self.look = look
        self.columns = columns
        self.current = current
        self.error = error
        self.roles = roles or roles_of(current, look.columns)
        self.text = json.dumps(current.as_json(), ensure_ascii=False, indent=2) if text is None else text
        self.hidden = max(0, len(look.columns) - SHOWN_COLUMNS)

    @classmethod
    def posted(cls, shown, post):
        """The form that was shown as it was sent: roles by column, or the text of `mapping`."""
        look, same = shown.look, {"current": shown.current, "columns": shown.columns}
        if "mapping" in post:
            return cls(look, text=post["mapping"], **same)
        roles = roles_of(shown.current, look.columns)
        for place, column in enumerate(look.columns[:SHOWN_COLUMNS]):
            role = post.get(f"role-{place}", roles[column.name])
            roles[column.name] = role if role in ROLES else roles[column.name]
            if column.name in post.getlist("judged"):
                roles[column.name] = "output"
        if post.get("do") == "set_all" and post.get("all_role") in ROLES:
            part = post.get("part", "").strip().lower()
            roles |= {name: post["all_role"] for name in roles if part in name.lower()}
        return cls(look, roles=roles, **same)

    @property
    def is_wide(self):
        """Whether the table of columns is what matters most, with ways to change many of them at once."""
        return len(self.look.columns) > self.FOLDED_FROM

    @cached_property
    def whole_figures(self):
        """{column: figures} of the whole file; empty for a refused one."""
        return {column["name"]: column["figures"] for column in self.columns if "figures" in column}

    @cached_property
    def figures(self):
        """{column: figures} of the whole file, or of its first rows."""
        if self.whole_figures:
            return self.whole_figures
        first = FileFigures()
        first.add([row.values for row in self.look.rows])
        return first.as_json()

    def counted_rows(self):
        return next((found["rows"] for found in self.figures.values()), 0)

    def rows(self):
        return [
            ColumnRow(
                field=f"role-{place}",
                name=column.name,
                type=type_name(column.type),
                role=self.roles[column.name],
                figures=figures_of(self.figures.get(column.name)),
            )
            for place, column in enumerate(self.look.columns[:SHOWN_COLUMNS])
        ]

    def differs_from(self, other):
        """Whether another mapping was entered here."""
        return self.roles != other.roles or self.text.split() != other.text.split()

    def as_json(self, *, is_text):
        """The mapping for the check; InvalidInput says what does not fit the file."""
        value = strict_json.loads(self.text) if is_text else mapping_of(self.roles, current=self.current)
        return mappings.parse(value, self.look.columns).as_json()


@dataclass(frozen=True)
class JudgedColumns:
    """The question which columns are judged: at least `needed` of `columns`, of which `proposed` are; 0: none must be.

    `found` were mapped already.
    """

    needed: int
    found: int
    columns: list
    proposed: list


def judged_columns(form, purpose):
    """The JudgedColumns to ask for where the file has fewer outputs than the purpose of it needs, or none but an
    answer; else None.
    """
    types = {column.name: column.type for column in form.look.columns}
    named = {role: [name for name, given in form.roles.items() if given == role] for role in ROLES}
    outputs, expected = named["output"], named["expected_output"]
    has_enough = len(outputs) >= purpose.outputs or "object" in (types[name] for name in outputs)
    if form.current.labels or (has_enough and (outputs or expected != ["answer"])):
        return None
    inputs = named["input"] if len(named["input"]) > 1 else []
    offered = [*outputs, *expected, *inputs, *named["metadata"], *named[""]]
    texts = [name for name in offered if types[name] in ("string", "mixed")]
    return JudgedColumns(purpose.outputs, len(outputs), texts, outputs or expected) if texts else None


def type_name(column_type):
    """The type of a column in words; one that no reader finds out today keeps its own."""
    return COLUMN_TYPES.get(column_type, column_type)


def roles_of(mapping, columns):
    """{column: role} of a FieldMapping; "" for a column that is not used."""
    roles = dict.fromkeys(mapping.input_columns(), "input") | dict.fromkeys(mapping.outputs.values(), "output")
    roles |= {getattr(mapping, role): role for role in OF_MAPPING}
    if mapping.labels:
        roles |= {mapping.labels.annotator: "annotator", mapping.labels.kind: "annotator_kind"}
        roles |= dict.fromkeys(mapping.labels.questions, "label")
    rest = [column.name for column in columns] if mapping.metadata == REST else mapping.metadata
    return {column.name: roles.get(column.name, "metadata" if column.name in rest else "") for column in columns}


def mapping_of(roles, *, current):
    """The mapping, as JSON, that gives columns these roles; InvalidInput when a role is missing or given too often."""
    chosen = {role: [name for name, given in roles.items() if given == role] for role in ROLES}
    labels = _labels(chosen)
    inputs = chosen["input"] or (not chosen["turns"] and labels and chosen["external_id"]) or []
    if not inputs and not chosen["turns"]:
        raise InvalidInput(gettext("No column is mapped to Input. Set one column to Input."), code="bad_mapping")
    for role in ONE_COLUMN:
        if len(chosen[role]) > 1:
            names = ", ".join(shown(name) for name in chosen[role])
            text = gettext("%(role)s has several columns: %(names)s. Choose one.")
            raise InvalidInput(text % {"role": ROLES[role], "names": names}, code="bad_mapping")
    names = {column: name for name, column in current.outputs.items()}
    return FieldMapping(
        input=_input(inputs, chosen["turns"], current),
        labels=labels,
        outputs={names.get(column, column): column for column in chosen["output"]},
        metadata=tuple(chosen["metadata"]) if chosen[""] else REST,
        **{role: next(iter(chosen[role]), None) for role in OF_MAPPING},
    ).as_json()


def _labels(chosen):
    """The Labels of a file that has them; InvalidInput for half of them."""
    if not chosen["annotator"] and not chosen["label"]:
        return None
    if not (chosen["annotator"] and chosen["label"] and chosen["external_id"]):
        text = gettext("A label file needs three columns: ID, Annotator and Label. Set all of them, or none.")
        raise InvalidInput(text, code="bad_mapping")
    kind = next(iter(chosen["annotator_kind"]), None)
    return Labels(chosen["annotator"][0], tuple(chosen["label"]), kind)


def _input(columns, turns, current):
    """One column, or several under the names that they had so far; a list of turns is the conversation."""
    if turns:
        rest = [column for column in columns if column not in turns]
        others = _input(rest, [], current) if rest else {}
        others = {"prompt": others} if isinstance(others, str) else others
        return {"conversation": turns[0]} | {name: column for name, column in others.items() if name != "conversation"}
    if len(columns) == 1 and not isinstance(current.input, dict):
        return columns[0]
    named = {column: key for key, column in current.input.items()} if isinstance(current.input, dict) else {}
    if len(columns) == 1 and columns[0] not in named:
        return columns[0]
    return {named.get(column, column): column for column in columns}
