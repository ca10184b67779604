"""The HTTP side of the sidecar: LeanCopilot's protocol, an OpenAI-compatible one, and our own.

Every route asks the services that gRPC asks, in the same process and event loop, so that limits,
batching, places and errors are the same on both sides.
"""
