"""Template tags of the design: `{% load components %}`."""
