"""pip's configuration as uv's environment."""

from evalhub.local.indexes import uv_environment

CONFIGURATION = """\
:env:.timeout='20'
global.cert='/certificates.pem'
global.extra-index-url='https://one.example/simple https://two.example/simple'
global.find-links='/wheels\\n/more-wheels'
global.index-url='https://old.example/simple'
global.timeout='60'
install.index-url='https://index.example/simple'
"""


def test_sections_of_pip_are_spelled_for_uv():
    added = uv_environment(CONFIGURATION, {})
    assert added == {
        "UV_DEFAULT_INDEX": "https://index.example/simple",
        "UV_INDEX": "https://one.example/simple https://two.example/simple",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_FIND_LINKS": "/wheels,/more-wheels",
        "SSL_CERT_FILE": "/certificates.pem",
        "UV_HTTP_TIMEOUT": "20",
    }

    added = uv_environment(CONFIGURATION, {"UV_DEFAULT_INDEX": "https://mine.example", "UV_INDEX": ""})
    assert "UV_DEFAULT_INDEX" not in added
    assert "UV_INDEX" not in added

    assert uv_environment("", {}) == {}
