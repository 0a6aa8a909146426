"""Settings of the yardstick: the product's database, pool and REST framework, without sign-in or pages."""

from evalhub.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.bare_views"
MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]  # gives answers their length
INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth", "rest_framework"]
AUTH_USER_MODEL = "auth.User"
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "UNAUTHENTICATED_USER": None,
}
