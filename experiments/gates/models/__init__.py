"""The tables of gates."""

from .gate import Gate
from .gate_result import GateResult

__all__ = ["Gate", "GateResult"]
