"""What every dispute answers: the parts of an answer, how far they lie apart, and the answer that chosen parts make."""

import json
from dataclasses import dataclass

OWN = "own"  # chosen for a part whose value is the adjudicator's


@dataclass(frozen=True)
class Answer:
    """What one column of an adjudicator's page says; `mark` names it in a form, `letter` on the page."""

    mark: str
    letter: str
    value: object


@dataclass(frozen=True)
class Part:
    """One thing on which answers may differ. values: what each of them says of it, None where it says nothing."""

    key: str
    values: tuple

    @property
    def differs(self):
        return len({same(value) for value in self.values if value is not None}) > 1

    @property
    def agreed(self):
        """What all say who say anything, None where they differ."""
        return None if self.differs else next((value for value in self.values if value is not None), None)


@dataclass(frozen=True)
class Chosen:
    """What an adjudicator's form says. parts: {key of a part: choice}. own: what the label type's widget holds."""

    parts: dict
    own: object = None


class Dispute:
    """Base of the disputes. A config is one that the label type cleaned; values are as it stored them."""

    key = ""  # of the label type, and the name of the template: templates/annotations/labels/disputes/<key>.html

    @property
    def template(self):
        return f"annotations/labels/disputes/{self.key}.html"

    def level(self, config):
        """How what is said of a part is measured: a level of `LabelType.level`."""
        raise NotImplementedError

    def domain(self, config):
        """Every number that `number` can return, in order, or None when they cannot be listed."""
        raise NotImplementedError

    def number(self, config, value):
        raise NotImplementedError

    def parts(self, config, values):
        """The Parts of several answers."""
        raise NotImplementedError

    def is_known(self, config, value, values):
        """Whether each part of the value is what one of the others says of it."""
        parts = self.parts(config, [value, *values])
        return all(same(part.values[0]) in {same(value) for value in part.values[1:]} for part in parts)

    def prefilled(self, config, answers, value=None):
        """The Chosen that makes this value; without one what nobody disputes is chosen, and nothing else."""
        raise NotImplementedError

    def read(self, post, name):
        """{key of a part: choice} of a posted form, whose fields are `<name>.<key>`."""
        return {field[len(name) + 1 :]: post.get(field) for field in post if field.startswith(f"{name}.")}

    def value(self, config, answers, chosen):
        """The whole answer that was chosen, not yet checked; None while it is not one."""
        raise NotImplementedError

    def control(self, config, answers, chosen, *, widget, shown):
        """What the template draws. widget: of the label type, holding `chosen.own`. shown: the ItemContent."""
        raise NotImplementedError


def same(value):
    """A text that two values share exactly when they are equal as JSON."""
    return json.dumps(value, sort_keys=True)
