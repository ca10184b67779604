"""Checkers besides Lean's judge that accepted a proof."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("verdicts", sa.Column("checkers", sa.JSON(), server_default="[]", nullable=False))
