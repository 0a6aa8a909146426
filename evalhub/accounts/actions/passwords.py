"""Set passwords, and send the links by which people set a new one themselves."""

import datetime
import logging
import smtplib

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.db import transaction
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.accounts.actions import api_keys, audit
from evalhub.accounts.models import ApiKey, PasswordReset, User
from evalhub.lib.reasons import TEXT
from evalhub.work.sweep import LeasedSweep

MOST_MAILS = 3
MAILS_WITHIN = datetime.timedelta(hours=1)
RETRY_SECONDS = 60


@transaction.atomic
def change(*, user, password, how, end_keys, by):
    """Set a password; all sessions that were begun with the old one end. Returns how many API keys were ended.

    `how` stands in the audit log: settings, mail or command.
    """
    user.set_password(password)
    user.save(update_fields=["password"])
    ended = 0
    if end_keys:
        for key in live_keys(user):
            api_keys.revoke(key=key, by=by)
            ended += 1
    details = {"how": how, "api_keys_ended": ended}
    audit.record_everywhere(user=user, verb="password.changed", details=details, by=by)
    return ended


def live_keys(user):
    """The API keys that act as this person, in all organizations."""
    return ApiKey.objects.live().filter(membership__user=user).select_related("organization")


def ask_for_reset(*, email):
    """Have a mail sent if somebody has this address, at most three an hour; the caller is not told whether."""
    user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    if user is None:
        return
    recent = PasswordReset.objects.filter(user=user, created_at__gt=Now() - MAILS_WITHIN)
    if recent.count() < MOST_MAILS:
        PasswordReset.objects.create(user=user)
        audit.record_everywhere(user=user, verb="password.reset_asked")


def reset_link(user):
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    return settings.PUBLIC_URL + reverse("password_reset_confirm", kwargs={"uidb64": uid, "token": token})


def _send(reset, keeper):
    minutes = settings.PASSWORD_RESET_TIMEOUT // 60
    text = render_to_string(
        "account/email/password_reset.txt", {"user": reset.user, "link": reset_link(reset.user), "minutes": minutes}
    )
    try:
        send_mail(_("Set a new password for EvalHub"), text, None, [reset.user.email])
    except (smtplib.SMTPException, OSError) as error:
        logging.getLogger(__name__).warning("A mail was not sent (%s).", type(error).__name__)
        if reset.attempts >= MOST_MAILS:
            reset.finish(state="failed", error=TEXT(type(error).__name__))
        else:
            reset.retry_later(seconds=RETRY_SECONDS, error=TEXT(type(error).__name__))
        return
    reset.finish()


MAILS = LeasedSweep(
    "mails", title=gettext_lazy("Mails"), rows=PasswordReset.objects.all, work=_send, organization="", related=("user",)
)
send_one = MAILS.next
