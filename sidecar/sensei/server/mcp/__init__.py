"""A project for coding agents, by the Model Context Protocol."""
