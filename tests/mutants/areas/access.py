"""Who may do what."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="a key keeps the rights that its person has lost",
        file="evalhub/accounts/models/api_key.py",
        old="if giving and self.membership.may(capability)",
        new="if giving",
        tests=("tests/accounts/api",),
    ),
    Mutant(
        name="the key of a person who was deactivated still works",
        file="evalhub/accounts/api/authentication.py",
        old="\n          AND u.is_active",
        new="",
        tests=("tests/accounts/api",),
    ),
    Mutant(
        name="a key that is bound to a dataset sends spans to another one",
        file="datasets/actions/traces.py",
        old="if within is not None:",
        new="if False:",
        tests=("tests/test_access.py",),
    ),
    Mutant(
        name="a key that sends reads what every member may",
        file="evalhub/accounts/api/permissions.py",
        old='view.key.scopes == ["send"]',
        new="view.key.scopes == []",
        tests=("tests/test_access.py",),
    ),
    Mutant(
        name="annotators see tasks that are still drafts",
        file="annotations/tasks/api/base.py",
        old='if task is None or (task.status == "DRAFT" and not (self.may("read") or self.may("manage"))):',
        new="if task is None:",
        tests=("tests/annotations/tasks/api/test_annotation_tasks.py",),
    ),
    Mutant(
        name="the last admin may go while another organization has one",
        file="evalhub/accounts/actions/people.py",
        old=".filter(organization=membership.organization, role=Role.ADMIN)",
        new=".filter(role=Role.ADMIN)",
        tests=("tests/accounts/actions",),
    ),
]
