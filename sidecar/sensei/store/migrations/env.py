"""Runs Alembic's migrations on the connection, and in the transaction, of store/migrate.py."""

from alembic import context

from sensei.store.columns import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
context.run_migrations()
