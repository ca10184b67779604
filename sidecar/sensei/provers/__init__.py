"""Generator, environment, search and verifier, put together."""
