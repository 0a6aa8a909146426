"""The environment that the processes of one installation share."""

import os


def shared_settings(home, *, database_url, redis_url, secret_key, has_own_database):
    """`has_own_database`: the embedded one, where alone the demo people may be."""
    return {
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "SECRET_KEY": secret_key,
        "EVALHUB_HOME": str(home.path),
        "EVALHUB_MODE": os.environ.get("EVALHUB_MODE") or "embedded",
        "EVALHUB_EMBEDDED_DATABASE": "yes" if has_own_database else "no",
        "DJANGO_SETTINGS_MODULE": "evalhub.settings",
        # Otherwise each import of the language-model library asks a distant host for prices.
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    }


# Commands may take longer over a statement than a page may, and think inside a transaction for as long as they need.
COMMAND_LIMITS = {
    "EVALHUB_STATEMENT_SECONDS": "3600",
    "EVALHUB_IDLE_TRANSACTION_SECONDS": "0",
    "EVALHUB_DB_POOL": "0",
}


def command_settings(settings):
    """The same for commands on a terminal."""
    return settings | COMMAND_LIMITS
