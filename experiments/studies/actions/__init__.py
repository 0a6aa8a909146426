"""What people and programs do with windows of evidence and studies."""
