"""What every part of the REST API shares: bodies, answers, parameters, pages and their OpenAPI description."""
