"""When mails are sent, and failed sign-ins forgotten."""

from celery import shared_task

from evalhub.accounts.actions import passwords
from evalhub.accounts.models import IdempotentAnswer, PasswordReset, SignInThrottle
from evalhub.lib import leases
from evalhub.lib.processes import stopping


@shared_task(due_at=leases.times(PasswordReset), sweeps=[passwords.MAILS])
def mail_due():
    """Send one mail after the other until none is due."""
    while not stopping.requested() and passwords.send_one():
        pass


@shared_task(in_sets=True)
def sweep_answers():
    """Remove answers of a week ago that were kept for their Idempotency-Key."""
    IdempotentAnswer.objects.old().delete()


@shared_task(in_sets=True)
def sweep_sign_ins():
    """Remove counts of failed sign-ins that count no more."""
    SignInThrottle.objects.forget_old()
