"""Which findings a person wants to hear about: `--select` and `--ignore`, by code, by its beginning, or by name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ludex.cli.output import Fault
from ludex.ir.record import record

if TYPE_CHECKING:
    import ludex

#: That nothing was checked, that Ludex broke down, that the baseline cannot be read: nobody can choose not to know.
ALWAYS = ("LX908", "LX910", "LX914")


@record
class Selection:
    """The words of both options. Without a word in the first, everything is wanted."""

    wanted: tuple[str, ...]
    unwanted: tuple[str, ...]

    def takes(self, finding: ludex.Finding) -> bool:
        """Whether a finding is to be told."""
        if finding.code in ALWAYS:
            return True
        chosen = not self.wanted or any(_is_meant(finding, word) for word in self.wanted)
        return chosen and not any(_is_meant(finding, word) for word in self.unwanted)


def selection(select: Iterable[str], ignore: Iterable[str]) -> Selection:
    """What the options say; a word that fits no diagnostic is a fault."""
    return Selection(tuple(_words("--select", select)), tuple(_words("--ignore", ignore)))


def _words(option: str, texts: Iterable[str]) -> list[str]:
    said = [word for text in texts for word in re.split(r"[,\s]+", text.strip()) if word]
    if not said:
        return []  # nothing is asked of the registry, which reads all that raises diagnostics
    from ludex.pages import all_rules

    known = [name for rule in all_rules().values() for name in (rule.code, rule.name)]
    words = []
    for word in said:
        code = word.upper()
        if re.fullmatch(r"LX\d{0,3}", code) and any(name.startswith(code) for name in known):
            words.append(code)
        elif word in known:
            words.append(word)
        else:
            likely = known if len(word) > 4 else ()  # a short word is near to everything
            near = difflib.get_close_matches(code if code.startswith("LX") else word, likely, 1)
            hint = f"did you mean '{near[0]}'?" if near else "`ludex explain` knows all of them"
            raise Fault(f"{option}: no diagnostic is called '{word}'; {hint}")
    return words


def _is_meant(finding: ludex.Finding, word: str) -> bool:
    return word == finding.name or finding.code.startswith(word)
