"""The services that Lean calls, over gRPC. Needs the extra ``serve``."""
