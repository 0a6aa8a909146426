"""A forgotten password: asked for by mail, set by the link of the mail, and nothing told to strangers."""

import re
import smtplib

from django.test import Client

from evalhub.accounts import tasks
from evalhub.accounts.actions import passwords
from evalhub.accounts.models import ApiKey, PasswordReset
from tests import factories

NEW = "a rather long one"


def ask(client, email="alice@example.org"):
    return client.post("/accounts/password/reset/", {"email": email})


def mailed_link(client, mailbox):
    ask(client)
    tasks.mail_due()
    return re.search(r"http://127.0.0.1:8000(/accounts/password/reset/\S+)", mailbox[-1].body)[1]


def choose(client, path, password=NEW):
    form = client.get(path, follow=True).redirect_chain[-1][0]
    return client.post(form, {"new_password1": password, "new_password2": password})


def test_the_mailed_link_sets_a_new_password_once_and_who_was_locked_out_of_a_new_browser_gets_in_by_mail(
    client, client_of, alice, mailoutbox
):
    elsewhere, key = client_of(alice), factories.make_api_key(alice).key
    path = mailed_link(client, mailoutbox)
    done = choose(client, path)
    again = client.get(path, follow=True).content.decode()
    alice.user.refresh_from_db()
    assert mailoutbox[0].to == ["alice@example.org"]
    assert done.url == "/accounts/login/"
    assert alice.user.check_password(NEW)
    assert elsewhere.get("/settings/").status_code == 302
    assert not ApiKey.objects.live().filter(pk=key.pk).exists()
    assert "This link no longer works" in again
    assert factories.audit_events("password.changed")[0].details == {"how": "mail", "api_keys_ended": 1}

    attacker = Client()
    for _ in range(9):
        attacker.post("/accounts/login/", {"login": "alice@example.org", "password": "wrong horse"})
    choose(client, mailed_link(client, mailoutbox))
    client.post("/accounts/login/", {"login": "alice@example.org", "password": NEW})
    assert "_auth_user_id" in client.session


def test_an_unknown_or_blocked_address_gets_the_same_answer_and_no_mail_and_nobody_is_flooded_with_mails(
    client, alice, bob, mailoutbox
):
    bob.user.is_active = False
    bob.user.save()
    pages = [
        ask(client, email).content.decode().replace(email, "…")
        for email in (
            "alice@example.org",
            "nobody@example.org",
            "bob@example.org",
        )
    ]
    tasks.mail_due()
    assert len(set(map(_without_token, pages))) == 1
    assert [mail.to for mail in mailoutbox] == [["alice@example.org"]]

    for _ in range(9):
        ask(client)
    tasks.mail_due()
    assert len(mailoutbox) == 3


def test_one_source_may_ask_twenty_times(client, db):
    statuses = [ask(client, f"person{number}@example.org").status_code for number in range(21)]

    assert statuses == [200] * 20 + [429]


def test_made_up_links_set_nothing_and_a_weak_password_is_refused_and_the_link_works_on(client, alice, mailoutbox):
    for path in ("x/y/", "MQ/set-password/"):
        page = client.get(f"/accounts/password/reset/{path}", follow=True)
        assert page.status_code == 404 and "This link no longer works" in page.content.decode(), path

    path = mailed_link(client, mailoutbox)
    refused = choose(client, path, "short")
    choose(client, path)
    alice.user.refresh_from_db()
    assert "error-summary" in refused.content.decode()
    assert alice.user.check_password(NEW)


def test_a_mail_server_that_is_away_is_tried_again(client, alice, mailoutbox, monkeypatch):
    def refuse(*args, **kwargs):
        raise smtplib.SMTPServerDisconnected("gone away")

    ask(client)
    with monkeypatch.context() as patch:
        patch.setattr(passwords, "send_mail", refuse)
        tasks.mail_due()
    waiting = PasswordReset.objects.get()
    PasswordReset.objects.update(next_attempt_at=None)
    tasks.mail_due()

    assert (waiting.state, str(waiting.last_error)) == ("waiting", "SMTPServerDisconnected")
    assert PasswordReset.objects.get().state == "done"
    assert len(mailoutbox) == 1


def test_the_sign_in_page_leads_there(client, db):
    assert 'href="/accounts/password/reset/"' in client.get("/accounts/login/").content.decode()


def _without_token(page):
    return re.sub(r"csrf\S+|value=\S+", "", page)
