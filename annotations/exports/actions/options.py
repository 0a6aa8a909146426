"""What an export takes in and how it is written: the choices people make, checked and kept with the job."""

from dataclasses import asdict, dataclass, fields

from evalhub.lib.errors import InvalidInput

ANNOTATOR_KINDS = ("human", "llm", "program", "jury")
INCLUDES = ("values", "reasons", "evidence", "audits", "exposure", "timings")
POLICY = {
    "adjudicated": ("adjudicated", "expert", "imported"),
    "consensus": ("consensus",),
    "mixed": ("mixed",),
    "single": ("single_human", "mixed_single_human"),
    "panel": ("llm_panel",),
}
ITEMS = ("all", "complete", "incomplete", "adjudicated", "flagged")
UNRESOLVED = ("exclude", "include")


@dataclass(frozen=True)
class ExportOptions:
    """`include` names what is written beside the values; "values" adds everybody's own answers to ground truth.

    `policy` names the sources of ground truth that count: what people agreed on or decided, unless others are named. An
    adjudicated value goes before any other. Items without a value of it are left out, or written with the questions
    that are `unresolved`. `consensus_threshold` None is the task's own. `pseudonymise` puts keyed hashes in place of
    people and programs.
    """

    consensus_threshold: float | None = None
    annotator_kinds: tuple = ANNOTATOR_KINDS
    blind_only: bool = False
    items: str = "all"
    include: tuple = ("reasons", "exposure", "timings")
    policy: tuple = ("adjudicated", "consensus")
    unresolved: str = "exclude"
    pseudonymise: bool = False
    compress: bool = False

    @classmethod
    def of_job(cls, job):
        """The options a job was asked with."""
        return cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in job.options.items()})

    def as_json(self):
        given = {name: value for name, value in asdict(self).items() if value is not None}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}

    def threshold_of(self, task):
        """The share of votes from which values of the task count as consensus."""
        return task.consensus_threshold if self.consensus_threshold is None else self.consensus_threshold

    @property
    def sources(self):
        """The sources of ground truth that the policy lets count."""
        return {source for name in self.policy for source in POLICY[name]}


def parse(**given):
    """The ExportOptions of a request; InvalidInput names the choice, the value met and what would be valid."""
    known = [field.name for field in fields(ExportOptions)]
    unknown = [name for name in given if name not in known]
    if unknown:
        raise InvalidInput(f"Unknown option {unknown[0]!r}. Valid: {', '.join(known)}.", code="unknown_option")
    if "consensus_threshold" in given:
        value = given["consensus_threshold"]
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not number or not 0 <= value <= 1:
            raise InvalidInput(f"consensus_threshold is {value!r}. Valid: a number from 0 to 1.", code="bad_threshold")
        given["consensus_threshold"] = float(value)
    for name in ("blind_only", "pseudonymise", "compress"):
        if not isinstance(given.get(name, False), bool):
            raise _refused(name, given[name], ("true", "false"))
    for name, valid in (("items", ITEMS), ("unresolved", UNRESOLVED)):
        if name in given and given[name] not in valid:
            raise _refused(name, given[name], valid)
    for name, valid in (("annotator_kinds", ANNOTATOR_KINDS), ("include", INCLUDES), ("policy", tuple(POLICY))):
        if name in given:
            values = given[name]
            if not isinstance(values, (list, tuple)) or not all(value in valid for value in values):
                raise _refused(name, values, valid)
            if not values and name != "include":
                raise InvalidInput(f"{name} is empty. Choose at least one of: {', '.join(valid)}.", code="bad_option")
            given[name] = tuple(value for value in valid if value in values)
    return ExportOptions(**given)


def _refused(name, value, valid):
    return InvalidInput(f"{name} is {value!r}. Valid: {', '.join(valid)}.", code="bad_option")
