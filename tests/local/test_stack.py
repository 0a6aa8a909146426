"""Starts of `make up` that are unlike others; a whole life of one is in tests/end_to_end/test_product.py."""

import re
import socket

import httpx
import pytest

from evalhub.accounts.published import PUBLISHED_PASSWORD
from evalhub.local.servers.network import HOST
from tests.local.installation import Installation

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]


def test_a_taken_port_is_told_before_anything_is_started(installation):
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        listener.listen()
        taken = listener.getsockname()[1]

        installation.start("up", PORT=str(taken))
        status = installation.wait_for_end()

    assert status == 1
    assert f"Port {taken} cannot be used" in installation.output()
    assert not (installation.path / "postgres").exists()


def test_a_database_elsewhere_gets_a_link_for_the_first_admin_and_no_demo_people(installation):
    """The servers of another installation are a database elsewhere as well."""
    elsewhere = Installation()
    try:
        elsewhere.start_and_wait("services")
        address = {name: elsewhere.environment()[name] for name in ("DATABASE_URL", "REDIS_URL")}

        installation.start_and_wait("up", PORT="0", **address)
        link = re.search(r"http://\S+/join/\S+", installation.output())[0]
        page = httpx.get(link)
        form = {
            "email": "nea@example.org",
            "name": "Nea",
            "password": "a rather long one",
            "csrfmiddlewaretoken": page.cookies["csrftoken"],
        }
        joined = httpx.post(link, data=form, cookies=page.cookies)
        again, printed = httpx.get(link), installation.output()
    finally:
        installation.interrupt()
        elsewhere.remove()

    assert PUBLISHED_PASSWORD not in printed
    assert (page.status_code, joined.status_code, again.status_code) == (200, 302, 410)
