"""A start of `make up` that cannot be; one that can is lived through in tests/end_to_end/test_product.py."""

import socket

import pytest

from evalhub.local.network import HOST

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
