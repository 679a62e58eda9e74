"""Makes a folder from which `import ludex` works, out of links to the folders of this repository.

For tools that do not follow an editable install: with `PYTHONPATH=build/links` a type checker or an
editor sees the packages under the names they are imported by, and a change is seen at once.

    python tools/link_package.py [FOLDER]        (default: build/links)
"""

from __future__ import annotations

import sys
from pathlib import Path

from packages import ROOT, folders


def link(target: Path) -> Path:
    """Fill `target/ludex` with links, dropping links that were there before; returns that folder."""
    package = target / "ludex"
    package.mkdir(parents=True, exist_ok=True)
    for old in package.iterdir():
        if not old.is_symlink():
            raise SystemExit(f"{old} is not a link; {package} holds something else")
        old.unlink()
    for name, folder in folders().items():
        if name == "ludex":
            for path in sorted(folder.iterdir()):
                if path.name != "__pycache__":
                    (package / path.name).symlink_to(path)
        else:
            (package / name.removeprefix("ludex.")).symlink_to(folder)
    return package


if __name__ == "__main__":
    print(link(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build" / "links"))
