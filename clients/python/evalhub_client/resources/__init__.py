"""What a server holds, one module for each kind: every resource is an attribute of the Client."""
