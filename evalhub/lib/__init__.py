"""What every app may use and nothing here knows about: errors, readers of settings, ids, leases."""
