"""The native engine keeps the contract: the interpreter's tests of every clause, run with it.

They are loaded a second time, under another name, with the native engine in the place of the interpreter.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from hypothesis import settings

from ludex.native.engine import Engine

TESTS = Path(__file__).resolve().parent.parent


def _again(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _with_native() -> ModuleType:
    from ludex.interpreter import engine as interpreter

    kept, tiny = interpreter.Engine, sys.modules.pop("tiny_programs", None)
    interpreter.Engine = Engine  # type: ignore[assignment, misc]
    try:
        return _again("native_contract_clauses", TESTS / "interpreter" / "test_contract.py")
    finally:
        interpreter.Engine = kept  # type: ignore[misc]
        sys.modules.pop("tiny_programs", None)
        if tiny is not None:
            sys.modules["tiny_programs"] = tiny


_CLAUSES = _with_native()
assert _CLAUSES.Engine is Engine
for _name, _thing in vars(_CLAUSES).items():
    if _name.startswith("test_"):
        # What is compiled is compiled at the first call, which may take a while.
        globals()[_name] = settings(deadline=None)(_thing) if hasattr(_thing, "hypothesis") else _thing
