"""The demo organization: its content, its people, and how they answer."""
