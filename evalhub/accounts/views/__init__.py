"""Pages about people, invitations and keys."""
