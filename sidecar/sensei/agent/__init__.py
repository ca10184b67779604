"""Agents: a repository is set up, a model is trained on it, and proves its theorems.

The names are LeanDojo-v2's; each step is a command of ``sensei``, with the same files and database.
"""

from sensei.agent.base_agent import AgentError, BaseAgent
from sensei.agent.external_agent import ExternalAgent
from sensei.agent.hf_agent import HFAgent
from sensei.agent.lean_agent import LeanAgent

__all__ = ["AgentError", "BaseAgent", "ExternalAgent", "HFAgent", "LeanAgent"]
