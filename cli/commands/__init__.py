"""The commands, one a file, found by listing this folder.

A file's docstring is the command's help: its first line stands in `ludex --help`, the whole text in
`ludex NAME --help`. Its `command` is what click runs.
"""
