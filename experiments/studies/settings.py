"""How a rubric study asks: its scale, its models, what scorers see, and what chance decides."""

import re
from dataclasses import asdict, dataclass, field

from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

METHODS = ("single", "subset")
RAW = "raw"
VIEWS = ("cleaned", "neutralized", "abstracted")  # each is made from the one before, the first from the raw text
STRATEGIES = ("window_round_robin", "random_bundle")
MOST_MODELS = 20
MOST_SAMPLES = 100
MOST_LANES = 500
LARGEST_BUNDLE = 50
MOST_PEOPLE = 20
_MODEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+~-]{0,199}")
SCALE_SIZES = (2, 9)  # a rubric's stages
_FLAGS = ("abstain_enabled", "anonymize_stages", "shuffle_rubric_order", "hide_label_text")
_COUNTS = {
    "scale_size": SCALE_SIZES,
    "evidence_bundle_size": (1, LARGEST_BUNDLE),
    "seed": (0, 2**31 - 1),
    "samples_per_model": (1, MOST_SAMPLES),
    "people_per_bundle": (1, MOST_PEOPLE),
}
_CHOICES = {"method": METHODS, "evidence_view": (RAW, *VIEWS), "bundle_strategy": STRATEGIES}


@dataclass(frozen=True)
class StudySettings:
    """`rubric_models` write a rubric per sample; `scoring_models` score with each of them, empty: the rubric's own.

    `critic_model` "": another model than the answer's own if there is one; `evidence_model` "": the first rubric
    model. `method`: one stage per bundle, or a set of them. `people_per_bundle`: how many people may score a bundle
    with each rubric. Parameters go to the provider; null takes a prompt's own away.
    """

    rubric_models: tuple
    scoring_models: tuple = ()
    critic_model: str = ""
    evidence_model: str = ""
    samples_per_model: int = 1
    scale_size: int = 5
    method: str = "single"
    abstain_enabled: bool = True
    evidence_view: str = RAW
    evidence_bundle_size: int = 1
    bundle_strategy: str = "window_round_robin"
    seed: int = 0
    anonymize_stages: bool = True
    shuffle_rubric_order: bool = True
    hide_label_text: bool = False
    people_per_bundle: int = 1
    rubric_parameters: dict = field(default_factory=dict)
    scoring_parameters: dict = field(default_factory=dict)

    @classmethod
    def read(cls, found):
        """From JSON, the other fields as standard; InvalidInput names what is wrong in it."""
        if not isinstance(found, dict):
            words = _("The settings are %(met)s. Valid: an object.")
            raise InvalidInput(words % {"met": _shown(found)}, code="invalid_settings")
        unknown = sorted(set(found) - set(cls.__dataclass_fields__))
        if unknown:
            met = {"met": _shown(unknown[0]), "valid": ", ".join(cls.__dataclass_fields__)}
            raise InvalidInput(_("The settings have %(met)s. Valid: %(valid)s.") % met, code="unknown_setting")
        models = {
            "rubric_models": _models("rubric_models", found.get("rubric_models"), 1),
            "scoring_models": _models("scoring_models", found.get("scoring_models", []), 0),
        }
        settings = cls(**{**found, **models})
        settings._check()
        return settings

    @property
    def views(self):
        """The views that have to be made before the chosen one can be read, in order, itself the last."""
        return VIEWS[: VIEWS.index(self.evidence_view) + 1] if self.evidence_view != RAW else ()

    @property
    def reading_model(self):
        """Who makes the views of the evidence."""
        return self.evidence_model or self.rubric_models[0]

    @property
    def n_lanes(self):
        """How many times the whole evidence is scored."""
        return len(self.rubric_models) * self.samples_per_model * max(len(self.scoring_models), 1)

    def scorers_of(self, rubric_model):
        """The models that score with this model's rubrics."""
        return self.scoring_models or (rubric_model,)

    @property
    def models(self):
        """All models that are asked, each once, but for critics that are not named."""
        critics = (self.critic_model,) if self.critic_model else ()
        reading = (self.reading_model,) if self.views else ()
        return tuple(dict.fromkeys((*self.rubric_models, *self.scoring_models, *critics, *reading)))

    def as_json(self):
        """What `read` takes."""
        return asdict(self) | {"rubric_models": list(self.rubric_models), "scoring_models": list(self.scoring_models)}

    def _check(self):
        for name in ("critic_model", "evidence_model"):
            if getattr(self, name) != "":
                _check_model(name, getattr(self, name))
        for name, (low, high) in _COUNTS.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise _invalid(name, value, _("a whole number from %(low)s to %(high)s") % {"low": low, "high": high})
        for name, valid in _CHOICES.items():
            if getattr(self, name) not in valid:
                raise _invalid(name, getattr(self, name), ", ".join(valid))
        for name in _FLAGS:
            if not isinstance(getattr(self, name), bool):
                raise _invalid(name, getattr(self, name), "true, false")
        for name in ("rubric_parameters", "scoring_parameters"):
            if not isinstance(getattr(self, name), dict):
                raise _invalid(name, getattr(self, name), _('an object such as {"temperature": 0.7}'))
        if self.n_lanes > MOST_LANES:
            raise self._too_large()

    def _too_large(self):
        words = _(
            "The study would score all evidence %(times)s times: %(rubric_models)s rubric models, %(samples)s samples"
            " of each, %(scoring_models)s scoring models. Valid: at most %(most)s."
        ) % {
            "times": self.n_lanes,
            "rubric_models": len(self.rubric_models),
            "samples": self.samples_per_model,
            "scoring_models": max(len(self.scoring_models), 1),
            "most": MOST_LANES,
        }
        return InvalidInput(words, code="study_too_large")


def _models(name, value, least):
    if not isinstance(value, list | tuple) or not least <= len(value) <= MOST_MODELS:
        raise _invalid(name, value, _("a list of %(least)s to %(most)s models") % {"least": least, "most": MOST_MODELS})
    for model in value:
        _check_model(name, model)
    if len(set(value)) < len(value):
        raise _invalid(name, list(value), _("each model once"))
    return tuple(value)


def _check_model(name, model):
    if not isinstance(model, str) or not _MODEL.fullmatch(model):
        raise _invalid(name, model, _("a provider and a name, such as openai/gpt-4o-mini"))


def _invalid(name, value, valid):
    words = _("%(name)s is %(met)s. Valid: %(valid)s.") % {"name": name, "met": _shown(value), "valid": valid}
    return InvalidInput(words, code="invalid_settings", details={"setting": name})


def _shown(value):
    return repr(value)[:80]
