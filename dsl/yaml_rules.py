"""The diagnostics of a file as YAML, LX001 to LX018: what they are, why, and how to mend them.

They are raised by `encoding.py` (bytes and characters), `yaml_errors.py` (text that is no YAML),
`document.py` (YAML that Ludex refuses) and `shape.py` (values left empty or written in a form that
programs read in different ways).
"""

from __future__ import annotations

from ludex.dsl.diagnostics import Diagnosis


class YamlSyntax(Diagnosis):
    """The file cannot be read as YAML from this place on.

    YAML gives a meaning to some characters: a colon followed by a space, a `#` after a space, quotes,
    brackets, and `@ & * ! % > |` and the backtick at the start of a text. A sentence that holds one of them
    has to stand in quotes, or on lines of its own below a key that ends in `|`. The other common
    causes are a missing colon after a key, a quote or bracket that is never closed, and lines that do not
    line up with their neighbours.

    Nothing after such a place can be trusted, so the rest of the file is not checked until it is mended.
    """

    code = "LX001"
    name = "yaml-syntax"
    severity = "error"
    message = "{problem}"
    bad = "about: a game for two: you and a friend\n"
    good = 'about: "a game for two: you and a friend"\n'


class DuplicateKey(Diagnosis):
    """The same key stands twice in one mapping.

    Most YAML readers keep the last one and say nothing, so that half of a rule disappears. Ludex
    refuses both spellings of that accident: give one of the two another name, or join them.
    """

    code = "LX002"
    name = "duplicate-key"
    severity = "error"
    message = "{key} is written twice here, first on line {line}"
    bad = "moments:\n  dawn: {about: first light}\n  dusk: {about: last light}\n  dawn: {about: sunrise}\n"
    good = "moments:\n  dawn: {about: first light}\n  dusk: {about: last light}\n"


class BooleanKey(Diagnosis):
    """A key without quotes that other programs read as a truth value or as nothing.

    Ludex reads every key and value as text, so `on` and `no` are words here and nothing is lost. Many
    other YAML readers turn the keys `on`, `yes` and `true` into one and the same truth value, and `null` or
    `~` into nothing. Put quotes round the key if other programs read the file too; hence only a hint.
    """

    code = "LX003"
    name = "boolean-key"
    severity = "hint"
    message = "`{key}` is a word here, but many programs read it as {meaning}"
    bad = "moments:\n  on: {about: the lamp is lit}\n"
    good = 'moments:\n  "on": {about: the lamp is lit}\n'


class ImplicitScalar(Diagnosis):
    """A number is asked for, and the value is written in a way that programs read as different numbers.

    `010` is eight to some YAML readers and ten to others, `1:30` is ninety to some, `1_000` a thousand or a
    text. Ludex takes a number only in plain digits, and never guesses. Where text is asked for, all of
    these stay the text that was written and nothing is reported.
    """

    code = "LX004"
    name = "implicit-scalar"
    severity = "error"
    message = "{text} is read as different numbers by different programs, so write plain digits"
    bad = "players: {least: 02, most: 4}\n"
    good = "players: {least: 2, most: 4}\n"


class AliasBudget(Diagnosis):
    """Aliases stand for more nodes than a rule set can hold.

    An alias (`*name`) repeats what its anchor (`&name`) holds. Aliases of aliases multiply, so that a few
    lines can denote millions of values. Write long lists out, or use a shorter repeated part.
    """

    code = "LX005"
    name = "alias-budget"
    severity = "error"
    message = "with this alias, repeated parts of the file amount to more than {limit} nodes"
    bad = (
        "about: &a [x,x,x,x,x,x,x,x,x,x]\n"
        "moments: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
        "values: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
        "zones: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"
        "actions: [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\n"
    )
    good = "moments:\n  dawn: &short {about: it begins}\n  dusk: *short\n"


class MergeKey(Diagnosis):
    """The merge key `<<` is not part of the language.

    Merging hides where a key comes from, and what happens when both sides have it depends on the program.
    Write the keys out where they belong.
    """

    code = "LX006"
    name = "merge-key"
    severity = "error"
    message = "merging with `<<` is not possible in a rule set"
    bad = "moments:\n  dawn: &d {about: it begins}\n  dusk: {<<: *d}\n"
    good = "moments:\n  dawn: {about: it begins}\n  dusk: {about: it begins}\n"


class ForbiddenTag(Diagnosis):
    """A YAML tag (a word that starts with `!` before a value) is not part of the language.

    Tags tell some YAML readers to build objects of a program. A rule set holds only text, and each key says
    what its text means. Remove the tag; a text that starts with `!` needs quotes.
    """

    code = "LX007"
    name = "forbidden-tag"
    severity = "error"
    message = "{tag} before a value is a YAML tag, which a rule set does not use"
    bad = "about: !loud hello\n"
    good = 'about: "!loud hello"\n'


