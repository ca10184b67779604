"""What steps do to goals and terms, the constants they use, and what is in scope.

Rows from before have nothing of it. Their modules' hashes are forgotten, so that the next ingest
writes them anew instead of finding them unchanged.

Frozen: later changes are migrations of their own.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_NONE = sa.text("'[]'")


def upgrade() -> None:
    op.create_table(
        "constants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.LargeBinary(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("defined_in", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("range", sa.Text(), nullable=True),
        sa.Column("name_range", sa.Text(), nullable=True),
        sa.Column("doc_text_id", sa.Integer(), nullable=False),
        sa.Column("statement_text_id", sa.Integer(), nullable=False),
        sa.Column("attributes", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["doc_text_id"], ["texts.id"], name=op.f("fk_constants_doc_text_id_texts")
        ),
        sa.ForeignKeyConstraint(
            ["statement_text_id"], ["texts.id"], name=op.f("fk_constants_statement_text_id_texts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_constants")),
        sa.UniqueConstraint("sha256", name=op.f("uq_constants_sha256")),
    )
    op.create_index(op.f("ix_constants_name"), "constants", ["name"], unique=False)

    def lists(table: str, kind: type[sa.JSON | sa.Text], *names: str) -> None:
        for name in names:
            op.add_column(table, sa.Column(name, kind(), nullable=False, server_default=_NONE))

    lists("modules", sa.JSON, "plugins")
    lists("modules", sa.Text, "constants")
    # Not in a batch: that makes the table anew, and all that hangs on the old one goes with it.
    op.execute(
        "ALTER TABLE modules ADD COLUMN brings_text_id INTEGER "
        "CONSTRAINT fk_modules_brings_text_id_texts REFERENCES texts (id)"
    )
    op.add_column("declarations", sa.Column("env_name", sa.Text(), nullable=True))
    lists("declarations", sa.JSON, "level_params", "modifiers", "attributes_in_force")
    lists("declarations", sa.Text, "type_constants", "value_constants")
    op.add_column("goals", sa.Column("parses_back", sa.Boolean(), nullable=True))
    lists("steps", sa.Text, "closed", "opened", "links", "constants")
    op.execute("UPDATE modules SET record_hash = ''")
