"""All settings, read from the environment through typed readers."""

import hashlib
from base64 import urlsafe_b64encode
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from evalhub.lib import call_limits
from evalhub.lib.env import SettingError, env_bool, env_choice, env_float, env_folders, env_int, env_list, env_str

BASE_DIR = Path(__file__).resolve().parent.parent
MODE = env_choice("EVALHUB_MODE", "production", ["production", "embedded", "test"])
# Set by `make up`. Only there may the demo people and their published password be.
EMBEDDED_DATABASE = env_bool("EVALHUB_EMBEDDED_DATABASE", MODE == "test")
HOME = Path(env_str("EVALHUB_HOME", str(BASE_DIR / ".evalhub")))
FILES = Path(env_str("EVALHUB_FILES", str(HOME / "files")))
PUBLIC_URL = env_str("EVALHUB_PUBLIC_URL", "http://127.0.0.1:8000").rstrip("/")
IS_SECURE = PUBLIC_URL.startswith("https://")

SECRET_KEY = env_str("SECRET_KEY")
if len(SECRET_KEY) < 32:
    raise SettingError("SECRET_KEY is too short. Set it to at least 32 random characters and keep it secret.")
# For secrets at rest, the first one to encrypt with; without the setting one is made of SECRET_KEY.
_OWN_KEY = urlsafe_b64encode(hashlib.sha256(f"evalhub encryption {SECRET_KEY}".encode()).digest()).decode()
ENCRYPTION_KEYS = env_list("EVALHUB_ENCRYPTION_KEYS", [_OWN_KEY])
DEBUG = False
ALLOWED_HOSTS = env_list("EVALHUB_ALLOWED_HOSTS", [urlsplit(PUBLIC_URL).hostname, "127.0.0.1", "localhost", "[::1]"])
if MODE == "production" and "*" in ALLOWED_HOSTS:
    raise SettingError("EVALHUB_ALLOWED_HOSTS holds '*'. Name the hosts that people use, parted by commas.")
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]

INSTALLED_APPS = [
    "evalhub.apps.EvalHubConfig",
    "evalhub.work.apps.WorkConfig",
    "evalhub.accounts.apps.AccountsConfig",
    "evalhub.events.apps.EventsConfig",
    "datasets.apps.DatasetsConfig",
    "annotations.apps.AnnotationsConfig",
    "reviews.apps.ReviewsConfig",
    "experiments.apps.ExperimentsConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "evalhub.middleware.request_ids",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "evalhub.middleware.Compressed",
    "evalhub.middleware.ContentPolicy",
    "evalhub.middleware.language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "evalhub.middleware.pages_begin",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "evalhub.middleware.pages_end",
    "evalhub.accounts.middleware.membership",
    "evalhub.accounts.middleware.note_downloads",
    "reviews.engine.middleware.own_keys",
    "evalhub.middleware.private_pages",
    "evalhub.request_checks.refuse_bad",
    "evalhub.middleware.answer_errors",
]

ROOT_URLCONF = "evalhub.urls"
WSGI_APPLICATION = "evalhub.wsgi.application"
APPEND_SLASH = False
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "evalhub.context.frame",
            ],
        },
    },
]


def database(url):
    """Django's settings of a `postgresql://` URL; a `host` in its query may be a socket folder."""
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql"):
        raise SettingError(f"DATABASE_URL begins with {parts.scheme!r}. Valid: postgresql://user@host/name.")
    query = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.pop("host", parts.hostname or ""),
        "PORT": str(parts.port or query.pop("port", "")),
        "CONN_MAX_AGE": 0,
        "OPTIONS": query | {"application_name": "evalhub", "options": DATABASE_SESSION, "pool": DATABASE_POOL},
    }


