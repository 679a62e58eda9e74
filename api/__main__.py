"""`python -m ludex` is the command `ludex`."""

from __future__ import annotations

from ludex.cli.main import main

if __name__ == "__main__":
    main()
