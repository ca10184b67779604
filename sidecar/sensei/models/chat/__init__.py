"""Models behind the chat interfaces of providers and inference servers. Imports no torch."""
