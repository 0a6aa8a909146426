"""Pages and the API know which models an organization can ask with keys of its own."""

from reviews.engine.actions import provider_keys
from reviews.engine.client import endpoints


def own_keys(get_response):
    """The keys are read once somebody asks for one."""

    def middleware(request):
        with endpoints.using(provider_keys.LazyKeys(lambda: request.organization)):
            return get_response(request)

    return middleware
