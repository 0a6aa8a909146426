"""When failed sign-ins are forgotten."""

from celery import shared_task

from evalhub.accounts.models import SignInThrottle


@shared_task
def sweep_sign_ins():
    """Remove counts of failed sign-ins that count no more."""
    SignInThrottle.objects.forget_old()
