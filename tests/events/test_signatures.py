"""Signatures are those of Standard Webhooks."""

import base64
import hashlib
import hmac

from evalhub.events import signatures


def test_the_example_of_the_specification_with_one_and_two_secrets():
    sent = signatures.headers(
        id="msg_p5jXN8AQM9LWM0D4loKWxJek",
        timestamp=1614265330,
        body=b'{"test": 2432232314}',
        secrets=["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    )
    assert sent == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }

    first, second = signatures.new_secret(), signatures.new_secret()
    both = signatures.headers(id="1", timestamp=2, body=b"{}", secrets=[first, second])["webhook-signature"].split()
    for secret, signature in zip([first, second], both, strict=True):
        key = base64.b64decode(secret.removeprefix("whsec_"))
        assert len(key) == 32
        assert signature == "v1," + base64.b64encode(hmac.new(key, b"1.2.{}", hashlib.sha256).digest()).decode()
    assert both[0] != both[1]
