"""Whose answers an import brings: known ones by id, members by e-mail or name, others by the name in the file."""

import hashlib
import uuid

from annotations.imports.formats.base import BadEntry
from annotations.tasks.models import Annotator
from evalhub.accounts.models import Membership
from evalhub.lib.simulated import is_simulated
from evalhub.lib.translation import gettext

NAME_LENGTH = 200


class People:
    """Finds or makes the annotators of one import; remembered, so that a large file asks once for each.

    Inside the import's transaction: annotators made for a file that is refused go with it.
    """

    def __init__(self, job):
        self._job = job
        self._organization_id = job.organization_id
        self._found = {}

    def annotator(self, who):
        """The Annotator; BadEntry when a name is that of several members, or an id that of somebody of another kind."""
        if who not in self._found:
            self._found[who] = self._find(who)
        return self._found[who]

    def _find(self, who):
        if self._job.kind == "prelabels":
            version = f" ({who.name})" if who.is_machine and who.name else ""
            return self._program(f"Prelabels: {self._job.file_name}{version}", "prelabels", method="prelabels")
        known = self._known(who.annotator_id)
        if known is not None:
            # Unless a machine would pass for a person, or invented for real.
            if who.is_machine and known.kind == "human" or who.simulated and not known.simulated:
                kind_here = gettext("simulated") if who.simulated else who.kind
                text = gettext(
                    "The file lists %(name)s as %(said)s, but here it is %(kind)s. Remove the ID or fix the row."
                )
                raise BadEntry(
                    "annotator_id", text % {"said": kind_here, "name": f"{known.name!r}", "kind": known.kind}
                )
            return known
        if who.is_machine:
            return self._machine(who)
        member = self._member(who)
        if member is not None:
            # Not the remembered annotator of a member: this one may go again with a file that is refused.
            return Annotator.objects.get_or_create(
                organization_id=self._organization_id,
                user=member.user,
                kind="human",
                defaults={"name": member.user.display_name},
            )[0]
        # A person without an account, the same one for the same e-mail or name in all files of the organization.
        name = self._name(who)[:NAME_LENGTH]
        return Annotator.objects.get_or_create(
            organization_id=self._organization_id,
            kind="human",
            external_name=who.email.lower()[:NAME_LENGTH] or name,
            defaults={"name": name},
        )[0]

    def _known(self, annotator_id):
        """An annotator of this organization by the id that our exports give."""
        try:
            key = uuid.UUID(annotator_id)
        except ValueError:
            return None
        return Annotator.objects.filter(organization_id=self._organization_id, pk=key).first()

    def _member(self, who):
        members = Membership.objects.filter(organization_id=self._organization_id).select_related("user")
        if who.email:
            return members.filter(user__email__iexact=who.email).first()
        if not who.name:
            return None
        named = list(members.filter(user__name__iexact=who.name)[:2])
        if len(named) > 1:
            text = gettext("Several members are named %(name)s. Use their email addresses.")
            raise BadEntry("annotator", text % {"name": f"{who.name!r}"})
        return named[0] if named else None

    def _machine(self, who):
        """A model or program under its own name; never one of this installation, whose prompt is known."""
        if who.kind == "program":
            return self._program(self._name(who), "program", simulated=who.simulated)
        name = self._name(who)[:NAME_LENGTH]
        simulated = who.simulated or is_simulated(name)
        fingerprint = hashlib.sha256(f"import:llm:{simulated}:{name}".encode()).hexdigest()
        return Annotator.objects.get_or_create(
            organization_id=self._organization_id,
            fingerprint=fingerprint,
            kind="llm",
            defaults={
                "method": "import",
                "name": name,
                "model": name,
                "simulated": simulated,
                "parameters": {"imported_as": "llm"},
            },
        )[0]

    def _name(self, who):
        return who.name or who.email or who.annotator_id or self._job.file_name

    def _program(self, name, imported_as, simulated=False, method="import"):
        """One program per name in an organization, however often files bring it, and one where it was simulated."""
        kind = f"{imported_as}:simulated" if simulated else imported_as
        fingerprint = hashlib.sha256(f"import:{kind}:{name}".encode()).hexdigest()
        program, _ = Annotator.objects.get_or_create(
            organization_id=self._organization_id,
            fingerprint=fingerprint,
            kind="program",
            defaults={
                "method": method,
                "name": name[:NAME_LENGTH],
                "simulated": simulated,
                "parameters": {"imported_as": imported_as},
            },
        )
        return program
