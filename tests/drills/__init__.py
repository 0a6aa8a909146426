"""Fault drills of the asking of models: real workers that are killed, real services that go away, a bill at the end."""
