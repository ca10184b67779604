"""Messages of proto/sensei/v1 and their conversion to core types."""
