"""`manifest.json`: what a producer says about its job directory; read, never written."""

from dataclasses import dataclass, field

from evalhub.lib import strict_json
from evalhub.lib.translation import gettext
from reviews.jobs.directory import JobDirectory
from reviews.jobs.errors import FileMissing, JobError, shown

MANIFEST_FILE = "manifest.json"
MAX_MANIFEST_BYTES = 1_000_000
LONGEST_WORD = 200
SCORE, REVIEW = "score", "review"
STRATEGIES = (SCORE, REVIEW)


@dataclass(frozen=True)
class ManifestFile:
    path: str
    format: str


@dataclass(frozen=True)
class Manifest:
    """`files` keeps the producer's order; `raw` is the whole document, of which other keys are ignored."""

    model_type: str
    evaluate_strategy: str
    initiative_id: str
    created_at: str = ""
    files: dict[str, ManifestFile] = field(default_factory=dict)
    raw: dict = field(default_factory=dict)
    mtime_ns: int = 0


def load_manifest(job_dir):
    """The Manifest of a directory; JobError manifest_missing, manifest_invalid or unknown_strategy, in this order.

    Whether the method exists is the caller's to ask; only a null is refused here as unknown_method.
    """
    directory = JobDirectory.of(job_dir)
    stored = _stored(directory)
    try:
        raw = strict_json.loads(stored.content)
    except strict_json.BadJson as problem:
        words = gettext("%(file)s cannot be read: %(problem)s")
        raise _invalid(words % {"file": MANIFEST_FILE, "problem": problem.message}, MANIFEST_FILE) from None
    if not isinstance(raw, dict):
        raise _invalid(gettext("%(file)s is not a JSON object.") % {"file": MANIFEST_FILE}, MANIFEST_FILE)
    if "model_type" not in raw:
        raise _invalid(gettext("The manifest has no model_type."), "model_type")
    identity = _text(raw, "initiative_id") or directory.name
    files = _files(raw)
    created_at = _text(raw, "created_at")
    strategy = _strategy(raw)
    return Manifest(_method(raw), strategy, identity, created_at, files, raw, stored.modified_ns)


def _stored(directory):
    try:
        return directory.stored(MANIFEST_FILE, category="manifest_invalid", most=MAX_MANIFEST_BYTES)
    except FileMissing:
        words = gettext("The job directory %(name)s has no %(file)s.") % {"name": directory.name, "file": MANIFEST_FILE}
        raise JobError(words, category="manifest_missing", field=MANIFEST_FILE) from None


def _text(raw, key):
    """An optional text, exactly as it stands; null counts as absent."""
    value = raw.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _invalid(gettext("%(key)s is %(met)s. Valid: a text.") % {"key": key, "met": shown(value)}, key)
    return value


def _files(raw):
    entries = raw.get("files", {})
    if not isinstance(entries, dict):
        words = gettext("files is %(met)s. Valid: an object of names with a path and a format each.")
        raise _invalid(words % {"met": shown(entries)}, "files")
    return {name: _file(name, entry) for name, entry in entries.items()}


def _file(name, entry):
    if not _is_word(name):
        words = gettext("files has the name %(met)s. Valid: printable text of at most %(most)s characters.")
        raise _invalid(words % {"met": shown(name), "most": LONGEST_WORD}, "files")
    if not isinstance(entry, dict):
        words = gettext("files.%(name)s is %(met)s. Valid: an object with path and format.")
        raise _invalid(words % {"name": name, "met": shown(entry)}, f"files.{name}")
    for key in ("path", "format"):
        if key not in entry:
            words = gettext("files.%(name)s has no %(key)s.") % {"name": name, "key": key}
            raise _invalid(words, f"files.{name}.{key}")
        value = entry[key]
        if not isinstance(value, str) or key == "format" and not _is_word(value):
            words = gettext("files.%(name)s.%(key)s is %(met)s. Valid: a printable text.")
            raise _invalid(words % {"name": name, "key": key, "met": shown(value)}, f"files.{name}.{key}")
    return ManifestFile(entry["path"], entry["format"])


def _is_word(text):
    """Names and formats stand in the headings of the artifact: a line break could forge another heading."""
    return 0 < len(text) <= LONGEST_WORD and text.isprintable()


def _strategy(raw):
    strategy = raw.get("evaluate_strategy", REVIEW)
    if not isinstance(strategy, str) or strategy not in STRATEGIES:
        words = gettext("evaluate_strategy is %(met)s. Valid: %(valid)s.")
        words %= {"met": shown(strategy), "valid": ", ".join(STRATEGIES)}
        raise JobError(words, category="unknown_strategy", field="evaluate_strategy")
    return strategy


def _method(raw):
    method = raw["model_type"]
    if isinstance(method, str):
        return method
    words = gettext("model_type is %(met)s. Valid: the name of a method.") % {"met": shown(method)}
    raise JobError(words, category="unknown_method" if method is None else "manifest_invalid", field="model_type")


def _invalid(message, where):
    return JobError(message, category="manifest_invalid", field=where)
