"""Which engine plays. This is the one place that knows engines by name; everything else knows the contract alone.

An engine is imported when something is played with it: checking a game needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from ludex.ir.contract import Engine, State
from ludex.ir.graph import Program

if TYPE_CHECKING:
    from ludex.simulate.playouts import Playouts

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


def playouts_for(program: Program) -> tuple[Engine, Playouts]:
    """An engine that plays whole games at random by itself, compiled, and what plays them. Raises `NoEngine`."""
    from ludex.native.engine import Engine as Native
    from ludex.native.playouts import Playouts as Whole

    engine = Native(program)
    with _told():
        return engine, Whole(engine)


def playouts_from(program: Program) -> tuple[Engine, Callable[[State], Playouts]]:
    """An engine that plays on from a state at random by itself, compiled, and what does. Raises `NoEngine`."""
    from ludex.native.engine import Engine as Native
    from ludex.native.playouts import Playouts as Whole

    engine = Native(program)
    with _told():
        Whole(engine)
    return engine, partial(Whole, engine)


@contextmanager
def _told() -> Iterator[None]:
    """Where a game cannot be compiled, it is told as that."""
    from ludex.native.build import NoCompiler

    try:
        yield
    except NoCompiler as why:
        raise NoEngine(str(why)) from None
    except OSError as why:
        raise NoEngine(f"the compiled game cannot be kept or loaded: {why}") from None


class NoEngine(Exception):
    """An engine cannot be used on this machine; the message says why."""


#: Name -> what makes an engine for a program.
BACKENDS: dict[str, Callable[[Program], Engine]] = {PYTHON: _python, NATIVE: _native}
