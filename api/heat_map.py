"""The restated rulebook as a page on which one sees how often each passage was played, and the rules with their counts.

One HTML file that needs nothing else: no script, no font, no picture. The shades are of one hue and differ in
lightness, each has its number beside it, and what was never touched is hatched and says so, so that nothing depends on
telling colours apart.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

from ludex.coverage import IDLE, Coverage, summed
from ludex.line_coverage import LineCoverage

#: What such a page begins with, so that it can be told from what somebody else wrote.
MARK = '<meta name="generator" content="ludex">'
#: Background and text of a passage by how often it was played, from seldom to very often.
SHADES = (("#e6eff8", "#10202f"), ("#c3d9ee", "#10202f"), ("#93bfe0", "#10202f"), ("#4f93c6", "#0a1520"),
          ("#1f5f96", "#ffffff"))

_STYLE = """
body { font: 16px/1.5 Georgia, serif; color: #10202f; background: #fff; max-width: 62rem; margin: 2rem auto;
  padding: 0 1rem; }
h1, h2, th, .n, .legend, nav, code, pre { font-family: system-ui, sans-serif; }
.p { display: flex; gap: 1rem; margin: .35rem 0; padding: .45rem .7rem; border-radius: .3rem; }
.p .id { flex: 0 0 9rem; font: 13px/1.8 ui-monospace, monospace; overflow-wrap: anywhere; }
.p .n { flex: 0 0 7rem; font-size: 13px; line-height: 1.8; text-align: right; }
.p .t { flex: 1; }
.never { background: repeating-linear-gradient(135deg, #fff 0 6px, #e4e4e4 6px 12px); outline: 2px solid #444; }
.never .n { font-weight: bold; }
.idle { color: #555; border: 1px dotted #999; }
.by { display: block; font: 12px/1.5 ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; font: 13px/1.45 ui-monospace, monospace; margin-bottom: 2rem; }
td { padding: 0 .5rem; white-space: pre-wrap; vertical-align: top; }
td.c { text-align: right; width: 6rem; } td.l { text-align: right; width: 3rem; color: #555; }
tr.never td.c { font-weight: bold; }
""" + "".join(f".s{n} {{ background: {back}; color: {text}; }}\n" for n, (back, text) in enumerate(SHADES))


def page(lines: LineCoverage, coverage: Coverage, what: str) -> str:
    """The page; `what` says in words what was played."""
    game = lines.game
    body = "\n".join(_body(lines, coverage, what))
    title = html.escape(game.title)
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n{MARK}\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}: what was played</title>\n<style>{_STYLE}</style>\n</head>\n"
            f"<body>\n{body}\n</body>\n</html>\n")


def _body(lines: LineCoverage, coverage: Coverage, what: str) -> Iterator[str]:
    game = lines.game
    yield f"<h1>{html.escape(game.title)}: what was played</h1>"
    yield f"<p>{html.escape(what)}</p>"
    yield "<p>" + "; ".join(
        f"{name}: {part['covered']} of {part['total']}" for name, part in _parts(lines, coverage).items()) + "</p>"
    shades = "".join(f'<span class="p s{n}" style="display:inline-block">{words}</span> ' for n, words in enumerate(
        ("seldom", "", "", "", "very often")))
    yield (f'<p class="legend">How often the rules of a passage ran: {shades}'
           f'<span class="p never" style="display:inline-block">never</span></p>')
    yield from _passages(lines, coverage)
    missing = {name: part["missing"] for name, part in _parts(lines, coverage).items() if part["missing"]}
    if missing:
        yield "<h2>Not covered</h2>"
        for name, entries in missing.items():
            yield f"<h3>{html.escape(name)}</h3>\n<ul>"
            yield from (f"<li><code>{html.escape(entry)}</code></li>" for entry in entries)
            yield "</ul>"
    yield from _files(lines)


def _parts(lines: LineCoverage, coverage: Coverage) -> dict[str, dict[str, Any]]:
    return {**summed([coverage]), **lines.to_json()}


def _passages(lines: LineCoverage, coverage: Coverage) -> Iterator[str]:
    """The restated rulebook, its headings and passages in order."""
    texts = lines.game.texts
    if not texts:
        return
    yield "<h2>The rulebook</h2>"
    covered = coverage.passages()
    by_passage: dict[str, list[str]] = {}
    for rule, cited in coverage.rules.items():
        for each in cited:
            by_passage.setdefault(each, []).append(rule)
    source = next(iter(texts.values())).at.source
    headings = [(found.start(), found[1]) for found in re.finditer(r"^#{2,}[ \t]+(.+)$", source.text, re.MULTILINE)]
    most = max(lines.passages.values(), default=1)
    for id, passage in texts.items():
        if passage.at.source.path != source.path:
            continue  # of a rule set that is extended
        while headings and headings[0][0] < passage.at.start:
            yield f"<h3>{html.escape(headings.pop(0)[1])}</h3>"
        text = html.escape(passage.text)
        rules = html.escape(", ".join(by_passage.get(id, [])))
        by = f'<span class="by">{rules}</span>' if rules else ""
        if passage.text.startswith(IDLE):
            sort, count = "idle", "no rule"
        elif id not in covered:
            sort, count = "never", "not covered"
        else:
            times = lines.passages[id]
            sort, count = f"s{shade(times, most)}", f"{times:,}" if times else "used"
        yield (f'<div class="p {sort}" id="{html.escape(id)}"><span class="id">{html.escape(id)}</span>'
               f'<span class="t">{text}{by}</span><span class="n">{count}</span></div>')


def shade(times: int, most: int) -> int:
    """The number of the shade, by the number of digits: rules that run ten times as often are a step darker."""
    if times <= 0 or most <= 1:
        return 0
    steps = len(SHADES) - 1
    return min(steps, round(steps * (len(str(times)) - 1) / max(1, len(str(most)) - 1)))


def _files(lines: LineCoverage) -> Iterator[str]:
    """The rule files, line by line, those that can run with their counts."""
    sources = {part.at.source.path: part.at.source for part in lines.parts}
    most = max(lines.ran.values(), default=1)
    for path, source in sorted(sources.items()):
        counts: dict[int, int] = {}
        for part in lines.runnable():
            if part.at.source.path == path:
                counts[part.at.line] = max(counts.get(part.at.line, 0), lines.ran[part.place])
        yield f"<h2>{html.escape(path.rsplit('/', 1)[-1])}</h2>\n<table>"
        for number in range(1, source.line_count + 1):
            text = html.escape(source.line_text(number))
            times = counts.get(number)
            if times is None:
                yield f'<tr><td class="l">{number}</td><td class="c"></td><td>{text}</td></tr>'
            else:
                sort, count = (f"s{shade(times, most)}", f"{times:,}") if times else ("never", "never")
                yield f'<tr class="{sort}"><td class="l">{number}</td><td class="c">{count}</td><td>{text}</td></tr>'
        yield "</table>"


__all__ = ["page", "shade"]
