"""The OpenAPI document of everything under /v1/, and a page to browse it."""

from csp.decorators import csp_update
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from evalhub.accounts.access import PUBLIC


class PlainJson(OpenApiJsonRenderer):
    """The document for callers that accept any JSON."""

    media_type = "application/json"


class SchemaView(SpectacularAPIView):
    """YAML, or JSON for callers that accept JSON."""

    access = {"GET": PUBLIC}
    renderer_classes = [OpenApiYamlRenderer, OpenApiJsonRenderer, PlainJson]


class DocsView(SpectacularSwaggerSplitView):
    """The script comes from a second address, so that scripts stay without an exception."""

    access = {"GET": PUBLIC}
    url_name = "api_schema"


docs = csp_update({"style-src": ["'unsafe-inline'"]})(DocsView.as_view())  # the browsing page styles itself inline
