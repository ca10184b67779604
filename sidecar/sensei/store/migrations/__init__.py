"""Alembic's migrations, shipped with the package and run by store/migrate.py."""
