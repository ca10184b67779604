"""The database: schema, migrations, writer, reader."""
