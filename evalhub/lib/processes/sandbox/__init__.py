"""Programs of others, started with nothing but an interpreter and their files, and a probe of what one sees there."""