STATEMENT_SECONDS = env_int("EVALHUB_STATEMENT_SECONDS", 5, 1, 3600)
DATABASE_LIMITS = (
    f"-c statement_timeout={STATEMENT_SECONDS}s -c lock_timeout={env_int('EVALHUB_LOCK_SECONDS', 3, 1, 600)}s"
    f" -c idle_in_transaction_session_timeout={env_int('EVALHUB_IDLE_TRANSACTION_SECONDS', 15, 0, 3600)}s"
)
# Statements that are prepared (evalhub.lib.database.prepared) keep one plan. Left to choose, Postgres plans some of
# them anew at each call, which takes longer than to run them.
DATABASE_SESSION = f"{DATABASE_LIMITS} -c plan_cache_mode=force_generic_plan"
POOL_SIZE = env_int("EVALHUB_DB_POOL", 0, 0, 200)
# A connection costs Postgres some 10 MB: what was not needed for `max_idle` seconds is closed, one after the other.
DATABASE_POOL = (
    {"min_size": 0 if MODE == "embedded" else 1, "max_size": POOL_SIZE, "max_idle": 5, "timeout": 10}
    if POOL_SIZE
    else False
)
DATABASES = {"default": database(env_str("DATABASE_URL"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env_str("REDIS_URL")


def broker(url):
    """Celery's spelling of the same server, in its second database."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"redis+socket://{parts.path}?virtual_host=1"
    if parts.scheme not in ("redis", "rediss"):
        raise SettingError(f"REDIS_URL begins with {parts.scheme!r}. Valid: redis://host:6379/0 or unix:///path?db=0.")
    return parts._replace(path="/1").geturl()


CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "evalhub-json",
        "OPTIONS": {"serializer": "evalhub.lib.cache_serializer.JsonSerializer"},
    }
}

CELERY_BROKER_URL = broker(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 1800,
    "unacked_restore_throttle": 1,
    "socket_timeout": 10,
    "socket_connect_timeout": 3,
    "socket_keepalive": True,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 30
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
# What takes long or waits for others has a queue of its own, and people's work a process of its own in `make up`. A
# worker that is told no queues takes from all of them, in turn.
QUEUES = ["celery", "models", "batches", "people"]
CELERY_TASK_QUEUES = {name: {"exchange": name, "routing_key": name} for name in QUEUES}
CELERY_TASK_ROUTES = {
    "reviews.engine.tasks.work_requests": {"queue": "models"},
    "reviews.engine.tasks.test_keys": {"queue": "models"},
    "reviews.engine.tasks.batch_due": {"queue": "batches"},
    **dict.fromkeys(
        (
            "datasets.tasks.*",
            "annotations.*.tasks.*",
            "evalhub.accounts.tasks.*",
            "evalhub.events.tasks.*",
            "reviews.quality.tasks.compare_pairs",
            "reviews.quality.tasks.quality_due",
            "reviews.audits.tasks.audit_due",
            "reviews.costs.tasks.totals_due",
            "experiments.benchmarks.tasks.advance_suite_runs",
            "experiments.evaluations.tasks.evaluation_due",
            "experiments.gates.tasks.gates_due",
            "experiments.trials.tasks.traffic_due",
            "reviews.engine.tasks.sweep_raw",
            "evalhub.tasks.check_invariants",
            "evalhub.tasks.note_problems",
        ),
        {"queue": "people"},
    ),
}

# Work that a process had in hand when it died is missed after a lease, and found by the next sweep.
LEASE_SECONDS = env_float("EVALHUB_LEASE_SECONDS", 20.0, 0.1, 600)
BEAT_SECONDS = env_float("EVALHUB_BEAT_SECONDS", 5.0, 0.02, 200)
BATCH_LEASE_SECONDS = env_float("EVALHUB_BATCH_LEASE_SECONDS", 300.0, 0.1, 3600)
if 3 * BEAT_SECONDS > min(LEASE_SECONDS, BATCH_LEASE_SECONDS):
    raise SettingError(
        f"EVALHUB_BEAT_SECONDS is {BEAT_SECONDS:g}. Valid: at most a third of EVALHUB_LEASE_SECONDS ({LEASE_SECONDS:g})"
        f" and of EVALHUB_BATCH_LEASE_SECONDS ({BATCH_LEASE_SECONDS:g}), so that a late beat loses no lease."
    )
SWEEP_SECONDS = env_float("EVALHUB_SWEEP_SECONDS", 10.0, 0.1, 600)
EXPIRE_SECONDS = env_float("EVALHUB_EXPIRE_SECONDS", 30.0, 0.1, 600)
# What each looks for is told of as it is written. These find what was missed; `evalhub.tasks.sweep` sends them when
# anything was written since, or is at work, and what becomes due by time when it does.
SWEEPS = [
    "datasets.tasks.import_due",
    "datasets.tasks.index_due",
    "annotations.tasks.tasks.prepare_due",
    "annotations.agreement.tasks.agree_due",
    "annotations.form_changes.tasks.carry_due",
    "annotations.items.tasks.bulk_due",
    "annotations.exports.tasks.export_due",
    "annotations.imports.tasks.annotations_import_due",
    "reviews.engine.tasks.request_due",
    "reviews.quality.tasks.quality_due",
    "experiments.benchmarks.tasks.advance_suite_runs",
    "experiments.evaluations.tasks.evaluation_due",
    "reviews.audits.tasks.audit_due",
    "experiments.gates.tasks.gates_due",
    "experiments.trials.tasks.traffic_due",
    "evalhub.accounts.tasks.mail_due",
    "evalhub.events.tasks.deliver_due",
    "evalhub.events.tasks.deliver_again_due",
]
CELERY_BEAT_SCHEDULE = {
    "sweeps": {"task": "evalhub.tasks.sweep", "schedule": SWEEP_SECONDS},
    "job inbox": {"task": "reviews.jobs.tasks.jobs_due", "schedule": SWEEP_SECONDS},
    "leases": {"task": "annotations.queue.tasks.expire_leases", "schedule": EXPIRE_SECONDS},
    "old exports": {"task": "annotations.exports.tasks.sweep_exports", "schedule": 3_600.0},
    "old uploads": {"task": "datasets.tasks.sweep_uploads", "schedule": 3_600.0},
    "old annotation files": {"task": "annotations.imports.tasks.sweep_imports", "schedule": 3_600.0},
    "daily totals": {"task": "reviews.costs.tasks.totals_due", "schedule": 3_600.0},
    "raw answers": {"task": "reviews.engine.tasks.sweep_raw", "schedule": 600.0},
    "old events": {"task": "evalhub.events.tasks.sweep_events", "schedule": 3_600.0},
    "kept answers": {"task": "evalhub.accounts.tasks.sweep_answers", "schedule": 3_600.0},
    "sign-ins": {"task": "evalhub.accounts.tasks.sweep_sign_ins", "schedule": 3_600.0},
    "problems": {"task": "evalhub.tasks.note_problems", "schedule": 300.0},
    "invariants": {"task": "evalhub.tasks.check_invariants", "schedule": 86_400.0},
    **{
        f"heartbeat of {name}": {
            "task": "evalhub.tasks.beat",
            "schedule": 10.0,
            "args": [name],
            "options": {"queue": name},
        }
        for name in QUEUES
    },
}

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["evalhub.accounts.backend.PasswordBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "evalhub.accounts.published.NotPublished"},
]
LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "evalhub.accounts.adapter.InvitedOnly"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = "/accounts/login/"
# evalhub.accounts.actions.sign_in has limits of its own, which lock nobody out and need no Redis.
ACCOUNT_RATE_LIMITS = {"login": None, "login_failed": None}
PASSWORD_RESET_TIMEOUT = 3600


def mail(url):
    """Django's settings of an `smtp://user:password@host:587` URL; without one, mails go to the log of the worker."""
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise SettingError("EVALHUB_SMTP_URL is not valid. Valid: smtp://user:password@host:587 or smtps://….")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and dict(parse_qsl(parts.query)).get("tls", "yes") != "no",
        "EMAIL_TIMEOUT": 20,
    }


globals().update(mail(env_str("EVALHUB_SMTP_URL", "")))
DEFAULT_FROM_EMAIL = env_str("EVALHUB_MAIL_FROM", f"EvalHub <no-reply@{urlsplit(PUBLIC_URL).hostname}>")

SESSION_COOKIE_NAME = "__Host-session" if IS_SECURE else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if IS_SECURE else "csrftoken"
DEVICE_COOKIE_NAME = "__Host-device" if IS_SECURE else "device"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_SECURE
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = IS_SECURE and env_bool("EVALHUB_SSL_REDIRECT", True)
SECURE_HSTS_SECONDS = 31_536_000 if IS_SECURE else 0
# A list of browsers' makers that a domain leaves only after months, with all that is below it: never without a choice.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = IS_SECURE and env_bool("EVALHUB_HSTS_PRELOAD", False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if env_bool("EVALHUB_BEHIND_PROXY", False):
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "evalhub.accounts.api.authentication.BearerKey",
        "evalhub.accounts.api.authentication.Session",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["evalhub.accounts.api.permissions.DeclaredAccess"],
    "DEFAULT_RENDERER_CLASSES": ["evalhub.api.renderers.StrictJsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["evalhub.api.parsers.StrictJsonParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "evalhub.api.renderers.AnythingGoes",
    "DEFAULT_SCHEMA_CLASS": "evalhub.api.operations.Operation",
    "EXCEPTION_HANDLER": "evalhub.accounts.api.base.exception_handler",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "EvalHub API",
    "VERSION": "1",
    "DESCRIPTION": (
        "Datasets, annotation tasks, language-model annotators, agreement and ground truth.\n\n"
        "Requests with a key are limited. Every answer to one has `RateLimit-Limit`, `RateLimit-Remaining` and"
        " `RateLimit-Reset`; one too many is answered with 429 and `Retry-After`."
    ),
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": [],
    "SERVE_AUTHENTICATION": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/v1/",
    "ENUM_NAME_OVERRIDES": {},
    "COMPONENT_SPLIT_PATCH": False,  # the bodies of changes are classes of their own
    "POSTPROCESSING_HOOKS": ["evalhub.api.operations.complete"],
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]  # catalogues in evalhub/locale, kept by `make translations`
LOCALE_PATHS = [BASE_DIR / "evalhub" / "locale"]
FORMAT_MODULE_PATH = ["evalhub.formats"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = Path(env_str("EVALHUB_STATIC_ROOT", str(HOME / "static")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if MODE != "test"
        else "django.contrib.staticfiles.storage.StaticFilesStorage",
    },
}
WHITENOISE_USE_FINDERS = MODE == "test"
FILE_UPLOAD_TEMP_DIR = None
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.TemporaryFileUploadHandler"]
LLM_CONCURRENCY = env_int("EVALHUB_LLM_CONCURRENCY", 32, 1, 1000)
# After how long without an answer, although calls are due, another dispatcher makes them.
WATCHDOG_SECONDS = env_float("EVALHUB_WATCHDOG_SECONDS", 60.0, 0.1, 3600)
LLM_CALL_SECONDS, LLM_CALL_BYTES = call_limits.SECONDS, call_limits.BYTES
CRITIC_MODEL = env_str("EVALHUB_CRITIC_MODEL", "")
# Who scores what no program computes where an evaluation names no model, and how long a request waits for its scores.
EVALUATOR_MODEL = env_str("EVALHUB_EVALUATOR_MODEL", "openai/gpt-4o-mini")
EVALUATION_WAIT_SECONDS = env_float("EVALHUB_EVALUATION_WAIT_SECONDS", 10.0, 0, 60)
# Whether programs of models are executed, in sandboxes. It was a command once, which kept programs apart badly.
SANDBOX = env_bool("EVALHUB_SANDBOX")
if env_str("EVALHUB_SANDBOX_COMMAND", ""):
    raise SettingError("EVALHUB_SANDBOX_COMMAND is no longer valid. Remove it, and set EVALHUB_SANDBOX to on.")
KEEP_EVENTS_DAYS = env_int("EVALHUB_KEEP_EVENTS_DAYS", 30, 7, 36_500)
WEBHOOK_DISABLE_HOURS = env_int("EVALHUB_WEBHOOK_DISABLE_HOURS", 72, 1, 720)
KEEP_RAW_DAYS = env_int("EVALHUB_KEEP_RAW_DAYS", 90, 0, 36_500)
JOB_ROOTS = env_folders("EVALHUB_JOB_ROOTS")
JOB_INBOX = env_str("EVALHUB_JOB_INBOX", str(HOME / "job-inbox") if MODE == "embedded" else "")
JOB_ORGANIZATION = env_str("EVALHUB_JOB_ORGANIZATION", "")
JOB_MODELS = env_list("EVALHUB_JOB_MODELS", ())
# Of API keys: three classes of requests for each key, and all keys of an organization together. 0: no limit.
REQUESTS_PER_MINUTE = {
    "sync": env_int("EVALHUB_SYNC_REQUESTS", 600, 0, 10**9),
    "batch": env_int("EVALHUB_BATCH_REQUESTS", 60, 0, 10**9),
    "query": env_int("EVALHUB_QUERY_REQUESTS", 6000, 0, 10**9),
    "organization": env_int("EVALHUB_ORGANIZATION_REQUESTS", 60_000, 0, 10**9),
}
UPLOAD_MEGABYTES = env_int("EVALHUB_UPLOAD_MB", 2_000, 1, 100_000)
# Browsers send larger files in parts of this size, and go on where a part broke off.
UPLOAD_RESUMED_FROM = env_int("EVALHUB_UPLOAD_RESUMED_FROM_MB", 100, 0, 100_000) * 2**20
UPLOAD_PART_BYTES = env_int("EVALHUB_UPLOAD_PART_MB", 8, 1, 100) * 2**20
UPLOAD_ROWS = env_int("EVALHUB_UPLOAD_ROWS", 1_000_000, 1, 100_000_000)
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "evalhub.lib.logs.JsonLines"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env_str("EVALHUB_LOG_LEVEL", "INFO")},
    "loggers": {
        "LiteLLM": {"level": "ERROR"},
        # A line for each message and each sweep: nobody reads those, and they hide what matters.
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
        "httpx": {"level": "WARNING"},
        "fontTools": {"level": "WARNING"},
        "psycopg.pool": {"level": "WARNING"},
    },
}
