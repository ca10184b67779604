"""Goals that verified proofs closed, and the scripts that did."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "proved_goals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("environment", sa.String(length=64), nullable=False),
        sa.Column("goal_text_id", sa.Integer(), nullable=False),
        sa.Column("script_text_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["goal_text_id"], ["texts.id"], name=op.f("fk_proved_goals_goal_text_id_texts")
        ),
        sa.ForeignKeyConstraint(
            ["script_text_id"], ["texts.id"], name=op.f("fk_proved_goals_script_text_id_texts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proved_goals")),
        sa.UniqueConstraint(
            "environment", "goal_text_id", name=op.f("uq_proved_goals_environment_goal_text_id")
        ),
    )
