"""Which engine plays. This is the one place that knows engines by name; everything else knows the contract alone.

An engine is imported when something is played with it: checking a game needs none.
"""

from __future__ import annotations

from collections.abc import Callable

from ludex.ir.contract import Engine
from ludex.ir.graph import Program

#: The engine that needs nothing but Python.
PYTHON = "python"
#: The engine that plays as machine code; it needs a C compiler.
NATIVE = "native"


def engine_for(program: Program, backend: str = PYTHON) -> Engine:
    """An engine that plays a program; `backend` is one of `BACKENDS`."""
    return BACKENDS[backend](program)


def python_text(program: Program) -> str:
    """The Python that a program is played as, events told of."""
    from ludex.interpreter.engine import Engine as Interpreter

    return Interpreter(program).code(telling=True).text


def _python(program: Program) -> Engine:
    from ludex.interpreter.engine import Engine as Interpreter

    return Interpreter(program)


def _native(program: Program) -> Engine:
    from ludex.native.engine import Engine as Native

    return Native(program)


#: Name -> what makes an engine for a program.
BACKENDS: dict[str, Callable[[Program], Engine]] = {PYTHON: _python, NATIVE: _native}