class AnchorUndefinedOrUnused(Diagnosis):
    """An alias without an anchor before it, or an anchor that no alias uses.

    A text that starts with `*` or `&` is read as an alias or an anchor. If it was meant as text, put quotes
    round it. An alias to nothing is an error, since there is no value to take; an unused anchor is only a
    warning.
    """

    code = "LX008"
    name = "anchor-undefined-or-unused"
    severity = "warning"
    message = "{problem}"
    bad = "about: &dawn it begins\n"
    good = 'about: "&dawn it begins"\n'


class ConfusableText(Diagnosis):
    """A name holds characters that look like others or cannot be seen.

    A Cyrillic letter inside a Latin word, a direction mark, a no-break space or a curly quote make
    two names that look alike and are not the same, so that a rule silently speaks of something else. Type
    the name again on an ordinary keyboard.
    """

    code = "LX009"
    name = "confusable-text"
    severity = "warning"
    message = "the name {name} holds {what}"
    bad = "moments:\n  d\u0430wn: {about: it begins}\n"
    good = "moments:\n  dawn: {about: it begins}\n"


class EmptyValue(Diagnosis):
    """A key or a list entry with nothing after it.

    It says nothing, and what was meant cannot be guessed: delete the key or give it a value. If a `#`
    follows, the value has become a comment and needs quotes. It is an error where the key is required.
    """

    code = "LX010"
    name = "empty-value"
    severity = "warning"
    message = "{what} has nothing after it"
    bad = "moments:\n  dawn:\n    about:\n"
    good = "moments:\n  dawn:\n    about: it begins\n"


class TooDeepOrLarge(Diagnosis):
    """The file is larger, has more entries, or is nested deeper than a rule set can sensibly be.

    The limits keep every command quick and safe on files from anywhere. A long list of components can be
    split over several files.
    """

    code = "LX011"
    name = "too-deep-or-large"
    severity = "error"
    message = "{problem}"
    bad = "about: " + "[" * 70 + "]" * 70 + "\n"
    good = "about: not deep at all\n"


class Encoding(Diagnosis):
    """Bytes or characters that a rule file cannot hold.

    Rule files are UTF-8 text. Bytes of other encodings, control characters, and separators that cannot be
    seen are refused where they stand; tabs and no-break spaces cannot indent a line, since nobody can
    see how deep they go: use spaces. A byte order mark at the start of a file is only a hint: it is skipped.
    """

    code = "LX012"
    name = "encoding"
    severity = "error"
    message = "{problem}"
    bad = "moments:\n\tdawn: {about: it begins}\n"
    good = "moments:\n  dawn: {about: it begins}\n"


class CommentCutsText(Diagnosis):
    """A `#` after a single space ends a text of the language, and perhaps was meant as a part of it.

    In YAML a `#` after a blank starts a comment, also in the middle of a sentence without quotes. The rest
    of the line is then lost without a word. Ludex takes a `#` for a real comment if two spaces or more stand
    before it. Put quotes round the text if the `#` belongs to it, and two spaces before a comment.
    """

    code = "LX014"
    name = "comment-cuts-text"
    severity = "warning"
    message = "the text ends before `#`, and {rest} is not part of it"
    bad = "procedures:\n  deal:\n    do: end the game #3\n"
    good = "procedures:\n  deal:\n    do: end the game  # at once\n"


class SeveralDocuments(Diagnosis):
    """A line `---` starts a second document in the same file.

    A rule file is one document. Remove the line, or put the second part into a file of its own beside the
    first: all files of a folder are read together.
    """

    code = "LX015"
    name = "several-documents"
    severity = "error"
    message = "a second document starts here, and a rule file is only one"
    bad = "about: a small game\n---\nmoments: {}\n"
    good = "about: a small game\nmoments: {}\n"


class KeyNotText(Diagnosis):
    """A key is a list or a mapping instead of a word.

    This mostly happens when a text starts with `{` or `[`, which YAML takes for a bracket. Put quotes round
    the text.
    """

    code = "LX016"
    name = "key-not-text"
    severity = "error"
    message = "{what} stands where a key is expected"
    bad = "moments:\n  {dawn: early}: {about: it begins}\n"
    good = "moments:\n  dawn: {about: it begins}\n"


RULES: tuple[type[Diagnosis], ...] = (
    YamlSyntax, DuplicateKey, BooleanKey, ImplicitScalar, AliasBudget, MergeKey, ForbiddenTag,
    AnchorUndefinedOrUnused, ConfusableText, EmptyValue, TooDeepOrLarge, Encoding, CommentCutsText,
    SeveralDocuments, KeyNotText,
)
