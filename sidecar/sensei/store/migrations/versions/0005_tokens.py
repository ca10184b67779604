"""Tokens that searches spent."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("attempts", "evaluation_results"):
        op.add_column(
            table, sa.Column("tokens", sa.BigInteger(), server_default="0", nullable=False)
        )
