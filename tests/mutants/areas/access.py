"""Who may do what."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="a key keeps the rights that its person has lost",
        file="evalhub/accounts/models/api_key.py",
        old="return capability in self.scopes and self.membership.may(capability)",
        new="return capability in self.scopes",
        tests=("tests/accounts/api",),
    ),
    Mutant(
        name="the key of a person who was deactivated still works",
        file="evalhub/accounts/api/authentication.py",
        old=" AND (k.expires_at IS NULL OR k.expires_at > now()) AND u.is_active",
        new=" AND (k.expires_at IS NULL OR k.expires_at > now())",
        tests=("tests/accounts/api",),
    ),
    Mutant(
        name="annotators see tasks that are still drafts",
        file="annotations/api/base.py",
        old=(
            'if found is None or (found[0].status == "DRAFT" and not (self.may("read") or '
            'self.may("manage"))):'
        ),
        new="if found is None:",
        tests=("tests/annotations/api/test_tasks.py",),
    ),
    Mutant(
        name="the last admin may go while another organization has one",
        file="evalhub/accounts/actions/people.py",
        old=".filter(organization=membership.organization, role=Role.ADMIN)",
        new=".filter(role=Role.ADMIN)",
        tests=("tests/accounts/actions",),
    ),
]
