"""Hands pip's own configuration to uv, which does not read it: index, links, certificate and proxy of this machine."""

import ast
import subprocess

# pip's option -> uv's variable, and how uv parts several values.
_VARIABLES = {
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "cert": ("SSL_CERT_FILE", " "),
    "proxy": ("ALL_PROXY", " "),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "timeout": ("UV_HTTP_TIMEOUT", " "),
    "default-timeout": ("UV_HTTP_TIMEOUT", " "),
}
# pip lets a later section win: its environment over `install` over `global`.
_SECTIONS = ["global", "install", ":env:"]


def pip_configuration(pip):
    """The text of `pip config list`; empty where there is no pip."""
    if pip is None:
        return ""
    return subprocess.run([*pip, "config", "list"], capture_output=True, text=True, check=False).stdout


def uv_environment(configuration, environment):
    """The variables to add to `environment` for uv, from the text of `pip config list`. What is set already wins."""
    values = {}
    for section in _SECTIONS:
        found = {}
        for line in configuration.splitlines():
            name, _, value = line.partition("=")
            if name.startswith(f"{section}."):
                found[name[len(section) + 1 :]] = str(ast.literal_eval(value))
        values |= found
    added = {}
    for option, (variable, separator) in _VARIABLES.items():
        if option in values and variable not in environment:
            added[variable] = separator.join(values[option].split())
    if "UV_INDEX" in added and "UV_INDEX_STRATEGY" not in environment:
        # pip looks in all indexes and takes the best file; the lock's hashes say which files are good.
        added["UV_INDEX_STRATEGY"] = "unsafe-best-match"
    return added
