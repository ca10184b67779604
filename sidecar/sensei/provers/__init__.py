"""Generator + environment + search + verifier."""
