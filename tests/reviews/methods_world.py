"""Own versions of prompts and knowledge for tests of their pages and calls."""

from django.urls import reverse

from reviews.jobs.documents.actions import documents
from tests.reviews.jobs.methods.cases import YAML

BROKEN = YAML.replace("{{ artifact }}", "nothing")
OTHER = YAML.replace("You review trials.", "You review field trials.").replace('"1.2"', '"1.3"')


def draft(member, content=YAML, part="prompt", note=""):
    return documents.save_draft(
        organization=member.organization, model_type="experiment", part=part, content=content, note=note, by=member.user
    )


def published(member, content=YAML, part="prompt", note=""):
    return documents.publish(document=draft(member, content, part, note), by=member.user)


def in_use(member):
    return documents.in_use(organization=member.organization, model_type="experiment")


def url(page="document", part="prompt", model_type="experiment"):
    return reverse(f"reviews:method_{page}", args=[model_type, part])
