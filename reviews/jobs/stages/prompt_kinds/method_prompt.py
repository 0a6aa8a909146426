"""Prompts of method reviewers: the dimensions of a result review, and the two templates that ask for them."""

import re
from dataclasses import replace

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.jobs.errors import JobError
from reviews.jobs.methods import MethodReviewerRegistry, texts
from reviews.jobs.methods.prompt import LARGEST_FILE, SYSTEM_VALUES, USER_VALUES
from reviews.jobs.stages import method_texts
from reviews.jobs.stages.prompt_kinds.method_text import MethodText
from reviews.scorers.stages.prompt_kinds import registry
from reviews.scorers.stages.prompt_kinds.base import Change, Fact, Outline, pieces_of


@registry.register("method_prompt")
class MethodPrompts(MethodText):
    key = "method_prompt"
    title = gettext_noop("Method prompts")
    description = gettext_noop("Result reviews ask for the dimensions of a method with these.")
    longest = LARGEST_FILE

    def title_of(self, name):
        return _("%(method)s: prompt") % {"method": _(MethodReviewerRegistry.create(name).title)}

    def shipped(self, name):
        return MethodReviewerRegistry.create(name).prompt_versions() if name in self.names() else {}

    def check(self, name, text, *, is_shipped=False):
        MethodReviewerRegistry.create(name).parsed(text, is_shipped=is_shipped)

    def outline(self, name, text, *, is_shipped=False):
        prompt = MethodReviewerRegistry.create(name).parsed(text, is_shipped=is_shipped)
        facts = [Fact(_("Name"), _("%(name)s, version %(n)s") % {"name": prompt.name, "n": prompt.version})]
        facts += [Fact(_("Description"), prompt.description)] if prompt.description else []
        facts.append(Fact(_("Dimensions"), names=prompt.dimensions))
        return Outline(tuple(facts), (pieces_of("system", prompt.system), pieces_of("user", prompt.user)))

    def variables(self, name):
        more = MethodReviewerRegistry.create(name).metadata_names
        return {"system": list(SYSTEM_VALUES), "user": [*USER_VALUES, *more]}

    def changes(self, name, before, text):
        """Which dimensions a prompt adds and drops; nothing where what is in use cannot be read any more."""
        reviewer = MethodReviewerRegistry.create(name)
        after = reviewer.parsed(text).dimensions
        try:
            now = reviewer.parsed(before.text, is_shipped=before.prompt is None).dimensions
        except JobError:
            now = after
        added = tuple(each for each in after if each not in now)
        dropped = tuple(each for each in now if each not in after)
        if added or dropped:
            words = _("The dimensions change, so new result reviews use another form in another task.")
        else:
            words = _("The order of dimensions changes, so new result reviews use another form in another task.")
        return [Change(words, added, dropped)] if after != now else []

    def found(self, stored):
        """A reference names a knowledge too; it leads to the prompt."""
        parts = method_texts.parts_of(stored)
        if parts is None or parts["model_type"] not in self.names():
            return None
        name, own, sha256 = parts["model_type"], parts["prompt"], parts["prompt_sha"]
        if own is not None:
            return name, int(own), None
        shipped = self.shipped(name).items()
        number = next((number for number, text in shipped if texts.hash_of(text).startswith(sha256)), None)
        return None if number is None else (name, None, number)

    def used_by(self, name, version):
        text = f"v{version.prompt.version}" if version.prompt else f"s{texts.hash_of(version.text)[:8]}"
        return rf"^{re.escape(name)} p[^ ]+ {text} k"

    def tried(self, name, in_use, text, is_shipped):
        prompt = MethodReviewerRegistry.create(name).parsed(text, is_shipped=is_shipped)
        return replace(in_use, prompt=prompt, is_shipped=is_shipped)
