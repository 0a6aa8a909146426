"""People, organizations, access and the audit trail."""
