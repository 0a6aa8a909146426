"""What a judge of answers may do, by the rules that its newest tests against people keep."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalhub.lib.translation import gettext as _
from reviews.quality.judge_tests import ALONE, NOT_FIT, PRELABEL, in_order, people_kinds
from reviews.quality.judge_tests.people import FAILED, PASSED, Rule
from reviews.quality.judged_cases import Measure

UNTESTED = "untested"
Found = Mapping[str, tuple[dict[str, Measure], dict[str, Any]]]


@dataclass(frozen=True)
class Licence:
    """`key`: one of LICENCES, or UNTESTED; `rules` in the order of pages."""

    key: str
    rules: tuple[Rule, ...] = ()

    @property
    def unmet(self) -> list[Rule]:
        return [rule for rule in self.rules if rule.state != PASSED]


def licence_of_tests(found: Found) -> Licence:
    """{kind: (figures, details)} of one judge and question: ALONE where every rule is kept, PRELABEL where the alt-test
    is passed and no rule failed, else NOT_FIT; UNTESTED without tests."""
    rules = {key: kind.rules(*found[key]) for key, kind in in_order(people_kinds) if key in found}
    if not rules:
        return Licence(UNTESTED)
    every = tuple(rule for each in rules.values() for rule in each)
    if all(rule.state == PASSED for rule in every):
        return Licence(ALONE, every)
    is_fit = all(rule.state == PASSED for rule in rules.get("alt_test", [])) and "alt_test" in rules
    return Licence(PRELABEL if is_fit and all(rule.state != FAILED for rule in every) else NOT_FIT, every)


def sentence(licence: Licence) -> str:
    """What it means for those who work with the judge, and what is missing."""
    if licence.key == UNTESTED:
        return _("It was not tested against people yet. Its scores are shown as untested.")
    if licence.key == ALONE:
        return _("It keeps every rule, so its answers may stand without people.")
    rule = next((rule for rule in licence.unmet if rule.state == FAILED), licence.unmet[0])
    told = {"rule": rule.title, "found": rule.found}
    if licence.key == PRELABEL:
        words = _("People see its verdict as a suggestion. To label alone it must keep: %(rule)s. Found: %(found)s.")
    else:
        words = _("Its answers must not replace people's. Not kept: %(rule)s. Found: %(found)s.")
    more = _("With the same rate %(n)s such answers would be enough.") % {"n": rule.needs} if rule.needs else ""
    return f"{words % told} {more}".strip()
