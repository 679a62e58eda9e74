"""The audit of a plain rulebook: reads it, lets every detector look, and keeps what is worth telling.

A detector says how sure it is. What is unsure is left out unless everything is wanted; what is the same again is
told once, with the other places as labels; one place gets one report of a kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ludex.dsl.diagnostics import Finding, Label, Sink
from ludex.dsl.source import Source
from ludex.validator.text.decoding import check_text, decode
from ludex.validator.text.document import Document, Page, read_document
from ludex.validator.wording import (
    acts,
    bounds,
    chosen,
    counts,
    endings,
    hygiene,
    links,
    modality,
    moments,
    notes,
    places,
    players,
    pronouns,
    quantity,
    reference,
    repeats,
    scope,
    senses,
    slots,
    spelling,
    stocks,
    terms,
    ties,
)
from ludex.validator.wording.base import Seen, Wording

DETECTORS: tuple[type[Wording], ...] = tuple(
    rule
    for module in (
        scope,
        players,
        quantity,
        bounds,
        places,
        modality,
        acts,
        chosen,
        moments,
        endings,
        pronouns,
        reference,
        links,
        terms,
        spelling,
        senses,
        slots,
        stocks,
        ties,
        counts,
        repeats,
        notes,
        hygiene,
    )
    for rule in module.RULES
    if issubclass(rule, Wording)
)

#: How sure a detector has to be for its report to be shown.
SURE_ENOUGH = 0.5


def audit_texts(texts: Iterable[str | Path] | str | Path, *, everything: bool = False) -> list[Finding]:
    """What is unclear in rulebooks, given as paths or as texts.

    Several are read together, so that revisions of one text are recognised. With `everything` unsure reports are
    told too."""
    if isinstance(texts, (str, Path)):
        texts = [texts]
    sink = Sink()
    documents = []
    for text in texts:
        source = Source("text", text) if isinstance(text, str) and is_text(text) else None
        if source is not None:
            if check_text(source, sink):
                documents.append(read_document(source))
        elif (document := read_file(Path(text), sink)) is not None:
            documents.append(document)
    sink.extend(audit_documents(documents, everything=everything))
    return list(sink.findings)


def is_text(text: str) -> bool:
    """Whether a string is a rulebook rather than the path of one."""
    return "\n" in text or (" " in text and not Path(text).exists())


def read_file(path: Path, sink: Sink) -> Document | None:
    """A file as a document; what keeps it from being read goes to the sink."""
    source = decode(path.read_bytes(), str(path), sink)
    return None if source is None else read_document(source)


def audit_documents(documents: Sequence[Document], *, everything: bool = False) -> list[Finding]:
    """The findings of several files, which may hold revisions of one text."""
    pages = [page for document in documents for page in document.pages]
    older = superseded(pages)
    seen: list[Seen] = []
    for page in pages:
        if id(page) in older:
            continue
        told = [found for rule in DETECTORS for found in rule.find(page)]
        seen += _told_once([found for found in told if everything or found.sure >= SURE_ENOUGH])
    for page in pages:
        if id(page) in older:
            newer = older[id(page)]
            drift = [
                found for found in notes.RevisionDrift.between(newer, page) if everything or found.sure >= SURE_ENOUGH
            ]
            seen += _told_once(drift)
    return [found.finding for found in seen]


def superseded(pages: Sequence[Page]) -> dict[int, Page]:
    """The pages of which another is a newer revision: `id` -> the newest. Without dates the last one is the newest."""
    groups: list[list[Page]] = []
    for page in pages:
        lines = _lines(page)
        home = next((group for group in groups if _alike(lines, _lines(group[0]))), None)
        if home is None:
            groups.append([page])
        else:
            home.append(page)
    found: dict[int, Page] = {}
    for group in groups:
        newest = max(enumerate(group), key=lambda entry: (entry[1].stamp, entry[0]))[1]
        found.update({id(page): newest for page in group if page is not newest})
    return found


def _lines(page: Page) -> frozenset[str]:
    return frozenset(
        " ".join(s.low.split()) for s in page.sentences if s.kind not in ("noise", "credit") and len(s.low) > 10
    )


def _alike(a: frozenset[str], b: frozenset[str]) -> bool:
    return len(a) >= 2 and len(b) >= 2 and len(a & b) >= 0.5 * min(len(a), len(b))


def _told_once(seen: list[Seen]) -> Iterator[Seen]:
    """Each kind once at a place, and what is the same again as labels of the first."""
    first: dict[tuple[str, str], Seen] = {}
    more: dict[tuple[str, str], list[Seen]] = {}
    places: dict[str, list[tuple[int, int]]] = {}
    for found in sorted(seen, key=lambda f: (-f.sure, f.finding.span.start)):
        finding = found.finding
        span = finding.span
        taken = places.setdefault(finding.code, [])
        if any(start < max(span.end, span.start + 1) and span.start < end for start, end in taken):
            continue
        taken.append((span.start, max(span.end, span.start + 1)))
        key = (finding.code, found.about or f"@{span.start}")
        if key in first:
            more[key].append(found)
        else:
            first[key], more[key] = found, []
    for key, found in first.items():
        again = sorted(more[key], key=lambda f: f.finding.span.start)
        labels = [Label(f.finding.span, "the same again") for f in again]
        yield replace(found, finding=replace(found.finding, labels=(*found.finding.labels, *labels)))


def word_count(text: str) -> int:
    """How many words a text has."""
    return len(re.findall(r"\w+", text))
