"""Pages of `datasets`."""

app_name = "datasets"

urlpatterns = []
