"""The store's proved goals: what closed a goal once may close it again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import select

from sensei.store.base import Database
from sensei.store.result_schema import ProvedGoalRow
from sensei.store.schema import TextRow
from sensei.store.texts import load_texts, store_texts


class ProvedGoalStore(Database):
    """Goals of verified proofs with their scripts, by environment."""

    def add_proved_goals(self, environment: str, scripts: Mapping[str, str]) -> int:
        """Keeps the script of each goal that has a longer one, or none; returns how many."""
        with self._writing() as session:
            ids = store_texts(session, [*scripts, *scripts.values()])
            rows = session.scalars(
                select(ProvedGoalRow).where(
                    ProvedGoalRow.environment == environment,
                    ProvedGoalRow.goal_text_id.in_([ids[goal] for goal in scripts]),
                )
            )
            known = {row.goal_text_id: row for row in rows}
            old = load_texts(session, (row.script_text_id for row in known.values()))
            kept = 0
            for goal, script in scripts.items():
                row = known.get(ids[goal])
                if row is None:
                    row = ProvedGoalRow(
                        environment=environment,
                        goal_text_id=ids[goal],
                        script_text_id=ids[script],
                        created_at=self._clock(),
                    )
                    session.add(row)
                elif len(old[row.script_text_id]) > len(script):
                    row.script_text_id = ids[script]
                else:
                    continue
                kept += 1
            return kept

    def proved_goals(self, environment: str, goals: Iterable[str]) -> dict[str, str]:
        """The scripts of those of the goals that have one."""
        wanted = list(dict.fromkeys(goals))
        with self._reading() as session:
            rows = session.execute(
                select(TextRow.content, ProvedGoalRow.script_text_id)
                .join(TextRow, TextRow.id == ProvedGoalRow.goal_text_id)
                .where(ProvedGoalRow.environment == environment, TextRow.content.in_(wanted))
            ).all()
            scripts = load_texts(session, (number for _, number in rows))
            return {goal: scripts[number] for goal, number in rows}
