"""The first schema: what a trace says, and what is done with it.

Frozen: later changes are migrations of their own.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "snapshots",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("identity", sa.String(length=64), nullable=False),
        sa.Column("package", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("repository", sa.Text(), nullable=False),
        sa.Column("commit", sa.Text(), nullable=True),
        sa.Column("lean_version", sa.Text(), nullable=False),
        sa.Column("lean_commit", sa.Text(), nullable=False),
        sa.Column("toolchain_kind", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("completed_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_snapshots")),
        sa.UniqueConstraint("identity", name=op.f("uq_snapshots_identity")),
    )
    op.create_index(op.f("ix_snapshots_repository"), "snapshots", ["repository"], unique=False)
    op.create_table(
        "texts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.LargeBinary(length=32), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_texts")),
        sa.UniqueConstraint("sha256", name=op.f("uq_texts_sha256")),
    )
    op.create_table(
        "attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("snapshot_id", sa.Integer(), nullable=False),
        sa.Column("theorem", sa.Text(), nullable=False),
        sa.Column("module", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("generator", sa.Text(), nullable=False),
        sa.Column("checkpoint", sa.Text(), nullable=True),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("budget", sa.JSON(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("model_calls", sa.Integer(), nullable=False),
        sa.Column("tactic_calls", sa.Integer(), nullable=False),
        sa.Column("tactics", sa.JSON(), nullable=False),
        sa.Column("proof", sa.Text(), nullable=True),
        sa.Column("events_text_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["events_text_id"], ["texts.id"], name=op.f("fk_attempts_events_text_id_texts")
        ),
        sa.ForeignKeyConstraint(
            ["snapshot_id"], ["snapshots.id"], name=op.f("fk_attempts_snapshot_id_snapshots")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
    )
    op.create_index(op.f("ix_attempts_theorem"), "attempts", ["theorem"], unique=False)
    op.create_table(
        "failures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("snapshot_id", sa.Integer(), nullable=False),
        sa.Column("module", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("exit_code", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("peak_rss_bytes", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["snapshot_id"],
            ["snapshots.id"],
            name=op.f("fk_failures_snapshot_id_snapshots"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_failures")),
        sa.UniqueConstraint("snapshot_id", "module", name=op.f("uq_failures_snapshot_id_module")),
    )
    op.create_table(
        "modules",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("snapshot_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("source_text_id", sa.Integer(), nullable=False),
        sa.Column("source_hash", sa.String(length=64), nullable=False),
        sa.Column("record_hash", sa.String(length=64), nullable=False),
        sa.Column("format_version", sa.Integer(), nullable=False),
        sa.Column("tracer_version", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("imports", sa.JSON(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("peak_rss_bytes", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["snapshot_id"],
            ["snapshots.id"],
            name=op.f("fk_modules_snapshot_id_snapshots"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["source_text_id"], ["texts.id"], name=op.f("fk_modules_source_text_id_texts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_modules")),
        sa.UniqueConstraint("snapshot_id", "name", name=op.f("uq_modules_snapshot_id_name")),
    )
    op.create_table(
        "splits",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("strategy", sa.Text(), nullable=False),
        sa.Column("snapshot_id", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("ratios", sa.JSON(), nullable=False),
        sa.Column("dataset_hash", sa.String(length=64), nullable=False),
        sa.Column("manifest_text_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["manifest_text_id"], ["texts.id"], name=op.f("fk_splits_manifest_text_id_texts")
        ),
        sa.ForeignKeyConstraint(
            ["snapshot_id"], ["snapshots.id"], name=op.f("fk_splits_snapshot_id_snapshots")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_splits")),
        sa.UniqueConstraint("name", name=op.f("uq_splits_name")),
    )
    op.create_table(
        "declarations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("module_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("range", sa.Text(), nullable=True),
        sa.Column("name_range", sa.Text(), nullable=True),
        sa.Column("proof_range", sa.Text(), nullable=True),
        sa.Column("signature_text_id", sa.Integer(), nullable=False),
        sa.Column("type_text_id", sa.Integer(), nullable=False),
        sa.Column("doc_text_id", sa.Integer(), nullable=False),
        sa.Column("type_hash", sa.Text(), nullable=False),
        sa.Column("proof_kind", sa.Text(), nullable=False),
        sa.Column("proof_hash", sa.String(length=64), nullable=False),
        sa.Column("has_sorry", sa.Boolean(), nullable=False),
        sa.Column("has_error", sa.Boolean(), nullable=False),
        sa.Column("is_private", sa.Boolean(), nullable=False),
        sa.Column("is_prop", sa.Boolean(), nullable=False),
        sa.Column("axioms", sa.JSON(), nullable=False),
        sa.Column("attributes", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["doc_text_id"], ["texts.id"], name=op.f("fk_declarations_doc_text_id_texts")
        ),
        sa.ForeignKeyConstraint(
            ["module_id"],
            ["modules.id"],
            name=op.f("fk_declarations_module_id_modules"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["signature_text_id"],
            ["texts.id"],
            name=op.f("fk_declarations_signature_text_id_texts"),
        ),
        sa.ForeignKeyConstraint(
            ["type_text_id"], ["texts.id"], name=op.f("fk_declarations_type_text_id_texts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_declarations")),
        sa.UniqueConstraint(
            "module_id", "position", name=op.f("uq_declarations_module_id_position")
        ),
    )
    op.create_index(op.f("ix_declarations_name"), "declarations", ["name"], unique=False)
    op.create_table(
        "goals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("module_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("mvar_id", sa.Text(), nullable=False),
        sa.Column("user_name", sa.Text(), nullable=False),
        sa.Column("pretty_text_id", sa.Integer(), nullable=False),
        sa.Column("target_text_id", sa.Integer(), nullable=True),
        sa.Column("hypotheses_text_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["hypotheses_text_id"], ["texts.id"], name=op.f("fk_goals_hypotheses_text_id_texts")
        ),
        sa.ForeignKeyConstraint(
            ["module_id"],
            ["modules.id"],
            name=op.f("fk_goals_module_id_modules"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["pretty_text_id"], ["texts.id"], name=op.f("fk_goals_pretty_text_id_texts")
        ),
        sa.ForeignKeyConstraint(
            ["target_text_id"], ["texts.id"], name=op.f("fk_goals_target_text_id_texts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_goals")),
        sa.UniqueConstraint("module_id", "position", name=op.f("uq_goals_module_id_position")),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("module_id", sa.Integer(), nullable=False),
        sa.Column("severity", sa.Text(), nullable=False),
        sa.Column("text_id", sa.Integer(), nullable=False),
        sa.Column("range", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["module_id"],
            ["modules.id"],
            name=op.f("fk_messages_module_id_modules"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["text_id"], ["texts.id"], name=op.f("fk_messages_text_id_texts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
    )
    op.create_index(op.f("ix_messages_module_id"), "messages", ["module_id"], unique=False)
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("split_id", sa.Integer(), nullable=True),
        sa.Column("dataset_hash", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("config", sa.JSON(), nullable=False),
        sa.Column("code_version", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("metrics", sa.JSON(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("finished_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["split_id"], ["splits.id"], name=op.f("fk_runs_split_id_splits")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_runs")),
    )
    op.create_table(
        "split_members",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("split_id", sa.Integer(), nullable=False),
        sa.Column("snapshot_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("part", sa.Text(), nullable=False),
        sa.Column("theorem", sa.Text(), nullable=False),
        sa.Column("module", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("type_hash", sa.Text(), nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["snapshot_id"],
            ["snapshots.id"],
            name=op.f("fk_split_members_snapshot_id_snapshots"),
        ),
        sa.ForeignKeyConstraint(
            ["split_id"],
            ["splits.id"],
            name=op.f("fk_split_members_split_id_splits"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_split_members")),
        sa.UniqueConstraint(
            "split_id", "position", name=op.f("uq_split_members_split_id_position")
        ),
        sa.UniqueConstraint(
            "split_id",
            "snapshot_id",
            "row_hash",
            name=op.f("uq_split_members_split_id_snapshot_id_row_hash"),
        ),
    )
    op.create_table(
        "verdicts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("attempt_id", sa.Integer(), nullable=True),
        sa.Column("snapshot_id", sa.Integer(), nullable=True),
        sa.Column("theorem", sa.Text(), nullable=False),
        sa.Column("module", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("proof", sa.Text(), nullable=False),
        sa.Column("accepted", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("axioms", sa.JSON(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("lean_version", sa.Text(), nullable=False),
        sa.Column("lean_commit", sa.Text(), nullable=False),
        sa.Column("source_hash", sa.Text(), nullable=False),
        sa.Column("spliced_hash", sa.Text(), nullable=False),
        sa.Column("allowed_axioms", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["attempt_id"], ["attempts.id"], name=op.f("fk_verdicts_attempt_id_attempts")
        ),
        sa.ForeignKeyConstraint(
            ["snapshot_id"], ["snapshots.id"], name=op.f("fk_verdicts_snapshot_id_snapshots")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_verdicts")),
    )
    op.create_index(op.f("ix_verdicts_snapshot_id"), "verdicts", ["snapshot_id"], unique=False)
    op.create_index(op.f("ix_verdicts_attempt_id"), "verdicts", ["attempt_id"], unique=False)
    op.create_index(op.f("ix_verdicts_theorem"), "verdicts", ["theorem"], unique=False)
    op.create_table(
        "checkpoints",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("manifest", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_checkpoints_run_id_runs")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_checkpoints")),
        sa.UniqueConstraint("name", name=op.f("uq_checkpoints_name")),
    )
    op.create_table(
        "premises",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("module_id", sa.Integer(), nullable=False),
        sa.Column("declaration_id", sa.Integer(), nullable=True),
        sa.Column("step", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("defined_in", sa.Text(), nullable=False),
        sa.Column("definition", sa.Text(), nullable=True),
        sa.Column("use", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["declaration_id"],
            ["declarations.id"],
            name=op.f("fk_premises_declaration_id_declarations"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["module_id"],
            ["modules.id"],
            name=op.f("fk_premises_module_id_modules"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_premises")),
    )
    op.create_index(
        op.f("ix_premises_declaration_id"), "premises", ["declaration_id"], unique=False
    )
    op.create_index(op.f("ix_premises_module_id"), "premises", ["module_id"], unique=False)
    op.create_table(
        "steps",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("module_id", sa.Integer(), nullable=False),
        sa.Column("declaration_id", sa.Integer(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("parent", sa.Integer(), nullable=True),
        sa.Column("text_id", sa.Integer(), nullable=False),
        sa.Column("range", sa.Text(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("elaborator", sa.Text(), nullable=False),
        sa.Column("goals_before", sa.Text(), nullable=False),
        sa.Column("goals_after", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["declaration_id"],
            ["declarations.id"],
            name=op.f("fk_steps_declaration_id_declarations"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["module_id"],
            ["modules.id"],
            name=op.f("fk_steps_module_id_modules"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["text_id"], ["texts.id"], name=op.f("fk_steps_text_id_texts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_steps")),
        sa.UniqueConstraint("module_id", "position", name=op.f("uq_steps_module_id_position")),
    )
    op.create_index(op.f("ix_steps_declaration_id"), "steps", ["declaration_id"], unique=False)
