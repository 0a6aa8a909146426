"""Knowledge of methods: what reviewers are told about a way of measuring, in Markdown."""

import re
from dataclasses import replace

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.jobs.methods import MethodReviewerRegistry, knowledge, texts
from reviews.jobs.stages.prompt_kinds.method_text import MethodText
from reviews.scorers.stages.prompt_kinds import registry
from reviews.scorers.stages.prompt_kinds.base import Outline


@registry.register("method_knowledge")
class MethodKnowledge(MethodText):
    key = "method_knowledge"
    title = gettext_noop("Method knowledge")
    description = gettext_noop("Result reviews are given this knowledge of a method.")
    syntax = "markdown"
    longest = knowledge.LARGEST

    def title_of(self, name):
        return _("%(method)s: knowledge") % {"method": _(MethodReviewerRegistry.create(name).title)}

    def shipped(self, name):
        return {1: MethodReviewerRegistry.create(name).knowledge()} if name in self.names() else {}

    def check(self, name, text, *, is_shipped=False):
        knowledge.checked(text)

    def outline(self, name, text, *, is_shipped=False):
        return Outline(markdown=knowledge.checked(text))

    def used_by(self, name, version):
        text = f"kv{version.prompt.version}" if version.prompt else f"k{texts.hash_of(version.text)[:12]}"
        return rf"^{re.escape(name)} p.+ {text}$"

    def tried(self, name, in_use, text, is_shipped):
        return replace(in_use, knowledge=knowledge.checked(text))
