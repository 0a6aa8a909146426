"""The project: settings, URLs, Celery, and the rooms shared by every app."""
